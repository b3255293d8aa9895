"""A session: the hardware test of a box, held in a terminal.

The same driver, scanner, health, display and sound as in the daemon, without table and journal.

Never: writes the journal, knows how anything is told (`terminal` does).
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any, TextIO

from stbpi import build as parts_of
from stbpi.box.health import Health
from stbpi.box.port import TILE_BOARD, InputFailed, InputWell, Signal
from stbpi.box.scanner import Scanner
from stbpi.build import Parts
from stbpi.config import Config
from stbpi.desk import setup as set_up
from stbpi.display.display import Display
from stbpi.display.drawing import drawing_for
from stbpi.games.game import NO_TILES
from stbpi.games.registry import DEFAULT
from stbpi.scene import Held, Scene
from stbpi.service import keys as by_key
from stbpi.service import told
from stbpi.service.hardware_test import HardwareTest
from stbpi.service.page import HardwareView
from stbpi.service.terminal import (
    Live,
    Objects,
    Plain,
    Teller,
    is_screen,
    keys_at_once,
    read_keys,
)
from stbpi.tasks import until_one_ends

LOOK_S = 0.1
CABLE = "cable"


class Session:
    """One test of one box.

    Args:
        config: the configuration.
        parts: what the box is made of; the journal is left alone.
        teller: tells what is shown.

    Raises:
        BoxError: the switches can't be opened.
        RulesError: the configured rules can't be played on this box.
    """

    def __init__(self, config: Config, parts: Parts, teller: Teller) -> None:
        setup = parts_of.setup_of(DEFAULT, config)
        self._blank = set_up.view(setup, down=NO_TILES)
        self._teller = teller
        self._test = HardwareTest(parts_of.wiring_of(config))
        parts_of.load_display(config)
        self._switches = parts_of.open_switches(config, parts)
        self._health = Health(
            self._switches.count,
            settle_ms=config.box.settle_ms,
            has_reference=bool(config.wired.reference_pin),
        )
        self._scanner = Scanner(
            self._switches, self._hear, settle_ms=config.box.settle_ms, health=self._health
        )
        self._display = Display(
            parts_of.panel_of(config, parts),
            lambda scene: drawing_for(config.display.driver)(scene),
            on_fault=self._display_fails,
        )
        self._sound = parts_of.sound_of(config, parts)
        self._lights = parts_of.lights_of(parts, lambda: config.tile_board.lamps)
        self._fault = ""
        self._has_cable = True
        self._shown: tuple[HardwareView, str] | None = None
        self._ended = asyncio.Event()

    async def run(self, keys: Callable[[Callable[[str], None]], None]) -> None:
        """Hold the test until it is quitted.

        Args:
            keys: called when the switches have been read; lets its argument hear of every key.

        Raises:
            BoxError: the switches can't be read any more.
        """
        jobs: tuple[Coroutine[Any, Any, Any], ...] = (
            self._ended.wait(),
            self._scanner.run(),
            self._display.run(),
            self._sound.run(),
            self._look(keys),
        )
        try:
            await until_one_ends(jobs)
        finally:
            await self._display.stop()
            self._sound.close()
            self._switches.close()

    def quit(self) -> None:
        """End `run`."""
        self._ended.set()

    def repaint(self) -> None:
        """Show everything anew, on a terminal of another size."""
        if self._shown is not None:
            self._teller.show(*self._shown)

    def end(self) -> bool:
        """Tell what is to be fixed, and return whether anything is."""
        view = self._test.view
        to_fix = told.to_fix(view) + ([told.of_fault(self._fault)] if self._fault else [])
        self._teller.end(view, to_fix)
        return bool(to_fix)

    def press(self, key: str) -> None:
        """Do what a key asks for."""
        match key:
            case by_key.NEXT if self._test.is_over:
                self.quit()
            case by_key.NEXT:
                self._test.next()
            case by_key.SKIP:
                self._test.skip()
            case by_key.BACK:
                self._test.back()
            case _:
                self.quit()
        self._show()

    async def _look(self, keys: Callable[[Callable[[str], None]], None]) -> None:
        """Look how the inputs do, again and again."""
        await self._scanner.ready.wait()
        self._take()
        keys(self.press)
        while True:
            await asyncio.sleep(LOOK_S)
            self._take()

    def _take(self) -> None:
        now = asyncio.get_running_loop().time()
        self._test.take(self._health.report(), now=now, has_cable=self._has_cable)
        self._show()

    def _show(self) -> None:
        view = self._test.view
        if (view, self._fault) == self._shown:
            return
        is_new = self._shown is None or view != self._shown[0]
        self._shown = (view, self._fault)
        self._teller.show(view, self._fault)
        if is_new:
            scene = Scene(view=self._blank, held=Held.NOT, page=None, faults=(), test=view)
            self._display.show(scene)
            self._sound.show(scene)
            if self._lights is not None:
                self._lights(scene)

    def _hear(self, heard: Signal) -> None:
        if isinstance(heard, InputFailed | InputWell) and heard.part in (CABLE, TILE_BOARD):
            self._has_cable = isinstance(heard, InputWell)

    def _display_fails(self, what: str | None) -> None:
        self._fault = what or ""


def hold(
    config: Config,
    parts: Parts,
    *,
    as_json: bool,
    keyboard: TextIO | None = None,
    out: TextIO | None = None,
) -> bool:
    """Hold a session with a person, or a program; return whether there is something to fix.

    Args:
        config: the configuration.
        parts: what the box is made of.
        as_json: tell in JSON.
        keyboard: where keys come from; by default standard input, which may be closed.
        out: where to tell; by default standard output, which may be closed.

    Raises:
        BoxError: the switches can't be used.
    """
    with ExitStack() as opened:
        nothing = opened.enter_context(Path(os.devnull).open("r+", encoding="utf-8"))
        keyboard, out = keyboard or sys.stdin or nothing, out or sys.stdout or nothing
        return _hold(config, parts, as_json=as_json, keyboard=keyboard, out=out)


def _hold(config: Config, parts: Parts, *, as_json: bool, keyboard: TextIO, out: TextIO) -> bool:
    teller: Teller
    screen: Any = nullcontext()
    if as_json:
        teller = Objects(out)
    elif is_screen(out):
        teller = live = Live(out)
        screen = live.open()
    else:
        teller = Plain(out)

    async def main() -> Session:
        session = Session(config, parts, teller)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, session.quit)
        loop.add_signal_handler(signal.SIGWINCH, session.repaint)
        with ExitStack() as taken:
            taken.enter_context(keys_at_once(keyboard))
            taken.enter_context(screen)
            await session.run(lambda press: _listen(keyboard.fileno(), press))
        return session

    return asyncio.run(main()).end()


def _listen(number: int, press: Callable[[str], None]) -> None:
    """Let every key be heard, until the end of the input."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for key in read_keys(number):
            if key == by_key.QUIT:
                loop.remove_reader(number)
            press(key)

    try:
        loop.add_reader(number, read)
    except PermissionError:  # a file, which is always ready and can't be waited for
        while by_key.QUIT not in (keys := read_keys(number)):
            for key in keys:
                press(key)
        press(by_key.QUIT)
