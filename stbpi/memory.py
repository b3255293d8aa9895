"""Memory that the program does without: heaps for threads, what the start alone has needed.

Never: changes what the program does. Keep: where the C library has no such thing, nothing is done.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress
from types import FunctionType

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


def forget_first_classes() -> None:
    """Let go of the classes that frozen dataclasses with slots were made of.

    `dataclass` gives slots to a second class, and keeps the first one by `__setattr__` and
    `__delattr__`, which go on asking whether they are of that one.
    """
    modules = [module for name, module in sys.modules.items() if name.startswith("stbpi.")]
    for module in modules:
        for made in tuple(vars(module).values()):
            if isinstance(made, type) and "__dataclass_params__" in vars(made):
                _forget_first(made)
    gc.collect()


def _forget_first(made: type) -> None:
    for name in ("__setattr__", "__delattr__"):
        method = vars(made).get(name)
        if isinstance(method, FunctionType):
            cells = zip(method.__code__.co_freevars, method.__closure__ or (), strict=True)
            for variable, cell in cells:
                if variable == "cls":
                    cell.cell_contents = made
