"""A round robin: everybody meets everybody.

    schedule(…)   who meets whom in which round, and who begins
    played(…)     how each of it stands
    table(…)      what it comes to

The matches of a pair are taken for its fixtures in their order, whoever has begun; what was written
by hand comes first, and what is more than the fixtures is a friendly match.

The table is sorted by points; then by difference, the points by which matches were won less those
by which they were lost; then by direct comparison, the points of the matches among those who are
equal so far. Who is equal even then shares a place.

Who leaves with less than half of his matches played is taken out, and what he has played is void.
With half or more of them it counts, and his opponents win what he leaves open, without difference.
Between two who have both left, what is open is void.

Never: reads a file or a clock. Keep: the table is a sum, so it doesn't matter in which order
results came.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.plan import Met, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a player has come to."""

    place: int
    player: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    difference: int


def schedule(players: Sequence[str], rounds: int = 1) -> tuple[Fixture, ...]:
    """Return who meets whom: the players sit around a table, and all but one move on each round.

    With an odd number one has no match in each round. In every second series home and away are
    changed over; within one nobody is at home more than once more often than away.

    >>> [(f.round, f.home, f.away) for f in schedule(["Ann", "Bo", "Cid"])]
    [(1, 'Bo', 'Cid'), (2, 'Cid', 'Ann'), (3, 'Ann', 'Bo')]
    """
    series = _series(players)
    length = max((one.round for one in series), default=0)
    return tuple(
        replace(
            one,
            round=one.round + number * length,
            home=one.away if number % 2 else one.home,
            away=one.home if number % 2 else one.away,
        )
        for number in range(rounds)
        for one in series
    )


def _series(players: Sequence[str]) -> list[Fixture]:
    """Return fixtures in which each pair meets once."""
    seats: list[str | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    fixed, ring = seats[-1:], deque(seats[:-1])
    found: list[Fixture] = []
    for number in range(len(ring)):
        around = [*ring, *fixed]
        for place in range(len(around) // 2):
            pair = (around[place], around[-1 - place])
            changes_over = number % 2 if place == 0 else place % 2 == 0
            home, away = pair[::-1] if changes_over else pair
            if home is not None and away is not None:
                found.append(Fixture(round=number + 1, home=home, away=away))
        ring.rotate(-1)
    return found


def played(plan: Plan, met: Iterable[Met]) -> tuple[Fixture, ...]:
    """Say how each fixture stands.

    Args:
        plan: the league.
        met: what was played, by hand first, then in order (`Plan.met`).
    """
    waiting: dict[frozenset[str], deque[Met]] = defaultdict(deque)
    for one in met:
        waiting[one.pair].append(one)
    fixtures = []
    for fixture in schedule(plan.players, plan.rounds):
        theirs = waiting[frozenset(filter(None, fixture.pair))]
        if theirs:
            one = theirs.popleft()
            fixture = replace(fixture, stands=Stands.PLAYED, met=one, winner=one.winner)
        fixtures.append(fixture)
    gone = taken_out(plan, fixtures)
    return tuple(_without(fixture, plan.left, gone) for fixture in fixtures)


def taken_out(plan: Plan, fixtures: Iterable[Fixture]) -> frozenset[str]:
    """Return who has left with less than half of his matches played."""
    all_of, done = dict.fromkeys(plan.left, 0), dict.fromkeys(plan.left, 0)
    for fixture in fixtures:
        for player in plan.left:
            if player in fixture.pair:
                all_of[player] += 1
                done[player] += fixture.met is not None
    return frozenset(player for player in plan.left if 2 * done[player] < all_of[player])


def _without(fixture: Fixture, left: Sequence[str], gone: frozenset[str]) -> Fixture:
    """Say how a fixture stands with those who have left."""
    staying = [player for player in (fixture.home, fixture.away) if player not in left]
    if gone & fixture.pair:
        return replace(fixture, stands=Stands.VOID, winner="")
    if fixture.met is not None or len(staying) == 2:
        return fixture
    if staying and staying[0] is not None:
        return replace(fixture, stands=Stands.WALKOVER, winner=staying[0])
    return replace(fixture, stands=Stands.VOID)


def table(plan: Plan, fixtures: Iterable[Fixture]) -> tuple[Row, ...]:
    """Return what the fixtures come to, the best first; without those who were taken out."""
    fixtures = [*fixtures]
    gone = taken_out(plan, fixtures)
    counting = [one for one in fixtures if one.stands in (Stands.PLAYED, Stands.WALKOVER)]
    rows = [_row(player, counting, plan) for player in plan.players if player not in gone]
    return _placed(rows, counting, plan)


def _row(player: str, fixtures: Iterable[Fixture], plan: Plan) -> Row:
    theirs = [one for one in fixtures if player in one.pair]
    won = sum(one.winner == player for one in theirs)
    drawn = sum(not one.winner for one in theirs)
    by = [(one.met.by if one.met else 0, one.winner == player) for one in theirs if one.winner]
    return Row(
        place=0,
        player=player,
        played=len(theirs),
        won=won,
        drawn=drawn,
        lost=len(theirs) - won - drawn,
        points=plan.win * won + plan.draw * drawn,
        difference=sum(points if has_won else -points for points, has_won in by),
    )


def _placed(rows: Sequence[Row], fixtures: Sequence[Fixture], plan: Plan) -> tuple[Row, ...]:
    """Sort rows, and say their places."""
    equal: dict[tuple[int, int], set[str]] = defaultdict(set)
    for row in rows:
        equal[row.points, row.difference].add(row.player)

    def rank(row: Row) -> tuple[int, int, int]:
        among = equal[row.points, row.difference]
        direct = [one for one in fixtures if one.pair <= among]
        return (-row.points, -row.difference, -_row(row.player, direct, plan).points)

    ranks = {row.player: rank(row) for row in rows}
    places = {
        player: 1 + sum(other < own for other in ranks.values()) for player, own in ranks.items()
    }
    placed = (replace(row, place=places[row.player]) for row in rows)
    return tuple(sorted(placed, key=lambda row: (row.place, row.player)))
