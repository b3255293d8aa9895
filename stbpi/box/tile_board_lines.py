"""The lines between host and tile board (firmware/PROTOCOL.md), from the host's end.

Never: reads, writes or waits. Keep: whatever comes, `Lines` passes over what is no line, counts
it, and never keeps more than one line of it.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass

PROTOCOL = 1

LONGEST = 64
"""Body and check of a line have at most so many bytes."""

LAMPS, BUZZER, MENU, REFERENCE = "lamps", "buzzer", "menu", "reference"
"""What a board may have."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How all contacts stand.

    Attributes:
        seq: its number, for the acknowledgement.
        closed: the contacts that are closed; bit 0 is input 1.
    """

    seq: int
    closed: int


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the board is.

    Attributes:
        protocol: the lines it speaks.
        version: of its firmware.
        board: its kind.
        tiles: how many contacts for tiles it has.
        capabilities: what else it has.
    """

    protocol: int
    version: str
    board: str
    tiles: int
    capabilities: frozenset[str]


@dataclass(frozen=True, slots=True)
class Counters:
    """What went wrong since the board was started.

    Attributes:
        dropped: snapshots that were overtaken before they could be written.
        bad: lines from the host that were none.
        resets: how often its watchdog has started it anew.
    """

    dropped: int
    bad: int
    resets: int


@dataclass(frozen=True, slots=True)
class Samples:
    """So many readings must agree now."""

    count: int


Heard = Snapshot | Identity | Counters | Samples

_SNAPSHOT = re.compile(r"S ([0-9a-f]{2}) ([0-7][0-9a-f]{3})")
_IDENTITY = re.compile(r"V (\d{1,5}) (\S+) (\S+) (\d{1,2}) (\S+)")
_COUNTERS = re.compile(r"E (\d{1,9}) (\d{1,9}) (\d{1,9})")
_SAMPLES = re.compile(r"N (\d{1,2})")


def line_of(body: str) -> bytes:
    r"""Return a line as it is sent.

    >>> line_of("A 00")
    b'A 00*29e8\n'
    """
    return b"%s*%04x\n" % (body.encode("ascii"), _check(body.encode("ascii")))


def lamps(lit: int, blinking: int) -> str:
    """Return what lights lamps; bit 0 is that of tile 1.

    >>> lamps(0b11, 0b100)
    'L 0003 0004'
    """
    return f"L {lit:04x} {blinking:04x}" if blinking else f"L {lit:04x}"


def tone(hertz: int, ms: int, duty: float) -> str:
    """Return what makes a tone: how high, for how long, for which share of each wave.

    >>> tone(440, 500, 0.25)
    'B 440 500 250'
    """
    return f"B {hertz} {ms} {max(round(duty * 1000), 1)}"


class Lines:
    """Finds the board's lines in what comes.

    Attributes:
        bad: how many lines were none.
    """

    def __init__(self) -> None:
        self.bad = 0
        self._rest = b""
        self._is_too_long = False

    def feed(self, data: bytes) -> Iterator[Heard]:
        """Take what has come, and return the lines that end with it."""
        *ended, self._rest = (self._rest + data.replace(b"\r", b"")).split(b"\n")
        for line in ended:
            heard = None if self._is_too_long else _heard(line)
            if heard is not None:
                yield heard
            elif self._is_too_long or line:
                self.bad += 1
            self._is_too_long = False
        if len(self._rest) > LONGEST:
            self._rest, self._is_too_long = b"", True


def _heard(line: bytes) -> Heard | None:
    body, star, check = line.rpartition(b"*")
    if not star or len(line) > LONGEST or check != b"%04x" % _check(body):
        return None
    try:
        return _meant(body.decode("ascii"))
    except UnicodeDecodeError:
        return None


def _meant(body: str) -> Heard | None:
    if found := _SNAPSHOT.fullmatch(body):
        return Snapshot(int(found[1], 16), int(found[2], 16))
    if found := _IDENTITY.fullmatch(body):
        protocol, version, board, tiles, rest = found.groups()
        has = frozenset(() if rest == "-" else rest.split(","))
        return Identity(int(protocol), version, board, int(tiles), has)
    if found := _COUNTERS.fullmatch(body):
        return Counters(*map(int, found.groups()))
    if found := _SAMPLES.fullmatch(body):
        return Samples(int(found[1]))
    return None


def _check(body: bytes) -> int:
    return crc_hqx(body, 0xFFFF)
