"""The board's server: uvicorn on an address of ours, until it is told to end.

Never: decides what is answered. Keep: an address that can't be had is a clear error, and nothing
was written to the terminal before.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from stbpi.board.connection import Connection
from stbpi.errors import AddressError
from stbpi.foreign import reason
from stbpi.language import _
from stbpi.notify import Notifier

GRACE_S = 2.0
"""So long it is waited for those who are still given an answer at the end."""

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

WAITING = 64
"""Connections that may wait to be taken, and are taken at once: not more than files can be opened
before those are refused that are too many."""


class Server(uvicorn.Server):
    """A server that lets watchers go before it ends.

    Args:
        app: what answers.
        let_go: called when the server is told to end.
        notifier: told when the server can be reached, is alive, and ends.
    """

    def __init__(self, app: ASGIApp, let_go: Callable[[], None], notifier: Notifier) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                lifespan="on",
                access_log=False,
                log_level="error",
                server_header=False,
                proxy_headers=False,
                backlog=WAITING,
                callback_notify=self._live if notifier.watchdog_s else None,
                timeout_notify=int(notifier.watchdog_s),
            )
        )
        self._let_go = let_go
        self._notifier = notifier

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._notifier.send("READY=1")

    def end(self) -> None:
        """Answer what was asked, and end."""
        self._notifier.send("STOPPING=1")
        self._let_go()
        self.should_exit = True
        asyncio.get_running_loop().call_later(GRACE_S, self._cut)

    async def _live(self) -> None:
        self._notifier.send("WATCHDOG=1")

    def _cut(self) -> None:
        """Cut off those who don't take what they are given."""
        for connection in [*self.server_state.connections]:
            if isinstance(connection, Connection):
                connection.transport.abort()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End when the system says so; uvicorn's own way is a traceback behind the last word."""
        self.install_signal_handlers()
        try:
            yield
        finally:
            for number in ENDS:
                asyncio.get_running_loop().remove_signal_handler(number)

    def install_signal_handlers(self) -> None:
        """Begin this; an older uvicorn (before 0.29) asks for no more."""
        for number in ENDS:
            asyncio.get_running_loop().add_signal_handler(number, self.end)


def listening(host: str, port: int) -> socket.socket:
    """Listen at an address.

    Raises:
        AddressError: it can't be had.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=WAITING)
    except (OSError, OverflowError, UnicodeError) as exc:
        what = _("the board can't listen at {address}: {cause}")
        raise AddressError(
            what.format(address=f"{host}:{port}", cause=reason(exc)),
            _("Name another address ({host}, {port}).").format(host="--host", port="--port"),
        ) from exc


def address_of(listener: socket.socket) -> str:
    """Return where the pages are found."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
