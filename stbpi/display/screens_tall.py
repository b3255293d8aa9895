"""Screens for a panel of 128×128 pixels: the usual picture above, everybody's totals below.

The lower half also has the row of tiles while the upper one does not show it. What the coach
has more to say stands in its place: what the second best cover costs, or which choice of a turn
cost most; or what the game has to say there (`own_screens`).

Never: shows anything above that the smaller panel does not.
"""

from __future__ import annotations

from dataclasses import replace

from PIL import Image
from PIL.Image import Resampling

from stbpi.display.care import is_attract
from stbpi.display.coach import aftermath_of, second_best, worst_choice
from stbpi.display.draw import HEIGHT, WIDTH, Align, Box, Canvas
from stbpi.display.fonts import LARGE, SMALL
from stbpi.display.own_screens import own_screens
from stbpi.display.play import FEET, draw_tiles
from stbpi.display.screens import Screen, draw, draw_posters
from stbpi.display.table import ROW, draw_table, worth
from stbpi.display.texts import Text
from stbpi.games.game import Phase
from stbpi.language import speaking
from stbpi.scene import Scene

SIZE = (WIDTH, 2 * HEIGHT)
WITH_TILES = (Phase.RAISE_TILES, Phase.COVERING, Phase.WRONG, Phase.TURN_OVER)
"""When the usual picture shows the tiles."""

FEW = 3  # players who stand in large letters
LARGE_ROW = 16
LARGE_LETTERS = 14  # of a name and what its player has


def draw_tall(scene: Scene) -> Screen:
    """Draw a scene, in its language, for a panel of 128×128 pixels."""
    with speaking(scene.language):
        if is_attract(scene):
            return draw_posters(scene, SIZE)
        upper = draw(scene)
        if scene.test is not None and scene.test.pattern is not None:
            return replace(upper, picture=upper.picture.resize(SIZE, Resampling.NEAREST))
        lower = _lower_half(scene)
    picture = Image.new("1", SIZE)
    picture.paste(upper.picture, (0, 0))
    picture.paste(lower.picture, (0, HEIGHT))
    return replace(upper, picture=picture, cut=(*upper.cut, *lower.cut))


def _lower_half(scene: Scene) -> Canvas:
    canvas = Canvas()
    if scene.test is not None:
        return canvas
    view = scene.view
    canvas.fill(Box(0, 0, WIDTH - 1, 1))
    own = own_screens(view)
    drawing = own.lower(view) if own is not None else None
    if drawing is None:
        _table_and_feet(canvas, scene)
    else:
        drawing(canvas)
    return canvas


def _table_and_feet(canvas: Canvas, scene: Scene) -> None:
    """Draw everybody's totals, and a line or the tiles below."""
    view = scene.view
    longest = max((len(p.name) + len(worth(p)) for p in view.players), default=0)
    is_large = len(view.players) <= FEW and longest <= LARGE_LETTERS
    face, row = (LARGE, LARGE_ROW) if is_large else (SMALL, ROW)
    about = [p.seat for p in view.players if p.seat == view.player or p.winner]
    table = Box(0, 2, WIDTH - 1, FEW * LARGE_ROW)
    draw_table(canvas, table, view.players, about=about, face=face, row=row)
    said = _said_below(scene)
    if said:
        canvas.text(FEET, said, SMALL, align=Align.CENTRE)
    elif scene.page is not None or aftermath_of(scene) or view.phase not in WITH_TILES:
        draw_tiles(canvas, view, has_arrows=False)


def _said_below(scene: Scene) -> Text:
    """Return what stands below the table in place of the tiles; empty if nothing."""
    own = own_screens(scene.view)
    if own is not None:
        return own.feet(scene.view)
    return second_best(scene) if scene.view.phase is Phase.COVERING else worst_choice(scene)
