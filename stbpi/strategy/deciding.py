"""The round that decides a match, solved exactly: everybody who plays it plays to win.

Whoever has played holds a total. The chances of the one on turn follow from what the others
behind him will do about each score that he may get, and theirs from those behind them, down to
the last, who knows everything. A shared win is worth a share; so is a play-off, in which the
players are as good as equal.

Rule: RULES.md 1.4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from stbpi.games.shut_the_box.ruleset import Ruleset, Shut
from stbpi.strategy.goals import Shutting, Winning, is_better, shut_score
from stbpi.strategy.positions import positions_of
from stbpi.strategy.solver import Solution, solve

Totals = tuple[int, ...]
"""What players have from earlier rounds, in the order in which they play."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The best total of those who have played the round, and how many have it."""

    total: int
    tied: int = 1


class DecidingRound:
    """The deciding round by some house rules; what it has solved it keeps.

    >>> from stbpi.games.shut_the_box.ruleset import OneDie
    >>> match = DecidingRound(Ruleset(rounds=1, one_die=OneDie.NEVER))
    >>> [round(float(share), 4) for share in match.seats((0, 0))]
    [0.5005, 0.4995]
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._scores = frozenset(positions_of(rules).scores.values())
        self._held: dict[tuple[Lead, Totals], Fraction] = {}

    def seats(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return everybody's share of the win before the round begins.

        Args:
            totals: of all players.
        """
        shares: list[Fraction] = []
        leads: Mapping[Lead | None, Fraction] = {None: Fraction(1)}
        for seat, total in enumerate(totals):
            share = Fraction()
            after: defaultdict[Lead | None, Fraction] = defaultdict(Fraction)
            for lead, chance in leads.items():
                solution = self.solution(lead, totals[seat:])
                share += chance * solution.start
                for score, part in solution.distribution.items():
                    if not self._wins_at_once(score):
                        after[self._joined(lead, total + score)] += chance * part
            shares.append(share)
            leads = after
        return tuple(shares)

    def solution(self, lead: Lead | None, totals: Totals) -> Solution[Fraction]:
        """Solve a turn; what it is worth is the share of the win.

        Args:
            lead: `None` if nobody has played the round.
            totals: of the player on turn and of those who play after him.
        """
        return solve(self._rules, self.goal(lead, totals)).exactly()

    def goal(self, lead: Lead | None, totals: Totals) -> Winning:
        """Return what each score brings to the player on turn; the arguments are as above."""
        total, *others = totals
        behind = tuple(others)
        return Winning({score: self._brings(lead, score, total, behind) for score in self._scores})

    def _brings(self, lead: Lead | None, score: int, total: int, others: Totals) -> Fraction:
        if self._wins_at_once(score):
            return Fraction(1)
        if lead is not None and self._is_better(lead.total, total + score):
            return Fraction()
        return self._holding(self._joined(lead, total + score), others)

    def _holding(self, lead: Lead, others: Totals) -> Fraction:
        """Return the share of one who is in the lead, with those who play after him."""
        if not others:
            return Fraction(1, lead.tied)
        key = (lead, others)
        if key not in self._held:
            self._held[key] = self._held_against(lead, others)
        return self._held[key]

    def _held_against(self, lead: Lead, others: Totals) -> Fraction:
        if not self._can_join(lead, others[0]):
            return (1 - self._shutting) * self._holding(lead, others[1:])
        distribution = self.solution(lead, others).distribution
        kept = (p * self._kept(lead, score, others) for score, p in distribution.items())
        return sum(kept, Fraction())

    def _can_join(self, lead: Lead, total: int) -> bool:
        """Say whether a player with this total may come into the lead, or share it."""
        return any(
            not self._wins_at_once(score) and not self._is_better(lead.total, total + score)
            for score in self._scores
        )

    @cached_property
    def _shutting(self) -> Fraction:
        """The chance that one who can do nothing else shuts the box, and wins."""
        if self._rules.shut is Shut.ZERO:
            return Fraction()
        return solve(self._rules, Shutting()).exactly().p_shut

    def _kept(self, lead: Lead, score: int, others: Totals) -> Fraction:
        """Return what one in the lead has left, after the score of the next player."""
        total = others[0] + score
        if self._wins_at_once(score) or self._is_better(total, lead.total):
            return Fraction()
        return self._holding(self._joined(lead, total), others[1:])

    def _joined(self, lead: Lead | None, total: int) -> Lead:
        if lead is None or self._is_better(total, lead.total):
            return Lead(total)
        return Lead(total, lead.tied + 1) if total == lead.total else lead

    def _wins_at_once(self, score: int) -> bool:
        return self._rules.shut is Shut.WINS and score == shut_score(self._rules)

    def _is_better(self, total: int, other: int) -> bool:
        return is_better(total, other, self._rules)
