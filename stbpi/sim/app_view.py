"""What the simulator's app shows: its parts, the box behind them, and the moment one looks at.

Never: reaches into the program other than `Simulation` does; waits for a disk in the loop. Keep:
the app only routes; what is drawn is the widgets' business, what is said that of `app_lines`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from textual import on
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.filter import LineFilter
from textual.message import Message
from textual.widgets import Static

from stbpi.box.restless import STILL
from stbpi.build import Parts
from stbpi.config import Config
from stbpi.dice.source import Dice
from stbpi.errors import StbError
from stbpi.games.events import MatchStarted
from stbpi.journal.reader import LastMatch
from stbpi.journal.recorded import Recorded
from stbpi.language import _, speaking
from stbpi.scene import Scene
from stbpi.sim import app_style, faults
from stbpi.sim.app_coach import CoachWidget
from stbpi.sim.app_felt import FeltWidget, lay_out
from stbpi.sim.app_line import NUMBER, RULE, AskedLine
from stbpi.sim.app_lines import NAME, key_line, request_line, title_line
from stbpi.sim.app_log import LogWidget
from stbpi.sim.app_mischief import Mischief
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_plain import Plain
from stbpi.sim.app_record import HeardDice, Recorder
from stbpi.sim.app_resume import secrets_in
from stbpi.sim.app_roll import DiceWidget, RollButton
from stbpi.sim.app_score import ScoreWidget
from stbpi.sim.app_slider import SliderWidget
from stbpi.sim.app_sound import Bell, SoundNote
from stbpi.sim.app_tiles import BoxWidget
from stbpi.sim.pace import pace_now
from stbpi.sim.past import Past
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.steps import PRESS_S
from stbpi.sound.loudness import SILENT
from stbpi.sound.phrase import Phrase


class SceneChanged(Message):
    """The program shows something else."""


class NoteChanged(Message):
    """Something else sounds on the box, or nothing any more."""


class EventsRecorded(Message):
    """The program has recorded something."""

    def __init__(self, recorded: tuple[Recorded, ...]) -> None:
        super().__init__()
        self.recorded = recorded


class BoxApp(App[None]):
    """The app without its keys; its box must have been started when it runs.

    Args:
        config: of the box.
        journal: the journal's file.
        dice: what is thrown.
        last: the match that the journal ends with, if any.
        folder: where pictures and scenarios are written.
        around: puts something around the parts that the program gets.

    Attributes:
        box: the simulated box.
        said_at_last: what is to be said when the terminal has been given back.

    Raises:
        StbError: the box can't be built.
    """

    TITLE = NAME
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = app_style.WIDTHS
    VERTICAL_BREAKPOINTS = app_style.HEIGHTS
    CSS = app_style.CSS

    def __init__(
        self,
        config: Config,
        *,
        journal: Path,
        dice: Dice,
        last: LastMatch | None,
        folder: Path,
        around: Callable[[Parts], Parts] = lambda parts: parts,
    ) -> None:
        super().__init__()
        self.said_at_last: list[str] = []
        self._recorder = Recorder(len(config.wired.tiles))
        self._mischief = Mischief(self._recorder)
        self._folder = folder
        self._note = SoundNote(self._note_changed)
        self._bell = Bell(self.bell)
        self.box = Simulation(
            config,
            dice=HeardDice(dice, self._recorder.thrown, self._recorder.dealt),
            journal=journal,
            make_clock=self._mischief.clocks.make_clock,
            watchers=Watchers(
                scene=self._hear_scene,
                events=self._hear_events,
                cue=self._hear_cue,
                line=self._note.tell,
            ),
            around=around,
        )
        self._has_sound = config.sound.on
        self._scene: Scene | None = None
        self._past = Past(complain_ms=config.box.complain_ms, secrets=self.box.secrets)
        if last is not None:
            self.box.secrets.update(secrets_in(journal))
            self._past.begin(last)
        self._looks_at: int | None = None
        self._early: list[Recorded] = []
        self._tiles = BoxWidget(self.box.tile_count)
        self._oled = OledWidget(self.box.panel, driver=config.display.driver)
        self._felt = FeltWidget()
        self._wants_display = False
        self._roll = RollButton(press_s=max(PRESS_S, (STILL + 1) * config.box.settle_ms / 1000))
        self._dice = DiceWidget()
        self._score = ScoreWidget()
        self._coach = CoachWidget()
        self._events = LogWidget()
        self._slider = SliderWidget()
        self._title = Static(id="title")
        self._request = Static(id="request")
        self._keys = Static(id="keys")
        self._rule = AskedLine(RULE)
        self._number = AskedLine(NUMBER)

    def compose(self) -> ComposeResult:
        yield self._title
        with Container(id="top"):
            yield self._felt
            yield self._oled
            with Container(id="side"):
                yield self._dice
                yield self._roll
                yield self._score
            yield self._coach
        yield self._request
        yield self._tiles
        yield self._events
        yield self._slider
        yield self._keys
        yield self._rule
        yield self._number

    def on_mount(self) -> None:
        self._show()
        self._events.add(self._early)
        self.run_worker(self._leave_with_the_program())

    def on_resize(self) -> None:
        self._show_words(self._seen)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take all colours away where `NO_COLOR` is set; Textual would leave greys."""
        return [Plain()] if self.no_color else super().get_line_filters()

    # The program

    def _hear_scene(self, scene: Scene) -> None:
        self._scene = scene
        if self.is_running:
            self.post_message(SceneChanged())

    def _hear_events(self, recorded: tuple[Recorded, ...]) -> None:
        self._recorder.hear(recorded, self.box.hand.down, at=box_time())
        self._past.take(recorded)
        if any(isinstance(one.event, MatchStarted) for one in recorded):
            self._looks_at = None
        if self.is_running:
            self.post_message(EventsRecorded(recorded))
        else:
            self._early += recorded

    def _hear_cue(self, phrase: Phrase | None) -> None:
        self._note.hear(phrase)
        is_silent = not self._has_sound or self.box.daemon.sound.loudness == SILENT
        self._bell.hear(phrase, is_silent=is_silent)

    def _note_changed(self) -> None:
        if self.is_running:
            self.post_message(NoteChanged())

    @on(SceneChanged)
    def _scene_changed(self) -> None:
        self._show()

    @on(NoteChanged)
    def _show_note(self) -> None:
        self._show_title(self._seen)

    @on(EventsRecorded)
    def _events_recorded(self, message: EventsRecorded) -> None:
        self._events.add(message.recorded)
        self._show_slider()

    async def _leave_with_the_program(self) -> None:
        """Exit when the program ends; whoever stops the box is told why it did."""
        with suppress(StbError):
            await self.box.ended()
        self.exit()

    # What is shown

    @property
    def _now(self) -> Scene:
        """What was shown last; after a cut of the power the box shows nothing for a while."""
        assert self._scene is not None
        return self._scene

    @property
    def _seen(self) -> Scene:
        """What is looked at: what is now, or what was."""
        now = self._now
        return now if self._looks_at is None else self._past.scene(self._looks_at, now=now)

    def _look_at(self, at: int | None) -> None:
        """Look at a moment of the match; at the last one, or with `None`, at what is now."""
        if at is not None and at >= len(self._past) - 1:
            at = None
        if at != self._looks_at:
            self._looks_at = at
            self._show()

    def _show(self) -> None:
        at, scene = self._looks_at, self._seen
        self._tiles.move(self.box.hand.down if at is None else self._past[at].down)
        self._tiles.show(scene.view)
        self._oled.show(None if at is None else scene)
        self._felt.show(scene)
        lay_out(self.query_one("#top"), scene, wants_display=self._wants_display)
        self._events.seat(scene.view.players)
        with self._speaking():
            self._score.look(self._past.course(at))
            for part in (self._roll, self._dice, self._score, self._coach):
                part.show(scene)
        self._show_words(scene)
        self._show_slider()

    def _show_title(self, scene: Scene) -> None:
        with self._speaking():
            line = title_line(
                scene,
                recording=self._recorder.state,
                pace=pace_now(),
                wrong=faults.wrong_now(self.box),
                sound=str(self._note),
                width=self.size.width - 2,
            )
        self._title.update(line, layout=False)

    def _show_words(self, scene: Scene) -> None:
        is_past = self._looks_at is not None
        self._show_title(scene)
        with self._speaking():
            self._request.update(request_line(scene, is_past=is_past))
            width = self.size.width - 2
            self._keys.update(key_line(scene, self.box.tile_count, width=width))
        self._request.set_class(is_past, "-past")

    def _show_slider(self) -> None:
        past, at = self._past, self._looks_at
        with self._speaking():
            hint = _("← looks back") if len(past) > 1 else ""
        event = hint if at is None else self._events.line(past[at].event)
        self._slider.show(len(past), at, past.turns, event)

    def _speaking(self) -> AbstractContextManager[None]:
        return speaking(self._now.language)


def box_time() -> float:
    """Return the time on the box, in seconds."""
    return asyncio.get_running_loop().time()
