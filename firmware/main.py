"""The program of the tile board: reads the contacts every 2 ms, and says and does what it must.

The light of the board: a flash a second while a host is there, on and off by half seconds while
none is, steady with MicroPython's prompt.

Never: waits for the host. Keep: the watchdog is fed where the contacts are read, nowhere else.
"""

import time

import micropython
import pins
from board import CAPABILITIES, Board
from link import Link
from port import Port
from scan import Scan

VERSION = "0.1.0"

SCAN_MS = 2
BLINK_MS = 400
HELD_MS = 200
FLASH_MS, SECOND_MS = 50, 1000


class Clock:
    """Milliseconds since the start, which never go back, as the chip's own do."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()
        self._ms = 0

    def now(self) -> int:
        ticks = time.ticks_ms()
        self._ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._ms


class Signals:
    """What the board shows and sounds, as time goes on."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lamps = self._blink = 0
        self._shown = (0, 0)
        self._silent_at = None

    def light_up(self, lamps: int, blink: int) -> None:
        self._lamps, self._blink = lamps, blink

    def sound(self, now: int, hertz: int, ms: int, share: int) -> None:
        self._board.sound(hertz if ms else 0, share)
        self._silent_at = now + ms if hertz else None

    def go_on(self, now: int, is_alone: bool) -> None:
        """Do what is due. Lamps are told their colour at each step, so a disturbed one recovers."""
        if self._silent_at is not None and now >= self._silent_at:
            self.sound(now, 0, 0, 0)
        step = now // BLINK_MS
        lamps = self._lamps | self._blink if step % 2 else self._lamps & ~self._blink
        if (step, lamps) != self._shown:
            self._shown = (step, lamps)
            self._board.shine(lamps)
        self._board.light(now % SECOND_MS < (SECOND_MS // 2 if is_alone else FLASH_MS))


def run(board: Board) -> None:
    """Run until the prompt is asked for."""
    scan, signals, port, clock = Scan(), Signals(board), Port(), Clock()
    link = Link(VERSION, board.name, len(pins.TILES), CAPABILITIES, board.resets)
    watchdog = board.watchdog()
    now = due = clock.now()
    while True:
        data = port.read(max(due - now, 0))
        now = clock.now()
        for letter, numbers in link.take(now, data):
            if letter == "L":
                signals.light_up(*numbers)
            elif letter == "B":
                signals.sound(now, *numbers)
            elif letter == "N":
                scan.agree(*numbers)
            else:
                return
        if now >= due:
            due = max(due, now - 1) + SCAN_MS
            watchdog.feed()
            down = scan.take(board.read())
            if down is not None:
                link.stand(down)
            signals.go_on(now, link.is_alone(now))
        port.write(link.line, now)


def is_held(board: Board) -> bool:
    """Say whether the roll button is held; a line with a capacitor takes its time to go up."""
    for _ in range(HELD_MS // SCAN_MS):
        if not board.roll_is_closed():
            return False
        time.sleep_ms(SCAN_MS)
    return True


def main() -> None:
    board = Board()
    if board.started_for_prompt() or is_held(board):
        board.light(True)
        return
    micropython.kbd_intr(-1)  # noise on the line is full of Ctrl-C
    run(board)
    board.shine(0)
    board.sound(0, 0)
    board.start_for_prompt()


main()
