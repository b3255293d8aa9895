"""What the pages show, for programs: as JSON, and as rows of a table.

    boards    {"boards": 1, "season", "since", "until", "boards": [BOARD, ...]}
    players   {"players": 1, "rows": [PLAYER, ...]}
    player    {"player": 1, "name", "bot", "matches", "evenings", "parts": [PART, ...],
               "form": [MATCH, ...]}
    audits    {"audits": 1, "evening", "boxes": [BOX, ...]}

Names and meanings are stable: there may come more, but none goes. Times are epoch seconds, days
are written as `2026-11-30`; `null` is open or unknown.

BOARD   game, preset, tiles (null: not told), matches (begun), lines ([LINE, ...]), rules (what
        differs from the preset in the matches that totals and turns are of), totals ([BEST, ...],
        the best ones), turn (BEST; null: none)
LINE    player, bot, matches (played to their end), won, streak, turn and total (the best; null),
        turns, shut and longest_run (null: not of this game), values (as in `games/*/record.py`)
BEST    player, value, shut, box, match, wall
PLAYER  player, bot, matches (begun), ended, won, turns, shut, wall (of the last match)
PART    game, preset, tiles, LINE, spread (turns by what they left standing, by the least
        of each bar), lefts (by exactly what they left), skill (as in `history.report`)
MATCH   as in `history.report`, with won, place, total, skill of this player
BOX     box, counts (as of `stbpi audits`), diagnosis, starts, unread, cut, happened ([{n, match,
        wall, e, player, text}, ...]), dice (as of `stbpi verify`)

Never: prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from stbpi.board import audit_words
from stbpi.board.audit import Audit
from stbpi.board.portrait import Known, Portrait
from stbpi.board.ranking import Best, Board, Line, What
from stbpi.books.report import audits_as_json
from stbpi.dice.report import as_json as dice_as_json
from stbpi.games.record import Kind, columns
from stbpi.history.report import bars, match_row, skill
from stbpi.league.seasons import Season

FORMAT = 1

_WHAT = columns(game=Kind.TEXT, preset=Kind.TEXT, tiles=Kind.INT)
_LINE = columns(
    player=Kind.TEXT,
    bot=Kind.BOOL,
    matches=Kind.INT,
    won=Kind.INT,
    streak=Kind.INT,
    turn=Kind.INT,
    total=Kind.INT,
    turns=Kind.INT,
    shut=Kind.INT,
    longest_run=Kind.INT,
    values=Kind.OBJECT,
)
BOARDS = columns(season=Kind.TEXT) + _WHAT + _LINE
PLAYERS = columns(
    player=Kind.TEXT,
    bot=Kind.BOOL,
    matches=Kind.INT,
    ended=Kind.INT,
    won=Kind.INT,
    turns=Kind.INT,
    shut=Kind.INT,
    wall=Kind.INT,
)
PLAYER = _WHAT + _LINE + columns(spread=Kind.OBJECT, skill=Kind.OBJECT)
AUDITS = columns(
    box=Kind.TEXT,
    n=Kind.INT,
    match=Kind.INT,
    wall=Kind.INT,
    e=Kind.TEXT,
    player=Kind.TEXT,
    text=Kind.TEXT,
)


def boards(season: Season | None, found: Iterable[Board]) -> dict[str, Any]:
    """Return boards as JSON can hold them.

    Args:
        season: that they are of; `None` or one without a name: of all time.
        found: the boards.
    """
    return {
        "boards": FORMAT,
        "season": None if season is None else season.name or None,
        "since": _day(season.since if season is not None else None),
        "until": _day(season.until if season is not None else None),
        "rows": board_list(found),
    }


def board_list(found: Iterable[Board]) -> list[dict[str, Any]]:
    """Return boards without what they are of."""
    return [
        {
            **_what(board.what),
            "matches": board.matches,
            "rules": dict(board.house_rules),
            "lines": [_line(line) for line in board.lines],
            "totals": [*map(_best, board.totals)],
            "turn": None if board.turn is None else _best(board.turn),
        }
        for board in found
    ]


def board_rows(season: Season | None, found: Iterable[Board]) -> Iterator[tuple[Any, ...]]:
    """Return boards as rows of `BOARDS`, one for each player."""
    name = None if season is None else season.name or None
    for board in found:
        for line in board.lines:
            row = {"season": name, **_what(board.what), **_line(line)}
            yield tuple(row[column.name] for column in BOARDS)


def players(known: Iterable[Known]) -> dict[str, Any]:
    """Return the list of players as JSON can hold it."""
    return {"players": FORMAT, "rows": [_known(one) for one in known]}


def player_list(known: Iterable[Known]) -> Iterator[tuple[Any, ...]]:
    """Return the list of players as rows of `PLAYERS`."""
    for one in known:
        row = _known(one)
        yield tuple(row[column.name] for column in PLAYERS)


def player(one: Portrait) -> dict[str, Any]:
    """Return how a player plays as JSON can hold it."""
    return {
        "player": FORMAT,
        "name": one.name,
        "bot": one.is_bot,
        "matches": one.matches,
        "evenings": sorted(day.isoformat() for day in one.evenings),
        "parts": _parts(one),
        "form": [
            {
                **match_row(played.match),
                "won": played.has_won,
                "place": played.place,
                "total": played.total,
                "skill": skill(played.skill),
            }
            for played in one.form
        ],
    }


def player_rows(one: Portrait) -> Iterator[tuple[Any, ...]]:
    """Return what a player has come to as rows of `PLAYER`."""
    for part in _parts(one):
        yield tuple(part[column.name] for column in PLAYER)


def audits(day: date, found: Sequence[Audit]) -> dict[str, Any]:
    """Return an evening as JSON can hold it."""
    return {
        "audits": FORMAT,
        "evening": _day(day),
        "boxes": [
            {
                "box": one.box,
                "counts": (told := audits_as_json(one.audits))["ever"],
                "diagnosis": told["diagnosis"],
                "starts": one.starts,
                "unread": one.unread,
                "cut": one.is_cut,
                "happened": [*_happened(one)],
                "dice": dice_as_json([one.checked]),
            }
            for one in found
        ],
    }


def audit_rows(found: Iterable[Audit]) -> Iterator[tuple[Any, ...]]:
    """Return what has happened on an evening as rows of `AUDITS`."""
    for one in found:
        for row in _happened(one):
            told = {"box": one.box, **row}
            yield tuple(told[column.name] for column in AUDITS)


def _happened(one: Audit) -> Iterator[dict[str, Any]]:
    for it in one.happened:
        yield {
            "n": it.n,
            "match": it.match,
            "wall": it.wall,
            "e": it.event.e,
            "player": it.player or None,
            "text": audit_words.said(it),
        }


def _what(what: What) -> dict[str, Any]:
    return {
        "game": what.game,
        "preset": what.preset,
        "tiles": what.tiles or None,
    }


def _line(line: Line) -> dict[str, Any]:
    row, own = line.row, line.own
    return {
        "player": line.player.name,
        "bot": line.player.is_bot,
        "matches": line.matches,
        "won": line.won,
        "streak": line.streak,
        "turn": line.turn,
        "total": line.total,
        "turns": None if row is None else row.turns,
        "shut": None if row is None else row.shut,
        "longest_run": None if row is None else row.longest_run,
        "values": {} if own is None else {k: round(v, 3) for k, v in own.values.items()},
    }


def _best(best: Best) -> dict[str, Any]:
    return {
        "player": best.player,
        "value": best.value,
        "shut": best.is_shut,
        "box": best.box,
        "match": best.match,
        "wall": best.wall,
    }


def _known(one: Known) -> dict[str, Any]:
    return {
        "player": one.name,
        "bot": one.is_bot,
        "matches": one.matches,
        "ended": one.ended,
        "won": one.won,
        "turns": one.turns,
        "shut": one.shut,
        "wall": one.last,
    }


def _parts(one: Portrait) -> list[dict[str, Any]]:
    parts = []
    for part in one.parts:
        row = part.line.row
        lefts = {} if row is None else dict(sorted(row.left.counts.items()))
        spread = {} if row is None else bars(row.left.counts)
        told = {**_what(part.what), **_line(part.line), "spread": spread, "lefts": lefts}
        parts.append({**told, "skill": skill(part.skill)})
    return parts


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
