"""Letting things go wrong in the terminal, by the verbs of a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from stbpi.games.game import all_tiles, tiles, without
from stbpi.language import LANGUAGES, speaking
from stbpi.sim import faults
from stbpi.sim.app_palette import LINE_WIDTH, WIDTH
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.fault_words import described
from stbpi.sim.fault_words import offered as offers
from tests.sim.test_app import names_of, press, shown, tell, until, view

WIDE = (120, 40)


async def typed(app: SimulatorApp, pilot: Pilot[None], line: str) -> None:
    keys = [{" ": "space", "-": "minus"}.get(letter, letter) for letter in line]
    await pilot.press("f", *keys, "enter")


def test_a_stuck_contact_keeps_its_tile_and_is_told_until_it_is_put_right(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await typed(app, pilot, "stick 4")
        await until(pilot, lambda: "stick 4" in shown(app)[0])
        await press(app, pilot, "4", "5")
        await until(pilot, lambda: view(app).standing == without(all_tiles(9), tiles(5)))

        await typed(app, pilot, "unstick 4")
        await until(pilot, lambda: view(app).standing == without(all_tiles(9), tiles(4, 5)))

        assert "stick" not in shown(app)[0]

    tell(story, tmp_path / "sim.db", "Ann", size=WIDE)


def test_a_cut_of_the_power_starts_the_program_again(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).roll == (5, 4))
        before = app.box.daemon

        await typed(app, pilot, "power cut")
        await until(pilot, lambda: app.box.daemon is not before)
        await until(pilot, lambda: app.box.daemon.table.scene is not None)

        assert view(app).roll == (5, 4)
        assert app.is_running

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4), size=WIDE)
    assert "resumed" in names_of(tmp_path / "sim.db")


def test_a_full_disk_is_told_and_ends(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await typed(app, pilot, "disk full")
        await press(app, pilot, "space")
        await until(pilot, lambda: app.box.scene.faults == ("disk",))

        assert "disk full" in shown(app)[0]
        await typed(app, pilot, "disk ok")
        await until(pilot, lambda: "disk full" not in shown(app)[0])

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4), size=WIDE)
    assert "rolled" in names_of(tmp_path / "sim.db")


def test_a_display_that_is_unplugged_shows_nothing(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await typed(app, pilot, "oled off")
        await until(pilot, lambda: "oled off" in shown(app)[0])

        assert not app.box.panel.on

    tell(story, tmp_path / "sim.db", "Ann", size=WIDE)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("noise 4", "noise: expected a tile or roll, and hertz"),
        ("stick 12", "this box has tiles 1 to 9"),
        ("hold 2", "one thing that goes wrong is expected"),
        ("bonce 4 30", "unknown verb 'bonce'"),
    ],
)
def test_what_is_no_fault_is_refused_with_the_reason(tmp_path: Path, line: str, why: str) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await typed(app, pilot, line)
        await until(pilot, lambda: any(why in row for row in shown(app)))

        assert view(app).standing == all_tiles(9)

    tell(story, tmp_path / "sim.db", "Ann", size=WIDE)


def test_the_clock_jumps_and_stays_so_after_a_cut_of_the_power(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        before = app.box.disk.recorded[-1].wall
        await typed(app, pilot, "clock 900000000")
        await typed(app, pilot, "power cut")
        await until(pilot, lambda: app.box.disk.recorded[-1].event.e == "resumed")

        after = app.box.disk.recorded[-1].wall
        assert before is not None
        assert after is not None
        assert after - before >= 900_000_000

    tell(story, tmp_path / "sim.db", "Ann", size=WIDE)


def test_escape_leaves_the_line(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("f", *"stick", "escape")
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).standing != all_tiles(9))

    tell(story, tmp_path / "sim.db", "Ann", size=WIDE)


def offered(app: SimulatorApp) -> list[str]:
    """Return the lines that the palette offers."""
    options = app.screen.query_one(OptionList)
    return [str(options.get_option_at_index(at).id) for at in range(options.option_count)]


def test_a_fault_is_chosen_by_arrows_and_undone_by_the_first_line(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("f", "right", "right", "right", "down", "down")
        assert any("Tile 4 is stuck: its switch stays as it is" in row for row in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: "stick 4" in shown(app)[0])

        await pilot.press("f")
        assert offered(app)[0] == "unstick 4"
        assert any("✓ Tile 4 is not stuck any more" in row for row in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: "stick 4" not in shown(app)[0])

    tell(story, tmp_path / "sim.db", "Ann")


def test_the_tiles_of_the_palette_go_round(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("f", "left")
        assert offered(app)[0] == "bounce 9 30"
        await pilot.press("right")
        assert offered(app)[0] == "bounce 1 30"

    tell(story, tmp_path / "sim.db", "Ann")


def test_a_fault_is_searched_for_and_clicked(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("f", *"q", "backspace", *"display")
        assert offered(app) == ["oled off"]
        await pilot.click(OptionList)
        await until(pilot, lambda: not app.box.panel.is_plugged_in)

    tell(story, tmp_path / "sim.db", "Ann")


def test_a_line_that_is_typed_counts_though_the_list_has_a_like_one(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await typed(app, pilot, "bounce 1 3")
        await until(pilot, lambda: "bounce 1 3 ·" in shown(app)[0])

    tell(story, tmp_path / "sim.db", "Ann")


def test_without_the_cable_all_tiles_seem_to_stand(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).standing != all_tiles(9))
        await typed(app, pilot, "cable off")
        await until(pilot, lambda: view(app).standing == all_tiles(9))
        await typed(app, pilot, "cable on")
        await until(pilot, lambda: view(app).standing == without(all_tiles(9), tiles(4)))

    tell(story, tmp_path / "sim.db", "Ann")


@pytest.mark.parametrize("line", offers(4))
def test_everything_that_is_offered_can_happen_and_is_described(line: str) -> None:
    action = faults.read(line, tile_count=9)

    assert len(described(action)) < WIDTH - LINE_WIDTH
    assert len(line) <= LINE_WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_and_what_undoes_them_are_described_differently(language: str) -> None:
    undoing = ("bounce 4 0", "noise 4 0", "unstick 4", "bounce roll 0", "noise roll 0")
    more = ("unstick roll", "cable on", "oled on", "disk ok", "clock 5", "clock -5")
    with speaking(language):
        said = [
            described(faults.read(line, tile_count=9)) for line in (*offers(4), *undoing, *more)
        ]

    assert len(set(said)) == len(said)
