"""`stbpi sim --replay` as a person calls it, and `stbpi record` as a process."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from stbpi.cli import Exit, main
from stbpi.games.game import tiles
from stbpi.sim.replay import play_recording
from stbpi.sim.simulation import Simulation
from tests.doubles import PATIENCE_S
from tests.processes import ended, start
from tests.recording.boxes import facts, record
from tests.sim.playing import NINE_TILES, NO_DISPLAY
from tests.test_service import config as config_of

Capture = pytest.CaptureFixture[str]


async def a_throw(box: Simulation) -> None:
    await box.lower(tiles(2))
    await box.press()
    await box.lift(tiles(2))
    await box.press()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of a throw."""
    folder = tmp_path_factory.mktemp("recording")
    record(a_throw, folder / "box.rec", journal=folder / "j.db", config=NINE_TILES)
    return folder / "box.rec"


@pytest.fixture
def file(whole: Path, tmp_path: Path) -> Path:
    """A copy of it that can be damaged."""
    copy = tmp_path / "box.rec"
    copy.write_bytes(whole.read_bytes())
    return copy


def replayed(*arguments: str) -> int:
    return main(["sim", "--replay", *arguments])


def test_the_events_are_printed_as_those_of_a_scenario(file: Path, capsys: Capture) -> None:
    assert replayed(str(file)) == Exit.OK

    said = capsys.readouterr()
    events = [json.loads(line) for line in said.out.splitlines()]
    assert said.err == ""
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert [event["e"] for event in events][-2:] == ["tile_up", "rolled"]
    assert list(events[0])[:6] == ["n", "boot", "match", "t", "wall", "e"]


def test_the_end_that_is_missing_is_told(file: Path, capsys: Capture) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))

    assert replayed(str(file)) == Exit.OK
    said = capsys.readouterr()
    assert said.err == f"stbpi: {file}: the recording breaks off: its end is missing\n"
    assert '"rolled"' in said.out

    file.write_text("".join(lines[:-1]) + lines[-1][:5])
    assert replayed(str(file)) == Exit.OK
    assert f"{file}:{len(lines)}: the last line is cut off" in capsys.readouterr().err


@pytest.mark.parametrize("number", [1, 2, 30])
def test_a_damaged_line_is_told(file: Path, number: int, capsys: Capture) -> None:
    lines = file.read_text().splitlines(keepends=True)
    lines[number - 1] = "\0\0\0\n"
    file.write_text("".join(lines))

    assert replayed(str(file)) == Exit.INPUT
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        f"stbpi: {file}:{number}: this is no line of a recording\n",
    )


def test_a_configuration_that_is_not_known_is_told(file: Path, capsys: Capture) -> None:
    file.write_text(file.read_text().replace('"settle_ms":35', '"settle_ms":-1'))

    assert replayed(str(file)) == Exit.INPUT
    assert f"{file}:1: box.settle_ms: -1; expected" in capsys.readouterr().err


def test_a_play_that_goes_another_way_is_told(file: Path, capsys: Capture) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if '"dice":[' not in line))

    assert replayed(str(file)) == Exit.INPUT
    assert "the recording has no more throws" in capsys.readouterr().err


def test_at_a_speed_it_takes_its_time(file: Path) -> None:
    at_once: list[str] = []
    play_recording(file, tell=at_once.append, warn=print)
    slowly: list[str] = []
    lasts_s = json.loads(file.read_text().splitlines()[-1])["t"] / 1000
    started = time.monotonic()

    play_recording(file, tell=slowly.append, warn=print, speed=4)

    assert time.monotonic() - started >= lasts_s / 4
    assert facts([json.loads(line) for line in slowly]) == facts(
        [json.loads(line) for line in at_once]
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--replay", "x", "--players", "Ann"], "a recording has its own players"),
        (["--replay", "x", "--journal", "y"], "a recording has its own players"),
        (["--replay", "x", "--hours", "2"], "only chaos takes hours"),
        (["--demo", "--speed", "2"], "only a recording has a speed"),
        (["--plain", "--gif", "x.gif"], "only what plays by itself makes a film"),
        (["--chaos", "1", "--gif", "x.gif"], "only what plays by itself makes a film"),
        (["--replay", "none.rec"], "none.rec: can't be read: No such file or directory"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: list[str], says: str, capsys: Capture
) -> None:
    assert main(["sim", *options]) == Exit.INPUT

    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--speed", "0", "--replay", "x"],
        ["--speed", "fast", "--replay", "x"],
        ["--speed", "nan", "--replay", "x"],
        ["--replay", "x", "--demo"],
        ["--plain", "--scenario", "x"],
    ],
)
def test_what_makes_no_sense_is_wrong_input(options: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(["sim", *options])

    assert left.value.code == Exit.INPUT
    assert "error:" in capsys.readouterr().err


# stbpi record


def test_a_box_is_recorded_to_its_end(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "box.rec"
    process = start("record", str(file), "--config", str(config_of(tmp_path)))
    deadline = time.monotonic() + PATIENCE_S
    while not (file.exists() and '"raw"' in file.read_text()):
        assert time.monotonic() < deadline
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)

    status, _ = ended(process)

    assert status == Exit.OK
    first, *_, last = map(json.loads, file.read_text().splitlines())
    assert (first["stbpi"], first["version"], first["left"]) == ("recording", 2, [])
    assert first["config"]["gpio"]["pin_factory"] == "mock"
    assert last["end"] == 1
    assert replayed(str(file)) == Exit.OK
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none/box.rec", "can't be written: No such file or directory"),
        ("stbpi.toml", "is there already"),
        ("", "can't be written: Is a directory"),
    ],
)
def test_without_a_file_to_write_nothing_starts(
    tmp_path: Path, name: str, says: str, capsys: Capture
) -> None:
    config = config_of(tmp_path)

    assert main(["record", str(tmp_path / name), "--config", str(config)]) == Exit.INPUT

    assert says in capsys.readouterr().err
    assert not (tmp_path / "journal.db").exists()


def test_a_box_that_can_not_start_leaves_no_file(tmp_path: Path, capsys: Capture) -> None:
    config = config_of(tmp_path, pins="rpigpio")

    assert main(["record", str(tmp_path / "box.rec"), "--config", str(config)]) in (2, 3)

    assert capsys.readouterr().err != ""
    assert not (tmp_path / "box.rec").exists()


def test_a_box_without_a_display_is_replayed_too(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "box.rec"
    told = record(a_throw, file, journal=tmp_path / "j.db", config=NO_DISPLAY)

    assert replayed(str(file)) == Exit.OK
    assert facts([json.loads(line) for line in capsys.readouterr().out.splitlines()]) == facts(told)
