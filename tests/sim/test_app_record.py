"""Recording in the terminal: what is played by keys is played again by the scenario."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from stbpi.games.game import Phase, Prompt, all_tiles, members, tiles, without
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.journal.reader import open_read_only
from stbpi.sim.app_keys import TILE_KEYS
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.pace import PacedLoop
from stbpi.sim.scenario import play_file
from tests.sim.test_app import press, shown, tell, until, view

DICE = (6, 5, 5, 4, 3, 6, 2, 2, 1, 1, 6, 4, 5, 3, 4, 4, 6, 6, 3, 2, 1, 5) * 4
HEAD = ("n", "boot", "match", "t", "wall")
WIDE = (120, 40)


async def play_on(app: SimulatorApp, pilot: Pilot[None], until_phase: Phase) -> None:
    """Press the keys that the box asks for, until it comes to a phase."""
    async with asyncio.timeout(60):
        while view(app).phase is not until_phase:
            now = view(app)
            await press(app, pilot, *keys_for(app))
            if now.phase is Phase.TURN_OVER:
                await asyncio.sleep(0.5)
            await app.box.settle()


def keys_for(app: SimulatorApp) -> list[str]:
    now = view(app)
    match now.phase:
        case Phase.RAISE_TILES:
            return ["a"]
        case Phase.COVERING if now.prompt is Prompt.COVER:
            standing = without(all_tiles(now.tiles), now.committed)
            [first, *_] = sum_covers(standing, sum(now.roll), count=now.tiles, most=now.tiles)
            down = app.box.hand.down
            return [TILE_KEYS[tile - 1] for tile in members(without(first, down))][:1]
        case Phase.READY | Phase.COVERING:
            return ["space"]
        case _:
            return []


def facts(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out what was before the match, when something happened, and how contacts bounced."""
    names = [line["e"] for line in lines]
    return [
        {key: value for key, value in line.items() if key not in HEAD}
        for line in lines[names.index("match_started") :]
        if line["e"] != "bounced"
    ]


def in_journal(journal: Path) -> list[dict[str, Any]]:
    with closing(open_read_only(journal)) as reader:
        return facts([json.loads(recorded.line()) for recorded in reader.events()])


def replayed(path: Path) -> list[dict[str, Any]]:
    told: list[str] = []
    play_file(path, tell=told.append)
    return facts([json.loads(line) for line in told])


def only_scenario(folder: Path) -> Path:
    [path] = folder.glob("stbpi-*.stb")
    return path


def test_a_match_that_is_recorded_happens_again(tmp_path: Path) -> None:
    """With a wrong tile, a rule changed and a turn taken back in the middle, and faults."""

    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        loop.pace.factor = 4
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 11)
        await press(app, pilot, "9")
        await until(pilot, lambda: view(app).left == 2)
        await press(app, pilot, "3")
        await until(pilot, lambda: view(app).phase is Phase.WRONG)
        await press(app, pilot, "r", "3")
        await pilot.press("f", *"bounce", "space", *"9", "space", *"20", "enter")
        await pilot.press("e", *"rounds", "equals_sign", "1", "enter")
        await until(pilot, lambda: view(app).rounds == 1)
        await press(app, pilot, "u")
        await until(pilot, lambda: not view(app).roll)
        await pilot.press("f", *"disk", "space", *"full", "enter")
        await press(app, pilot, "a")
        await until(pilot, lambda: view(app).phase is Phase.READY)
        await press(app, pilot, "space")
        await until(pilot, lambda: "disk" in app.box.scene.faults)
        await pilot.press("f", *"disk", "space", *"ok", "enter")
        await until(pilot, lambda: "disk" not in app.box.scene.faults)
        await play_on(app, pilot, Phase.MATCH_OVER)
        loop.pace.factor = 1  # what is said stays for a while
        await press(app, pilot, "r")
        await until(pilot, lambda: any("Written: " in row for row in shown(app)))

    journal = tmp_path / "sim.db"
    tell(story, journal, "Ann", "Bob", numbers=DICE, size=WIDE)

    assert replayed(only_scenario(tmp_path)) == in_journal(journal)


def test_a_second_match_of_the_same_players_is_part_of_the_record(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        loop.pace.factor = 4
        await press(app, pilot, "r")
        await play_on(app, pilot, Phase.MATCH_OVER)
        await press(app, pilot, "space")
        await play_on(app, pilot, Phase.READY)
        await press(app, pilot, "r")
        await until(pilot, lambda: bool(list(tmp_path.glob("*.stb"))))

    journal = tmp_path / "sim.db"
    tell(story, journal, "Ann", "Bob", numbers=DICE, size=WIDE, rules=(("rounds", 1),))

    events = in_journal(journal)
    assert [event["e"] for event in events].count("match_started") == 2
    assert replayed(only_scenario(tmp_path)) == events


def test_in_the_set_up_the_next_match_is_recorded_with_the_tiles_as_they_lie(
    tmp_path: Path,
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "r")
        await until(pilot, lambda: "○ rec" in shown(app)[0])
        await press(app, pilot, "2")
        await until(pilot, lambda: len(view(app).players) == 2)
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).phase is Phase.RAISE_TILES)
        await until(pilot, lambda: "● rec" in shown(app)[0])
        await press(app, pilot, "a")
        await until(pilot, lambda: view(app).phase is Phase.READY)
        await press(app, pilot, "q")
        await until(pilot, lambda: not app.is_running)

    journal = tmp_path / "sim.db"
    tell(story, journal, size=WIDE)

    assert "\nbox tiles=9 down=2\nplayers P1 P2\n" in only_scenario(tmp_path).read_text()
    assert replayed(only_scenario(tmp_path)) == in_journal(journal)


def test_whoever_goes_to_the_set_up_has_recorded_the_match(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        loop.pace.factor = 4
        await press(app, pilot, "r")
        await play_on(app, pilot, Phase.MATCH_OVER)
        await press(app, pilot, "h")
        await until(pilot, lambda: view(app).phase is Phase.SETUP)
        await until(pilot, lambda: bool(list(tmp_path.glob("*.stb"))))
        assert "rec" not in shown(app)[0]
        await press(app, pilot, "r")
        await until(pilot, lambda: "○ rec" in shown(app)[0])
        await press(app, pilot, "r")
        await until(pilot, lambda: any("Nothing was recorded" in row for row in shown(app)))

    tell(story, tmp_path / "sim.db", "Ann", numbers=DICE, size=WIDE, rules=(("rounds", 1),))

    assert "match_ended" in [event["e"] for event in replayed(only_scenario(tmp_path))]


def test_a_match_that_was_under_way_before_is_not_recorded_but_the_next_one(
    tmp_path: Path,
) -> None:
    async def begin(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.pause()

    async def go_on(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "r")
        await until(pilot, lambda: any("next match that starts" in row for row in shown(app)))
        assert "○ rec" in shown(app)[0]

    tell(begin, tmp_path / "sim.db", "Ann")
    tell(go_on, tmp_path / "sim.db", "Ann", size=WIDE)

    assert list(tmp_path.glob("*.stb")) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        app._folder = tmp_path / "missing"
        await press(app, pilot, "r", "r")
        await until(pilot, lambda: any("It can't be written: No such" in row for row in shown(app)))

    tell(story, tmp_path / "sim.db", "Ann", size=WIDE)


def test_the_power_cut_of_a_record_loses_what_was_not_on_the_disk(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "r", "space")
        await until(pilot, lambda: view(app).left == 11)
        before = app.box.daemon
        await pilot.press("f", *"power", "space", *"cut", "enter")
        await until(pilot, lambda: app.box.daemon is not before)
        await until(pilot, lambda: app.box.daemon.table.scene is not None)
        await press(app, pilot, "5", "6")
        await until(pilot, lambda: view(app).left == 0)
        assert view(app).standing == without(all_tiles(9), tiles(5, 6))
        await press(app, pilot, "r")
        await until(pilot, lambda: bool(list(tmp_path.glob("*.stb"))))

    tell(story, tmp_path / "sim.db", "Ann", numbers=DICE, size=WIDE)

    assert "\npower cut\n" in only_scenario(tmp_path).read_text()
    names = [event["e"] for event in replayed(only_scenario(tmp_path))]
    assert names[-4:] == ["rolled", "resumed", "tile_down", "tile_down"]
