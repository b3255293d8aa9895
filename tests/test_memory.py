"""Memory that the program does without."""

from __future__ import annotations

import inspect
import sys
from dataclasses import FrozenInstanceError, dataclass
from types import ModuleType

import pytest

from stbpi.memory import forget_first_classes, give_back, share_one_heap


def test_a_c_library_without_such_things_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())

    share_one_heap()
    give_back()


def first_class(made: type) -> object:
    """Return what `__setattr__` of a frozen dataclass takes for its class."""
    method = vars(made)["__setattr__"]
    return inspect.getclosurevars(method).nonlocals.get("cls", made)


def test_a_frozen_class_keeps_none_but_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @dataclass(frozen=True, slots=True)
    class Made:
        tile: int

    module = ModuleType("stbpi.made_up")
    module.__dict__["Made"] = Made
    monkeypatch.setitem(sys.modules, module.__name__, module)
    forget_first_classes()

    assert first_class(Made) is Made
    with pytest.raises(FrozenInstanceError):
        Made(tile=1).tile = 2  # type: ignore[misc]
