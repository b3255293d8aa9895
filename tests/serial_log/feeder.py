"""A box that tells the transcript, for whoever writes a receiver and has no box.

    python -m tests.serial_log.feeder --pause 0.2

opens a pseudo terminal, prints its name, and says hello; tells all events, or what is behind the
number that it is asked for, and at the end how many there were, again and again. `--port` is a
port that is there already, one end of a pair that socat has made, say.

Never: is the sender; it keeps no place, and waits for nobody.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import time
import tty
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from stbpi.serial_log.lines import Decoder, Resume
from stbpi.serial_log.sender import ASKED_S
from tests.serial_log.judge import TRANSCRIPT

LINES = TRANSCRIPT.splitlines(keepends=True)
HELLO = next(line for line in reversed(LINES) if b'"hello"' in line)
HEARTBEAT = LINES[-1]
EVENTS = [line for line in LINES if line.startswith(b'{"n":')]
NUMBERS = [json.loads(line)["n"] for line in EVENTS]


def feed(port: int, *, pause_s: float, times: int | None, lose: int) -> None:
    """Tell everything.

    Args:
        port: a file descriptor of a terminal in raw mode.
        pause_s: between two lines; before a heartbeat four times that.
        times: after so many heartbeats it ends; `None`: never.
        lose: of every so many events one is damaged; 0: none.
    """
    heard = Decoder()
    coming: Iterator[bytes] = iter(EVENTS)
    beats = told = 0
    os.write(port, b"\r\n" + HELLO)
    after = asked(port, heard, ASKED_S)
    while times is None or beats < times:
        if after is not None:
            coming = iter(EVENTS[bisect_right(NUMBERS, after) :])
        line = next(coming, None)
        if line is None:
            time.sleep(3 * pause_s)
            beats += 1
            os.write(port, HEARTBEAT)
        else:
            told += 1
            os.write(port, line[3:] if lose and told % lose == 0 else line)
        after = asked(port, heard, pause_s)


def asked(port: int, heard: Decoder, within_s: float) -> int | None:
    """Return behind which event everything is asked for; `None` if nothing is."""
    after = None
    if select.select([port], [], [], within_s)[0]:
        with suppress(OSError):  # nobody has the other end open
            for line in heard.feed(os.read(port, 4096)):
                after = line.after if isinstance(line, Resume) else after
    return after


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.serial_log.feeder")
    parser.add_argument("--port", type=Path)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two lines")
    parser.add_argument("--lose", type=int, default=0, help="damage one of so many events")
    parser.add_argument("--times", type=int, help="end after so many heartbeats")
    arguments = parser.parse_args()
    if arguments.port is None:
        port, other = os.openpty()
        tty.setraw(other)
        print(os.ttyname(other), flush=True)
    else:
        port = os.open(arguments.port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(port)
    feed(port, pause_s=arguments.pause, times=arguments.times, lose=arguments.lose)


if __name__ == "__main__":
    main()
