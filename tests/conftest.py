"""Tests speak English and take their time, whatever machine runs them.

`HYPOTHESIS_PROFILE=thorough` tries many more examples where a test does not say how many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from stbpi import language

os.environ["LANGUAGE"] = language.SOURCE
settings.register_profile("patient", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "patient"))


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Forget the language that a program has chosen."""
    yield
    language.use(language.SOURCE)
