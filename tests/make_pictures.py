"""Makes the pictures of the documentation: the running simulator, and a sheet of screens.

    python -m tests.make_pictures

plays a few moves with scripted dice and writes `hardware/pictures/simulator.svg`, and some of
the gallery's screens as `oled-gallery.png`. The same program makes the same bytes.

The SVG that Textual exports fetches a web font and leaves spaces and block characters to
whatever font is there. Here words are placed one by one and pixels are drawn as such, so that
it looks the same in every browser and fetches nothing.
"""

from __future__ import annotations

import asyncio
import html
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from textual.pilot import Pilot

from stbpi.config import Config
from stbpi.dice import ScriptedDice
from stbpi.display.pictures import enlarged, pictures
from stbpi.games.game import Phase
from stbpi.sim.app import SimulatorApp, simulator

PICTURES = Path(__file__).parents[1] / "hardware" / "pictures"
SIZE = (100, 32)
PATIENCE_S = 10

SHOWN = (
    *("setup", "raise_tiles", "ready_without_choice"),
    *("covering", "complete", "wrong"),
    *("close_again", "no_move", "shut"),
    *("match_over", "menu", "switch_fault"),
)
"""The examples on the sheet, row by row."""
COLUMNS, SCALE, GAP, GREY = 3, 2, 8, 0x80

# The metrics of Textual's SVG, in its units: a cell, and how far its top is above the baseline.
CELL_W, CELL_H, ASCENT = 12.2, 24.4, 18.5
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
PIP = 5.0
BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
HALVES = {"▀": (0,), "▄": (1,), "█": (0, 1)}
WORD = re.compile("[^ ●▀▄█\u2800-\u28ff]+")
LINE_CLIP = re.compile(r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>\s*', re.DOTALL)
FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
TEXT = re.compile(
    r'<text class="(?P<kind>[^"]+)" x="(?P<x>[\d.]+)" y="(?P<y>[\d.]+)" '
    r'textLength="[\d.]+" clip-path="[^"]+">(?P<text>[^<]*)</text>'
)


async def make(directory: Path) -> None:
    """Play, and write the pictures into a directory."""
    directory.mkdir(parents=True, exist_ok=True)
    _gallery().save(directory / "oled-gallery.png")
    dice = ScriptedDice()
    dice.add([6, 3, 5, 4, 6, 6, 4, 3, 6, 5, 6, 4, 5, 6])
    config = replace(Config(), players=replace(Config().players, names=("Ann", "Bob")))
    with TemporaryDirectory() as temporary:
        journal = Path(temporary) / "journal.db"
        async with (
            simulator(config, start=True, journal=journal, dice=dice) as app,
            app.run_test(size=SIZE) as pilot,
        ):
            await _play(app, pilot, directory)


async def _play(app: SimulatorApp, pilot: Pilot[None], directory: Path) -> None:
    async def move(*keys: str, until: Callable[[], bool]) -> None:
        await pilot.press(*keys)
        async with asyncio.timeout(PATIENCE_S):
            while not until():
                await asyncio.sleep(0.02)
        await app.box.settle()
        await pilot.pause(0.2)

    def left() -> int | None:
        return app.box.scene.view.left

    def phase() -> Phase:
        return app.box.scene.view.phase

    await move(until=lambda: phase() is Phase.READY)
    await move("space", until=lambda: left() == 9)
    await move("9", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 9)
    await move("2", until=lambda: left() == 7)
    await move("8", until=lambda: phase() is Phase.WRONG)
    await move("8", "7", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 12)
    await move("4", "8", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 7)
    await move("6", "1", until=lambda: left() == 0)
    await move("space", until=lambda: phase() is Phase.TURN_OVER)
    await move(until=lambda: phase() is Phase.RAISE_TILES)
    await move("a", until=lambda: phase() is Phase.READY)
    await move("space", until=lambda: left() == 10)
    await move("3", "7", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 11)
    await move("5", until=lambda: left() == 6)
    svg = tidy(app.export_screenshot(title=app.TITLE))
    (directory / "simulator.svg").write_text(svg, encoding="utf-8")


def _gallery() -> Image.Image:
    """Put some screens side by side, enlarged, with grey between them."""
    drawn = {name: enlarged(picture, SCALE) for name, picture in pictures()}
    width, height = drawn[SHOWN[0]].size
    rows = len(SHOWN) // COLUMNS
    size = (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("L", size, GREY)
    for at, name in enumerate(SHOWN):
        row, column = divmod(at, COLUMNS)
        sheet.paste(drawn[name], (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return sheet


def tidy(svg: str) -> str:
    """Make an SVG of Textual independent of fonts; nothing in it is fetched."""
    svg = LINE_CLIP.sub("", FONT_FACE.sub("", svg)).replace("Fira Code, monospace", FONT)
    pixels: dict[str, list[Box]] = defaultdict(list)

    def place(found: re.Match[str]) -> str:
        text = html.unescape(found["text"]).replace("\xa0", " ")
        x, y, kind = float(found["x"]), float(found["y"]), found["kind"]
        pixels[kind] += _pixels(text, x, y - ASCENT)
        return "".join((*_words(text, kind, x, y), *_pips(text, kind, x, y - ASCENT)))

    svg = TEXT.sub(place, svg)
    paths = [
        f'<path class="{kind}" shape-rendering="crispEdges" d="{_path(boxes)}"/>'
        for kind, boxes in pixels.items()
        if boxes
    ]
    text_ends = svg.rindex("</g>", 0, svg.rindex("</g>"))
    svg = svg[:text_ends] + "".join(paths) + svg[text_ends:]
    if "url(http" in svg or 'url("http' in svg:
        raise ValueError("Textual's SVG has changed: something would be fetched")
    return svg


class Box(NamedTuple):
    """A lit rectangle, in the units of the SVG."""

    y: float
    h: float
    x: float
    w: float


def _words(text: str, kind: str, x: float, y: float) -> Iterator[str]:
    """Place each word for itself, as wide as its cells are."""
    for word in WORD.finditer(text):
        left, length = x + word.start() * CELL_W, len(word[0]) * CELL_W
        yield (
            f'<text class="{kind}" x="{left:.6g}" y="{y:.6g}" textLength="{length:.6g}" '
            f'lengthAdjust="spacingAndGlyphs">{html.escape(word[0])}</text>'
        )


def _pips(text: str, kind: str, x: float, top: float) -> Iterator[str]:
    for at, character in enumerate(text):
        if character == "●":
            cx, cy = x + (at + 0.5) * CELL_W, top + CELL_H / 2
            yield f'<circle class="{kind}" cx="{cx:.6g}" cy="{cy:.6g}" r="{PIP}"/>'


def _pixels(text: str, x: float, top: float) -> Iterator[Box]:
    """Return the pixels of block and braille characters."""
    for at, character in enumerate(text):
        left = x + at * CELL_W
        for half in HALVES.get(character, ()):
            yield Box(top + half * CELL_H / 2, CELL_H / 2, left, CELL_W)
        bits = ord(character) - 0x2800
        if 0 < bits < 0x100:
            for row, columns in enumerate(BRAILLE):
                for column, bit in enumerate(columns):
                    if bits & bit:
                        place = (top + row * CELL_H / 4, left + column * CELL_W / 2)
                        yield Box(place[0], CELL_H / 4, place[1], CELL_W / 2)


def _path(boxes: list[Box]) -> str:
    """Join what lies side by side, and draw it."""
    joined: list[Box] = []
    for box in sorted(boxes):
        last = joined[-1] if joined else None
        if last and last[:2] == box[:2] and abs(last.x + last.w - box.x) < 0.01:
            joined[-1] = last._replace(w=last.w + box.w)
        else:
            joined.append(box)
    return "".join(f"M{b.x:.6g} {b.y:.6g}h{b.w:.6g}v{b.h:.6g}h{-b.w:.6g}z" for b in joined)


if __name__ == "__main__":
    asyncio.run(make(PICTURES))
