"""A host as the protocol describes it, for the board's tests.

Bytes and time go in, bytes come out; nothing of it is the firmware's or the program's.
"""

from __future__ import annotations

import binascii
import re

SAY_MS = 1000
_LINE = re.compile(rb"(?s)(.+)\*([0-9a-f]{4})")
_SNAPSHOT = re.compile(r"S ([0-9a-f]{2}) ([0-9a-f]{4})")


def line(body: str) -> bytes:
    """Return a line with this body."""
    return b"%s*%04x\n" % (body.encode(), binascii.crc_hqx(body.encode(), 0xFFFF))


class HostModel:
    """Keeps what the board has told.

    Attributes:
        down: the contacts that are closed, as far as it knows.
        heard: the bodies of all lines, in order.
        bytes_said: how many bytes it has sent.
        lamps: what it wants to shine; said once a second.
    """

    def __init__(self) -> None:
        self.down: int | None = None
        self.heard: list[str] = []
        self.bytes_said = 0
        self.lamps = 0
        self._partial = b""
        self._is_known = False
        self._said_at: int | None = None

    def take(self, now: int, data: bytes) -> bytes:
        """Take what has come; return what is to be sent.

        Args:
            now: ms.
            data: bytes, perhaps none.
        """
        *lines, self._partial = (self._partial + data).split(b"\n")
        said = b"\n" if self._said_at is None else b""
        for each in lines:
            said += self._answer(each)
        if not said.strip() and self._is_time(now):
            said += line(f"L {self.lamps:04x}") if self._is_known else line("V")
        if said:
            self._said_at = now
            self.bytes_said += len(said)
        return said

    def _is_time(self, now: int) -> bool:
        return self._said_at is None or now - self._said_at >= SAY_MS

    def _answer(self, each: bytes) -> bytes:
        match = _LINE.fullmatch(each)
        if not match or int(match[2], 16) != binascii.crc_hqx(match[1], 0xFFFF):
            return b""
        body = match[1].decode("ascii", "replace")
        self.heard.append(body)
        if snapshot := _SNAPSHOT.fullmatch(body):
            self.down = int(snapshot[2], 16)
            return line(f"A {snapshot[1]}") + line(f"L {self.lamps:04x}")
        if body.startswith("V "):
            self._is_known = True
        return b""
