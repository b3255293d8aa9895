"""The menu in a match: worked by the button alone, and closed by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from stbpi.box.port import RollHeld, RollPressed, RollReleased, TilesSettled
from stbpi.desk.page import Act, Menu, MenuLine
from stbpi.games.events import (
    Covered,
    Event,
    MatchEnded,
    MatchSetAside,
    Refused,
    Rolled,
    RoundEnded,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
    Undone,
)
from stbpi.games.game import Phase, Prompt, all_tiles, tiles, without
from stbpi.scene import Held
from tests.host import Host, at_table

TIMES = (("rounds", 3), ("tiles", 6))
OTHERS = (Act.RULES, Act.SOUND, Act.LANGUAGE, Act.STATISTICS)


def test_the_lines_come_round() -> None:
    menu = Menu(lines=(MenuLine(Act.CONTINUE), MenuLine(Act.UNDO), MenuLine(Act.END)))
    lines = [menu.chosen.act]
    for _ in menu.lines:
        menu = menu.next()
        lines.append(menu.chosen.act)

    assert lines == [Act.CONTINUE, Act.UNDO, Act.END, Act.CONTINUE]


async def throw(host: Host) -> None:
    """Start a match, throw, and open the menu; nothing of it is news."""
    await host.start("Ann", rules=TIMES)
    await host.press()
    await host.open_menu()
    host.news()


def is_open(host: Host) -> bool:
    scene = host.scenes[-1]
    assert (scene.menu is not None) is (scene.view.phase is Phase.MENU)
    return scene.menu is not None


def chosen(host: Host) -> Act:
    menu = host.scenes[-1].menu
    assert menu is not None
    return menu.chosen.act


def lines(host: Host) -> tuple[Act, ...]:
    menu = host.scenes[-1].menu
    assert menu is not None
    return tuple(line.act for line in menu.lines)


async def choose(host: Host, act: Act) -> None:
    """Press until a line does this, and take it."""
    for _ in lines(host):
        if chosen(host) is act:
            break
        await host.press()
    assert chosen(host) is act
    await host.hold()


def test_it_opens_at_three_seconds_while_the_button_is_still_down() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        host.table.tell(RollPressed())
        host.table.tell(RollHeld(held_ms=800))
        await host.until_quiet()
        assert not is_open(host)
        host.table.tell(RollHeld(held_ms=3000))
        await host.until_quiet()

        assert is_open(host)
        assert (host.prompt(), host.scenes[-1].held) == (Prompt.MENU, Held.NOTHING)

    at_table(story)


def test_the_release_that_follows_does_nothing() -> None:
    async def story(host: Host) -> None:
        await throw(host)

        assert chosen(host) is Act.CONTINUE
        assert host.news() == ()

    at_table(story, numbers=(6, 5))


def test_a_press_chooses_the_next_line_and_a_hold_takes_it() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        for line in (Act.UNDO, *OTHERS, Act.END, Act.SWITCHES, Act.CONTINUE):
            await host.press()
            assert chosen(host) is line
        await host.hold()

        assert not is_open(host)
        assert host.news() == ()
        assert (host.phase(), host.view.roll) == (Phase.COVERING, (6, 5))

    at_table(story, numbers=(6, 5))


def test_end_ends_the_match() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await choose(host, Act.END)

        assert host.news() == (MatchEnded(winners=(), why="stopped"),)
        assert (host.phase(), host.view.why) == (Phase.MATCH_OVER, "stopped")
        await host.start("Bob")
        assert MatchSetAside() not in host.news()

    at_table(story, numbers=(6, 5))


def test_three_seconds_in_the_menu_leave_it() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await host.press()
        await host.keep_down(3100)
        assert not is_open(host)
        await host.let_go(3100)

        assert not is_open(host)
        assert host.news() == ()

    at_table(story, numbers=(6, 5))


def test_it_closes_by_itself_after_fifteen_seconds() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.keep_down(3000)
        await host.wait(14.9)
        assert is_open(host)
        await host.wait(0.2)
        assert not is_open(host)
        assert host.phase() is Phase.READY

    at_table(story)


def press(host: Host) -> None:
    host.table.tell(RollPressed())
    host.table.tell(RollReleased(held_ms=100))


def finger_down(host: Host) -> None:
    host.table.tell(RollPressed())


def flip(host: Host) -> None:
    host.table.tell(TilesSettled(down=tiles(3)))


@pytest.mark.parametrize(("late_ms", "is_refused"), [(20, False), (40, True)])
def test_a_press_that_began_before_it_left_is_no_throw(late_ms: int, is_refused: bool) -> None:
    async def story(host: Host) -> None:
        await throw(host)
        while is_open(host):
            await host.wait(0.001)
        await host.wait(late_ms / 1000)
        host.table.tell(RollPressed(ago_ms=35))
        host.table.tell(RollReleased(held_ms=100))
        await host.until_quiet()

        assert kinds(host.news()) == ["refused"] * is_refused

    at_table(story, numbers=(6, 5))


@pytest.mark.parametrize("touch", [press, finger_down, flip])
def test_every_touch_keeps_it_open_for_fifteen_seconds_more(touch: Callable[[Host], None]) -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await host.wait(14)
        touch(host)
        await host.wait(14.9)
        assert is_open(host)
        await host.wait(0.2)
        assert not is_open(host)

    at_table(story, numbers=(6, 5))


def test_a_press_counts_from_its_release() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await host.press(700)
        await host.wait(14.6)
        assert is_open(host)

    at_table(story, numbers=(6, 5))


def test_a_press_that_begins_in_the_menu_ends_in_the_menu() -> None:
    """Else the menu would close under the finger and the release would throw."""

    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.open_menu()
        await host.wait(14.75)
        await host.press(500)

        assert is_open(host)
        assert host.view.roll == ()

    at_table(story, numbers=(6, 5))


def test_tiles_that_are_moved_meanwhile_are_judged_when_it_closes() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=TIMES)
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.open_menu()
        host.news()
        await host.lift(6)
        await host.lower(1)
        await host.wait(5)
        assert host.news() == (TileUp(tile=6), TileDown(tile=1))
        assert host.view.standing == without(all_tiles(6), tiles(1, 5))
        await host.wait(11)

        assert not is_open(host)
        assert host.news() == (Refused(code="close_again", tiles=(6,)),)

    at_table(story, numbers=(6, 5, 1, 2))


def test_a_box_that_was_shut_in_the_menu_is_shut_when_it_closes() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=TIMES)
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.open_menu()
        await host.lower(1, 2, 3, 4)
        host.news()
        await host.hold()

        assert kinds(host.news()) == ["covered", "turn_ended", "round_ended", "match_ended"]

    at_table(story, numbers=(6, 5, 6, 4))


def test_an_end_counts_the_box_that_was_shut_in_the_menu() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=TIMES)
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.open_menu()
        await host.lower(1, 2, 3, 4)
        await choose(host, Act.END)

        assert host.news()[-1] == MatchEnded(winners=(1,), why="shut")

    at_table(story, numbers=(6, 5, 6, 4))


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.e for event in events]


def test_nothing_is_complained_about_while_it_is_open() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await host.lower(8, 9)
        await host.wait(1)
        host.news()
        await host.keep_down(3000)
        assert host.news() == (Refused(code="raise", tiles=(9,)),)
        await host.let_go(3000)
        await host.lower(7)
        await host.wait(10)
        assert host.news() == (TileDown(tile=7),)
        await host.hold()
        closed = asyncio.get_running_loop().time()
        await host.wait(1.4)
        assert host.news() == ()
        await host.wait(5)

        (complaint,) = host.news()
        assert complaint == Refused(code="raise", tiles=(7, 9))
        assert host.ms_of(complaint)[0] == pytest.approx((closed + 1.5) * 1000, abs=5)

    at_table(story, numbers=(6, 5))


def test_no_turn_starts_while_it_is_open() -> None:
    second = TurnStarted(player=1, round=2)

    async def story(host: Host) -> None:
        await host.start("Ann", rules=TIMES)
        await host.press()
        await host.lower(5, 6)
        host.table.tell(RollPressed())
        host.table.tell(RollReleased(held_ms=100))
        host.table.tell(RollPressed())
        host.table.tell(RollHeld(held_ms=3000))
        await host.wait(12)
        assert is_open(host)
        assert kinds(host.news())[-3:] == ["rolled", "turn_ended", "round_ended"]
        await host.wait(4)
        assert host.phase() is Phase.TURN_OVER
        await host.wait(2)

        assert host.news() == (second,)

    at_table(story, numbers=(6, 5, 6, 5))


@pytest.mark.parametrize("seconds", [0.1, 3])
def test_once_the_match_is_over_a_turn_can_be_undone_but_nothing_ended(seconds: float) -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=(("tiles", 6), ("rounds", 1)))
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.wait(seconds)
        host.news()
        await host.open_menu()
        assert lines(host) == (Act.BACK, Act.UNDO, *OTHERS, Act.SWITCHES, Act.LANDLORD)
        await choose(host, Act.UNDO)

        assert host.news() == (
            Undone(what="turn", player=1, round=1),
            TurnStarted(player=1, round=1),
        )
        assert (host.phase(), host.view.named) == (Phase.RAISE_TILES, tiles(5, 6))

    at_table(story, numbers=(6, 5, 6, 5))


@pytest.mark.parametrize("line", [Act.CONTINUE, Act.UNDO, Act.STOP, Act.END, Act.SWITCHES])
def test_a_line_is_offered_only_where_it_does_something(line: Act) -> None:
    async def story(host: Host, may_stop: bool) -> None:
        await host.start("Ann", rules=(("may_stop", may_stop),))
        await host.open_menu()
        before = lines(host)
        await host.hold()
        await host.press()
        await host.open_menu()
        after = lines(host)

        assert (line in before) is (line in (Act.CONTINUE, Act.END, Act.SWITCHES))
        assert (line in after) is (line is not Act.STOP or may_stop)

    for may_stop in (False, True):
        at_table(partial(story, may_stop=may_stop), numbers=(6, 5))


def test_undo_takes_the_turn_back() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await choose(host, Act.UNDO)

        assert host.news() == (
            Undone(what="turn", player=1, round=1),
            TurnStarted(player=1, round=1),
        )
        assert not is_open(host)
        assert (host.phase(), host.view.roll) == (Phase.READY, ())

    at_table(story, numbers=(6, 5))


def test_stop_ends_the_turn_with_the_cover_that_is_complete() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=(*TIMES, ("may_stop", True)))
        await host.press()
        await host.lower(5, 6)
        await host.open_menu()
        host.news()
        await choose(host, Act.STOP)

        assert host.news() == (
            Covered(player=1, tiles=(5, 6), standing=(1, 2, 3, 4)),
            TurnEnded(player=1, standing=(1, 2, 3, 4), score=10, why="stopped", total=10),
            RoundEnded(round=1, winners=(1,)),
        )
        assert (host.phase(), host.prompt()) == (Phase.TURN_OVER, Prompt.STOPPED)

    at_table(story, numbers=(6, 5))


def test_a_turn_that_the_menu_itself_has_ended_is_not_stopped_again() -> None:
    """The box was shut while the menu was open; closing it judges the tiles first."""

    async def story(host: Host) -> None:
        await host.start("Ann", rules=(*TIMES, ("may_stop", True)))
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.open_menu()
        await host.lower(1, 2, 3, 4)
        host.news()
        await choose(host, Act.STOP)

        assert kinds(host.news()) == ["covered", "turn_ended", "round_ended", "match_ended"]

    at_table(story, numbers=(6, 5, 6, 4))


def test_in_the_set_up_it_has_no_lines_about_a_match() -> None:
    async def story(host: Host) -> None:
        await host.open_menu()

        rules, *others = OTHERS
        expected = (Act.BACK, Act.GAME, rules, Act.SET, *others, Act.SWITCHES, Act.LANDLORD)
        assert lines(host) == expected
        await host.hold()
        assert host.phase() is Phase.SETUP
        assert host.news() == ()

    at_table(story)


def test_a_match_that_is_started_from_outside_closes_it() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await host.start("Bob")

        assert not is_open(host)

    at_table(story, numbers=(6, 5))


def test_what_is_played_after_it_is_played_as_before() -> None:
    async def story(host: Host) -> None:
        await throw(host)
        await host.lower(5, 6)
        await host.hold()
        await host.press()

        assert host.news() == (
            TileDown(tile=5),
            TileDown(tile=6),
            Covered(player=1, tiles=(5, 6), standing=(1, 2, 3, 4)),
            Rolled(player=1, dice=(6, 5), total=11, k=2),
            TurnEnded(player=1, standing=(1, 2, 3, 4), score=10, why="no_move", total=10),
            RoundEnded(round=1, winners=(1,)),
        )

    at_table(story, numbers=(6, 5, 6, 5))
