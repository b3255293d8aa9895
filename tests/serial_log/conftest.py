"""A line for the tests of the serial log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serial_log.lines_of import Cable


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "log")
    yield cable
    cable.close()
