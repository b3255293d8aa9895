"""The table of the totals: as many players as fit, in one, two or three columns.

The players stand in seat order, down the columns. As few columns are taken as hold everybody,
never so many that a name would shrink below three letters; if even that is too narrow, the
table is a window around the players it is about (they are inverse). Long names are cut; names
that would look the same end in their seat.

Never: sorts by total (which total is good is the game's business).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stbpi.display import texts
from stbpi.display.draw import Align, Box, Canvas
from stbpi.display.fonts import SMALL, Face
from stbpi.games.game import PlayerView

ROW = 12
_FEWEST_LETTERS = 3
_MARGIN = 3  # pixels of a column that are left empty: one before the name, two at the end
_GAP = 4  # pixels between a name and a total, at least


def draw_table(
    canvas: Canvas,
    box: Box,
    players: Sequence[PlayerView],
    *,
    about: Sequence[int],
    face: Face = SMALL,
    row: int = ROW,
) -> None:
    """Draw names and totals.

    Args:
        box: its height says how many rows there are.
        about: seats that are inverse; the first of them is always in the window.
        face: of the letters.
        row: the height of a row.
    """
    grid = _Grid(box.w, box.h // row, face)
    worths = _worths(grid, players)
    columns = _columns(grid, players, worths)
    width = grid.width(columns)
    names = short_names(players, grid.letters(width, worths))
    for place, player in enumerate(_window(players, grid.rows * columns, about)):
        column, at = divmod(place, grid.rows)
        line = Box(box.x + column * (width + 1), box.y + at * row, width, row)
        inverse = player.seat in about
        _row(canvas, line, names[player.seat], worths[player.seat], player, face, inverse=inverse)
    for column in range(1, columns):
        canvas.fill(Box(box.x + column * (width + 1) - 1, box.y, 1, box.h))


class _Grid(NamedTuple):
    """The room of a table.

    Attributes:
        room: its width in pixels.
        rows: how many there are.
        face: of its letters.
    """

    room: int
    rows: int
    face: Face

    def width(self, columns: int) -> int:
        """Return the width of a column; a line of one pixel parts the columns."""
        return (self.room - (columns - 1)) // columns

    def letters(self, width: int, worths: Mapping[int, str]) -> int:
        """Return how many letters of a name fit into a column beside the longest total."""
        digits = max(map(len, worths.values()), default=1)
        return (width - _MARGIN - _GAP - self.face.length("0" * digits) + 1) // self.face.width


def short_names(players: Sequence[PlayerView], letters: int) -> dict[int, str]:
    """Return the names by seat, cut to a number of letters and still different.

    Args:
        letters: at least 3.
    """
    cut = {p.seat: p.name[:letters] for p in players}
    count = Counter(cut.values())
    for player in players:
        seat = str(player.seat)
        if count[cut[player.seat]] > 1:
            cut[player.seat] = player.name[: letters - len(seat)] + seat
    return cut


def worth(player: PlayerView) -> str:
    """Return what a player has: rounds won where they decide, else the total; and his units."""
    return f"{_points(player)}{_units(player)}"


def _points(player: PlayerView) -> str:
    return str(player.total if player.rounds_won is None else player.rounds_won)


def _units(player: PlayerView) -> str:
    return "" if player.balance is None else f" {player.balance:+d}"


def _worths(grid: _Grid, players: Sequence[PlayerView]) -> dict[int, str]:
    """Return what everybody has, by seat, as much of it as leaves room for the names.

    Rounds won are called so where that costs neither a column nor a letter.
    """
    longest = max((len(p.name) for p in players), default=0)
    worths = {p.seat: worth(p) for p in players}
    called = {p.seat: _called(p) for p in players}
    columns = _columns(grid, players, worths)
    has_room = len(players) <= columns * grid.rows
    if has_room and grid.letters(grid.width(columns), called) >= longest:
        return called
    if grid.letters(grid.room, worths) >= _FEWEST_LETTERS:
        return worths
    return {p.seat: _points(p) for p in players}


def _called(player: PlayerView) -> str:
    if player.rounds_won is None:
        return worth(player)
    return f"{texts.won(player.rounds_won)}{_units(player)}"


def _row(
    canvas: Canvas,
    line: Box,
    name: str,
    worth: str,
    player: PlayerView,
    face: Face,
    *,
    inverse: bool,
) -> None:
    if inverse:
        canvas.fill(line)
    inner = Box(line.x + 1, line.y, line.w - _MARGIN, line.h)
    canvas.text(inner, name, face, ink=not inverse)
    canvas.text(inner, worth, face, align=Align.RIGHT, ink=not inverse)
    if player.out:
        canvas.strike(Box(line.x, line.y, len(name) * face.width + 1, line.h), not inverse)


def _columns(grid: _Grid, players: Sequence[PlayerView], worths: Mapping[int, str]) -> int:
    """Return the fewest columns that hold everybody, or the most that names allow."""
    longest = max((len(p.name) for p in players), default=0)
    letters = min(longest, _FEWEST_LETTERS)
    possible = [n for n in (1, 2, 3) if grid.letters(grid.width(n), worths) >= letters] or [1]
    return next((n for n in possible if n * grid.rows >= len(players)), possible[-1])


def _window(players: Sequence[PlayerView], room: int, about: Sequence[int]) -> Sequence[PlayerView]:
    at = next((i for i, p in enumerate(players) if p.seat in about), 0)
    first = min(max(at - room // 2, 0), max(len(players) - room, 0))
    return players[first : first + room]
