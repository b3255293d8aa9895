"""Outcomes and leagues that are made up for tests.

Never: asserts anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from stbpi.league.outcomes import Outcome, Player
from stbpi.league.plan import Kind, Met, Plan
from tests.books.journals import MONDAY

NAMES = ("Ann", "Bo", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kai", "Lea")


def outcome(
    *players: str | Player,
    places: Sequence[int] = (),
    box: str = "anchor",
    match: int = 1,
    wall: int | None = MONDAY,
    preset: str = "classic",
    totals: Sequence[int] = (),
) -> Outcome:
    """Make an outcome; by default the players come in as they are named."""
    seated = [one if isinstance(one, Player) else Player(one) for one in players]
    return Outcome(
        box=box,
        match=match,
        game="shut_the_box",
        preset=preset,
        wall=wall,
        order=(wall or 0, box, match),
        players=tuple(seated),
        places=tuple(places or range(1, len(seated) + 1)),
        totals=tuple(totals),
    )


def plan(*players: str, kind: Kind = Kind.ROUND_ROBIN, left: Sequence[str] = ()) -> Plan:
    return Plan(kind=kind, players=players, left=tuple(left))


def won(winner: str, loser: str, by: int = 0) -> Met:
    """Make a result that was written by hand."""
    return Met(players=(winner, loser), winner=winner, by=by)


def drawn(one: str, other: str) -> Met:
    return Met(players=(one, other), winner="")


def players(least: int = 2) -> st.SearchStrategy[tuple[str, ...]]:
    """Any number of players."""
    return st.integers(least, len(NAMES)).map(lambda n: NAMES[:n])


@st.composite
def outcomes(draw: st.DrawFn) -> list[Outcome]:
    """Matches of some players on several boxes."""
    found = []
    for box in draw(st.sets(st.sampled_from(["anchor", "lion"]), min_size=1)):
        for number in range(1, draw(st.integers(1, 8)) + 1):
            seats = draw(st.lists(st.sampled_from(NAMES[:5]), min_size=2, max_size=4, unique=True))
            places = draw(
                st.lists(st.integers(1, 3), min_size=len(seats), max_size=len(seats)).map(ranked)
            )
            wall = draw(st.none() | st.integers(MONDAY, MONDAY + 5))
            found.append(outcome(*seats, places=places, box=box, match=number, wall=wall))
    return found


def ranked(values: Sequence[int]) -> list[int]:
    """Return the place of each value, the lowest first."""
    return [1 + sum(other < value for other in values) for value in values]
