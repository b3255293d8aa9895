"""The books: what is known over all matches, as the desk sees it.

Never: reads the journal (`stbpi.books` does).
"""

from __future__ import annotations

from typing import Protocol

from stbpi.desk.page import Figures, Poster
from stbpi.games.game import View
from stbpi.optional import answer

PART = "books"
"""What they are called in the log."""


class Books(Protocol):
    """What is known over all matches."""

    def statistics(self) -> tuple[Figures, ...]:
        """Return the pages of numbers."""
        ...

    def posters(self, view: View) -> tuple[Poster, ...]:
        """Return what is shown in turn while nobody plays.

        Args:
            view: of the set-up, or of the match that is over.
        """
        ...

    def entering(self) -> frozenset[int]:
        """Return the seats of the last match that come into the record table without a name."""
        ...


class NoBooks:
    """A box that does not know its past yet."""

    def statistics(self) -> tuple[Figures, ...]:
        return ()

    def posters(self, view: View) -> tuple[Poster, ...]:
        return ()

    def entering(self) -> frozenset[int]:
        return frozenset()


class SafeBooks:
    """Books that answer nothing where these fail, so that the game goes on.

    Args:
        books: who is asked.
    """

    def __init__(self, books: Books) -> None:
        self._books = books

    def statistics(self) -> tuple[Figures, ...]:
        return answer(self._books.statistics, (), PART)

    def posters(self, view: View) -> tuple[Poster, ...]:
        return answer(lambda: self._books.posters(view), (), PART)

    def entering(self) -> frozenset[int]:
        return answer(self._books.entering, frozenset(), PART)
