"""A connection to an MQTT broker, for asyncio: the only file that knows paho-mqtt.

paho is driven by our loop, as its documentation has it for loops of others: it runs no thread, and
calls back in the loop. Only opening a connection (names, TCP, TLS), which blocks, is done in a
thread. A connection that is lost is over; whoever wants another one makes a new one.

What goes wrong becomes a `BrokerError` (`mqtt_errors`).

Never: connects again by itself.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from stbpi.collector import mqtt_errors as errors
from stbpi.collector.mqtt_topics import Broker
from stbpi.errors import BrokerError
from stbpi.tasks import Pauses
from stbpi.worker import Worker

if TYPE_CHECKING:
    from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

KEEP_ALIVE_S = 30
ANSWER_S = 15.0
"""A broker that has not answered by then doesn't."""

CLOSING_S = 2.0
WINDOW = 100
"""So many messages wait for their confirmation at most."""

SESSION_S = 7 * 24 * 3600
"""So long a broker keeps what comes for us while we are away."""

TICK_S = 1.0

SOONEST_S, LATEST_S = 1.0, 30.0
"""Whoever has lost a connection opens another one after so long, and then twice as long."""


@dataclass(frozen=True, slots=True)
class Came:
    """A message that has come.

    Attributes:
        number: of the message, for its confirmation.
        is_counted: it is to be confirmed.
        answer_to: the topic on which its sender waits for an answer; empty if none is said.
    """

    topic: str
    payload: bytes
    number: int
    is_counted: bool
    answer_to: str


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker tells (and retains) for us when we have gone."""

    topic: str
    payload: bytes


def pauses() -> Pauses:
    """Return the pauses between one connection and the next."""
    return Pauses(SOONEST_S, LATEST_S)


class _Socket(ssl.SSLSocket):
    """Closes itself where nobody is trusted; paho would forget it."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class Connection:
    """A connection, opened and closed by `async with`.

    Args:
        broker: where to.
        client: the name by which the broker knows us.
        will: what is told if we go without a word; it is told when we close, too.
        keeps: the broker keeps what comes for us while we are away.

    Attributes:
        came: the messages that have come.
        window: so many messages may wait for their confirmation.

    Raises:
        BrokerError: from any method; the connection is over.
    """

    def __init__(
        self, broker: Broker, client: str, *, will: Will | None = None, keeps: bool = False
    ) -> None:
        self.came: asyncio.Queue[Came] = asyncio.Queue()
        self.window = WINDOW
        self._broker = broker
        self._will = will
        self._keeps = keeps
        self._loop = asyncio.get_running_loop()
        self._answered: asyncio.Future[None] = self._loop.create_future()
        self._over: asyncio.Future[BrokerError] = self._loop.create_future()
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._ticking: asyncio.TimerHandle | None = None
        self._is_given_up = False
        self._client = self._made(client)

    async def __aenter__(self) -> Self:
        worker = Worker("mqtt connect")
        try:
            await self._loop.run_in_executor(worker, self._connect)
            self._take_over()
            async with asyncio.timeout(ANSWER_S):
                await self._answered
        except TimeoutError as exc:
            self._end()
            raise errors.silent(self._broker) from exc
        except BaseException:
            self._is_given_up = True
            self._end()
            raise
        finally:
            worker.shutdown()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if not self._over.done():
                with suppress(BrokerError, TimeoutError):
                    async with asyncio.timeout(CLOSING_S):
                        if self._will is not None:
                            await self.publish(self._will.topic, self._will.payload, retain=True)
                        self._client.disconnect()
                        while self._client.want_write() and self._client.socket() is not None:
                            await asyncio.sleep(0)
        finally:
            self._end()

    async def lost(self) -> None:
        """Wait until the connection is lost, and say so."""
        raise await asyncio.shield(self._over)

    def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, answer_to: str = ""
    ) -> asyncio.Future[None]:
        """Publish a message (QoS 1); done when the broker has confirmed it."""
        return self._sent(topic, payload, 1, retain, answer_to)

    def send(self, topic: str, payload: bytes, *, answer_to: str = "") -> None:
        """Publish a message that may be lost (QoS 0)."""
        self._sent(topic, payload, 0, False, answer_to)

    async def subscribe(self, topics: Mapping[str, int]) -> None:
        """Listen to topics, each with the quality of service that it is to have."""
        from paho.mqtt.subscribeoptions import SubscribeOptions

        wanted = [(topic, SubscribeOptions(qos=qos)) for topic, qos in topics.items()]
        _result, number = self._client.subscribe(wanted)
        await self._wait_for(number)

    def confirm(self, came: Came) -> None:
        """Tell the broker that a message has arrived for good."""
        if came.is_counted and not self._over.done():
            self._client.ack(came.number, 1)

    # paho

    def _made(self, name: str) -> Client:
        try:
            from paho.mqtt.client import Client, MQTTv5
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as exc:
            raise errors.missing() from exc
        client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTv5, manual_ack=self._keeps)
        if self._broker.user or self._broker.password:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        if self._broker.is_tls:
            context = ssl.create_default_context()
            context.sslsocket_class = _Socket
            client.tls_set_context(context)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.payload, qos=1, retain=True)
        client.max_inflight_messages_set(WINDOW)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        return client

    def _connect(self) -> None:
        """Open the socket; in a thread."""
        wishes = _properties("CONNECT")
        if self._keeps:
            wishes.SessionExpiryInterval = SESSION_S
            wishes.ReceiveMaximum = 10 * WINDOW
        try:
            self._client.connect(
                self._broker.host,
                self._broker.port,
                KEEP_ALIVE_S,
                clean_start=not self._keeps,
                properties=wishes,
            )
        except (OSError, ValueError) as exc:
            raise errors.unreachable(self._broker, exc) from exc
        if self._is_given_up and (found := self._client.socket()) is not None:
            found.close()

    def _take_over(self) -> None:
        """Let the loop do what the socket is ready for, from now on."""
        found = self._client.socket()
        if found is None:
            raise errors.silent(self._broker)
        self._loop.add_reader(found, self._read)
        self._client.on_socket_close = lambda _client, _data, sock: self._leave(sock)
        self._client.on_socket_register_write = lambda _client, _data, sock: self._write(sock)
        self._client.on_socket_unregister_write = lambda _client, _data, sock: self._rest(sock)
        if self._client.want_write():
            self._write(found)
        self._tick()

    def _read(self) -> None:
        self._client.loop_read()
        while isinstance(found := self._client.socket(), ssl.SSLSocket) and found.pending():
            self._client.loop_read()

    def _tick(self) -> None:
        self._client.loop_misc()
        if not self._over.done():
            self._ticking = self._loop.call_later(TICK_S, self._tick)

    def _write(self, sock: Any) -> None:
        self._loop.add_writer(sock, self._client.loop_write)

    def _rest(self, sock: Any) -> None:
        self._loop.remove_writer(sock)

    def _leave(self, sock: Any) -> None:
        self._loop.remove_reader(sock)
        self._rest(sock)

    def _end(self) -> None:
        """Let go of everything."""
        self._client.on_socket_close = None
        self._client.on_socket_register_write = None
        self._client.on_socket_unregister_write = None
        found = self._client.socket()
        if found is not None:
            self._leave(found)
            found.close()
        if self._ticking is not None:
            self._ticking.cancel()
        self._fail(errors.lost(self._broker, ""))

    def _fail(self, error: BrokerError) -> None:
        """Tell everybody who waits that the connection is over."""
        if not self._over.done():
            self._over.set_result(error)
        waiting, self._waiting = self._waiting, {}
        for future in (self._answered, *waiting.values()):
            if not future.done():
                future.set_exception(error)
                future.exception()  # whoever doesn't wait any more needn't be told

    def _sent(
        self, topic: str, payload: bytes, qos: int, retain: bool, answer_to: str
    ) -> asyncio.Future[None]:
        more = None
        if answer_to:
            more = _properties("PUBLISH")
            more.ResponseTopic = answer_to
        info = self._client.publish(topic, payload, qos, retain, more)
        if qos:
            return self._wait_for(info.mid)
        done = self._loop.create_future()
        done.set_result(None)
        return done

    def _wait_for(self, number: int | None) -> asyncio.Future[None]:
        future: asyncio.Future[None] = self._loop.create_future()
        if self._over.done() or number is None:
            future.set_exception(errors.silent(self._broker))
            future.exception()
        else:
            self._waiting[number] = future
        return future

    def _done(self, number: int, failure: BrokerError | None) -> None:
        future = self._waiting.pop(number, None)
        if future is None or future.done():
            return
        if failure is None:
            future.set_result(None)
        else:
            future.set_exception(failure)
            future.exception()

    def _on_connect(
        self,
        _client: Client,
        _data: object,
        _flags: ConnectFlags,
        code: ReasonCode,
        properties: Properties | None,
    ) -> None:
        if code.is_failure:
            self._fail(errors.refused(self._broker, code.value, str(code)))
        elif not self._answered.done():
            self.window = min(WINDOW, getattr(properties, "ReceiveMaximum", WINDOW))
            self._answered.set_result(None)

    def _on_disconnect(
        self,
        _client: Client,
        _data: object,
        _flags: DisconnectFlags,
        code: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if self._answered.done():
            self._fail(errors.lost(self._broker, str(code)))
        else:
            self._fail(errors.silent(self._broker))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        with suppress(UnicodeDecodeError):  # a topic that is none of ours
            answer_to = getattr(message.properties, "ResponseTopic", "")
            self.came.put_nowait(
                Came(
                    message.topic, bytes(message.payload), message.mid, message.qos == 1, answer_to
                )
            )

    def _on_publish(
        self, _client: Client, _data: object, number: int, code: ReasonCode, _more: Properties
    ) -> None:
        failure = errors.not_taken(self._broker, code.value, str(code))
        self._done(number, failure if code.is_failure else None)

    def _on_subscribe(
        self,
        _client: Client,
        _data: object,
        number: int,
        codes: Sequence[ReasonCode],
        _more: Properties | None,
    ) -> None:
        for code in codes:
            if code.is_failure:
                self._done(number, errors.not_heard(self._broker, code.value, str(code)))
        self._done(number, None)


def _properties(packet: str) -> Any:
    """Return an empty list of MQTT 5 properties for a kind of packet."""
    from paho.mqtt import packettypes, properties

    make: Any = properties.Properties
    return make(getattr(packettypes.PacketTypes, packet))
