"""What a cut of the power leaves on a disk, made from what was done to it.

Nothing that was not synced need be there: each write may be on the disk or not, as a whole or
in some of its sectors, and in any order. A new or deleted name may be there or not, until its
folder is synced, or (a new one) its file.

Never: reads a file. Keep: one seed makes one image, on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tests.journal.rig.operations import Created, Deleted, Operation, Synced, Truncated, Written

SECTOR = 512

Image = dict[str, bytes]
"""The files of a folder by their names."""

Waiting = Created | Written | Truncated | Deleted


class Variant(StrEnum):
    """What became of the writes that were not synced."""

    DROPPED = "dropped"
    KEPT = "kept"
    REORDERED = "reordered"  # some of them, in any order
    TORN = "torn"  # some of them and the last one, each in some of its sectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A cut of the power.

    Attributes:
        n: after so many operations.
        seed: of what is dropped, reordered and torn; without meaning for the other two.
    """

    n: int
    variant: Variant
    seed: int

    def __str__(self) -> str:
        return f"{self.n}:{self.variant}:{self.seed}"


class Disk:
    """What is safely on the disk, and what waits to get there.

    Args:
        image: what is on it at first, safely; its files are numbered in this order.
    """

    def __init__(self, image: Image | None = None) -> None:
        image = image or {}
        self._files = {i: bytearray(content) for i, content in enumerate(image.values())}
        self._names = {name: number for number, name in enumerate(image)}
        self._waiting: list[Waiting] = []

    @property
    def is_quiet(self) -> bool:
        """Whether nothing waits: then every cut leaves the same."""
        return not self._waiting

    def fork(self) -> Disk:
        """Return a disk that goes another way from here."""
        other = Disk()
        other._files, other._names = self._copies(), dict(self._names)
        other._waiting = list(self._waiting)
        return other

    def do(self, operation: Operation) -> None:
        """Let an operation be done."""
        match operation:
            case Synced(file=file, is_done=False):
                self._forget(file)
            case Synced(file=file, has_folder=has_folder):
                self._sync(file)
                if has_folder:
                    self._sync_names()
            case Deleted(is_synced=True):
                self._waiting.append(operation)
                self._sync_names()
            case _:
                self._waiting.append(operation)

    def numbers(self) -> dict[str, int]:
        """Return the numbers of the files that a program sees now, by their names."""
        names = dict(self._names)
        for operation in self._waiting:
            _apply(operation, {}, names)
        return names

    def seen(self) -> Image:
        """Return what a program sees now, with everything that waits."""
        return self.after(Variant.KEPT, random.Random(0))

    def after(self, variant: Variant, chance: random.Random) -> Image:
        """Return what is there after a cut."""
        waiting = list(self._waiting)
        match variant:
            case Variant.DROPPED:
                waiting = []
            case Variant.KEPT:
                pass
            case Variant.REORDERED:
                waiting = _reordered(waiting, chance)
            case Variant.TORN:
                waiting = _torn(waiting, chance)
        files, names = self._copies(), dict(self._names)
        for operation in waiting:
            _apply(operation, files, names)
        return {name: bytes(files.get(number, b"")) for name, number in names.items()}

    def _copies(self) -> dict[int, bytearray]:
        return {number: bytearray(content) for number, content in self._files.items()}

    def _sync(self, file: int) -> None:
        created = [o for o in self._waiting if isinstance(o, Created) and o.file == file]
        names = {operation.name for operation in created}
        self._settle(
            lambda o: o.name in names if isinstance(o, Created | Deleted) else o.file == file
        )

    def _sync_names(self) -> None:
        self._settle(lambda o: isinstance(o, Created | Deleted))

    def _forget(self, file: int) -> None:
        """After a sync that failed the kernel holds the writes for clean: they are never made."""
        self._waiting = [
            o for o in self._waiting if isinstance(o, Created | Deleted) or o.file != file
        ]

    def _settle(self, is_synced: Callable[[Waiting], bool]) -> None:
        still = []
        for operation in self._waiting:
            if is_synced(operation):
                _apply(operation, self._files, self._names)
            else:
                still.append(operation)
        self._waiting = still


def _reordered(waiting: Sequence[Waiting], chance: random.Random) -> list[Waiting]:
    """Some of what waits; names keep their order, as the journal of a file system keeps it."""
    some = [operation for operation in waiting if chance.random() < 0.5]
    names = [o for o in some if isinstance(o, Created | Deleted)]
    writes = [o for o in some if not isinstance(o, Created | Deleted)]
    chance.shuffle(writes)
    return [*names, *writes]


def _torn(waiting: Sequence[Waiting], chance: random.Random) -> list[Waiting]:
    """The last write, and by chance others, are there in some of their sectors only."""
    last = max((i for i, o in enumerate(waiting) if isinstance(o, Written)), default=None)
    torn: list[Waiting] = []
    for i, operation in enumerate(waiting):
        if isinstance(operation, Written) and (i == last or chance.random() < 0.2):
            torn += _some_sectors(operation, chance)
        else:
            torn.append(operation)
    return torn


def _some_sectors(written: Written, chance: random.Random) -> list[Written]:
    starts = range(
        written.offset - written.offset % SECTOR, written.offset + len(written.data), SECTOR
    )
    if chance.random() < 0.5:
        kept = list(starts[: chance.randrange(len(starts))])
    else:
        kept = [start for start in starts if chance.random() < 0.5]
    return [_part(written, start) for start in kept]


def _part(written: Written, start: int) -> Written:
    first = max(start, written.offset)
    end = start + SECTOR - written.offset
    return replace(written, offset=first, data=written.data[first - written.offset : end])


def _apply(operation: Waiting, files: dict[int, bytearray], names: dict[str, int]) -> None:
    match operation:
        case Created(file=file, name=name):
            files[file], names[name] = bytearray(), file
        case Deleted(name=name):
            names.pop(name, None)
        case Written(file=file, offset=offset, data=data):
            content = files.setdefault(file, bytearray())
            content.extend(bytes(max(0, offset - len(content))))
            content[offset : offset + len(data)] = data
        case Truncated(file=file, size=size):
            content = files.setdefault(file, bytearray())
            content.extend(bytes(max(0, size - len(content))))
            del content[size:]
