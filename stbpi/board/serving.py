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

from stbpi.errors import AddressError
from stbpi.foreign import reason
from stbpi.language import _

LONGEST_HEAD = 16 * 1024
"""Bytes of an address and the headers behind it."""

MOST_CONNECTIONS = 900
"""A program may have a thousand files open."""

WAITING = 256
"""Connections that may wait to be taken."""


class Server(uvicorn.Server):
    """A server that lets watchers go before it ends.

    Args:
        app: what answers.
        let_go: called when the server is told to end.
    """

    def __init__(self, app: ASGIApp, let_go: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                lifespan="on",
                access_log=False,
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                limit_concurrency=MOST_CONNECTIONS,
                h11_max_incomplete_event_size=LONGEST_HEAD,
                timeout_graceful_shutdown=2,
            )
        )
        self._let_go = let_go

    def end(self) -> None:
        """Answer what was asked, and end."""
        self._let_go()
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End when the system says so; uvicorn's own way is a traceback behind the last word."""
        loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        for number in numbers:
            loop.add_signal_handler(number, self.end)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)


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
