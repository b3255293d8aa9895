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
from stbpi.dice.source import RandomDice
from stbpi.games.game import NoMove, Phase, Prompt, StartMatch, Tiles, View, members, without
from stbpi.games.registry import DEFAULT, GAMES
from stbpi.games.shut_the_box.house_rules import make
from stbpi.games.shut_the_box.judge import covers_now
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.journal.recorded import Recorded
from stbpi.sim.gif import Film, looking_at
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import Flow, VirtualClock, run


def play_demo(
    config: Config,
    names: tuple[str, ...],
    *,
    tell: Callable[[str], None],
    film: Film | None = None,
) -> None:
    """Play one match to its end.

    Args:
        config: the rules are taken from it.
        names: the players, in seat order.
        tell: called with each event as a line of JSON.
        film: takes pictures of the display.

    Raises:
        RulesError: the configured rules can't be played.
    """
    with TemporaryDirectory(prefix="stbpi-") as directory:
        boxes: list[Simulation] = []
        look = looking_at(film, lambda: boxes[0].panel if boxes else None)
        demo = _demo(config, names, Path(directory) / "journal.db", tell, boxes.append)
        run(demo, flow=Flow(look=look))


async def _demo(
    config: Config,
    names: tuple[str, ...],
    journal: Path,
    tell: Callable[[str], None],
    show: Callable[[Simulation], None],
) -> None:
    def hear(events: Iterable[Recorded]) -> None:
        for recorded in events:
            tell(recorded.line())

    game = GAMES[DEFAULT]()
    preset = config.rules.preset
    house_rules = game.check_rules(preset, config.house_rules)
    rules = make(preset, house_rules)
    loop = asyncio.get_running_loop()
    box = Simulation(
        with_tiles(config, rules.tiles),
        dice=RandomDice(),
        journal=journal,
        make_clock=lambda: VirtualClock(loop, wall=SystemClock().wall()),
        watchers=Watchers(scene=lambda _: None, events=hear),
    )
    show(box)
    await box.start()
    try:
        await box.start_match(StartMatch(names=names, preset=preset, house_rules=house_rules))
        while box.scene.view.phase is not Phase.MATCH_OVER:
            await _move(box, rules)
    finally:
        await box.stop()


async def _move(box: Simulation, rules: Ruleset) -> None:
    """Do the next thing that the box asks for."""
    view = box.scene.view
    match view.phase:
        case Phase.RAISE_TILES if view.prompt is Prompt.LOWER:
            await box.lower(view.named)
        case Phase.RAISE_TILES:
            await box.lift(view.named)
        case Phase.READY | Phase.COVERING if view.real_dice and not view.moved:
            await _throw_real_dice(box, rules)
        case Phase.COVERING if view.left:
            await box.lower(secrets.choice(_legal(view, rules)))
        case Phase.READY | Phase.COVERING:
            await box.press()
        case _:
            await asyncio.sleep(1)
    await asyncio.sleep(0.5)


async def _throw_real_dice(box: Simulation, rules: Ruleset) -> None:
    """Throw dice that the box does not see, and close tiles for them if that can be done."""
    view = box.scene.view
    total = sum(RandomDice().throw(view.dice_allowed[-1]))
    covers = [cover for cover in _legal(view, rules) if sum(members(cover)) == total]
    if covers:
        await box.lower(secrets.choice(covers))
    else:
        await box.operate(NoMove())


def _legal(view: View, rules: Ruleset) -> tuple[Tiles, ...]:
    standing = without(rules.all_tiles, view.committed)
    return covers_now(standing, view.roll, rules, is_first=standing == rules.start_tiles)
