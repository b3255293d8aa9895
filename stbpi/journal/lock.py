"""The lock of a journal: one program writes it, and whoever comes second is told which.

A lock file of its own is used: opening and closing the database a second time in one process
would drop the locks of SQLite itself. The holder writes its process number into it; that is for
people and nothing depends on it.

Never: waits longer than it takes somebody to look whether the lock is held. Keep: the lock ends
with its process, however that ends.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from stbpi.errors import InUseError
from stbpi.journal.database import translated

# `stbpi doctor` takes the lock for a moment to see whether it is held.
PATIENCE_S = 0.3
_LOOK_S = 0.02

_MOST_OF_A_COMMAND = 80


def lock_file(path: Path) -> Path:
    """Return the lock file of a journal."""
    return path.with_name(path.name + "-lock")


def lock(path: Path) -> int:
    """Make sure that only one program writes this journal.

    Returns:
        The file descriptor that holds the lock.

    Raises:
        InUseError: another program has the journal open.
        JournalError: the lock can't be had: nothing can be made there.
    """
    with translated(path, "be opened"):
        path.parent.mkdir(parents=True, exist_ok=True)
        held = _opened(lock_file(path))
        try:
            if not _is_taken(held):
                raise _in_use(path, held)
        except BaseException:
            os.close(held)
            raise
    with suppress(OSError):  # a disk that is full or read-only
        os.ftruncate(held, 0)
        os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
    return held


def _opened(file: Path) -> int:
    """Open a lock file, to write if that is possible; a lock needs no right to write."""
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError:
        return os.open(file, os.O_RDONLY | os.O_CLOEXEC)


def _is_taken(held: int) -> bool:
    """Take the lock if it is free, or soon is."""
    latest = time.monotonic() + PATIENCE_S
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= latest:
                return False
            time.sleep(_LOOK_S)
        else:
            return True


def _in_use(path: Path, held: int) -> InUseError:
    pid = 0
    with suppress(OSError, ValueError):
        pid = int(os.pread(held, 20, 0))
    command = _command(pid) if pid else ""
    return InUseError(path, pid=pid if command else None, command=command)


def _command(pid: int) -> str:
    """Return the command line of a process; nothing if there is none or it may not be read."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    return " ".join([Path(words[0]).name, *words[1:]]).strip()[:_MOST_OF_A_COMMAND]
