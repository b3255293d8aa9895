"""All cases of a kind, one after the other: cuts, second cuts, faults.

A case has a name under which it can be repeated. It has to be tried before the next one is
asked for, since they share a disk.

Never: stops at a case that fails; whoever tries them decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from stbpi.errors import StbError
from tests.journal.rig.checks import (
    BrokenPromiseError,
    History,
    Judge,
    complaints,
    history_of,
    history_of_failures,
    moments,
    variants,
)
from tests.journal.rig.cuts import Disk, Image
from tests.journal.rig.match import Played, play
from tests.journal.rig.operations import Failure, Kind, Operation
from tests.journal.rig.storage import Fault, Shown, Storage, fast_folder
from tests.journal.rig.vfs import can_fail

Log = list[Operation | Shown]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One thing to try.

    Attributes:
        name: tells it from all others.
        check: raises `BrokenPromiseError`; returns how many single cuts or faults that was.
    """

    name: str
    check: Callable[[], int]


def tried(cases: Iterable[Case], *, most: int = 5) -> list[str]:
    """Try all cases; return the first few that failed, and why."""
    failed = []
    for case in cases:
        try:
            case.check()
        except (BrokenPromiseError, StbError, OSError, RuntimeError) as exc:
            failed.append(f"{case.name}: {exc}")
    return failed[:most]


def always(_: int) -> bool:
    return True


def cuts(
    log: Log, judge: Judge, *, seeds: int, is_wanted: Callable[[int], bool] = always, name: str
) -> Iterator[Case]:
    """Cut the power after every operation of a log."""
    disk = Disk()
    for n, shown in moments(log, disk, is_wanted=is_wanted):
        for cut, image in variants(disk, n, seeds=seeds):
            yield Case(name=f"{name} {cut}", check=partial(_look, judge, image, shown))


def second_cuts(
    log: Log, judge: Judge, *, seeds: int, is_wanted: Callable[[int], bool] = always
) -> Iterator[Case]:
    """Cut the power, and once more at every operation of the start that follows."""
    disk = Disk()
    for n, shown in moments(log, disk, is_wanted=is_wanted):
        for cut, image in variants(disk, n, seeds=seeds):
            yield Case(
                name=f"again {cut}",
                check=partial(judge.look_again, image, Disk(image), shown=shown, seeds=seeds),
            )


def cuts_after_a_kill(
    log: Log, judge: Judge, *, seeds: int, is_wanted: Callable[[int], bool] = always
) -> Iterator[Case]:
    """Kill the program; cut the power at every operation of the start that follows.

    The new program sees what the killed one had not synced, and may show it.
    """
    disk = Disk()
    for n, shown in moments(log, disk, is_wanted=is_wanted):
        yield Case(
            name=f"killed {n}",
            check=partial(judge.look_again, disk.seen(), disk.fork(), shown=shown, seeds=seeds),
        )


def faults(counts: Storage, *, kinds: Iterable[Kind | None] = (*Kind, None)) -> Iterator[Fault]:
    """Return every fault of these kinds: each operation, each failure, once and for ever."""
    for kind in kinds:
        for n in range(1, counts.counts[kind] + 1):
            for failure in Failure:
                if can_fail(kind, failure):
                    yield from (
                        Fault(kind=kind, n=n, failure=failure, for_ever=for_ever)
                        for for_ever in (False, True)
                    )


def failing(
    wanted: Iterable[Fault], clean: Played, *, before: Image | None = None, name: str
) -> Iterator[Case]:
    """Play the match with each fault."""
    for fault in wanted:
        yield Case(name=f"{name} {fault}", check=partial(_play, fault, clean, before))


def failing_then_cut(
    wanted: Iterable[Fault], *, seeds: int, name: str = "failing-cut"
) -> Iterator[Case]:
    """Play the match with each fault, and cut the power after every operation of that.

    What a sync that failed should have written is lost for good, although the program sees it.
    """
    for fault in wanted:
        yield Case(name=f"{name} {fault}", check=partial(_play_and_cut, fault, seeds))


def _look(judge: Judge, image: Image, shown: int) -> int:
    judge.look(image, shown=shown)
    return 1


def _play(fault: Fault, clean: Played, before: Image | None) -> int:
    storage = Storage(fault)
    with fast_folder() as folder:
        played = play(folder, storage, before=before)
    wrong = complaints(played, clean, fault, failures=storage.failures)
    if wrong:
        raise BrokenPromiseError("; ".join(wrong))
    return 1


def _play_and_cut(fault: Fault, seeds: int) -> int:
    storage = Storage(fault)
    with fast_folder() as folder:
        played = play(folder, storage)
        judge = Judge(folder, history_of_failures(played))
        return sum(case.check() for case in cuts(storage.log, judge, seeds=seeds, name=str(fault)))


def recorded_match(folder: Path) -> tuple[Log, History]:
    """Play the match with a pause of the power and return what was done to the disk."""
    storage = Storage()
    played = play(folder, storage, is_cut=True)
    return storage.log, history_of(played)
