"""How a league stands: its plan, and what the stored matches make of it.

Never: reads a file or a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stbpi.league import knock_out, round_robin
from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.outcomes import Outcome, in_order
from stbpi.league.plan import Kind, Plan
from stbpi.league.round_robin import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a league stands.

    Attributes:
        table: of a round robin; nothing of a knock-out.
        winners: of the league; nobody while anything is still to be played.
    """

    plan: Plan
    fixtures: tuple[Fixture, ...]
    table: tuple[Row, ...]
    winners: tuple[str, ...]

    @property
    def to_play(self) -> tuple[Fixture, ...]:
        """What is still to be played, as far as both players are known."""
        return tuple(
            one for one in self.fixtures if one.stands is Stands.OPEN and None not in one.pair
        )


def standing(plan: Plan, outcomes: Iterable[Outcome]) -> Standing:
    """Say how a league stands.

    Args:
        plan: the league.
        outcomes: of any matches, in any order.
    """
    met = plan.met(in_order(outcomes))
    if plan.kind is Kind.KNOCK_OUT:
        fixtures = knock_out.played(plan, met)
        winner = fixtures[-1].winner
        return Standing(plan=plan, fixtures=fixtures, table=(), winners=(winner,) if winner else ())
    fixtures = round_robin.played(plan, met)
    table = round_robin.table(plan, fixtures)
    is_over = all(one.stands is not Stands.OPEN for one in fixtures)
    winners = tuple(row.player for row in table if row.place == 1) if is_over else ()
    return Standing(plan=plan, fixtures=fixtures, table=table, winners=winners)
