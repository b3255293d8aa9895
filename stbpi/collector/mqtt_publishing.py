"""Publishes a collection on an MQTT broker: a companion of the collector.

A broker that is away is waited for; one that refuses us at the first contact ends the program.

Never: publishes a box itself (`mqtt_publisher` does).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from stbpi.collector import mqtt_publisher, notices
from stbpi.collector.collecting import Collecting, Companion
from stbpi.collector.database import Row
from stbpi.collector.mqtt_ledger import Ledger
from stbpi.collector.mqtt_link import Connection, Will, pauses
from stbpi.collector.mqtt_publisher import BoxPublisher
from stbpi.collector.mqtt_topics import Broker, identity
from stbpi.collector.notices import Notice
from stbpi.errors import BrokerError
from stbpi.language import message

FINISH_S = 5.0
"""So long the end is put off for a broker that takes nothing."""

SILENT_S = 100
"""A box tells a heartbeat every 30 s; one that has not for so long is not heard any more."""


class Publishing:
    """Publishes all boxes of a collection on one broker; a companion of the collector.

    Args:
        broker: where.
        ledger: of the collection.
        wall: returns the time in epoch seconds.
    """

    def __init__(self, broker: Broker, ledger: Ledger, *, wall: Callable[[], int]) -> None:
        self.broker = broker
        self._ledger = ledger
        self._wall = wall
        self._publishers: dict[str, BoxPublisher] = {}
        self._new: asyncio.Queue[BoxPublisher] = asyncio.Queue()
        self._problem = ""
        self._is_known = False
        self._has_answered = asyncio.Event()
        self._collecting: Collecting | None = None

    def stored(self, rows: Sequence[Row]) -> None:
        """Hear what has come to the disk."""
        of_box: dict[str, list[Row]] = {}
        for row in rows:
            of_box.setdefault(row.box, []).append(row)
        for box, more in of_box.items():
            self._publisher(box).stored(more)

    def said(self, notice: Notice) -> None:
        """Hear what the collector has to say; nothing of it is published."""

    async def run(self, collecting: Collecting) -> None:
        """Publish for ever.

        Raises:
            BrokerError: the broker refuses us at the first contact.
            CollectionError: the database can't be used.
        """
        self._collecting = collecting
        await self._first_contact()
        for box in await self._ledger.boxes():
            self._publisher(box)
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    group.create_task((await self._new.get()).run())
        except ExceptionGroup as exc:  # the first one to fail has ended the others
            raise exc.exceptions[0] from exc

    async def finish(self) -> None:
        """Wait until everything is published, as long as the broker goes on taking it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH_S):
                await self._has_answered.wait()
        while busy := [one for one in self._publishers.values() if not one.idle.is_set()]:
            before = busy[0].confirmed
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if self._problem else FINISH_S):
                    await busy[0].idle.wait()
            if busy[0].confirmed == before and not busy[0].idle.is_set():
                text = message(
                    "{broker}: what is not published yet will be the next time.",
                    broker=self.broker.name,
                )
                self._say(Notice("unpublished", text, self.broker.name))
                return

    def connection(self, box: str, will: Will) -> Connection:
        """Return a connection for a box, not opened yet."""
        return Connection(self.broker, self._client(box), will=will)

    def failed(self, problem: BrokerError) -> None:
        """Say that the broker can't be used, once."""
        if problem.what != self._problem:
            self._problem = problem.what
            self._has_answered.set()
            self._say(notices.waiting(self.broker.name, problem.what))

    def succeeded(self) -> None:
        """Say that the broker can be used, if that is news."""
        if self._problem or not self._is_known:
            self._problem, self._is_known = "", True
            self._has_answered.set()
            self._say(notices.opened(self.broker.name))

    def heard(self, box: str) -> tuple[bool, str, int]:
        """Return whether a box is heard, the version of its program, and how many tiles it has."""
        known = None if self._collecting is None else self._collecting.boxes.get(box)
        if known is None:
            return False, "", 0
        is_heard = bool(known.ports) and self._wall() - known.seen < SILENT_S
        return is_heard, known.version, known.tiles

    def _say(self, notice: Notice) -> None:
        if self._collecting is not None:
            self._collecting.said(notice)

    def _publisher(self, box: str) -> BoxPublisher:
        if box not in self._publishers:
            self._publishers[box] = BoxPublisher(self, self._ledger, box)
            self._new.put_nowait(self._publishers[box])
        return self._publishers[box]

    def _client(self, *box: str) -> str:
        return "-".join(("stbpi", self._ledger.client, *map(identity, (self.broker.base, *box))))

    async def _first_contact(self) -> None:
        """Find out whether the broker takes us, waiting until it is there."""
        between = pauses()
        while True:
            try:
                async with Connection(self.broker, self._client() + "-"):
                    self.succeeded()
                    return
            except BrokerError as exc:
                if exc.is_refusal:
                    raise
                self.failed(exc)
            await between.rest()


if TYPE_CHECKING:
    _companion: type[Companion] = Publishing
    _publishing: type[mqtt_publisher.Publishing] = Publishing
