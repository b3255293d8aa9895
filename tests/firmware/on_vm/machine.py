"""Stands in place of MicroPython's `machine` in the virtual machine: pins that a test drives.

The test writes what happens to pins to one pipe, five bytes each: `07 0` and LF is GP7 going low,
`hang` and LF stops the program for good. What the program does with its outputs goes, a line each,
to another. tests/firmware/vm_board.py is at the other ends.

Never: a part of the firmware, which runs here as it does on the board.
"""

import os
import select
import sys

RESET_STATUS = 75
_FED_EVERY = 50  # 100 ms

_orders = open(int(os.getenv("BOARD_ORDERS") or 0), "rb", 0)  # noqa: PTH123, SIM115 - no pathlib here
_deeds = open(int(os.getenv("BOARD_DEEDS") or 1), "wb", 0)  # noqa: PTH123, SIM115
_waiting = select.poll()
_waiting.register(_orders, select.POLLIN)
_low: set[int] = set()


def tell(deed: str) -> None:
    """Tell the test what the program has done."""
    _deeds.write(deed.encode() + b"\n")


def _look() -> None:
    while _waiting.poll(0):
        order = _orders.read(5)
        if len(order) < 5:
            return
        if order == b"hang\n":
            while True:
                pass
        pin = int(order[:2])
        if order[3:4] == b"0":
            _low.add(pin)
        else:
            _low.discard(pin)


class Pin:
    """A pin. All levels are looked at anew when the first input is read."""

    IN, OUT, PULL_UP = 0, 1, 2
    _first: "Pin | None" = None

    def __init__(self, number: int | str, mode: int = IN, pull: int | None = None) -> None:
        self.number = number
        self._level = 0
        if mode == self.IN:
            assert pull == self.PULL_UP or pull is None
            if Pin._first is None:
                Pin._first = self

    def value(self, level: int | None = None) -> int:
        if level is None:
            if self is Pin._first:
                _look()
            return 0 if self.number in _low else 1
        if int(level) != self._level:
            self._level = int(level)
            tell(f"pin {self.number} {self._level}")
        return self._level


class PWM:
    """A square wave."""

    def __init__(self, pin: Pin, freq: int, duty_u16: int) -> None:
        self._freq = freq
        self._duty = duty_u16

    def freq(self, hertz: int) -> None:
        self._freq = hertz

    def duty_u16(self, duty: int) -> None:
        if duty or self._duty:
            tell(f"tone {self._freq if duty else 0} {duty}")
        self._duty = duty


class WDT:
    """A watchdog; the test looks whether it is fed."""

    def __init__(self, timeout: int) -> None:
        self._feeds = 0
        tell(f"watchdog {timeout}")

    def feed(self) -> None:
        self._feeds += 1
        if self._feeds % _FED_EVERY == 0:
            tell("fed")


class _Memory:
    """Words that outlive a reset: the test keeps them."""

    def __init__(self) -> None:
        self._words: dict[int, int] = {}
        for word in (os.getenv("BOARD_MEMORY") or "").split():
            address, value = word.split("=")
            self._words[int(address)] = int(value)

    def __getitem__(self, address: int) -> int:
        return self._words.get(address, 0)

    def __setitem__(self, address: int, value: int) -> None:
        self._words[address] = value
        tell(f"memory {address} {value}")


mem32 = _Memory()


def reset() -> None:
    """Start anew, which the test does."""
    sys.exit(RESET_STATUS)
