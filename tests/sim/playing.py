"""Somebody who plays whole matches on a simulated box, with contacts that bounce.

What he does depends on what the box shows and on his seed, never on how his contacts bounce.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from stbpi.config import BoxSection, Config, DisplaySection, GpioSection
from stbpi.dice.source import Dice
from stbpi.display.screens import draw
from stbpi.games.events import Bounced, Event, TileDown, TileUp
from stbpi.games.game import Phase, Prompt, StartMatch, Tile, all_tiles, members, tiles, without
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
from stbpi.sim.panel_model import PanelModel, Picture
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.steps import PRESS_S
from stbpi.sim.virtual import VirtualClock, run
from tests.doubles import SeededDice, chatter

T = TypeVar("T")

WALL = 1_800_000_000
BOUNCE_MS = (0.2, 4.0)
MOST_BOUNCES = 8
MOST_MOVES = 300

NINE_TILES = Config(gpio=replace(GpioSection(), tiles=GpioSection().tiles[:9]))
NO_DISPLAY = replace(NINE_TILES, display=replace(DisplaySection(), driver="none"))
QUICK = replace(NINE_TILES, box=replace(BoxSection(), settle_ms=20))
SHORT = StartMatch(
    game="shut_the_box", names=("Ann", "Bob"), preset="luk_kassen", house_rules=(("rounds", 2),)
)


class Player:
    """One who plays for everybody.

    Args:
        box: where he plays; it has been started.
        seed: of what he chooses.
        bounces: whether his contacts bounce.

    Attributes:
        flips: every tile that he moved, as the event that tells it.
        presses: how often he pressed the button.
    """

    def __init__(self, box: Simulation, *, seed: int = 1, bounces: bool = True) -> None:
        self.flips: list[Event] = []
        self.presses = 0
        self._box = box
        self._choice = random.Random(seed)
        self._noise = random.Random(seed) if bounces else None

    async def play(self, after_each: Callable[[], Awaitable[None]] | None = None) -> None:
        """Play until the match is over.

        Args:
            after_each: called after everything that he does.
        """
        for _ in range(MOST_MOVES):
            if self._box.scene.view.phase is Phase.MATCH_OVER:
                return
            await self.move()
            if after_each is not None:
                await after_each()
        raise AssertionError(f"no end after {MOST_MOVES} moves: {self._box.scene}")

    async def move(self) -> None:
        """Do the next thing that the box asks for."""
        view = self._box.scene.view
        match view.phase:
            case Phase.RAISE_TILES:
                for tile in members(view.named):
                    await self.flip(tile, down=False)
            case Phase.READY | Phase.COVERING if view.prompt is Prompt.WAIT:
                await asyncio.sleep(0.5)  # a bot is on turn
            case Phase.COVERING if view.prompt in (Prompt.CLOSE, Prompt.CLOSE_AGAIN):
                for tile in members(view.named):
                    await self.flip(tile, down=True)
            case Phase.COVERING if view.left:
                standing = without(all_tiles(view.tiles), view.committed)
                legal = sum_covers(standing, sum(view.roll), count=view.tiles, most=view.tiles)
                for tile in members(self._choice.choice(legal)):
                    await self.flip(tile, down=True)
            case Phase.READY | Phase.COVERING:
                await self.press()
            case _:
                await asyncio.sleep(2.1)

    async def flip(self, tile: Tile, *, down: bool) -> None:
        hand, one = self._box.hand, tiles(tile)
        move = {True: hand.lower, False: hand.raise_}
        await chatter(lambda level: move[level](one), self._train(down))
        self.flips.append(TileDown(tile=tile) if down else TileUp(tile=tile))
        await self._box.settle()

    async def press(self) -> None:
        for level in (True, False):
            await chatter(self._box.hand.press_roll, self._train(level))
            await asyncio.sleep(PRESS_S)
        self.presses += 1
        await self._box.settle()

    def _train(self, level: bool) -> Iterator[tuple[float, bool]]:
        """Make a train of bounces that ends with this level."""
        yield 0, level
        if self._noise is not None:
            for _ in range(self._noise.randint(0, MOST_BOUNCES)):
                yield self._noise.uniform(*BOUNCE_MS), not level
                yield self._noise.uniform(*BOUNCE_MS), level


def on_box(
    story: Callable[[Simulation], Awaitable[T]],
    journal: Path,
    *,
    dice: Dice | None = None,
    config: Config = NINE_TILES,
    panel: PanelModel | None = None,
    told: list[Recorded] | None = None,
    wall: int = WALL,
) -> T:
    """Tell a story on a simulated box, in virtual time.

    Args:
        journal: the journal's file.
        dice: what is thrown; by default the same every time.
        panel: stands in for the model of the display.
        told: gets all events that the program tells.
        wall: epoch seconds when the story begins.
    """

    async def main() -> T:
        loop = asyncio.get_running_loop()
        box = Simulation(
            config,
            dice=dice or SeededDice(1),
            journal=journal,
            make_clock=lambda: VirtualClock(loop, wall=wall),
            watchers=Watchers(
                scene=lambda _: None,
                events=(told if told is not None else []).extend,
            ),
        )
        if panel is not None:
            box.panel = panel
        await box.start()
        try:
            result = await story(box)
        finally:
            await box.stop()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return result

    return run(main())


def recorded(journal: Path) -> list[Recorded]:
    """Read a journal as any other program would."""
    with closing(open_read_only(journal)) as reader:
        return list(reader.events())


def facts(journal: Path, *but: type[Event]) -> list[Event]:
    """Return the events of a journal, without those of these kinds, and how contacts bounced."""
    return [r.event for r in recorded(journal) if not isinstance(r.event, (*but, Bounced))]


def events_of(kind: type[Event] | tuple[type[Event], ...], journal: Path) -> list[Event]:
    """Return the events of a journal that are of this kind."""
    return [event for event in facts(journal) if isinstance(event, kind)]


def drawn(scene: Scene) -> Picture:
    """Return the pixels of a scene as a panel has them."""
    picture = draw(scene).picture
    return tuple(tuple(bool(picture.getpixel((x, y))) for x in range(128)) for y in range(64))


async def play_a_match(box: Simulation) -> Player:
    """Play a short match to its end."""
    await box.start_match(SHORT)
    player = Player(box)
    await player.play()
    return player
