"""What is on every pin of the two boards, as their makers say."""

from __future__ import annotations

PI: tuple[str, ...] = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""Pins 1 to 40 of the header; odd ones in the inner row, even ones along the edge."""

PICO: tuple[str, ...] = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
"""Pins 1 to 40 of Pico, Pico 2 and their W and H variants; 1 to 20 left, 40 to 21 right, USB up."""

PI_RESERVED = {
    0: "HAT identity",
    1: "HAT identity",
    2: "I2C",
    3: "I2C",
    14: "serial log",
    15: "serial log",
}
"""Lines (BCM) that a switch or a buzzer can't have, and who has them."""

PI_LEFT_ALONE = {4: "1-Wire", 7: "SPI", 8: "SPI", 9: "SPI", 10: "SPI", 11: "SPI"}
"""Lines (BCM) that the map leaves to others."""
