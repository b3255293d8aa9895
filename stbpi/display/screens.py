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

from stbpi.display import texts
from stbpi.display.draw import WIDTH, Align, Box, Canvas, Look
from stbpi.display.fonts import HUGE, LARGE, SMALL
from stbpi.display.headline import deeds, draw_headline, is_refusal, player_of
from stbpi.display.table import ROW, draw_table
from stbpi.display.texts import Wordings
from stbpi.games.game import Phase, Prompt, Tile, View, all_tiles, members
from stbpi.scene import Held, Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A picture for the display.

    Attributes:
        name: which screen it is; public and stable.
        picture: 128×64 pixels, mode "1".
        cut: texts that did not fit; a test holds that there are none.
    """

    name: str
    picture: Image.Image
    cut: tuple[str, ...]


def draw(scene: Scene) -> Screen:
    """Draw a scene."""
    canvas = Canvas()
    name, body = _body(scene.view)
    draw_headline(canvas, scene)
    body(canvas, scene)
    if scene.held in (Held.PRESS, Held.HOLD):
        name = f"held_{scene.held}"
    elif is_refusal(scene.view):
        name = scene.view.prompt.value
    return Screen(name=name, picture=canvas.picture, cut=tuple(canvas.cut))


def _body(view: View) -> tuple[str, Callable[[Canvas, Scene], None]]:
    """Choose the body of a screen; after a turn it has the name of the reason."""
    match view.phase:
        case Phase.SETUP:
            return "setup", _setup
        case Phase.RAISE_TILES if view.prompt is Prompt.LOWER:
            return "lower_tiles", _move_tiles
        case Phase.RAISE_TILES:
            return "raise_tiles", _move_tiles
        case Phase.READY:
            return "ready", _ready
        case Phase.COVERING | Phase.WRONG if view.prompt is Prompt.CLOSE_AGAIN:
            return "close_again", _mend
        case Phase.COVERING if view.prompt is not Prompt.RAISE:
            return ("complete", _complete) if view.left == 0 else ("covering", _covering)
        case Phase.COVERING | Phase.WRONG:
            return "wrong", _mend
        case Phase.TURN_OVER:
            return "out" if player_of(view).out else view.why, _turn_over
        case Phase.MATCH_OVER:
            return "match_over", _match_over
        case Phase.MENU:
            return "menu", _menu


def _setup(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    players = texts.players(len(view.players))
    _row(canvas, Box(0, 16, WIDTH, 16), texts.TILE, players)
    _row(canvas, Box(0, 32, WIDTH, 16), texts.HOLD, texts.preset(view.preset))
    _row(canvas, Box(0, 48, WIDTH, 16), texts.PRESS, texts.START)


def _ready(canvas: Canvas, scene: Scene) -> None:
    _throws(canvas, Box(0, 15, WIDTH, 25), scene)
    _running(canvas, scene.view)


def _move_tiles(canvas: Canvas, scene: Scene) -> None:
    _say(canvas, _request(scene.view))
    canvas.text(Box(0, 30, WIDTH, 12), texts.TO_BEGIN, SMALL)
    _tiles(canvas, scene.view)


def _covering(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    size = {1: 29, 2: 29, 3: 22}.get(len(view.roll), 17)
    x = canvas.dice(0, 16 + (29 - size) // 2, size, view.roll) + 3
    canvas.text(Box(x, 15, WIDTH - x, 20), (str(_left(view)),), HUGE, align=Align.CENTRE)
    words = texts.PROMPTS[Prompt.COVER]
    canvas.text(Box(x, 36, WIDTH - x, 10), words, SMALL, align=Align.CENTRE)
    _tiles(canvas, view)


def _complete(canvas: Canvas, scene: Scene) -> None:
    _throws(canvas, Box(0, 16, WIDTH, 30), scene)
    _tiles(canvas, scene.view)


def _mend(canvas: Canvas, scene: Scene) -> None:
    """Say what is to be put right, and below it the throw that it must fit."""
    view = scene.view
    _say(canvas, _request(view))
    x = canvas.dice(0, 31, 12, view.roll) + 2
    canvas.text(Box(x, 31, WIDTH - x, 12), texts.total(_left(view)), LARGE, SMALL)
    _tiles(canvas, view)


def _turn_over(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    score = texts.score(player_of(view).score or 0)
    size = 22 if len(view.roll) < 3 else 17
    room = WIDTH - len(view.roll) * (size + 3) - 3
    if SMALL.length(score[0]) <= room:
        canvas.dice(0, 16 + (22 - size) // 2, size, view.roll)
        canvas.text(Box(WIDTH - room, 16, room, 22), score, HUGE, LARGE, SMALL, align=Align.CENTRE)
    else:
        canvas.dice(0, 15, 12, view.roll)
        canvas.text(Box(0, 28, WIDTH, 12), score, LARGE, SMALL, align=Align.RIGHT)
    _running(canvas, view)


def _match_over(canvas: Canvas, scene: Scene) -> None:
    players = scene.view.players
    rows = 3 if len(players) <= 6 else 4
    about = [p.seat for p in players if p.winner]
    draw_table(canvas, Box(0, 16, WIDTH, rows * ROW), players, about=about)
    if rows == 3:
        canvas.text(Box(0, 52, WIDTH, ROW), texts.AGAIN_OR_NEW, SMALL)


def _menu(canvas: Canvas, scene: Scene) -> None:
    if scene.menu is None:
        return
    first = max(scene.menu.at - 3, 0)
    for row, code in enumerate(scene.menu.lines[first : first + 4]):
        line = Box(0, 16 + row * ROW, WIDTH, ROW)
        chosen = first + row == scene.menu.at
        if chosen:
            canvas.fill(line)
        inner = line._replace(x=3, w=WIDTH - 6)
        canvas.text(inner, texts.menu_line(code), SMALL, ink=not chosen)


def _row(canvas: Canvas, line: Box, key: Wordings, value: Wordings) -> None:
    """Draw what to do and what it brings."""
    canvas.text(line._replace(w=30), key, SMALL)
    canvas.text(line._replace(x=39, w=line.w - 39), value, LARGE, SMALL)


def _throws(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Draw what a press throws, and what a hold throws if that is something else."""
    does = deeds(scene)
    rows = [(texts.PRESS, does[Held.PRESS])] if does else []
    if len(scene.view.dice_allowed) > 1:
        rows.append((texts.HOLD, does[Held.HOLD]))
    for at, (key, deed) in enumerate(rows):
        height = box.h // len(rows)
        _row(canvas, Box(box.x, box.y + at * height, box.w, height), key, deed)


def _say(canvas: Canvas, words: Wordings) -> None:
    canvas.text(Box(0, 17, WIDTH, 12), words, LARGE, SMALL)


def _request(view: View) -> Wordings:
    """Say which tiles are to be moved."""
    named = members(view.named)
    match view.prompt:
        case Prompt.LOWER:
            return texts.lower_tiles(named)
        case Prompt.CLOSE_AGAIN:
            return texts.close_again(named)
        case _:
            return texts.raise_tiles(named, everything=view.named == all_tiles(view.tiles))


def _left(view: View) -> int:
    return sum(view.roll) if view.left is None else view.left


def _running(canvas: Canvas, view: View) -> None:
    """Draw the totals below a player whose turn begins or ends."""
    about = [] if view.player is None else [view.player]
    draw_table(canvas, Box(0, 40, WIDTH, 2 * ROW), view.players, about=about)


def _tiles(canvas: Canvas, view: View) -> None:
    canvas.tiles([_look(view, Tile(n)) for n in range(1, view.tiles + 1)], members(view.named))


def _look(view: View, tile: Tile) -> Look:
    """Say how a tile looks; one that is to be lowered is up, whether it counts or not."""
    is_to_sink = view.prompt in (Prompt.LOWER, Prompt.CLOSE_AGAIN)
    if tile in members(view.standing) or (is_to_sink and tile in members(view.named)):
        return Look.UP
    is_moved = view.left is not None and tile not in members(view.committed)
    return Look.MOVED if is_moved or tile in members(view.named) else Look.DOWN
