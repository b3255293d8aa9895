"""The table shows and tells only what is on the disk, and goes on without a disk."""

from __future__ import annotations

import asyncio
import random
from functools import reduce

import pytest

from stbpi.box.port import RollPressed, RollReleased, TilesSettled
from stbpi.games.events import (
    Covered,
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchStarted,
    Rolled,
    RoundEnded,
    Rule,
    TileDown,
    TurnEnded,
)
from stbpi.games.game import (
    NO_TILES,
    Phase,
    Tiles,
    all_tiles,
    tiles,
    without,
)
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.journal.writer import LAZY_S
from stbpi.scene import Scene
from tests.doubles import Disk, SeededDice
from tests.host import ANN, FIRST_TURN, ONE_ROUND, SIX_TILES, STARTED, THROW, Host, at_table


async def let_everybody_run() -> None:
    """Let whatever is due now happen, while a thread may be at work."""
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.mark.field("C9")
def test_a_throw_is_on_the_disk_before_anybody_sees_or_hears_of_it() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        before, told = list(host.scenes), list(host.told)
        host.disk.hold_up()
        host.table.tell(RollReleased(held_ms=100))
        await let_everybody_run()
        assert host.disk.wait_until_asked()
        await let_everybody_run()

        assert (host.scenes, host.told) == (before, told)

        host.disk.let_go()
        await host.until_quiet()

        assert host.view.roll == (6, 5)
        assert [r.event for r in host.told] == [*(r.event for r in told), THROW]

    at_table(story, numbers=(6, 5))


@pytest.mark.parametrize("seed", range(8))
def test_every_scene_of_an_evening_can_be_told_from_the_disk(seed: int) -> None:
    """Tile moves apart: their truth is the box itself."""
    disk, game = Disk(), ShutTheBox()
    shown: list[Phase] = []

    def look(scene: Scene) -> None:
        facts = [r.event for r in (*disk.on_disk, *disk.pending)]
        began = [i for i, fact in enumerate(facts) if isinstance(fact, MatchStarted)]
        if scene.view.phase is Phase.SETUP:
            return
        state = reduce(game.evolve, facts[began[-1] :], game.new(NO_TILES, complain_ms=1500))
        views = [game.view(state, time_is_up=is_up) for is_up in (False, True)]
        shown.append(scene.view.phase)
        assert disk.only_moves_wait
        assert scene.view in views

    async def story(host: Host) -> None:
        host.table.on_scene.append(look)
        await host.start("Ann", "Bob", "Cid", rules=(("rounds", 2), ("one_die", "always")))
        hand = random.Random(seed)
        for _ in range(500):
            await play_somehow(host, hand)
            if host.phase() is Phase.MATCH_OVER:
                break

    at_table(story, disk=disk, dice=SeededDice(seed))

    seen = {Phase.READY, Phase.COVERING, Phase.TURN_OVER, Phase.RAISE_TILES, Phase.MATCH_OVER}
    assert seen <= set(shown)


async def play_somehow(host: Host, hand: random.Random) -> None:
    """Do what is asked, or something else."""
    view = host.view
    standing = without(all_tiles(view.tiles), view.committed)
    if hand.random() < 0.2:
        await host.box(Tiles(host.down ^ tiles(hand.randint(1, 9))))
    elif view.phase is Phase.RAISE_TILES:
        await host.lift(*range(1, 10))
    elif view.phase in (Phase.COVERING, Phase.WRONG) and view.left != 0:
        cover = hand.choice(sum_covers(standing, sum(view.roll), count=9, most=9))
        await host.box(Tiles(cover | view.committed))
    elif view.phase is Phase.TURN_OVER or hand.random() < 0.2:
        await host.wait(2)
    else:
        await hand.choice((host.press, host.hold))()


def test_a_moved_tile_is_shown_at_once_and_is_on_the_disk_soon() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        host.disk.hold_up()
        host.table.tell(TilesSettled(down=tiles(4)))
        await let_everybody_run()

        assert host.view.standing == without(all_tiles(9), tiles(4))
        assert host.disk.events[-1:] == (FIRST_TURN,)

        host.disk.let_go()
        await asyncio.sleep(LAZY_S - 0.001)
        assert host.disk.events[-1:] == (FIRST_TURN,)
        await asyncio.sleep(0.002)

        assert host.disk.events[-1] == TileDown(tile=4)
        assert host.told[-1].event == TileDown(tile=4)

    at_table(story)


def test_the_next_fact_takes_waiting_tile_moves_along_in_order() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        await host.lower(9)
        await host.lower(2)
        await host.press()

        assert host.disk.events[-5:] == (
            THROW,
            TileDown(tile=9),
            TileDown(tile=2),
            Covered(player=1, tiles=(2, 9), standing=(1, 3, 4, 5, 6, 7, 8)),
            Rolled(player=1, dice=(1, 3), total=4, k=2),
        )

    at_table(story, numbers=(6, 5, 1, 3))


def test_the_events_of_one_command_are_recorded_in_one_go() -> None:
    async def story(host: Host) -> list[tuple[Event, ...]]:
        await host.start("Ann", rules=(*SIX_TILES, *ONE_ROUND))
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.lower(1, 2, 3, 4)
        return host.disk.calls

    assert at_table(story, numbers=(6, 5, 6, 4)) == [
        (STARTED, ANN, Rule(field="tiles", value=6), Rule(field="rounds", value=1), FIRST_TURN),
        (THROW,),
        (TileDown(tile=5), TileDown(tile=6)),
        (
            Covered(player=1, tiles=(5, 6), standing=(1, 2, 3, 4)),
            Rolled(player=1, dice=(6, 4), total=10, k=2),
        ),
        (
            *(TileDown(tile=tile) for tile in (1, 2, 3, 4)),
            Covered(player=1, tiles=(1, 2, 3, 4), standing=()),
            TurnEnded(player=1, standing=(), score=0, why="shut", total=0),
            RoundEnded(round=1, winners=(1,)),
            MatchEnded(winners=(1,), why="shut"),
        ),
    ]


def test_a_disk_that_fails_is_told_once_and_the_game_goes_on() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        host.disk.is_full = True
        await host.press()
        assert (host.view.roll, host.faults()) == ((6, 5), ("disk",))
        await host.lower(9, 2)
        await host.press()
        assert host.view.roll == (1, 3)
        assert host.disk.events[-1:] == (FIRST_TURN,)

        host.disk.is_full = False
        await host.wait(5)

        fault = Fault(part="disk", what="the journal can't be written")
        cleared = FaultCleared(part="disk", what="the journal can't be written")
        assert host.faults() == ()
        assert [e for e in host.disk.events if isinstance(e, Fault | FaultCleared)] == [
            fault,
            cleared,
        ]
        assert host.disk.events == tuple(e for call in host.disk.calls for e in call)
        assert [r.event for r in host.told] == list(host.disk.events)

    at_table(story, numbers=(6, 5, 1, 3))


def test_a_disk_that_takes_long_is_told_while_it_does() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        shown = len(host.scenes)
        sync = host.writer.sync

        async def slow_sync() -> None:
            await asyncio.sleep(0.4)
            await sync()

        host.writer.sync = slow_sync  # type: ignore[method-assign]
        host.table.tell(RollPressed())
        host.table.tell(RollReleased(held_ms=100))
        await asyncio.sleep(0.1)
        assert not host.scenes[-1].is_waiting
        await asyncio.sleep(0.1)
        assert host.scenes[-1].is_waiting
        await host.until_quiet()

        assert [scene.is_waiting for scene in host.scenes[shown:]] == [False, True, False]
        assert host.view.roll == (6, 5)

    at_table(story, numbers=(6, 5))
