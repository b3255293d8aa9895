"""The daemon: builds the box from a configuration and runs it.

Everything is put together here and nowhere else. `Parts` are what differs between a Raspberry
Pi, the simulator and a test; all that stands behind them is the same program.

Never: imports a hardware library at the top; decides anything about a game.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from stbpi import optional
from stbpi.build import (
    Parts,
    books_of,
    health_of,
    house_of,
    lights_of,
    load,
    open_switches,
    panel_of,
    real_parts,
    sender_of,
    setup_of,
    test_of,
    voice_of,
)
from stbpi.config import Config
from stbpi.desk.books import PART, SafeBooks
from stbpi.desk.settings import (
    ATTRACT_SOUND,
    COACH,
    LAMPS,
    NIGHT,
    NIGHT_LEVEL,
)
from stbpi.display.display import Display
from stbpi.display.drawing import drawing_for
from stbpi.forgotten import Called
from stbpi.hands import HOLD_MARKS_MS, MENU_MS
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from stbpi.journal.writer import Writer
from stbpi.memory import forget_first_classes, share_one_heap
from stbpi.notify import Notifier
from stbpi.service.interlude import ANNOUNCED_MS, BEGINS_MS, SeldomTest
from stbpi.sound.sound import Sound
from stbpi.table import Table
from stbpi.tasks import until_one_ends

logger = logging.getLogger(__name__)

SOUND = "sound"
SERIAL_LOG = "serial log"
NAMES = "forgotten names"
NAMES_S = 10.0
"""So often it is looked whether a name was forgotten."""

LAST_WORDS_S = 1.0
"""At the end the serial log has so long for what it has not told yet."""

CLOSING_S = 1.5
"""At the end display, sound and serial log have so long in all; what hangs is left alone."""

if TYPE_CHECKING:
    from stbpi.scene import Scene


class Daemon:
    """One start of the program.

    Args:
        config: the configuration.
        parts: what the box is made of.

    Attributes:
        table: hosts the game.
        writer: brings events to the disk.
        scanner: reads the switches.
        display: shows scenes.

    Raises:
        RulesError: the configured rules can't be played on this box.
        InUseError: another program has the journal.
        JournalError: the file is no journal, or of a newer version.
        BoxError: the switches can't be opened.
    """

    def __init__(self, config: Config, parts: Parts) -> None:
        setup_of(config.rules.game, config)
        with ExitStack() as opened:
            journal = Journal(parts.journal, synced=parts.synced)
            opened.callback(journal.close)
            switches = open_switches(config, parts)
            opened.callback(switches.close)
            before = past(journal, wall=parts.clock.wall())
            health = health_of(config, switches.count, before)
            self._opened = opened.pop_all()
        house = self._house = house_of(config, before)
        self._called = Called(parts.journal)
        self.sound = Sound(None, config.sound, wall=parts.clock.wall, voice=voice_of(config))
        self._load = partial(load, config, parts)
        self._loaded = parts.loaded
        self._is_loaded = asyncio.Event()
        self.writer = Writer(
            parts.store(journal),
            clock=parts.clock,
            on_fault=lambda what: self.table.tell_fault("disk", what),
        )
        self.table = Table(
            self.writer,
            past=before,
            house=house,
            dice=parts.dice,
            complain_ms=config.box.complain_ms,
            inputs=health,
            clock=parts.clock,
            tile_count=switches.count,
            is_asleep=lambda: config.display.driver != "none" and self.display.is_dark,
            test=SeldomTest(partial(test_of, config, health)),
            mind=parts.thinker(lambda: str(house.values[COACH]), ms=parts.clock.ms),
            called=self._called,
        )
        self._make_books = partial(books_of, config, parts, journal, self.writer, self._called)
        make_sender = partial(
            sender_of, config, parts, journal, self.writer, partial(self.table.tell_fault, "serial")
        )
        self._sender = optional.answer(make_sender, None, SERIAL_LOG)
        self.scanner = parts.scanner(
            switches,
            self.table.tell,
            settle_ms=config.box.settle_ms,
            health=health,
            marks_ms=(*HOLD_MARKS_MS, MENU_MS),
            start_marks_ms=(ANNOUNCED_MS, BEGINS_MS),
        )
        self.display = Display(
            panel_of(config, parts),
            lambda scene: drawing_for(config.display.driver)(scene),
            on_fault=lambda what: self.table.tell_fault("display", what),
        )
        self.table.on_scene += [
            self.display.show,
            self._tune,
            optional.hears(self.sound.show, SOUND),
        ]
        self.table.on_touch.append(self.display.wake)
        lights = lights_of(parts, lambda: str(house.values[LAMPS]))
        if lights is not None:
            self.table.on_scene.append(lights)
        self._stop = asyncio.Event()
        self._is_cut = False

    def _tune(self, scene: Scene) -> None:
        """Let the box call players and be quiet as was chosen; the scene tells all else."""
        values = self._house.values
        self.sound.settings = replace(
            self.sound.settings,
            attract=str(values[ATTRACT_SOUND]),
            night=str(values[NIGHT]),
            night_level=int(str(values[NIGHT_LEVEL])),
        )

    def stop(self) -> None:
        """End `run`, with everything on the disk and the display cleared."""
        self._stop.set()

    def cut(self) -> None:
        """End `run` as a cut of the power would: what is not on the disk is lost."""
        self._is_cut = True
        self._stop.set()

    async def run(self, notifier: Notifier | None = None) -> None:
        """Play until `stop` or `cut` is called; both may be called in the loop only.

        Args:
            notifier: told when the box is ready, alive and stopping.

        Raises:
            BoxError: the switches can't be read any more.
        """
        tells = notifier or Notifier({})
        try:
            await self._run(tells)
        finally:
            tells.send("STOPPING=1")
            await self._close()

    async def _run(self, tells: Notifier) -> None:
        """Run all tasks until one fails or `stop` is called."""
        self.writer.begin()
        jobs: list[Coroutine[Any, Any, Any]] = [
            self._stop.wait(),
            self.table.run(),
            self.scanner.run(),
            self._loading(),
            self._when_loaded(self.display.run),
            optional.runs(self._when_loaded(self.sound.run), SOUND),
            optional.runs(self._when_loaded(self._keep_books), PART),
            optional.runs(self._look_for_names(), NAMES),
            self._watch(tells),
        ]
        if self._sender is not None:
            self.writer.on_events.append(optional.hears(self._sender.take, SERIAL_LOG))
            jobs.append(optional.runs(self._when_loaded(self._sender.run), SERIAL_LOG))
        await until_one_ends(jobs)

    async def _loading(self) -> None:
        """Load what the first look at the switches needn't wait for, before anybody plays.

        Loading holds up the scanner for a tenth of a second.
        """
        await self.scanner.ready.wait()
        self.sound.use(await self.display.job(self._load))
        self._loaded()
        self._is_loaded.set()
        await asyncio.Event().wait()

    async def _when_loaded(self, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await self._is_loaded.wait()
        await run()

    async def _keep_books(self) -> None:
        books = self._make_books()
        self.table.books = SafeBooks(books)
        self.writer.on_events.append(optional.hears(books.take, PART))
        await books.run()

    async def _look_for_names(self) -> None:
        """Show everything anew when a name was forgotten, also while nobody plays."""
        while True:
            await asyncio.sleep(NAMES_S)
            if self._called.look():
                self.table.show_again()

    async def _watch(self, tells: Notifier) -> None:
        """Tell that the box is ready, then that it is alive while the scanner goes on."""
        await self.scanner.ready.wait()
        tells.send("READY=1\nSTATUS=playing")
        if not tells.watchdog_s:
            await asyncio.Event().wait()
        seen = -1
        while True:
            if self.scanner.progress != seen:
                seen = self.scanner.progress
                tells.send("WATCHDOG=1")
            await asyncio.sleep(tells.watchdog_s)

    async def _close(self) -> None:
        self.table.close()
        await self.writer.close(lose=self._is_cut)
        ends = [self.display.stop(), self.sound.finish()]
        if self._sender is not None:
            last_words_s = 0.0 if self._is_cut else LAST_WORDS_S
            ends.append(optional.does(self._sender.finish(within_s=last_words_s), SERIAL_LOG))
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_S):
                await asyncio.gather(*ends)
        self._opened.close()


def run(
    config: Config,
    *,
    environ: Mapping[str, str] = os.environ,
    make_parts: Callable[[Config], Parts] | None = None,
) -> None:
    """Run the box until SIGTERM or SIGINT.

    Args:
        config: the configuration.
        environ: the environment, for systemd.
        make_parts: makes the parts of the box; by default they are `real_parts`.

    Raises:
        StbError: it can't be built, or it can't go on.
    """
    share_one_heap()
    forget_first_classes()
    gc.disable()
    parts = (make_parts or real_parts)(config)

    async def main() -> None:
        daemon = Daemon(config, parts)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)
        await daemon.run(Notifier(environ))

    try:
        asyncio.run(main())
    finally:
        parts.pins.close()
