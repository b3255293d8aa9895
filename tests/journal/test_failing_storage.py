"""Storage fails at any operation, once or for ever: the match goes on and nothing is wrong later.

Each match is played by the whole program. It has to end as on storage that works, to say that
the disk fails before it shows what is not saved, and to have everything saved in the end, once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import pytest

from tests.journal.rig.checks import complaints
from tests.journal.rig.cuts import Image
from tests.journal.rig.match import Played, earlier_evening, play
from tests.journal.rig.operations import Failure, Kind
from tests.journal.rig.storage import Fault, Storage, fast_folder
from tests.journal.rig.sweeps import Case, failing, faults, tried
from tests.journal.rig.vfs import RigUnavailableError, watched_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A match on storage that works, to compare with."""

    before: Image
    clean: Played
    counts: Storage


def evening(before: Image) -> Evening:
    counts = Storage()
    with fast_folder() as folder:
        clean = play(folder, counts, before=before)
    return Evening(before=before, clean=clean, counts=counts)


@pytest.fixture(scope="module", params=["a new journal", "a journal of earlier evenings"])
def storage(request: pytest.FixtureRequest) -> Evening:
    try:
        return evening({} if request.param == "a new journal" else earlier_evening())
    except RigUnavailableError as exc:
        pytest.skip(str(exc))


def some(evening: Evening, *, is_wanted: Callable[[Fault], bool]) -> Iterator[Case]:
    """Every thirteenth fault: all kinds, failures and numbers, but not each with each."""
    wanted = islice(filter(is_wanted, faults(evening.counts)), 0, None, 13)
    return failing(wanted, evening.clean, before=evening.before, name="")


def at_the_start(evening: Evening, fault: Fault) -> bool:
    return fault.n <= evening.clean.opening[fault.kind]


@pytest.mark.field("F2")
def test_an_operation_that_fails_once_in_a_match_changes_nothing(storage: Evening) -> None:
    cases = some(storage, is_wanted=lambda f: not f.for_ever and not at_the_start(storage, f))

    assert tried(cases) == []


@pytest.mark.field("F3")
def test_storage_that_fails_from_some_moment_of_a_match_on_changes_nothing(
    storage: Evening,
) -> None:
    cases = some(storage, is_wanted=lambda f: f.for_ever and not at_the_start(storage, f))

    assert tried(cases) == []


@pytest.mark.field("F2")
def test_an_operation_that_fails_once_at_the_start_changes_nothing(storage: Evening) -> None:
    cases = some(storage, is_wanted=lambda f: not f.for_ever and at_the_start(storage, f))

    assert tried(cases) == []


@pytest.mark.field("F3")
def test_storage_that_fails_from_the_start_on_is_used_when_it_is_well_again(
    storage: Evening,
) -> None:
    cases = some(storage, is_wanted=lambda f: f.for_ever and at_the_start(storage, f))

    assert tried(cases) == []


def test_a_match_that_went_another_way_is_found_out(storage: Evening) -> None:
    """The complaints are not idle: each wrong thing is named."""
    fault = Fault(kind=Kind.WRITE, n=1, failure=Failure.EIO, for_ever=True)
    clean = storage.clean
    last = clean.saved[-1]
    wrongs = {
        "the play differs from the clean one": replace(clean, recorded=clean.recorded[:-1]),
        "the scores on the box differ": replace(clean, scores={}),
        "something is saved wrongly, twice or not at all": replace(clean, saved=clean.saved[:-1]),
        "numbers are missing or used twice": replace(clean, saved=[*clean.saved, last]),
        "something is told wrongly, twice or not at all": replace(clean, told=[]),
        "a journal that is whole was set aside": replace(clean, aside=["journal.db.damaged-1"]),
        "nobody was told that the disk fails": clean,
        "the fault is still shown on storage that works": replace(clean, left=("disk",)),
    }

    for complaint, played in wrongs.items():
        assert complaint in complaints(played, clean, fault, failures=1)
    assert complaints(replace(clean, faults={"disk"}), clean, fault, failures=1) == []


def make_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a)")


@pytest.mark.parametrize(
    ("kind", "failure", "said"),
    [
        (Kind.OPEN, Failure.EIO, "unable to open database file"),
        (Kind.OPEN, Failure.ENOSPC, "unable to open database file"),
        (Kind.READ, Failure.EIO, "disk I/O error"),
        (Kind.WRITE, Failure.EIO, "disk I/O error"),
        (Kind.WRITE, Failure.ENOSPC, "database or disk is full"),
        (Kind.SYNC, Failure.EIO, "disk I/O error"),
        (Kind.DELETE, Failure.EIO, "disk I/O error"),
        (None, Failure.EROFS, "unable to open database file"),
    ],
)
def test_a_failure_is_what_sqlite_makes_of_it(
    storage: Evening, kind: Kind | None, failure: Failure, said: str
) -> None:
    failing_storage = Storage(Fault(kind=kind, n=1, failure=failure, for_ever=True))
    with (
        fast_folder() as folder,
        watched_by(failing_storage),
        pytest.raises(sqlite3.OperationalError, match=said),
    ):
        make_table(folder / "made.db")

    assert failing_storage.failures > 0


def test_every_kind_of_operation_happens_in_a_match(storage: Evening) -> None:
    assert {kind for kind in Kind if storage.counts.counts[kind]} == set(Kind)
