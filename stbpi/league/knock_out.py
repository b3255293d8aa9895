"""A knock-out: who loses is out, until one is left.

The bracket is drawn by the order of the players: the strongest first, so that the first two can't
meet before the final, and where the bracket has room the first ones have a bye. Who stands first
begins.

A pair's first match that has a winner decides, of those that were played when both had come so far;
what was written by hand goes before. Who has left and has not won goes no further.

Never: reads a file or a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.outcomes import Order
from stbpi.league.plan import Met, Plan


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place in a round.

    Attributes:
        player: who has come so far; `None`: nobody has or will, or it is not decided.
        is_decided: it is.
        since: when that was decided; `None`: from the beginning, or by hand.
    """

    player: str | None
    is_decided: bool = True
    since: Order | None = None


def played(plan: Plan, met: Sequence[Met]) -> tuple[Fixture, ...]:
    """Say how each fixture of the bracket stands, round by round.

    Args:
        plan: the league.
        met: what was played, by hand first, then in order (`Plan.met`).
    """
    size = 1 << (len(plan.players) - 1).bit_length()
    slots = [
        _Slot(plan.players[number - 1] if number <= len(plan.players) else None)
        for number in drawn(size)
    ]
    fixtures: list[Fixture] = []
    round_ = 0
    while len(slots) > 1:
        round_ += 1
        pairs = zip(slots[::2], slots[1::2], strict=True)
        done = [_play(round_, home, away, plan, met) for home, away in pairs]
        fixtures += [fixture for fixture, _slot in done]
        slots = [slot for _fixture, slot in done]
    return tuple(fixtures)


def drawn(size: int) -> list[int]:
    """Return the order in which players stand in the first round, by their number.

    >>> drawn(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [n for number in order for n in (number, 2 * len(order) + 1 - number)]
    return order


def _play(
    round_: int, home: _Slot, away: _Slot, plan: Plan, met: Sequence[Met]
) -> tuple[Fixture, _Slot]:
    """Say how a fixture stands, and who goes on."""
    open_ = Fixture(round=round_, home=home.player, away=away.player)
    undecided = _Slot(None, is_decided=False)
    if not (home.is_decided and away.is_decided):
        return open_, undecided
    since = max(filter(None, (home.since, away.since)), default=None)
    players = [player for player in (home.player, away.player) if player is not None]
    staying = [player for player in players if player not in plan.left]
    one = _decisive(players, met, since)
    if one is not None:
        done = replace(open_, stands=Stands.PLAYED, winner=one.winner, met=one)
        return done, _Slot(one.winner, since=one.order or since)
    if len(staying) == 2:
        return open_, undecided
    if not staying:
        return replace(open_, stands=Stands.VOID), _Slot(None, since=since)
    [winner] = staying
    if players == staying:
        done = replace(open_, home=winner, away=None, stands=Stands.BYE, winner=winner)
    else:
        done = replace(open_, stands=Stands.WALKOVER, winner=winner)
    return done, _Slot(winner, since=since)


def _decisive(players: Sequence[str], met: Sequence[Met], since: Order | None) -> Met | None:
    """Return the match that decides between two players; `None` if there is none yet."""
    for one in met:
        is_later = one.order is None or since is None or one.order > since
        if one.pair == {*players} and one.winner and is_later:
            return one
    return None
