"""What is to be read on a television between matches: the boards and the records of this evening.

Never: reads what is stored. Keep: a slide fits a screen, however much was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stbpi.board import ranking
from stbpi.board.pages.naming import played
from stbpi.board.ranking import Board, Line
from stbpi.history.matches import StoredMatch
from stbpi.language import _, number

MOST_ROWS = 8
MOST_BOARDS = 4
"""The boards of what was played most."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A table with a title.

    Attributes:
        title: what it tells.
        about: what was played.
        head: of its columns; none if they speak for themselves.
        rows: their cells, the first of which is a name or what is told.
    """

    title: str
    about: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def slides(matches: Iterable[StoredMatch]) -> list[Slide]:
    """Return what is to be read of an evening, in the current language.

    Args:
        matches: of it, in the order in which they were played.
    """
    boards = ranking.boards(matches)[:MOST_BOARDS]
    return [slide for board in boards for slide in (_ranks(board), _records(board)) if slide.rows]


def _ranks(board: Board) -> Slide:
    lines = [line for line in _people(board) if line.matches][:MOST_ROWS]
    head = (_("player"), _("won"), _("matches"))
    rows = tuple((line.player.name, number(line.won), number(line.matches)) for line in lines)
    return Slide(_("Tonight"), played(board.what), head, rows)


def _records(board: Board) -> Slide:
    return Slide(_("Records of tonight"), played(board.what), (), tuple(_told(board)))


def _told(board: Board) -> Iterator[tuple[str, str, str]]:
    """Tell of who was best in what."""
    lines = _people(board)
    if board.turn is not None:
        worth = _("shut") if board.turn.is_shut else number(board.turn.value)
        yield _("Best turn"), board.turn.player, worth
    if board.totals:
        yield _("Best total"), board.totals[0].player, number(board.totals[0].value)
    yield from _most(_("Shut boxes"), [(line, _shut(line)) for line in lines], least=1)
    yield from _most(_("Wins in a row"), [(line, line.streak) for line in lines], least=2)


def _most(
    what: str, counted: Sequence[tuple[Line, int]], *, least: int
) -> Iterator[tuple[str, str, str]]:
    """Tell who has most of something, the first of those who have as much."""
    most = max((count for _line, count in counted), default=0)
    if most >= least:
        line = next(line for line, count in counted if count == most)
        yield what, line.player.name, number(most)


def _shut(line: Line) -> int:
    return 0 if line.row is None else line.row.shut


def _people(board: Board) -> list[Line]:
    return [line for line in board.lines if not line.player.is_bot]
