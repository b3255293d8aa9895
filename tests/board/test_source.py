"""What is stored is followed while it is written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.board import source as sources
from stbpi.board.source import Source
from stbpi.collector import database as collection
from stbpi.errors import JournalError
from stbpi.journal.reader import to_row
from tests.board.live import WrittenBox
from tests.books.journals import Box, left
from tests.history.hand import Hand
from tests.history.stores import collected, journal, journal_of_rows
from tests.processes import ROOT

NOBODY = 65534


def numbers(source: Source) -> dict[str, list[int]]:
    """Return the numbers of what is new, by box."""
    return {news.seen.box: [row.n for row in news.rows] for news in source.news()}


def test_a_journal_is_followed_while_it_is_written(tmp_path: Path) -> None:
    with closing(WrittenBox(tmp_path / "bar.db")) as box, closing(Source(box.path)) as source:
        hand = Hand(box, ("Ann",))
        before = len(box.recorded)

        assert [news.seen.n for news in source.news()] == [before]
        assert source.news() == []
        hand.throws(((4, 5), (9,)))

        news = source.news()
        assert [row.n for row in news[0].rows] == [*range(before + 1, len(box.recorded) + 1)]
        assert news[0].seen.view is not None
        assert news[0].seen.view.roll == (4, 5)
        assert source.news() == []


def test_tiles_that_were_down_before_the_match_are_down(tmp_path: Path) -> None:
    box = Box()
    hand = Hand(box, ("Ann",), preset="luk_kassen")
    hand.throws(((4, 5), (9,)))
    Hand(box, ("Bo",))

    with closing(Source(journal(tmp_path / "bar.db", box.recorded))) as source:
        (news,) = source.news()

    assert news.seen.view is not None
    assert news.seen.view.standing == 0b011111111


def test_all_boxes_of_a_collection_are_followed(tmp_path: Path) -> None:
    one, other = Box(), Box()
    one.plays(left(1), names=("Ann",))
    other.plays(left(2), left(3), names=("Bo", "Cid"))
    path = collected(tmp_path / "c.db", {"one": one.recorded})
    with closing(Source(path)) as source, closing(collection.connect(path)) as connection:
        assert [*numbers(source)] == ["one"]

        insert(connection, "two", other)

        assert numbers(source) == {"two": []}


def insert(
    connection: sqlite3.Connection, name: str, box: Box, *, only: slice = slice(None)
) -> None:
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((name, *to_row(one)) for one in box.recorded[only]),
    )


def test_a_gap_that_is_filled_in_later_is_looked_at_anew(tmp_path: Path) -> None:
    box = Box()
    Hand(box, ("Ann",)).throws(((4, 5), (9,)), ((4, 4), (8,)))
    cut = len(box.recorded) - 3
    path = collected(tmp_path / "c.db", {"bar": box.recorded[: cut - 3]})
    with closing(Source(path)) as source, closing(collection.connect(path)) as connection:
        source.news()
        insert(connection, "bar", box, only=slice(cut, cut + 2))
        assert numbers(source) == {"bar": [cut + 1, cut + 2]}
        insert(connection, "bar", box, only=slice(cut + 2, None))
        assert numbers(source) == {"bar": [cut + 3]}

        insert(connection, "bar", box, only=slice(cut - 3, cut))

        (news,) = source.news()
        assert news.rows == ()
        assert news.seen.view is not None
        assert news.seen.view.committed | news.seen.view.moved == 0b110000000


def test_a_file_that_is_replaced_is_opened_anew(tmp_path: Path) -> None:
    box, other = Box(), Box()
    box.plays(left(1), left(2), names=("Ann", "Cid"))
    other.plays(left(3), names=("Bo",))
    path = journal(tmp_path / "bar.db", box.recorded)
    newer = journal(tmp_path / "newer.db", other.recorded)
    with closing(Source(path, box="bar")) as source:
        source.news()

        path.with_name("bar.db-wal").unlink(missing_ok=True)
        newer.rename(path)

        (news,) = source.news()
        assert [player.name for player in news.seen.players] == ["Bo"]


def test_a_file_that_is_gone_is_told_until_it_is_back(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(1), names=("Ann",))
    path = journal(tmp_path / "bar.db", box.recorded)
    with closing(Source(path)) as source:
        source.news()
        path.rename(tmp_path / "elsewhere.db")
        for _time in range(2):
            with pytest.raises(JournalError):
                source.news()

        (tmp_path / "elsewhere.db").rename(path)

        assert [news.seen.n for news in source.news()] in ([], [len(box.recorded)])
        assert source.since("bar", 1) is not None


def test_what_a_watcher_has_missed_is_read_again(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(1), left(2), names=("Ann", "Cid"))
    last = len(box.recorded)
    with closing(Source(journal(tmp_path / "bar.db", box.recorded))) as source:
        source.news()

        assert [row.n for row in source.since("bar", last - 2) or ()] == [last - 1, last]
        assert source.since("bar", last) == ()
        assert source.since("bar", last + 1) is None
        assert source.since("elsewhere", 0) is None


def test_too_many_events_at_once_are_looked_at_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MOST_AT_ONCE", 5)
    with closing(WrittenBox(tmp_path / "bar.db")) as box, closing(Source(box.path)) as source:
        box.plays(left(1), names=("Ann",))
        source.news()
        box.plays(left(2), left(3), names=("Bo", "Cid"))

        (news,) = source.news()

        assert (news.rows, news.seen.n) == ((), len(box.recorded))
        assert source.since("bar", len(box.recorded) - 6) is None


def test_a_body_that_is_no_json_is_no_error(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(1), names=("Ann",))
    rows = [to_row(one) for one in box.recorded]
    rows[-1] = (*rows[-1][:-1], '{"player":')
    with closing(Source(journal_of_rows(tmp_path / "bar.db", rows))) as source:
        assert [news.seen.n for news in source.news()] == [len(rows)]


FOLLOW = """
import os, sys
from pathlib import Path
from stbpi.board.source import Source
path = Path(sys.argv[1])
loading = Source(path)
loading.news()
loading.close()
os.setgroups([]); os.setgid({id}); os.setuid({id})
source = Source(path)
for line in sys.stdin:
    print([news.seen.n for news in source.news()], flush=True)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize("is_off_at_first", [False, True])
def test_a_stranger_follows_a_box_that_stops_and_starts(is_off_at_first: bool) -> None:
    """The board has a user of its own, who may read the journal and write nothing."""
    folder = Path("/tmp") / f"stbpi-board-{os.getpid()}"
    folder.mkdir(mode=0o755)
    path = folder / "bar.db"
    box = WrittenBox(path)
    box.plays(left(1), names=("Ann",))
    if is_off_at_first:
        box.close()
    with subprocess.Popen(
        [sys.executable, "-c", FOLLOW.format(id=NOBODY), str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as stranger:

        def sees() -> str:
            assert stranger.stdin is not None and stranger.stdout is not None
            print(file=stranger.stdin, flush=True)
            return stranger.stdout.readline().strip()

        try:
            assert sees() == f"[{len(box.recorded)}]"
            if not is_off_at_first:
                box.plays(left(2), names=("Ann",))
                assert sees() == f"[{len(box.recorded)}]"
                box.close()
                assert sees() in ("[]", f"[{len(box.recorded)}]")
            more = WrittenBox(path)
            more.recorded, more._match = box.recorded, box._match
            more.plays(left(3), left(4), names=("Bo", "Cid"))
            assert sees() == f"[{len(more.recorded)}]"
            more.plays(left(5), names=("Bo",))
            assert sees() == f"[{len(more.recorded)}]"
            more.close()
        finally:
            assert stranger.stdin is not None
            stranger.stdin.close()
            shutil.rmtree(folder)
