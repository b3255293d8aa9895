"""A match of 4 players × 4 rounds: pure `decide` and `evolve` against the whole table.

The same dice and the same covers; the table has its journal on a real disk, mock pins, the
display on a model of its chip, and virtual time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import reduce
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from stbpi.build import Parts
from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.games.game import (
    NO_TILES,
    Command,
    Phase,
    Press,
    StartMatch,
    Tiles,
    TilesMoved,
    TimeUp,
    View,
    all_tiles,
    members,
    moves,
    tiles,
    without,
)
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.scene import Scene
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run
from tests.bench.figure import Figure, ratio

NAMES = ("Ann", "Bob", "Cid", "Dan")
RULES = (("shut", "zero"),)
SEED = 7


def pure_against_table() -> Figure:
    return Figure(
        name="match_pure_against_table",
        value=1 / ratio(_whole_match, _pure_match, pairs=3),
        unit="of the table's time",
        limit=0.1,
        at_most=True,
    )


def _cover(view: View) -> Tiles:
    """Return the cover that both play: the highest mask."""
    standing = without(all_tiles(view.tiles), view.committed)
    return sum_covers(standing, sum(view.roll), count=view.tiles, most=view.tiles)[-1]


def _dice(seed: int = SEED) -> list[int]:
    chance = Random(seed)
    return [chance.randint(1, 6) for _ in range(2000)]


def _start() -> StartMatch:
    return StartMatch(game="shut_the_box", names=NAMES, preset="luk_kassen", house_rules=RULES)


def _pure_match() -> None:
    game = ShutTheBox()
    dice = ScriptedDice()
    dice.add(_dice())
    state = game.new(NO_TILES, complain_ms=1500)
    down = NO_TILES

    def do(command: Command) -> None:
        nonlocal state
        state = reduce(game.evolve, game.decide(state, command), state)

    def move(to: Tiles) -> None:
        nonlocal state, down
        state = reduce(game.evolve, moves(down, to), state)
        down = to
        do(TilesMoved())

    do(_start())
    while (view := game.view(state, time_is_up=False)).phase is not Phase.MATCH_OVER:
        if view.phase is Phase.TURN_OVER:
            if state.result is not None:
                break
            do(TimeUp())
        elif view.phase is Phase.RAISE_TILES:
            move(without(down, view.named))
        elif view.left:
            move(Tiles(down | _cover(view)))
        else:
            press = Press()
            do(Press(dice=dice.throw(game.dice_wanted(state, press))))


def _whole_match() -> None:
    with TemporaryDirectory(prefix="stbpi-") as directory:
        run(play_on_table(Path(directory) / "journal.db"))


async def play_on_table(
    journal: Path,
    *,
    on_scene: Callable[[Scene], None] = lambda _: None,
    rest_s: float = 0,
    seed: int = SEED,
    start: StartMatch | None = None,
    around: Callable[[Parts], Parts] = lambda parts: parts,
) -> Simulation:
    """Play the match with a hand, and return the box that it was played on.

    Args:
        journal: the file.
        on_scene: told every scene.
        rest_s: how long the hand rests after every tile and press; one that never rests moves
            all tiles of a cover at once.
        seed: of the dice.
        start: what is played, if it is another match.
        around: as `Simulation` has it.
    """
    dice = ScriptedDice()
    dice.add(_dice(seed))
    loop = asyncio.get_running_loop()
    box = Simulation(
        with_tiles(Config(), 9),
        dice=dice,
        journal=journal,
        make_clock=lambda: VirtualClock(loop, wall=None),
        watchers=Watchers(scene=on_scene, events=lambda _: None),
        around=around,
    )

    async def move(do: Callable[[Tiles], Awaitable[None]], moved: Tiles) -> None:
        for part in [tiles(tile) for tile in members(moved)] if rest_s else [moved]:
            await do(part)
            await asyncio.sleep(rest_s)

    await box.start()
    await box.start_match(start or _start())
    while (view := box.scene.view).phase is not Phase.MATCH_OVER:
        if view.phase is Phase.RAISE_TILES:
            await move(box.lift, view.named)
        elif view.phase is Phase.TURN_OVER:
            await asyncio.sleep(0.5)
        elif view.left:
            await move(box.lower, _cover(view))
        else:
            await box.press()
            await asyncio.sleep(rest_s)
    await box.stop()
    return box
