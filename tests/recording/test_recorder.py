"""The recorder: which readings are kept, and that nothing of it ever touches the game."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from stbpi.box.port import Levels
from stbpi.errors import ScriptError
from stbpi.games.events import Fault, FaultCleared, Refused
from stbpi.games.game import NO_TILES, Tiles
from stbpi.recording import recorder as module
from stbpi.recording.lines import Header
from stbpi.recording.recorder import Recorder
from stbpi.sim.virtual import run
from tests.doubles import PATIENCE_S

UP, DOWN = Levels(down=NO_TILES, roll=False), Levels(down=Tiles(1), roll=False)
HEADER = Header(program="0.1.0", config={}, wall=None, zone=0, left_wall=None, left=())


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the lines behind the first one."""
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def tell(path: Path, story: Callable[[Recorder], Awaitable[None]]) -> None:
    """Record a story in virtual time."""

    async def main() -> None:
        recorder = Recorder(path)
        try:
            recorder.begin(HEADER)
            await story(recorder)
        finally:
            recorder.close()

    run(main())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box.rec"


def test_readings_at_rest_are_left_out(path: Path) -> None:
    async def story(recorder: Recorder) -> None:
        recorder.read(UP, edge=False)
        for _ in range(50):
            await asyncio.sleep(0.1)
            recorder.read(UP, edge=False)

    tell(path, story)

    assert lines_of(path) == [{"t": 0, "raw": 2}]


def test_every_reading_of_a_movement_is_kept_from_its_first_one_on(path: Path) -> None:
    async def story(recorder: Recorder) -> None:
        recorder.read(UP, edge=False)
        for seconds, levels, edge in (
            (0.1, UP, False),
            (0.1, UP, False),
            (0.005, UP, False),
            (0.005, DOWN, True),
            (0.02, DOWN, False),
            (0.1, DOWN, False),
            (0.1, UP, False),
            (0.1, UP, True),
        ):
            await asyncio.sleep(seconds)
            recorder.read(levels, edge=edge)

    tell(path, story)

    assert lines_of(path) == [
        {"t": 0, "raw": 2},
        {"t": 200},
        {"t": 205},
        {"t": 210, "raw": 6, "edge": 1},
        {"t": 230},
        {"t": 430, "raw": 2},
        {"t": 530, "edge": 1},
    ]


def test_throws_and_parts_that_fail_are_kept_in_order(path: Path) -> None:
    async def story(recorder: Recorder) -> None:
        recorder.read(UP, edge=False)
        await asyncio.sleep(0.1)
        recorder.read(UP, edge=False)
        recorder.threw((6, 5))
        recorder.threw(())
        await asyncio.sleep(1)
        recorder.happened(Fault(part="display", what="no answer"))
        recorder.happened(Refused(code="wait", tiles=()))
        recorder.happened(Fault(part="tile_4", what="noisy"))
        recorder.happened(Fault(part="cable", what="unplugged"))
        recorder.happened(Fault(part="disk", what="full"))
        recorder.happened(FaultCleared(part="display", what="no answer"))
        recorder.end()

    tell(path, story)

    assert lines_of(path) == [
        {"t": 0, "raw": 2},
        {"t": 100},
        {"t": 100, "dice": [6, 5]},
        {"t": 1100, "part": "display", "what": "no answer"},
        {"t": 1100, "part": "display", "what": None},
        {"t": 1100, "end": 1},
    ]


def test_a_line_is_on_its_way_at_once(path: Path) -> None:
    async def story(recorder: Recorder) -> None:
        recorder.threw((6, 5))
        latest = time.monotonic() + PATIENCE_S
        while time.monotonic() < latest and len(path.read_text().splitlines()) < 2:
            await asyncio.sleep(0)
        assert path.read_text().endswith('}\n{"t":0.0,"dice":[6,5]}\n')

    tell(path, story)


def test_a_full_disk_ends_it_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    async def story(recorder: Recorder) -> None:
        for _ in range(3):
            recorder.threw((6, 5))

    with caplog.at_level(logging.WARNING):
        tell(Path("/dev/full"), story)

    assert [record.getMessage() for record in caplog.records] == [
        "the recording /dev/full ends: No space left on device; the game goes on"
    ]


def test_a_disk_that_does_not_keep_up_ends_it(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 0)

    async def story(recorder: Recorder) -> None:
        recorder.threw((6, 5))
        recorder.read(UP, edge=True)

    with caplog.at_level(logging.WARNING):
        tell(path, story)

    assert [record.getMessage() for record in caplog.records] == [
        f"the recording {path} ends: the disk does not keep up; the game goes on"
    ]


def test_it_is_never_longer_than_it_may_be(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 200)

    async def story(recorder: Recorder) -> None:
        for _ in range(100):
            recorder.threw((6, 5))

    with caplog.at_level(logging.WARNING):
        tell(path, story)

    assert len(caplog.records) == 1
    assert 200 <= path.stat().st_size < 250


def test_a_file_that_is_there_is_left_alone(path: Path) -> None:
    path.write_text("mine")

    with pytest.raises(ScriptError, match="is there already"):
        Recorder(path)
    assert path.read_text() == "mine"


def test_a_file_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="can't be written: No such file or directory"):
        Recorder(tmp_path / "none" / "box.rec")


def test_a_file_in_which_nothing_stands_is_removed(path: Path) -> None:
    Recorder(path).close()

    assert not path.exists()
