"""Runs tests/data/tile_board_lines.txt, in CPython and in MicroPython alike.

    MICROPYPATH=. micropython tests/firmware/vectors.py tests/data/tile_board_lines.txt

Never: imports what MicroPython doesn't have.
"""

import sys

from firmware.link import Link, body_of, crc, framed
from firmware.scan import Scan


class Vectors:
    """Checks one line of the file after the other."""

    def __init__(self) -> None:
        self._link = _board()
        self._now = 0

    def check(self, line: str) -> None:
        """Check what a line says; raise AssertionError, with the line, if it is not so."""
        asked, _, expected = line.partition(" => ")
        verb, _, said = asked.partition(" ")
        found = getattr(self, verb)(said)
        assert found == expected, f"{line}\n{found}"

    def host(self, said: str) -> str:
        """A line of the host's, to a board of its own: what it orders, `-` nothing, or `bad`."""
        link = _board()
        orders = link.take(0, _bytes_of(said) + b"\n")
        return "bad" if link.bad else _written(orders)

    def board(self, said: str) -> str:
        """A line as it comes from the board: its body, or `bad`."""
        return body_of(_bytes_of(said)) or "bad"

    def start(self, said: str) -> str:
        """A board starts, at 0 ms."""
        version, kind, count, capabilities, resets = said.split(" ")
        have = tuple(capabilities.split(",")) if capabilities != "-" else ()
        self._link = Link(version, kind, int(count), have, int(resets))
        self._now = 0
        return ""

    def at(self, said: str) -> str:
        """Time goes on to so many ms."""
        self._now = int(said)
        return ""

    def stands(self, said: str) -> str:
        """The contacts are now like this."""
        self._link.stand(int(said, 16))
        return ""

    def hears(self, said: str) -> str:
        """The board hears a line, made of this body: what it orders."""
        return _written(self._link.take(self._now, framed(said)))

    def receives(self, said: str) -> str:
        """The board receives these bytes, as they are: what they order."""
        return _written(self._link.take(self._now, _bytes_of(said)))

    def says(self, said: str) -> str:
        """The body of the line that the board says now, `-` if it says none."""
        line = self._link.line(self._now)
        return (body_of(line[:-1]) or "bad") if line else "-"

    def scan(self, said: str) -> str:
        """A scan with so many samples takes readings: how the contacts stand after each."""
        samples, *readings = said.split(" ")
        scan = Scan(int(samples))
        settled = [scan.take(int(reading, 16)) for reading in readings]
        return " ".join("-" if down is None else f"{down:x}" for down in settled)

    def crc(self, said: str) -> str:
        """The check of a text."""
        return f"{crc(_bytes_of(said)):04x}"


def run(path: str) -> int:
    """Check all lines of a file; return how many there were."""
    vectors = Vectors()
    count = 0
    with open(path) as lines:  # noqa: PTH123 - MicroPython has no pathlib
        for line in lines:
            line = line.rstrip()
            if line and not line.startswith("#"):
                vectors.check(line)
                count += 1
    return count


def _board() -> Link:
    return Link("0", "pico", 12)


def _written(orders: list[tuple[str, tuple[int, ...]]]) -> str:
    words = []
    for letter, numbers in orders:
        words.append(letter)
        words += [str(number) for number in numbers]
    return " ".join(words) or "-"


def _bytes_of(text: str) -> bytes:
    parts = text.split("\\x")
    return parts[0].encode() + b"".join(
        [bytes((int(part[:2], 16),)) + part[2:].encode() for part in parts[1:]]
    )


if __name__ == "__main__":
    print(run(sys.argv[1]))
