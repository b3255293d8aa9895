"""The situation of a player whose turn it is: what he and the others have.

Never: knows how it came about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.games.shut_the_box.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What all players have, seen before a turn.

    Attributes:
        rules: the house rules.
        round: the round that is played, from 1.
        seat: whose turn it is, from 1.
        totals: by seat, of the rounds before this one; in a play-off 0 for everybody.
        scores: by seat, of this round; `None` for who has not played it.
        rounds_won: by seat; may be left out where it decides nothing.
        out: the seats that are out of the match, or not in the play-off.
        playoff: the round is one of a play-off.
        pot: units that lie.
    """

    rules: Ruleset
    round: int
    seat: int
    totals: tuple[int, ...]
    scores: tuple[int | None, ...]
    rounds_won: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()
    playoff: bool = False
    pot: int = 0

    @property
    def total(self) -> int:
        """What the player on turn has."""
        return self.totals[self.seat - 1]

    @property
    def others(self) -> Sequence[int]:
        """The other seats that are in."""
        return [s for s in range(1, len(self.totals) + 1) if s != self.seat and s not in self.out]

    @property
    def behind(self) -> Sequence[int]:
        """The seats that play this round after this turn, in the order of their turns."""
        return [seat for seat in self.others if self.scores[seat - 1] is None]

    @property
    def played(self) -> dict[int, int]:
        """The scores of this round, by seat, of the others that are in."""
        scores = ((seat, self.scores[seat - 1]) for seat in self.others)
        return {seat: score for seat, score in scores if score is not None}

    @property
    def is_last_round(self) -> bool:
        """Whether this round is known to decide the match, if it comes to its end."""
        return self.playoff or 0 < self.rules.rounds <= self.round
