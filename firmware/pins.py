"""Pins: what is wired to which GPIO of a Raspberry Pi Pico; all kinds of Pico have the same header.

Every contact lies between its pin and ground, with the chip's pull-up: closed is low. Never use
pull-downs here: with the first Pico 2 (RP2350, erratum E9) a pin that is pulled down may stay high.

Twelve lamps of their own would need twelve more pins than are left, so the lamps are a strip of
WS2812 LEDs ("NeoPixel"): one data pin, MicroPython drives it, and makers know it. Pixel 1 is the
lamp of tile 1.

Never: imports anything. Keep: hardware/ describes the same pins.
"""

TILES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""Tile 1 to tile 12, side by side on the header: GP2 is pin 4, GP13 is pin 17."""

ROLL = 14
MENU = 15
REFERENCE = 18
"""Tied to ground at the far end of the tiles' cable: open means that the cable is off."""

LAMPS = 16
BUZZER = 17
