"""A day of play over MQTT: the broker and both collectors are killed, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests import processes
from tests.collector.box_model import BoxModel
from tests.collector.mosquitto import needs_mosquitto, running
from tests.collector.mqtt_rig import count, events, until

EVENTS = 10_000
ROUNDS = 5
WITHIN_S = 120


@contextmanager
def collecting(db: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A collector in a process of its own, which is killed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "stbpi", "collect", "--plain", "--db", str(db), *arguments],
        env=processes.environ({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.close()


async def tell(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Write what a box tells, as fast as it is read."""

    def write() -> None:
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.write(data)
            process.stdin.flush()

    await asyncio.get_running_loop().run_in_executor(None, write)


@needs_mosquitto
def test_ten_thousand_events_arrive_once_each_however_often_everything_is_killed(
    tmp_path: Path,
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    box, chance = BoxModel("bar #1"), random.Random(93)

    async def grown(by: int) -> None:
        wanted = min(count(there) + by, box.last)
        await until(lambda: count(there) >= wanted, within_s=WITHIN_S)

    async def play() -> None:
        with running(tmp_path / "mosquitto") as broker:
            for turn in range(ROUNDS):
                box.happen(EVENTS // ROUNDS)
                box.hear(b'{"resume":0}\r\n')
                subscriber = collecting(there, "--from-mqtt", broker.url)
                publisher = collecting(here, "-", "--mqtt", broker.url)
                with subscriber, publisher as process:
                    telling = asyncio.create_task(tell(process, box.hello() + box.send()))
                    await grown(chance.randrange(1, 500))
                    broker.kill() if turn % 2 else broker.stop()
                    broker.start()
                    await grown(chance.randrange(1, 500))
                await telling
            with (
                collecting(there, "--from-mqtt", broker.url),
                collecting(here, "-", "--mqtt", broker.url) as process,
            ):
                box.hear(b'{"resume":0}\r\n')
                await tell(process, box.hello() + box.send())
                await until(lambda: count(there) == EVENTS, within_s=WITHIN_S)

    asyncio.run(play())
    assert events(here) == box.rows()
    assert events(there) == box.rows()
