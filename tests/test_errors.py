"""The tree of errors is drawn in the header of its module; drawing and classes agree."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from stbpi import errors
from stbpi.errors import ConfigError, JournalError, RulesError, ScriptError, StbError

COMMON = ("what", "do")


def drawn(drawing: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Read the drawing: (parent, class, its own fields) of each line, from the top."""
    path: list[str] = []
    tree = []
    for line in drawing.splitlines():
        if found := re.fullmatch(r" {4}((?:│  |   )*(?:[├└]─ )?)(\w+) {2,}(.+)", line):
            branch, name, listed = found.groups()
            depth = len(branch) // 3
            path = [*path[:depth], name]
            own = () if listed == "-" else tuple(listed.split(", "))
            tree.append((path[depth - 1] if depth else "", name, own))
    return tree


def built(parent: type[Exception], kind: type[Exception]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Walk the classes: (parent, class, its own fields), in the order of their definition."""
    known = COMMON if kind is not StbError else ()
    own = tuple(p for p in inspect.signature(kind).parameters if p not in known)
    above = "" if kind is StbError else parent.__name__
    children = [
        line
        for child in kind.__subclasses__()
        if child.__module__ == errors.__name__
        for line in built(kind, child)
    ]
    return [(above, kind.__name__, own), *children]


def test_the_drawing_shows_every_error_with_its_fields() -> None:
    assert drawn(errors.__doc__ or "") == built(Exception, StbError)


def test_a_drawing_is_read_with_its_depths() -> None:
    drawing = """
    Root          what, do
    ├─ Branch     pin
    │  └─ Leaf    -
    └─ Other      key, found
"""

    assert drawn(drawing) == [
        ("", "Root", ("what", "do")),
        ("Root", "Branch", ("pin",)),
        ("Branch", "Leaf", ()),
        ("Root", "Other", ("key", "found")),
    ]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StbError("The lid is shut."), "The lid is shut."),
        (StbError("The lid is shut.", "Open it."), "The lid is shut.\nOpen it."),
        (
            ConfigError("box.nme", found="unknown key", expected="one of name", nearest="box.name"),
            "box.nme: unknown key; expected one of name\nDid you mean box.name?",
        ),
        (
            ConfigError("", found="can't be read", expected="a TOML file", source="/x.toml"),
            "/x.toml: can't be read; expected a TOML file",
        ),
        (RulesError("dice", found=5, expected="1 to 4"), "rule dice = 5: expected 1 to 4"),
        (ScriptError("unknown verb", path="a.stb", line=3), "a.stb:3: unknown verb"),
    ],
)
def test_an_error_says_what_is_wrong_and_then_what_to_do(error: StbError, said: str) -> None:
    assert str(error) == said


def test_an_error_keeps_its_fields() -> None:
    error = JournalError("it is full", "Make room.", path=Path("/x.db"))

    assert (error.what, error.do, error.path) == ("it is full", "Make room.", Path("/x.db"))
