"""The books as tables, for people and for programs.

    audits   {"audits": 1, "recent": COUNTS, "ever": COUNTS, ...}
    records  {"records": 1, "boards": [BOARD, ...]}

Names and meanings are stable: there may come more, but none goes. Times are epoch seconds, or
null where the clock was unknown.

COUNTS has a number for each name of `NUMBERS` and an object of numbers for each table: by hour
("0" to "23"), weekday ("0" is Monday), what turns left standing and how many seconds they took
(the least of each bar), preset ("game/preset"), tile, face and total of two dice. Those of
`tile_bounces` are milliseconds.

Never: reads a journal, prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stbpi.books.boards import Board, Entry, Records, Span, Table
from stbpi.books.counts import LEFT, SECONDS, Audits, Counts
from stbpi.books.diagnosis import diagnosis
from stbpi.books.dice import TOTALS, Fairness
from stbpi.language import Message, message

AUDITS_FORMAT = 1
RECORDS_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the audits.

    Attributes:
        field: of `Counts`.
        label: its name for people.
        digits: behind the point.
    """

    field: str
    label: Message
    digits: int = 0


NUMBERS: Mapping[str, Number] = {
    "matches_started": Number("started", message("matches started")),
    "matches_ended": Number("ended", message("matches played to their end")),
    "matches_set_aside": Number("set_aside", message("matches set aside")),
    "turns": Number("turns", message("turns")),
    "throws": Number("throws", message("throws")),
    "boxes_shut": Number("shut", message("boxes shut")),
    "boxes_shut_percent": Number("shut_percent", message("boxes shut, % of the turns"), 1),
    "average_left": Number("average_left", message("left standing by a turn, on average"), 1),
    "best_left": Number("best", message("left standing by the best turn")),
    "match_minutes": Number("match_minutes", message("minutes of a match, on average"), 1),
    "turn_seconds": Number("turn_seconds", message("seconds of a turn, on average"), 1),
    "players": Number("players", message("players of a match, on average"), 1),
    "hours_on": Number("hours_on", message("hours on"), 1),
    "hours_played": Number("hours_played", message("hours played"), 1),
    "starts": Number("starts", message("times switched on")),
    "faults": Number("faults", message("faults")),
    "faults_cleared": Number("faults_cleared", message("faults that went away")),
    "wrong_covers": Number("wrong_covers", message("wrong covers")),
    "wrong_covers_per_100": Number("wrong_per_100", message("wrong covers, % of the throws"), 1),
    "presses_in_vain": Number("refused", message("presses in vain")),
    "operator_entered": Number("operator_entered", message("landlord's drawers opened")),
    "operator_refused": Number("operator_refused", message("landlord's key tried in vain")),
}
"""Every number of the audits, by its name for programs."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """Numbers with a name each.

    Attributes:
        title: what they are about.
        bars: name and number, in order.
    """

    title: Message
    bars: tuple[tuple[str, int], ...]


def histograms(counts: Counts) -> Mapping[str, Histogram]:
    """Return every table of numbers, by its name for programs."""
    weekdays = range(len(counts.by_weekday))
    faces = range(1, len(counts.dice.faces) + 1)
    tiles = range(1, len(counts.closes) + 1)

    def of(title: Message, names: Iterable[object], numbers: Sequence[int]) -> Histogram:
        return Histogram(title, tuple(zip(map(str, names), numbers, strict=True)))

    return {
        "matches_by_hour": of(message("matches by hour"), range(24), counts.by_hour),
        "matches_by_weekday": of(
            message("matches by weekday (0 is Monday)"), weekdays, counts.by_weekday
        ),
        "turns_by_left": of(message("turns by what they left standing"), LEFT, counts.by_left),
        "turns_by_seconds": of(message("turns by seconds"), SECONDS, counts.by_seconds),
        "matches_by_preset": Histogram(message("matches by rules"), counts.matches_of),
        "turns_by_preset": Histogram(message("turns by rules"), counts.turns_of),
        "tile_closes": of(message("closes of each tile"), tiles, counts.closes),
        "tile_complaints": of(message("complaints about each tile"), tiles, counts.complaints),
        "tile_bounces": of(message("longest bounce of each tile (ms)"), tiles, counts.bounces),
        "dice_faces": of(message("faces of the dice"), faces, counts.dice.faces),
        "dice_totals": of(message("totals of two dice"), TOTALS, counts.dice.totals),
    }


def audits_as_json(audits: Audits) -> dict[str, Any]:
    """Return the audits as JSON can hold them."""
    clock = "unknown" if audits.clock_unknown else "lost" if audits.clock_lost else "known"
    return {
        "audits": AUDITS_FORMAT,
        "recent": _counts_as_json(audits.recent),
        "ever": _counts_as_json(audits.ever),
        "first_boot": audits.first_boot,
        "last_clear": audits.last_clear,
        "last_match": audits.last_match,
        "last_fault": audits.last_fault,
        "clock": clock,
        "tiles": [
            {
                "tile": tile.tile,
                "last_moved": tile.last_moved,
                "idle_turns": tile.idle_turns,
                "bounce_ms": ever,
                "recent_bounce_ms": recent,
            }
            for tile, ever, recent in zip(
                audits.tiles, audits.ever.bounces, audits.recent.bounces, strict=True
            )
        ],
        "faults": [{"part": part, "what": what} for part, what in audits.faults],
        "diagnosis": [str(line) for line in diagnosis(audits)],
    }


def audits_as_rows(audits: Audits) -> list[tuple[str, object, object]]:
    """Return the audits as rows for a spreadsheet: name, recent, ever."""
    rows: list[tuple[str, object, object]] = [("name", "recent", "ever")]
    recent, ever = _counts_as_json(audits.recent), _counts_as_json(audits.ever)
    for name, value in ever.items():
        if name in NUMBERS:
            rows.append((name, recent[name], value))
        elif name in histograms(audits.ever):
            rows += [
                (f"{name}.{key}", recent[name].get(key, 0), count) for key, count in value.items()
            ]
    return rows


def records_as_json(records: Records) -> dict[str, Any]:
    """Return the records as JSON can hold them."""
    return {"records": RECORDS_FORMAT, "boards": [_board_as_json(b) for b in records.boards]}


def _counts_as_json(counts: Counts) -> dict[str, Any]:
    numbers = {name: _rounded(getattr(counts, it.field)) for name, it in NUMBERS.items()}
    tables = {name: dict(it.bars) for name, it in histograms(counts).items()}
    dice = counts.dice
    fairness = {
        "dice_faces_chance": _chance(dice.fairness_of_faces),
        "dice_totals_chance": _chance(dice.fairness_of_totals),
    }
    return {**numbers, **tables, **fairness}


def _rounded(value: float | None) -> float | None:
    return round(value, 3) if isinstance(value, float) else value


def _chance(fairness: Fairness) -> float | None:
    return None if fairness.chance is None else float(f"{fairness.chance:.3g}")


def _board_as_json(board: Board) -> dict[str, Any]:
    head: dict[str, Any] = {"game": board.game, "preset": board.preset, "tiles": board.tiles}
    return head | {span.value: _table_as_json(board.table(span)) for span in Span}


def _table_as_json(table: Table) -> dict[str, Any]:
    return {
        "matches": [_entry_as_json(entry) for entry in table.matches],
        "turn": None if table.turn is None else _entry_as_json(table.turn),
        "boxes_shut": table.shut,
    }


def _entry_as_json(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "score": entry.score,
        "shut": entry.is_shut,
        "match": entry.match,
        "seat": entry.seat,
        "wall": entry.wall,
    }
