"""Port: the USB line, of which neither reading nor writing ever waits for the host.

MicroPython's own `print` waits for a host that keeps the port open and doesn't read. So each byte
is written when there is room for it, and what there is no room for is not made yet.

Never: knows what a line says.
"""

import select
import sys

AT_ONCE = 64


class Port:
    """Standard input and output, as bytes."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._rest = b""

    def read(self, ms: int) -> bytes:
        """Wait so many ms for bytes at most; return what has come, a part of it if it is much."""
        data = b""
        while len(data) < AT_ONCE and _is_ready(self._readable, select.POLLIN, 0 if data else ms):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, next_line, now: int) -> None:
        """Write what there is room for.

        Args:
            next_line: returns the line for this time, empty if there is none; called only when
                there is room for it.
            now: ms.
        """
        while _is_ready(self._writable, select.POLLOUT, 0):
            if not self._rest:
                self._rest = next_line(now)
            if not self._rest:
                return
            self._out.write(self._rest[:1])
            self._rest = self._rest[1:]


def _is_ready(poller, event: int, ms: int) -> bool:
    return any(happened & event for _, happened in poller.ipoll(ms))
