"""Plays the match of `play` on lgpio."""

from __future__ import annotations

import sys

from tests.vm.play import main

if __name__ == "__main__":
    sys.exit(main("lgpio"))
