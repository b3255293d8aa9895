"""The lines of the serial log: from events to bytes, and back, whatever came in between.

A line is one JSON object in ASCII, ended by CR and LF, 240 bytes at most. Its last member `c` is
the CRC-32 of all bytes before the comma in front of it, as eight hex digits (`PROTOCOL.md`).

The decoder takes bytes as they come and gives lines, and what it had to skip: every byte but CR
and LF is part of one or the other. Either of these ends a line, so that it doesn't matter if one
is lost, doubled or made into the other. A line that begins in the middle of garbage is found.

Never: reads or writes a port, a clock, a file. Keep: nothing that comes in raises an error; an
event that this program doesn't know is a good line all the same.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from typing import Any, NoReturn, TypeGuard

from stbpi.journal.recorded import Recorded

PROTOCOL = 1

LONGEST = 240
"""The longest line, its end included, in bytes."""

END = b"\r\n"
_WHOLE = rb"(0|[1-9][0-9]{0,17})"
_EVENT = re.compile(
    rb'\{"n":%b,"boot":%b,"match":%b,"t":%b(?:,"wall":%b)?,"e":"([a-z][a-z0-9_]{0,31})"'
    rb'(?:,(".*))?,"c":"[0-9a-f]{8}"\}' % ((_WHOLE,) * 5)
)
_CHECK = b',"c":"%08x"}'
_CHECK_LENGTH = len(_CHECK % 0)
LARGEST = 10**18 - 1
_BOX = re.compile(r"[!-~](?:[ -~]{0,10}[!-~])?")
_NO_EVENTS = (b"hello", b"heartbeat")
_ALWAYS = frozenset({"n", "boot", "match", "t", "wall", "e", "c"})


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
        length: how many there were, without CR and LF.
    """

    data: bytes
    length: int


Line = EventLine | Hello | Heartbeat | Resume


def encode(recorded: Recorded) -> bytes:
    """Return an event as a line; what must stay on the box is left out of it."""
    return sealed(recorded.line())


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
    return sealed(json.dumps(there, separators=(",", ":")))


def sealed(text: str) -> bytes:
    """Return a JSON object in ASCII, without `c`, as a line."""
    before = text.removesuffix("}").encode("ascii")
    return before + _CHECK % zlib.crc32(before) + END


class Decoder:
    """Finds the lines in what comes from a port, in pieces of any size."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipped = b""
        self._skipped_length = 0

    def feed(self, data: bytes) -> list[Line | Damaged]:
        """Take some bytes; return what ends in them, in order."""
        *ended, rest = (self._rest + data).replace(b"\r", b"\n").split(b"\n")
        found: list[Line | Damaged] = []
        for text in ended:
            line = decode(text) if text and not self._skipped_length else None
            if line is not None:
                found.append(line)
            elif text or self._skipped_length:
                found.extend(self._search(text))
        self._keep(rest)
        return found

    def end(self) -> list[Damaged]:
        """Say that nothing comes any more, or from somewhere else; what is left is no line."""
        self._skip(self._rest)
        self._rest = b""
        return self._give_up()

    def _keep(self, rest: bytes) -> None:
        """Keep the beginning of a line; of what is too long for one only the end can be one."""
        if len(rest) > LONGEST:
            self._skip(rest[:-LONGEST])
            rest = rest[-LONGEST:]
        self._rest = rest

    def _search(self, text: bytes) -> list[Line | Damaged]:
        """Find a line at the end of a text that has ended."""
        before = max(len(text) - LONGEST, 0)
        for found in re.finditer(rb'\{"', text[before:]):
            start = before + found.start()
            line = decode(text[start:])
            if line is not None:
                self._skip(text[:start])
                return [*self._give_up(), line]
        self._skip(text)
        return [*self._give_up()]

    def _skip(self, data: bytes) -> None:
        self._skipped = (self._skipped + data[:LONGEST])[:LONGEST]
        self._skipped_length += len(data)

    def _give_up(self) -> list[Damaged]:
        data, length = self._skipped, self._skipped_length
        self._skipped, self._skipped_length = b"", 0
        return [Damaged(data=data, length=length)] if length else []


def decode(text: bytes) -> Line | None:
    """Return the line that a text is, without its end; `None` if it is none.

    Only `Resume` may come without `c`, so that it can be typed.
    """
    if len(text) > LONGEST - len(END):
        return None
    event = _EVENT.fullmatch(text)
    if event is not None:
        return _event(event) if _is_checked(text) else None
    members = _members(text)
    if members is None or (not _is_checked(text) and not members.keys() <= {"resume"}):
        return None
    match members.get("e"):
        case "hello":
            return _hello(members)
        case "heartbeat":
            return _heartbeat(members)
        case _:
            return _resume(members)


def _is_checked(text: bytes) -> bool:
    return text[-_CHECK_LENGTH:] == _CHECK % zlib.crc32(text[:-_CHECK_LENGTH])


def _members(text: bytes) -> dict[str, Any] | None:
    """Return the members of a JSON object; `None` if it is none, or not in ASCII."""
    try:
        members, end = _JSON.raw_decode(text.decode("ascii"))
    except (ValueError, RecursionError):
        return None
    return members if isinstance(members, dict) and end == len(text) else None


def _event(found: re.Match[bytes]) -> EventLine | None:
    n, boot, match, t, wall, name, own = found.groups()
    body = b"{%b}" % (own or b"")
    members = _members(body)
    if members is None or not _ALWAYS.isdisjoint(members) or n == b"0" or name in _NO_EVENTS:
        return None
    return EventLine(
        n=int(n),
        boot=int(boot),
        match=int(match),
        t=int(t),
        wall=None if wall is None else int(wall),
        e=name.decode("ascii"),
        body=body.decode("ascii"),
    )


def _hello(members: dict[str, Any]) -> Hello | None:
    if not _are_numbers(members, ("protocol", "tiles", "boot", "last")):
        return None
    box, version = members.get("box"), members.get("version")
    if not is_box_name(box) or not isinstance(version, str) or not version.isprintable():
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
    if not is_box_name(box) or not _are_numbers(members, ("last",)):
        return None
    return Heartbeat(box=box, last=members["last"], wall=members.get("wall"))


def _resume(members: dict[str, Any]) -> Resume | None:
    after = members.get("resume")
    return Resume(after=after) if _is_number(after) and members.keys() <= {"resume", "c"} else None


def _are_numbers(members: dict[str, Any], keys: tuple[str, ...]) -> bool:
    """Say whether these are whole numbers, and `wall` if it is there."""
    if not _is_number(members.get("wall", 0)):
        return False
    return all(_is_number(members.get(key)) for key in keys)


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= LARGEST


def is_box_name(value: object) -> TypeGuard[str]:
    """Say whether a box can be called so: 1 to 12 printable ASCII characters, no space outside."""
    return isinstance(value, str) and _BOX.fullmatch(value) is not None


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


_JSON = json.JSONDecoder(parse_constant=_no_number)
