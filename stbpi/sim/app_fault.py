"""The line in which something is let go wrong, by the verbs of a scenario.

Never: lets it happen; what is typed is handed on as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input

HINT = "bounce|noise|stick|unstick TILE …, oled|disk …, clock S, power cut; Esc leaves"

EXAMPLES = (
    *("bounce 4 30", "bounce roll 30", "noise 4 200", "noise roll 200", "stick 7", "stick roll"),
    *("unstick 7", "unstick roll", "oled off", "oled on", "disk full", "disk ok"),
    *("clock 86400", "clock -86400", "power cut"),
)
"""What is offered while something is typed; what undoes what is wrong now comes before it."""


class FaultInput(Input):
    """A line at the bottom that is there only while it is asked for."""

    DEFAULT_CSS: ClassVar[str] = """
    FaultInput {
        dock: bottom; height: 1; border: none; padding: 0 1; background: #3a2328; display: none;
    }
    FaultInput:focus { border: none; }
    FaultInput.-asked { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave it")]

    class Asked(Message):
        """A line was typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        super().__init__(placeholder=HINT)
        self.can_focus = False

    def ask(self, undoing: Iterable[str]) -> None:
        """Show the line and take what is typed.

        Args:
            undoing: the lines that would put right what is wrong now.
        """
        self.suggester = SuggestFromList([*undoing, *EXAMPLES])
        self.add_class("-asked")
        self.can_focus = True
        self.screen.set_focus(self)

    def action_leave(self) -> None:
        """Hide the line; what was typed is forgotten."""
        self.value = ""
        self.remove_class("-asked")
        self.can_focus = False
        self.screen.set_focus(None)

    @on(Input.Submitted)
    def _typed(self) -> None:
        line = self.value.strip()
        self.action_leave()
        if line:
            self.post_message(self.Asked(line))
