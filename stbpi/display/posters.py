"""Posters: the small pictures that are shown in turn while nobody plays.

Each is cut to what is drawn, so that it can wander over the panel (`care`).

Never: says what a poster tells (`desk` does).
"""

from __future__ import annotations

from stbpi.desk.page import CODE, Poster
from stbpi.display import names
from stbpi.display.draw import Align, Box, Canvas
from stbpi.display.fonts import LARGE, SMALL
from stbpi.scene import Scene

ROOM = 125  # pixels: 21 small letters
_TITLE, _GAP, _LINE, _LINES = 14, 3, 12, 3


def posters_of(scene: Scene) -> tuple[Poster, ...]:
    """Return the posters of a scene in attract mode; if it has none, the name of the game."""
    return scene.posters or (Poster(kind="title", title=names.game(scene.view.game)),)


def draw_poster(poster: Poster) -> Canvas:
    """Draw a poster, in the middle of the panel's width."""
    canvas = Canvas()
    if poster.kind == CODE:
        from stbpi.display.code import draw_code  # few boxes show one

        draw_code(canvas, str(poster.lines[0]), poster.title)
        return canvas
    canvas.text(Box(1, 0, ROOM, _TITLE), poster.title, LARGE, SMALL, align=Align.CENTRE)
    for row, line in enumerate(poster.lines[:_LINES]):
        box = Box(1, _TITLE + _GAP + row * _LINE, ROOM, _LINE)
        canvas.text(box, line, SMALL, align=Align.CENTRE)
    return canvas
