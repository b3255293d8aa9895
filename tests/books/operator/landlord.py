"""A landlord at his box: he configures it, lets people play, and calls `stbpi operator`."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stbpi import cli
from stbpi.games.events import Event
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from tests.books.journals import Box, left

Capture = pytest.CaptureFixture[str]


def configure(folder: Path, text: str) -> None:
    """Write the configuration."""
    (folder / "stbpi.toml").write_text(f'[journal]\npath = "{folder}/journal.db"\n{text}')


def journal_of(folder: Path, *events: Event, box: Box | None = None) -> Path:
    """Write the journal of a box on which this has happened."""
    played = [recorded.event for recorded in (box or a_night()).recorded]
    with closing(Journal(folder / "journal.db", synced=False)) as journal:
        journal.record([*played, *events], t=1, wall=None)
        journal.sync()
    return folder / "journal.db"


def a_night() -> Box:
    box = Box()
    box.plays(left(9), left(), names=("Ann", "P2"))
    box.plays(left(1, 2), names=("Ann",), preset="solo")
    return box


def events_of(path: Path) -> list[Event]:
    with closing(open_read_only(path)) as reader:
        return [recorded.event for recorded in reader.events()]


def main(*arguments: object) -> int:
    return cli.main(["operator", *map(str, arguments)])


def told(capsys: Capture, *arguments: object) -> Any:
    assert main(*arguments) == 0
    return json.loads(capsys.readouterr().out)


def settings(capsys: Capture) -> dict[str, tuple[Any, str]]:
    listed = told(capsys, "adjust", "--json")
    assert listed["adjustments"] == 1
    return {it["key"]: (it["value"], it["source"]) for it in listed["settings"]}
