"""Score sheets for tests: opened on a journal, and typed on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from stbpi.clock import SystemClock
from stbpi.games.events import Event
from stbpi.games.game import StartMatch
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from stbpi.score import Sheet, Terminal, keep, kept_in


@contextmanager
def sheet_on(path: Path) -> Iterator[Sheet]:
    """Open the sheet that is kept in a file."""
    with closing(Journal(path)) as journal:
        yield kept_in(journal, SystemClock())


def start(game: str, *names: str, preset: str, **rules: object) -> StartMatch:
    """Return the command that starts a match."""
    checked = tuple((key, value) for key, value in rules.items() if isinstance(value, int | str))
    return StartMatch(game=game, names=names, preset=preset, house_rules=checked)


def typed(sheet: Sheet, *lines: str) -> tuple[list[str], list[str], int]:
    """Type lines; return what was told, what was refused, and how many were."""
    left = list(lines)
    told: list[str] = []
    refused: list[str] = []
    terminal = Terminal(
        ask=lambda _: left.pop(0) if left else None, tell=told.append, refuse=refused.append
    )
    count = keep(sheet, terminal)
    return told, refused, count


def entered(sheet: Sheet, *lines: str) -> list[str]:
    """Type lines, none of which may be refused; return what was told of them, without the start."""
    told, refused, _ = typed(sheet, *lines)
    assert refused == []
    return told[1:]


def shown(sheet: Sheet) -> list[str]:
    """Return the lines of a sheet."""
    return sheet.table.splitlines()


def events_in(path: Path) -> list[Event]:
    """Read all events of a journal that is closed."""
    with closing(open_read_only(path)) as journal:
        return [recorded.event for recorded in journal.events()]
