"""The bytes of dice: on the disk with their commitment, there no more when they are revealed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.dice.lot import commitment
from stbpi.errors import JournalError
from stbpi.games.events import (
    DealCommitted,
    DealRevealed,
    DiceCommitted,
    DiceRevealed,
    Event,
    MatchEnded,
    MatchStarted,
    TileDown,
    TileUp,
)
from stbpi.journal.reader import Reader
from stbpi.journal.resume import past
from stbpi.journal.secrets import NO_SECRETS
from stbpi.journal.store import Journal
from stbpi.serial_log.lines import encode

SEED = bytes(range(32))
SECRET = SEED.hex()
COMMITTED = DiceCommitted(sha=commitment(SEED), word="")
STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
KEPT = {COMMITTED.sha: SECRET}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def write(journal: Journal, *events: Event, secrets: Mapping[str, str] = NO_SECRETS) -> None:
    journal.record(events, t=1, wall=None, secrets=secrets)
    journal.sync()


def kept(path: Path) -> dict[str, str]:
    """Return what the next start of the program knows."""
    with closing(Journal(path)) as journal:
        assert past(journal, wall=None).secrets == journal.found.secrets
        return dict(journal.found.secrets)


def files(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


def test_bytes_are_on_the_disk_with_their_commitment(path: Path) -> None:
    with closing(Journal(path)) as journal:
        write(journal, STARTED, COMMITTED, secrets=KEPT)

    assert kept(path) == KEPT


def test_a_word_does_not_change_them_and_the_reveal_takes_them_out(path: Path) -> None:
    with closing(Journal(path)) as journal:
        write(journal, STARTED, COMMITTED, secrets=KEPT)
        word = DiceCommitted(sha=COMMITTED.sha, word="BOXED")
        write(journal, word, secrets=KEPT)
    assert kept(path) == KEPT

    with closing(Journal(path)) as journal:
        write(journal, MatchEnded(winners=(1,), why="rounds"), DiceRevealed(bytes=SECRET))
    assert kept(path) == {}


def test_nothing_of_them_is_written_before_their_commitment(path: Path) -> None:
    with closing(Journal(path)) as journal:
        write(journal, STARTED)
        journal.record([COMMITTED], t=1, wall=None, secrets=KEPT)
        assert SECRET.encode() not in files(path)

    assert kept(path) == {}


def test_nothing_that_is_read_for_people_has_them(path: Path) -> None:
    with closing(Journal(path)) as journal:
        (started, committed) = journal.record([STARTED, COMMITTED], t=1, wall=None, secrets=KEPT)
        told = journal.sync()
        read = tuple(journal.events())

    assert told == read == (started, committed)
    for one in told:
        assert SECRET not in one.line()
        assert SECRET not in one.public().line()
        assert SECRET.encode() not in encode(one)
        assert SECRET not in repr(one)
    with closing(Journal(path)) as journal:
        assert SECRET not in repr(journal.found)
        assert SECRET not in repr(past(journal, wall=None))


def test_only_the_start_of_the_program_reads_the_table() -> None:
    """No reader, export or page names it: the events are all that they know.

    In the simulator a player looks back at his own cards; a box has nothing like it.
    """
    sources = (Path(__file__).parents[2] / "stbpi").rglob("*.py")
    naming = [
        file.name for file in sources if re.search(r"(FROM|JOIN) secrets\b", file.read_text())
    ]
    calling = [
        file.name
        for file in (Path(__file__).parents[2] / "stbpi").rglob("*.py")
        if re.search(r"journal\.secrets import .*\bkept\b", file.read_text())
    ]

    assert naming == ["secrets.py"]
    assert set(calling) == {"opening.py", "app_resume.py"}


def test_a_journal_without_the_table_gets_it(path: Path) -> None:
    with closing(Journal(path)) as journal:
        write(journal, TileDown(tile=1))
    with closing(sqlite3.connect(path)) as older:
        older.execute("DROP TABLE secrets")
        older.commit()
    assert kept(path) == {}

    with closing(Journal(path)) as journal:
        write(journal, STARTED, COMMITTED, secrets=KEPT)
    assert kept(path) == KEPT


def test_an_older_program_reads_such_a_journal(path: Path) -> None:
    """It looks at its own tables only; the version is the same."""
    with closing(Journal(path)) as journal:
        write(journal, STARTED, COMMITTED, secrets=KEPT)
    with closing(sqlite3.connect(path)) as older:
        (version,) = older.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in older.execute("SELECT name FROM sqlite_master")}

    assert version == 1
    assert {"events", "boots", "matches"} <= tables


DEALT = DealCommitted(deal=1, master=2, sha=commitment(SEED))
REVEALED = DealRevealed(deal=1, bytes=SECRET)


def test_the_bytes_of_a_deal_are_kept_as_those_of_dice_are(path: Path) -> None:
    with closing(Journal(path)) as journal:
        told = journal.record([STARTED, DEALT], t=1, wall=None, secrets=KEPT)
        assert SECRET.encode() not in files(path)
        journal.sync()
    assert kept(path) == KEPT
    assert not any(SECRET in one.line() or SECRET in repr(one) for one in told)

    with closing(Journal(path)) as journal:
        write(journal, TileDown(tile=1), MatchEnded(winners=(1,), why="claim"), REVEALED)
    assert kept(path) == {}


def test_a_deal_and_dice_of_one_time_are_kept_side_by_side(path: Path) -> None:
    other = bytes(32)
    both = {DEALT.sha: SECRET, commitment(other): other.hex()}
    with closing(Journal(path)) as journal:
        dice = DiceCommitted(sha=commitment(other), word="")
        write(journal, STARTED, DEALT, dice, secrets=both)
    assert kept(path) == both

    with closing(Journal(path)) as journal:
        write(journal, REVEALED)
    assert kept(path) == {commitment(other): other.hex()}


def vanish(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        if not file.name.endswith("-lock"):
            file.unlink()


def damage(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)


@pytest.mark.parametrize("committed", [COMMITTED, DEALT], ids=lambda event: event.e)
@pytest.mark.parametrize("happens", [vanish, damage])
def test_a_new_file_gets_them_with_the_open_match(
    path: Path, happens: Callable[[Path], None], committed: Event
) -> None:
    with closing(Journal(path)) as journal:
        write(journal, STARTED, committed, secrets=KEPT)
        happens(path)
        for tile in (1, 2, 3):
            journal.record([TileDown(tile=tile)], t=2, wall=None)
            try:
                journal.sync()
            except JournalError:
                continue

    assert kept(path) == KEPT
    with closing(Reader(path)) as reader:
        assert committed in [one.event for one in reader.events()]


def test_what_was_revealed_is_written_to_no_new_file(path: Path) -> None:
    with closing(Journal(path)) as journal:
        write(journal, STARTED, COMMITTED, secrets=KEPT)
        write(journal, MatchEnded(winners=(1,), why="rounds"), DiceRevealed(bytes=SECRET))
        vanish(path)
        for tile in (1, 2):
            journal.record([TileDown(tile=tile), TileUp(tile=tile)], t=2, wall=None)
            try:
                journal.sync()
            except JournalError:
                continue

    assert kept(path) == {}


def test_a_journal_that_can_not_be_written_keeps_them_for_later(path: Path) -> None:
    path.mkdir()
    path = path / "deeper" / "journal.db"
    with closing(Journal(path)) as journal:
        journal.record([STARTED, COMMITTED], t=1, wall=None, secrets=KEPT)
        try:
            journal.sync()
        except JournalError:
            path.parent.mkdir()
            journal.sync()

    assert kept(path) == KEPT
