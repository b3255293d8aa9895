"""The table: time, the button, matches, faults, resuming; menu and set-up have their own tests."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from stbpi.box.port import RollPressed, RollReleased, TilesSettled
from stbpi.errors import DiceRanOut, RulesError
from stbpi.games.events import (
    Covered,
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Refused,
    Resumed,
    Rolled,
    Rule,
    RulesChanged,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import (
    NO_TILES,
    Phase,
    Prompt,
    StartMatch,
    tiles,
)
from stbpi.journal.recorded import Recorded
from stbpi.journal.resume import Past
from stbpi.scene import Held
from tests.host import ANN, FIRST_TURN, FRESH, ONE_ROUND, SIX_TILES, STARTED, THROW, Host, at_table

# Time


@pytest.mark.field("C12")
def test_the_next_turn_starts_two_seconds_after_a_dead_throw() -> None:
    second = TurnStarted(player=1, round=2)

    async def story(host: Host) -> None:
        await host.start("Ann", rules=SIX_TILES)
        await host.press()
        await host.lower(5, 6)
        await host.press()
        dead = Rolled(player=1, dice=(6, 5), total=11, k=2)
        assert (host.phase(), host.prompt()) == (Phase.TURN_OVER, Prompt.NO_MOVE)
        await host.press()
        assert host.disk.events[-1] == Refused(code="wait", tiles=())
        await host.wait(3)

        (threw,), (started,) = host.ms_of(dead), host.ms_of(second)
        assert started - threw == 2000
        assert host.phase() is Phase.RAISE_TILES

    at_table(story, numbers=(6, 5, 6, 5))


def test_the_end_of_the_match_is_shown_two_seconds_after_its_last_throw() -> None:
    async def story(host: Host) -> list[tuple[Phase, float]]:
        times: list[tuple[Phase, float]] = []
        await host.start("Ann", rules=(*SIX_TILES, *ONE_ROUND))
        await host.press()
        await host.lower(5, 6)
        now = asyncio.get_running_loop().time
        host.table.on_scene.append(lambda scene: times.append((scene.view.phase, now())))
        host.table.tell(RollReleased(held_ms=100))
        await host.wait(5)
        return times

    (over, then), (match_over, later) = at_table(story, numbers=(6, 5, 6, 5))

    assert (over, match_over) == (Phase.TURN_OVER, Phase.MATCH_OVER)
    assert later - then == pytest.approx(2)


async def make_it_wrong(host: Host) -> None:
    """Throw eleven and close 9 and 8: one of them must rise again."""
    await host.start("Ann")
    await host.press()
    await host.lower(9)
    await host.lower(8)


@pytest.mark.field("C2")
def test_wrong_tiles_are_complained_about_once_they_have_lain_so_long() -> None:
    complaint = Refused(code="raise", tiles=(8,))

    async def story(host: Host) -> None:
        await make_it_wrong(host)
        assert host.phase() is Phase.COVERING
        await host.wait(1.49)
        assert host.phase() is Phase.COVERING
        await host.wait(20)

        assert (host.phase(), host.view.named) == (Phase.WRONG, tiles(8))
        assert host.ms_of(complaint) == [host.ms_of(TileDown(tile=8))[0] + 1500]

    at_table(story, numbers=(6, 5))


def test_a_change_starts_the_time_of_a_complaint_anew() -> None:
    async def story(host: Host) -> None:
        await make_it_wrong(host)
        await host.wait(1)
        await host.lower(7)
        await host.wait(10)

        changed = host.ms_of(TileDown(tile=7))[0]
        assert host.ms_of(Refused(code="raise", tiles=(7, 8))) == [changed + 1500]

    at_table(story, numbers=(6, 5))


def test_a_change_at_the_very_moment_of_a_complaint_goes_before_it() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        loop = asyncio.get_running_loop()
        due = loop.time() + 1.5
        host.table.tell(TilesSettled(down=tiles(8, 9)))
        # Sooner by less than the clock can tell: both are due in the same turn of the loop.
        loop.call_at(due - 1e-10, host.table.tell, TilesSettled(down=tiles(7, 8, 9)))
        await host.wait(10)

        changed = host.ms_of(TileDown(tile=7))[0]
        refused = [e for e in host.disk.events if isinstance(e, Refused)]
        assert refused == [Refused(code="raise", tiles=(7, 9))]
        assert host.ms_of(*refused) == [changed + 1500]

    at_table(story, numbers=(6, 5))


def test_a_wrong_state_that_is_put_right_in_time_is_not_complained_about() -> None:
    async def story(host: Host) -> None:
        await make_it_wrong(host)
        await host.wait(1.4)
        await host.lift(8)
        await host.wait(10)

        assert not [e for e in host.disk.events if isinstance(e, Refused)]

    at_table(story, numbers=(6, 5))


def test_neither_a_finger_on_the_button_nor_a_fault_delays_a_complaint() -> None:
    async def story(host: Host) -> None:
        await make_it_wrong(host)
        await host.wait(0.5)
        host.table.tell_fault("serial", "gone")
        await host.wait(0.5)
        host.table.tell(RollPressed())
        await host.wait(5)

        lay = host.ms_of(TileDown(tile=8))[0]
        assert host.ms_of(Refused(code="raise", tiles=(8,))) == [lay + 1500]

    at_table(story, numbers=(6, 5))


def test_a_press_on_wrong_tiles_is_the_complaint() -> None:
    async def story(host: Host) -> None:
        await make_it_wrong(host)
        await host.press()
        assert host.phase() is Phase.WRONG
        await host.wait(10)

        refused = [e for e in host.disk.events if isinstance(e, Refused)]
        assert refused == [Refused(code="raise", tiles=(8,))]

    at_table(story, numbers=(6, 5))


def test_that_one_die_is_not_allowed_is_shown_for_two_seconds_from_the_last_try_on() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.hold()
        await host.wait(1.5)
        await host.hold()
        assert host.disk.events[-1] == Refused(code="one_die", tiles=())
        await host.wait(1.9)
        assert host.prompt() is Prompt.ONE_DIE
        await host.wait(0.2)
        assert host.prompt() is Prompt.ROLL

    at_table(story)


# The button


def test_what_has_not_changed_is_not_shown_again() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        shown = len(host.scenes)
        await host.box(host.down)
        host.table.tell_fault("serial", None)
        await host.until_quiet()

        assert len(host.scenes) == shown

    at_table(story)


def test_the_scene_says_what_letting_go_would_do() -> None:
    async def story(host: Host) -> list[Held]:
        await host.start("Ann")
        before = len(host.scenes)
        await host.press(3500)
        return [scene.held for scene in host.scenes[before:]]

    assert at_table(story) == [Held.PRESS, Held.HOLD, Held.NOTHING, Held.NOT]


@pytest.mark.parametrize(("ms", "dice"), [(799, (6, 5)), (800, (6,)), (2999, (6,))])
def test_a_press_ends_where_a_hold_begins(ms: int, dice: tuple[int, ...]) -> None:
    async def story(host: Host) -> tuple[int, ...]:
        await host.start("Ann", rules=(("one_die", "always"),))
        host.table.tell(RollPressed())
        host.table.tell(RollReleased(held_ms=ms))
        await host.until_quiet()
        return host.view.roll

    assert at_table(story, numbers=(6, 5)) == dice


def test_no_dice_are_taken_for_a_press_that_is_refused() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.lower(3)
        await host.press()
        await host.lift(3)
        await host.press()

        assert host.disk.events[-3:] == (Refused(code="raise", tiles=(3,)), TileUp(tile=3), THROW)

    at_table(story, numbers=(6, 5))


def test_dice_that_run_out_end_the_table() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        with pytest.raises(DiceRanOut):
            await host.press()
        assert host.disk.events[-1:] == (FIRST_TURN,)

    at_table(story, numbers=(6,))


# Matches


def test_a_match_that_is_open_is_set_aside_by_another() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await host.start("Bob")

        bob = PlayerSeated(seat=1, player="Bob")
        assert host.disk.calls[-1] == (MatchSetAside(), STARTED, bob, FIRST_TURN)
        assert (host.view.roll, [p.name for p in host.view.players]) == ((), ["Bob"])

    at_table(story, numbers=(6, 5))


@pytest.mark.parametrize("seconds", [0.1, 3])
def test_a_match_that_is_over_is_not_set_aside(seconds: float) -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=(*SIX_TILES, *ONE_ROUND))
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.wait(seconds)
        await host.start("Ann")

        assert host.disk.calls[-1] == (STARTED, ANN, FIRST_TURN)

    at_table(story, numbers=(6, 5, 6, 5))


def test_rules_that_can_not_be_played_leave_the_match_as_it_is() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        with pytest.raises(RulesError):
            await host.start("Bob", preset="bad")
        await host.press()

        assert host.disk.events == (STARTED, ANN, FIRST_TURN, THROW)

    at_table(story, numbers=(6, 5))


def test_who_asks_for_a_match_does_not_wait_for_a_table_that_breaks() -> None:
    def break_(_: tuple[Recorded, ...]) -> None:
        raise ZeroDivisionError

    async def story(host: Host) -> None:
        host.writer.on_events.append(break_)
        start = StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
        asked = [asyncio.create_task(host.table.start_match(start)) for _ in range(2)]
        with pytest.raises(ZeroDivisionError):
            await host.life
        host.table.close()

        assert await asyncio.gather(*asked, return_exceptions=True)
        assert all(one.cancelled() for one in asked)

    at_table(story)


# Faults


def test_a_fault_is_recorded_once_and_cleared_once() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        host.table.tell_fault("serial", "the cable is gone")
        host.table.tell_fault("display", "no display answers at 0x3C")
        host.table.tell_fault("serial", "the cable is gone")
        await host.until_quiet()
        assert host.faults() == ("display", "serial")
        host.table.tell_fault("serial", None)
        host.table.tell_fault("serial", None)
        await host.until_quiet()

        assert host.faults() == ("display",)
        assert host.disk.events[-3:] == (
            Fault(part="serial", what="the cable is gone"),
            Fault(part="display", what="no display answers at 0x3C"),
            FaultCleared(part="serial", what="the cable is gone"),
        )

    at_table(story)


# Resuming


def after(*match: Event, down: tuple[int, ...] = ()) -> Past:
    return Past(fresh=False, down=tiles(*down), match_down=NO_TILES, match=match, gap_ms=60_000)


PLAYED = (
    STARTED,
    ANN,
    FIRST_TURN,
    THROW,
    TileDown(tile=9),
)


def test_nothing_is_shown_before_the_box_has_been_read() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.wait(60)
        assert host.scenes == []
        assert host.table.scene is None
        await host.lower(3)

        assert (host.phase(), host.view.named) == (Phase.RAISE_TILES, tiles(3))
        assert host.table.scene == host.scenes[-1]

    at_table(story, is_read=False)


def test_a_box_that_never_played_has_nothing_to_resume() -> None:
    async def story(host: Host) -> None:
        assert host.disk.calls == []
        assert host.phase() is Phase.SETUP

    at_table(story, past=FRESH)


def test_an_open_match_goes_on_where_the_power_went() -> None:
    async def story(host: Host) -> None:
        assert host.news() == (Resumed(gap_ms=60_000),)
        assert (host.view.roll, host.view.left) == ((6, 5), 2)
        await host.lower(2)
        await host.press()

        assert host.news() == (
            TileDown(tile=2),
            Covered(player=1, tiles=(2, 9), standing=(1, 3, 4, 5, 6, 7, 8)),
            Rolled(player=1, dice=(1, 3), total=4, k=2),
        )

    at_table(story, past=after(*PLAYED, down=(9,)), numbers=(1, 3))


def test_tiles_that_were_moved_while_the_power_was_off_are_judged() -> None:
    async def story(host: Host) -> None:
        await host.box(tiles(7, 8))
        await host.wait(2)

        assert host.news() == (
            Resumed(gap_ms=60_000),
            TileUp(tile=9),
            TileDown(tile=7),
            TileDown(tile=8),
            Refused(code="raise", tiles=(8,)),
        )

    at_table(story, past=after(*PLAYED, down=(9,)), is_read=False)


def test_a_match_that_is_over_is_over_after_a_power_cut() -> None:
    ended = MatchEnded(winners=(1,), why="stopped")

    async def story(host: Host) -> None:
        assert host.phase() is Phase.MATCH_OVER
        await host.press()

        assert host.disk.events == (Resumed(gap_ms=60_000), STARTED, ANN, FIRST_TURN)

    at_table(story, past=after(STARTED, ANN, FIRST_TURN, ended))


@pytest.mark.parametrize(
    "nonsense",
    [
        Rule(field="tile", value="9"),
        RulesChanged(field="one_die", value="nevr"),
        TurnEnded(player=7, standing=(1,), score=1, why="no_move", total=1),
    ],
)
def test_a_match_whose_record_makes_no_sense_is_set_aside_and_said(
    nonsense: Event, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(host: Host) -> None:
        assert host.phase() is Phase.SETUP
        assert host.disk.events == (MatchSetAside(), Resumed(gap_ms=None))

    started = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
    at_table(story, past=replace(FRESH, fresh=False, match=(started, nonsense)))

    assert [r.message for r in caplog.records] == [
        "the last match is set aside: its record in the journal is damaged"
    ]


def test_after_a_match_that_was_set_aside_there_is_the_set_up() -> None:
    async def story(host: Host) -> None:
        assert host.phase() is Phase.SETUP
        assert host.disk.events == (Resumed(gap_ms=60_000),)

    at_table(story, past=after(down=(9,)))
