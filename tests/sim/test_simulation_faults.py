"""A display that fails, and a power that is cut, while whole matches are played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from stbpi.games.events import (
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchStarted,
    Resumed,
    Rolled,
    TileDown,
    TileUp,
)
from stbpi.games.game import Phase, Undo, tiles
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.simulation import Simulation
from tests.doubles import FlakyPanel, SeededDice
from tests.sim.playing import (
    NO_DISPLAY,
    QUICK,
    SHORT,
    WALL,
    Player,
    drawn,
    events_of,
    facts,
    on_box,
    play_a_match,
    recorded,
)

ABOUT_PARTS = (Fault, FaultCleared)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def timed(journal: Path) -> list[tuple[int, Event]]:
    return [(r.t, r.event) for r in recorded(journal) if not isinstance(r.event, ABOUT_PARTS)]


@pytest.fixture
def undisturbed(tmp_path: Path) -> list[tuple[int, Event]]:
    """The match that is played, with a display at which nothing is wrong."""
    path = tmp_path / "undisturbed.db"
    on_box(play_a_match, path)
    assert facts(path, *ABOUT_PARTS) == facts(path)
    return timed(path)


def unplugged() -> PanelModel:
    panel = PanelModel()
    panel.unplug()
    return panel


def unplugged_later() -> PanelModel:
    panel = PanelModel()
    panel.unplug(after_writes=200)
    return panel


def flaky(every: int, error: Exception) -> Callable[[], PanelModel]:
    return lambda: FlakyPanel(every=every, error=error)


@pytest.mark.parametrize(
    "make_panel",
    [
        pytest.param(unplugged, id="is not there"),
        pytest.param(unplugged_later, id="goes away"),
        pytest.param(flaky(1, OSError(121, "Remote I/O error")), id="fails at each write"),
        pytest.param(flaky(1, RuntimeError("a bug")), id="breaks at each write"),
        *(
            pytest.param(flaky(n, OSError(5, "I/O error")), id=f"fails at each {n}th write")
            for n in (2, 3, 7, 30, 40, 100, 300)
        ),
    ],
)
@pytest.mark.field("D3")
def test_a_display_that_fails_changes_nothing_in_the_journal(
    journal: Path,
    make_panel: Callable[[], PanelModel],
    undisturbed: list[tuple[int, Event]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL)
    panel = make_panel()
    on_box(play_a_match, journal, panel=panel)

    assert timed(journal) == undisturbed
    assert not isinstance(panel, FlakyPanel) or panel.failures
    assert {event.part for event in facts(journal) if isinstance(event, Fault)} == {"display"}


def test_a_box_without_display_plays_the_same(
    journal: Path, undisturbed: list[tuple[int, Event]]
) -> None:
    async def story(box: Simulation) -> None:
        await play_a_match(box)
        assert box.panel.bytes_sent == 0
        assert box.scene.faults == ()

    on_box(story, journal, config=NO_DISPLAY)

    assert timed(journal) == undisturbed


def test_a_display_that_is_unplugged_is_a_fault_and_is_back_within_ten_seconds(
    journal: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        player = Player(box)
        box.panel.unplug()
        for _ in range(4):
            await player.move()
        assert "display" in box.scene.faults
        box.panel.plug_in()
        await asyncio.sleep(10)
        await box.settle()
        assert not box.scene.faults
        assert box.panel.picture() == drawn(box.scene)
        await player.play()

    on_box(story, journal)

    about = events_of(ABOUT_PARTS, journal)
    what = "no display answers at 0x3C"
    assert about == [Fault(part="display", what=what), FaultCleared(part="display", what=what)]


# The power


def test_a_match_survives_a_cut_of_the_power_after_every_single_move(tmp_path: Path) -> None:
    dice, cuts = SeededDice(1), 0

    async def dark(box: Simulation) -> None:
        nonlocal cuts
        await box.start_match(SHORT)
        player = Player(box)

        async def cut() -> None:
            nonlocal cuts
            before = box.scene.view
            if before.phase is Phase.MATCH_OVER:
                return
            await box.cut_power()
            cuts += 1
            assert box.scene.view == before

        await player.play(cut)

    on_box(play_a_match, tmp_path / "undisturbed.db")
    on_box(dark, tmp_path / "dark.db", dice=dice, config=QUICK)

    assert cuts > 15
    played = facts(tmp_path / "dark.db", Resumed)
    assert played == facts(tmp_path / "undisturbed.db")
    assert [e.dice for e in played if isinstance(e, Rolled)] == dice.thrown
    assert len(events_of(Resumed, tmp_path / "dark.db")) == cuts
    boots = [r.boot for r in recorded(tmp_path / "dark.db")]
    assert boots == sorted(boots)
    assert boots[-1] == cuts + 1


def test_numbers_go_on_without_a_gap_over_cuts_of_the_power(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        player = Player(box)
        for _ in range(12):
            await player.move()
            await box.cut_power()

    on_box(story, journal, config=QUICK)

    numbers = [r.n for r in recorded(journal)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_throw_that_is_seen_can_not_be_thrown_again(journal: Path) -> None:
    """The power is cut at the very moment when the dice appear."""
    dice = SeededDice(3)

    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        daemon = box.daemon
        daemon.table.on_scene.append(lambda scene: daemon.cut() if scene.view.roll else None)
        box.hand.press_roll(True)
        await asyncio.sleep(0.1)
        box.hand.press_roll(False)
        await box.ended()
        await box.cut_power()

        assert dice.thrown == [box.scene.view.roll]

    on_box(story, journal, dice=dice)


@pytest.mark.field("C10")
def test_a_turn_is_undone_after_a_cut_of_the_power(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await box.press()
        thrown = box.scene.view
        await box.cut_power()
        assert box.scene.view == thrown

        await box.operate(Undo())
        assert (box.scene.view.phase, box.scene.view.roll) == (Phase.READY, ())
        await box.press()

    on_box(story, journal)
    assert [e.k for e in facts(journal) if isinstance(e, Rolled)] == [1, 2]


def test_tiles_that_are_moved_while_the_power_is_off_are_found(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await box.lower(tiles(3))
        cut = asyncio.create_task(box.cut_power())
        await asyncio.sleep(0)
        box.hand.move(tiles(7))
        await cut

        assert box.scene.view.named == tiles(7)
        await box.daemon.writer.sync()

    on_box(story, journal)

    assert events_of((TileDown, TileUp), journal) == [TileDown(tile=7)]


@pytest.mark.parametrize(("seconds", "gap_ms"), [(3600, 3_600_000), (-1, None)])
def test_how_long_the_box_was_away_is_what_the_wall_clock_says(
    journal: Path, seconds: int, gap_ms: int | None
) -> None:
    async def start(box: Simulation) -> None:
        await box.start_match(SHORT)

    async def nothing(box: Simulation) -> None:
        pass

    on_box(start, journal)
    on_box(nothing, journal, wall=WALL + seconds)

    assert events_of(Resumed, journal) == [Resumed(gap_ms=gap_ms)]


@pytest.mark.field("D12")
@pytest.mark.field("D6")
def test_a_stop_puts_everything_on_the_disk_and_darkens_the_panel_in_two_seconds(
    journal: Path,
) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await box.lower(tiles(4))
        assert box.panel.on
        assert events_of(TileDown, journal) == []
        now = asyncio.get_running_loop().time
        asked = now()
        box.daemon.stop()
        await box.ended()

        assert now() - asked < 2
        assert not box.panel.on
        assert not any(any(row) for row in box.panel.picture())
        assert events_of(TileDown, journal) == [TileDown(tile=4)]

    on_box(story, journal)


def test_a_match_goes_on_day_after_day_though_somebody_tidies_up_every_night(
    journal: Path,
) -> None:
    dice = SeededDice(1)

    async def a_day(box: Simulation) -> bool:
        player = Player(box)
        for _ in range(6):
            await player.move()
            if box.scene.view.phase is Phase.MATCH_OVER:
                return True
        return False

    async def first(box: Simulation) -> None:
        await box.start_match(SHORT)
        await a_day(box)

    on_box(first, journal, dice=dice)
    for _ in range(40):
        if on_box(a_day, journal, dice=dice):
            break

    assert isinstance(facts(journal, Resumed)[-1], MatchEnded)
    assert len(events_of(MatchStarted, journal)) == 1
