"""What must be so of whatever the decoder makes of any bytes, and what can happen to bytes.

Never: tells how the decoder finds a line; only what one is.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from stbpi.serial_log.lines import Damaged, Decoder, EventLine, Heartbeat, Hello, Line, Resume

TRANSCRIPT = (Path(__file__).parents[1] / "data" / "serial_transcript.txt").read_bytes()
"""A match that was played, as it comes from a port."""

ENDS = re.compile(rb"[\r\n]+")
EDITS = 6
"""So many places of a transcript are touched at most."""

SOME = 1000
"""So many bytes of it are taken at once."""


def decoded(pieces: Iterable[bytes]) -> list[Line | Damaged]:
    decoder = Decoder()
    found: list[Line | Damaged] = []
    for piece in pieces:
        found.extend(decoder.feed(piece))
    return [*found, *decoder.end()]


def cut(data: bytes, length: int) -> Iterator[bytes]:
    return (data[at : at + length] for at in range(0, len(data), length))


def written(line: EventLine) -> bytes:
    """Write the only text that is this event, from what is said of it and by other means."""
    wall = "" if line.wall is None else f'"wall":{line.wall},'
    own = line.body[1:-1]
    before = (
        f'{{"n":{line.n},"boot":{line.boot},"match":{line.match},"t":{line.t},'
        f'{wall}"e":"{line.e}"{"," if own else ""}{own}'
    ).encode("ascii")
    return before + f',"c":"{zlib.crc32(before):08x}"}}'.encode("ascii")


def wrong(data: bytes) -> str | None:
    """Say what is wrong with what the decoder makes of some bytes; `None` if nothing is."""
    found = decoded([data])
    for length in {1, 7, 1 + data[0] if data else 1}:
        if decoded(cut(data, length)) != found:
            return f"in pieces of {length} it is something else"
    texts, at = 0, 0
    for item in found:
        match item:
            case EventLine():
                text = written(item)
                at = data.find(text, at) + len(text)
                if at < len(text) or data[at : at + 1] not in (b"\r", b"\n"):
                    return f"{item} isn't there, or not in this order"
                texts += len(text)
                if not isinstance(json.loads(item.body), dict):
                    return f"{item} has no object as its body"
            case Damaged(data=first, length=length):
                texts += length
                if len(first) != min(length, 240) or first not in ENDS.sub(b"", data):
                    return f"{item} isn't there"
            case Hello() | Heartbeat() | Resume():
                texts += 0
    there = len(ENDS.sub(b"", data))
    is_exact = all(isinstance(item, EventLine | Damaged) for item in found)
    if texts > there or (is_exact and texts != there):
        return f"{there} bytes are there, {texts} are accounted for"
    return None


def treated_badly(data: bytes, edits: bytes) -> bytes:
    """Flip bits, lose, double, put in: three bytes say what and where, `EDITS` times at most."""
    treated = bytearray(data)
    for kind, high, low in zip(*[iter(edits[: 3 * EDITS])] * 3, strict=False):
        if not treated:
            break
        at = (high << 8 | low) % len(treated)
        match kind % 4:
            case 0:
                treated[at] ^= 1 << kind // 4 % 8
            case 1:
                del treated[at : at + 1 + kind // 4]
            case 2:
                treated[at:at] = treated[at : at + 1 + kind // 4]
            case _:
                treated.insert(at, kind // 4)
    return bytes(treated)


SENT = frozenset(line for line in decoded([TRANSCRIPT]) if isinstance(line, EventLine))


def wrong_after(edits: bytes) -> str | None:
    """Say what is wrong after some of a transcript was treated badly; no event that wasn't sent is.

    Args:
        edits: where that begins, and what is done to it.
    """
    start = len(TRANSCRIPT) * edits[0] // 256 if edits else 0
    data = treated_badly(TRANSCRIPT[start : start + SOME], edits[1:])
    for line in decoded([data]):
        if isinstance(line, EventLine) and line not in SENT:
            return f"{line} was never sent"
    return wrong(data)


def judge(given: bytes) -> str | None:
    """Take some bytes for anything, or for what happens to a transcript."""
    return wrong(given[1:]) if given[:1] < b"\x80" else wrong_after(given[1:])
