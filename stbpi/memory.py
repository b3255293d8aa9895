"""Memory that the program does without: copies that Python keeps, and heaps for threads.

Never: changes what the program does. Keep: where Python or the C library has no such thing,
nothing is done.
"""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from types import CellType, GetSetDescriptorType

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


def let_go_of_drafts() -> None:
    """Let go of the classes that dataclasses with slots were made from, 2 kB each.

    `@dataclass(slots=True)` makes a class anew, but what it takes over of the first one keeps that
    alive: a descriptor for weak references, which has no use in the new class, and the methods of
    a frozen class, which refuse to change what is of the class that they know.
    """
    for thing in gc.get_objects():
        if isinstance(thing, type) and "__dataclass_fields__" in vars(thing):
            _forget_draft(thing)
    gc.collect()


def _forget_draft(cls: type) -> None:
    weak = vars(cls).get("__weakref__")
    if isinstance(weak, GetSetDescriptorType) and weak.__objclass__ is not cls:
        del cls.__weakref__  # type: ignore[attr-defined]
    for name in ("__setattr__", "__delattr__"):
        cells: tuple[CellType, ...] = getattr(vars(cls).get(name), "__closure__", None) or ()
        for cell in cells:
            if _is_draft(cell.cell_contents, cls):
                cell.cell_contents = cls


def _is_draft(thing: object, cls: type) -> bool:
    """Say whether something is the class that another one was made from."""
    return (
        isinstance(thing, type)
        and thing is not cls
        and "__slots__" in vars(cls)
        and "__slots__" not in vars(thing)
        and (thing.__module__, thing.__qualname__) == (cls.__module__, cls.__qualname__)
    )
