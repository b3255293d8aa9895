"""One connection of a browser, which may hold up nobody: uvicorn's own, with limits of time.

Whoever takes long to say what he wants, or to take what he is given, is cut off; so is whoever
comes while too many are there.

Never: looks at what is asked for. Keep: what is answered here has the headers of all answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from stbpi.board.guard import HEADERS
from stbpi.language import _

ASKING_S = 20.0
"""A request, with all that is sent with it, comes within this time."""

STALLED_S = 60.0
"""So long nothing more could be written to somebody before he is taken for gone."""

LONGEST_HEAD = 16 * 1024
"""Bytes of an address and the headers behind it."""

MOST_CONNECTIONS = 800
"""A program may have a thousand files open."""


class Connection(H11Protocol):
    """A connection; made by uvicorn with arguments of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = h11.Connection(h11.SERVER, LONGEST_HEAD)
        self._asking = Limit(self.loop, ASKING_S, self._cut)
        self._stalled = Limit(self.loop, STALLED_S, self._cut)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(503, _("Too many are watching; try again later."))
        else:
            self._asking.start()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
            self._asking.start()
        else:
            self._asking.stop()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled.start()

    def resume_writing(self) -> None:
        self._stalled.stop()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.stop()
        self._stalled.stop()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, or too much of it."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self._cut()
            return
        if self.cycle is not None:  # whatever would be answered to the beginning of it
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._refuse(400, _("This can't be understood."))

    def _refuse(self, status: int, text: str) -> None:
        body = f"{text}\n".encode()
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
            **HEADERS,
        }
        said = (
            h11.Response(
                status_code=status, headers=[*headers.items()], reason=HTTPStatus(status).phrase
            ),
            h11.Data(data=body),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in said))
        self.transport.close()

    def _cut(self) -> None:
        self.transport.abort()


class Limit:
    """Something that may only go on for some time.

    Args:
        loop: has the clock.
        seconds: how long.
        over: called then.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, over: Callable[[], None]
    ) -> None:
        self._loop = loop
        self._seconds = seconds
        self._over = over
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Let the time run, if it doesn't."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._over)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
