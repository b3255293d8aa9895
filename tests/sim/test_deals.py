"""A deal on a simulated box: hidden while it is played, told when it ends, and how it goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stbpi.cli import main
from stbpi.desk.page import Act
from stbpi.dice.verify import Fact
from stbpi.games.events import (
    Called,
    DealCommitted,
    DealRevealed,
    Dealt,
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    encode,
)
from stbpi.games.game import EndMatch, Phase, Prompt
from stbpi.games.hidden import Checked
from stbpi.games.luk_fu.deal import dealt
from stbpi.games.luk_fu.verify import Why, checker
from stbpi.games.luk_fu.view import Hand
from stbpi.sim.simulation import Simulation
from tests import score_sheets
from tests.doubles import SeededDice
from tests.games.luk_fu.on_box import CONFIG, HOLD_S, START, CardPlayer
from tests.sim.playing import SHORT, events_of, on_box, recorded

ABOUT_DEALS = (DealCommitted, DealRevealed, Dealt)
OF_THE_END = (*ABOUT_DEALS, MatchStarted, MatchEnded, MatchSetAside, MatchContinued)


def hand(box: Simulation) -> Hand:
    own = box.scene.view.own
    assert isinstance(own, Hand)
    return own


def seen(box: Simulation) -> tuple[object, ...]:
    """Return what is seen of a deal, whatever tiles are down."""
    own = hand(box)
    return own.cards, own.old, own.counts, own.lying, own.calls, own.fu_to_claim, own.master


def begun(path: Path, story: Callable[[Simulation], Any], *, seed: int = 3) -> Any:
    """Tell a story of a match that has just been started."""

    async def whole(box: Simulation) -> Any:
        await box.start_match(START)
        return await story(box)

    return on_box(whole, path, config=CONFIG, dice=SeededDice(seed))


def again(path: Path, story: Callable[[Simulation], Any]) -> Any:
    """Tell how it goes on when the program is started again."""
    return on_box(story, path, config=CONFIG, dice=SeededDice(99))


async def some_moves(box: Simulation, count: int = 7) -> None:
    player = CardPlayer(box)
    for _ in range(count):
        await player.move()


def names(path: Path) -> list[str]:
    return [event.e for event in events_of(OF_THE_END, path)]


def checked(path: Path) -> list[Checked]:
    deals = checker()
    for one in recorded(path):
        told = encode(one.event)
        deals.take(Fact(n=one.n, at=one.n, match=one.match, e=one.event.e, members=told))
    return list(deals.checked().values())


def secrets(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return len(connection.execute("SELECT * FROM secrets").fetchall())


async def choose(box: Simulation, act: Act) -> None:
    """Open the menu and choose a line."""
    await box.press(3.2)
    menu = box.scene.menu
    assert menu is not None
    acts = [line.act for line in menu.lines]
    for _ in range(acts.index(act) - menu.at):
        await box.press()
    await box.press(HOLD_S)


REVEALED = ["deal_revealed", "dealt", "dealt", "dealt"]


def test_a_match_that_is_played_to_its_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "j.db"

    begun(path, lambda box: CardPlayer(box).play())

    assert names(path) == ["match_started", "deal_committed", "match_ended", *REVEALED]
    assert [(it.deals, it.problem) for it in checked(path)] == [(1, None)]
    assert secrets(path) == 0


def test_another_game_that_is_started_in_the_middle_reveals_the_deal(tmp_path: Path) -> None:
    path = tmp_path / "j.db"

    async def story(box: Simulation) -> None:
        await some_moves(box)
        assert not events_of(DealRevealed, path)
        await box.start_match(SHORT)

    begun(path, story)

    assert names(path) == [
        *("match_started", "deal_committed", "match_set_aside", *REVEALED, "match_started"),
    ]
    assert [(it.deals, it.problem) for it in checked(path)] == [(1, None)]
    assert secrets(path) == 0


def test_a_match_that_is_ended_by_the_menu_is_revealed(tmp_path: Path) -> None:
    path = tmp_path / "j.db"

    async def story(box: Simulation) -> None:
        player = CardPlayer(box)
        await player.play(until=lambda: box.scene.view.prompt is Prompt.FOLLOW)
        await choose(box, Act.END)
        if box.scene.view.phase is not Phase.MATCH_OVER:
            await box.press(HOLD_S)
        assert box.scene.view.why == "stopped"
        assert len(hand(box).dealt) == 3

    begun(path, story)

    assert names(path) == ["match_started", "deal_committed", "match_ended", *REVEALED]
    assert [(it.deals, it.problem) for it in checked(path)] == [(1, None)]


@pytest.mark.parametrize("cuts", [0, 1])
def test_a_deserted_match_goes_on_with_the_same_hands(tmp_path: Path, cuts: int) -> None:
    path = tmp_path / "j.db"

    async def desert(box: Simulation) -> tuple[object, ...]:
        player = CardPlayer(box)
        await player.play(until=lambda: box.scene.view.prompt is Prompt.FOLLOW)
        before = seen(box)
        await asyncio.sleep(16 * 60)
        assert box.scene.view.phase is Phase.ATTRACT
        for _ in range(cuts):
            await box.cut_power()
        return before

    async def go_on(box: Simulation) -> tuple[object, ...]:
        assert not events_of(DealRevealed, path)
        for _ in range(3):
            if box.scene.view.phase is Phase.FOLLOWING:
                break
            await box.press()
        now = seen(box)
        await CardPlayer(box).play()
        return now

    before = begun(path, desert)

    assert again(path, go_on) == before
    assert names(path).count("deal_committed") == 1
    assert names(path)[-4:] == REVEALED
    assert [(it.deals, it.problem) for it in checked(path)] == [(1, None)]


def test_a_deserted_match_that_nobody_goes_on_with_is_revealed_by_the_next_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.db"

    async def desert(box: Simulation) -> None:
        await some_moves(box)
        await asyncio.sleep(20 * 60)

    begun(path, desert)
    assert secrets(path) == 1
    again(path, lambda box: box.start_match(SHORT))

    told = names(path)
    assert told[:3] == ["match_started", "deal_committed", "match_set_aside"]
    assert told[3:] == [*REVEALED, "match_started"]
    assert [(it.deals, it.problem) for it in checked(path)] == [(1, None)]
    assert secrets(path) == 0


@pytest.mark.parametrize("moves", range(0, 20, 4))
def test_hands_are_the_same_after_every_start_of_the_program(tmp_path: Path, moves: int) -> None:
    path = tmp_path / "j.db"

    async def before(box: Simulation) -> tuple[object, ...]:
        await some_moves(box, moves)
        return seen(box)

    async def now(box: Simulation) -> tuple[object, ...]:
        return seen(box)

    shown = begun(path, before)

    assert again(path, now) == again(path, now) == shown
    assert len(events_of(DealCommitted, path)) == 1


# Bytes that the disk has lost


def lose(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


LOST = {
    "gone": "DELETE FROM secrets",
    "other": "UPDATE secrets SET bytes = '" + "00" * 32 + "'",
    "half": "UPDATE secrets SET bytes = substr(bytes, 1, 63)",
    "none": "UPDATE secrets SET bytes = 'no digits'",
    "null": "UPDATE secrets SET bytes = NULL",
    "number": "UPDATE secrets SET bytes = 7",
    "no table": "DROP TABLE secrets",
}


@pytest.mark.parametrize("statement", LOST.values(), ids=LOST)
def test_a_deal_whose_bytes_are_lost_is_dealt_anew_by_the_same_master(
    statement: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "j.db"

    async def go_on(box: Simulation) -> tuple[Phase, Hand]:
        found = box.scene.view.phase, hand(box)
        await CardPlayer(box).play()
        return found

    begun(path, lambda box: some_moves(box, 9))
    lose(path, statement)
    phase, now = again(path, go_on)

    first, second, revealed = events_of((DealCommitted, DealRevealed), path)
    assert isinstance(first, DealCommitted)
    assert isinstance(second, DealCommitted)
    assert isinstance(revealed, DealRevealed)
    assert (second.deal, second.master) == (2, first.master)
    assert second.sha != first.sha
    new = dealt(bytes.fromhex(revealed.bytes))
    assert (phase, now.cards, now.counts) == (Phase.CALLING, new.hands[0], (12, 12, 12))
    assert (now.lying, now.calls, now.master) == ((), (), first.master)
    (found,) = checked(path)
    assert (found.deals, found.unchecked, found.problem) == (1, ((Why.LOST, 1),), None)

    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 match (1 deal) fits: no card was changed after it was dealt.",
        "1 deal can't be checked: the bytes were never revealed.",
    ]


def test_a_deserted_match_whose_bytes_are_lost_is_dealt_anew_when_it_goes_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.db"

    async def desert(box: Simulation) -> None:
        await some_moves(box)
        await asyncio.sleep(20 * 60)

    async def go_on(box: Simulation) -> None:
        assert len(events_of(DealCommitted, path)) == 1
        for _ in range(3):
            if box.scene.view.phase is Phase.CALLING:
                break
            await box.press()
        assert hand(box).counts == (12, 12, 12)
        await box.operate(EndMatch())

    begun(path, desert)
    lose(path, "DELETE FROM secrets")
    again(path, go_on)

    assert names(path) == [
        *("match_started", "deal_committed", "match_set_aside", "match_continued"),
        *("deal_committed", "match_ended", *REVEALED),
    ]
    assert [it.problem for it in checked(path)] == [None]


# A score sheet in the journal of a box


def sheet_in(path: Path, *lines: str) -> None:
    with score_sheets.sheet_on(path) as sheet:
        sheet.start(score_sheets.start("luk_fu", "Ann", "Bo", "Cid", preset="tsoi"))
        score_sheets.entered(sheet, *lines)


@pytest.mark.parametrize("lines", [(), ("won Bo 7 caller Ann", "drawn")])
def test_the_box_deals_no_cards_for_a_score_sheet(tmp_path: Path, lines: tuple[str, ...]) -> None:
    path = tmp_path / "j.db"
    sheet_in(path, *lines)

    async def story(box: Simulation) -> tuple[Prompt, Prompt]:
        waits = box.scene.view.prompt
        await box.press()
        await asyncio.sleep(30)
        await choose(box, Act.END)
        if box.scene.view.phase is not Phase.MATCH_OVER:
            await box.press(HOLD_S)
        return waits, box.scene.view.prompt

    assert again(path, story) == (Prompt.WAIT, Prompt.MATCH_OVER)
    events: list[Event] = events_of((*OF_THE_END, Called), path)
    assert not [event for event in events if isinstance(event, ABOUT_DEALS)]
    assert events[-1] == MatchEnded(winners=(), why="stopped")


def test_a_score_sheet_is_left_for_another_match_of_the_box(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    sheet_in(path, "won Bo 7 caller Ann")

    again(path, lambda box: box.start_match(START))

    assert names(path) == ["match_started", "match_set_aside", "match_started", "deal_committed"]
    assert [it.unchecked for it in checked(path)] == [((Why.REAL, 1),), ((Why.HIDDEN, 1),)]
