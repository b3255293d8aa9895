"""Committed dice at the table: sealed before the first throw, a word of one's own, then told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from stbpi.desk.page import Act, Figures, Letters, Question
from stbpi.dice.lot import DIGITS, Lot, commitment
from stbpi.dice.source import RandomDice
from stbpi.games.events import DiceCommitted, DiceRevealed, Event, MatchEnded, Rolled
from stbpi.games.game import EndMatch, Phase, Undo
from tests.dice.logs import Seeds
from tests.host import SETUP, Host, at_table

T = TypeVar("T")
FIRST, SECOND = bytes([1] * 32), bytes([2] * 32)


def sealed(story: Callable[[Host], Awaitable[T]]) -> T:
    return at_table(story, dice=Seeds(), setup=SETUP)


def kinds(host: Host) -> list[Event]:
    wanted = (DiceCommitted, DiceRevealed, Rolled, MatchEnded)
    return [event for event in host.disk.events if isinstance(event, wanted)]


async def choose(host: Host, act: Act) -> None:
    """Open the menu and choose a line."""
    await host.open_menu()
    menu = host.scenes[-1].menu
    assert menu is not None
    acts = [line.act for line in menu.lines]
    for _ in range(acts.index(act) - menu.at):
        await host.press()
    await host.hold()


def title(host: Host) -> str:
    page = host.scenes[-1].page
    assert isinstance(page, Figures | Question | Letters)
    return str(page.title)


def shown(host: Host) -> str:
    """Return the digits of a page."""
    page = host.scenes[-1].page
    assert isinstance(page, Figures)
    return "".join(f"{figure.name}{figure.value}" for figure in page.figures)


def test_the_first_digits_are_shown_until_the_first_throw() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        assert host.phase() is Phase.READY
        assert host.scenes[-1].sealed == commitment(FIRST)[:DIGITS]
        await host.press()
        assert host.scenes[-1].sealed == ""

    sealed(story)


def test_the_commitment_comes_with_the_start_and_before_the_first_throw() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        (call,) = [c for c in host.disk.calls if any(isinstance(e, DiceCommitted) for e in c)]
        assert call[0].e == "match_started"
        await host.press()

        dice = Lot(seed=FIRST, word="", k=1).dice(2)
        assert kinds(host) == [
            DiceCommitted(sha=commitment(FIRST), word=""),
            Rolled(player=1, dice=dice, total=sum(dice), k=1),
        ]

    sealed(story)


def test_the_bytes_come_with_the_end_however_it_ends() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await host.table.operate(EndMatch())
        await host.until_quiet()

        last = host.disk.calls[-1]
        assert [event.e for event in last] == ["match_ended", "dice_revealed"]
        assert last[-1] == DiceRevealed(bytes=FIRST.hex())

    sealed(story)


def test_a_turn_that_is_taken_back_after_the_end_is_thrown_from_other_bytes() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        thrown = next(e for e in kinds(host) if isinstance(e, Rolled))
        await host.table.operate(EndMatch())
        await host.table.operate(Undo())
        await host.until_quiet()
        assert kinds(host)[-1] == DiceCommitted(sha=commitment(SECOND), word="")
        assert host.scenes[-1].sealed == commitment(SECOND)[:DIGITS]
        await host.lift(*range(1, 13))
        await host.press()

        again = kinds(host)[-1]
        assert isinstance(again, Rolled)
        assert (thrown.k, again.k) == (1, 2)
        assert again.dice == Lot(seed=SECOND, word="", k=2).dice(2)

    sealed(story)


def test_a_match_that_makes_room_for_another_is_revealed_by_then() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.start("Bob")

        assert [event.e for event in kinds(host)] == [
            *("dice_committed", "dice_revealed", "dice_committed"),
        ]

    sealed(story)


def test_a_deserted_match_keeps_its_secret_and_goes_on_with_the_same_dice() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await host.wait(16 * 60)
        assert host.phase() is Phase.ATTRACT
        assert not any(isinstance(event, DiceRevealed) for event in host.disk.events)
        await host.press()  # wakes
        await host.press()  # goes on
        await host.table.operate(Undo())
        await host.until_quiet()
        await host.press()

        assert [event.dice for event in kinds(host) if isinstance(event, Rolled)] == [
            Lot(seed=FIRST, word="", k=k).dice(2) for k in (1, 2)
        ]

    sealed(story)


def test_a_word_is_written_with_the_tiles_before_the_first_throw() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await choose(host, Act.DICE)
        assert shown(host) == commitment(FIRST)
        await host.press()
        assert title(host) == "A word of yours?"
        await host.hold()
        assert title(host) == "A word of yours"
        for tile in (2, 3, 4, 5, 6):  # A to O of a telephone's keys
            await host.lower(tile)
            await host.lift(tile)
            await host.hold()
        assert kinds(host)[-1] == DiceCommitted(sha=commitment(FIRST), word="BDGJM")
        page = host.scenes[-1].page
        assert isinstance(page, Question)
        assert "Word: BDGJM" in [str(line) for line in page.lines]

        await host.open_menu()  # leaves
        assert host.phase() is Phase.READY
        await host.press()
        assert kinds(host)[-1] == Rolled(
            player=1,
            dice=Lot(seed=FIRST, word="BDGJM", k=1).dice(2),
            total=sum(Lot(seed=FIRST, word="BDGJM", k=1).dice(2)),
            k=1,
        )

    sealed(story)


def test_after_the_first_throw_no_word_is_asked_for_and_tiles_are_no_keys() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await choose(host, Act.DICE)
        titles = [title(host)]
        await host.press()
        titles.append(title(host))
        await host.press()
        assert [*titles, title(host)] == ["Dice sealed as", "Check the dice", "Dice sealed as"]
        await host.lower(2)
        assert title(host) == "Dice sealed as"

    sealed(story)


def test_after_the_match_everything_can_be_read_off() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await host.table.operate(EndMatch())
        await host.until_quiet()
        await choose(host, Act.DICE)
        digits = [shown(host)]
        await host.press()
        digits.append(shown(host))
        await host.press()

        assert digits == [commitment(FIRST), FIRST.hex()]
        page = host.scenes[-1].page
        assert isinstance(page, Question)
        assert [str(line) for line in page.lines] == ["stbpi verify"]

    sealed(story)


def test_dice_that_can_not_be_checked_have_no_page_and_no_digits() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        assert host.scenes[-1].sealed == ""
        await host.open_menu()
        menu = host.scenes[-1].menu
        assert menu is not None
        assert Act.DICE not in [line.act for line in menu.lines]
        assert not any(isinstance(event, DiceCommitted) for event in host.disk.events)

    at_table(story, dice=RandomDice())


def test_without_a_disk_the_sealed_dice_fall_all_the_same() -> None:
    async def story(host: Host) -> None:
        host.disk.is_full = True
        await host.start("Ann")
        await host.press()
        dice = Lot(seed=FIRST, word="", k=1).dice(2)
        assert host.view.roll == dice
        host.disk.is_full = False
        await host.wait(10)

        assert [event.e for event in kinds(host)] == ["dice_committed", "rolled"]

    sealed(story)
