"""What is on the display: one picture for every scene.

A screen is a headline and a body; the body is chosen by phase and prompt alone. `Screen.name`
is public (scenarios expect it) and never changes: the body's name, `held_press` or `held_hold`
while the button is held, the prompt's after a refusal.

Never: keeps anything between two pictures, knows a rule, holds a word (`texts` does).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from stbpi.desk.page import Menu
from stbpi.display import faults, texts
from stbpi.display.draw import WIDTH, Align, Box, Canvas
from stbpi.display.fonts import LARGE, SMALL
from stbpi.display.hardware_test import draw_test
from stbpi.display.headline import draw_headline, is_refusal, player_of
from stbpi.display.play import (
    draw_complete,
    draw_covering,
    draw_mend,
    draw_move_tiles,
    draw_ready,
    draw_switch_fault,
    draw_turn_over,
)
from stbpi.display.table import ROW, draw_table
from stbpi.display.texts import Wordings
from stbpi.games.game import Phase, Prompt, View
from stbpi.scene import Held, Scene

MENU_ROWS = 4
REST_WIDTH = 112  # pixels: room to wander


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A picture for the display.

    Attributes:
        name: which screen it is; public and stable.
        picture: 128×64 pixels, mode "1".
        is_new: most of it is new, as at the start of a turn.
        rest: a small picture that wanders over the panel while nobody comes; `None` while a
            match is played.
        cut: texts that did not fit; a test holds that there are none.
    """

    name: str
    picture: Image.Image
    is_new: bool
    rest: Image.Image | None
    cut: tuple[str, ...]


def draw(scene: Scene) -> Screen:
    """Draw a scene."""
    canvas = Canvas()
    if scene.test is not None:
        name = draw_test(canvas, scene.test)
        cut = tuple(canvas.cut)
        return Screen(name=name, picture=canvas.picture, is_new=True, rest=None, cut=cut)
    name, body = _body(scene.view)
    draw_headline(canvas, scene)
    body(canvas, scene)
    if scene.held in (Held.PRESS, Held.HOLD):
        name = f"held_{scene.held}"
    elif is_refusal(scene.view):
        name = scene.view.prompt.value
    rest = draw_rest(scene)
    return Screen(
        name=name,
        picture=canvas.picture,
        is_new=scene.view.phase is Phase.READY,
        rest=rest.picture.crop(rest.picture.getbbox()) if rest else None,
        cut=(*canvas.cut, *(rest.cut if rest else ())),
    )


def draw_rest(scene: Scene) -> Canvas | None:
    """Draw what is shown when the box stands idle: a title, and what a press does."""
    view = scene.view
    match view.phase:
        case Phase.SETUP:
            title, deed = texts.game(view.game), texts.START
        case Phase.MATCH_OVER:
            title, deed = texts.winners([p.name for p in view.winners]), texts.PLAY_AGAIN
        case _:
            return None
    canvas = Canvas()
    canvas.text(Box(0, 0, REST_WIDTH, 14), title, LARGE, SMALL, align=Align.CENTRE)
    canvas.text(Box(0, 17, REST_WIDTH, 12), texts.press(deed), SMALL, align=Align.CENTRE)
    fault = faults.gravest(scene.faults)
    if fault:
        canvas.text(Box(0, 32, REST_WIDTH, 12), fault, SMALL, align=Align.CENTRE)
    return canvas


def _body(view: View) -> tuple[str, Callable[[Canvas, Scene], None]]:
    """Choose the body of a screen; after a turn it has the name of the reason."""
    match view.phase:
        case Phase.SETUP:
            return "setup", _setup
        case _ if view.prompt is Prompt.SWITCH_FAULT:
            return "switch_fault", draw_switch_fault
        case Phase.RAISE_TILES if view.prompt is Prompt.LOWER:
            return "lower_tiles", draw_move_tiles
        case Phase.RAISE_TILES:
            return "raise_tiles", draw_move_tiles
        case Phase.READY:
            return "ready", draw_ready
        case Phase.COVERING | Phase.WRONG if view.prompt is Prompt.CLOSE_AGAIN:
            return "close_again", draw_mend
        case Phase.COVERING if view.prompt is not Prompt.RAISE:
            return ("complete", draw_complete) if view.left == 0 else ("covering", draw_covering)
        case Phase.COVERING | Phase.WRONG:
            return "wrong", draw_mend
        case Phase.TURN_OVER:
            return "out" if player_of(view).out else view.why, draw_turn_over
        case Phase.MATCH_OVER:
            return "match_over", _match_over
        case Phase.MENU | Phase.ATTRACT:
            return view.phase.value, _menu


def _setup(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    players = texts.players(len(view.players))
    _row(canvas, Box(0, 16, WIDTH, 16), texts.TILE, players)
    _row(canvas, Box(0, 32, WIDTH, 16), texts.HOLD, texts.preset(view.preset))
    _row(canvas, Box(0, 48, WIDTH, 16), texts.PRESS, texts.START)


def _match_over(canvas: Canvas, scene: Scene) -> None:
    players = scene.view.players
    rows = 3 if len(players) <= 6 else 4
    about = [p.seat for p in players if p.winner]
    draw_table(canvas, Box(0, 16, WIDTH, rows * ROW), players, about=about)
    if rows == 3:
        canvas.text(Box(0, 52, WIDTH, ROW), texts.AGAIN_OR_NEW, SMALL)


def _menu(canvas: Canvas, scene: Scene) -> None:
    menu = scene.page
    if not isinstance(menu, Menu):
        return
    lines = [line.label.wordings for line in menu.lines]
    first = max(menu.at - MENU_ROWS + 1, 0)
    for row, words in enumerate(lines[first : first + MENU_ROWS]):
        line = Box(0, 16 + row * ROW, WIDTH, ROW)
        chosen = first + row == menu.at
        if chosen:
            canvas.fill(line)
        canvas.text(line._replace(x=3, w=WIDTH - 14), words, SMALL, ink=not chosen)
    if first > 0:
        canvas.arrow(WIDTH - 9, 20, up=True)
    if first + MENU_ROWS < len(lines):
        at_end = menu.at == first + MENU_ROWS - 1
        canvas.arrow(WIDTH - 9, 56, up=False, ink=not at_end)


def _row(canvas: Canvas, line: Box, key: Wordings, value: Wordings) -> None:
    """Draw what to do and what it brings."""
    canvas.text(line._replace(w=30), key, SMALL)
    canvas.text(line._replace(x=39, w=line.w - 39), value, LARGE, SMALL)
