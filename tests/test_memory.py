"""Memory that the program does without."""

from __future__ import annotations

import gc
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from stbpi.memory import give_back, let_go_of_drafts, share_one_heap


@dataclass(frozen=True, slots=True)
class Frozen:
    number: int


@dataclass(slots=True)
class Open:
    number: int


@dataclass(frozen=True)
class Plain:
    number: int


def classes_called(name: str) -> int:
    return sum(
        isinstance(thing, type) and (thing.__module__, thing.__qualname__) == (__name__, name)
        for thing in gc.get_objects()
    )


def test_of_every_class_there_is_one_afterwards() -> None:
    let_go_of_drafts()

    assert [classes_called(name) for name in ("Frozen", "Open", "Plain")] == [1, 1, 1]


def test_classes_do_what_they_did() -> None:
    let_go_of_drafts()
    frozen, open_ = Frozen(1), Open(1)
    open_.number = 2

    for attribute in ("number", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(frozen, attribute, 2)
        with pytest.raises(FrozenInstanceError):
            delattr(frozen, attribute)
    assert (replace(frozen, number=3), open_) == (Frozen(3), Open(2))
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    with pytest.raises(FrozenInstanceError):
        Plain(1).number = 2  # type: ignore[misc]


def test_a_c_library_without_such_things_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())

    share_one_heap()
    give_back()
