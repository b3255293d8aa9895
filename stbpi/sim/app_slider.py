"""The line of events: where in the match one looks, and the event there; the mouse moves it.

Never: knows a state; it is told how many moments there are, and tells which one is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

LINE, TURN, HERE = "─", "┴", "●"
COUNT_WIDTH = 11


class SliderWidget(Widget):
    """A line with a place for every moment, a mark where a turn starts, and a knob."""

    DEFAULT_CSS: ClassVar[str] = """
    SliderWidget { height: 1; padding: 0 1; background: #20242d; color: #5c6579; }
    SliderWidget .slider--knob { color: #d6ecff; text-style: bold; }
    SliderWidget .slider--event { color: #aeb6c6; }
    SliderWidget.-past { background: #47307a; color: #b9a4e8; }
    SliderWidget.-past .slider--knob { color: #ffd23f; }
    SliderWidget.-past .slider--event { color: #ffffff; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"slider--knob", "slider--event"}

    class Sought(Message):
        """Another moment is to be shown; `None` stands for now."""

        def __init__(self, at: int | None) -> None:
            super().__init__()
            self.at = at

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._at: int | None = None
        self._turns: Sequence[int] = ()
        self._event = ""
        self._is_dragged = False

    def show(self, count: int, at: int | None, turns: Sequence[int], event: str) -> None:
        """Show a moment.

        Args:
            count: how many moments there are.
            at: the one that is looked at, from 0; `None` stands for now.
            turns: those at which a turn starts.
            event: what stands for the one that is looked at.
        """
        self._count, self._at, self._turns, self._event = count, at, turns, event
        self.set_class(at is not None, "-past")
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._is_dragged = True
        self.capture_mouse()
        self._seek(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._is_dragged:
            self._seek(event)

    def on_mouse_up(self) -> None:
        self._is_dragged = False
        self.release_mouse()

    def render_line(self, y: int) -> Strip:
        width = self._line_width
        places = {self._place(turn) for turn in self._turns}
        line = [TURN if x in places else LINE for x in range(width)] if self._count else []
        knob = self._place(self._count - 1 if self._at is None else self._at)
        before, after = "".join(line[:knob]), "".join(line[knob + 1 :])
        number = "" if self._at is None else f" {self._at + 1}/{self._count}"
        bright = self.get_component_rich_style("slider--knob")
        strip = Strip(
            [
                Segment(before, self.rich_style),
                Segment(HERE if line else "", bright),
                Segment(after, self.rich_style),
                Segment(f"{number:<{COUNT_WIDTH}}", bright),
                Segment(self._event, self.get_component_rich_style("slider--event")),
            ]
        )
        return strip.adjust_cell_length(self.content_size.width, self.rich_style)

    @property
    def _line_width(self) -> int:
        return max(self.content_size.width // 2 - COUNT_WIDTH, 8)

    def _place(self, at: int) -> int:
        """Return the column of a moment."""
        return round(at / max(self._count - 1, 1) * (self._line_width - 1)) if at > 0 else 0

    def _seek(self, event: events.MouseEvent) -> None:
        if not self._count:
            return
        x = event.x - self.styles.padding.left
        at = round(x / (self._line_width - 1) * (self._count - 1))
        self.post_message(self.Sought(max(at, 0) if at < self._count - 1 else None))
