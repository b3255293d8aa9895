"""The SVG that Textual makes of the terminal, made to look the same everywhere.

Textual's own fetches a web font and leaves spaces and block characters to whatever font is
there. Here words are placed one by one and pixels are drawn as such; nothing is fetched.

Never: changes what is to be seen.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

# The metrics of Textual's SVG, in its units: a cell, and how far its top is above the baseline.
CELL_W, CELL_H, ASCENT = 12.2, 24.4, 18.5
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
PIP = 5.0
BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

PARTS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "▀": ((0, 0, 1, 1 / 2),),
    "▄": ((0, 1 / 2, 1, 1 / 2),),
    "█": ((0, 0, 1, 1),),
    "▔": ((0, 0, 1, 1 / 8),),
    "▁": ((0, 7 / 8, 1, 1 / 8),),
    "▏": ((0, 0, 1 / 8, 1),),
    "▕": ((7 / 8, 0, 1 / 8, 1),),
    "▌": ((0, 0, 1 / 2, 1),),
    "─": ((0, 15 / 32, 1, 1 / 16),),
    "┴": ((0, 15 / 32, 1, 1 / 16), (7 / 16, 1 / 4, 1 / 8, 1 / 4)),
}
"""What is lit of the cell of a block character: left, top, width and height, in cells."""

WORD = re.compile(f"[^ ●{''.join(PARTS)}\u2800-\u28ff]+")
LINE_CLIP = re.compile(r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>\s*', re.DOTALL)
FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
TEXT = re.compile(
    r'<text class="(?P<kind>[^"]+)" x="(?P<x>[\d.]+)" y="(?P<y>[\d.]+)" '
    r'textLength="[\d.]+" clip-path="[^"]+">(?P<text>[^<]*)</text>'
)


def tidy(svg: str) -> str:
    """Make an SVG of Textual independent of fonts; nothing in it is fetched.

    Raises:
        ValueError: it is none that is known here.
    """
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
    """Return what is lit of block and braille characters."""
    for at, character in enumerate(text):
        left = x + at * CELL_W
        for px, py, width, height in PARTS.get(character, ()):
            yield Box(top + py * CELL_H, height * CELL_H, left + px * CELL_W, width * CELL_W)
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
