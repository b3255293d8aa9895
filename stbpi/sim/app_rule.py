"""The line in which a house rule is changed in the middle of a match.

Never: knows a rule; what is typed is handed on as it is.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class RuleInput(Input):
    """A line at the bottom that is there only while it is asked for."""

    DEFAULT_CSS: ClassVar[str] = """
    RuleInput {
        dock: bottom; height: 1; border: none; padding: 0 1; background: #262a33; display: none;
    }
    RuleInput:focus { border: none; }
    RuleInput.-asked { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave it")]

    class Asked(Message):
        """A change was typed: `field=value`."""

        def __init__(self, field: str, value: str) -> None:
            super().__init__()
            self.field = field
            self.value = value

    def __init__(self) -> None:
        super().__init__(placeholder="KEY=VALUE, for example scoring=digits; Esc leaves")
        self.can_focus = False

    def ask(self) -> None:
        """Show the line and take what is typed."""
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
        field, _, value = self.value.strip().partition("=")
        self.action_leave()
        if field:
            self.post_message(self.Asked(field.strip(), value.strip()))
