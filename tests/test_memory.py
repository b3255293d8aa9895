"""Memory that the program does without."""

from __future__ import annotations

import gc
from dataclasses import FrozenInstanceError

import pytest

from stbpi.games.events import TileDown
from stbpi.memory import forget_first_classes, give_back, share_one_heap


def test_a_c_library_without_such_things_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())

    share_one_heap()
    give_back()


def test_the_class_that_a_frozen_one_was_made_of_is_forgotten() -> None:
    forget_first_classes()

    named = [it for it in gc.get_objects() if isinstance(it, type) and it.__name__ == "TileDown"]
    assert named == [TileDown]
    with pytest.raises(FrozenInstanceError):
        TileDown(tile=1).tile = 2  # type: ignore[misc]
