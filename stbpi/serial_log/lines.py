"""The lines of the serial log: from events to bytes, and back, whatever came in between.

A line is one JSON object in ASCII, ended by CR and LF, 240 bytes at most. Its last member `c` is
the CRC-32 of all bytes before the comma in front of it, as eight hex digits (`PROTOCOL.md`).

The decoder takes bytes as they come and gives lines, and what it had to skip: every byte but an
empty line's is part of one or the other. A line that begins in the middle of garbage is found.

Never: reads or writes a port, a clock, a file. Keep: nothing that comes in raises an error; an
event that this program doesn't know is a good line all the same.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeGuard

from stbpi.journal.recorded import Recorded

PROTOCOL = 1

LONGEST = 240
"""The longest line, its end included, in bytes."""

END = b"\r\n"
_LARGEST = 2**63 - 1
_CHECKED = re.compile(rb',"c":"([0-9a-f]{8})"}')
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
_BOX = re.compile(r"[!-~](?:[ -~]{0,10}[!-~])?")
_NUMBERS = ("n", "boot", "match", "t")
_HEAD = frozenset({*_NUMBERS, "wall", "e", "c"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event of the box whose `Hello` came last.

    Attributes:
        n: sequence of the box, from 1.
        boot: number of the program's start.
        match: number of the match; 0 before the first.
        t: milliseconds since the start of the program.
        wall: whole epoch seconds; `None` if the clock was unknown.
        e: the name of the event; not always one that this program knows.
        body: its own fields as a JSON object, as the journal keeps them.
    """

    n: int
    boot: int
    match: int
    t: int
    wall: int | None
    e: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """What is said first after every opening: whose the following lines are.

    Attributes:
        box: name of the box; 1 to 12 printable ASCII characters.
        protocol: version of these lines.
        version: of the program.
        tiles: how many tiles the box has.
        boot: number of the program's start.
        wall: whole epoch seconds; `None` if the clock is unknown.
        last: the number of the newest event that is on the box's disk; 0 if there is none.
    """

    box: str
    protocol: int
    version: str
    tiles: int
    boot: int
    wall: int | None
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """The box is there, and its newest event is `last`."""

    box: str
    last: int
    wall: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """A receiver asks for everything behind the event with this number."""

    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged:
    """Bytes that are no line.

    Attributes:
        data: the first of them, `LONGEST` at most.
        length: how many there were.
    """

    data: bytes
    length: int


Line = EventLine | Hello | Heartbeat | Resume


def encode(recorded: Recorded) -> bytes:
    """Return an event as a line; what must stay on the box is left out of it."""
    return _ended(recorded.public().line())


def encode_line(line: Hello | Heartbeat | Resume) -> bytes:
    """Return a line that is no event."""
    match line:
        case Hello():
            members = {
                "e": "hello",
                "box": line.box,
                "protocol": line.protocol,
                "version": line.version,
                "tiles": line.tiles,
                "boot": line.boot,
                "wall": line.wall,
                "last": line.last,
            }
        case Heartbeat():
            members = {"e": "heartbeat", "box": line.box, "last": line.last, "wall": line.wall}
        case Resume():
            members = {"resume": line.after}
    there = {key: value for key, value in members.items() if value is not None}
    return _ended(json.dumps(there, separators=(",", ":")))


def _ended(text: str) -> bytes:
    before = text.removesuffix("}").encode("ascii")
    return b'%b,"c":"%08x"}%b' % (before, zlib.crc32(before), END)


class Decoder:
    """Finds the lines in what comes from a port, in pieces of any size."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipped = b""
        self._skipped_length = 0

    def feed(self, data: bytes) -> Iterator[Line | Damaged]:
        """Take some bytes; yield what ends in them, in order.

        All of it must be taken from the iterator before the next call.
        """
        *ended, rest = (self._rest + data).split(b"\n")
        self._rest = b""
        for text in ended:
            yield from self._line(text)
        self._keep(rest)

    def end(self) -> Iterator[Damaged]:
        """Say that nothing comes any more, or from somewhere else; what is left is no line."""
        self._skip(self._rest)
        self._rest = b""
        yield from self._give_up()

    def _keep(self, rest: bytes) -> None:
        """Keep the beginning of a line; of what is too long for one only the end can be one."""
        if len(rest) > LONGEST:
            self._skip(rest[:-LONGEST])
            rest = rest[-LONGEST:]
        self._rest = rest

    def _line(self, text: bytes) -> Iterator[Line | Damaged]:
        """Find the line at the end of a text that LF has ended."""
        stripped = text.removesuffix(b"\r")
        if not stripped and not self._skipped_length:
            return
        starts = (found.start() for found in re.finditer(rb'\{"', stripped[-LONGEST:]))
        before = max(len(stripped) - LONGEST, 0)
        for start in starts:
            line = decode(stripped[before + start :])
            if line is not None:
                self._skip(stripped[: before + start])
                yield from self._give_up()
                yield line
                return
        self._skip(text)
        yield from self._give_up()

    def _skip(self, data: bytes) -> None:
        self._skipped = (self._skipped + data)[:LONGEST]
        self._skipped_length += len(data)

    def _give_up(self) -> Iterator[Damaged]:
        if self._skipped_length:
            yield Damaged(data=self._skipped, length=self._skipped_length)
        self._skipped, self._skipped_length = b"", 0


def decode(text: bytes) -> Line | None:
    """Return the line that a text is, without its end; `None` if it is none.

    Only `Resume` may come without `c`, so that it can be typed.
    """
    if len(text) > LONGEST - len(END):
        return None
    before, checked = text[:-16], _CHECKED.fullmatch(text[-16:])
    is_checked = checked is not None and int(checked[1], 16) == zlib.crc32(before)
    if checked is not None and not is_checked:
        return None
    try:
        members = _JSON.decode(text.decode("ascii"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(members, dict):
        return None
    if is_checked and "e" in members:
        return _told(members)
    return _asked(members)


def _told(members: dict[str, Any]) -> EventLine | Hello | Heartbeat | None:
    match members["e"]:
        case "hello":
            return _hello(members)
        case "heartbeat":
            return _heartbeat(members)
        case name if isinstance(name, str) and _NAME.fullmatch(name):
            return _event(name, members)
        case _:
            return None


def _event(name: str, members: dict[str, Any]) -> EventLine | None:
    if not _are_numbers(members, _NUMBERS) or not members["n"]:
        return None
    own = {key: value for key, value in members.items() if key not in _HEAD}
    return EventLine(
        n=members["n"],
        boot=members["boot"],
        match=members["match"],
        t=members["t"],
        wall=members.get("wall"),
        e=name,
        body=json.dumps(own, separators=(",", ":")),
    )


def _hello(members: dict[str, Any]) -> Hello | None:
    if not _are_numbers(members, ("protocol", "tiles", "boot", "last")):
        return None
    box, version = members.get("box"), members.get("version")
    if not _is_box(box) or not isinstance(version, str) or not version.isprintable():
        return None
    return Hello(
        box=box,
        protocol=members["protocol"],
        version=version,
        tiles=members["tiles"],
        boot=members["boot"],
        wall=members.get("wall"),
        last=members["last"],
    )


def _heartbeat(members: dict[str, Any]) -> Heartbeat | None:
    box = members.get("box")
    if not _is_box(box) or not _are_numbers(members, ("last",)):
        return None
    return Heartbeat(box=box, last=members["last"], wall=members.get("wall"))


def _asked(members: dict[str, Any]) -> Resume | None:
    after = members.get("resume")
    return Resume(after=after) if _is_number(after) and members.keys() <= {"resume", "c"} else None


def _are_numbers(members: dict[str, Any], keys: tuple[str, ...]) -> bool:
    """Say whether these are whole numbers, and `wall` if it is there."""
    if not _is_number(members.get("wall", 0)):
        return False
    return all(_is_number(members.get(key)) for key in keys)


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= _LARGEST


def _is_box(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _BOX.fullmatch(value) is not None


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


_JSON = json.JSONDecoder(parse_constant=_no_number)
