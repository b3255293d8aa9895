"""Connections that take their time: cut off when it is up, in virtual time."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any, cast

import pytest
import uvicorn
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from stbpi.board import connection
from stbpi.board.connection import ASKING_S, STALLED_S, Connection
from stbpi.board.guard import HEADERS
from stbpi.sim.virtual import run

REQUEST = b"GET / HTTP/1.1\r\nHost: board\r\n\r\n"
SLOW_S = 600.0


def _nothing(_none: None) -> None:
    """Nobody has to know."""


class Transport(asyncio.Transport):
    """The other end, which keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.ended = ""
        self.lost: Callable[[None], None] = _nothing

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self._end("closed")

    def abort(self) -> None:
        self._end("cut")

    def _end(self, how: str) -> None:
        if not self.ended:
            self.ended = how
            asyncio.get_running_loop().call_soon(self.lost, None)

    def is_closing(self) -> bool:
        return bool(self.ended)

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


class Peer:
    """A browser, or what pretends to be one.

    Args:
        others: how many are there already.
    """

    def __init__(self, *, others: int = 0) -> None:
        state = ServerState()
        state.connections.update(cast(Any, object()) for _ in range(others))
        config = uvicorn.Config(
            _answer, http=Connection, ws="none", lifespan="off", log_config=None
        )
        config.load()
        self.transport = Transport()
        more: dict[str, Any] = {"app_state": {}}
        if more.keys() - inspect.signature(H11Protocol).parameters:
            more = {}  # before uvicorn 0.23
        self.connection = Connection(config=config, server_state=state, **more)
        self.connection.connection_made(self.transport)
        self.transport.lost = self.connection.connection_lost

    def says(self, said: bytes) -> None:
        self.connection.data_received(said)

    @property
    def is_told(self) -> bytes:
        return self.transport.written


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/slow":
        await asyncio.sleep(SLOW_S)
    await Response("well")(scope, receive, send)


def in_time(story: Callable[[], Any]) -> None:
    run(story())


def has_headers(answer: bytes) -> bool:
    head = answer.partition(b"\r\n\r\n")[0]
    lines = [f"{key}: {value}".encode() for key, value in HEADERS.items()]
    return all(line.lower() in head.lower() for line in lines)


def test_who_says_nothing_is_cut_off() -> None:
    async def story() -> None:
        peer = Peer()
        await asyncio.sleep(ASKING_S - 1)
        assert peer.transport.ended == ""
        await asyncio.sleep(2)
        assert (peer.transport.ended, peer.is_told) == ("cut", b"")

    in_time(story)


def test_a_byte_now_and_then_gains_no_time() -> None:
    async def story() -> None:
        peer = Peer()
        for byte in (b"G", b"E", b"T"):
            await asyncio.sleep(ASKING_S / 4)
            peer.says(byte)
        await asyncio.sleep(ASKING_S / 4 + 1)
        assert peer.transport.ended == "cut"

    in_time(story)


def test_who_has_asked_may_wait_as_long_as_it_takes() -> None:
    async def story() -> None:
        peer = Peer()
        peer.says(REQUEST.replace(b"/ ", b"/slow "))
        await asyncio.sleep(SLOW_S + 1)
        assert peer.is_told.startswith(b"HTTP/1.1 200 ")
        assert peer.transport.ended == ""

    in_time(story)


def test_a_second_request_that_does_not_end_is_cut_off_too() -> None:
    async def story() -> None:
        peer = Peer()
        peer.says(REQUEST)
        await asyncio.sleep(1)
        for _ in range(30):
            peer.says(b"G")
            await asyncio.sleep(1)
        assert peer.transport.ended == "cut"

    in_time(story)


def test_what_is_sent_with_a_request_has_no_more_time() -> None:
    async def story() -> None:
        peer = Peer()
        peer.says(b"POST /slow HTTP/1.1\r\nHost: board\r\nContent-Length: 9999\r\n\r\n")
        for _ in range(30):
            peer.says(b"x")
            await asyncio.sleep(1)
        assert peer.transport.ended == "cut"

    in_time(story)


def test_who_takes_nothing_is_cut_off_and_who_takes_it_slowly_is_not() -> None:
    async def story() -> None:
        deaf, slow = Peer(), Peer()
        for peer in (deaf, slow):
            peer.says(REQUEST.replace(b"/ ", b"/slow "))
            peer.connection.pause_writing()
        await asyncio.sleep(STALLED_S - 1)
        slow.connection.resume_writing()
        slow.connection.pause_writing()
        await asyncio.sleep(2)
        assert (deaf.transport.ended, slow.transport.ended) == ("cut", "")
        await asyncio.sleep(SLOW_S)

    in_time(story)


def test_who_comes_while_too_many_are_there_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 3)

    async def story() -> None:
        assert Peer(others=2).is_told == b""
        peer = Peer(others=3)
        assert peer.is_told.startswith(b"HTTP/1.1 503 ")
        assert has_headers(peer.is_told)
        assert peer.transport.ended == "closed"

    in_time(story)


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 nothing like HTTP\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: board\r\nX: " + b"x" * 100_000,
        b"GET / HTTP/1.1\r\nHost: board\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: no host\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: board\r\n\r\n",
        b"POST /slow HTTP/1.1\r\nHost: board\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=["other", "long", "two hosts", "no host", "zero", "chunk"],
)
def test_what_is_no_request_gets_a_clear_answer(said: bytes) -> None:
    async def story() -> None:
        peer = Peer()
        peer.says(said)
        await asyncio.sleep(SLOW_S + 1)
        assert peer.is_told.startswith(b"HTTP/1.1 400 ")
        assert peer.is_told.endswith(b"\r\nThis can't be understood.\n")
        assert peer.is_told.count(b"HTTP/1.1") == 1
        assert has_headers(peer.is_told)
        assert peer.transport.ended == "closed"

    in_time(story)


def test_nonsense_behind_a_request_that_is_answered_ends_it() -> None:
    async def story() -> None:
        peer = Peer()
        peer.says(REQUEST)
        await asyncio.sleep(0)
        peer.says(b"\x00\x00\r\n\r\n")
        await asyncio.sleep(1)
        assert peer.is_told.startswith(b"HTTP/1.1 ")
        assert peer.transport.ended != ""

    in_time(story)
