"""The tally: everything that follows from the finished turns of a match.

Totals, who is out, whose turn is next, who has won and why are computed from the tiles that
stood after each turn, and from nothing else. A change of a house rule is therefore one more
call with other rules.

Never: keeps anything. Rule: RULES.md 1.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from stbpi.games.game import NO_TILES, Tiles
from stbpi.games.shut_the_box.ruleset import Ruleset, Shut


class TurnWhy(StrEnum):
    """Why a turn ended; the values are public."""

    NO_MOVE = "no_move"
    SHUT = "shut"


class MatchWhy(StrEnum):
    """Why a match ended; the values are public."""

    ROUNDS = "rounds"
    SHUT = "shut"
    LAST_LEFT = "last_left"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A finished turn: whose, in which round, what stood."""

    seat: int
    round: int
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
        scores: of the last finished turn of each seat; `None` before it.
        totals: by seat.
        out: the seats that are knocked out, in seat order.
        result: how the match ended; `None` while it goes on.
        seat: whose turn is next; of no meaning after the end.
        round: the round of that turn.
    """

    scores: tuple[int | None, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]
    result: Result | None
    seat: int
    round: int


def tally(turns: Sequence[Turn], *, seats: int, rules: Ruleset) -> Tally:
    """Compute what the finished turns, in the order in which they were played, amount to."""
    scores: list[int | None] = [None] * seats
    totals = [0] * seats
    out: set[int] = set()
    result: Result | None = None
    seat, round_ = 1, 1
    for turn in turns:
        i = turn.seat - 1
        score = rules.score(turn.standing)
        scores[i] = score
        totals[i] += score
        if rules.knock_out and totals[i] >= rules.knock_out:
            out.add(turn.seat)
        seats_in = [s for s in range(1, seats + 1) if s not in out]
        later = [s for s in seats_in if s > turn.seat]
        seat, round_ = (
            (later[0], turn.round) if later else (min(seats_in, default=1), turn.round + 1)
        )
        result = _result(turn, seats_in, totals, rules, seats=seats, last=not later)
    return Tally(
        scores=tuple(scores),
        totals=tuple(totals),
        out=tuple(sorted(out)),
        result=result,
        seat=seat,
        round=round_,
    )


def _result(
    turn: Turn,
    seats_in: Sequence[int],
    totals: Sequence[int],
    rules: Ruleset,
    *,
    seats: int,
    last: bool,
) -> Result | None:
    """Say how the match ends with this turn; `last`: nobody plays after it in its round."""
    if turn.standing == NO_TILES and rules.shut is Shut.WINS:
        return Result(winners=(turn.seat,), why=MatchWhy.SHUT)
    if len(seats_in) < min(seats, 2):
        return Result(winners=tuple(seats_in), why=MatchWhy.LAST_LEFT)
    if last and turn.round == rules.rounds:
        best = rules.best(totals[s - 1] for s in seats_in)
        winners = tuple(s for s in seats_in if totals[s - 1] == best)
        return Result(winners=winners, why=MatchWhy.ROUNDS)
    return None


def round_winners(turns: Sequence[Turn], *, seats: int, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats that were best in the round of the last turn, which is over with it.

    Nobody is where a knock-out cut the round short; who shut the box and won by it is alone.
    """
    last = turns[-1]
    now = tally(turns, seats=seats, rules=rules)
    if now.result is not None and now.result.why is MatchWhy.SHUT:
        return now.result.winners
    before = [turn for turn in turns if turn.round < last.round]
    were_out = tally(before, seats=seats, rules=rules).out
    played = {turn.seat: rules.score(turn.standing) for turn in turns if turn.round == last.round}
    if len(played) < seats - len(were_out):
        return ()
    best = rules.best(played.values())
    return tuple(seat for seat, score in sorted(played.items()) if score == best)
