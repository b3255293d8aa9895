"""The page that says what the keys do; any key closes it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from stbpi.language import _, speaking
from stbpi.sim.app_keys import GROUPS, MOUSE

KEY_WIDTH = 16


class HelpScreen(ModalScreen[None]):
    """All keys, in groups.

    Args:
        language: which it is said in.
    """

    DEFAULT_CSS: ClassVar[str] = """
    HelpScreen { align: center middle; }
    HelpScreen > Static {
        width: 66; height: auto; padding: 0 2; background: #262a33; color: #d8dee9;
    }
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        with speaking(language):
            self._text = help_text()

    def compose(self) -> ComposeResult:
        yield Static(self._text)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


def help_text() -> Text:
    """Say what the keys do, so short that it fits into 24 rows of 80 columns."""
    text = Text(no_wrap=True)
    for group in GROUPS:
        text.append(f"{group.title}\n", style="bold #ffd23f")
        for key in group.keys:
            text.append(f"{key.shown:>{KEY_WIDTH}}  ", style="bold #ffe9c9")
            text.append(f"{key.does}\n")
    text.append(f"{MOUSE}\n", style="#aeb6c6")
    text.append(_("Any key closes this."), style="#8b93a7")
    return text
