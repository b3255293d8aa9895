"""A serial port that nobody reads: the pace of a match with it, and what it keeps in memory."""

from __future__ import annotations

import asyncio
import gc
import os
import tracemalloc
import tty
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.build import Parts
from stbpi.games.events import Covered, MatchStarted, Rolled
from stbpi.games.game import Phase, StartMatch
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from stbpi.scene import Scene
from stbpi.serial_log.lines import Hello
from stbpi.serial_log.port import Port, SerialPort
from stbpi.serial_log.sender import ASKED_S, Sender
from tests.bench.figure import Figure
from tests.bench.match import play_on_table

BAUD = 115_200
STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
EVENTS = 100_000
AT_ONCE = 100
MATCH = StartMatch(
    game="shut_the_box", names=("Ann", "Bob"), preset="luk_kassen", house_rules=(("rounds", 1),)
)


def unread_port() -> Iterator[Figure]:
    with _nobody_reads() as port:
        with_it = _covers_a_second(port)
    yield Figure(
        name="serial_unread_port_pace",
        value=with_it / _covers_a_second(None),
        unit="of the covers a second without a port",
        limit=0.95,
        at_most=False,
    )
    yield Figure(
        name="serial_unread_port_memory",
        value=_grown_mb(),
        unit=f"MB more after {EVENTS} events",
        limit=0.5,
        at_most=True,
    )


def _covers_a_second(port: Port | None) -> float:
    """Play a short match in real time, as quickly as a hand without a rest can."""
    times: list[float] = []

    async def play(journal: Path) -> None:
        loop = asyncio.get_running_loop()

        def look(scene: Scene) -> None:
            if scene.view.phase is Phase.COVERING:
                times.append(loop.time())

        await play_on_table(journal, on_scene=look, start=MATCH, around=around)

    def around(parts: Parts) -> Parts:
        return replace(parts, serial=lambda section: port)

    with TemporaryDirectory(prefix="stbpi-") as directory:
        journal = Path(directory) / "journal.db"
        asyncio.run(play(journal))
        with closing(open_read_only(journal)) as reader:
            covers = sum(isinstance(one.event, Covered) for one in reader.events())
    return covers / (times[-1] - times[0])


@contextmanager
def _nobody_reads() -> Iterator[SerialPort]:
    """Open a port, and keep its other end without ever reading it."""
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        yield SerialPort(os.ttyname(slave), BAUD)
    finally:
        os.close(master)
        os.close(slave)


def _grown_mb() -> float:
    with TemporaryDirectory(prefix="stbpi-") as directory, _nobody_reads() as port:
        return asyncio.run(_grown_on(port, Path(directory) / "journal.db"))


async def _grown_on(port: SerialPort, path: Path) -> float:
    """Let it all happen, and return how much more is kept at the end than after a tenth, in MB."""
    with closing(Journal(path, synced=False)) as journal:
        journal.record(
            [MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)], t=0, wall=1
        )
        journal.sync()
        sender = Sender(
            port, journal, read=asyncio.to_thread, hello=_hello, last_match=0, on_fault=_unheard
        )
        telling = asyncio.create_task(sender.run())
        await asyncio.sleep(ASKED_S + 1)  # by then everything is loaded
        kept: list[int] = []
        tracemalloc.start()
        for done in range(0, EVENTS, AT_ONCE):
            rolled = [Rolled(player=1, dice=(6, 5), total=11, k=k) for k in range(1, AT_ONCE)]
            journal.record([STARTED, *rolled], t=done, wall=1)
            sender.take(journal.sync())
            await asyncio.sleep(0)
            if not kept and done >= EVENTS // 10:
                kept.append(_in_use())
        kept.append(_in_use())
        tracemalloc.stop()
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        await sender.finish(within_s=0)
    return (kept[-1] - kept[0]) / 1e6


def _in_use() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _hello(last: int) -> Hello:
    return Hello(box="bench", protocol=1, version="1", tiles=9, boot=1, wall=None, last=last)


def _unheard(what: str | None) -> None:
    """Nobody hears of faults here."""
