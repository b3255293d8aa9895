"""Matches in which everybody plays for points behind a turn, played out in full by the tally."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from stbpi.games.game import Tiles, subsets
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Tally, Turn, TurnWhy, tally
from stbpi.strategy.situation import Situation
from tests.strategy import oracle

Outcome = Callable[[Tally], Fraction | None]
"""What a match has come to; `None` while it goes on."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A match that has begun, and what has stood after its turns, in order."""

    rules: Ruleset
    seats: int
    stood: tuple[Tiles, ...]

    @property
    def turns(self) -> list[Turn]:
        turns: list[Turn] = []
        for standing in self.stood:
            turns.append(_turn(self.tally_of(turns), standing, self.rules))
        return turns

    def tally_of(self, turns: Sequence[Turn], *, begun: int = 0) -> Tally:
        return tally(turns, seats=self.seats, rules=self.rules, begun=begun, stopped=False)

    @property
    def tally(self) -> Tally:
        """The tally before the next turn, for whose round stakes have been put in."""
        turns = self.turns
        return self.tally_of(turns, begun=self.tally_of(turns).round)

    @property
    def situation(self) -> Situation:
        rules, turns = self.rules, self.turns
        now = self.tally
        scores = {
            turn.seat: rules.score(turn.standing, start=turn.start)
            for turn in turns
            if turn.round == now.round
        }
        seats = range(1, self.seats + 1)
        return Situation(
            rules=rules,
            round=now.round,
            seat=now.seat,
            totals=tuple(now.totals[seat - 1] - scores.get(seat, 0) for seat in seats),
            scores=tuple(scores.get(seat) for seat in seats),
            rounds_won=now.rounds_won,
            out=frozenset(now.out),
            pot=now.pot,
        )

    def is_over(self) -> bool:
        played = (replace(self, stood=self.stood[:n]) for n in range(len(self.stood) + 1))
        return any(match.tally.result is not None for match in played)


def outcomes(begun: Begun, outcome: Outcome) -> dict[int, Fraction]:
    """Return what the match is expected to come to, by the score of the next turn."""
    rules = begun.rules
    likely = standing_after_points(rules)
    known: dict[object, Fraction] = {}

    def expected(turns: list[Turn]) -> Fraction:
        now = begun.tally_of(turns, begun=round_)
        result = outcome(now)
        if result is not None:
            return result
        key = (now.totals, now.scores, now.rounds_won, now.seat, now.round, now.balances, now.pot)
        if key not in known:
            parts = (p * expected([*turns, _turn(now, up, rules)]) for up, p in likely.items())
            known[key] = sum(parts, Fraction())
        return known[key]

    turns, now = begun.turns, begun.tally
    round_ = now.round
    return {
        rules.score(up, start=rules.start_tiles): expected([*turns, _turn(now, up, rules)])
        for up in subsets(rules.start_tiles)
    }


def share_of_win(seat: int) -> Outcome:
    """A match comes to a player's share of the win."""

    def outcome(now: Tally) -> Fraction | None:
        if now.result is None:
            return None
        winners = now.result.winners
        return Fraction(seat in winners, len(winners))

    return outcome


def standing_after_points(rules: Ruleset) -> Mapping[Tiles, Fraction]:
    """Return one position for each score of a turn for points, with its chance."""
    most = rules.scoring == "covered"
    chances = oracle.Turn(rules, Fraction, most=most).distribution()
    position = {rules.score(up, start=rules.start_tiles): up for up in subsets(rules.start_tiles)}
    return {position[score]: chance for score, chance in chances.items() if chance}


def _turn(now: Tally, standing: Tiles, rules: Ruleset) -> Turn:
    why = TurnWhy.NO_MOVE if standing else TurnWhy.SHUT
    start = rules.start_tiles
    return Turn(seat=now.seat, round=now.round, start=start, standing=standing, why=why)
