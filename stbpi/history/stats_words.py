"""Statistics in words: a table, and how the turns are spread.

Never: prints.
"""

from __future__ import annotations

from datetime import date

from stbpi.bars import bars
from stbpi.display import names
from stbpi.history import luck_words
from stbpi.history.columns import aligned
from stbpi.history.report import bars as spread
from stbpi.history.stats import By, Key, Row, Rules, Spread, Stats
from stbpi.language import _, number, plural

ALWAYS_TOLD = 9
"""Tiles that every box has."""


def lines(counted: Stats) -> list[str]:
    """Write statistics."""
    has_scores = counted.by is By.RULESET
    rows = [[head(counted.by), *_heads(has_scores)]]
    rows += [[about(key), *_cells(row, has_scores)] for key, row in counted.rows]
    if len(counted.rows) > 1:
        rows.append([_("all"), *_cells(counted.all, has_scores)])
    return [*aligned(rows), *_luck(counted), "", *_charts(counted.all), *_not_counted(counted)]


def _luck(counted: Stats) -> list[str]:
    rows = [(about(key), row.skill) for key, row in counted.rows]
    if len(rows) > 1:
        rows.append((_("all"), counted.all.skill))
    return luck_words.means(head(counted.by), rows)


def _charts(row: Row) -> list[str]:
    left = {f"{least}+": n for least, n in spread(row.left.counts).items()}
    left = {"0": left.pop("0+"), **left}
    stood = row.standing
    most = max([ALWAYS_TOLD, *stood])
    tiles = {str(tile): stood[tile] for tile in range(1, most + 1)}
    points = bars(_("turns by the points that they left standing"), left)
    standing = bars(_("how often each tile was left standing"), tiles)
    return [*points, *([""] if points and standing else []), *standing]


def _not_counted(counted: Stats) -> list[str]:
    told = unread(counted.unread)
    if counted.others:
        told.append(
            plural(
                "{n} match of another game is not counted.",
                "{n} matches of other games are not counted.",
                counted.others,
            )
        )
    return ["", *told] if told else []


def unread(matches: int) -> list[str]:
    """Say that so many matches are not counted; nothing if there are none."""
    if not matches:
        return []
    return [
        plural(
            "{n} match can't be read and is not counted.",
            "{n} matches can't be read and are not counted.",
            matches,
        )
    ]


def head(by: By) -> str:
    """Say what has a row of its own."""
    heads = {By.PLAYER: _("player"), By.RULESET: _("rules"), By.EVENING: _("evening")}
    return heads[by]


def _heads(has_scores: bool) -> list[str]:
    # TRANSLATORS: what a turn leaves standing (or scores): on average, in the middle, at best
    mean = _("score: mean") if has_scores else _("left: mean")
    return [
        *(_("matches"), _("won"), _("turns"), mean, _("median"), _("best")),
        *(_("shut"), _("longest run")),
    ]


def _cells(row: Row, has_scores: bool) -> list[str]:
    spread = row.score or Spread() if has_scores else row.left
    return [
        *(number(row.matches), number(row.won), number(row.turns)),
        *_spread(spread),
        *(number(row.shut), number(row.longest_run)),
    ]


def _spread(spread: Spread) -> list[str]:
    def decimal(value: float | None) -> str:
        return "-" if value is None else number(value, 1)

    best = "-" if spread.best is None else number(spread.best)
    return [decimal(spread.mean), decimal(spread.median), best]


def about(key: Key) -> str:
    """Say what a row is about."""
    match key:
        case str():
            return key
        case Rules():
            changed = ", ".join(f"{field}={_value(value)}" for field, value in key.house_rules)
            name = str(names.preset(key.preset))
            return f"{name} ({changed})" if changed else name
        case date():
            return key.isoformat()
        case _:
            return _("unknown")


def _value(value: int | str | tuple[int, ...]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
