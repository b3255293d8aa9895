"""The house in a terminal: its rooms with the chips that lie there, and the players with theirs.

         ▟████████████▙
    ┌────┤ 12  king   ├────┐    ▶ Ann   8 ●●●●●●●●
    │ 11 │            │ 10 │      Bo   12 ●●●●●●●●●●●●
    ├────┤ 7  wedding ├────┤    × Cleo  0
    │  9 │  ●● 2      │  8 │
    ├────┤            ├────┤
    │  6 │ ...        │  5 │
    ├────┼────────────┼────┤
    │  3 │ 2  pig     │  4 │
    └────┴────────────┴────┘
     Ann 6+3: pays 1 into 9

A room with chips is lit; an arrow is at one whose tile is to be moved, and a click flips it. The
4 is no room where the board has none for it.

Never: shows what the view does not.
"""

from __future__ import annotations

from typing import NamedTuple

from stbpi.games.game import Phase, PlayerView, Prompt, View, members, tiles
from stbpi.games.glueckshaus import screen_words as words
from stbpi.games.glueckshaus.house import House, Room
from stbpi.games.glueckshaus.ruleset import FOUR, KING, PIG, WEDDING
from stbpi.language import Message, _, counted, message
from stbpi.sim.felt import CLOTH, FAINT, STRONG, Felt, Look, Scores, fitting, short_names

_LEFT, _RIGHT = (11, 9, 6, 3), (10, 8, 5, FOUR)
"""The rooms at both sides, from the top."""

_ROWS = len(_LEFT)
_DARK = Look("#b99f7c", "#241a12")
_LIT = Look("#2a1706", "#ffd98a", is_bold=True)
_ASKED = Look("#ffffff", "#c8372d", is_bold=True)
_HALL = Look("#f4e4ff", "#4a2f5e", is_bold=True)
_ROOF = Look("#c8372d", "#123524", is_bold=True)
_CHIP, _ARROWS = "●", {Prompt.CLOSE: "▼", Prompt.CLOSE_AGAIN: "▼", Prompt.LOWER: "▼"}
_RAISED = "▲"
_SHARE = 0.6
"""So much of the width is the house's."""

_WIDEST, _TALLEST = 84, 7
_NO_ROOM = message("no room|–")
_WEDDING, _KING, _PIG = message("wedding"), message("king"), message("pig")
_OUT = message("out")


class _Place(NamedTuple):
    """Where something is drawn, in columns and rows."""

    x: int
    y: int
    w: int
    h: int


def draw(felt: Felt, view: View) -> None:
    """Draw the house, the players beside it, and below it what the last throw has done."""
    own = view.own
    if not isinstance(own, House):
        return
    width = min(round(felt.width * _SHARE), _WIDEST)
    tall = max(min((felt.height - 2) // _ROWS, _TALLEST), 1)
    top = max(min(felt.height - 1 - tall * _ROWS, tall), 1)
    side = max((width - 2) // 4, 7)
    middle = width - 2 - 2 * side
    _draw_roof(felt, _Place(1, 0, width - 3, top))
    for column, numbers in ((1, _LEFT), (1 + side + middle, _RIGHT)):
        for at, number in enumerate(numbers):
            place = _Place(column, top + at * tall, side - 1, tall - (tall > 2))
            _draw_room(felt, place, number, view, own)
    inner = _Place(1 + side, top, middle - 1, tall - (tall > 2))
    _draw_hall(felt, inner, KING, _KING, own.on_board, "", view)
    wedding = inner._replace(y=top + tall, h=2 * tall - (tall > 2))
    _draw_hall(felt, wedding, WEDDING, _WEDDING, own.wedding, _arrow(view, WEDDING), view)
    pig = inner._replace(y=top + 3 * tall)
    _draw_hall(felt, pig, PIG, _PIG, own.on_board - own.wedding, "", view)
    said = fitting(_last(view, own), felt.width - 2)
    felt.write(1, min(top + _ROWS * tall, felt.height - 1), said, STRONG)
    _draw_players(felt, width + 1, view, own)


def request(view: View) -> str:
    """Say what is to be opened, which no other game asks for; and in the roll-off, what for."""
    own = view.own
    if not isinstance(own, House) or view.phase is Phase.MATCH_OVER:
        return ""
    match view.prompt:
        case Prompt.OPEN:
            return str(_open(view))
        case Prompt.ROLL if view.dice_allowed == (1,):
            return str(_last(view, own))
        case _:
            return ""


def scores(view: View) -> Scores:
    """Return what the last throw has changed, and chips."""
    own = view.own
    throw = own.throw if isinstance(own, House) else None
    last = {throw.seat: f"{throw.gained:+d}"} if throw is not None and throw.gained else {}
    return Scores(
        heads=("±", _("chips")),
        values={p.seat: (last.get(p.seat, ""), str(p.total)) for p in view.players},
    )


def worth(view: View) -> tuple[int, ...]:
    """Return everybody's chips."""
    return tuple(player.total for player in view.players)


def told(view: View) -> tuple[str, ...]:
    """Say nothing more: what lies in the house is heard."""
    return ()


def _open(view: View) -> Message:
    named = members(view.named)
    listed = " ".join(map(str, named))
    return counted("Open tile {tiles}", "Open tiles {tiles}", len(named), tiles=listed)


def _last(view: View, own: House) -> Message | str:
    """Say what the last throw of two dice has done, or who starts."""
    throw = own.throw
    if throw is None:
        return words.HIGHEST_STARTS if view.dice_allowed == (1,) else ""
    if throw.does is None:
        if view.dice_allowed == (1,):
            is_tied = not any(own.roll_off[seat - 1] for seat in own.contenders)
            return words.TIED if is_tied else words.HIGHEST_STARTS
        return words.starts(next((p.name for p in view.players if p.seat == view.player), ""))
    thrower = view.players[throw.seat - 1]
    room = next((room for room in own.rooms if room.number == throw.room), None)
    done = words.done(throw, thrower.name, room=room, is_out=thrower.out)
    dice = "+".join(map(str, throw.dice))
    return message("{dice} = {total} · {done}", dice=dice, total=throw.total, done=done)


def _arrow(view: View, number: int) -> str:
    """Return an arrow if the tile of a room is to be moved."""
    if not view.named & tiles(number):
        return ""
    return _ARROWS.get(view.prompt, _RAISED)


def _draw_roof(felt: Felt, at: _Place) -> None:
    step = at.w // (3 * at.h + 1)
    for row in range(at.h):
        edge = step * (at.h - row)
        tiled = f"▟{'█' * (at.w - 2 * edge - 2)}▙"
        felt.write(at.x + edge, at.y + row, tiled, _ROOF)


def _draw_room(felt: Felt, at: _Place, number: int, view: View, own: House) -> None:
    room = next((room for room in own.rooms if room.number == number), None)
    arrow = _arrow(view, number)
    look = _ASKED if arrow else _LIT if room is not None and room.chips else _DARK
    felt.fill(*at, look, tile=number)
    felt.number(at.x + 1, at.y, number, at.w - 2, max(at.h - 1, 1), look, tile=number)
    if arrow:
        felt.write(at.x + at.w - 2, at.y, arrow, look, tile=number)
    lies = fitting(_NO_ROOM, at.w - 2) if room is None else _chips_in(room, at.w - 2)
    row = at.y + at.h - 1
    x = at.x + at.w - 3 - len(lies) if at.h == 1 else at.x + 1
    felt.write(x, row, lies, look, tile=number)


def _chips_in(room: Room, space: int) -> str:
    """Draw the chips of a room, or write how many there are."""
    if room.holds > 1:
        return fitting(f"{room.chips}/{room.holds}", space)
    return _chips(room.chips, space)


def _chips(count: int, space: int) -> str:
    """Draw chips with their number, or write it alone where they have no room."""
    if not count:
        return ""
    drawn = f"{_CHIP * count} {count}" if count > 1 else _CHIP
    return fitting((drawn, f"{_CHIP}{count}", str(count)), space)


def _draw_hall(
    felt: Felt, at: _Place, number: int, name: Message, chips: int, arrow: str, view: View
) -> None:
    """Draw a room that has a name, with the chips that lie there, or would be taken."""
    is_lit = bool(chips) and number == WEDDING
    look = _ASKED if arrow else _LIT if is_lit else _HALL
    felt.fill(*at, look, tile=number)
    head = f"{number} {name}"
    felt.write(at.x + 1, at.y, fitting((head, str(number)), at.w - 2), look, tile=number)
    if arrow:
        felt.write(at.x + at.w - 2, at.y, arrow, look, tile=number)
    if number == WEDDING:
        lies = _chips(chips, at.w - 2)
    else:
        takes = counted("takes {n} chip|takes {n}|{n}", "takes {n} chips|takes {n}|{n}", chips)
        lies = fitting(takes, at.w - 2) if chips and view.phase is not Phase.MATCH_OVER else ""
    if at.h == 1:
        lies = lies if len(head) + len(lies) + 4 <= at.w else ""
        felt.write(at.x + at.w - 3 - len(lies), at.y, lies, look, tile=number)
    else:
        felt.write(at.x + 1, at.y + at.h - 1 - (at.h > 3), lies, look, tile=number)


def _draw_players(felt: Felt, x: int, view: View, own: House) -> None:
    """Draw a line a player: whose turn it is, what he has, or has thrown for the start."""
    room = felt.width - x - 1
    count = len(view.players)
    pitch = 2 if count * 2 <= felt.height - 3 else 1
    digits = max(len(str(player.total)) for player in view.players)
    letters = max(min(max(len(p.name) for p in view.players), room - 3 - digits), 3)
    names = short_names(view.players, letters)
    for place, player in enumerate(view.players):
        sign = _sign(player, view)
        line = f"{sign} {names[player.seat]:<{letters}} {player.total:>{digits}} "
        look = STRONG if player.winner or player.seat == view.player else CLOTH
        felt.write(x, 1 + place * pitch, line, FAINT if player.out else look)
        rest = room - len(line)
        felt.write(x + len(line), 1 + place * pitch, _beside(player, own, rest), look)


def _sign(player: PlayerView, view: View) -> str:
    if player.winner:
        return "★"
    if player.out:
        return "×"
    return "▶" if player.seat == view.player else " "


def _beside(player: PlayerView, own: House, room: int) -> str:
    """Draw a player's chips, or the die that he has thrown for the start."""
    if any(own.roll_off):
        die = own.roll_off[player.seat - 1]
        return fitting(message("die {die}|{die}", die=die), room) if die else ""
    if player.out:
        return fitting(_OUT, room)
    return _CHIP * player.total if player.total <= room else ""
