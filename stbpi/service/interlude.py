"""What may take the box from the match for a while: the hardware test, as the table sees it.

A box is seldom tested, so that the test is made when somebody wants it (`SeldomTest`).

Keep: what a test is made of is loaded by then, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from stbpi.box.port import (
    TILE_BOARD,
    HeldSinceStart,
    InputFailed,
    InputWell,
    ReleasedSinceStart,
    Signal,
)
from stbpi.games.game import Tiles

if TYPE_CHECKING:
    from stbpi.service.page import HardwareView

ANNOUNCED_MS, BEGINS_MS = 3000, 6000
"""After how long a button that was held at power-up is told about the test, and begins it."""

CABLE = "cable"


def nobody() -> None:
    """Nobody shows it yet."""


class Interlude(Protocol):
    """What may take the box from the match for a while, as the table sees it."""

    on_change: Callable[[], None]
    """Called in the loop when something else is to be shown."""

    @property
    def is_running(self) -> bool:
        """Whether tiles and button belong to it."""
        ...

    @property
    def view(self) -> HardwareView | None:
        """What is to be shown in place of the match."""
        ...

    def begin(self) -> None:
        """Take the box."""
        ...

    def take(self, signal: Signal) -> bool:
        """Take a signal of the box; return whether it is none for the match."""
        ...

    def left_behind(self) -> Tiles | None:
        """Return the tiles that were left down, once after the end; `None` if none was moved."""
        ...

    def close(self) -> None:
        """Let go of timers."""
        ...


class NoTest:
    """A box without a test."""

    is_running = False
    view = None

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = nobody

    def begin(self) -> None:
        pass

    def take(self, signal: Signal) -> bool:
        return isinstance(signal, HeldSinceStart | ReleasedSinceStart)

    def left_behind(self) -> Tiles | None:
        return None

    def close(self) -> None:
        pass


class SeldomTest:
    """A test that is made when it is asked for: by a button held since power-up, or by a page.

    Args:
        make: makes it.

    Attributes:
        on_change: called in the loop when something else is to be shown.
    """

    def __init__(self, make: Callable[[], Interlude]) -> None:
        self.on_change: Callable[[], None] = nobody
        self._make = make
        self._test: Interlude | None = None
        self._of_cable: Signal | None = None

    @property
    def is_running(self) -> bool:
        return self._test is not None and self._test.is_running

    @property
    def view(self) -> HardwareView | None:
        return self._test.view if self._test is not None else None

    def begin(self) -> None:
        self._made().begin()

    def take(self, signal: Signal) -> bool:
        if self._test is not None or isinstance(signal, HeldSinceStart):
            return self._made().take(signal)
        if isinstance(signal, InputFailed | InputWell) and signal.part in (CABLE, TILE_BOARD):
            self._of_cable = signal
        return isinstance(signal, ReleasedSinceStart)

    def left_behind(self) -> Tiles | None:
        return self._test.left_behind() if self._test is not None else None

    def close(self) -> None:
        if self._test is not None:
            self._test.close()

    def _made(self) -> Interlude:
        """Return the test, which knows whether the cable is on."""
        if self._test is None:
            self._test = self._make()
            self._test.on_change = lambda: self.on_change()
            if self._of_cable is not None:
                self._test.take(self._of_cable)
        return self._test


if TYPE_CHECKING:
    _fits: tuple[Callable[..., Interlude], ...] = (NoTest, SeldomTest)
