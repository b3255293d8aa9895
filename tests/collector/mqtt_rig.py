"""Collectors that publish on a broker and fill themselves from one, in the test's own loop."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from stbpi.collector.collecting import Collecting
from stbpi.collector.database import Row
from stbpi.collector.mqtt_ledger import Ledger
from stbpi.collector.mqtt_publishing import Publishing
from stbpi.collector.mqtt_source import MqttSource
from stbpi.collector.mqtt_topics import Broker
from stbpi.collector.notices import Notice
from stbpi.collector.sources import Ear
from stbpi.collector.store import Store
from tests.doubles import PATIENCE_S

LONG_S = 6 * PATIENCE_S


class Heard:
    """Hears what a collector says."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []

    def stored(self, rows: Sequence[Row]) -> None:
        pass

    def said(self, notice: Notice) -> None:
        self.notices.append(notice)

    def texts(self, code: str) -> list[str]:
        return [str(notice.text) for notice in self.notices if notice.code == code]


class Fed:
    """A source that a test feeds; it never ends."""

    def __init__(self) -> None:
        self.ear: Ear | None = None

    async def run(self, ear: Ear) -> None:
        self.ear = ear
        await asyncio.Event().wait()

    def feed(self, data: bytes, port: str = "port") -> None:
        assert self.ear is not None
        self.ear.opened(port, None)
        self.ear.came(port, data)

    def more(self, data: bytes, port: str = "port") -> None:
        assert self.ear is not None
        self.ear.came(port, data)

    def cut(self, port: str = "port") -> None:
        assert self.ear is not None
        self.ear.closed(port)


class Running:
    """A collector that runs."""

    def __init__(self, collecting: Collecting, heard: Heard, fed: Fed, ledger: Ledger) -> None:
        self.collecting = collecting
        self.heard = heard
        self.fed = fed
        self.ledger = ledger


@asynccontextmanager
async def collector(
    path: Path, *, publish: Broker | None = None, subscribe: Broker | None = None
) -> AsyncIterator[Running]:
    """Run a collector; its end is sudden, but orderly."""
    heard, fed = Heard(), Fed()

    with closing(Store(path)) as store, closing(Ledger(path)) as ledger:
        companions = [Publishing(publish, ledger, wall=wall)] if publish else []
        sources = [MqttSource(subscribe, ledger.client, once=False)] if subscribe else []
        collecting = Collecting(store, [fed, *sources], [heard], wall=wall, companions=companions)
        task = asyncio.create_task(collecting.run())
        try:
            await until(lambda: fed.ear is not None or task.done())
            yield Running(collecting, heard, fed, ledger)
        finally:
            collecting.stop()
            await task


async def until(so: Callable[[], bool], *, within_s: float = PATIENCE_S) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(within_s):
        while not so():
            await asyncio.sleep(0.02)


def wall() -> int:
    return int(time.time())


def fill(path: Path, rows: Iterable[Row]) -> None:
    """Store events as if they had come."""
    with closing(Store(path)) as store:
        store.add(list(rows))
        store.commit()


def events(path: Path) -> list[Row]:
    """All that is stored."""
    with closing(sqlite3.connect(path)) as db:
        try:
            return [Row(*row) for row in db.execute("SELECT * FROM events ORDER BY box, n")]
        except sqlite3.OperationalError:  # nothing was ever stored
            return []


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM events").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def some_rows(box: str, first: int, last: int) -> list[Row]:
    return [
        Row(box, n, 1, 1, 10 * n, None, "tile_down", f'{{"tile":{n % 9 + 1}}}')
        for n in range(first, last + 1)
    ]


class PlainClient:
    """A client that knows nothing of this program, and hears everything.

    Args:
        port: of the broker.
        file: where it writes what it hears.
    """

    def __init__(self, port: int, file: Path) -> None:
        self._port = port
        self._file = file
        command = ["mosquitto_sub", "-p", str(port), "-t", "#", "-q", "1", "-F", "%t\t%x"]
        with file.open("wb") as out:
            self._process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)

    def is_there(self) -> bool:
        """Whether it hears already; a client that it hears is told of."""
        published(self._port, "anything", "anything")
        return bool(self.last("anything"))

    def all(self, topic: str) -> list[str]:
        """All that it has heard on a topic."""
        heard = (line.partition("\t") for line in self._file.read_text("ascii").splitlines())
        return [bytes.fromhex(said).decode("ascii") for found, _, said in heard if found == topic]

    def last(self, topic: str) -> str:
        """What it has heard on a topic last; nothing if it has heard nothing."""
        return next(reversed(self.all(topic)), "")

    def lines(self, topic: str) -> list[str]:
        """The lines of what it has heard on a topic."""
        return [line for message in self.all(topic) for line in message.splitlines()]

    def state(self, box: str) -> dict[str, Any]:
        found = json.loads(self.last(f"stbpi/{box}/state") or "{}")
        assert isinstance(found, dict)
        return found

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def published(port: int, topic: str, payload: str, *, answer_to: str = "") -> None:
    """Publish as a plain client does."""
    more = ["-V", "5", "-D", "publish", "response-topic", answer_to] if answer_to else []
    command = ["mosquitto_pub", "-p", str(port), "-t", topic, "-q", "1", "-m", payload, *more]
    subprocess.run(command, check=True, timeout=PATIENCE_S)
