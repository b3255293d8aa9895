"""The menu in a match: worked by the button alone.

Press = next line, hold = choose, 15 s without a touch = leave (DESIGN.md, "Menus in a match").

Never: does what a line says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

IDLE_S = 15.0
"""After so many seconds without a touch the menu closes by itself."""


class MenuLine(StrEnum):
    """What a line does; the values are codes, the display has the texts."""

    CONTINUE = "continue"
    UNDO = "undo"
    STOP = "stop"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """The open menu: its lines, and the one that a hold would choose."""

    lines: tuple[MenuLine, ...]
    at: int = 0

    @property
    def chosen(self) -> MenuLine:
        return self.lines[self.at]

    def next(self) -> Menu:
        return replace(self, at=(self.at + 1) % len(self.lines))
