"""The score table in the terminal: players, last scores, totals, who is out, who has won.

A game that counts in another way has other columns; where there is room, a line for each player
shows how that has changed in the match.

Never: sorts by total (which total is good is the game's business).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from stbpi.bars import HEIGHTS
from stbpi.display.draw import shorten
from stbpi.display.table import short_names, worth
from stbpi.games.game import PlayerView
from stbpi.language import SOURCE, _, speaking
from stbpi.scene import Scene
from stbpi.sim.felt import Scores, felt_of

FEWEST_LETTERS = 3
FEWEST_IN_COURSE, LONGEST_COURSE = 8, 60
"""Letters of the line that shows how what a player has has changed."""

Course = tuple[tuple[int, ...], ...]
"""What everybody has had, one turn after the other, by seat."""


class ScoreWidget(Widget):
    """One line a player, in seat order; the one whose turn it is is always among those that fit."""

    DEFAULT_CSS: ClassVar[str] = """
    ScoreWidget { height: 1fr; }
    ScoreWidget .score--head { color: #8b93a7; }
    ScoreWidget .score--turn { color: #ffd23f; text-style: bold; }
    ScoreWidget .score--winner { color: #7ee08a; text-style: bold; }
    ScoreWidget .score--out { color: #8b93a7; text-style: strike; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "score--head",
        "score--turn",
        "score--winner",
        "score--out",
    }

    def __init__(self) -> None:
        super().__init__()
        self._players: tuple[PlayerView, ...] = ()
        self._seat: int | None = None
        self._language = SOURCE
        self._scores: Scores | None = None
        self._course: Course = ()

    def show(self, scene: Scene) -> None:
        """Show the totals as they are now."""
        own = felt_of(scene.view)
        scores = own.scores(scene.view) if own is not None else None
        shown = (scene.view.players, scene.view.player, scene.language, scores)
        if shown != (self._players, self._seat, self._language, self._scores):
            self._players, self._seat, self._language, self._scores = shown
            self.refresh()

    def look(self, course: Course) -> None:
        """Take how what everybody has has changed, which is drawn with the next totals."""
        self._course = course

    def render_line(self, y: int) -> Strip:
        with speaking(self._language):
            lines = table(self._players, self.size.width, self._scores, self._course)
        at = self._first(self.size.height - 1) + y - 1
        if y == 0:
            text, style = lines[0], self.get_component_rich_style("score--head")
        elif at < len(self._players):
            text, style = lines[at + 1], self._style(self._players[at])
        else:
            text, style = "", self.rich_style
        rest = Segment(" " * (self.size.width - len(text)), self.rich_style)
        return Strip([Segment(text, style), rest])

    def _first(self, rows: int) -> int:
        """Return the place of the first player that is shown."""
        about = (i for i, p in enumerate(self._players) if p.seat == self._seat or p.winner)
        at = next(about, 0)
        return min(max(at - rows // 2, 0), max(len(self._players) - rows, 0))

    def _style(self, player: PlayerView) -> Style:
        if player.winner:
            return self.get_component_rich_style("score--winner")
        if player.out:
            return self.get_component_rich_style("score--out")
        is_on_turn = player.seat == self._seat
        return self.get_component_rich_style("score--turn") if is_on_turn else self.rich_style


def table(
    players: Sequence[PlayerView],
    width: int,
    own: Scores | None = None,
    course: Course = (),
) -> list[str]:
    """Write a heading and a line for each player, none longer than `width`.

    The last scores are left out where they would leave too little of the names; a total that is
    too long even then ends in an ellipsis.

    Args:
        players: by seat.
        width: in columns.
        own: what stands in place of last scores and totals.
        course: what everybody has had, drawn behind it where there is room.
    """
    usual = {p.seat: ("–" if p.score is None else str(p.score), worth(p)) for p in players}
    values = own.values if own is not None else usual
    scores = [values[p.seat][0] for p in players]
    totals = [shorten(values[p.seat][1], width - FEWEST_LETTERS - 2) for p in players]
    heads = (_("name"), *(own.heads if own is not None else (_("last"), _("sum"))))
    last, total = _longest(heads[1], *scores), _longest(heads[2], *totals)
    letters = width - (1 + last + 1 + total + 1)
    if letters < FEWEST_LETTERS:
        letters, last = letters + last + 1, 0
    letters = min(letters, _longest(heads[0], *(p.name for p in players)))
    names = short_names(players, letters)

    def line(sign: str, name: str, score: str, points: str) -> str:
        shown = f" {score:>{last}}" if last else ""
        return f"{sign}{name:<{letters}}{shown} {points:>{total}}"

    rows = [
        line("★" if p.winner else "×" if p.out else " ", names[p.seat], score, points)
        for p, score, points in zip(players, scores, totals, strict=True)
    ]
    rows = [line(" ", heads[0][:letters], *heads[1:]), *rows]
    room = min(width - len(rows[0]) - 2, LONGEST_COURSE)
    if len(course) < FEWEST_IN_COURSE or room < FEWEST_IN_COURSE:
        return rows
    drawn = _curves(course, room)
    return [rows[0], *(f"{row}  {curve}" for row, curve in zip(rows[1:], drawn, strict=True))]


def _curves(course: Course, room: int) -> list[str]:
    """Draw how numbers have changed, a line a player; of too many some are left out."""
    last = len(course) - 1
    if last >= room:
        course = tuple(course[round(at * last / (room - 1))] for at in range(room))
    most = max(max(map(max, course)), 1)
    steps = len(HEIGHTS) - 1
    return [
        "".join(HEIGHTS[round(steps * max(number, 0) / most)] for number in numbers)
        for numbers in zip(*course, strict=True)
    ]


def _longest(*words: str) -> int:
    return max(map(len, words))
