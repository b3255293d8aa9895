"""Board: the pins of the Pico, as contacts, lamps, a buzzer and a light on the board itself.

Never: knows the protocol or the time. Keep: pins stand in pins.py.
"""

import sys

import pins
from machine import PWM, WDT, Pin, mem32, reset
from neopixel import NeoPixel

CAPABILITIES = ("lamps", "buzzer", "menu", "reference")

WATCHDOG_MS = 2000

# A warm white; twelve of them draw about 0.1 A.
LIT, DARK = (48, 28, 8), (0, 0, 0)

# Two words of the watchdog's that outlive a reset, but not a loss of power: SCRATCH0 and SCRATCH1.
# Boot ROM and SDK keep their own in SCRATCH2 to SCRATCH7.
_SCRATCH = {"pico": 0x4005800C, "pico2": 0x400D800C}
_COUNTING = 0x157B0000
_PROMPT = 0x157B5E91


class Board:
    """Takes possession of all pins.

    Attributes:
        name: `pico` or `pico2`.
        resets: how often it has started anew since it was powered.
    """

    def __init__(self) -> None:
        self.name = "pico2" if "RP2350" in sys.implementation._machine else "pico"
        self._scratch = _SCRATCH[self.name]
        self.resets = self._counted()
        self._contacts = [_contact(pin) for pin in pins.TILES]
        self._contacts += [_contact(pin) for pin in (pins.ROLL, pins.MENU, pins.REFERENCE)]
        self._strip = NeoPixel(Pin(pins.LAMPS, Pin.OUT), len(pins.TILES))
        self._buzzer = PWM(Pin(pins.BUZZER), freq=1000, duty_u16=0)
        self._light = Pin("LED", Pin.OUT)
        self._is_light_on = None
        self.shine(0)

    def read(self) -> int:
        """Return all contacts as the protocol numbers them: a bit is set while one is closed."""
        down, bit = 0, 1
        for contact in self._contacts:
            if not contact.value():
                down |= bit
            bit <<= 1
        return down

    def roll_is_closed(self) -> bool:
        return bool(self.read() >> len(pins.TILES) & 1)

    def started_for_prompt(self) -> bool:
        """Say whether `start_for_prompt` was the reason for this start; only the first time."""
        is_asked = mem32[self._scratch + 4] == _PROMPT
        mem32[self._scratch + 4] = 0
        return is_asked

    def start_for_prompt(self) -> None:
        """Start anew, for the prompt: the watchdog, once it runs, can't be stopped otherwise."""
        mem32[self._scratch + 4] = _PROMPT
        reset()

    def watchdog(self) -> WDT:
        """Start the watchdog."""
        return WDT(timeout=WATCHDOG_MS)

    def shine(self, lamps: int) -> None:
        """Let these lamps shine, and no other; bit 0 is tile 1."""
        for tile in range(len(pins.TILES)):
            self._strip[tile] = LIT if lamps >> tile & 1 else DARK
        self._strip.write()

    def sound(self, hertz: int, share: int) -> None:
        """Sound a tone; 0 is silence.

        Args:
            hertz: how high it is.
            share: for how many thousandths of each wave the buzzer is on.
        """
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(65535 * share // 1000 if hertz else 0)

    def light(self, is_on: bool) -> None:
        """Switch the light of the board itself; on a Pico W it is told over a slow bus."""
        if is_on != self._is_light_on:
            self._is_light_on = is_on
            self._light.value(is_on)

    def _counted(self) -> int:
        noted = mem32[self._scratch]
        resets = (noted & 0xFFFF) + 1 if noted & ~0xFFFF == _COUNTING else 0
        mem32[self._scratch] = _COUNTING | min(resets, 0xFFFF)
        return resets


def _contact(pin: int) -> Pin:
    return Pin(pin, Pin.IN, Pin.PULL_UP)
