"""A box at one end of a real pty: it tells its events, and hears what it is asked."""

from __future__ import annotations

import os
import select
import threading
import tty
from types import TracebackType

from tests.collector.box_model import BoxModel

BEAT_S = 0.05


class PtyBox:
    """A box that tells without a pause, a few events at once.

    Args:
        box: what it tells.
        rate: how many events happen in each twentieth of a second.
        count: how many happen in all.

    Attributes:
        port: the name of the other end.
    """

    def __init__(self, box: BoxModel, *, rate: int, count: int) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self._box = box
        self._rate = rate
        self._count = count
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._tell, name="box")

    def __enter__(self) -> PtyBox:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _tell(self) -> None:
        rest = self._box.hello()
        while not self._is_over.wait(0 if rest else BEAT_S):
            if not rest:
                self._box.happen(min(self._rate, self._count - self._box.last))
                rest = self._box.send(200) + self._box.heartbeat()
            readable, writable, _ = select.select([self._master], [self._master], [], BEAT_S)
            if readable:
                self._box.hear(os.read(self._master, 4096))
            if writable:
                rest = rest[os.write(self._master, rest) :]
