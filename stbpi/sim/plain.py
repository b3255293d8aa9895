"""The simulator in lines of text: one line a fact, for screen readers and for pipes.

Nothing is drawn anew and nothing needs a terminal. What the box tells comes as sentences
(`plain_words`); what is typed are numbers of tiles and the verbs of scenario files, one line
after the other. A line is carried out when what the one before it did has settled.

Never: reaches into the program other than `Simulation` does.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

from stbpi.build import dice_of
from stbpi.config import Config
from stbpi.dice.source import Dice
from stbpi.errors import ScriptError, StbError
from stbpi.games.game import NoMove, SetRule, StopTurn, Tiles, Undo, all_tiles, tiles
from stbpi.journal.recorded import Recorded
from stbpi.language import _, speaking
from stbpi.scene import Scene
from stbpi.sim import coach_words, faults, plain_words, script, steps
from stbpi.sim.jumps import Jumps
from stbpi.sim.opening import fitting, left_in, open_up
from stbpi.sim.pace import JumpingClock
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.tasks import until_one_ends

Read = Callable[[], Awaitable[str | None]]
"""Returns the next line that is typed; `None` at the end of the input."""


def play(config: Config, *, start: bool, journal: Path, tell: Callable[[str], None]) -> None:
    """Play until the input ends, or the user quits.

    Args:
        config: the configuration; its players are those of a new match.
        start: start a match at once, unless the open one of the journal has the same players.
        journal: the journal's file.
        tell: called with each line.

    Raises:
        StbError: the box can't be built, or it can't go on.
    """

    async def main() -> None:
        table = PlainTable(config, journal=journal, dice=dice_of(config), tell=tell)
        typed = TypedLines(sys.stdin.fileno() if sys.stdin is not None else None)
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, table.stop)
        await table.play(typed.read, start=start)

    asyncio.run(main())


class PlainTable:
    """A simulated box, and a person at it who types.

    Args:
        config: of the box; its tiles are as many as the rules or the open match need.
        journal: the journal's file.
        dice: what is thrown.
        tell: called with each line that the person is to read.

    Attributes:
        box: the simulated box.

    Raises:
        StbError: the box can't be built.
    """

    def __init__(
        self, config: Config, *, journal: Path, dice: Dice, tell: Callable[[str], None]
    ) -> None:
        self._left = left_in(journal)
        self._config = fitting(config, self._left)
        self._tell = tell
        self._clocks = Jumps(JumpingClock)
        self._shown: Scene | None = None
        self._is_new = True
        self._is_stopped = asyncio.Event()
        self.box = Simulation(
            self._config,
            dice=dice,
            journal=journal,
            make_clock=self._clocks.make_clock,
            watchers=Watchers(scene=self._hear_scene, events=self._hear_events),
        )

    async def play(self, read: Read, *, start: bool) -> None:
        """Play until there is nothing more to read.

        Args:
            read: returns what is typed.
            start: as in `play`.

        Raises:
            StbError: the box can't go on.
        """
        box = self.box
        self._tell(_("Type ? for help."))
        try:
            await open_up(box, self._left, self._config, start=start)
            await until_one_ends([self._obey_all(read), box.ended(), self._is_stopped.wait()])
        finally:
            await box.stop()

    def stop(self) -> None:
        """End `play` at once; the match is kept."""
        self._is_stopped.set()

    async def _obey_all(self, read: Read) -> None:
        while (line := await read()) is not None:
            words = line.split()
            if words == ["quit"]:
                return
            try:
                await self._obey(words)
            except StbError as exc:
                self._tell(" ".join(str(exc).split("\n")))

    async def _obey(self, words: list[str]) -> None:
        """Do what one line says.

        Raises:
            StbError: it can't be done.
        """
        match words:
            case []:
                await self.box.press()
            case ["?"] | ["help"]:
                for line in plain_words.help_lines():
                    self._tell(line)
            case ["again"]:
                self._say(plain_words.again(self.box.scene))
            case ["coach"]:
                await self.box.ask_coach()
                with speaking(self.box.scene.language):
                    self._say(coach_words.lines(self.box.scene))
            case ["menu"]:
                await self.box.press(steps.MENU_S)
            case ["up"]:
                await self.box.lift(all_tiles(self.box.tile_count))
            case _ if all(re.fullmatch(r"\d{1,3}", word, re.ASCII) for word in words):
                await self._flip(_action(["down", *words]))
            case _:
                await self._do(_action(words))

    async def _do(self, action: steps.Action) -> None:
        box = self.box
        match action:
            case steps.Button():
                await box.press(action.seconds)
            case steps.Down():
                await box.lower(self._on_box(action.tiles))
            case steps.Up():
                await box.lift(self._on_box(action.tiles))
            case steps.Wait():
                await asyncio.sleep(action.seconds)
                await box.settle()
            case steps.SetRule():
                await box.operate(SetRule(field=action.field, value=action.value))
            case steps.Undo():
                await box.operate(Undo())
            case steps.StopTurn():
                await box.operate(StopTurn())
            case steps.NoMove():
                await box.operate(NoMove())
            case steps.Clock():
                self._clocks.jump(action.seconds)
            case steps.PowerCut():
                await asyncio.sleep((action.after_ms or 0) / 1000)
                self._is_new = True
                await box.cut_power()
            case steps.Bounce() | steps.Noise() | steps.Stick():
                if action.tile is not None:
                    self._on_box(tiles(action.tile))
                await faults.fail(box, action, seed=secrets.randbits(32))
            case steps.Cable() | steps.Oled() | steps.Disk() | steps.Serial():
                await faults.fail(box, action, seed=0)
            case _:
                raise ScriptError(_("this can't be done while somebody plays"))

    async def _flip(self, action: steps.Action) -> None:
        """Put down the tiles that are up, and the others up, all at once."""
        assert isinstance(action, steps.Down)
        self.box.hand.move(Tiles(self.box.hand.down ^ self._on_box(action.tiles)))
        await self.box.settle()

    def _on_box(self, moved: Tiles) -> Tiles:
        count = self.box.tile_count
        if moved & ~all_tiles(count):
            raise ScriptError(_("this box has tiles 1 to {count}").format(count=count))
        return moved

    # What the box tells

    def _hear_scene(self, scene: Scene) -> None:
        before = None if self._is_new else self._shown
        self._shown, self._is_new = scene, False
        with speaking(scene.language):
            self._say(plain_words.sentences(before, scene))

    def _hear_events(self, events: tuple[Recorded, ...]) -> None:
        scene = self._shown
        if scene is not None:
            with speaking(scene.language):
                self._say(plain_words.news(events, scene.view))

    def _say(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._tell(line)


class TypedLines:
    """What is typed, line by line, from a terminal, a pipe or a file.

    A thread waits for it, and reads past Python's own buffers, whose lock would hang the end of
    the program while somebody waits in them.

    Args:
        fd: where it is read from; `None` if there is nothing.
    """

    def __init__(self, fd: int | None) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        if fd is None:
            self._lines.put_nowait(None)
        else:
            Thread(target=self._wait, args=(fd,), name="typed", daemon=True).start()

    async def read(self) -> str | None:
        """Return the next line; `None` at the end."""
        return await self._lines.get()

    def _wait(self, fd: int) -> None:
        rest = b""
        try:
            while block := os.read(fd, 4096):
                *lines, rest = (rest + block).split(b"\n")
                self._pass_on(*lines)
        except OSError:  # the terminal has gone
            pass
        self._pass_on(*([rest] if rest else []), None)

    def _pass_on(self, *lines: bytes | None) -> None:
        for line in lines:
            text = None if line is None else line.decode(errors="replace")
            with suppress(RuntimeError):  # the play has ended
                self._loop.call_soon_threadsafe(self._lines.put_nowait, text)


def _action(words: list[str]) -> steps.Action:
    """Read one line as scenarios have it.

    Raises:
        ScriptError: it can't be read.
    """
    read = script.read(" ".join(words), path="")
    return read[0].action if read else steps.Button(steps.PRESS_S)
