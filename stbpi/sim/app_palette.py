"""The palette of faults: what can go wrong, in words; what is wrong now, and how to undo it.

What is chosen is a line of a scenario; such a line can also be typed.

Never: lets anything go wrong; it returns the line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from stbpi.errors import ScriptError
from stbpi.language import _, speaking
from stbpi.sim import faults
from stbpi.sim.fault_words import described, offered

WIDTH = 72
LINE_WIDTH = 16


class FaultPalette(ModalScreen[str]):
    """A list to choose from, and a line to type in; it is dismissed with what was chosen.

    Args:
        undoing: the lines that put right what is wrong now.
        tile_count: how many tiles the box has.
        language: which it is said in.
    """

    DEFAULT_CSS: ClassVar[str] = f"""
    FaultPalette {{ align: center middle; }}
    FaultPalette > Vertical {{
        width: {WIDTH + 4}; height: auto; max-height: 100%; padding: 0 1; background: #3a2328;
    }}
    FaultPalette Input {{ height: 1; border: none; padding: 0 1; background: #1b1e25; }}
    FaultPalette Input:focus {{ border: none; }}
    FaultPalette OptionList {{
        height: auto; max-height: 20; border: none; padding: 0; background: #3a2328;
        scrollbar-size: 1 1;
    }}
    FaultPalette OptionList > .option-list--option-highlighted {{
        background: #8c2f2f; color: #ffffff; text-style: bold;
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("up", "go(-1)", show=False),
        Binding("down", "go(1)", show=False),
        Binding("left", "tile(-1)", show=False, priority=True),
        Binding("right", "tile(1)", show=False, priority=True),
    ]

    def __init__(self, undoing: Iterable[str], *, tile_count: int, language: str) -> None:
        super().__init__()
        self._undoing = tuple(undoing)
        self._tile_count = tile_count
        self._language = language
        self._tile = 1
        self._title = Static()
        self._options = OptionList()
        self._options.can_focus = False
        with speaking(language):
            self._typed = Input(placeholder=_("type to search, or a line of a scenario"))

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._title
            yield self._typed
            yield self._options

    def on_mount(self) -> None:
        self._typed.focus()
        self._offer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the arrows to the line while something is typed in it."""
        return action != "tile" or not self._typed.value

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_go(self, by: int) -> None:
        if by > 0:
            self._options.action_cursor_down()
        else:
            self._options.action_cursor_up()

    def action_tile(self, by: int) -> None:
        """Let it be about another tile."""
        at = self._options.highlighted
        self._tile = (self._tile - 1 + by) % self._tile_count + 1
        self._offer()
        self._options.highlighted = at

    @on(Input.Changed)
    def _searched(self) -> None:
        self._offer()

    @on(Input.Submitted)
    def _entered(self) -> None:
        """Take the line that was typed if it is one, else what is chosen in the list."""
        typed = self._typed.value.strip()
        at = self._options.highlighted
        chosen = self._options.get_option_at_index(at).id if at is not None else None
        if typed and (chosen is None or self._is_a_line(typed)):
            chosen = typed
        self.dismiss(chosen)

    @on(OptionList.OptionSelected)
    def _clicked(self, message: OptionList.OptionSelected) -> None:
        self.dismiss(message.option.id)

    def _is_a_line(self, typed: str) -> bool:
        try:
            faults.read(typed, tile_count=self._tile_count)
        except ScriptError:
            return False
        return True

    def _offer(self) -> None:
        """Show what fits to what is typed; what is wrong now comes first."""
        search = self._typed.value.strip().casefold()
        with speaking(self._language):
            self._title.update(self._heading())
            lines = [(line, True) for line in self._undoing]
            lines += [(line, False) for line in offered(self._tile) if line not in self._undoing]
            options = [self._option(line, mends) for line, mends in lines]
        self._options.clear_options()
        self._options.add_options(
            option for option in options if search in str(option.prompt).casefold()
        )
        self._options.highlighted = 0 if self._options.option_count else None

    def _heading(self) -> Text:
        text = Text(_("What is to go wrong?"), style="bold #ffb0a0")
        tile = _("← → choose the tile: {tile}").format(tile=self._tile)
        return text.append(f"   {tile}", style="#f0c4c4 not bold")

    def _option(self, line: str, mends: bool) -> Option:
        action = faults.read(line, tile_count=self._tile_count)
        sign, style = ("✓ ", "bold #7ee08a") if mends else ("  ", "")
        words = Text(sign + described(action), style=style, no_wrap=True, overflow="ellipsis")
        words.truncate(WIDTH - LINE_WIDTH - 1, overflow="ellipsis", pad=True)
        words.append(f" {line:<{LINE_WIDTH}}", style="#b58f8f")
        return Option(words, id=line)
