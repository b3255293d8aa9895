"""The mind, as the table sees it: what the coach says, and what a bot does next.

The table shows it every state of the match; answers come later, and only ever for the state that
was shown last.

Never: blocks, raises. Keep: while nobody asks the coach and no bot plays, nothing is thought.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from stbpi.games.game import Move

if TYPE_CHECKING:
    from stbpi.thinking.advice import Coaching


class Mind(Protocol):
    """Thinks about the match on the table; everything here is called in the loop.

    Attributes:
        on_change: called when an answer has come, or when something else is asked for; the table
            shows the state once more then.
        is_watched: the coach is asked for all that it can say, whatever the landlord lets the
            display of the box say.
    """

    on_change: Callable[[], None]
    is_watched: bool

    @property
    def coaching(self) -> Coaching | None:
        """What the coach says of the state; `None` while nobody asks it."""
        ...

    @property
    def move(self) -> Move | None:
        """What a bot does next; `None` from every change of the state until that is known."""
        ...

    def look(self, state: object | None, game: str) -> None:
        """Take the state of the match as it is now; `None` without one.

        Args:
            state: as the game has it.
            game: its name.
        """
        ...

    def close(self) -> None:
        """Let go; no answer comes any more."""
        ...


class NoMind:
    """Thinks nothing."""

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.is_watched = False

    @property
    def coaching(self) -> Coaching | None:
        return None

    @property
    def move(self) -> Move | None:
        return None

    def look(self, state: object | None, game: str) -> None:
        """Look at nothing."""

    def close(self) -> None:
        """Nothing is to be let go of."""


if TYPE_CHECKING:
    _fits: type[Mind] = NoMind
