"""Tries what was answered, on the hardware: the walk through the tiles, a picture, some tones.

The same driver, scanner, walk, panel and buzzer as in the hardware test and in play.

Never: asks, decides what follows. Keep: whatever happens, the pins are given back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TextIO

from stbpi import build
from stbpi.box.health import Health
from stbpi.box.port import TILE_BOARD, InputFailed, InputWell, Signal
from stbpi.box.scanner import Scanner
from stbpi.build import Parts
from stbpi.config import Config
from stbpi.desk import setup as set_up
from stbpi.display.drawing import drawing_for
from stbpi.display.panel import Bus, LumaPanel, smbus
from stbpi.games.game import NO_TILES
from stbpi.games.registry import DEFAULT
from stbpi.scene import Held, Scene
from stbpi.service import told
from stbpi.service.hardware_test import HardwareTest
from stbpi.service.interlude import CABLE
from stbpi.service.page import HardwareView, Page, Pattern, Result
from stbpi.sound.cues import TONES, Cue
from stbpi.sound.loudness import LOUDEST
from stbpi.tasks import until_one_ends

LOOK_S = 0.1

Listen = Callable[[TextIO, Callable[[], None]], Callable[[], None]]
"""Lets a function be called at every line that is typed; returns what ends that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """What a walk through the tiles has found.

    Attributes:
        result: of the parts that have answered.
        to_fix: what needs tools, one sentence each.
    """

    result: Result
    to_fix: tuple[str, ...]


def enter_key(keyboard: TextIO, call: Callable[[], None]) -> Callable[[], None]:
    """Call a function whenever a line is typed."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        if not keyboard.readline():
            loop.remove_reader(keyboard)
        call()

    def stop() -> None:
        loop.remove_reader(keyboard)

    loop.add_reader(keyboard, read)
    return stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The hardware of one box.

    Attributes:
        parts_of: makes the parts that a configuration asks for; they are closed after each try.
        bus_of: makes what opens an I2C bus, by its number.
        listen: lets a function hear of every line that is typed.
        run: runs a coroutine.
    """

    parts_of: Callable[[Config], Parts] = build.real_parts
    bus_of: Callable[[int], Callable[[], Bus]] = smbus
    listen: Listen = enter_key
    run: Callable[[Coroutine[Any, Any, Walked]], Walked] = asyncio.run

    def walk(self, config: Config, tell: Callable[[str], None], keyboard: TextIO) -> Walked:
        """Ask for one part after the other; a line that is typed passes over one.

        Args:
            config: what is tried.
            tell: says a line.
            keyboard: where lines are typed.

        Raises:
            BoxError: the switches can't be read.
        """
        parts = self.parts_of(config)
        try:
            return self.run(_Walk(config, parts, tell).run(self.listen, keyboard))
        finally:
            parts.pins.close()

    @contextmanager
    def picture(self, config: Config, pattern: Pattern) -> Iterator[None]:
        """Show a picture for a while.

        Raises:
            PanelError: the display can't be reached.
        """
        display = config.display
        blank = set_up.view(build.setup_of(DEFAULT, Config()), down=NO_TILES)
        view = HardwareView(page=Page.DISPLAY, pattern=pattern, driver=display.driver)
        scene = Scene(view=blank, held=Held.NOT, page=None, faults=(), test=view)
        panel = LumaPanel(
            display.driver,
            self.bus_of(display.bus),
            address=display.address,
            rotate=display.rotate,
        )
        try:
            panel.open()
            panel.show(drawing_for(display.driver)(scene).picture)
            yield
        finally:
            panel.close()

    @contextmanager
    def tones(self, config: Config) -> Iterator[bool]:
        """Let the buzzer sound for a while; say whether there is one.

        Raises:
            BoxError: the pins can't be used.
            SoundError: the buzzer can't.
        """
        parts = self.parts_of(config)
        try:
            speaker = build.speaker_of(config, parts)
            if speaker is None:
                yield False
                return
            try:
                speaker.play(TONES[Cue.BUZZER_TEST], LOUDEST)
                yield True
            finally:
                speaker.close()
        finally:
            parts.pins.close()


class _Walk:
    """One walk through the tiles."""

    def __init__(self, config: Config, parts: Parts, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._test = HardwareTest(build.wiring_of(config))
        self._switches = build.open_switches(config, parts)
        settle_ms = config.box.settle_ms
        self._health = Health(
            self._switches.count,
            settle_ms=settle_ms,
            has_reference=bool(config.wired.reference_pin),
        )
        self._scanner = Scanner(
            self._switches, self._hear, settle_ms=settle_ms, health=self._health
        )
        self._has_cable = True
        self._said: tuple[str, ...] = ()

    async def run(self, listen: Listen, keyboard: TextIO) -> Walked:
        try:
            await until_one_ends((self._scanner.run(), self._look(listen, keyboard)))
        finally:
            self._switches.close()
        view = self._test.view
        return Walked(result=view.result, to_fix=tuple(told.to_fix(view)))

    async def _look(self, listen: Listen, keyboard: TextIO) -> None:
        await self._scanner.ready.wait()
        self._take()
        while not self._test.part:
            self._test.next()
        stop = listen(keyboard, self._pass_over)
        try:
            while self._test.part:
                self._take()
                self._say()
                await asyncio.sleep(LOOK_S)
        finally:
            stop()

    def _pass_over(self) -> None:
        if self._test.part:
            self._test.next()
            self._said = ()

    def _take(self) -> None:
        now = asyncio.get_running_loop().time()
        self._test.take(self._health.report(), now=now, has_cable=self._has_cable)

    def _say(self) -> None:
        """Say what is new of what is to be done."""
        lines = tuple(told.page(self._test.view)) if self._test.part else ()
        for line in lines:
            if line not in self._said:
                self._tell(f"  {line}")
        self._said = lines

    def _hear(self, heard: Signal) -> None:
        if isinstance(heard, InputFailed | InputWell) and heard.part in (CABLE, TILE_BOARD):
            self._has_cable = isinstance(heard, InputWell)
