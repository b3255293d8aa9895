"""Chances in Glückshaus: what the next throw brings, exactly; how matches go, by playing them.

As nothing is chosen, the chances depend on no player.

Never: prints; knows where chance comes from. Rule: RULES.md 2.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Protocol

from stbpi.games.glueckshaus.ruleset import (
    KING,
    KINGS_THAT_END,
    PIG,
    ROOMS,
    Does,
    Ending,
    Out,
    Ruleset,
    taken,
)

THROWS = 36
THROW_S = 5
"""How long a throw takes, with all that belongs to it, where a match is played by the clock."""

MOST_THROWS = 1_000_000
"""A match that has as many is left open."""


class Chance(Protocol):
    """A part of `random.Random`."""

    def random(self) -> float: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a total brings.

    Attributes:
        ways: in how many of the 36 throws it comes.
        room: the room into which it pays, or out of which it takes; 0 where there is not one.
        gain: chips; negative where the player pays.
        is_out: the player is out then.
    """

    total: int
    ways: int
    does: Does
    room: int
    gain: int
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """What the next throw brings.

    Attributes:
        rows: by total.
    """

    rows: tuple[Row, ...]

    @property
    def gain(self) -> Fraction:
        """How many chips the throw gains in the mean."""
        return self._chance(row.gain * row.ways for row in self.rows)

    @property
    def pays(self) -> Fraction:
        """How probable it is that the player has to pay."""
        return self._chance(row.ways for row in self.rows if row.does is Does.PAYS)

    @property
    def takes(self) -> Fraction:
        """How probable it is that he takes something."""
        return self._chance(row.ways for row in self.rows if row.gain > 0)

    @property
    def is_out(self) -> Fraction:
        """How probable it is that he is out then."""
        return self._chance(row.ways for row in self.rows if row.is_out)

    def _chance(self, ways: Iterator[int]) -> Fraction:
        return Fraction(sum(ways), THROWS)


def odds(rules: Ruleset, board: Sequence[int], *, has: int) -> Odds:
    """Return what the next throw brings.

    Args:
        rules: the house rules.
        board: how many chips lie in each room, by its number.
        has: how many the player has who throws.
    """
    return Odds(rows=tuple(_row(rules, board, total, has) for total in ROOMS))


def ways(total: int) -> int:
    """Return in how many of the 36 throws a total comes.

    >>> [ways(total) for total in range(2, 13)]
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    return 6 - abs(total - 7)


def _row(rules: Ruleset, board: Sequence[int], total: int, has: int) -> Row:
    does = rules.does(total, board[total])
    room, gain = 0, sum(board[room] for room in taken(does, total, board))
    if does is Does.PAYS:
        room, gain = rules.paid_into(total), -min(has, 1)
    elif does is Does.TAKES:
        room = total
    last = 1 if rules.out is Out.AT_ZERO else 0
    is_out = does is Does.PAYS and has <= last
    return Row(total=total, ways=ways(total), does=does, room=room, gain=gain, is_out=is_out)


# A whole match


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """How a match stands when somebody is to throw; by the clock, all its minutes are left.

    Attributes:
        board: how many chips lie in each room, by its number.
        hands: how many each player has, by seat.
        left: the seats that are still in, ascending; two at least.
        seat: who throws; one of them.
        kings: how many 12s have been thrown.
    """

    board: tuple[int, ...]
    hands: tuple[int, ...]
    left: tuple[int, ...]
    seat: int
    kings: int


def start(rules: Ruleset, seats: int) -> Position:
    """Return how a match of so many players begins, the first of them throwing."""
    return Position(
        board=(0,) * (KING + 1),
        hands=(rules.chips,) * seats,
        left=tuple(range(1, seats + 1)),
        seat=1,
        kings=0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match that was played from a position on.

    Attributes:
        throws: how many it had from there.
        winners: their seats; none if it was not over after `MOST_THROWS`.
    """

    throws: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """How matches go, by those that were played.

    Attributes:
        lengths: how many throws each had, ascending.
        won: the share of the matches that each has won, by seat; equal winners share one.
        open: how many were not over after `MOST_THROWS`.
    """

    lengths: tuple[int, ...]
    won: tuple[float, ...]
    open: int

    @property
    def mean(self) -> float:
        """How many throws a match has in the mean."""
        return sum(self.lengths) / len(self.lengths)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        count, mean = len(self.lengths), self.mean
        if count < 2:
            return 0.0
        return sqrt(sum((n - mean) ** 2 for n in self.lengths) / (count - 1) / count)

    def within(self, share: float) -> int:
        """Return how many throws are enough for such a share of the matches."""
        return self.lengths[min(int(share * len(self.lengths)), len(self.lengths) - 1)]


def simulate(rules: Ruleset, position: Position, matches: int, chance: Chance) -> Forecast:
    """Play matches from a position on, at least one, and say how they went."""
    return forecast(play(rules, position, matches, chance), len(position.hands))


def play(rules: Ruleset, position: Position, matches: int, chance: Chance) -> Iterator[Played]:
    """Play matches, one with each step."""
    for _ in range(matches):
        yield play_one(rules, position, chance)


def forecast(played: Iterable[Played], seats: int) -> Forecast:
    """Say how matches of so many players went, of which there is one at least."""
    lengths, won, unfinished = list[int](), [0.0] * seats, 0
    for match in played:
        lengths.append(match.throws)
        for seat in match.winners:
            won[seat - 1] += 1 / len(match.winners)
        unfinished += not match.winners
    lengths.sort()
    shares = tuple(matches / len(lengths) for matches in won)
    return Forecast(lengths=tuple(lengths), won=shares, open=unfinished)


def play_one(rules: Ruleset, position: Position, chance: Chance) -> Played:
    """Play a match by chips alone, without events and tiles."""
    hands, board = list(position.hands), list(position.board)
    left = [seat - 1 for seat in position.left]
    at, kings = left.index(position.seat - 1), position.kings
    by_clock = rules.ending is Ending.CLOCK
    most = min(MOST_THROWS, -(-rules.minutes * 60 // THROW_S) if by_clock else MOST_THROWS)
    by_kings = rules.ending is Ending.TWO_KINGS
    for throws in range(1, most + 1):
        seat = left[at]
        total = int(chance.random() * 6) + int(chance.random() * 6) + PIG
        does = rules.does(total, board[total])
        if does is Does.AGAIN:
            continue
        is_out = False
        if does is Does.PAYS:
            if hands[seat]:
                hands[seat] -= 1
                board[rules.paid_into(total)] += 1
                is_out = not hands[seat] and rules.out is Out.AT_ZERO
            else:
                is_out = True
        else:
            for room in taken(does, total, board):
                hands[seat] += board[room]
                board[room] = 0
            kings += does is Does.KING
        if is_out:
            del left[at]
            if len(left) == 1:
                return Played(throws=throws, winners=(left[0] + 1,))
            at %= len(left)
        elif by_kings and kings == KINGS_THAT_END:
            return Played(throws=throws, winners=_richest(hands, left))
        else:
            at = (at + 1) % len(left)
    return Played(throws=most, winners=_richest(hands, left) if by_clock else ())


def _richest(hands: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    most = max(hands[seat] for seat in left)
    return tuple(seat + 1 for seat in left if hands[seat] == most)
