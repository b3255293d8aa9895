"""A part that nobody needs may fail: it is logged, and the game goes on."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

import pytest

from stbpi import optional
from stbpi.desk.books import SafeBooks
from stbpi.desk.page import Figures, Poster
from stbpi.games.events import MatchEnded
from stbpi.games.game import View
from stbpi.sim.virtual import run
from tests.desk.test_pages import Books
from tests.sim.playing import facts, on_box, play_a_match


class BadBooks(Books):
    """Books in which everything fails."""

    def statistics(self) -> tuple[Figures, ...]:
        raise ZeroDivisionError

    def posters(self, view: View) -> tuple[Poster, ...]:
        raise KeyError(view)

    def entering(self) -> frozenset[int]:
        raise AttributeError


def test_a_listener_that_fails_is_told_the_next_news_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[int] = []

    def tell(news: int) -> None:
        heard.append(10 // news)

    hear = optional.hears(tell, "sound")
    for news in (5, 0, 2):
        hear(news)

    assert heard == [2, 5]
    assert caplog.record_tuples == [
        ("stbpi.optional", logging.ERROR, "the game goes on without the sound")
    ]


def test_a_task_that_fails_ends_nothing_and_can_be_cancelled() -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    async def main() -> bool:
        task = asyncio.create_task(optional.runs(fail(), "books"))
        await asyncio.sleep(3600)
        is_running = not task.done()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return is_running

    assert run(main())


def test_books_that_fail_say_nothing(view: View) -> None:
    books = SafeBooks(BadBooks())

    assert (books.statistics(), books.posters(view), books.entering()) == ((), (), frozenset())


@pytest.fixture
def view() -> View:
    from stbpi.display.examples import READY

    return READY


def test_a_match_is_played_to_its_end_although_sound_and_books_have_bugs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("stbpi.sound.sound.facts", fail)
    monkeypatch.setattr("stbpi.books.books.Books.take", fail)
    monkeypatch.setattr("stbpi.books.books.Books.entering", fail)
    monkeypatch.setattr("stbpi.books.books.Books._read", fail)

    on_box(play_a_match, tmp_path / "sim.db")

    assert isinstance(facts(tmp_path / "sim.db")[-1], MatchEnded)
    assert {record.getMessage() for record in caplog.records if record.exc_info} == {
        "the game goes on without the sound",
        "the game goes on without the books",
    }
