from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from stbpi.collector.database import Row
from stbpi.collector.mqtt_ledger import LOOK_BACK, Ledger
from stbpi.collector.store import Store
from stbpi.errors import CollectionError
from tests.collector.mqtt_rig import fill, some_rows

T = TypeVar("T")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "collection.db"


def ask(path: Path, question: Callable[[Ledger], Coroutine[None, None, T]]) -> T:
    """Open the ledger as a program does that has just started, and ask it something."""

    async def main() -> T:
        with closing(Ledger(path)) as ledger:
            return await question(ledger)

    return asyncio.run(main())


def unpublished(path: Path, *, broker: str = "here", box: str = "bar", most: int = 99) -> list[int]:
    return [row.n for row in ask(path, lambda ledger: ledger.to_publish(broker, box, most))]


def confirm(path: Path, *ns: int) -> None:
    ask(path, lambda ledger: ledger.confirm("here", "bar", ns))


def test_what_is_confirmed_is_not_to_be_published_again_after_a_start(path: Path) -> None:
    fill(path, some_rows("bar", 1, 6))
    assert unpublished(path, most=4) == [1, 2, 3, 4]

    confirm(path, 1, 2, 3)

    assert unpublished(path) == [4, 5, 6]
    assert unpublished(path, broker="elsewhere") == [1, 2, 3, 4, 5, 6]
    assert unpublished(path, box="other") == []


def test_what_comes_late_is_to_be_published(path: Path) -> None:
    fill(path, [row for row in some_rows("bar", 1, 9) if row.n not in (3, 4, 7)])
    confirm(path, 1, 2, 5, 6, 8, 9)
    assert unpublished(path) == []

    fill(path, some_rows("bar", 4, 4))
    fill(path, some_rows("bar", 10, 11))

    assert unpublished(path) == [4]
    confirm(path, 4)
    assert unpublished(path) == [10, 11]


def test_confirmed_numbers_stay_runs(path: Path) -> None:
    fill(path, some_rows("bar", 1, 300))
    for first in (201, 1, 101):
        confirm(path, *range(first, first + 100))

    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM mqtt_published").fetchall() == [("here", "bar", 1, 300)]


def test_what_is_behind_a_number_comes_in_pages(path: Path) -> None:
    fill(path, [*some_rows("bar", 1, 9), *some_rows("other", 1, 20)])

    page = ask(path, lambda ledger: ledger.behind("bar", 4, 3))
    assert ([row.n for row in page.rows], page.last) == ([5, 6, 7], 9)
    page = ask(path, lambda ledger: ledger.behind("bar", 9, 3))
    assert (page.rows, page.last) == ([], 9)
    page = ask(path, lambda ledger: ledger.behind("unknown", 0, 3))
    assert (page.rows, page.last) == ([], 0)


def test_the_name_by_which_brokers_know_us_stays_and_is_our_own(path: Path, tmp_path: Path) -> None:
    names = []
    for file in (path, path, tmp_path / "other.db"):
        fill(file, some_rows("bar", 1, 1))
        with closing(Ledger(file)) as ledger:
            names.append(ledger.client)

    assert names[0] == names[1] != names[2]


def test_all_boxes_are_known(path: Path) -> None:
    fill(path, [*some_rows("riga", 1, 2), *some_rows("Bar #1", 5, 9), *some_rows("oslo", 1, 1)])

    assert ask(path, lambda ledger: ledger.boxes()) == ["Bar #1", "oslo", "riga"]


def row(n: int, *, boot: int, match: int, e: str = "rolled") -> Row:
    return Row("bar", n, boot, match, n, None, e, "{}")


def test_the_newest_match_and_the_newest_start_are_read_whole(path: Path) -> None:
    long_ago = [row(n, boot=1, match=1) for n in range(1, LOOK_BACK)]
    first = LOOK_BACK
    started = [
        row(first, boot=2, match=2),
        row(first + 1, boot=2, match=2, e="fault"),
        *(row(n, boot=2, match=2) for n in range(first + 2, first + 2 * LOOK_BACK)),
    ]
    match = [row(started[-1].n + 1 + n, boot=2, match=3) for n in range(5)]
    fill(path, [*long_ago, *started, *match])

    assert ask(path, lambda ledger: ledger.newest("bar")) == [started[1], *match]


def test_a_database_that_can_not_be_used_is_said(path: Path) -> None:
    fill(path, some_rows("bar", 1, 1))
    with closing(Store(path)), closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE mqtt_client (wrong TEXT)")
        with pytest.raises(CollectionError, match="no such column: id"):
            Ledger(path)
