"""The referee of Glückshaus, written from RULES.md 2 alone: what must happen in a match.

He is told nothing but what was thrown, when the next turn began, and when it was the end of it by
the clock or because the players wanted it.

Never: imports anything of the game but the values of its house rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stbpi.games.events import (
    ChipPaid,
    ChipTaken,
    Event,
    MatchEnded,
    PlayerOut,
    Rolled,
    TurnStarted,
)
from stbpi.games.glueckshaus.ruleset import Ruleset

Told = TurnStarted | Rolled | MatchEnded


def referee(rules: Ruleset, seats: int, told: Sequence[Told]) -> Iterator[Event]:
    """Yield what must happen.

    Args:
        rules: of the match.
        seats: how many play.
        told: what has happened; of an end only those by the clock or by the players count.
    """
    match = _Match(rules, seats)
    for event in told:
        match.check_that_it_goes_on(event)
        if isinstance(event, TurnStarted):
            yield TurnStarted(player=match.seat, round=match.round)
        elif isinstance(event, Rolled):
            yield from match.throw(event.dice or ())
        elif event.why == "stopped":
            yield MatchEnded(winners=(), why="stopped")
        elif event.why == "clock":
            assert rules.ending == "clock"
            yield MatchEnded(winners=match.richest, why="clock")


class _Match:
    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules = rules
        self.everybody = list(range(1, seats + 1))
        self.chips = dict.fromkeys(self.everybody, rules.chips)
        self.house = dict.fromkeys(range(2, 13), 0)
        self.out: list[int] = []
        self.k = self.kings = 0
        self.round = 1
        self.seat = 1
        self.starter = 1
        self.is_over = False
        self.rivals = self.everybody if rules.first == "roll_off" else []
        self.for_start: dict[int, int] = {}

    def check_that_it_goes_on(self, event: Event) -> None:
        is_told = isinstance(event, MatchEnded) and event.why in ("last_left", "kings")
        assert not self.is_over or is_told, f"{event} comes after the end"

    @property
    def left(self) -> list[int]:
        return [seat for seat in self.everybody if seat not in self.out]

    @property
    def richest(self) -> tuple[int, ...]:
        most = max(self.chips[seat] for seat in self.left)
        return tuple(seat for seat in self.left if self.chips[seat] == most)

    def throw(self, dice: tuple[int, ...]) -> Iterator[Event]:
        self.k += 1
        seat, total = self.seat, sum(dice)
        yield Rolled(player=seat, dice=dice, total=total, k=self.k)
        if self.rivals:
            assert len(dice) == 1
            self._throw_for_the_start(total)
            return
        assert len(dice) == 2
        yield from self._what_it_does(seat, total)
        if len(self.left) == 1:
            [winner] = self.left
            yield from self._take(winner, [room for room in self.house if self.house[room]])
            yield from self._end(self.left, "last_left")
        elif self.rules.ending == "two_kings" and self.kings == 2:
            yield from self._end(self.richest, "kings")
        elif total != 4 or self.rules.four != "again":
            self._next()

    def _throw_for_the_start(self, die: int) -> None:
        self.for_start[self.seat] = die
        behind = [seat for seat in self.rivals if seat > self.seat]
        if behind:
            self.seat = behind[0]
            return
        best = max(self.for_start.values())
        tied = [seat for seat in self.rivals if self.for_start[seat] == best]
        self.rivals = tied if len(tied) > 1 else []
        self.for_start = {}
        self.seat = self.starter = tied[0]

    def _what_it_does(self, seat: int, total: int) -> Iterator[Event]:
        if total == 2:
            yield from self._take(seat, [n for n in self.house if n != 7 and self.house[n]])
        elif total == 12:
            self.kings += 1
            yield from self._take(seat, [n for n in self.house if self.house[n]])
        elif total == 7 or (total == 4 and self.rules.four == "pay"):
            yield from self._pay(seat, 7)
        elif total != 4 or self.rules.four == "room":
            full = 1 if self.rules.rooms == "one" else total
            if self.house[total] >= full:
                yield from self._take(seat, [total])
            else:
                yield from self._pay(seat, total)

    def _pay(self, seat: int, room: int) -> Iterator[Event]:
        if not self.chips[seat]:
            yield from self._leave(seat)
            return
        self.chips[seat] -= 1
        self.house[room] += 1
        yield ChipPaid(player=seat, room=room, chips=1, has=self.chips[seat])
        if not self.chips[seat] and self.rules.out == "at_zero":
            yield from self._leave(seat)

    def _leave(self, seat: int) -> Iterator[Event]:
        self.out.append(seat)
        yield PlayerOut(player=seat, total=0)

    def _take(self, seat: int, rooms: list[int]) -> Iterator[Event]:
        for room in rooms:
            chips, self.house[room] = self.house[room], 0
            self.chips[seat] += chips
            yield ChipTaken(player=seat, room=room, chips=chips, has=self.chips[seat])

    def _end(self, winners: Sequence[int], why: str) -> Iterator[Event]:
        self.is_over = True
        yield MatchEnded(winners=tuple(winners), why=why)

    def _next(self) -> None:
        """It is the next one's turn; at the starter, or where he was, a round begins."""
        while True:
            self.seat = self.seat % len(self.everybody) + 1
            self.round += self.seat == self.starter
            if self.seat not in self.out:
                return
