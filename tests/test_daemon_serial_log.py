"""The serial log in the daemon: everything comes out of it, and nothing depends on it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.build import serial_line
from stbpi.config import BoxSection, SerialSection
from stbpi.games.events import Fault, FaultCleared, MatchEnded, SettingChanged
from stbpi.games.game import Tiles, tiles
from stbpi.journal import writer
from stbpi.sim.serial_line import SerialLine
from stbpi.sim.simulation import Simulation
from tests.sim.playing import NINE_TILES, facts, on_box, play_a_match, recorded

PARTS_OF_IT = [
    "stbpi.daemon.sender_of",
    "stbpi.serial_log.sender.Sender.take",
    "stbpi.serial_log.sender.Sender.run",
    "stbpi.serial_log.sender.Sender._next",
    "stbpi.sim.serial_line.SerialLine.close",
    "stbpi.sim.serial_line.SerialLine.open",
]


def received(line: SerialLine) -> list[tuple[object, ...]]:
    """Return what the receiver has, as `written` does."""
    return [
        (one.n, one.boot, one.match, one.t, one.wall, one.e, json.loads(one.body))
        for one in line.receiver.events
    ]


def written(journal: Path) -> list[tuple[object, ...]]:
    """Return what the journal has, as anybody may see it."""
    lines = [json.loads(one.public().line()) for one in recorded(journal)]
    head = ("n", "boot", "match", "t", "wall", "e")
    return [
        (*(line[key] for key in head), {k: v for k, v in line.items() if k not in head})
        for line in lines
    ]


def test_without_a_port_nothing_of_it_is_loaded() -> None:
    program = (
        "from stbpi import daemon; from stbpi.build import serial_line; "
        "from stbpi.config import Config; import sys; "
        "line = serial_line(Config().serial); "
        "print(line, [name for name in sys.modules if 'serial' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert (done.returncode, done.stdout, done.stderr) == (0, "None []\n", "")


def test_the_configured_port_is_not_opened_before_it_is_used() -> None:
    assert serial_line(SerialSection(port="/dev/there/is/none")) is not None


def test_everything_that_is_recorded_comes_out(tmp_path: Path) -> None:
    async def story(box: Simulation) -> SerialLine:
        await play_a_match(box)
        return box.line

    line = on_box(story, tmp_path / "sim.db")

    assert received(line) == written(tmp_path / "sim.db")
    assert len(received(line)) > 50


def test_what_comes_to_the_disk_at_the_very_end_comes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LAZY_S", 60.0)

    async def story(box: Simulation) -> tuple[SerialLine, int]:
        await play_a_match(box)
        await asyncio.sleep(10)
        box.hand.move(Tiles(box.hand.down ^ tiles(1)))
        await asyncio.sleep(0.2)
        return box.line, len(box.line.receiver.events)

    line, before = on_box(story, tmp_path / "sim.db")

    assert {one.e for one in line.receiver.events[before:]} & {"tile_down", "tile_up"}
    assert received(line) == written(tmp_path / "sim.db")


def test_over_power_cuts_and_pulled_cables_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    async def story(box: Simulation) -> SerialLine:
        for number in range(6):
            await play_a_match(box)
            if number % 2:
                await box.cut_power()
            box.line.pull()
            await asyncio.sleep(number)
            box.line.plug_in()
        await asyncio.sleep(60)
        return box.line

    line = on_box(story, tmp_path / "sim.db")

    assert line.receiver.wrong is None
    assert received(line) == written(tmp_path / "sim.db")


def test_a_cable_that_is_off_is_a_fault_and_the_match_goes_on(tmp_path: Path) -> None:
    async def story(box: Simulation) -> None:
        box.line.pull()
        await play_a_match(box)
        assert box.scene.faults == ("serial",)
        box.line.plug_in()
        await asyncio.sleep(60)
        assert "serial" not in box.scene.faults

    on_box(story, tmp_path / "sim.db")
    told = facts(tmp_path / "sim.db")

    assert Fault(part="serial", what="the serial port has gone") in told
    assert FaultCleared(part="serial", what="the serial port has gone") in told
    assert any(isinstance(event, MatchEnded) for event in told)


def test_the_box_is_called_as_it_is_configured(tmp_path: Path) -> None:
    told: list[bytes] = []

    async def story(box: Simulation) -> None:
        hear = box.line.receiver.hear
        box.line.receiver.hear = lambda data: (told.append(data), hear(data))[1]  # type: ignore
        await box.cut_power()
        await asyncio.sleep(1)

    config = replace(NINE_TILES, box=replace(BoxSection(), name="pub 7"))
    on_box(story, tmp_path / "sim.db", config=config)
    hello = json.loads(told[0])

    assert (hello["e"], hello["box"], hello["tiles"]) == ("hello", "pub 7", 9)
    assert hello["boot"] == 1


@pytest.mark.parametrize("part", PARTS_OF_IT)
def test_a_match_is_played_to_its_end_although_the_serial_log_has_bugs(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(part, fail)
    on_box(play_a_match, tmp_path / "sim.db")

    assert isinstance(facts(tmp_path / "sim.db")[-1], MatchEnded)
    assert {record.getMessage() for record in caplog.records if record.exc_info} == {
        "the game goes on without the serial log"
    }


def test_the_landlords_key_stays_on_the_box(tmp_path: Path) -> None:
    from stbpi.games.events import SECRET

    async def story(box: Simulation) -> SerialLine:
        writing = [SettingChanged(key=SECRET, value="1,2,3")]
        await box.daemon.writer.write(writing, may_wait=False)
        await asyncio.sleep(5)
        return box.line

    line = on_box(story, tmp_path / "sim.db")

    assert line.receiver.events[-1].e == "setting_changed"
    assert "1,2,3" not in line.receiver.events[-1].body
