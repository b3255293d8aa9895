"""Fills a collection from an MQTT broker, with any number of boxes; a source of the collector.

Each box is a line of its own, as if it were a serial port: its events are the lines, its `state`
says how many there are, and what is missing is asked for. The broker keeps what comes while we are
away; what it doesn't keep is asked for, a page after the other, so that neither we nor the broker
drown in it.

A message is confirmed when what it says is on the disk.

Never: stores anything itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from stbpi.collector import mqtt_payloads as payloads
from stbpi.collector import notices
from stbpi.collector.mqtt_link import Came, Connection, pauses
from stbpi.collector.mqtt_topics import Broker, Kind, identity, level
from stbpi.collector.sources import Ear, Source
from stbpi.errors import BrokerError
from stbpi.serial_log.lines import encode_line
from stbpi.tasks import until_one_ends


@dataclass(slots=True)
class _Box:
    """A box whose events we hear.

    Attributes:
        about: its program and its tiles, as they were told last.
        asked: everything behind this number was asked for.
    """

    port: str
    about: tuple[str, int] | None = None
    asked: int = -1


class MqttSource:
    """The boxes on a broker.

    Args:
        broker: the broker.
        client: a name that no other collection has.
        once: it is not waited for, and heard only until the connection is lost.
    """

    def __init__(self, broker: Broker, client: str, *, once: bool) -> None:
        self._broker = broker
        self._once = once
        self._client = f"stbpi-{client}-{identity(broker.base)}"
        self._boxes: dict[str, _Box] = {}

    async def run(self, ear: Ear) -> None:
        told, is_first, between = "", True, pauses()
        while True:
            try:
                async with Connection(self._broker, self._client, keeps=True) as connection:
                    await connection.subscribe(self._topics())
                    ear.said(notices.opened(self._broker.name))
                    told, is_first = "", False
                    between.begin_anew()
                    await until_one_ends([connection.lost(), self._hear(connection, ear)])
            except BrokerError as exc:
                if self._once and not is_first:
                    return
                if is_first and (exc.is_refusal or self._once):
                    raise
                if exc.what != told:
                    told = exc.what
                    ear.said(notices.waiting(self._broker.name, exc.what))
            finally:
                for box in tuple(self._boxes):
                    self._close(ear, box)
            await between.rest()

    def _topics(self) -> dict[str, int]:
        return {
            self._broker.all_of(Kind.ONLINE): 1,
            self._broker.all_of(Kind.STATE): 1,
            self._broker.all_of(Kind.EVENTS): 1,
            self._broker.all_of(Kind.AGAIN, self._client): 0,
        }

    async def _hear(self, connection: Connection, ear: Ear) -> None:
        while True:
            came = await connection.came.get()
            place = self._broker.place(came.topic)
            if place is None:
                connection.confirm(came)
                continue
            self._take(connection, ear, *place, came)
            ear.when_stored(partial(connection.confirm, came))

    def _take(self, connection: Connection, ear: Ear, box: str, kind: Kind, came: Came) -> None:
        match kind:
            case Kind.ONLINE:
                if came.payload != payloads.ONLINE:
                    self._close(ear, box)
            case Kind.STATE:
                self._take_state(connection, ear, box, came.payload)
            case Kind.EVENTS | Kind.AGAIN:
                self._take_events(connection, ear, box, came.payload)
            case Kind.RESUME:
                pass

    def _take_state(self, connection: Connection, ear: Ear, box: str, payload: bytes) -> None:
        hello = payloads.hello(box, payload)
        line = self._line(connection, ear, box)
        if hello is None:
            ear.came(line.port, payloads.no_line(payload))
        elif (about := (hello.version, hello.tiles)) != line.about:
            line.about = about
            ear.came(line.port, encode_line(hello))
        else:
            ear.came(line.port, payloads.heartbeat(box, hello.last))

    def _take_events(self, connection: Connection, ear: Ear, box: str, payload: bytes) -> None:
        told = payloads.told(box, payload)
        line = self._line(connection, ear, box)
        if line.about is None and told.end:  # its state has not come yet
            line.about = ("", 0)
            ear.came(line.port, payloads.heartbeat(box, told.end))
        ear.came(line.port, told.data)
        whole = ear.whole(box)
        if told.end and line.asked < whole < told.last:  # this was an answer, and there is more
            self._ask(connection, box, whole)

    def _line(self, connection: Connection, ear: Ear, box: str) -> _Box:
        if box not in self._boxes:
            self._boxes[box] = _Box(f"{self._broker.name}/{level(box)}")
            ear.opened(self._boxes[box].port, partial(self._ask_for, connection, box))
        return self._boxes[box]

    def _close(self, ear: Ear, box: str) -> None:
        line = self._boxes.pop(box, None)
        if line is not None:
            ear.closed(line.port)

    def _ask_for(self, connection: Connection, box: str, request: bytes) -> None:
        after = payloads.asked(request)
        if after is not None and box in self._boxes:
            self._ask(connection, box, after)

    def _ask(self, connection: Connection, box: str, after: int) -> None:
        self._boxes[box].asked = after
        connection.send(
            self._broker.topic(box, Kind.RESUME),
            payloads.request(after),
            answer_to=self._broker.topic(box, Kind.AGAIN, self._client),
        )


if TYPE_CHECKING:
    _source: type[Source] = MqttSource
