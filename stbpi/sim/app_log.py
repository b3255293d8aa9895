"""The event log in the terminal: what was recorded, the newest at the bottom.

Never: shows what is not on the disk yet (it hears of events after the journal).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.widgets import RichLog

from stbpi.games.events import PlayerSeated
from stbpi.games.game import PlayerView
from stbpi.journal.recorded import Recorded
from stbpi.sim.app_words import event_line

LONGEST = 1000
"""So many lines are kept."""


class LogWidget(RichLog):
    """One line an event: its number, its name, its fields; the mouse wheel scrolls."""

    DEFAULT_CSS: ClassVar[str] = """
    LogWidget { height: 1fr; background: #14171d; color: #aeb6c6; scrollbar-size: 0 0; }
    """
    can_focus = False

    def __init__(self) -> None:
        super().__init__(max_lines=LONGEST, wrap=False)
        self._names: dict[int, str] = {}
        self._newest = 0

    @property
    def newest(self) -> int:
        """The number of the event at the bottom; 0 if there is none."""
        return self._newest

    def seat(self, players: Iterable[PlayerView]) -> None:
        """Take the names that stand for the seats from now on."""
        self._names |= {player.seat: player.name for player in players}

    def line(self, one: Recorded) -> str:
        """Return an event in one line, without its number."""
        _, name, fields = event_line(one, self._names)
        return f"{name} {fields}"

    def add(self, recorded: Iterable[Recorded]) -> None:
        """Append events."""
        for one in recorded:
            if isinstance(one.event, PlayerSeated):
                self._names[one.event.seat] = one.event.player
            self._newest = one.n
            number, name, fields = event_line(one, self._names)
            line = Text(f"{number:>5} ", style="#5c6579", no_wrap=True)
            line.append(f"{name:<13} ", style="bold #d6ecff")
            line.append(fields, style="#aeb6c6")
            self.write(line)
