"""Stands in place of MicroPython's `neopixel`: a strip of lamps that a test looks at."""

from machine import Pin, tell  # type: ignore[import-not-found] # the other one in this folder


class NeoPixel:
    def __init__(self, pin: Pin, count: int) -> None:
        self._colours = [(0, 0, 0)] * count
        self._told = 0

    def __setitem__(self, pixel: int, colour: tuple[int, int, int]) -> None:
        self._colours[pixel] = colour

    def write(self) -> None:
        shining = sum(1 << pixel for pixel, colour in enumerate(self._colours) if any(colour))
        if shining != self._told:
            self._told = shining
            tell(f"lamps {shining}")
