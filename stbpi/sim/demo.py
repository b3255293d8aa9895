"""The demo: a whole match that plays itself, in virtual time.

A hand that knows nothing but what the scene says: it raises what it is asked to raise, presses
when it may roll, and closes any legal cover.

Never: plays well; that is what `strategy` is for.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.clock import SystemClock
from stbpi.config import Config
from stbpi.dice import RandomDice
from stbpi.games.game import Phase, StartMatch, Tiles, all_tiles, without
from stbpi.games.registry import DEFAULT, GAMES
from stbpi.games.shut_the_box.covers import covers
from stbpi.journal.recorded import Recorded
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run


def play_demo(config: Config, names: tuple[str, ...], *, tell: Callable[[str], None]) -> None:
    """Play one match to its end.

    Args:
        config: the rules are taken from it.
        names: the players, in seat order.
        tell: called with each event as a line of JSON.

    Raises:
        RulesError: the configured rules can't be played.
    """
    with TemporaryDirectory(prefix="stbpi-") as directory:
        run(_demo(config, names, Path(directory) / "journal.db", tell))


async def _demo(
    config: Config, names: tuple[str, ...], journal: Path, tell: Callable[[str], None]
) -> None:
    def hear(events: Iterable[Recorded]) -> None:
        for recorded in events:
            tell(recorded.line())

    game = GAMES[DEFAULT]()
    preset = config.rules.preset
    house_rules = game.check_rules(preset, config.rules.house_rules)
    tiles = game.summary(preset, house_rules).tiles
    loop = asyncio.get_running_loop()
    box = Simulation(
        with_tiles(config, tiles),
        dice=RandomDice(),
        journal=journal,
        make_clock=lambda: VirtualClock(loop, wall=SystemClock().wall()),
        watchers=Watchers(scene=lambda _: None, events=hear),
    )
    await box.start()
    try:
        await box.start_match(StartMatch(names=names, preset=preset, house_rules=house_rules))
        while box.scene.view.phase is not Phase.MATCH_OVER:
            await _move(box)
    finally:
        await box.stop()


async def _move(box: Simulation) -> None:
    """Do the next thing that the box asks for."""
    view = box.scene.view
    match view.phase:
        case Phase.RAISE_TILES:
            await box.lift(view.named)
        case Phase.COVERING if view.left:
            standing = without(all_tiles(view.tiles), view.committed)
            await box.lower(_any_of(covers(standing, view.left, count=view.tiles)))
        case Phase.READY | Phase.COVERING:
            await box.press()
        case _:
            await asyncio.sleep(1)
    await asyncio.sleep(0.5)


def _any_of(legal: tuple[Tiles, ...]) -> Tiles:
    return secrets.choice(legal)
