"""Tests speak English and take their time, whatever machine runs them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from stbpi import language

os.environ["LANGUAGE"] = language.SOURCE
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Forget the language that a program has chosen."""
    yield
    language.use(language.SOURCE)
