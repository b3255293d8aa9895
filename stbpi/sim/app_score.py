"""The score table in the terminal: players, last scores, totals, who is out, who has won.

Never: sorts by total (which total is good is the game's business).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from stbpi.display.draw import shorten
from stbpi.display.table import short_names, worth
from stbpi.games.game import PlayerView
from stbpi.language import SOURCE, _, speaking
from stbpi.scene import Scene

FEWEST_LETTERS = 3


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

    def show(self, scene: Scene) -> None:
        """Show the totals as they are now."""
        shown = (scene.view.players, scene.view.player, scene.language)
        if shown != (self._players, self._seat, self._language):
            self._players, self._seat, self._language = shown
            self.refresh()

    def render_line(self, y: int) -> Strip:
        with speaking(self._language):
            lines = table(self._players, self.size.width)
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


def table(players: Sequence[PlayerView], width: int) -> list[str]:
    """Write a heading and a line for each player, none longer than `width`.

    The last scores are left out where they would leave too little of the names; a total that is
    too long even then ends in an ellipsis.
    """
    scores = ["–" if p.score is None else str(p.score) for p in players]
    totals = [shorten(worth(p), width - FEWEST_LETTERS - 2) for p in players]
    heads = (_("name"), _("last"), _("sum"))
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
    return [line(" ", heads[0][:letters], *heads[1:]), *rows]


def _longest(*words: str) -> int:
    return max(map(len, words))
