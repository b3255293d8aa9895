"""The app of the simulator: its keys, and what the mouse does.

Whoever plays while he looks back is brought back to what is now.

Never: draws (`app_view` does); waits for a disk in the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from stbpi.build import Parts
from stbpi.config import Config
from stbpi.dice.source import Dice
from stbpi.errors import StbError
from stbpi.foreign import reason
from stbpi.games.game import NO_TILES, Phase, SetRule, Tiles, Undo, tiles
from stbpi.journal.reader import LastMatch
from stbpi.language import _
from stbpi.scene import Scene
from stbpi.sim import app_files, app_keys, faults
from stbpi.sim.app_help import HelpScreen
from stbpi.sim.app_line import NUMBER, RULE, AskedLine
from stbpi.sim.app_palette import FaultPalette
from stbpi.sim.app_record import Recording
from stbpi.sim.app_roll import RollButton
from stbpi.sim.app_slider import SliderWidget
from stbpi.sim.app_svg import tidy
from stbpi.sim.app_tiles import TileWidget
from stbpi.sim.app_view import BoxApp, box_time
from stbpi.sim.helping_hand import HelpingHand
from stbpi.sim.pace import PacedLoop


class SimulatorApp(BoxApp):
    """The app; its box must have been started when it runs."""

    BINDINGS: ClassVar[list[BindingType]] = [*app_keys.bindings()]

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
        super().__init__(
            config, journal=journal, dice=dice, last=last, folder=folder, around=around
        )
        self._helper = HelpingHand(lambda: self.box.hand.down, self._move_hand)

    # The hand

    def action_press(self, seconds: float = 0) -> None:
        self._look_at(None)
        self._roll.tap(seconds)

    def action_flip(self, number: int) -> None:
        if number <= self.box.tile_count:
            self._move(Tiles(self.box.hand.down ^ tiles(number)))

    def action_raise_all(self) -> None:
        self._move(NO_TILES)

    @on(TileWidget.Clicked)
    def _tile_clicked(self, message: TileWidget.Clicked) -> None:
        self.action_flip(message.number)

    @on(RollButton.Moved)
    def _roll_moved(self, message: RollButton.Moved) -> None:
        self._look_at(None)
        self._recorder.pushed(message.down, at=box_time())
        self.box.hand.press_roll(message.down)

    def _move(self, down: Tiles) -> None:
        self._look_at(None)
        self._move_hand(down)

    def _move_hand(self, down: Tiles) -> None:
        self._recorder.moved(self.box.hand.down, down, at=box_time())
        self.box.hand.move(down)
        if self._looks_at is None:
            self._tiles.move(down)

    def action_toggle_help(self) -> None:
        """Let the tiles be moved for bots, or not."""
        self._helper.is_on = not self._helper.is_on
        self._helper.look(self._now)
        with self._speaking():
            if self._helper.is_on:
                self._say(_("The tiles move by themselves for bots."))
            else:
                self._say(_("You move the tiles for bots. i lets them move by themselves."))

    # The operator

    async def action_undo(self) -> None:
        await self._operate(Undo(), "undo")

    def action_ask_rule(self) -> None:
        with self._speaking():
            self._rule.ask(_("KEY=VALUE, for example scoring=digits; Esc leaves"))

    @on(AskedLine.Typed, f"#{RULE}")
    async def _rule_typed(self, message: AskedLine.Typed) -> None:
        field, _equals, value = (part.strip() for part in message.line.partition("="))
        await self._operate(SetRule(field=field, value=value), f"set {field}={value}")

    async def _operate(self, command: Undo | SetRule, line: str) -> None:
        """Do what the operator asks for, or say why it can't be done."""
        self._look_at(None)
        at = box_time()
        try:
            await self.box.operate(command)
        except StbError as exc:
            self._complain(str(exc))
        else:
            self._recorder.done(line, at=at)

    def action_toggle_coach(self) -> None:
        self._coach.toggle()
        self.query_one("#side").set_class(self._coach.is_open, "-coached")
        self.box.is_coached = self._coach.is_open
        self._show()

    def action_toggle_display(self) -> None:
        """Show the display in place of what the game shows besides, or no longer."""
        self._wants_display = not self._wants_display
        self._show()

    # What goes wrong

    def action_ask_fault(self) -> None:
        self._look_at(None)
        palette = FaultPalette(
            faults.undoing(self.box),
            tile_count=self.box.tile_count,
            language=self._now.language,
        )
        self.push_screen(palette, self._fault_chosen)

    def _fault_chosen(self, line: str | None) -> None:
        if line:
            self.run_worker(self._fail(line))

    async def _fail(self, line: str) -> None:
        """Let go wrong what was chosen, or say why it can't."""
        try:
            await self._mischief.let_happen(self.box, line)
        except StbError as exc:
            self._complain(str(exc))
        else:
            self._show()

    # The time

    def action_pace(self, by: int) -> None:
        loop = asyncio.get_running_loop()
        if isinstance(loop, PacedLoop):
            loop.pace.change(by)
            self._show_words(self._seen)

    def action_step(self, by: int) -> None:
        last = len(self._past) - 1
        self._look_at(min(max((last if self._looks_at is None else self._looks_at) + by, 0), last))

    def action_step_turn(self, by: int) -> None:
        at = len(self._past) - 1 if self._looks_at is None else self._looks_at
        if by < 0:
            self._look_at(self._past.turn_before(at))
        elif self._looks_at is not None:
            self._look_at(self._past.turn_behind(at))

    def action_ask_number(self) -> None:
        if len(self._past):
            first, last = self._past[0].event.n, self._past[-1].event.n
            with self._speaking():
                hint = _("The number of an event, {first} to {last}; Esc leaves")
                self._number.ask(hint.format(first=first, last=last))

    @on(AskedLine.Typed, f"#{NUMBER}")
    def _number_typed(self, message: AskedLine.Typed) -> None:
        if message.line.isdecimal():
            self._look_at(self._past.find(int(message.line)))
        else:
            with self._speaking():
                self._complain(_("That is no number"))

    def action_look_now(self) -> None:
        self._look_at(None)

    @on(SliderWidget.Sought)
    def _sought(self, message: SliderWidget.Sought) -> None:
        self._look_at(message.at)

    # The sound

    def action_toggle_bell(self) -> None:
        self._bell.is_on = not self._bell.is_on
        with self._speaking():
            if self._bell.is_on:
                self._say(_("The bell rings for what should not be missed. b stops it."))
            else:
                self._say(_("The bell is silent."))

    # Files

    def action_record(self) -> None:
        if self._recorder.state is Recording.OFF:
            self._say(self._wanted())
        else:
            self._write_record()
        self._show_words(self._seen)

    def _wanted(self) -> str:
        """Record from now on, and say what is recorded."""
        self._recorder.want()
        with self._speaking():
            if self._recorder.state is Recording.ON:
                return _("This match is recorded, from its start on. r ends it.")
            return _("The next match that starts is recorded. r ends it.")

    def _write_record(self) -> None:
        text = self._recorder.stop(at=box_time())
        if not text:
            with self._speaking():
                self._say(_("Nothing was recorded."))
            return
        name = app_files.stamp()
        self._write(lambda: [app_files.write_text(self._folder, name, ".stb", text)])

    def _hear_scene(self, scene: Scene) -> None:
        super()._hear_scene(scene)
        self._helper.look(scene)
        if scene.view.phase is Phase.SETUP:
            self._leave_the_match()

    def _leave_the_match(self) -> None:
        """Write the record that is wanted; what is done in the set-up belongs to none."""
        if self._recorder.state is Recording.ON:
            self._write_record()
        self._recorder.forget()

    def action_picture(self) -> None:
        name, svg = app_files.stamp(), self.export_screenshot(title=self.TITLE)
        oled = self._oled.picture
        self._write(
            lambda: [
                app_files.write_text(self._folder, name, ".svg", tidy(svg)),
                app_files.write_picture(self._folder, name, "-oled.png", oled),
            ]
        )

    def _write(self, write: Callable[[], list[Path]]) -> None:
        self.run_worker(self._written(write))

    async def _written(self, write: Callable[[], list[Path]]) -> None:
        """Write files in a thread, and say which."""
        try:
            paths = await asyncio.to_thread(write)
        except OSError as exc:
            with self._speaking():
                self._complain(_("It can't be written: {why}").format(why=reason(exc)))
            return
        with self._speaking():
            said = _("Written: {files}").format(files=", ".join(map(str, paths)))
        self._say(said)
        self.said_at_last.append(said)

    async def action_quit(self) -> None:
        """Leave; a record that is wanted is written first."""
        if self._recorder.state is Recording.ON:
            text = self._recorder.stop(at=box_time())
            name = app_files.stamp()
            await self._written(lambda: [app_files.write_text(self._folder, name, ".stb", text)])
        self.exit()

    def on_unmount(self) -> None:
        self._helper.stop()

    # The keys

    def action_help(self) -> None:
        self.push_screen(HelpScreen(self._now.language))

    # What is said

    def _say(self, what: str) -> None:
        self.notify(what, markup=False)

    def _complain(self, why: str) -> None:
        self.notify(why, severity="error", markup=False)
