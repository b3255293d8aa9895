"""The tally: everything that follows from the finished turns of a match.

Totals, who is out, whose turn is next, who has won and why, who owes what: computed from the
tiles that stood after each turn, by going through the rounds from the first, and from nothing
else. A change of a house rule is one more call with other rules; a turn that the rules in force
have no place for is kept and does not count.

Never: keeps anything between two calls. Rule: RULES.md 1.4, 1.5 and 1.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from stbpi.games.game import NO_TILES, Tiles
from stbpi.games.shut_the_box.ruleset import MatchBy, Ruleset, Shut, Tie
from stbpi.games.shut_the_box.stakes import Ledger


class TurnWhy(StrEnum):
    """Why a turn ended; the values are public."""

    NO_MOVE = "no_move"
    SHUT = "shut"
    STOPPED = "stopped"
    UNLUCKY = "unlucky"
    FIRST_ROLL = "first_roll"


class MatchWhy(StrEnum):
    """Why a match ended; the values are public."""

    ROUNDS = "rounds"
    SHUT = "shut"
    LAST_LEFT = "last_left"
    CEILING = "ceiling"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A finished turn: whose, in which round, what stood at its start and at its end."""

    seat: int
    round: int
    start: Tiles
    standing: Tiles
    why: TurnWhy


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a match ended: the winners' seats (none for a lone player who is out), and why."""

    winners: tuple[int, ...]
    why: MatchWhy


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What the finished turns amount to.

    Attributes:
        counting: the (round, seat) of each turn that counts.
        scores: of the last turn of each seat that counts; `None` before it.
        totals: by seat.
        rounds_won: by seat; a round with several bests counts for nobody.
        out: the seats that are knocked out, in seat order.
        ended: the rounds that are over, each with its bests (none where it was cut short).
        playoff: the seats that play on because they are equal; none before that.
        balances: units by seat.
        pot: units that lie now.
        result: how the match ended; `None` while it goes on.
        seat: whose turn is next; of no meaning after the end.
        round: the round of that turn.
    """

    counting: frozenset[tuple[int, int]]
    scores: tuple[int | None, ...]
    totals: tuple[int, ...]
    rounds_won: tuple[int, ...]
    out: tuple[int, ...]
    ended: tuple[tuple[int, tuple[int, ...]], ...]
    playoff: tuple[int, ...]
    balances: tuple[int, ...]
    pot: int
    result: Result | None
    seat: int
    round: int


def tally(turns: Sequence[Turn], *, seats: int, rules: Ruleset, begun: int, stopped: bool) -> Tally:
    """Compute what finished turns amount to.

    Args:
        turns: in any order; none has another's round and seat.
        seats: how many players.
        rules: the house rules that count now.
        begun: the last round that has begun; up to it stakes are put in.
        stopped: the players have ended the match; nobody has won, a pot is shared.
    """
    walk = _Walk(turns, seats, rules, begun)
    walk.go()
    if stopped:
        walk.stop()
    return walk.tally()


class _Walk:
    """Goes through the rounds of a match.

    It goes on behind a turn that somebody lacks, since later turns count already; but none of
    them ends the match before that one is played. Once it is decided that a turn is the last,
    or a round, nothing behind it counts.
    """

    def __init__(self, turns: Sequence[Turn], seats: int, rules: Ruleset, begun: int) -> None:
        self._turns = {(turn.round, turn.seat): turn for turn in turns}
        self._last = max((turn.round for turn in turns), default=0)
        self._seats = range(1, seats + 1)
        self._rules = rules
        self._begun = begun
        self._counting: set[tuple[int, int]] = set()
        self._scores: list[int | None] = [None] * seats
        self._totals = [0] * seats
        self._rounds_won = [0] * seats
        self._out: set[int] = set()
        self._ended: list[tuple[int, tuple[int, ...]]] = []
        self._ledger = Ledger(seats, rules)
        self._playoff: tuple[int, ...] = ()
        self._why = MatchWhy.ROUNDS
        self._is_decided = False
        self._result: Result | None = None
        self._next: tuple[int, int] | None = None

    def tally(self) -> Tally:
        round_, seat = self._next or (1, 1)
        return Tally(
            counting=frozenset(self._counting),
            scores=tuple(self._scores),
            totals=tuple(self._totals),
            rounds_won=tuple(self._rounds_won),
            out=tuple(sorted(self._out)),
            ended=tuple(self._ended),
            playoff=self._playoff,
            balances=tuple(self._ledger.balances),
            pot=self._ledger.pot,
            result=self._result,
            seat=seat,
            round=round_,
        )

    def go(self) -> None:
        round_ = 0
        while not self._is_decided and (self._next is None or round_ < self._last):
            round_ += 1
            if self._playoff:
                self._play_off(round_)
            else:
                self._play(round_)
                if self._next is not None and self._why_last(round_) is not None:
                    self._is_decided = True
        if self._result is not None:
            self._ledger.share_pot(self._result.winners)

    def _end(self, result: Result) -> None:
        self._is_decided = True
        self._result = result

    def stop(self) -> None:
        if self._result is None:
            self._result = Result(winners=(), why=MatchWhy.STOPPED)
            self._ledger.share_pot(self._in())

    def _in(self) -> list[int]:
        return [seat for seat in self._seats if seat not in self._out]

    def _play(self, round_: int) -> None:
        """Go through a round that counts for the totals."""
        players = self._in()
        if round_ <= self._begun:
            self._ledger.put_in(players)
        scores: dict[int, int] = {}
        for seat in players:
            turn = self._turn(round_, seat)
            if turn is None:
                continue
            score = scores[seat] = self._score(turn)
            self._totals[seat - 1] += score
            if self._wins_by_shutting(turn):
                self._is_decided = True
                if self._next is None:
                    self._settle(round_, scores, players, bests=(seat,), shut=True)
                    self._end(Result(winners=(seat,), why=MatchWhy.SHUT))
                return
            if self._rules.is_out(self._totals[seat - 1]):
                self._out.add(seat)
                if len(self._in()) < min(len(self._seats), 2):
                    self._is_decided = True
                    if self._next is None:
                        self._last_left(round_, scores, players)
                    return
        if len(scores) == len(players):
            self._settle_by_scores(round_, scores, players)
            if self._next is None:
                self._end_with(round_)

    def _play_off(self, round_: int) -> None:
        """Go through a round between those who are equal; it counts for nothing else."""
        scores: dict[int, int] = {}
        for seat in self._playoff:
            turn = self._turn(round_, seat)
            if turn is None:
                continue
            scores[seat] = self._score(turn)
            if self._wins_by_shutting(turn):
                self._is_decided = True
                if self._next is None:
                    self._ended.append((round_, (seat,)))
                    self._end(Result(winners=(seat,), why=MatchWhy.SHUT))
                return
        if len(scores) == len(self._playoff):
            self._playoff = self._bests(scores)
            self._ended.append((round_, self._playoff))
            if len(self._playoff) == 1:
                self._end(Result(winners=self._playoff, why=self._why))

    def _turn(self, round_: int, seat: int) -> Turn | None:
        """Return a turn; the first that is missing is the next to be played."""
        turn = self._turns.get((round_, seat))
        if turn is None:
            self._next = self._next or (round_, seat)
        return turn

    def _score(self, turn: Turn) -> int:
        score = self._rules.score(turn.standing, start=turn.start)
        self._counting.add((turn.round, turn.seat))
        self._scores[turn.seat - 1] = score
        return score

    def _wins_by_shutting(self, turn: Turn) -> bool:
        return turn.standing == NO_TILES and self._rules.shut is Shut.WINS

    def _bests(self, scores: dict[int, int]) -> tuple[int, ...]:
        best = self._rules.best(scores.values())
        return tuple(seat for seat, score in sorted(scores.items()) if score == best)

    def _last_left(self, round_: int, scores: dict[int, int], players: list[int]) -> None:
        """End the match by a knock-out; a round that everybody has played is settled first."""
        if len(scores) == len(players):
            self._settle_by_scores(round_, scores, players)
        else:
            self._ended.append((round_, ()))
        self._end(Result(winners=tuple(self._in()), why=MatchWhy.LAST_LEFT))

    def _settle_by_scores(self, round_: int, scores: dict[int, int], players: list[int]) -> None:
        bests = self._bests(scores)
        shut = any(self._turns[round_, seat].standing == NO_TILES for seat in bests)
        self._settle(round_, scores, players, bests=bests, shut=shut)

    def _settle(
        self,
        round_: int,
        scores: dict[int, int],
        players: list[int],
        *,
        bests: tuple[int, ...],
        shut: bool,
    ) -> None:
        start = self._rules.start_tiles
        untouched = self._rules.score(start, start=start)
        self._ended.append((round_, bests))
        if len(bests) == 1:
            self._rounds_won[bests[0] - 1] += 1
        self._ledger.settle(scores, players, bests=bests, shut=shut, untouched=untouched)

    def _end_with(self, round_: int) -> None:
        """End the match with a round that is over, or let those who are equal play on."""
        why = self._why_last(round_)
        if why is None:
            return
        self._why = why
        leaders = self._leaders()
        if len(leaders) > 1 and self._rules.tie is Tie.PLAYOFF:
            self._playoff = leaders
        else:
            self._end(Result(winners=leaders, why=why))

    def _why_last(self, round_: int) -> MatchWhy | None:
        """Say why the match ends with this round, play-offs apart; `None` if it goes on."""
        rules = self._rules
        if rules.rounds and round_ >= rules.rounds:
            return MatchWhy.ROUNDS
        met = rules.ceiling_at.is_met
        if rules.ceiling and any(met(total, rules.ceiling) for total in self._totals):
            return MatchWhy.CEILING
        return None

    def _leaders(self) -> tuple[int, ...]:
        if self._rules.match_by is MatchBy.ROUNDS_WON:
            most = max(self._rounds_won[seat - 1] for seat in self._in())
            return tuple(seat for seat in self._in() if self._rounds_won[seat - 1] == most)
        return self._bests({seat: self._totals[seat - 1] for seat in self._in()})
