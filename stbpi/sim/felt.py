"""The felt: what a terminal shows of one game besides the box itself, its cards or its house.

A game that has more to show than tiles, dice and points has a module `felt` in its package, which
fits `OwnFelt`: it draws on a cloth of letters, and says what is asked for in its own words.

Never: knows a widget, a game. Keep: letters alone tell everything; colours only help.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from stbpi.display.table import short_names
from stbpi.games import registry
from stbpi.games.game import Phase, View
from stbpi.language import Message
from stbpi.sim.app_pixels import figure

__all__ = [
    "CLOTH",
    "FAINT",
    "STRONG",
    "Felt",
    "Look",
    "OwnFelt",
    "Scores",
    "felt_of",
    "fitting",
    "own_felt",
    "short_names",
    "takes_one",
]

GREEN, DEEP, PALE = "#123524", "#0c2419", "#b7d3c2"

OUTSIDE = (Phase.SETUP, Phase.ATTRACT)
"""Where no match is shown."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of letters and of what is behind them."""

    ink: str = PALE
    paper: str = GREEN
    is_bold: bool = False


CLOTH = Look()
STRONG = Look("#ffd23f", is_bold=True)
FAINT = Look("#7fae94")


class Felt:
    """A cloth to draw on, some columns wide and some rows high; what lies outside is cut off.

    Args:
        width: columns.
        height: rows.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells = [[(" ", CLOTH, 0)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, look: Look = CLOTH, *, tile: int = 0) -> None:
        """Write letters.

        Args:
            x: the column of the first one, from 0.
            y: the row, from 0.
            text: the letters, one column each.
            look: their colours.
            tile: the tile that a click on them flips; 0 for none.
        """
        if 0 <= y < self.height:
            for at, letter in enumerate(text, start=x):
                if 0 <= at < self.width:
                    self._cells[y][at] = (letter, look, tile)

    def fill(self, x: int, y: int, width: int, height: int, look: Look, *, tile: int = 0) -> None:
        """Colour an area."""
        for row in range(y, y + height):
            self.write(x, row, " " * width, look, tile=tile)

    def number(
        self, x: int, y: int, number: int, width: int, height: int, look: Look, *, tile: int = 0
    ) -> None:
        """Write a number as large as an area allows."""
        for row, text in enumerate(figure(number, width=width, height=height)):
            self.write(x, y + row, text, look, tile=tile)

    def row(self, y: int) -> list[tuple[str, Look]]:
        """Return a row as texts with their colours."""
        groups = groupby(self._cells[y], key=lambda cell: cell[1])
        return [("".join(cell[0] for cell in cells), look) for look, cells in groups]

    def text(self) -> list[str]:
        """Return the letters of all rows."""
        return ["".join(cell[0] for cell in row) for row in self._cells]

    def tile_at(self, x: int, y: int) -> int:
        """Return the tile that a click flips there; 0 for none."""
        is_on_it = 0 <= x < self.width and 0 <= y < self.height
        return self._cells[y][x][2] if is_on_it else 0


@dataclass(frozen=True, slots=True)
class Scores:
    """What the table of scores shows in place of last scores and totals.

    Attributes:
        heads: what stands above the two columns.
        values: by seat, what stands in them.
    """

    heads: tuple[str, str]
    values: Mapping[int, tuple[str, str]]


class OwnFelt(Protocol):
    """What the module `stbpi.games.NAME.felt` has."""

    def draw(self, felt: Felt, view: View) -> None:
        """Draw what lies there."""
        ...

    def request(self, view: View) -> str:
        """Say what is asked for; nothing where it is what every game asks for."""
        ...

    def scores(self, view: View) -> Scores:
        """Return the columns of the table of scores."""
        ...

    def worth(self, view: View) -> tuple[int, ...]:
        """Return what everybody has, by seat: what the course of a match is drawn of."""
        ...

    def told(self, view: View) -> tuple[str, ...]:
        """Say in sentences what lies there, for whoever reads lines."""
        ...


def felt_of(view: View) -> OwnFelt | None:
    """Return what draws the felt of a view; `None` where there is nothing besides the box."""
    return None if view.phase in OUTSIDE or view.own is None else own_felt(view.game)


def own_felt(game: str) -> OwnFelt | None:
    """Return what a game draws; `None` if it has nothing besides the box."""
    module: OwnFelt | None = registry.part(game, "felt")
    return module


def takes_one(view: View) -> bool:
    """Say whether the set-up offers a game of one person alone."""
    return registry.game_of(view.game).summary(view.preset, ()).most_seats == 1


def fitting(said: Message | str | tuple[str, ...], room: int) -> str:
    """Return the longest wording that fits, else the shortest, cut."""
    wordings = said.wordings if isinstance(said, Message) else said
    wordings = (wordings,) if isinstance(wordings, str) else wordings
    text = next((words for words in wordings if len(words) <= room), wordings[-1])
    return text if len(text) <= room else f"{text[: max(room - 1, 0)]}…"[: max(room, 0)]
