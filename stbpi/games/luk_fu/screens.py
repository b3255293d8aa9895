"""The screens of Luk Fu: the player's hand as a grid, and beside it what everybody sees.

     0 ┌─────────────────────────┐
       │ headline                │  the choice that is shown, or what is to be done
    14 ├───────────┬─────────────┤
       │ c 1 2 . 4 │ 2+3 fu   m7 │  a row a suit; the player: fu won and old cards in his hand
       │ s . . 3 . │ 1 Bot1 ° ▮1 │  fu won, name, mark of Master or caller, what he has laid
       │ m . 2 3 4 │ 0 Bot2 ! m9 │
       │ t 1 . . . │ press: next │  what the button does, or who is Master or caller
    62 └───────────┴─────────────┘

A card of the hand is its rank, in the column of that rank's tile; an old one is underlined, one
of the choice that is shown is inverse. What was laid and is the best is inverse too. A full
little card with a number stands for cards that lie face down, an empty one for those in hand.
After the match there is a column a player instead, with the hands as they were dealt.

Never: shows what the view does not; holds a word (`texts` does).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from stbpi.display.draw import WIDTH, Align, Box, Canvas
from stbpi.display.fonts import LARGE, SMALL
from stbpi.display.headline import player_of
from stbpi.display.own_screens import Body
from stbpi.display.table import short_names
from stbpi.display.texts import AGAIN_OR_NEW, BOT_THINKS, Text
from stbpi.games.game import Change, Phase, PlayerView, Prompt, View, members
from stbpi.games.luk_fu import texts
from stbpi.games.luk_fu.cards import NO_CARDS, RANKS, Cards, Suit, in_suit
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.public import Laid, after
from stbpi.games.luk_fu.seen import Lay, Say
from stbpi.games.luk_fu.view import Hand
from stbpi.language import Message
from stbpi.scene import Held, Scene

TOP, ROW = 14, 12
RIGHT = WIDTH - 1  # the last column stays empty, so that the picture can move
_CELL = SMALL.width
_GRID_X = 6  # where the column of rank 1 begins
_BESIDE = Box(62, TOP, RIGHT - 62, ROW)  # the first line beside the grid
_RULE = Box(60, TOP, 1, 4 * ROW)  # between the grid and what stands beside it
_MARK_X, _PLAY = 97, Box(104, TOP, RIGHT - 104, ROW)
_NAME_LETTERS = 4
_COLUMN = 42  # of a player, after the match
_COLUMN_LETTERS = 6
_DEALT_Y, _PITCH = 35, 4
BEST = "► "
_LARGE_ROW, _COUNT_END = 20, 72  # of the table below on a panel of 128×128 pixels


def body(view: View) -> Body | None:
    """Return the screen of a view; `None` for what is no part of a deal."""
    if not isinstance(view.own, Hand):
        return None
    if view.phase is Phase.MATCH_OVER:
        return "match_over", _draw_end
    if view.phase not in (Phase.CALLING, Phase.LEADING, Phase.FOLLOWING):
        return None
    if view.is_bots_turn:
        return "bot_thinks", _draw_deal
    return ("dealing" if view.prompt is Prompt.WAIT else view.phase.value), _draw_deal


def headline(view: View) -> tuple[Text, Text] | None:
    """Return what stands left and right in the headline."""
    if not isinstance(view.own, Hand):
        return None
    if view.phase is Phase.MATCH_OVER:
        names = [player.name for player in view.winners]
        nobody = texts.DRAWN if view.why == MatchWhy.HANDS_EMPTY else texts.NO_WINNER
        return (texts.wins(names[0]) if names else nobody), texts.WHYS.get(view.why, "")
    if view.is_bots_turn:
        return player_of(view).name, BOT_THINKS
    return _to_do(view, view.own)


def deeds(view: View) -> Mapping[Held, Message]:
    """Say what a press and a hold do; what is missing does nothing."""
    own = view.own
    if not isinstance(own, Hand) or own.choice is None:
        return {}
    does = {Held.PRESS: texts.NEXT} if own.choices > 1 else {}
    return does if own.choice is Say.ON else {**does, Held.HOLD: texts.deed_in_full(own.choice)}


def feet(view: View) -> Text:
    """Say below the totals who had called; nothing if nobody had."""
    caller = view.own.caller if isinstance(view.own, Hand) else 0
    name = next((player.name for player in view.players if player.seat == caller), "")
    return texts.caller(name) if name else ""


def lower(view: View) -> Callable[[Canvas], None] | None:
    """Return what draws the lower half of a panel of 128×128 pixels; `None` for the totals."""
    if view.phase is Phase.MATCH_OVER or not isinstance(view.own, Hand):
        return None
    return partial(_draw_table, view)


def _to_do(view: View, own: Hand) -> tuple[Text, Text]:
    """Return the choice that is shown, or what the player is to do."""
    if view.prompt is Prompt.WAIT:
        return texts.DEALING, ""
    if view.prompt is Prompt.CHOOSE and own.choice is Say.ON:
        return texts.LOWER_TO_PLAY, texts.numbers(members(view.closable))
    if own.choice is not None:
        count = f"{own.number}/{own.choices}" if own.choices > 1 else ""
        return texts.choice(own.choice, own.fu_to_claim), count
    return _without_choice(view, own), texts.numbers(members(view.closable))


def _without_choice(view: View, own: Hand) -> Text:
    match view.prompt:
        case Prompt.CHOOSE if view.moved:
            return texts.NO_PLAY
        case Prompt.CHOOSE:
            return texts.CHOOSE_RANKS
        case Prompt.FOLLOW if own.best is not None:
            return texts.beat(own.best.cards)
        case Prompt.DISCARD if own.best is not None:
            return texts.lay_down(own.best.size)
        case _:
            return texts.LEAD


def _draw_deal(canvas: Canvas, scene: Scene) -> None:
    """The hand, and a line for everybody at the table."""
    view, own = scene.view, _own(scene.view)
    _grid(canvas, own)
    canvas.fill(_RULE)
    names = short_names(view.players, _NAME_LETTERS)
    for player in view.players:
        line = _line(player.seat - 1)
        if player.bot:
            _bot(canvas, line, player, names[player.seat], is_on_turn=player.seat == view.player)
        else:
            _person(canvas, line, own, player)
        _mark(canvas, line, own, player)
        if view.phase is Phase.CALLING and player.seat in _passed(own):
            canvas.text(_PLAY._replace(y=line.y), texts.PASSED, SMALL, align=Align.RIGHT)
        else:
            _laid(canvas, line, own, player.seat)
    canvas.text(_line(len(view.players)), _below(view, own, names), SMALL)


def _own(view: View) -> Hand:
    """Return what is drawn; `body` chooses no screen where there is nothing."""
    assert isinstance(view.own, Hand)
    return view.own


def _passed(own: Hand) -> tuple[int, ...]:
    """Return the seats that have passed."""
    return tuple(after(own.master, n) for n, is_call in enumerate(own.calls) if not is_call)


def _grid(canvas: Canvas, own: Hand) -> None:
    """Draw the hand, a row a suit, a column a rank."""
    chosen = own.choice.cards if isinstance(own.choice, Lay) else NO_CARDS
    for suit in Suit:
        y = TOP + suit * ROW
        canvas.text(Box(0, y, SMALL.width, ROW), suit.letter, SMALL)
        held, old, now = (in_suit(cards, suit) for cards in (own.cards, own.old, chosen))
        for rank in RANKS:
            bit = 1 << (rank - 1)
            cell = Box(_GRID_X + (rank - 1) * _CELL, y, _CELL - 1, ROW)
            if held & bit:
                is_now = bool(now & bit)
                _card(canvas, cell, rank, is_old=bool(old & bit), is_chosen=is_now)
            else:
                canvas.fill(Box(cell.x + 2, y + 6, 1, 1))


def _card(canvas: Canvas, cell: Box, rank: int, *, is_old: bool, is_chosen: bool) -> None:
    if is_chosen:
        canvas.fill(cell._replace(x=cell.x - 1, w=cell.w + 2))
    ink = not is_chosen
    canvas.text(cell._replace(h=ROW - 1), str(rank), SMALL, ink=ink)
    if is_old:
        canvas.fill(Box(cell.x, cell.y + ROW - 2, cell.w, 1), ink)


def _line(number: int) -> Box:
    """Return a line beside the grid, from 0."""
    return _BESIDE._replace(y=TOP + number * ROW)


def _bot(canvas: Canvas, line: Box, player: PlayerView, name: str, *, is_on_turn: bool) -> None:
    """Draw the fu that a bot has won, and its name."""
    fu = str(player.score or 0)
    canvas.text(line, fu, SMALL)
    place = line._replace(x=line.x + SMALL.length(fu) + 3, w=SMALL.length(name))
    if is_on_turn:
        canvas.fill(Box(place.x - 1, place.y, place.w + 2, ROW - 1))
    canvas.text(place._replace(h=ROW - 1), name, SMALL, ink=not is_on_turn)


def _person(canvas: Canvas, line: Box, own: Hand, player: PlayerView) -> None:
    """Draw the fu that the player has won, and how many old cards he holds."""
    end = _MARK_X if player.seat in (own.master, own.caller) else _PLAY.x - 1
    fu = texts.fu(player.score or 0, own.old.bit_count())
    canvas.text(line._replace(w=end - line.x), fu, SMALL)


def _mark(canvas: Canvas, line: Box, own: Hand, player: PlayerView) -> None:
    """Mark the caller, else the Master; where fu of two figures need its place, nobody."""
    is_caller = player.seat == own.caller
    if (is_caller or player.seat == own.master) and (player.score or 0) < 10:
        mark = texts.CALLER_MARK if is_caller else texts.MASTER_MARK
        canvas.text(line._replace(x=_MARK_X, w=SMALL.width, h=ROW - 1), mark, SMALL)


def _laid(canvas: Canvas, line: Box, own: Hand, seat: int) -> None:
    """Draw what a player has laid, or how many cards he holds."""
    place = _PLAY._replace(y=line.y, h=ROW - 1)
    laid = _laid_by(own, seat)
    if laid is None:
        _cards(canvas, place, own.counts[seat - 1], are_down=False)
    elif laid.is_face_up:
        text, is_best = texts.laid(laid.cards), laid == own.best
        width = SMALL.length(text) + 1
        if is_best:
            canvas.fill(place._replace(x=place.x + place.w - width, w=width))
        canvas.text(place, text, SMALL, align=Align.RIGHT, ink=not is_best)
    else:
        _cards(canvas, place, laid.size, are_down=True)


def _laid_by(own: Hand, seat: int) -> Laid | None:
    return next((laid for laid in own.lying if laid.seat == seat), None)


def _cards(canvas: Canvas, place: Box, count: int, *, are_down: bool) -> None:
    """Draw how many cards there are, with some little ones before the number; nothing for none."""
    if not count:
        return
    number = str(count)
    canvas.text(place, number, SMALL, align=Align.RIGHT)
    under = Box(place.x + place.w - SMALL.length(number) - 8, place.y + 1, 5, 8)
    card = under._replace(x=under.x - 2, y=under.y + 1)
    for box in (under, card):
        canvas.fill(box)
        canvas.fill(Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2), ink=False)
    if are_down:
        canvas.fill(card)
    canvas.fill(Box(card.x + card.w, card.y, 1, card.h - 1), ink=False)


def _below(view: View, own: Hand, names: Mapping[int, str]) -> Text:
    """Say what the button does, what is to be done with the tiles, or who is who."""
    choice = own.choice
    if view.change is not Change.NONE:
        return texts.BOTS_CHANGED
    if choice is not None and choice is not Say.ON:
        is_news = own.number == 1 and own.choices > 1
        return texts.PRESS_NEXT if is_news else texts.hold_to(texts.deed(choice))
    if view.prompt is not Prompt.WAIT:
        if not view.closable:
            return texts.RAISE_TILES
        return texts.MORE_TILES if view.moved else texts.LOWER_TILES
    if own.caller:
        return texts.caller(names[own.caller])
    return texts.master(names[own.master]) if own.master else ""


def _draw_table(view: View, canvas: Canvas) -> None:
    """Everybody in large letters, and below the name who he is and what he has laid."""
    own = _own(view)
    names = short_names(view.players, _COLUMN_LETTERS)
    for player in view.players:
        upper = Box(1, 3 + (player.seat - 1) * _LARGE_ROW, RIGHT - 1, LARGE.cap_height)
        canvas.text(upper, names[player.seat], LARGE)
        counted = upper._replace(y=upper.y - 1, w=_COUNT_END, h=11)
        _cards(canvas, counted, own.counts[player.seat - 1], are_down=False)
        old = None if player.bot else own.old.bit_count()
        won = upper._replace(x=_COUNT_END + 4, w=RIGHT - _COUNT_END - 4)
        canvas.text(won, texts.fu(player.score or 0, old), LARGE, align=Align.RIGHT)
        _laid_in_full(canvas, upper._replace(y=upper.y + 10), view, own, player.seat)


def _laid_in_full(canvas: Canvas, line: Box, view: View, own: Hand, seat: int) -> None:
    """Draw who somebody is, and what he has laid or said; an arrow shows what is the best."""
    role = texts.role(is_master=seat == own.master, is_caller=seat == own.caller)
    canvas.text(line, role, SMALL)
    taken = SMALL.length(str(role)) + SMALL.width
    laid = _laid_by(own, seat)
    if laid is not None:
        said = texts.laid_in_full(laid.cards, laid.size)
        arrow = BEST if laid == own.best else ""
        words: Text = tuple(arrow + wording for wording in said.wordings)
    else:
        words = texts.PASSED if view.phase is Phase.CALLING and seat in _passed(own) else ""
    room = line._replace(x=line.x + taken, w=line.w - taken)
    canvas.text(room, words, SMALL, align=Align.RIGHT)


def _draw_end(canvas: Canvas, scene: Scene) -> None:
    """A column a player: his name, what he has won and was paid, and the hand that he was dealt."""
    view, own = scene.view, _own(scene.view)
    names = short_names(view.players, _COLUMN_LETTERS)
    won = _won(view.players)
    for player in view.players:
        column = Box((player.seat - 1) * (_COLUMN + 1), TOP, _COLUMN - 1, ROW - 2)
        if player.winner:
            canvas.fill(column)
        name = column._replace(x=column.x + 1, w=column.w - 2)
        canvas.text(name, names[player.seat], SMALL, ink=not player.winner)
        line = name._replace(y=TOP + 11)
        if player.seat > 1:
            canvas.fill(Box(column.x - 2, TOP, 1, _DEALT_Y + 4 * _PITCH - TOP))
        canvas.text(line, won[player.seat - 1], SMALL)
        canvas.text(line, _paid(player), SMALL, align=Align.RIGHT)
        if own.dealt:
            _dealt(canvas, name.x + 1, own.dealt[player.seat - 1])
    canvas.text(Box(0, 50, RIGHT, ROW), AGAIN_OR_NEW, SMALL, align=Align.CENTRE)


def _won(players: Sequence[PlayerView]) -> tuple[Text, ...]:
    """Say what everybody has won, in the longest wording for which all columns have room."""
    said = [texts.fu(player.score or 0, None).wordings for player in players]
    for wording in zip(*said, strict=False):
        pairs = zip(wording, map(_paid, players), strict=True)
        if all(SMALL.length(f"{won}{paid}") + 4 < _COLUMN - 2 for won, paid in pairs):
            return wording
    return tuple(wordings[-1] for wordings in said)


def _paid(player: PlayerView) -> str:
    return f"{player.total:+d}" if player.total else "0"


def _dealt(canvas: Canvas, x: int, hand: Cards) -> None:
    """Draw a hand as it was dealt, small."""
    for suit in Suit:
        ranks, y = in_suit(hand, suit), _DEALT_Y + suit * _PITCH
        for rank in RANKS:
            cell = Box(x + (rank - 1) * _PITCH, y, _PITCH - 1, _PITCH - 1)
            is_held = bool(ranks >> (rank - 1) & 1)
            canvas.fill(cell if is_held else Box(cell.x + 1, cell.y + 1, 1, 1))
