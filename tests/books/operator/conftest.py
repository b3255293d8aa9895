"""Every test of `stbpi operator` has a landlord who speaks English and a box that is his own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.books.operator.landlord import configure


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("STBPI_CONFIG", str(tmp_path / "stbpi.toml"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    configure(tmp_path, "")
