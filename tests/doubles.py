"""Parts that obey their protocols and can be told to fail.

Never: patches the program, asserts anything.
"""

from __future__ import annotations

import asyncio
import random
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.dice.lot import Lot
from stbpi.dice.source import Dice
from stbpi.display.panel import Bus
from stbpi.errors import JournalError, SoundError
from stbpi.games.events import Event, TileDown, TileUp
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import NO_SECRETS
from stbpi.journal.writer import Store
from stbpi.sim.panel_model import PanelModel
from stbpi.sound.buzzer import Speaker
from stbpi.sound.cues import Tones

PATIENCE_S = 10
"""In real time; nothing waits so long unless a test is about to fail."""


async def chatter(touch: Callable[[bool], None], train: Iterable[tuple[float, bool]]) -> None:
    """Play a train of bounces in the loop's time.

    Args:
        touch: makes or breaks the contact, `hand.press_roll` for example.
        train: how long to wait (ms), and the level after that.
    """
    for ms, level in train:
        await asyncio.sleep(ms / 1000)
        touch(level)


class Disk:
    """A journal in memory, on a disk that can be full and that can be slow.

    Attributes:
        calls: the events of each `record`, in order.
        on_disk: what `sync` has written.
        pending: what waits to be written.
        is_full: `sync` fails.
        mark: what the error says then, in a few words.
        tries: how often `sync` was called with something to write.
        threads: who has called `sync`.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[Event, ...]] = []
        self.on_disk: list[Recorded] = []
        self.pending: list[Recorded] = []
        self.is_full = False
        self.mark = ""
        self.tries = 0
        self.threads: set[threading.Thread] = set()
        self._n = 0
        self._is_asked = threading.Event()
        self._may_write = threading.Event()
        self._may_write.set()

    @property
    def events(self) -> tuple[Event, ...]:
        """What is on the disk, without its places in history."""
        return tuple(recorded.event for recorded in self.on_disk)

    @property
    def only_moves_wait(self) -> bool:
        return all(isinstance(r.event, TileDown | TileUp) for r in self.pending)

    def record(
        self,
        events: Iterable[Event],
        *,
        t: int,
        wall: int | None,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> tuple[Recorded, ...]:
        call = tuple(events)
        self.calls.append(call)
        recorded = tuple(
            Recorded(n=self._n + i, boot=1, match=1, t=t, wall=wall, event=event)
            for i, event in enumerate(call, start=1)
        )
        self._n += len(call)
        self.pending += recorded
        return recorded

    def sync(self) -> tuple[Recorded, ...]:
        self.threads.add(threading.current_thread())
        batch = tuple(self.pending)
        if not batch:
            return ()
        self.tries += 1
        self._is_asked.set()
        self._may_write.wait(PATIENCE_S)
        if self.is_full:
            what = "the journal can't be written: no space left"
            raise JournalError(what, "Make room.", mark=self.mark)
        self.on_disk += batch
        del self.pending[: len(batch)]
        return batch

    def hold_up(self) -> None:
        """Let the next `sync` wait for `let_go`."""
        self._is_asked.clear()
        self._may_write.clear()

    def let_go(self) -> None:
        self._may_write.set()

    def wait_until_asked(self) -> bool:
        """Wait (in real time) until `sync` has been entered; say whether it was."""
        return self._is_asked.wait(PATIENCE_S)


class SeededDice:
    """Dice that fall the same way every time."""

    def __init__(self, seed: int) -> None:
        self.thrown: list[tuple[int, ...]] = []
        self._random = random.Random(seed)

    def draw(self) -> bytes | None:
        return None

    def deal(self) -> bytes | None:
        return self._random.randbytes(32)

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        dice = tuple(self._random.randint(1, 6) for _ in range(count))
        self.thrown.append(dice)
        return dice


class Loudspeaker:
    """A speaker that writes down what it is given to play.

    Attributes:
        heard: (ms of the loop's time, tones) of each call.
        volumes: how loud each was.
        is_closed: nobody plays on it any more.
        fails_at: it fails at this many calls, and when it is closed after that.
    """

    def __init__(self, *, fails_at: int | None = None) -> None:
        self.heard: list[tuple[int, Tones]] = []
        self.volumes: list[int] = []
        self.is_closed = False
        self.fails_at = fails_at

    def play(self, tones: Tones, volume: int) -> None:
        self._fail()
        now = asyncio.get_running_loop().time()
        self.heard.append((round(now * 1000), tones))
        self.volumes.append(volume)

    def close(self) -> None:
        self.is_closed = True
        self._fail()

    def _fail(self) -> None:
        if self.fails_at is not None and len(self.heard) >= self.fails_at:
            raise SoundError("the buzzer is gone")


class HangingBus:
    """An I2C bus that is held down: a write does not return before `free`.

    Attributes:
        is_asked: set when somebody has tried to write.
    """

    def __init__(self) -> None:
        self.is_asked = threading.Event()
        self._free = threading.Event()

    def write_i2c_block_data(self, address: int, register: int, data: list[int], /) -> None:
        self.is_asked.set()
        self._free.wait(PATIENCE_S)

    def free(self) -> None:
        self._free.set()

    def close(self) -> None:
        pass


class FlakyPanel(PanelModel):
    """A panel whose bus fails at every n-th write.

    Args:
        every: n; 1 = it fails always.
        error: what is raised then.
    """

    def __init__(self, *, every: int, error: Exception) -> None:
        super().__init__()
        self.failures = 0
        self._every = every
        self._error = error
        self._writes = 0

    def write_i2c_block_data(self, address: int, register: int, data: object, /) -> None:
        self._writes += 1
        if self._writes % self._every == 0:
            self.failures += 1
            raise self._error
        assert isinstance(data, list)
        super().write_i2c_block_data(address, register, data)


class ServiceManager:
    """The other end of NOTIFY_SOCKET, as systemd has it.

    Args:
        address: the path of the socket; with `@` in front it has a name and no file.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def environ(self, *, watchdog_s: float = 0) -> Mapping[str, str]:
        """Return what a service is told; without `watchdog_s` nothing is watched."""
        watchdog = {"WATCHDOG_USEC": str(round(watchdog_s * 1_000_000))} if watchdog_s else {}
        return {"NOTIFY_SOCKET": self.address} | watchdog

    def received(self) -> list[str]:
        """Return the messages that have come so far, and forget them."""
        self._socket.setblocking(False)
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def next(self, *, within_s: float = PATIENCE_S) -> str:
        """Wait (in real time) for one message.

        Raises:
            TimeoutError: none came.
        """
        self._socket.settimeout(within_s)
        return self._socket.recv(4096).decode()

    def close(self) -> None:
        self._socket.close()
        if not self.address.startswith("@"):
            Path(self.address).unlink()


if TYPE_CHECKING:
    _stores: Callable[..., Store] = Disk
    _throws: Callable[..., Dice] = SeededDice
    _speaks: Callable[..., Speaker] = Loudspeaker
    _carries: Callable[..., Bus] = HangingBus
    _shows: Callable[..., Bus] = FlakyPanel
