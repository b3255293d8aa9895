from __future__ import annotations

import time
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let it be the time of Greenwich here, whatever the computer says."""
    with monkeypatch.context() as context:
        context.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()
