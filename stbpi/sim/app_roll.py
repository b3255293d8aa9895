"""The roll button and the dice in the terminal.

The mouse works the button as a finger does: what counts is how long it is down. A key is a tap
of a given length. A finger that taps lets go when the program has noticed it, as a person does
who looks at the display: however short a click is and however slow the machine, no press is
lost, and a hold is as long as it should be for the program.

Never: knows what a press means; says what the display's headline says about it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from stbpi.display import texts
from stbpi.display.draw import PIPS
from stbpi.display.headline import deeds
from stbpi.games.registry import game_of
from stbpi.language import message
from stbpi.scene import Held, Scene

REPEAT_S = 0.12
"""A key that comes again so soon is one that is held down in the terminal, not pressed again."""

PATIENCE_S = 0.7
"""A finger that is not noticed lets go after so long, which is no hold yet."""


ROLL, BUTTON = message("ROLL"), message("BUTTON")
"""What stands on the button while a press would do nothing, in a game with dice and without."""


ON_THE_FELT = message("real dice")
"""What stands in place of dice that the box does not throw."""


_Words = tuple[Sequence[str], Sequence[str], Sequence[str]]
"""Three lines; of each the first wording that fits is shown."""


def _words(scene: Scene) -> _Words:
    does = {held: deed.wordings for held, deed in deeds(scene).items()}
    match scene.held:
        case Held.NOTHING:
            return (), texts.LET_GO.wordings, ()
        case Held.PRESS | Held.HOLD:
            deed = does.get(scene.held, texts.NOT_YET.wordings)
            return (f"{texts.LET_GO}:",), deed, ()
    idle = ROLL if game_of(scene.view.game).has_dice else BUTTON
    press = does.get(Held.PRESS, idle.wordings)
    hold = does.get(Held.HOLD, press)
    if hold == press:
        return (), press, ()
    return (), press, (f"{texts.HOLD}: {hold[0]}", f"h: {hold[0]}", f"h: {hold[-1]}")


class RollButton(Widget):
    """The button, with what a press and a hold do now.

    Args:
        press_s: how long the button is down at least, in seconds.
    """

    DEFAULT_CSS: ClassVar[str] = """
    RollButton { height: 3; color: #ffffff; background: #8c2f2f; }
    RollButton:hover { background: #a33a3a; }
    RollButton.-down { color: #1d1400; background: #ffd23f; }
    RollButton .roll--deed { text-style: bold; }
    RollButton .roll--other { color: #f0c4c4; }
    RollButton.-down .roll--other { color: #5a4300; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"roll--deed", "roll--other"}

    class Moved(Message):
        """The button was pushed down, or let go."""

        def __init__(self, down: bool) -> None:
            super().__init__()
            self.down = down

    def __init__(self, *, press_s: float) -> None:
        super().__init__()
        self._press_s = press_s
        self._words: _Words = ((), (), ())
        self._is_down = False
        self._held = Held.NOT
        self._hold_s: float | None = None
        self._moved_at = self._noticed_at = self._asked_at = -math.inf
        self._patience: Timer | None = None

    def show(self, scene: Scene) -> None:
        """Say what pressing, holding or letting go does."""
        self._held = scene.held
        if scene.held is not Held.NOT:
            self._notice()
        words = _words(scene)
        if words != self._words:
            self._words = words
            self.refresh()

    def tap(self, seconds: float = 0) -> None:
        """Push the button and let go so long after it has been noticed."""
        now = _now()
        is_repeated, self._asked_at = now - self._asked_at < REPEAT_S, now
        if not is_repeated:
            self._push(seconds)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.button == 1:
            self.capture_mouse()
            self._push(None)

    def on_mouse_up(self) -> None:
        self.release_mouse()
        if self._is_down and self._hold_s is None:
            self._hold_s = 0
            self._let_go_in_time()

    def _push(self, hold_s: float | None) -> None:
        """Push the button, unless it is down or the program does not know yet that it is up.

        Args:
            hold_s: when to let go, in seconds after it has been noticed; `None` = not yet known.
        """
        if self._is_down or self._held is not Held.NOT:
            return
        self._hold_s, self._noticed_at = hold_s, math.inf
        self._move(True)
        self._patience = self.set_timer(PATIENCE_S, self._notice)

    def _notice(self) -> None:
        """Take it that the program knows that the button is down."""
        if self._is_down and self._noticed_at == math.inf:
            self._noticed_at = _now()
            self._let_go_in_time()

    def _let_go_in_time(self) -> None:
        """Let go now or later, if it is known when."""
        if self._hold_s is None or self._noticed_at == math.inf:
            return
        due = max(self._moved_at + self._press_s, self._noticed_at + self._hold_s)
        if due > _now():
            self.set_timer(due - _now(), partial(self._move, False))
        else:
            self._move(False)

    def _move(self, down: bool) -> None:
        if self._patience is not None:
            self._patience.stop()
        self._is_down = down
        self._moved_at = _now()
        self.set_class(down, "-down")
        self.post_message(self.Moved(down))

    def render_line(self, y: int) -> Strip:
        width, height = self.size.width, self.size.height
        row = y - (height - len(self._words)) // 2
        wordings = self._words[row] if 0 <= row < len(self._words) else ()
        text = next((words for words in wordings if len(words) <= width), "")
        style = self.get_component_rich_style("roll--deed" if row == 1 else "roll--other")
        return Strip([Segment(text.center(width), style)])


def _now() -> float:
    return asyncio.get_running_loop().time()


class DiceWidget(Widget):
    """The dice of the throw, or as many empty places; real dice are not seen."""

    DEFAULT_CSS: ClassVar[str] = """
    DiceWidget { height: 3; }
    DiceWidget .dice--even { color: #10131a; background: #f4f1e8; text-style: bold; }
    DiceWidget .dice--odd { color: #10131a; background: #dcd7c8; text-style: bold; }
    DiceWidget .dice--none { background: #262a33; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"dice--even", "dice--odd", "dice--none"}

    dice: reactive[tuple[int, ...]] = reactive((0, 0))

    def show(self, scene: Scene) -> None:
        """Show the throw; 0 stands for a die that has not been thrown."""
        view = scene.view
        self.display = game_of(view.game).has_dice
        empty = () if view.real_dice else (0,) * max(view.dice_allowed, default=2)
        self.dice = view.roll or empty

    def render_line(self, y: int) -> Strip:
        if not self.dice:
            words = str(ON_THE_FELT) if y == self.size.height // 2 else ""
            return Strip([Segment(words.center(self.size.width), self.rich_style)])
        width, gap = self._shape()
        segments = []
        for at, value in enumerate(self.dice):
            style = "none" if not value else "odd" if at % 2 and not gap else "even"
            face = _row_of_die(value, y, width, self.size.height)
            segments.append(Segment(face, self.get_component_rich_style(f"dice--{style}")))
            segments.append(Segment(" " * gap, self.rich_style))
        strip = Strip(segments[:-1])
        left = max(self.size.width - strip.cell_length, 0) // 2
        return Strip([Segment(" " * left, self.rich_style), *strip]).adjust_cell_length(
            self.size.width, self.rich_style
        )

    def _shape(self) -> tuple[int, int]:
        """Return the width of a die and of the gap between two, for what room there is."""
        count, room = len(self.dice), self.size.width
        square = 2 * self.size.height + 1
        shapes = ((square, 2), (square, 1), (7, 1), (5, 1), (5, 0))
        return next(
            (shape for shape in shapes if count * sum(shape) - shape[1] <= room), shapes[-1]
        )


def _row_of_die(value: int, y: int, width: int, height: int) -> str:
    """Draw one row of a die with three columns and three rows for its pips."""
    columns = _thirds(width, margin=width // 5)
    rows = _thirds(height, margin=height // 5)
    row = [" "] * width
    for column, place in PIPS.get(value, ()):
        if rows[place] == y:
            row[columns[column]] = "●"
    return "".join(row)


def _thirds(size: int, *, margin: int) -> tuple[int, int, int]:
    """Return where the first, the middle and the last of three places are."""
    return (margin, size // 2, size - 1 - margin)
