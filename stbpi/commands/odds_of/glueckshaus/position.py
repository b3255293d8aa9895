"""How a match of Glückshaus stands, as options say it: read, or refused in a line.

Rule: RULES.md 2.1 and 2.2. No chip is ever lost: hands and house have as many as were dealt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from stbpi.commands.odds_of.glueckshaus import CHIPS_EXAMPLE, OUT, PLAYERS
from stbpi.errors import StbError
from stbpi.games.glueckshaus.house_rules import refuse_seats
from stbpi.games.glueckshaus.odds import Position
from stbpi.games.glueckshaus.ruleset import KING, WEDDING, Ending, Ruleset
from stbpi.games.glueckshaus.ruleset import Out as OutWhen
from stbpi.language import _, all_of, counted, either

Hands = tuple[int | None, ...]
"""How many chips each player has, by seat; `None` of who is out."""


def position(
    rules: Ruleset,
    *,
    players: int | None,
    board: Iterable[str],
    chips: str | None,
    turn: int | None,
    kings: int | None,
) -> Position:
    """Return how the match stands; where nothing is said, as it begins.

    Args:
        rules: the house rules.
        players: how many play.
        board: the rooms in which chips lie, as `9=1`.
        chips: those of each player, as `12,9,out,16`.
        turn: who throws.
        kings: how many have been thrown.

    Raises:
        StbError: it can't stand so.
    """
    lie = _board(rules, board)
    hands = _hands(chips, players) if chips is not None else None
    seats = len(hands) if hands else players or PLAYERS
    hands = _all_there(hands, lie=sum(lie), dealt=rules.chips * seats, seats=seats)
    least = 0 if rules.out is OutWhen.CANNOT_PAY else 1
    left = tuple(n for n, has in enumerate(hands, 1) if has is not None and has >= least)
    if len(left) < 2:
        raise StbError(_("fewer than two players are still in: the match is over"))
    return Position(
        board=lie,
        hands=tuple(has or 0 for has in hands),
        left=left,
        seat=_turn(turn, left),
        kings=_kings(kings, rules),
    )


def _board(rules: Ruleset, said: Iterable[str]) -> tuple[int, ...]:
    """Read how many chips lie in each room."""
    lie = [0] * (KING + 1)
    named = set[int]()
    for text in said:
        if not re.fullmatch(r"\d{1,2}=\d{1,3}", text, re.ASCII):
            what = _("{option} {text}: expected {form}, as {example}")
            raise StbError(
                what.format(option="--board", text=repr(text), form="ROOM=CHIPS", example="9=1")
            )
        room, chips = map(int, text.split("="))
        if room not in rules.fillable:
            what = _("{option} {text}: chips lie in {rooms} alone")
            rooms = all_of([*map(str, rules.fillable)])
            raise StbError(what.format(option="--board", text=text, rooms=rooms))
        if room in named:
            what = _("{option}: room {room} is named twice")
            raise StbError(what.format(option="--board", room=room))
        if room != WEDDING and chips > rules.holds(room):
            full = counted(
                "{option} {text}: there is never more than {n} chip in this room",
                "{option} {text}: there are never more than {n} chips in this room",
                rules.holds(room),
                option="--board",
                text=text,
            )
            raise StbError(str(full))
        named.add(room)
        lie[room] = chips
    return tuple(lie)


def _hands(text: str, players: int | None) -> Hands:
    """Read what each player has."""
    words = [word.strip() for word in text.split(",")]
    if not all(word == OUT or re.fullmatch(r"\d{1,3}", word, re.ASCII) for word in words):
        what = _("{option} {text}: expected numbers, as {example}")
        raise StbError(what.format(option="--chips", text=repr(text), example=CHIPS_EXAMPLE))
    if players not in (None, len(words)):
        others = counted(
            "{option} {text}: expected the chips of {n} player",
            "{option} {text}: expected the chips of {n} players",
            players or 0,
            option="--chips",
            text=text,
        )
        raise StbError(str(others))
    refuse_seats(len(words))
    return tuple(None if word == OUT else int(word) for word in words)


def _all_there(hands: Hands | None, *, lie: int, dealt: int, seats: int) -> Hands:
    """Return what the players have, which are all chips that don't lie in the house."""
    if lie > dealt:
        what = _("{option}: {lie} chips lie in the house, and only {dealt} were dealt")
        raise StbError(what.format(option="--board", lie=lie, dealt=dealt))
    rest = dealt - lie
    if hands is None:
        return tuple(rest // seats + (seat < rest % seats) for seat in range(seats))
    if (held := sum(has or 0 for has in hands)) != rest:
        what = _(
            "{option}: the players have {held} chips, {lie} lie in the house, {dealt} were dealt"
        )
        raise StbError(what.format(option="--chips", held=held, lie=lie, dealt=dealt))
    return hands


def _turn(turn: int | None, left: Sequence[int]) -> int:
    """Return who throws."""
    if turn is None:
        return left[0]
    if turn not in left:
        what = _("{option} {text}: expected a player who is not out: {left}")
        raise StbError(what.format(option="--turn", text=turn, left=either([*map(str, left)])))
    return turn


def _kings(kings: int | None, rules: Ruleset) -> int:
    """Return how many kings have been thrown."""
    if kings is not None and rules.ending is not Ending.TWO_KINGS:
        what = _("{option} counts only where two kings end the match ({rule})")
        rule = f"--rules ending={Ending.TWO_KINGS}"
        raise StbError(what.format(option="--kings", rule=rule))
    return kings or 0
