"""Whether there is a terminal that a program can draw on."""

from __future__ import annotations

import sys


def is_drawable() -> bool:
    """Say whether keys come from a terminal and pictures go to one; Textual draws on stderr."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)
