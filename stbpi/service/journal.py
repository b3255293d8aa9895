"""Checks of the journal: is it whole, is there room for more, and who writes it now.

Never: makes a file, waits for a lock. Keep: the lock is asked for shared, and only if the kernel's
list doesn't name its holder: a daemon that starts just now would find it taken.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from stbpi.config import Config
from stbpi.errors import JournalError
from stbpi.foreign import reason
from stbpi.journal.database import APPLICATION, VERSION, open_to_read, translated
from stbpi.language import _, number
from stbpi.service.board import text_of
from stbpi.service.finding import Finding, fail, info, ok, warn
from stbpi.service.machine import Machine

CHECK_S = 2.0
ROOM_BYTES = 50_000_000  # an evening writes less than one; the rest is for the system's own logs
_STEPS = 10_000  # of SQLite's machine, some milliseconds, between two looks at the time


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Another stbpi that writes this journal.

    Attributes:
        plays: there is one; `None` if that can't be found out.
        pid: its process number, if the kernel tells.
    """

    plays: bool | None
    pid: int | None = None


def other_stbpi(machine: Machine, journal: Path) -> Other:
    """Find out whether another stbpi plays, by the lock of its journal."""
    lock = machine.file(journal.with_name(journal.name + "-lock"))
    try:
        about = lock.stat()
    except (FileNotFoundError, NotADirectoryError):
        return Other(plays=False)
    except OSError:
        return Other(plays=None)
    if pid := _holder(machine, about):
        return Other(plays=True, pid=pid)
    try:
        return Other(plays=_is_locked(lock))
    except OSError:
        return Other(plays=None)


def _holder(machine: Machine, lock: os.stat_result) -> int | None:
    """Look in the kernel's list (`1: FLOCK ADVISORY WRITE 812 08:02:77 0 EOF`) for a holder."""
    major, minor = os.major(lock.st_dev), os.minor(lock.st_dev)
    wanted = f"{major:02x}:{minor:02x}:{lock.st_ino}"
    for line in text_of(machine.file("/proc/locks")).splitlines():
        match line.split():
            case [_, "FLOCK", _, "WRITE", pid, place, *_] if place == wanted and pid.isdecimal():
                return int(pid)
    return None


def _is_locked(lock: Path) -> bool:
    held = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(held)
    return False


def journal(machine: Machine, config: Config, *, patience_s: float = CHECK_S) -> Iterator[Finding]:
    path = config.journal.path
    file = machine.file(path)
    try:
        size = file.stat().st_size
    except FileNotFoundError:
        yield info("journal", _("there is none yet at {path}").format(path=path))
    except OSError as exc:
        text = _("{path} can't be seen: {reason}").format(path=path, reason=reason(exc))
        yield warn("journal", text, _rights(path))
    else:
        yield _checked(file, path, size, patience_s)
    yield from _room(machine, file)


def _checked(file: Path, path: Path, size: int, patience_s: float) -> Finding:
    about = f"{path}, {number(size / 1e6, 1)} MB"
    if not os.access(file, os.R_OK):
        return warn("journal", _("{path} may not be read").format(path=path), _rights(path))
    if not size:
        text = _("{path} is empty: nothing has been played yet").format(path=path)
        return info("journal", text)
    try:
        problem = _problem(file, patience_s)
        if problem and _log(file).exists():  # somebody has begun to write in the middle of it
            problem = _problem(file, patience_s)
    except _TookTooLong:
        text = _("{about}; too large to be checked in {seconds} s")
        return info("journal", text.format(about=about, seconds=number(patience_s)))
    except JournalError as exc:
        return fail("journal", exc.what, exc.do)
    if problem:
        fix = _("Stop the daemon, and move the file away (keep it) or name another one.")
        return fail("journal", f"{about}: {problem}", fix)
    return ok("journal", _("{about}, is whole").format(about=about))


class _TookTooLong(Exception):
    """The check was ended before it was through."""


def _problem(file: Path, patience_s: float) -> str:
    """Say what is wrong with a file; nothing if it is a journal and whole.

    Raises:
        JournalError: it can't be read.
        _TookTooLong: it can't be checked in time.
    """
    end = time.monotonic() + patience_s
    with closing(_opened(file)) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)

        def ask(pragma: str) -> object:
            with translated(file, "be checked"):
                return connection.execute(f"PRAGMA {pragma}").fetchone()[0]

        try:
            if ask("application_id") != APPLICATION:
                return _("the database of another program")
            if ask("user_version") != VERSION:
                return _("made by another version of stbpi")
            told = str(ask("quick_check(1)"))
        except JournalError as exc:
            if time.monotonic() > end:
                raise _TookTooLong from exc
            raise
    return "" if told == "ok" else _("damaged: {what}").format(what=" ".join(told.split()))


def _opened(file: Path) -> sqlite3.Connection:
    """Open a journal to read it, and leave no file of SQLite's own behind if that is possible."""
    if _log(file).exists():
        return open_to_read(file)
    with translated(file, "be read"):
        return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _log(file: Path) -> Path:
    """Return the file that SQLite keeps while somebody writes."""
    return file.with_name(file.name + "-wal")


def _room(machine: Machine, file: Path) -> Iterator[Finding]:
    place = next(folder for folder in file.parents if os.access(folder, os.F_OK))
    disk = machine.disk(place)
    text = _("{megabytes} MB free for the journal").format(megabytes=number(disk.free / 1e6))
    if disk.is_read_only:
        fix = _("Name a file on a disk that can be written with {key}.")
        fix = fix.format(key="[journal] path")
        yield warn("disk", _("the journal's disk is read-only"), fix)
    elif disk.free < ROOM_BYTES:
        fix = _("Make room: {commands}")
        fix = fix.format(commands="sudo apt clean, sudo journalctl --vacuum-size=50M")
        yield warn("disk", text, fix)
    else:
        yield ok("disk", text)


def _rights(path: Path) -> str:
    text = _("Run this again with sudo, or join the group that may read {folder}.")
    return text.format(folder=path.parent)
