"""Memory that the program does without: heaps for threads, and what only the start has needed.

Never: changes what the program does. Keep: where the C library has no such thing, nothing is done.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

ARENA_MAX = -8  # M_ARENA_MAX of glibc's malloc.h


def share_one_heap() -> None:
    """Let all threads take memory from one heap; by default the C library gives each its own.

    It has to be called before there are threads. They seldom run at once in Python.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(ARENA_MAX, 1)


def give_back() -> None:
    """Give memory that is not used any more back to the system."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
