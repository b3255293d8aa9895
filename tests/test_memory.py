"""Memory that the program does without."""

from __future__ import annotations

import pytest

from stbpi.memory import give_back, share_one_heap


def test_a_c_library_without_such_things_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())

    share_one_heap()
    give_back()
