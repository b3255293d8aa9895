"""What is on the display: one picture for every scene.

A screen is a headline and a body; the body is that of a page, the game's own (`own_screens`), or
chosen by phase and prompt alone. `Screen.name` is public (scenarios expect it) and never changes:
the body's name, `held_press` or `held_hold` while the button is held, the prompt's after a
refusal, and `attract_` with the kind of the poster while nobody plays.

Never: keeps anything between two pictures, knows a rule, holds a word (`texts` does).
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from stbpi.desk.page import CODE, Question
from stbpi.display import names, texts
from stbpi.display.care import in_the_middle, is_attract
from stbpi.display.draw import HEIGHT, WIDTH, Align, Box, Canvas
from stbpi.display.fonts import LARGE, SMALL
from stbpi.display.headline import draw_headline, player_of
from stbpi.display.own_screens import Body, own_screens
from stbpi.display.pages import draw_page
from stbpi.display.play import (
    draw_bot_thinking,
    draw_closing,
    draw_complete,
    draw_covering,
    draw_mend,
    draw_move_tiles,
    draw_ready,
    draw_switch_fault,
    draw_throw,
    draw_turn_over,
)
from stbpi.display.posters import draw_poster, posters_of
from stbpi.display.table import ROW, draw_table
from stbpi.display.texts import Text
from stbpi.games.game import Phase, Prompt, View
from stbpi.language import speaking
from stbpi.scene import Held, Scene

SIZE = (WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """A small picture that wanders over the panel.

    Attributes:
        name: which screen it is; public and stable.
        picture: mode "1", of any size up to the panel's.
    """

    name: str
    picture: Image.Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A picture for the display.

    Attributes:
        name: which screen it is; public and stable.
        picture: mode "1", of the panel's size.
        is_new: most of it is new, as at the start of a turn.
        rest: small pictures that are shown in turn in its place, since nobody plays; empty
            otherwise.
        cut: texts that did not fit; a test holds that there are none.
    """

    name: str
    picture: Image.Image
    is_new: bool
    rest: tuple[Small, ...]
    cut: tuple[str, ...]


def draw(scene: Scene) -> Screen:
    """Draw a scene, in its language, for a panel of 128×64 pixels."""
    with speaking(scene.language):
        return draw_posters(scene, SIZE) if is_attract(scene) else _draw_large(scene)


def draw_posters(scene: Scene, size: tuple[int, int]) -> Screen:
    """Draw what is shown in turn in attract mode; the picture is the first of it."""
    drawn = [(poster.kind, draw_poster(poster)) for poster in posters_of(scene)]
    rest = tuple(
        Small(name=f"attract_{kind}", picture=canvas.picture.crop(canvas.picture.getbbox()))
        for kind, canvas in drawn
    )
    return Screen(
        name=rest[0].name,
        picture=in_the_middle(rest[0].picture, size),
        is_new=True,
        rest=rest,
        cut=tuple(text for _, canvas in drawn for text in canvas.cut),
    )


def _draw_large(scene: Scene) -> Screen:
    canvas = Canvas()
    if scene.test is not None:
        from stbpi.display.hardware_test import draw_test  # a box is seldom tested

        name, is_new = draw_test(canvas, scene.test), True
    else:
        name, is_new = _draw_usual(canvas, scene), scene.view.phase is Phase.READY
    return Screen(name=name, picture=canvas.picture, is_new=is_new, rest=(), cut=tuple(canvas.cut))


def _draw_usual(canvas: Canvas, scene: Scene) -> str:
    """Draw headline and body, and return the name of the screen."""
    if isinstance(scene.page, Question) and scene.page.kind == CODE:
        from stbpi.display.code import draw_code  # as above

        draw_code(canvas, str(scene.page.lines[0]), scene.page.title)
        return CODE
    draw_headline(canvas, scene)
    if scene.page is not None:
        name = draw_page(canvas, scene.page)
    else:
        name, body = _body(scene.view)
        body(canvas, scene)
    if scene.held in (Held.PRESS, Held.HOLD):
        return f"held_{scene.held}"
    return scene.view.prompt.value if scene.view.is_refusal else name


def _body(view: View) -> Body:
    """Choose the body of a screen: the game's own, if it has one."""
    own = own_screens(view)
    return (own.body(view) if own is not None else None) or _usual_body(view)


def _usual_body(view: View) -> Body:
    """Choose among the bodies of all games; after a turn it has the name of the reason."""
    match view.phase:
        case Phase.SETUP | Phase.ATTRACT if view.prompt is Prompt.CLOSED:
            return "closed", _closed
        case Phase.SETUP | Phase.ATTRACT:
            return "setup", _setup
        case Phase.MATCH_OVER:
            return "match_over", _match_over
        case Phase.MENU:
            return "menu", _nothing
        case _ if view.prompt is Prompt.SWITCH_FAULT:
            return "switch_fault", draw_switch_fault
        case Phase.RAISE_TILES if view.prompt is Prompt.LOWER:
            return "lower_tiles", draw_move_tiles
        case Phase.RAISE_TILES:
            return "raise_tiles", draw_move_tiles
        case Phase.READY if view.real_dice:
            return "throw", draw_throw
        case Phase.READY:
            return "bot_throws" if view.is_bots_turn else "ready", draw_ready
        case Phase.COVERING | Phase.WRONG if view.prompt is Prompt.CLOSE_AGAIN:
            return "close_again", draw_mend
        case Phase.COVERING if view.prompt in (Prompt.CLOSE, Prompt.OPEN):
            return view.prompt.value, draw_mend
        case Phase.COVERING if view.prompt is Prompt.WAIT and view.left:
            return "bot_thinks", draw_bot_thinking
        case Phase.COVERING if view.prompt is not Prompt.RAISE and view.real_dice:
            return _real_cover(view)
        case Phase.COVERING if view.prompt is not Prompt.RAISE:
            return ("complete", draw_complete) if view.left == 0 else ("covering", draw_covering)
        case Phase.COVERING | Phase.WRONG:
            return "wrong", draw_mend
        case Phase.CALLING | Phase.LEADING | Phase.FOLLOWING:
            return view.phase.value, _nothing
        case Phase.TURN_OVER:
            return "out" if player_of(view).out else view.why, draw_turn_over


def _real_cover(view: View) -> Body:
    if not view.moved:
        return "throw", draw_throw
    return ("closed_tiles" if view.left == 0 else "closing"), draw_closing


def _setup(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    bots = [player.name for player in view.players if player.bot]
    players = texts.players_and_bots(len(view.players) - len(bots), bots)
    _row(canvas, Box(0, 16, WIDTH, 16), texts.TILE, players)
    _row(canvas, Box(0, 32, WIDTH, 16), texts.HOLD, names.preset(view.preset))
    _row(canvas, Box(0, 48, WIDTH, 16), texts.PRESS, texts.START)


def _closed(canvas: Canvas, scene: Scene) -> None:
    closed = Box(0, 16, WIDTH - 1, 48)
    canvas.text(closed, texts.PROMPTS[Prompt.CLOSED], LARGE, SMALL, align=Align.CENTRE)


def _match_over(canvas: Canvas, scene: Scene) -> None:
    players = scene.view.players
    rows = 3 if len(players) <= 6 else 4
    about = [p.seat for p in players if p.winner]
    draw_table(canvas, Box(0, 16, WIDTH, rows * ROW), players, about=about)
    if rows == 3:
        is_closed = scene.view.prompt is Prompt.CLOSED
        hint = texts.PROMPTS[Prompt.CLOSED] if is_closed else texts.AGAIN_OR_NEW
        canvas.text(Box(0, 52, WIDTH, ROW), hint, SMALL)


def _nothing(canvas: Canvas, scene: Scene) -> None:
    """A menu that is just being left has no lines."""


def _row(canvas: Canvas, line: Box, key: Text, value: Text) -> None:
    """Draw what to do and what it brings."""
    canvas.text(line._replace(w=42), key, SMALL)
    canvas.text(line._replace(x=46, w=line.w - 46), value, LARGE, SMALL)
