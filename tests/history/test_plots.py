"""Statistics as a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from stbpi.cli import main
from tests.books.journals import Box, left
from tests.history.stores import evening, journal
from tests.processes import environ

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    return journal(tmp_path / "anchor.db", evening().recorded)


def drawn(stored: Path, folder: Path) -> tuple[bytes, bytes]:
    """Draw in a process of its own, as each picture is."""
    folder.mkdir()
    png, svg = folder / "x.png", folder / "x.svg"
    subprocess.run(
        [sys.executable, "-m", "stbpi", "stats", str(stored), "--png", png, "--svg", svg],
        env={**environ({}), "TZ": os.environ["TZ"]},
        cwd="/",
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return png.read_bytes(), svg.read_bytes()


def test_the_same_figures_make_the_same_bytes(stored: Path, tmp_path: Path) -> None:
    first, second = drawn(stored, tmp_path / "1"), drawn(stored, tmp_path / "2")

    assert first == second
    with Image.open(tmp_path / "1" / "x.png") as picture:
        assert picture.size == (1440, 900)
    assert first[1].startswith(b"<?xml")


def test_a_few_evenings_are_days_without_hours(stored: Path, tmp_path: Path) -> None:
    _png, svg = drawn(stored, tmp_path / "1")

    assert b"<!-- Jan -->" in svg or b"<!-- 05 -->" in svg
    assert b"12:00" not in svg


def test_evenings_that_are_not_known_are_said(tmp_path: Path, capsys: Capture) -> None:
    box = Box(wall=None)
    box.plays(left(9))
    source, picture = journal(tmp_path / "j.db", box.recorded), tmp_path / "x.svg"

    assert main(["stats", str(source), "--svg", str(picture)]) == 0
    assert "no evening is known" in picture.read_text()
    assert capsys.readouterr().err == ""


def test_nothing_at_all_can_be_drawn(tmp_path: Path) -> None:
    source = journal(tmp_path / "j.db", Box().recorded)

    assert main(["stats", str(source), "--png", str(tmp_path / "x.png")]) == 0
    assert (tmp_path / "x.png").exists()


def test_without_matplotlib_that_is_said(
    stored: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    assert main(["stats", str(stored), "--png", str(tmp_path / "x.png")]) == 2
    assert "pip install 'stbpi[plots]'" in capsys.readouterr().err


def test_a_picture_that_can_not_be_written_is_one_clear_message(
    stored: Path, capsys: Capture
) -> None:
    assert main(["stats", str(stored), "--png", "/nowhere/x.png"]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_statistics_without_a_picture_need_no_matplotlib(stored: Path) -> None:
    program = (
        "import sys; from stbpi.cli import main; "
        f"main(['stats', {str(stored)!r}, '--json']); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environ({}),
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "False"
