"""What stands around the program in the virtual machine: hand, journal, and the process itself.

The hand moves the kernel's simulated GPIO lines, and every contact chatters. The journal is read
as any other program would read it. The process is started as its systemd unit would start it.

Never: imports the program.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

TILE_PINS = (5, 6, 12, 13, 16, 19, 20, 21, 22, 23, 24, 25)
ROLL_PIN, BUZZER_PIN = 17, 18

PRESS_S = 0.15
HOLD_S = 1.2
NEXT_S = 0.15  # a hand moves no tile sooner after the one before
NAP_S = 0.01
BOUNCE_S = (0.001, 0.010)
WATCHDOG_S = 10  # as in the unit

Fact = tuple[str, dict[str, object]]
"""An event's name and its own fields."""


class Stuck(Exception):
    """Something did not come, or came otherwise; there is no sense in playing on."""


class Hand:
    """Moves the contacts; a closed one pulls its line low.

    Attributes:
        moves: every tile that was moved, as the events that should tell it.
        bounces: how often a contact opened or closed that should not have.
    """

    def __init__(self, sim: Path, chance: random.Random) -> None:
        self._sim = sim
        self._chance = chance
        self.moves: list[Fact] = []
        self.bounces = 0
        self.down: set[int] = set()
        for pin in (*TILE_PINS, ROLL_PIN):
            self.pull(pin, closed=False)

    def lower(self, tile: int) -> None:
        self._bounce(TILE_PINS[tile - 1], closed=True)
        self.down.add(tile)
        self.moves.append(("tile_down", {"tile": tile}))
        stay(NEXT_S)

    def lift(self, tile: int) -> None:
        self._bounce(TILE_PINS[tile - 1], closed=False)
        self.down.remove(tile)
        self.moves.append(("tile_up", {"tile": tile}))
        stay(NEXT_S)

    def press(self) -> None:
        self._bounce(ROLL_PIN, closed=True)
        self._keep_pressed(PRESS_S)

    def hold(self) -> None:
        """Hold the button for as long as chooses what a page offers."""
        self._bounce(ROLL_PIN, closed=True)
        self._keep_pressed(HOLD_S)

    def _keep_pressed(self, seconds: float) -> None:
        stay(seconds)
        self._bounce(ROLL_PIN, closed=False)

    def grip(self) -> None:
        """Keep the closed contacts closed; call it again and again while lines are requested.

        A request with a pull-up, which no switch would feel, sets a simulated line high.
        """
        for tile in self.down:
            self.pull(TILE_PINS[tile - 1], closed=True)

    def _bounce(self, pin: int, *, closed: bool) -> None:
        for _ in range(self._chance.randint(2, 5)):
            for level in (closed, not closed):
                self.pull(pin, closed=level)
                time.sleep(self._chance.uniform(*BOUNCE_S))
                self.bounces += 1
        self.pull(pin, closed=closed)

    def levels(self, pin: int, seconds: float) -> Iterator[str]:
        """Look at a line all the time, for so long."""
        line = self._sim / f"sim_gpio{pin}/value"
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield line.read_text(encoding="ascii").strip()

    def pull(self, pin: int, *, closed: bool) -> None:
        """Move one contact, once."""
        pull = "pull-down" if closed else "pull-up"
        (self._sim / f"sim_gpio{pin}/pull").write_text(pull, encoding="ascii")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the journal."""

    boot: int
    match: int
    fact: Fact


class Journal:
    """The journal's file, read only."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def rows(self) -> list[Row]:
        """Read all of it; nothing while there is no journal."""
        if not self.path.exists():
            return []
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        try:
            found = connection.execute("SELECT boot, match, e, body FROM events ORDER BY n")
            return [Row(boot=b, match=m, fact=(e, json.loads(j))) for b, m, e, j in found]
        finally:
            connection.close()

    def facts(self) -> list[Fact]:
        """Return everything but the moves of tiles, and what `stbpi verify` checks of the dice."""
        aside = ("tile_", "dice_")
        return [row.fact for row in self.rows() if not row.fact[0].startswith(aside)]

    def moves(self) -> list[Fact]:
        """Return the moves of tiles."""
        return [row.fact for row in self.rows() if row.fact[0].startswith("tile_")]


class Program:
    """`stbpi run`, as a process; it can be ended and started again.

    Attributes:
        gaps: the longest time between two signs of life, one for each process that has ended.
    """

    def __init__(self, config: Path, folder: Path) -> None:
        self._config = config
        self._folder = folder
        self._log = folder / "log"
        self.gaps: list[float] = []
        self._heard: list[tuple[float, str]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self, meanwhile: Callable[[], None]) -> float:
        """Start it and wait until it is ready; return after how many seconds it was.

        Args:
            meanwhile: called every few milliseconds.
        """
        self._heard.clear()
        begin = time.monotonic()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "stbpi", "run", "--config", str(self._config)],
                cwd=self._folder,
                env={
                    **os.environ,
                    "NOTIFY_SOCKET": str(self._folder / "notify"),
                    "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000),
                    "RUNTIME_DIRECTORY": str(self._folder),
                    "STATE_DIRECTORY": str(self._folder),
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        process = self._process

        def is_decided() -> bool:
            meanwhile()
            return self.said("READY=1") or process.poll() is not None

        wait_for(is_decided, 20, "READY=1", nap_s=0.005)
        if process.poll() is not None:
            raise Stuck(f"the program ended with {process.returncode} before it was ready")
        return time.monotonic() - begin

    def said(self, line: str) -> bool:
        """Say whether the running process has told this to systemd."""
        return any(said == line for _, said in list(self._heard))

    def words(self) -> list[str]:
        """Return what it has printed, line by line, all processes together."""
        return self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []

    @property
    def pid(self) -> int:
        return self._running().pid

    def cpu_s(self) -> float:
        """Return how much time of the processor it has taken, in seconds."""
        fields = (
            Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ended_by_itself(self) -> int:
        """Wait until it ends; return its exit status."""
        return self._running().wait(timeout=20)

    def terminate(self) -> tuple[int | None, float]:
        """End it as systemd does; return its exit status and how long it took (seconds)."""
        return self._end(lambda process: process.terminate())

    def kill(self) -> None:
        """End it as a cut of the power would."""
        self._end(lambda process: process.kill())

    def _end(self, how: Callable[[subprocess.Popen[bytes]], None]) -> tuple[int | None, float]:
        process = self._running()
        begin = time.monotonic()
        life = [when for when, said in self._heard if said in ("READY=1", "WATCHDOG=1")]
        times = [*life, begin]
        self.gaps.append(max(b - a for a, b in itertools.pairwise(times)))
        how(process)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None, time.monotonic() - begin
        return process.returncode, time.monotonic() - begin

    def _running(self) -> subprocess.Popen[bytes]:
        process = self._process
        if process is None or process.poll() is not None:
            raise Stuck("the program has ended by itself")
        return process

    def _listen(self) -> None:
        while True:
            message = self._socket.recv(4096).decode()
            now = time.monotonic()
            self._heard.extend((now, line) for line in message.splitlines())


def stay(seconds: float) -> None:
    """Sleep, in short naps: a machine that stood still meanwhile counts as one nap only."""
    for _ in range(round(seconds / NAP_S)):
        time.sleep(NAP_S)


def wait_for(
    condition: Callable[[], bool], seconds: float, what: str, *, nap_s: float = 0.02
) -> None:
    """Wait until it holds.

    Raises:
        Stuck: it has not held for so long.
    """
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Stuck(f"waited {seconds:g} s for {what}")
        time.sleep(nap_s)
