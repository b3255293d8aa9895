"""Opening a journal: what it ends with, and what is done with a file that can't be used.

A file that makes no sense is set aside if it was a journal of ours, and refused and left alone
if it is anything else. It was ours if its header says so; or if the header is nothing but zeros
(a page that was never written); or if it says nothing and its lock file lay there before this
start, since no other program makes one and a refused file keeps none.

Never: reads more than the last match, unless its read model is missing.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from stbpi.errors import JournalError
from stbpi.games.events import Event, MatchStarted
from stbpi.games.game import NO_TILES, Tiles
from stbpi.journal.aside import NO_NUMBERS, Numbers, set_aside, set_strays_aside, used
from stbpi.journal.database import (
    APPLICATION,
    FAILS,
    Damaged,
    NotOurs,
    connect_to_write,
    has_matches,
    has_tables,
    make_matches,
    move_it,
    number,
    open_at_rest,
    open_to_read,
    prepare_to_write,
    transaction,
    translated,
)
from stbpi.journal.matches import down_at_the_end, rebuild
from stbpi.journal.reader import LastMatch, Reader
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import kept
from stbpi.language import _

logger = logging.getLogger(__name__)

_TABLES = "SELECT count(*) FROM sqlite_master WHERE name IN ('events', 'boots')"
_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What a journal ends with.

    Attributes:
        used: the highest numbers that were given.
        newest: the newest event; `None` if there is none.
        last: the last match, as in `Reader.last_match`.
        down: the tiles that were down at last.
        settings: the events that settings follow from.
        secrets: bytes of dice and deals that are not revealed yet, by their commitments.
        has_tables: events can be written.
    """

    used: Numbers = NO_NUMBERS
    newest: Recorded | None = None
    last: LastMatch | None = None
    down: Tiles = NO_TILES
    settings: tuple[Event, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    has_tables: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A journal that can be written; closing it is the caller's."""

    connection: sqlite3.Connection
    end: End


def open_journal(path: Path, *, was_ours: bool, synced: bool) -> Opened:
    """Open a journal to write; an empty file is made if there is none.

    Args:
        was_ours: its lock file lay there before this start.
        synced: every commit waits for the disk.

    Raises:
        NotOurs: it is no journal, or of a newer version; it is left as it is.
        Damaged: it made no sense and was set aside; says so.
        JournalError: it can't be opened now.
    """
    with translated(path, "be opened"):
        is_folder = path.is_dir()
    if is_folder:
        what = _("the journal {path} can't be opened: it is a folder").format(path=path)
        raise NotOurs(what, move_it(), path=path)
    set_strays_aside(path)
    connection = connect_to_write(path)
    try:
        prepare_to_write(connection, path, synced=synced)
        return Opened(connection=connection, end=read_end(connection, path))
    except Damaged as exc:
        with closing(connection):
            if not _is_ours(path, was_ours=was_ours):
                raise NotOurs(exc.what, exc.do, path=path) from exc
            raise judged(path, exc) from exc
    except BaseException:
        connection.close()
        raise


def judged(path: Path, error: Damaged, *, wholly: bool = False) -> JournalError:
    """Set a journal aside if it is damaged indeed.

    A disk that fails to read looks like damage to SQLite, so it is looked at once more in
    another way. A connection to it is best closed afterwards: SQLite tidies up beside a file
    that it closes, unless that has got another name.

    Args:
        wholly: look at all of it, which takes its time; else at its end.

    Returns:
        What to say of it.

    Raises:
        JournalError: it can't be set aside; it is as it was.
    """
    if not _is_damaged(path, wholly=wholly):
        return JournalError(error.what, error.do, path=path, mark=FAILS)
    name = set_aside(path, error.what)
    what = _("the journal {path} was damaged and is kept as {name}")
    return Damaged(
        what.format(path=path, name=name.name), path=path, mark=f"damaged, set aside as {name.name}"
    )


def _is_damaged(path: Path, *, wholly: bool) -> bool:
    try:
        with closing(open_at_rest(path)) as connection:
            read_end(connection, path, may_write=False)
            with translated(path, "be read"):
                if not wholly or connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
                    return False
    except Damaged:
        pass
    except JournalError:
        return False
    try:
        for end in ("", "-wal"):
            _read_through(path.with_name(path.name + end))
    except OSError:
        return False
    return True


def _read_through(file: Path) -> None:
    with suppress(FileNotFoundError), file.open("rb") as it:
        while it.read(1 << 20):
            pass


def look(path: Path, *, was_ours: bool) -> End:
    """Read the end of a journal that can't be written now; nobody else may be writing it.

    Args:
        was_ours: as in `open_journal`.

    Raises:
        NotOurs: it is no journal, or of a newer version.
        JournalError: it can't be read.
    """
    if not is_there(path):
        return End(used=used(path))
    try:
        with closing(open_to_read(path, alone=True)) as connection:
            return read_end(connection, path, may_write=False)
    except Damaged as exc:
        if not _is_ours(path, was_ours=was_ours):
            raise NotOurs(exc.what, exc.do, path=path) from exc
        raise


def is_there(path: Path) -> bool:
    """Say whether there is a file that anything was ever written to.

    Raises:
        JournalError: that can't be seen.
    """
    with translated(path, "be opened"):
        try:
            return path.stat().st_size > 0
        except FileNotFoundError:
            return False


def read_end(connection: sqlite3.Connection, path: Path, *, may_write: bool = True) -> End:
    """Read what a journal ends with.

    Raises:
        Damaged: what stands there makes no sense.
        JournalError: it can't be read.
    """
    with translated(path, "be read"):
        if not has_tables(connection):
            return End(used=used(path))
        if number(connection, _TABLES) != 2:
            what = _("the journal {path} is damaged: it has no events").format(path=path)
            raise Damaged(what, move_it(), path=path)
        if not has_matches(connection):
            _remake_matches(connection, path, may_write=may_write)
        try:
            return _end(connection, path)
        except (TypeError, ValueError) as exc:
            what = _("the journal {path} is damaged: {cause}").format(path=path, cause=exc)
            raise Damaged(what, move_it(), path=path) from exc


def _remake_matches(connection: sqlite3.Connection, path: Path, *, may_write: bool) -> None:
    if may_write:
        with transaction(connection):
            make_matches(connection)
            rebuild(connection, path)
    else:
        make_matches(connection, for_now=True)
        rebuild(connection, path)


def _end(connection: sqlite3.Connection, path: Path) -> End:
    reader = Reader(path, connection)
    newest, last = reader.newest(), reader.last_match()
    boot = number(connection, "SELECT coalesce(max(boot), 0) FROM boots")
    if newest is None:
        numbers = used(path).or_higher(Numbers(boot=boot))
    else:
        numbers = Numbers(n=newest.n, boot=max(boot, newest.boot), match=newest.match)
    return End(
        used=numbers,
        newest=newest,
        last=_whole(last, path) if last is not None else None,
        down=down_at_the_end(connection, path),
        settings=reader.settings(),
        secrets=kept(connection),
        has_tables=True,
    )


def _whole(last: LastMatch, path: Path) -> LastMatch | None:
    """Return the last match if it can be gone on with.

    A gap is no damage: a journal that was away for a while has one (`store`).
    """
    first, numbers = last.events[:1], [recorded.n for recorded in last.events]
    if not first or first[0].match != last.number or not isinstance(first[0].event, MatchStarted):
        what = _("the journal {path} is damaged: match {number} has no beginning")
        raise Damaged(what.format(path=path, number=last.number), move_it(), path=path)
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        logger.warning("match %d of %s is not whole and can't go on", last.number, path)
        return None
    return last


def _is_ours(path: Path, *, was_ours: bool) -> bool:
    header = b""
    with suppress(OSError), path.open("rb") as file:
        header = file.read(100)
    if header.startswith(_MAGIC):
        application = int.from_bytes(header[68:72], "big")
        return application == APPLICATION or (not application and was_ours)
    return was_ours or not any(header[: len(_MAGIC)])
