"""Publishes one box of a collection on an MQTT broker, over a connection of its own.

A connection can leave one will; so each box has one, and `online` is right for each of them also
if this program is killed.

    events    what the ledger says is not confirmed yet, in order
    state     as soon as it is another one; the newest always comes last
    online    somebody hears the box
    again     what a subscriber lacks, a page for each time that he asks

Never: holds up whoever stores. Keep: a broker that is away is tried again, for ever.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Protocol

from stbpi.collector import mqtt_payloads as payloads
from stbpi.collector.database import Row
from stbpi.collector.mqtt_ledger import Ledger
from stbpi.collector.mqtt_link import Came, Connection, Will, pauses
from stbpi.collector.mqtt_state import BoxState
from stbpi.collector.mqtt_topics import Broker, Kind
from stbpi.errors import BrokerError
from stbpi.tasks import until_one_ends

PAGE = 500
"""So many events are in an answer at most: less than 128 KiB, which every broker takes."""

STEADY_S = 5.0
"""A connection that has lasted for so long is well."""

LOOK_S = 1.0
MANY = 100
"""So many events at once are read again for the state, rather than folded in one by one."""


class Publishing(Protocol):
    """What all boxes have in common."""

    @property
    def broker(self) -> Broker: ...

    def connection(self, box: str, will: Will) -> Connection:
        """Return a connection for a box, not opened yet."""
        ...

    def heard(self, box: str) -> tuple[bool, str, int]:
        """Return whether a box is heard, the version of its program, and how many tiles it has."""
        ...

    def failed(self, problem: BrokerError) -> None:
        """Take note that the broker can't be used."""
        ...

    def succeeded(self) -> None:
        """Take note that the broker can be used."""
        ...


class BoxPublisher:
    """Publishes one box.

    Args:
        publishing: what all boxes have in common.
        ledger: of the collection.
        box: the name of the box.

    Attributes:
        idle: set while everything is published.
        confirmed: how many events the broker has confirmed since the start.
    """

    def __init__(self, publishing: Publishing, ledger: Ledger, box: str) -> None:
        self.idle = asyncio.Event()
        self.confirmed = 0
        self._publishing = publishing
        self._broker = publishing.broker
        self._ledger = ledger
        self._box = box
        self._will = Will(self._broker.topic(box, Kind.ONLINE), payloads.OFFLINE)
        self._state: BoxState | None = None
        self._named = ledger.names.stamp
        self._late: list[Row] | None = None
        self._newest = 0
        self._confirmed: list[int] = []
        self._has_events = asyncio.Event()
        self._has_changed = asyncio.Event()

    def stored(self, rows: Sequence[Row]) -> None:
        """Hear what has come to the disk; what comes late, or at once, is read again."""
        ns = [row.n for row in rows]
        if len(rows) > MANY or any(n <= before for before, n in pairwise([self._newest, *ns])):
            self._state = self._late = None
        elif self._state is not None:
            for row in rows:
                self._state.take(row)
        elif self._late is not None:
            self._late += rows
        self._newest = max(self._newest, *ns)
        self.idle.clear()
        self._has_events.set()
        self._has_changed.set()

    async def run(self) -> None:
        """Publish for ever."""
        loop = asyncio.get_running_loop()
        between = pauses()
        while True:
            began = loop.time()
            try:
                async with self._publishing.connection(self._box, self._will) as connection:
                    self._publishing.succeeded()
                    await until_one_ends(
                        [
                            connection.lost(),
                            self._tell_events(connection),
                            self._tell_state(connection),
                            self._answer(connection),
                        ]
                    )
            except BrokerError as exc:
                self._publishing.failed(exc)
            finally:
                await self._keep_confirmed()
            if loop.time() - began > STEADY_S:
                between.begin_anew()
            await between.rest()

    # Events

    async def _tell_events(self, connection: Connection) -> None:
        while True:
            await self._keep_confirmed()
            self._has_events.clear()
            rows = await self._ledger.to_publish(self._broker.name, self._box, PAGE)
            if rows:
                await self._tell_page(connection, rows)
            elif not self._has_events.is_set():
                self.idle.set()
                await self._has_events.wait()

    async def _tell_page(self, connection: Connection, rows: Sequence[Row]) -> None:
        topic = self._broker.topic(self._box, Kind.EVENTS)
        waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        for row in rows:
            if len(waiting) >= connection.window:
                await self._first_of(waiting)
            waiting.append((row.n, connection.publish(topic, payloads.event(row))))
        while waiting:
            await self._first_of(waiting)

    async def _first_of(self, waiting: deque[tuple[int, asyncio.Future[None]]]) -> None:
        n, confirmed = waiting.popleft()
        await confirmed
        self._confirmed.append(n)
        self.confirmed += 1

    async def _keep_confirmed(self) -> None:
        """Keep what the broker has confirmed."""
        if self._confirmed:
            confirmed, self._confirmed = self._confirmed, []
            await self._ledger.confirm(self._broker.name, self._box, confirmed)

    # What is retained

    async def _tell_state(self, connection: Connection) -> None:
        told: dict[str, bytes] = {}
        while True:
            self._has_changed.clear()
            for topic, payload in (await self._retained()).items():
                if told.get(topic) != payload:
                    await self._retain(connection, topic, payload)
                    told[topic] = payload
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._has_changed.wait()

    async def _retain(self, connection: Connection, topic: str, payload: bytes) -> None:
        try:
            await connection.publish(topic, payload, retain=True)
        except BrokerError as exc:
            if topic.startswith(f"{self._broker.base}/") or not exc.is_refusal:
                raise
            self._publishing.failed(exc)  # whoever may not tell Home Assistant tells the rest

    async def _retained(self) -> dict[str, bytes]:
        state = await self._now()
        is_heard, version, tiles = self._publishing.heard(self._box)
        retained = {
            self._broker.topic(self._box, Kind.STATE): state.payload(
                self._box, version=version, tiles=tiles
            ),
            self._broker.topic(self._box, Kind.ONLINE): (
                payloads.ONLINE if is_heard else payloads.OFFLINE
            ),
        }
        if self._broker.discovery:
            topic, config = payloads.discovery(
                self._broker, self._box, version=version, tiles=tiles
            )
            retained = {topic: config, **retained}
        return retained

    async def _now(self) -> BoxState:
        """Return how the box stands; it is read if it isn't known, or other names are shown."""
        named = self._ledger.names.stamp
        if named != self._named:
            self._named, self._state = named, None
        while self._state is None:
            self._late = []
            state = BoxState(await self._ledger.newest(self._box))
            for row in self._late or ():
                if row.n > state.last:
                    state.take(row)
            if self._late is not None:
                self._state = state
        return self._state

    # What subscribers lack

    async def _answer(self, connection: Connection) -> None:
        await connection.subscribe({self._broker.topic(self._box, Kind.RESUME): 0})
        while True:
            came = await connection.came.get()
            after = payloads.asked(came.payload)
            if after is not None:
                page = await self._ledger.behind(self._box, after, PAGE)
                answer = payloads.answer(self._box, page.rows, last=page.last)
                connection.send(self._answer_to(came), answer)

    def _answer_to(self, came: Came) -> str:
        """Return where somebody waits for an answer, as far as that is a place of this box."""
        again = self._broker.topic(self._box, Kind.AGAIN)
        is_ours = self._broker.place(came.answer_to) == (self._box, Kind.AGAIN)
        return came.answer_to if is_ours and not set("+#") & set(came.answer_to) else again
