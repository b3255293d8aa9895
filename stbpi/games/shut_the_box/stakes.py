"""Stakes: who pays whom, in units.

Units are never money: the box keeps score, it holds nothing. Rule: RULES.md 1.5.

Never: knows a turn; it is told the scores of a round. Keep: balances add up to minus the pot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stbpi.games.shut_the_box.ruleset import Ruleset, Stakes, TiePot


class Ledger:
    """The balances of a match and its pot, while the rounds are gone through.

    Args:
        seats: how many players.
        rules: `stakes`, `stake` and `tie_pot` are read.

    Attributes:
        balances: units by seat; negative: has paid.
        pot: units that lie now.
    """

    def __init__(self, seats: int, rules: Ruleset) -> None:
        self.balances = [0] * seats
        self.pot = 0
        self._rules = rules

    def put_in(self, players: Sequence[int]) -> None:
        """Let the players of a round put in their stakes; only a pool has any."""
        if self._rules.stakes is Stakes.POOL:
            for seat in players:
                self._put(seat)

    def settle(
        self,
        scores: Mapping[int, int],
        players: Sequence[int],
        *,
        bests: Sequence[int],
        shut: bool,
        untouched: int,
    ) -> None:
        """Settle a round.

        Args:
            scores: of those who have played it, by seat.
            players: the seats that were in at its start.
            bests: its best seats, in seat order.
            shut: they have shut the box, which counts double.
            untouched: the score of a box that nobody has touched, for who had no turn.
        """
        others = [seat for seat in players if seat not in bests]
        match self._rules.stakes:
            case Stakes.POOL:
                for seat in others if shut else ():
                    self._put(seat)
                if len(bests) == 1 or self._rules.tie_pot is TiePot.SHARE:
                    self.share_pot(bests)
            case Stakes.DIFFERENCE:
                best = scores[bests[0]]
                for seat in others:
                    points = abs(scores.get(seat, untouched) - best)
                    units = points * self._rules.stake * (2 if shut else 1)
                    self.balances[seat - 1] -= units
                    self._share(units, bests)
            case Stakes.NONE:
                pass

    def share_pot(self, seats: Sequence[int]) -> None:
        """Give the pot to these seats; the remainder goes to the first of them."""
        if seats:
            pot, self.pot = self.pot, 0
            self._share(pot, seats)

    def _put(self, seat: int) -> None:
        self.balances[seat - 1] -= self._rules.stake
        self.pot += self._rules.stake

    def _share(self, units: int, seats: Sequence[int]) -> None:
        each, remainder = divmod(units, len(seats))
        for seat in seats:
            self.balances[seat - 1] += each
        self.balances[seats[0] - 1] += remainder
