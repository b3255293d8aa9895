"""What SQLite does to its files, and how each of it can fail.

An operation names a file by its number: a file that is deleted and made again under the same
name is another file, as it is on a disk.

Never: touches a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of operations that can fail; `MAP` is that of the memory shared by readers."""

    OPEN = "open"
    READ = "read"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    DELETE = "delete"
    MAP = "map"


class Failure(StrEnum):
    """What the kernel answers."""

    EIO = "EIO"
    ENOSPC = "ENOSPC"
    EROFS = "EROFS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    file: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    file: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncated:
    file: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """Attributes:
    is_done: it went well; a kernel that could not write a page forgets that it had to.
    has_folder: the names in its folder were synced with it.
    """

    file: int
    is_done: bool
    has_folder: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """Attributes:
    is_synced: the folder was synced after it.
    """

    name: str
    is_synced: bool


Operation = Created | Written | Truncated | Synced | Deleted
