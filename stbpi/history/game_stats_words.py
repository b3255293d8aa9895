"""Statistics of a game that tells of its matches itself, in words: a table.

Never: prints.
"""

from __future__ import annotations

from stbpi.games.record import Figure, Shown, telling
from stbpi.history.columns import aligned
from stbpi.history.game_stats import GameRow, GameStats
from stbpi.history.stats_words import about, head, unread
from stbpi.language import _, number


def lines(counted: GameStats) -> list[str]:
    """Write statistics."""
    figures = counted.figures
    rows = [[head(counted.by), _("matches"), _("won"), *(str(one.head) for one in figures)]]
    rows += [[about(key), *_cells(row, figures)] for key, row in counted.rows]
    if len(counted.rows) > 1:
        rows.append([_("all"), *_cells(counted.all, figures)])
    theirs = telling(counted.game)
    legend = [str(line) for line in theirs.LEGEND] if theirs is not None else []
    return [*aligned(rows), "", *legend, *unread(counted.unread)]


def _cells(row: GameRow, figures: tuple[Figure, ...]) -> list[str]:
    return [number(row.matches), number(row.won), *(cell(row, figure) for figure in figures)]


def cell(row: GameRow, figure: Figure) -> str:
    """Write a figure."""
    value = row.figure(figure)
    if value is None:
        return "-"
    match figure.shown:
        case Shown.BALANCE:
            is_whole = value == int(value)
            sign = "+" if value > 0 else ""
            return sign + number(value, 0 if is_whole else 1)
        case Shown.MEAN:
            return number(value, 1)
        case Shown.SHARE:
            of = row.values.get(figure.per, 0)
            return f"{number(value)}/{number(of)}" if of else "-"
        case _:
            return number(value)
