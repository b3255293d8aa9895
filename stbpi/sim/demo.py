"""The demo: a whole match that plays itself, in virtual time.

A hand that knows nothing but what the scene says: it moves the tiles that it is asked to move,
presses when it may roll, and closes any that may be closed; of cards it takes what is shown.

Never: plays well; that is what `strategy` is for.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.build import setup_of
from stbpi.clock import SystemClock
from stbpi.config import Config
from stbpi.dice.source import RandomDice
from stbpi.games.game import NoMove, Phase, Prompt, StartMatch, Tiles, View, members, tiles, without
from stbpi.journal.recorded import Recorded
from stbpi.sim.gif import Film, looking_at
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.steps import HOLD_S
from stbpi.sim.virtual import Flow, VirtualClock, run

A_MOMENT_S = 0.5


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

    setup = setup_of(config.rules.game, config)
    start = StartMatch(game=setup.game, names=names, preset=setup.preset, house_rules=setup.rules)
    loop = asyncio.get_running_loop()
    box = Simulation(
        with_tiles(config, setup.summary.tiles),
        dice=RandomDice(),
        journal=journal,
        make_clock=lambda: VirtualClock(loop, wall=SystemClock().wall()),
        watchers=Watchers(scene=lambda _: None, events=hear),
    )
    show(box)
    await box.start()
    try:
        await box.start_match(start)
        while box.scene.view.phase is not Phase.MATCH_OVER:
            await _move(box, start)
    finally:
        await box.stop()


async def _move(box: Simulation, start: StartMatch) -> None:
    """Do the next thing that the box asks for."""
    view = box.scene.view
    match view.phase:
        case _ if view.prompt in (Prompt.LOWER, Prompt.CLOSE, Prompt.CLOSE_AGAIN):
            await box.lower(view.named)
        case _ if view.prompt in (Prompt.RAISE, Prompt.OPEN):
            await box.lift(view.named)
        case Phase.READY | Phase.COVERING if view.real_dice and not view.moved:
            await _throw_real_dice(box, start)
        case Phase.COVERING if view.closable:
            await box.lower(_any_of(view.closable))
        case Phase.CALLING | Phase.LEADING | Phase.FOLLOWING if not view.is_bots_turn:
            await _choose(box, view)
        case Phase.READY | Phase.COVERING if not view.is_bots_turn:
            await box.press()
        case _:
            await asyncio.sleep(2 * A_MOMENT_S)
    await asyncio.sleep(A_MOMENT_S)


async def _choose(box: Simulation, view: View) -> None:
    """Take the choice that is shown; without one lower another tile, or raise them all."""
    if view.closable and not view.moved:
        await box.lower(_any_of(view.closable))
        return
    number = box.disk.recorded[-1].n if box.disk.recorded else 0
    await box.press(HOLD_S)
    if box.disk.recorded[-1].n > number and box.scene.view.prompt is not Prompt.CHOOSE:
        return
    await (box.lower(_any_of(view.closable)) if view.closable else box.lift(view.moved))


def _any_of(which: Tiles) -> Tiles:
    return tiles(secrets.choice(members(which)))


async def _throw_real_dice(box: Simulation, start: StartMatch) -> None:
    """Throw dice that the box does not see, and close tiles for them if that can be done."""
    from stbpi.games.shut_the_box.house_rules import make
    from stbpi.games.shut_the_box.judge import covers_now

    view, rules = box.scene.view, make(start.preset, start.house_rules)
    total = sum(RandomDice().throw(view.dice_allowed[-1]))
    standing = without(rules.all_tiles, view.committed)
    legal = covers_now(standing, view.roll, rules, is_first=standing == rules.start_tiles)
    covers = [cover for cover in legal if sum(members(cover)) == total]
    if covers:
        await box.lower(secrets.choice(covers))
    else:
        await box.operate(NoMove())
