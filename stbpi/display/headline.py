"""The headline of every screen: an inverse line of 13 pixels.

It says whose turn it is; where the body has no place for that, as outside of play and at cards,
it says while the button is held what letting go would do. A mark at its end says that a part has
failed, and the gravest fault is told in words.

Never: holds a word (`texts` does).
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.desk.page import Menu
from stbpi.display import faults, names, texts
from stbpi.display.draw import WIDTH, Box, Canvas
from stbpi.display.fonts import LARGE, SMALL
from stbpi.display.own_screens import own_screens
from stbpi.display.pages import deeds_of, title_of
from stbpi.display.texts import Text
from stbpi.games.game import Change, Phase, PlayerView, Prompt, View, members
from stbpi.language import Message
from stbpi.scene import Held, Scene

HEADLINE = Box(0, 0, WIDTH, 13)

_WITHOUT_STRIP = (
    *(Phase.SETUP, Phase.ATTRACT, Phase.MATCH_OVER),
    *(Phase.CALLING, Phase.LEADING, Phase.FOLLOWING),
)


def draw_headline(canvas: Canvas, scene: Scene) -> None:
    """Draw the headline of a scene."""
    canvas.fill(HEADLINE)
    line = HEADLINE._replace(x=1, w=WIDTH - 2)
    has_room = scene.page is None or isinstance(scene.page, Menu)
    if has_room and faults.gravest(scene.faults):
        _mark(canvas)
        line = line._replace(w=WIDTH - 9)
    left, right = _words(scene)
    if right:
        canvas.pair(line, left, right, LARGE, SMALL, ink=False)
    else:
        canvas.text(line, left, LARGE, SMALL, ink=False)


def deeds(scene: Scene) -> Mapping[Held, Message]:
    """Say what a press and a hold do now; what is missing does nothing."""
    view = scene.view
    if scene.page is not None:
        return deeds_of(scene.page)
    match view.phase:
        case _ if view.prompt is Prompt.CLOSED:
            return {}
        case Phase.SETUP | Phase.ATTRACT:
            return {Held.PRESS: texts.START, Held.HOLD: texts.OTHER_RULES}
        case Phase.MATCH_OVER:
            return {Held.PRESS: texts.PLAY_AGAIN, Held.HOLD: texts.SET_UP}
        case _ if view.is_bots_turn:
            return {}
        case _:
            own = own_screens(view)
            told = own.deeds(view) if own is not None else None
            usual = _closes(view) if view.real_dice else _throws(view.dice_allowed)
            return usual if told is None else told


def refusal_of(view: View) -> Text:
    """Say why a press was refused; nothing if it was not."""
    if not view.is_refusal:
        return ""
    match view.prompt:
        case Prompt.TOTAL:
            return texts.no_throw(sum(members(view.moved)))
        case Prompt.COVER:
            return texts.CLOSE_OR_TELL
        case prompt:
            return texts.PROMPTS[prompt]


def player_of(view: View) -> PlayerView:
    """Return the player whose turn it is or just ended."""
    return next(p for p in view.players if p.seat == view.player)


def _closes(view: View) -> dict[Held, Message]:
    """With real dice a press, however long, says that the tiles are closed."""
    if not view.moved or view.left != 0:
        return {}
    return {Held.PRESS: texts.TILES_CLOSED, Held.HOLD: texts.TILES_CLOSED}


def _throws(allowed: tuple[int, ...]) -> dict[Held, Message]:
    """A press throws the most dice, a hold one less where that may be, or the only die."""
    match allowed:
        case ():
            return {}
        case (1,):
            return {Held.PRESS: texts.throw(1), Held.HOLD: texts.throw(1)}
        case (dice,):
            return {Held.PRESS: texts.throw(dice)}
        case _:
            return {Held.PRESS: texts.throw(allowed[-1]), Held.HOLD: texts.throw(allowed[-2])}


def _words(scene: Scene) -> tuple[Text, Text]:
    """Return what stands left and right; the right may be empty."""
    view = scene.view
    if scene.held is Held.NOTHING:
        return texts.LET_GO, ""
    if scene.held is not Held.NOT and (scene.page is not None or view.phase in _WITHOUT_STRIP):
        return texts.let_go(deeds(scene).get(scene.held, texts.NOT_YET)), ""
    if scene.page is not None:
        return title_of(scene.page)
    if scene.is_waiting:
        return texts.SAVING, ""
    fault = faults.gravest(scene.faults)
    own = own_screens(view)
    own_words = own.headline(view) if own is not None else None
    if own_words is not None:
        return own_words[0], fault or own_words[1]
    if view.change is not Change.NONE and view.phase is not Phase.MATCH_OVER:
        return texts.CHANGES[view.change], ""
    match view.phase:
        case Phase.SETUP | Phase.ATTRACT:
            title = (*texts.said(names.game(view.game)), *texts.TITLE_OF_SETUP.wordings)
            return title, fault or texts.tiles(view.tiles)
        case Phase.MENU:
            return texts.MENU, ""
        case Phase.MATCH_OVER:
            anew = texts.SCORED_ANEW if view.rescored else ""
            return texts.winners([p.name for p in view.winners]), anew
        case _:
            name = player_of(view).name
            number = texts.round_of(view.round or 1, view.rounds)
            return name, fault or (texts.marked(number) if view.rescored else number)


def _mark(canvas: Canvas) -> None:
    """Draw an exclamation mark; the letter of the font would cost a letter of the name."""
    canvas.fill(Box(WIDTH - 7, 1, 6, 11), False)
    canvas.fill(Box(WIDTH - 5, 2, 2, 5))
    canvas.fill(Box(WIDTH - 5, 9, 2, 2))
