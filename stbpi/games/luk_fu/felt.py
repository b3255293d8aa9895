"""The card table in a terminal: everybody's cards, what lies between them, the choice shown.

    ┌──────────────────────────────────┐
    │ Bot1 · Master          Bot2      │  name, role, fu; the cards that he holds, their backs up
    │ ▒▒▒▒▒▒ 6               ▒▒▒▒▒▒ 6  │
    │   m7 m8 m9      Ann        ▒▒▒   │  what each has laid; a star marks the best
    │ 2/5: t7 · press: next            │  the choice, its number, what the button does
    │ Ann · 2 fu + 3 old               │
    │  c1 c4   s2 s3   m5   t1 t9      │  the hand; a card of the choice lies higher
    └──────────────────────────────────┘

A card has its suit's letter and colour, a small sign for the suit, and a double line if it is
old; it is grey while its rank can't be chosen. After the deal there are the hands as they were
dealt.

Never: shows what the view does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stbpi.games.game import Phase, PlayerView, Prompt, View, members, tiles
from stbpi.games.luk_fu import texts
from stbpi.games.luk_fu.cards import NO_CARDS, Card, Cards, Suit, name_of, only, rank_of, suit_of
from stbpi.games.luk_fu.cards import members as each
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.public import SEATS, Laid
from stbpi.games.luk_fu.public import after as following
from stbpi.games.luk_fu.seen import Lay, Say
from stbpi.games.luk_fu.view import Hand
from stbpi.language import Message, _, all_of, counted, message
from stbpi.sim.felt import CLOTH, FAINT, STRONG, Felt, Look, Scores, fitting

_SIGNS: Mapping[Suit, str] = {
    Suit.COINS: "●",
    Suit.STRINGS: "≡",
    Suit.MYRIADS: "◆",
    Suit.TENS: "╬",
}
_INKS: Mapping[Suit, str] = {
    Suit.COINS: "#8a5a00",
    Suit.STRINGS: "#12692f",
    Suit.MYRIADS: "#b0201a",
    Suit.TENS: "#1a43b8",
}
_PAPERS = ("#f4f1e8", "#dcd7c8")
"""Of cards; of two that lie on each other each has its own."""

_LIFTED, _OUT_OF_REACH = "#ffe680", "#a9a698"
_BACKS = (Look("#d9a3a8", "#7a2230"), Look("#d9a3a8", "#5e1824"))
_WEAVE = "▒"

_DOWN = message("face down")
_BEST = message("best")
_CALLED, _PASSED = message("called"), message("passed")
_TO_LEAD = message("the table is empty")


class _Sizes(NamedTuple):
    """Rows of each part of the table; `gap` stands between its parts."""

    backs: int
    laid: int
    hand: int
    gap: int

    @property
    def height(self) -> int:
        return 1 + self.backs + (1 + self.laid) + 1 + 1 + (1 + self.hand) + 3 * self.gap


_LAYOUTS = (
    _Sizes(4, 8, 9, 2),
    _Sizes(3, 6, 7, 2),
    _Sizes(2, 5, 6, 1),
    _Sizes(1, 4, 5, 0),
    _Sizes(1, 3, 4, 0),
    _Sizes(1, 2, 2, 0),
)
_WIDEST = 10
_IN_A_LINE = 50
_GAP = 2
_SHAPE = 1.6
"""A card has at most so many columns for each row."""


def draw(felt: Felt, view: View) -> None:
    """Draw the table, or the hands that were dealt when the deal is over."""
    own = view.own
    if not isinstance(own, Hand):
        return
    if view.phase is Phase.MATCH_OVER:
        _draw_end(felt, view, own)
        return
    sizes = next((one for one in _LAYOUTS if one.height <= felt.height), _LAYOUTS[-1])
    me = _me(view)
    y = 0
    sides = (following(me.seat), following(me.seat, 2))
    for seat, is_left in zip(sides, (True, False), strict=True):
        _draw_bot(felt, view.players[seat - 1], view, own, sizes.backs, is_left=is_left)
    y += 1 + sizes.backs + sizes.gap
    zone = (felt.width - 2) // SEATS
    for place, seat in enumerate((sides[0], me.seat, sides[1])):
        _draw_laid(felt, 1 + place * zone, y, zone - 2, sizes.laid, view.players[seat - 1], own)
    if not own.lying and not own.calls:
        felt.write(1 + zone, y + sizes.laid // 2, fitting(_TO_LEAD, zone - 2), FAINT)
    y += 1 + sizes.laid + sizes.gap
    felt.write(1, y, _choice(view, own, felt.width - 2), STRONG)
    y += 1 + sizes.gap
    felt.write(1, y, _seat_line(view, me, own, felt.width - 2), _look(view, me))
    _draw_hand(felt, y + 1, sizes.hand, view, own)


def request(view: View) -> str:
    """Say what the player is to do."""
    own = view.own
    if not isinstance(own, Hand) or view.phase is Phase.MATCH_OVER:
        return ""
    return _choice(view, own, _IN_A_LINE)


def scores(view: View) -> Scores:
    """Return fu and, when the deal is over, points."""
    points = {p.seat: f"{p.total:+d}" if p.total else "0" for p in view.players}
    return Scores(
        heads=(_("fu"), _("points")),
        values={p.seat: (str(p.score or 0), points[p.seat]) for p in view.players},
    )


def worth(view: View) -> tuple[int, ...]:
    """Return everybody's fu."""
    return tuple(player.score or 0 for player in view.players)


def told(view: View) -> tuple[str, ...]:
    """Tell the hands that were dealt."""
    own = view.own
    if not isinstance(own, Hand):
        return ()
    return tuple(
        _("{player} was dealt {cards}.").format(
            player=player.name, cards=all_of([name_of(one) for one in each(hand)])
        )
        for player, hand in zip(view.players, own.dealt, strict=False)
    )


# In words


def _me(view: View) -> PlayerView:
    return next(player for player in view.players if not player.bot)


def _choice(view: View, own: Hand, room: int) -> str:
    """Say which choice is shown and what the button does, or what is to be done."""
    if view.prompt is Prompt.WAIT:
        thinks = message("{player} thinks …", player=_on_turn(view))
        return fitting(thinks if view.is_bots_turn else texts.DEALING, room)
    if own.choice is None:
        parts = [*_to_do(view, own), *_ranks(view)]
        return fitting(tuple(" · ".join(parts[at:]) for at in range(len(parts))), room)
    count = f"{own.number}/{own.choices}: " if own.choices > 1 else ""
    shown = [f"{count}{said}" for said in texts.choice(own.choice, own.fu_to_claim).wordings]
    asked = [] if isinstance(own.choice, Say) else _to_do(view, own)
    deeds = list(_deeds(own))
    lines = [line for choice in shown for line in ([*asked, choice, *deeds], [choice, *deeds])]
    return fitting(tuple(map(" · ".join, (*lines, [shown[-1]]))), room)


def _deeds(own: Hand) -> Iterator[str]:
    if own.choice is Say.ON:
        yield str(texts.LOWER_TO_PLAY)
    if own.choices > 1:
        yield _("press: next choice")
    if own.choice is not None and own.choice is not Say.ON:
        yield _("hold: {deed}").format(deed=texts.deed(own.choice))


def _to_do(view: View, own: Hand) -> list[str]:
    """Say what the player is to do with his cards."""
    best = own.best
    if view.phase is not Phase.FOLLOWING or best is None:
        return [str(texts.NO_PLAY if view.moved else texts.LEAD)] if own.choice is None else []
    said: list[Message] = []
    if view.prompt is Prompt.CHOOSE and own.choice is None:
        said = [texts.NO_PLAY if view.moved else texts.CHOOSE_RANKS]
    is_down = isinstance(own.choice, Lay) and not own.choice.face_up
    if view.prompt is Prompt.DISCARD or is_down:
        lay = counted("Lay {n} card face down", "Lay {n} cards face down", best.size)
        return [str(text) for text in (*said, lay)]
    return [str(text) for text in (*said, texts.beat(best.cards))]


def _ranks(view: View) -> list[str]:
    """Say which tiles can be lowered."""
    ranks = " ".join(map(str, members(view.closable)))
    if not ranks:
        return [str(texts.RAISE_TILES)] if view.moved else []
    if view.moved:
        return [_("tiles {tiles} may be added").format(tiles=ranks)]
    return [_("lower tiles of {tiles}").format(tiles=ranks)]


def _on_turn(view: View) -> str:
    return next((player.name for player in view.players if player.seat == view.player), "")


def _seat_line(view: View, player: PlayerView, own: Hand, room: int) -> str:
    """Name a player, with what he is in this deal and what he has won."""
    roles = tuple(_roles(own, player.seat))
    won = _("{fu} fu").format(fu=player.score or 0)
    if not player.bot and own.old:
        won = _("{fu} fu + {old} old ═").format(fu=player.score or 0, old=own.old.bit_count())
    arrow = "▶ " if player.seat == view.player and view.phase is not Phase.MATCH_OVER else ""
    full = " · ".join((f"{arrow}{player.name}", *roles, won))
    brief = " ".join((f"{arrow}{player.name}", *(role[:1] for role in roles), won))
    return fitting((full, brief), room)


def _look(view: View, player: PlayerView) -> Look:
    return STRONG if player.seat == view.player else CLOTH


# Cards


def _draw_bot(
    felt: Felt, player: PlayerView, view: View, own: Hand, rows: int, *, is_left: bool
) -> None:
    """Draw a bot's place: who he is, and the backs of his cards."""
    room = felt.width // 2 - 2
    line = _seat_line(view, player, own, room)
    count = own.counts[player.seat - 1]
    step = max(1, min(3, (room - 4) // 12))
    number = f" {count}"
    width = step * count + len(number)
    x, x_line = (1, 1) if is_left else (felt.width - 1 - width, felt.width - 1 - len(line))
    felt.write(x_line, 0, line, _look(view, player))
    for at in range(count):
        for row in range(rows):
            felt.write(x + at * step, 1 + row, _WEAVE * step, _BACKS[at % 2])
    felt.write(x + step * count, 1, number)


def _draw_laid(
    felt: Felt, x: int, y: int, room: int, rows: int, player: PlayerView, own: Hand
) -> None:
    """Draw what a player has laid on the table, or said."""
    laid = next((one for one in own.lying if one.seat == player.seat), None)
    if laid is None:
        said = _said(own, player.seat)
        if said and not own.lying:
            text = fitting(f"{player.name}: {said}", room)
            felt.write(x + (room - len(text)) // 2, y + rows // 2, text)
        return
    is_best = laid == own.best
    text = _under(player, laid, room, is_best=is_best)
    felt.write(x + (room - len(text)) // 2, y + rows, text, STRONG if is_best else FAINT)
    wide = min(_wide(rows), room)
    step = min(wide + 1, max(2, (room - wide) // max(laid.size - 1, 1)))
    left = x + (room - (step * (laid.size - 1) + wide)) // 2
    if laid.is_face_up:
        for at, one in enumerate(each(laid.cards)):
            _card(felt, left + at * step, y, wide, rows, one, paper=_PAPERS[at % 2 * (step < wide)])
    else:
        for at in range(laid.size):
            for row in range(rows):
                felt.write(left + at * step, y + row, _WEAVE * wide, _BACKS[at % 2])


def _under(player: PlayerView, laid: Laid, room: int, *, is_best: bool) -> str:
    """Name whose cards these are, and which."""
    if is_best:
        return fitting((f"★ {player.name}: {_BEST}", f"★ {player.name}"), room)
    if laid.is_face_up:
        return fitting(player.name, room)
    return fitting((f"{player.name}: {_DOWN}", player.name), room)


def _said(own: Hand, seat: int) -> str:
    """Return what a seat has said in the call; nothing if nothing yet."""
    for place, is_call in enumerate(own.calls):
        if following(own.master, place) == seat:
            return str(_CALLED if is_call else _PASSED)
    return ""


def _draw_hand(felt: Felt, y: int, rows: int, view: View, own: Hand) -> None:
    """Draw the player's hand, his choice one row higher; a click on a card flips its tile."""
    chosen = own.choice.cards if isinstance(own.choice, Lay) else NO_CARDS
    for one, x, wide in _in_a_row(felt.width, own.cards, rows):
        is_chosen, is_old = bool(only(one) & chosen), bool(only(one) & own.old)
        paper = _LIFTED if is_chosen else _paper(view, rank_of(one))
        top = y if is_chosen else y + 1
        _card(felt, x, top, wide, rows, one, paper=paper, is_old=is_old, tile=rank_of(one))


def _in_a_row(room: int, cards: Cards, rows: int) -> Iterator[tuple[Card, int, int]]:
    """Lay cards side by side, suits apart: each with its column, and its width."""
    hand = list(each(cards))
    gaps = len({suit_of(one) for one in hand}) - 1
    wide = min(_wide(rows), max((room - gaps) // max(len(hand), 1) - 1, 2))
    gap = min(_GAP, max(room - len(hand) * (wide + 1), 0) // max(gaps, 1))
    x = max((room - (len(hand) * (wide + 1) - 1 + gap * gaps)) // 2, 0)
    for at, one in enumerate(hand):
        if at and suit_of(hand[at - 1]) is not suit_of(one):
            x += gap
        yield one, x, wide
        x += wide + 1


def _paper(view: View, rank: int) -> str:
    """Return the colour of a card: those whose rank can't be chosen now are out of reach."""
    is_choosing = view.phase in (Phase.LEADING, Phase.FOLLOWING) and not view.is_bots_turn
    within = view.closable | view.moved
    return _OUT_OF_REACH if is_choosing and not within & tiles(rank) else _PAPERS[0]


def _card(
    felt: Felt,
    x: int,
    y: int,
    width: int,
    height: int,
    one: Card,
    *,
    paper: str,
    is_old: bool = False,
    tile: int = 0,
) -> None:
    """Draw a card face up."""
    suit = suit_of(one)
    look = Look(_INKS[suit], paper, is_bold=True)
    felt.fill(x, y, width, height, look, tile=tile)
    felt.write(x, y, name_of(one)[:width], look, tile=tile)
    if height > 3:
        felt.write(x + width // 2, y + height // 2, _SIGNS[suit], look, tile=tile)
    last = y + height - 1
    if is_old:
        felt.write(x, last, "═" * width, look, tile=tile)
    elif height > 4 and width > 4:
        felt.write(x + width - 2, last, name_of(one), look, tile=tile)


def _wide(rows: int) -> int:
    return min(_WIDEST, max(3, round(rows * _SHAPE)))


# After the deal


def _draw_end(felt: Felt, view: View, own: Hand) -> None:
    """Draw who has won what, and the hands as they were dealt."""
    felt.write(1, 0, fitting(_result(view), felt.width - 2), STRONG)
    pitch = (felt.height - 1) // SEATS
    rows = min(pitch - 1 - (pitch > 6), 9)
    for place, player in enumerate(view.players):
        y = 1 + place * pitch
        paid = f"{player.total:+d}" if player.total else "0"
        sign = "★ " if player.winner else ""
        fu = _("{fu} fu").format(fu=player.score or 0)
        roles = _roles(own, player.seat)
        line = " · ".join((f"{sign}{player.name}", *roles, fu, paid))
        felt.write(1, y, line[: felt.width - 2], STRONG if player.winner else CLOTH)
        if own.dealt:
            _draw_dealt(felt, y + 1, rows, own.dealt[player.seat - 1])


def _roles(own: Hand, seat: int) -> Iterator[str]:
    if seat == own.master:
        yield _("Master")
    if seat == own.caller:
        yield _("caller")


def _draw_dealt(felt: Felt, y: int, rows: int, hand: Cards) -> None:
    for one, x, wide in _in_a_row(felt.width, hand, rows):
        _card(felt, x, y, wide, rows, one, paper=_PAPERS[0])


def _result(view: View) -> Message:
    why = texts.WHYS.get(view.why, message("{why}", why=view.why))
    winners = [player.name for player in view.winners]
    nobody = texts.DRAWN if view.why == MatchWhy.HANDS_EMPTY else texts.NO_WINNER
    winner = texts.wins(winners[0]) if winners else nobody
    return message("{winner} · {why}|{winner}", winner=winner, why=why)
