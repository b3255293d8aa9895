"""Dice that are overlooked: what they deal is known to the simulator, too, and to nobody else.

The events of a match tell a deal only when it is over. Who folds them while it is played, to
compare that with what is shown, needs what it follows from.

Never: changes what falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

from stbpi.dice.lot import Lot, commitment
from stbpi.dice.source import Dice
from stbpi.games.events import DealCommitted, DealRevealed, Event
from stbpi.games.game import Game

Secrets = Mapping[str, bytes]
"""What was dealt, by the commitments to it."""


class Overlooked:
    """Dice that are looked at from behind.

    Args:
        dice: what falls.
        secrets: gets what is dealt.
    """

    def __init__(self, dice: Dice, secrets: MutableMapping[str, bytes]) -> None:
        self._dice = dice
        self._secrets = secrets

    def draw(self) -> bytes | None:
        return self._dice.draw()

    def deal(self) -> bytes | None:
        dealt = self._dice.deal()
        if dealt is not None:
            self._secrets[commitment(dealt)] = dealt
        return dealt

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        return self._dice.throw(count, lot)


def revealed(events: Iterable[Event]) -> dict[str, bytes]:
    """Return what was dealt in deals that are over, as their events tell it."""
    told = (bytes.fromhex(one.bytes) for one in events if isinstance(one, DealRevealed))
    return {commitment(dealt): dealt for dealt in told}


def folded(game: Game[Any], state: Any, event: Event, secrets: Secrets) -> Any:
    """Fold one event into the state of a match; a deal is known if `secrets` has it."""
    state = game.evolve(state, event)
    if isinstance(event, DealCommitted) and event.sha in secrets:
        return game.with_secret(state, secrets[event.sha])
    return state


if TYPE_CHECKING:
    _fits: type[Dice] = Overlooked
