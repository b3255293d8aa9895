"""Every row of the field notes has a test that names it, and every named row exists."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
NOTES = tomllib.loads((TESTS / "data" / "field_notes.toml").read_text())


def rows() -> dict[str, str]:
    return {row: text for notes in NOTES.values() for row, text in notes.items()}


def named(source: str) -> Iterator[str]:
    """Find the rows that the tests of a file name, all of them or one of their cases."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="field")):
                yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))


def test_every_row_has_a_test_that_names_it() -> None:
    answered = {row for path in TESTS.rglob("test_*.py") for row in named(path.read_text())}

    assert set(rows()) - answered == set()
    assert answered - set(rows()) == set()


def test_no_row_is_told_twice() -> None:
    told = [row for notes in NOTES.values() for row in notes]

    assert len(told) == len(set(told))
    assert all(text.endswith(".") for text in rows().values())


def test_a_mark_on_a_test_is_found_and_nothing_else() -> None:
    source = """
import pytest

@pytest.mark.field("A1")
@pytest.mark.field("A2", "B9")
def test_something(): ...

@pytest.mark.parametrize("case", [pytest.param(1, marks=pytest.mark.field("A3"))])
def test_cases(case): ...

field("A4")
"""
    assert sorted(named(source)) == ["A1", "A2", "A3", "B9"]
