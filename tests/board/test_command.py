"""`stbpi board` as people start it."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path

import pytest

from stbpi.cli import main
from tests.books.journals import Box, left
from tests.history.stores import collected, journal

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    box = Box()
    box.plays(left(3), names=("Ann",))
    return journal(tmp_path / "bar.db", box.recorded)


def refused(capsys: Capture, *arguments: object) -> str:
    assert main(["board", *map(str, arguments)]) == 2
    out, said = capsys.readouterr()
    assert out == ""
    return said


def test_a_journal_that_is_not_there_is_refused(tmp_path: Path, capsys: Capture) -> None:
    said = refused(capsys, "--journal", tmp_path / "none.db")

    assert said == (
        f"stbpi: there is no journal at {tmp_path / 'none.db'}\n"
        "Name the journal of a box, or the database of stbpi collect.\n"
    )


def test_the_other_kind_is_refused(stored: Path, tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    box.plays(left(3), names=("Ann",))
    collection = collected(tmp_path / "c.db", {"bar": box.recorded})

    assert refused(capsys, "--db", stored) == (
        f"stbpi: {stored} is the journal of a box\nName it with --journal.\n"
    )
    assert refused(capsys, "--journal", collection) == (
        f"stbpi: {collection} is the database of stbpi collect\nName it with --db.\n"
    )


def test_something_else_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "text.db"
    path.write_text("nothing that we know" * 100)

    assert str(path) in refused(capsys, "--journal", path)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "x" * 300])
def test_an_address_that_is_not_ours_is_refused(host: str, stored: Path, capsys: Capture) -> None:
    said = refused(capsys, "--journal", stored, "--host", host)

    assert said.startswith(f"stbpi: the board can't listen at {host}:8137: ")
    assert said.endswith("Name another address (--host, --port).\n")


def test_a_port_that_is_taken_is_refused(stored: Path, capsys: Capture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(capsys, "--journal", stored, "--port", port)

    assert f"the board can't listen at 127.0.0.1:{port}: " in said


@pytest.mark.parametrize("port", ["65536", "-1", "http", "²"])
def test_what_is_no_port_is_refused(port: str, stored: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["board", "--journal", str(stored), f"--port={port}"])

    assert ended.value.code == 2
    assert "expected the number of a port, at most 65535" in capsys.readouterr().err


def test_without_its_libraries_it_says_what_to_install(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "uvicorn" else found(name)
    )

    assert refused(capsys, "--journal", stored) == (
        "stbpi: the board needs Starlette and uvicorn: pip install 'stbpi[web]'\n"
    )
