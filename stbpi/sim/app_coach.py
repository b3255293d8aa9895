"""The coach in the terminal: what can be chosen now, best first, and how the last turn went.

It lies over the display of the box, or beside it where there is room, and everything goes on
beneath it.

Never: takes a key; asks the coach (the app does, while this is open).
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.widgets import Static

from stbpi.display.draw import shorten
from stbpi.language import _, speaking
from stbpi.scene import Scene
from stbpi.sim import coach_words
from stbpi.thinking.advice import Advice, Coaching

WIDTH, HEIGHT = 64, 15
"""Columns and rows at most, with the columns that stay empty at both ends."""

KEY = "c"
_INNER = WIDTH - 4
_HEAD = 3  # rows: the title, what is best, the heads of the table
_ABOUT_A_TURN = 2  # rows beside advice: an empty one, and the first sentence


class CoachWidget(Static):
    """What the coach says; it is hidden until it is opened."""

    DEFAULT_CSS: ClassVar[str] = f"""
    CoachWidget {{
        display: none; width: {WIDTH}; height: auto; max-height: {HEIGHT}; padding: 0 2;
        background: #10324a; color: #d8dee9;
    }}
    CoachWidget.-open {{ display: block; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: Scene | None = None

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def toggle(self) -> None:
        """Open it, or hide it."""
        self.toggle_class("-open")
        self._shown = None

    def show(self, scene: Scene) -> None:
        """Say what is to be said of a scene."""
        if self.is_open and scene != self._shown:
            self._shown = scene
            self.update(coach_text(scene))


def coach_text(scene: Scene) -> Text:
    """Write what the panel says of a scene, in so many rows as there is room for."""
    with speaking(scene.language):
        text = Text(no_wrap=True)
        title, hint = _("Coach"), _("{key} closes this").format(key=KEY)
        text.append(title, style="bold #7fd4ff")
        text.append(f"{hint:>{_INNER - len(title)}}\n", style="#8fb3c9")
        coaching = scene.coaching or Coaching()
        about = coach_words.aftermath(coaching.after, scene)
        if coaching.before is not None:
            about = about[:1]
            _advise(text, coaching.before, rows=HEIGHT - _HEAD - (_ABOUT_A_TURN if about else 0))
        else:
            said = coach_words.thinking() if coaching.is_thinking else coach_words.silence(scene)
            text.append(f"{shorten(said, _INNER)}\n", style="#8fb3c9")
        for at, line in enumerate(about):
            text.append("\n" if not at else "")
            text.append(f"{shorten(line, _INNER)}\n", style="" if at else "#ffd23f")
    text.rstrip()
    return text


def _advise(text: Text, advice: Advice, *, rows: int) -> None:
    """Write what is best, and the choices, as many as there is room for."""
    wordings = advice.said.wordings
    said = next((words for words in wordings if len(words) <= _INNER), wordings[-1])
    text.append(f"{shorten(said, _INNER)}\n", style="bold #ffd23f")
    head, *lines = coach_words.table(advice.options, _INNER)
    text.append(f"{head}\n", style="#8fb3c9")
    room = rows if len(lines) <= rows else rows - 1
    for option, line in zip(advice.options[:room], lines, strict=False):
        text.append(f"{line}\n", style="bold #7ee08a" if option.is_best else "")
    if room < len(lines):
        more = _("… and {n} more").format(n=len(lines) - room)
        text.append(f"{coach_words.OTHER}{more}\n", style="#8fb3c9")
