"""Switches without wires, for tests of what stands above a driver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stbpi.box.port import Levels, Switches
from stbpi.errors import BoxError
from stbpi.games.game import NO_TILES, Tiles


class FakeSwitches:
    """A box whose levels are set; it can be deaf (no edges) and broken (no levels)."""

    count = 12

    def __init__(self, *, down: Tiles = NO_TILES, roll: bool = False) -> None:
        self.deaf = False
        self.broken = False
        self.wake: Callable[[], None] = lambda: None
        self._down = down
        self._roll = roll

    def tiles(self, down: Tiles) -> None:
        self._down = down
        self._edge()

    def roll(self, pressed: bool) -> None:
        self._roll = pressed
        self._edge()

    def _edge(self) -> None:
        if not self.deaf:
            self.wake()

    def levels(self) -> Levels:
        if self.broken:
            raise BoxError("the switches are gone")
        return Levels(down=self._down, roll=self._roll)

    def on_edge(self, wake: Callable[[], None]) -> None:
        self.wake = wake

    def close(self) -> None:
        self.wake = lambda: None


if TYPE_CHECKING:
    _fits: Callable[..., Switches] = FakeSwitches
