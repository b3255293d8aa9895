"""Plays the match of `play` on RPi.GPIO, as rpi-lgpio provides it."""

from __future__ import annotations

import os
import sys

from tests.vm.play import main

# rpi-lgpio would ask the machine's device tree.
os.environ["RPI_LGPIO_REVISION"] = "b03114"

if __name__ == "__main__":
    sys.exit(main("rpigpio"))
