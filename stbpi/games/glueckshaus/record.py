"""What is told of a stored match of Glückshaus: throw by throw, and how lucky each was.

A throw's luck is what it has gained less what it could be expected to (`odds`), in chips: over
all throws of chance it comes to nothing. What the last player takes at the end is no throw's.

Never: decides anything; its chips are those of `undo.evolve`. Rule: RULES.md 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from stbpi.games.events import ChipPaid, ChipTaken, PlayerOut, Rolled, Undone
from stbpi.games.game import NO_TILES, HouseRules
from stbpi.games.glueckshaus.house import Throw
from stbpi.games.glueckshaus.house_rules import differences, preset
from stbpi.games.glueckshaus.match import MatchWhy, State, new
from stbpi.games.glueckshaus.odds import odds
from stbpi.games.glueckshaus.ruleset import KING, PIG, ROOMS, WEDDING, Does
from stbpi.games.glueckshaus.undo import evolve
from stbpi.games.glueckshaus.view import house
from stbpi.games.glueckshaus.words import MAIN_FIELDS, sentence
from stbpi.games.record import Column, Figure, Grid, Kind, Plot, Section, Shown, Told, columns
from stbpi.language import Message, _, message, plural

ENDED: Mapping[str, Message] = {
    MatchWhy.LAST_LEFT: message("one left"),
    MatchWhy.KINGS: message("two kings"),
    MatchWhy.CLOCK: message("time is up"),
    MatchWhy.STOPPED: message("stopped"),
}

TURNS: tuple[Column, ...] = columns(
    throw=Kind.INT,
    round=Kind.INT,
    seat=Kind.INT,
    player=Kind.TEXT,
    dice=Kind.INTS,
    total=Kind.INT,
    does=Kind.TEXT,
    room=Kind.INT,
    gained=Kind.INT,
    expected=Kind.FLOAT,
    luck=Kind.FLOAT,
    out=Kind.BOOL,
    chips=Kind.INTS,
    rooms=Kind.INTS,
    wedding=Kind.INT,
    wall=Kind.INT,
)
"""`does` is empty in a throw for the start; `chips` are those of all players after it, by seat,
`rooms` what lies in the rooms 2 to 12 then, the wedding among them."""

FIGURES: tuple[Figure, ...] = (
    Figure("throws", message("throws")),
    Figure("paid", message("paid")),
    Figure("taken", message("taken")),
    Figure("best", message("most at once|best"), Shown.MOST),
    Figure("kings", message("kings")),
    Figure("pigs", message("pigs")),
    Figure("weddings", message("weddings")),
    Figure("first_out", message("out first")),
    Figure("luck", message("luck"), Shown.BALANCE),
)

LEGEND: tuple[Message, ...] = (
    message("Luck: chips that the throws have gained, less what they could be expected to gain."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """A throw, and what came of it.

    Attributes:
        number: of the match, from 1.
        told: what it did.
        expected: what a throw could be expected to gain there; `None` in one for the start.
        is_out: the player was out then.
        hands: what each player has after it, by seat; without what the last one takes in the end.
        board: what lies in each room after it, by its number.
        wall: when it was, in epoch seconds; `None` if the clock was unknown.
    """

    number: int
    round: int
    dice: tuple[int, ...]
    told: Throw
    expected: Fraction | None
    is_out: bool
    hands: tuple[int, ...]
    board: tuple[int, ...]
    wall: int | None

    @property
    def luck(self) -> Fraction:
        """What it has gained more than could be expected."""
        return Fraction(0) if self.expected is None else self.told.gained - self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match that was stored.

    Attributes:
        state: as it stands in the end.
        throws: all of them, in order.
    """

    state: State
    throws: tuple[Thrown, ...]

    @property
    def house_rules(self) -> HouseRules:
        return differences(self.state.rules, preset(self.state.preset))

    @property
    def totals(self) -> tuple[int, ...]:
        return self.state.hands

    @property
    def out(self) -> tuple[int, ...]:
        return self.state.out

    def course(self) -> Iterator[Section]:
        if not self.throws:
            return
        names = self.state.names
        head = ("", _("player"), _("dice"), _("what happens"), *names, _("house"))
        yield Grid((head, *map(self._row, self.throws)), left=4)
        yield ""
        start = (self.state.rules.chips,) * len(names)
        after = (start, *(throw.hands for throw in self.throws))
        yield Plot(
            _("chips from throw to throw"),
            {name: [has[at] for has in after] for at, name in enumerate(names)},
        )
        swept = sum(self.state.hands) - sum(self.throws[-1].hands)
        if self.state.why is MatchWhy.LAST_LEFT and swept:
            yield ""
            yield _("{player} takes what lies in the house: {chips}.").format(
                player=names[self.state.winners[0] - 1],
                chips=plural("{n} chip", "{n} chips", swept),
            )

    def rules_in_words(self) -> tuple[str, ...]:
        return tuple(sentence(self.state.rules, field) for field in MAIN_FIELDS)

    def turns(self) -> Iterator[Mapping[str, Any]]:
        for throw in self.throws:
            told, expected = throw.told, throw.expected
            yield {
                "throw": throw.number,
                "round": throw.round,
                "seat": told.seat,
                "player": self.state.names[told.seat - 1],
                "dice": list(throw.dice),
                "total": told.total,
                "does": "" if told.does is None else told.does.value,
                "room": told.room or None,
                "gained": told.gained,
                "expected": None if expected is None else round(float(expected), 4),
                "luck": None if expected is None else round(float(throw.luck), 4),
                "out": throw.is_out,
                "chips": list(throw.hands),
                "rooms": [throw.board[room] for room in ROOMS],
                "wedding": throw.board[WEDDING],
                "wall": throw.wall,
            }

    def values(self, seat: int) -> Mapping[str, float]:
        own = [one for one in self.throws if one.told.seat == seat and one.expected is not None]
        gains = [one.told.gained for one in own]
        return {
            "throws": len(own),
            "paid": -sum(gain for gain in gains if gain < 0),
            "taken": sum(gain for gain in gains if gain > 0),
            "best": max([0, *gains]),
            "kings": sum(one.told.total == KING for one in own),
            "pigs": sum(one.told.total == PIG for one in own),
            "weddings": sum(one.told.room == WEDDING and one.told.gained < 0 for one in own),
            "first_out": int(self.state.out[:1] == (seat,)),
            "luck": float(sum(one.luck for one in own)),
        }

    def _row(self, throw: Thrown) -> tuple[str, ...]:
        return (
            str(throw.number),
            self.state.names[throw.told.seat - 1],
            "+".join(map(str, throw.dice)),
            _happens(throw),
            *map(str, throw.hands),
            str(sum(throw.board)),
        )


def read(told: Iterable[Told]) -> Match:
    """Fold the events of a match.

    Raises:
        ValueError: what a player has is not what the events say; besides, anything may be
            raised where they make no sense.
    """
    state = new(NO_TILES, complain_ms=0)
    throws: list[Thrown] = []
    for wall, event in told:
        before, state = state, evolve(state, event)
        match event:
            case Rolled():
                expected = _expected(before, event)
                throws.append(_thrown(state, expected, wall))
            case ChipPaid() | ChipTaken():
                if state.hands[event.player - 1] != event.has:
                    raise ValueError(event)
                if event.player == state.thrower:
                    throws[-1] = _thrown(state, throws[-1].expected, throws[-1].wall)
            case PlayerOut():
                throws[-1] = replace(throws[-1], is_out=True)
            case Undone():
                del throws[len(state.throws) :]
            case _:
                pass
    return Match(state=state, throws=tuple(throws))


def _expected(before: State, event: Rolled) -> Fraction | None:
    """Return what a throw could be expected to gain; `None` of one for the start."""
    if before.is_roll_off:
        return None
    return odds(before.rules, before.board, has=before.hands[event.player - 1]).gain


def _thrown(state: State, expected: Fraction | None, wall: int | None) -> Thrown:
    told = house(state).throw
    if told is None:
        raise ValueError("no throw")
    return Thrown(
        number=state.k,
        round=state.round,
        dice=state.dice,
        told=told,
        expected=expected,
        is_out=False,
        hands=state.hands,
        board=state.board,
        wall=wall,
    )


def _happens(throw: Thrown) -> str:
    """Say what a throw did."""
    done = _done(throw.told)
    return _("{what}; out").format(what=done) if throw.is_out else done


def _done(told: Throw) -> str:
    match told.does:
        case None:
            return _("for the start")
        case Does.PAYS if not told.gained:
            return _("can't pay")
        case Does.PAYS if told.room == WEDDING:
            return _("pays for the wedding")
        case Does.PAYS:
            return _("pays into room {room}").format(room=told.room)
        case Does.TAKES:
            return plural("takes {n} chip", "takes {n} chips", told.gained)
        case Does.PIG:
            return plural("pig: takes {n} chip", "pig: takes {n} chips", told.gained)
        case Does.KING:
            return plural("king: takes {n} chip", "king: takes {n} chips", told.gained)
        case Does.AGAIN:
            return _("throws again")
        case Does.NOTHING:
            return _("nothing")


if TYPE_CHECKING:
    from stbpi.games.glueckshaus import record
    from stbpi.games.record import Telling

    _fits: Telling = record
