"""A display on a model of the OLED, and what the tests of it look at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from PIL import Image

from stbpi.display.animation import Frame, frames
from stbpi.display.care import Care, Light, care, moved
from stbpi.display.display import Display, what_moves
from stbpi.display.gallery import SCENES
from stbpi.display.panel import LumaPanel
from stbpi.display.screens import Screen, draw
from stbpi.scene import Scene
from stbpi.sim.panel_model import PanelModel, Picture
from stbpi.sim.virtual import run

FIRST, SECOND = SCENES["ready"], SCENES["covering"]


@dataclass
class Rig:
    """A display on a model of the OLED, and what it has told."""

    draw: Callable[[Scene], Screen] = draw
    model: PanelModel = field(default_factory=PanelModel)
    care: Callable[..., Care] = care
    animate: Callable[[Scene, Scene, Image.Image], Iterator[Frame]] = what_moves
    faults: list[str | None] = field(default_factory=list)

    def play(self, story: Callable[[Display], Awaitable[None]]) -> None:
        """Run a story in virtual time, with the display running beside it."""

        async def main() -> None:
            display = Display(
                LumaPanel("ssd1306", lambda: self.model),
                self.draw,
                on_fault=self.faults.append,
                care=self.care,
                animate=self.animate,
            )
            task = asyncio.create_task(display.run())
            await story(display)
            await display.stop()
            await task

        run(main())


def still(*, idle_s: float, running_s: float, attract_s: float | None) -> Care:
    """Leave the picture where it is, for tests that look at it after minutes."""
    return Care(right=0, down=0, light=Light.FULL, steps=None, change_s=3600)


def seen(shown: Scene, *, right: int = 0, down: int = 0) -> Picture:
    return pixels(moved(draw(shown).picture, right, down))


def pixels(picture: Image.Image) -> Picture:
    width, height = picture.size
    return tuple(tuple(bool(picture.getpixel((x, y))) for x in range(width)) for y in range(height))


async def until_still(display: Display) -> None:
    async with asyncio.timeout(60):
        while not (display.quiet and display.is_still):
            await asyncio.sleep(0.01)


async def until_quiet(display: Display) -> None:
    async with asyncio.timeout(60):
        while not display.quiet:
            await asyncio.sleep(0.01)


def film(before: Scene, after: Scene) -> list[Frame]:
    return list(frames(before, after, draw(after).picture))
