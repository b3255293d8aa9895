"""The seam between SQLite and its files: every operation passes by a watcher.

A wrapper around SQLite's own file layer (its "VFS") is registered as the default in the very
library that the module `sqlite3` uses, so that a program's `sqlite3.connect` goes through it
unchanged. The watcher is asked before an operation whether it fails, and told after it what was
done. A failure gives SQLite the code that its Unix layer makes of that error.

Never: keeps a file open or shut that SQLite does not; swallows an exception of the watcher (it
is raised when the watch ends). Keep: the wrapper is made once and lives as long as the process,
since a connection that outlives the watch still calls it.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tests.journal.rig.operations import (
    Created,
    Deleted,
    Failure,
    Kind,
    Operation,
    Synced,
    Truncated,
    Written,
)

_OK = 0
_IOERR = 10
_CANTOPEN = 14

_CODES: dict[tuple[Kind, Failure], int] = {
    (Kind.OPEN, Failure.EIO): _CANTOPEN,
    (Kind.OPEN, Failure.ENOSPC): _CANTOPEN,
    (Kind.OPEN, Failure.EROFS): _CANTOPEN,
    (Kind.READ, Failure.EIO): _IOERR | 33 << 8,  # CORRUPTFS: what EIO is from 3.33 on
    (Kind.WRITE, Failure.EIO): _IOERR | 3 << 8,
    (Kind.WRITE, Failure.ENOSPC): 13,  # FULL
    (Kind.WRITE, Failure.EROFS): _IOERR | 3 << 8,
    (Kind.TRUNCATE, Failure.EIO): _IOERR | 6 << 8,
    (Kind.TRUNCATE, Failure.EROFS): _IOERR | 6 << 8,
    (Kind.SYNC, Failure.EIO): _IOERR | 4 << 8,
    (Kind.SYNC, Failure.ENOSPC): _IOERR | 4 << 8,
    (Kind.SYNC, Failure.EROFS): _IOERR | 4 << 8,
    (Kind.DELETE, Failure.EIO): _IOERR | 10 << 8,
    (Kind.DELETE, Failure.EROFS): _IOERR | 10 << 8,
    (Kind.MAP, Failure.EIO): _IOERR | 21 << 8,
    (Kind.MAP, Failure.ENOSPC): _IOERR | 19 << 8,
    (Kind.MAP, Failure.EROFS): 8 | 5 << 8,  # READONLY_CANTINIT
}
"""What the Unix layer of SQLite returns; what is not in it does not happen (a full disk is
read as any other)."""

_OPEN_READONLY, _OPEN_READWRITE, _OPEN_CREATE = 1, 2, 4
_OPEN_JOURNAL = 0x800 | 0x4000 | 0x80000  # a rollback journal, a super-journal, a write-ahead file
_SECTOR = 512
_NO_NUMBER = -1  # a file without a name, which nobody finds after a cut

_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_METHODS: tuple[tuple[str, Any], ...] = (
    ("xClose", ctypes.CFUNCTYPE(_I, _P)),
    ("xRead", ctypes.CFUNCTYPE(_I, _P, _P, _I, _L)),
    ("xWrite", ctypes.CFUNCTYPE(_I, _P, _P, _I, _L)),
    ("xTruncate", ctypes.CFUNCTYPE(_I, _P, _L)),
    ("xSync", ctypes.CFUNCTYPE(_I, _P, _I)),
    ("xFileSize", ctypes.CFUNCTYPE(_I, _P, _P)),
    ("xLock", ctypes.CFUNCTYPE(_I, _P, _I)),
    ("xUnlock", ctypes.CFUNCTYPE(_I, _P, _I)),
    ("xCheckReservedLock", ctypes.CFUNCTYPE(_I, _P, _P)),
    ("xFileControl", ctypes.CFUNCTYPE(_I, _P, _I, _P)),
    ("xSectorSize", ctypes.CFUNCTYPE(_I, _P)),
    ("xDeviceCharacteristics", ctypes.CFUNCTYPE(_I, _P)),
    ("xShmMap", ctypes.CFUNCTYPE(_I, _P, _I, _I, _I, _P)),
    ("xShmLock", ctypes.CFUNCTYPE(_I, _P, _I, _I, _I)),
    ("xShmBarrier", ctypes.CFUNCTYPE(None, _P)),
    ("xShmUnmap", ctypes.CFUNCTYPE(_I, _P, _I)),
    ("xFetch", ctypes.CFUNCTYPE(_I, _P, _L, _I, _P)),
    ("xUnfetch", ctypes.CFUNCTYPE(_I, _P, _L, _P)),
)


class _IoMethods(ctypes.Structure):
    _fields_ = [("iVersion", _I), *_METHODS]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", _I),
        ("szOsFile", _I),
        ("mxPathname", _I),
        ("pNext", _P),
        ("zName", ctypes.c_char_p),
        ("pAppData", _P),
        ("xOpen", ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, ctypes.POINTER(_I))),
        ("xDelete", ctypes.CFUNCTYPE(_I, _P, _P, _I)),
        *((f"rest_{i}", _P) for i in range(14)),
    ]


_HEAD = 16  # bytes in front of SQLite's own file: the pointer to our methods, and alignment


class Watcher(Protocol):
    """Who is asked and told; called from any thread."""

    def ask(self, kind: Kind) -> Failure | None:
        """Say how an operation fails that is about to be done; `None`: it goes well."""
        ...

    def number(self, name: str, *, is_new: bool) -> int:
        """Return the number of a file that has been opened."""
        ...

    def tell(self, operation: Operation) -> None:
        """Take what has been done."""
        ...


class RigUnavailableError(Exception):
    """SQLite's functions can't be reached in this Python (it is linked in, not loaded)."""


def can_fail(kind: Kind | None, failure: Failure) -> bool:
    """Say whether an operation of this kind, or (`None`) any, can fail so."""
    return kind is None or (kind, failure) in _CODES


@dataclass(slots=True)
class _File:
    number: int
    name: str
    real: int
    methods: Any
    syncs_folder: bool  # with its first sync, as the Unix layer of SQLite does for a journal


class _Shim:
    def __init__(self) -> None:
        import _sqlite3

        try:
            self._library = ctypes.CDLL(_sqlite3.__file__)
            find, self._register = (
                self._library.sqlite3_vfs_find,
                self._library.sqlite3_vfs_register,
            )
        except (AttributeError, OSError) as exc:
            raise RigUnavailableError(f"sqlite3 can't be reached: {exc}") from exc
        find.restype = _P
        self._register.argtypes = [_P, _I]
        self._library.sqlite3_vfs_unregister.argtypes = [_P]
        self._real_at = find(None)
        self._real = _Vfs.from_address(self._real_at)
        self.watcher: Watcher | None = None
        self.escaped: list[BaseException] = []
        self.files: dict[int, _File] = {}
        self._methods = self._make_methods()
        self._vfs = _Vfs.from_buffer_copy(self._real)
        self._vfs.zName = b"stbpi-rig"
        self._vfs.szOsFile += _HEAD
        self._vfs.xOpen = self._guarded(_Vfs, "xOpen", self._open, failed=_CANTOPEN)
        self._vfs.xDelete = self._guarded(_Vfs, "xDelete", self._delete)

    def register(self) -> None:
        self._register(ctypes.addressof(self._vfs), 1)

    def unregister(self) -> None:
        self._register(self._real_at, 1)
        self._library.sqlite3_vfs_unregister(ctypes.addressof(self._vfs))

    def _guarded(
        self, table: Any, name: str, function: Callable[..., int | None], *, failed: int = _IOERR
    ) -> Any:
        def call(*values: Any) -> int | None:
            try:
                return function(*values)
            except BaseException as exc:  # C can't carry it; it is raised when the watch ends
                self.escaped.append(exc)
                return failed

        return dict(table._fields_)[name](call)

    def _make_methods(self) -> _IoMethods:
        ours: dict[str, Callable[..., int | None]] = {
            "xClose": self._close,
            "xRead": self._read,
            "xWrite": self._write,
            "xTruncate": self._truncate,
            "xSync": self._sync,
            "xShmMap": self._map,
        }
        methods = _IoMethods(iVersion=3)
        for name, _ in _METHODS:
            function = ours.get(name) or functools.partial(self._through, name)
            setattr(methods, name, self._guarded(_IoMethods, name, function))
        return methods

    # What is asked of the folder

    def _open(self, _: int, z_name: int | None, at: int, flags: int, given: Any) -> int:
        pointer = ctypes.c_void_p.from_address(at)
        pointer.value = None  # SQLite closes what has methods, also if opening it failed
        name = ctypes.string_at(z_name).decode() if z_name else ""
        is_new = bool(name) and not Path(name).exists()
        match self._ask(Kind.OPEN):
            case Failure.EROFS:  # what is there can be opened to read, a new file can't
                flags = flags & ~(_OPEN_READWRITE | _OPEN_CREATE) | _OPEN_READONLY
            case Failure.ENOSPC if not is_new:
                pass
            case None:
                pass
            case failure:
                return _CODES[Kind.OPEN, failure]
        real = at + _HEAD
        code = int(self._real.xOpen(self._real_at, z_name, real, flags, given))
        if code == _OK:
            methods = _IoMethods.from_address(ctypes.c_void_p.from_address(real).value or 0)
            number = self._number(name, is_new=is_new)
            syncs_folder = bool(flags & _OPEN_CREATE and flags & _OPEN_JOURNAL)
            self.files[at] = _File(number, name, real, methods, syncs_folder)
            pointer.value = ctypes.addressof(self._methods)
        return code

    def _delete(self, _: int, z_name: int, sync: int) -> int:
        failure = self._fails(Kind.DELETE)
        if failure is not None:
            return failure
        code = int(self._real.xDelete(self._real_at, z_name, sync))
        if code == _OK:
            name = Path(ctypes.string_at(z_name).decode()).name
            self._tell(Deleted(name=name, is_synced=bool(sync)))
        return code

    # What is asked of a file

    def _through(self, name: str, at: int, *values: Any) -> Any:
        file = self.files[at]
        return getattr(file.methods, name)(file.real, *values)

    def _close(self, at: int) -> int:
        file = self.files.pop(at)
        return int(file.methods.xClose(file.real))

    def _read(self, at: int, into: int, count: int, offset: int) -> int:
        failure = self._fails(Kind.READ)
        if failure is not None:
            return failure
        return int(self._through("xRead", at, into, count, offset))

    def _write(self, at: int, data: int, count: int, offset: int) -> int:
        failure = self._ask(Kind.WRITE)
        if failure is Failure.ENOSPC:  # the last free block still took something
            count = min(count, _SECTOR - offset % _SECTOR)
        code = int(_CODES[Kind.WRITE, failure]) if failure is not None else _OK
        if code == _OK or failure is Failure.ENOSPC:
            code = int(self._through("xWrite", at, data, count, offset)) or code
            written = ctypes.string_at(data, count)
            self._tell(Written(file=self.files[at].number, offset=offset, data=written))
        return code

    def _truncate(self, at: int, size: int) -> int:
        failure = self._fails(Kind.TRUNCATE)
        if failure is not None:
            return failure
        code = int(self._through("xTruncate", at, size))
        self._tell(Truncated(file=self.files[at].number, size=size))
        return code

    def _sync(self, at: int, flags: int) -> int:
        failure = self._fails(Kind.SYNC)
        code = failure if failure is not None else int(self._through("xSync", at, flags))
        file, is_done = self.files[at], code == _OK
        self._tell(
            Synced(file=file.number, is_done=is_done, has_folder=is_done and file.syncs_folder)
        )
        file.syncs_folder = file.syncs_folder and not is_done
        return code

    def _map(self, at: int, *values: Any) -> int:
        failure = self._fails(Kind.MAP)
        if failure is not None:
            return failure
        return int(self._through("xShmMap", at, *values))

    # The watcher

    def _ask(self, kind: Kind) -> Failure | None:
        failure = self.watcher.ask(kind) if self.watcher is not None else None
        return failure if failure is not None and (kind, failure) in _CODES else None

    def _fails(self, kind: Kind) -> int | None:
        failure = self._ask(kind)
        return _CODES[kind, failure] if failure is not None else None

    def _number(self, name: str, *, is_new: bool) -> int:
        if self.watcher is None or not name:
            return _NO_NUMBER
        name = Path(name).name
        number = self.watcher.number(name, is_new=is_new)
        if is_new:
            self._tell(Created(file=number, name=name))
        return number

    def _tell(self, operation: Operation) -> None:
        if self.watcher is not None and getattr(operation, "file", 0) != _NO_NUMBER:
            self.watcher.tell(operation)


_shim = functools.cache(_Shim)


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Let a watcher see and decide everything that SQLite does to files meanwhile.

    Raises:
        RigUnavailableError: SQLite can't be reached.
        RuntimeError: something is open at the end.
    """
    shim = _shim()
    shim.watcher = watcher
    shim.escaped.clear()
    shim.register()
    try:
        yield
    finally:
        shim.unregister()
        shim.watcher = None
        left_open, escaped = [file.name for file in shim.files.values()], list(shim.escaped)
        if escaped:
            raise escaped[0]
    if left_open:
        raise RuntimeError(f"left open: {left_open}")
