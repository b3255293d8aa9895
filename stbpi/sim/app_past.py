"""A stored match once more, in the terminal: the box, its display, the table and the events.

Never: moves a tile; reads a file.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Static

from stbpi.language import message
from stbpi.scene import Scene
from stbpi.sim import app_style, app_words
from stbpi.sim.app_felt import FeltWidget, lay_out
from stbpi.sim.app_log import LogWidget
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_roll import DiceWidget
from stbpi.sim.app_score import ScoreWidget
from stbpi.sim.app_slider import SliderWidget
from stbpi.sim.app_tiles import BoxWidget
from stbpi.sim.felt import felt_of
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.retell import Story

DRIVER = "ssd1306"
MOST_SPEED = 1000.0
DISPLAY = "d"
"""The key that shows the display in place of what the game shows besides."""


KEYS = (
    ("space", "halt"),
    ("left_square_bracket,left", "step(-1)"),
    ("right_square_bracket,right", "step(1)"),
    ("left_curly_bracket,up", "step_turn(-1)"),
    ("right_curly_bracket,down", "step_turn(1)"),
    ("less_than_sign", "pace(-1)"),
    ("greater_than_sign", "pace(1)"),
    (DISPLAY, "toggle_display"),
    ("q,escape", "quit"),
)
"""The names of keys, and what they do."""

HINTS = (
    ("space", message("stop, go on")),
    ("[ ]", message("event")),
    ("{ }", message("turn")),
    ("< >", message("speed")),
    (DISPLAY, message("display")),
    ("q", message("quit")),
)
"""How they are shown; all of it fits a terminal of 80 columns."""


def play(story: Story, *, speed: float) -> None:
    """Show a match until the user quits.

    Args:
        story: the match.
        speed: so many times faster than it was.
    """
    PastApp(story, speed=speed).run()


class PastApp(App[None]):
    """The app.

    Args:
        story: the match.
        speed: so many times faster than it was.
    """

    TITLE = "stbpi"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = app_style.WIDTHS
    VERTICAL_BREAKPOINTS = app_style.HEIGHTS
    CSS = app_style.CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(names, action, show=False) for names, action in KEYS
    ]

    def __init__(self, story: Story, *, speed: float) -> None:
        super().__init__()
        self.at = 0
        self.speed = speed
        self._story = story
        self._pauses = story.pauses()
        self._is_stopped = False
        self._next: Timer | None = None
        self._logged = -1
        self._tiles = BoxWidget(max(story.scene(at).view.tiles for at in (0, -1)))
        self._oled = OledWidget(PanelModel(chip=DRIVER, address=0x3C), driver=DRIVER)
        self._felt = FeltWidget()
        self._wants_display = False
        self._dice = DiceWidget()
        self._score = ScoreWidget()
        self._events = LogWidget()
        self._slider = SliderWidget()
        self._title = Static(id="title")
        self._request = Static(id="request")
        self._keys = Static(id="keys")

    def compose(self) -> ComposeResult:
        yield self._title
        with Container(id="top"):
            yield self._felt
            yield self._oled
            with Container(id="side"):
                yield self._dice
                yield self._score
        yield self._request
        yield self._tiles
        yield self._events
        yield self._slider
        yield self._keys

    def on_mount(self) -> None:
        has_felt = felt_of(self._story.scene(-1).view) is not None
        self._keys.update(_key_line(has_felt=has_felt))
        self._look_at(0)

    # The keys

    def action_halt(self) -> None:
        self._is_stopped = not self._is_stopped
        if not self._is_stopped and self.at == len(self._pauses) - 1:
            self.at = 0
        self._look_at(self.at)

    def action_step(self, by: int) -> None:
        self._is_stopped = True
        self._look_at(self.at + by)

    def action_step_turn(self, by: int) -> None:
        past = self._story.past
        self._look_at(past.turn_before(self.at) if by < 0 else past.turn_behind(self.at))

    def action_toggle_display(self) -> None:
        self._wants_display = not self._wants_display
        self._look_at(self.at)

    def action_pace(self, by: int) -> None:
        self.speed = min(max(self.speed * 2.0**by, 1 / MOST_SPEED), MOST_SPEED)
        self._look_at(self.at)

    @on(SliderWidget.Sought)
    def _sought(self, message: SliderWidget.Sought) -> None:
        self._look_at(len(self._pauses) - 1 if message.at is None else message.at)

    # What is shown

    def _look_at(self, at: int) -> None:
        """Show a moment, and the next one when its time has passed."""
        self.at = min(max(at, 0), len(self._pauses) - 1)
        if self._next is not None:
            self._next.stop()
            self._next = None
        scene = self._story.scene(self.at)
        self._show(scene)
        if not self._is_stopped and self.at < len(self._pauses) - 1:
            pause = max(self._pauses[self.at] / self.speed, 0.001)
            self._next = self.set_timer(pause, lambda: self._look_at(self.at + 1))

    def _show(self, scene: Scene) -> None:
        past = self._story.past
        self._tiles.move(past[self.at].down)
        self._tiles.show(scene.view)
        self._oled.show(scene)
        self._felt.show(scene)
        lay_out(self.query_one("#top"), scene, wants_display=self._wants_display)
        self._score.look(past.course(self.at))
        self._events.seat(scene.view.players)
        for part in (self._dice, self._score):
            part.show(scene)
        if self.at < self._logged:
            self._events.clear()
            self._logged = -1
        self._events.add(past[at].event for at in range(self._logged + 1, self.at + 1))
        self._logged = self.at
        line = self._events.line(past[self.at].event)
        is_last = self.at == len(past) - 1
        self._slider.show(len(past), None if is_last else self.at, past.turns, line)
        sign = "■" if self._is_stopped or is_last else "▶"
        self._title.update(f"{sign} × {self.speed:g}  {app_words.title(scene)}", layout=False)
        said = (app_words.turn(scene), app_words.request(scene))
        self._request.update(" · ".join(words for words in said if words))


def _key_line(*, has_felt: bool) -> Text:
    line = Text(no_wrap=True)
    for shown, does in HINTS:
        if shown == DISPLAY and not has_felt:
            continue
        line.append(shown, style="bold #ffe9c9").append(f" {does}  ")
    return line
