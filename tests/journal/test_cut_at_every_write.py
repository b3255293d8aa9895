"""The power goes at every single write of a match; nothing that was shown is ever lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import TileDown
from stbpi.journal.store import Journal
from tests.journal.rig.checks import History, Judge, history_of
from tests.journal.rig.cuts import Disk, Variant
from tests.journal.rig.long_evening import last_the_evening
from tests.journal.rig.match import JOURNAL, play
from tests.journal.rig.operations import Created, Deleted, Failure, Kind, Synced, Truncated, Written
from tests.journal.rig.storage import Fault, Storage, fast_folder
from tests.journal.rig.sweeps import (
    Log,
    cuts,
    cuts_after_a_kill,
    failing_then_cut,
    faults,
    recorded_match,
    second_cuts,
    tried,
)
from tests.journal.rig.vfs import RigUnavailableError, watched_by

Recorded = tuple[Log, History]


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def match() -> Recorded:
    try:
        with fast_folder() as folder:
            return recorded_match(folder)
    except RigUnavailableError as exc:
        pytest.skip(str(exc))


@pytest.mark.field("F1")
def test_a_cut_at_any_write_leaves_a_beginning_that_has_all_that_was_shown(
    match: Recorded, folder: Path
) -> None:
    log, history = match
    judge = Judge(folder, history)

    assert tried(cuts(log, judge, seeds=12, name="match")) == []
    assert judge.images > 300
    assert judge.found >= history.ends


@pytest.mark.field("F1")
def test_a_second_cut_while_the_first_is_being_repaired_loses_nothing_either(
    match: Recorded, folder: Path
) -> None:
    log, history = match
    judge = Judge(folder, history)

    assert tried(second_cuts(log, judge, seeds=1, is_wanted=lambda n: n % 9 == 4)) == []
    assert judge.images > 300


def test_what_a_killed_program_had_not_synced_is_safe_before_it_is_shown(
    match: Recorded, folder: Path
) -> None:
    log, history = match
    judge = Judge(folder, history)

    assert tried(cuts_after_a_kill(log, judge, seeds=1, is_wanted=lambda n: n % 3 == 0)) == []
    assert judge.images > 300


def test_a_write_ahead_file_that_is_started_anew_loses_nothing(folder: Path) -> None:
    storage = Storage()
    played, began = last_the_evening(folder, storage)
    judge = Judge(folder, history_of(played))
    window = range(began - 3, began + 60, 4)

    assert tried(cuts(storage.log, judge, seeds=1, is_wanted=window.__contains__, name="")) == []
    assert judge.images > 10


def test_a_page_that_a_failed_sync_has_lost_is_written_again(match: Recorded) -> None:
    counts = Storage()
    with fast_folder() as folder:
        play(folder, counts)
    once = [fault for fault in faults(counts, kinds=[Kind.SYNC]) if not fault.for_ever]
    in_the_match = [fault for fault in once if fault.failure == "EIO" and fault.n > 6]

    assert tried(failing_then_cut(in_the_match[::2], seeds=1)) == []
    assert len(in_the_match) > 5


def test_storage_that_only_pretends_to_sync_is_found_out(match: Recorded, folder: Path) -> None:
    """The cuts are not harmless: without syncs they lose what was shown."""
    log, history = match
    lies: Log = [entry for entry in log if not isinstance(entry, Synced)]

    assert tried(cuts(lies, Judge(folder, history), seeds=1, name="lies")) != []


def test_a_history_that_goes_another_way_is_found_out(match: Recorded, folder: Path) -> None:
    log, history = match
    other = History(recorded=history.recorded[1:], ends=history.ends)
    torn = History(recorded=history.recorded, ends=history.ends - {7})

    for wrong in (other, torn):
        assert tried(cuts(log, Judge(folder, wrong), seeds=1, name="wrong")) != []


def test_a_disk_keeps_what_was_synced_and_perhaps_the_rest() -> None:
    disk = Disk({"a": b"old"})
    disk.do(Written(file=0, offset=0, data=b"new"))
    disk.do(Created(file=1, name="b"))
    disk.do(Written(file=1, offset=2, data=b"x"))
    disk.do(Truncated(file=0, size=2))

    assert disk.after(Variant.DROPPED, random.Random(1)) == {"a": b"old"}
    assert disk.seen() == {"a": b"ne", "b": b"\0\0x"}

    disk.do(Synced(file=1, is_done=True, has_folder=False))
    disk.do(Synced(file=0, is_done=False, has_folder=False))
    disk.do(Deleted(name="b", is_synced=False))

    assert disk.after(Variant.DROPPED, random.Random(1)) == {"a": b"old", "b": b"\0\0x"}
    assert disk.seen() == {"a": b"old"}


def test_a_torn_write_is_there_in_whole_sectors() -> None:
    disk = Disk({"a": b"-" * 2048})
    disk.do(Written(file=0, offset=500, data=b"+" * 1400))
    sectors = [(500, 512), (512, 1024), (1024, 1536), (1536, 1900)]
    shapes = set()
    for seed in range(200):
        left = disk.after(Variant.TORN, random.Random(seed))["a"]
        shape = tuple(left[first:end] == b"+" * (end - first) for first, end in sectors)
        shapes.add(shape)
        assert left == b"".join(
            (b"+" if is_there else b"-") * (end - first)
            for (first, end), is_there in zip(
                [(0, 500), *sectors, (1900, 2048)], [False, *shape, False], strict=True
            )
        )

    assert len(shapes) > 10


def test_what_a_watcher_raises_is_not_swallowed(folder: Path, match: Recorded) -> None:
    class Exploding(Storage):
        def ask(self, kind: Kind) -> None:
            raise ZeroDivisionError(kind)

    with (
        pytest.raises(ZeroDivisionError),
        watched_by(Exploding()),
        closing(Journal(folder / JOURNAL)) as journal,
        pytest.raises(JournalError),
    ):
        journal.sync()


def test_the_rig_is_gone_when_the_watch_ends(folder: Path, match: Recorded) -> None:
    storage = Storage(Fault(kind=None, n=1, failure=Failure.EIO, for_ever=True))
    with watched_by(storage):
        pass
    with closing(Journal(folder / JOURNAL)) as journal:
        journal.record([TileDown(tile=1)], t=1, wall=None)

        assert len(journal.sync()) == 1
    assert not storage.counts
