"""Tests speak English, whatever the machine that runs them speaks."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from stbpi import language

os.environ["LANGUAGE"] = language.SOURCE


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Forget the language that a program has chosen."""
    yield
    language.use(language.SOURCE)
