"""Watchers of a board, all in one process: `python -m tests.bench.board_watchers PORT COUNT`.

Each reads every event that it is told. On a line of its own it says `ready` when all are there;
after `SIGTERM`, as JSON, how many events each was told, how many were missing in between, how
often the board told how everything stands in place of events, and the delays in milliseconds
between what `t` of an event says and the moment when it came.

Never: imports the program.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
import time
from dataclasses import dataclass, field

HOST = "127.0.0.1"
MESSAGE = re.compile(rb"id: bar=(\d+)\nevent: happened\ndata: [^\n]*?\"t\":(\d+)[^\n]*\n")
RESET = b'data: {"reset":true'


@dataclass(slots=True)
class Watcher:
    """Somebody who watches.

    Attributes:
        last: the number of the last event that was told.
        told: how many were.
        missing: how many were not, though later ones were.
        resets: how often he was told to begin anew.
        delays: of those events that say when they were.
    """

    last: int = 0
    told: int = 0
    missing: int = 0
    resets: int = -1  # the first is how everybody begins
    delays: list[int] = field(default_factory=list)

    async def watch(self, port: int, come: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(b"GET /events HTTP/1.1\r\nHost: board\r\n\r\n")
        rest = b""
        while chunk := await reader.read(1 << 18):
            *whole, rest = (rest + chunk).rpartition(b"\n\n")
            self._take(b"".join(whole))
            if self.resets >= 0:
                come.set()

    def _take(self, said: bytes) -> None:
        now = time.monotonic_ns() // 1_000_000
        self.resets += said.count(RESET)
        for found in MESSAGE.finditer(said):
            n, t = int(found[1]), int(found[2])
            self.missing += n - self.last - 1 if self.last else 0
            self.last, self.told = n, self.told + 1
            if t:
                self.delays.append(now - t)


async def main(port: int, count: int) -> None:
    watchers, over = [Watcher() for _ in range(count)], asyncio.Event()
    comes = [asyncio.Event() for _ in watchers]
    pairs = zip(watchers, comes, strict=True)
    tasks = [asyncio.create_task(watcher.watch(port, come)) for watcher, come in pairs]
    await asyncio.gather(*(come.wait() for come in comes))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    print("ready", flush=True)
    await over.wait()
    for task in tasks:
        task.cancel()
    told = {
        "told": [watcher.told for watcher in watchers],
        "missing": sum(watcher.missing for watcher in watchers),
        "resets": sum(watcher.resets for watcher in watchers),
        "delays": sorted(delay for watcher in watchers for delay in watcher.delays),
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
