"""The line at the bottom in which something is typed that the keys have no place for.

Never: knows what is typed; it is handed on as it is.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

RULE = "rule"
NUMBER = "number"


class AskedLine(Input):
    """A line that is there only while it is asked for.

    Args:
        kind: what is typed in it; the id of the widget.
    """

    DEFAULT_CSS: ClassVar[str] = """
    AskedLine {
        dock: bottom; height: 1; border: none; padding: 0 1; background: #262a33; display: none;
    }
    AskedLine:focus { border: none; }
    AskedLine.-asked { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave it")]

    class Typed(Message):
        """A line was typed; never an empty one."""

        def __init__(self, source: AskedLine, line: str) -> None:
            super().__init__()
            self.source = source
            self.line = line

        @property
        def control(self) -> AskedLine:
            """The line that it was typed in."""
            return self.source

    def __init__(self, kind: str) -> None:
        super().__init__(id=kind)
        self.can_focus = False

    def ask(self, hint: str) -> None:
        """Show the line and take what is typed; the hint stands in it while it is empty."""
        self.placeholder = hint
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
    def _submitted(self) -> None:
        line = self.value.strip()
        self.action_leave()
        if line:
            self.post_message(self.Typed(self, line))
