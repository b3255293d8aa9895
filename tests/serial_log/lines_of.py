"""Real lines for tests: pairs of pseudo terminals, whose other end can be read, left or pulled."""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path

PATIENCE_S = 30


def real(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in real time, which ends untimely if something hangs."""

    @wraps(test)
    def in_real_time(**given: object) -> None:
        asyncio.run(asyncio.wait_for(test(**given), PATIENCE_S))

    return in_real_time


class Cable:
    """A device under a name that stays, and the other end of it.

    Args:
        name: where the device is to be found.
    """

    def __init__(self, name: Path) -> None:
        self.name = name
        self._master: int | None = None
        self.plug_in()

    def plug_in(self) -> None:
        """Plug it in; it is another device each time."""
        self._master, slave = os.openpty()
        tty.setraw(self._master)
        os.set_blocking(self._master, False)
        self.name.symlink_to(os.ttyname(slave))
        os.close(slave)

    def pull(self) -> None:
        """Pull it out: whoever has the device open finds it gone."""
        assert self._master is not None
        self.name.unlink()
        os.close(self._master)
        self._master = None

    def read(self) -> bytes:
        """Return what has come by now."""
        assert self._master is not None
        found = b""
        while True:
            try:
                some = os.read(self._master, 65536)
            except OSError:  # nothing more, or nobody has the device open
                return found
            if not some:
                return found
            found += some

    def write(self, data: bytes) -> None:
        assert self._master is not None
        os.write(self._master, data)

    def close(self) -> None:
        if self._master is not None:
            self.pull()
