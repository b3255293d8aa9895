"""Looking back in the terminal, while the box plays on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from stbpi.config import Config
from stbpi.games.game import tiles
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_pixels import braille
from stbpi.sim.app_roll import DiceWidget
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.app_slider import SliderWidget
from tests.sim.playing import drawn
from tests.sim.test_app import press, shown, tell, tile, until, view

WIDE = (120, 40)


async def play_a_turn(app: SimulatorApp, pilot: Pilot[None]) -> None:
    """Play so that there are six moments: turn, throw, tiles 4 and 5, covered, throw."""
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).left == 9)
    await press(app, pilot, "4")
    await until(pilot, lambda: view(app).left == 5)
    await press(app, pilot, "5")
    await until(pilot, lambda: view(app).left == 0)
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).committed == tiles(4, 5))
    await until(pilot, lambda: any("rolled        player=Ann dice=6,6" in r for r in shown(app)))
    await app.box.settle()
    oled = app.query_one(OledWidget)
    await until(pilot, lambda: oled.picture == app.box.panel.picture() == drawn(app.box.scene))


def slider(app: SimulatorApp) -> str:
    """Return the line of events, without what only fills it."""
    [row] = [row for row in shown(app) if "●" in row and "─" in row]
    return " ".join(row.split())


def request(app: SimulatorApp) -> str:
    return next(row for row in shown(app) if "Round" in row)


def test_a_key_goes_back_event_by_event_and_every_part_shows_that_moment(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await play_a_turn(app, pilot)
        now = app.query_one(OledWidget).picture
        assert "Looking back" not in request(app)

        await press(app, pilot, "left_square_bracket", "left_square_bracket")
        assert "4/6 tile_down tile=5" in slider(app)
        assert "Looking back, End: now · Ann · Round 1/4" in request(app)
        assert (tile(app, 4).is_down, tile(app, 5).is_down) == (True, True)
        assert app.query_one(DiceWidget).dice == (5, 4)
        complete = app.query_one(OledWidget).picture
        assert complete != now

        await press(app, pilot, "left")
        assert "3/6 tile_down tile=4" in slider(app)
        assert (tile(app, 4).is_down, tile(app, 5).is_down) == (True, False)
        assert app.query_one(OledWidget).picture not in (now, complete)

        await press(app, pilot, "right_square_bracket", "right", "right", "right")
        assert "Looking back" not in request(app)
        assert app.query_one(OledWidget).picture == now

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6), size=WIDE)


def test_a_turn_back_and_now_by_keys(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await play_a_turn(app, pilot)

        await press(app, pilot, "left_curly_bracket")
        assert "1/6 turn_started" in slider(app)
        await press(app, pilot, "right_curly_bracket")
        assert "Looking back" not in request(app)
        await press(app, pilot, "pageup", "escape")
        assert "Looking back" not in request(app)

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6), size=WIDE)


def test_the_number_of_an_event_is_typed(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await play_a_turn(app, pilot)
        first = app.box.disk.recorded[-6].n
        await pilot.press("t")
        assert f"The number of an event, {first} to {first + 5}; Esc leaves" in shown(app)[-1]

        await pilot.press(*str(first + 1), "enter")
        assert "2/6 rolled" in slider(app)

        await pilot.press("t", "x", "enter")
        await until(pilot, lambda: any("That is no number" in row for row in shown(app)))
        assert "2/6" in slider(app)

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6), size=WIDE)


def test_the_mouse_moves_the_line_of_events(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await play_a_turn(app, pilot)

        await pilot.click(SliderWidget, offset=(1, 0))
        assert "1/6 turn_started" in slider(app)
        end = slider(app).rindex("─") + 1
        await pilot.click(SliderWidget, offset=(end, 0))
        assert "Looking back" not in request(app)

        await pilot.mouse_down(SliderWidget, offset=(1, 0))
        await pilot.hover(SliderWidget, offset=(end // 2, 0))
        assert "3/6 tile_down tile=4" in slider(app)
        await pilot.mouse_up(SliderWidget, offset=(end // 2, 0))

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6), size=WIDE)


def test_the_box_plays_on_and_who_plays_looks_at_what_is_now(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await play_a_turn(app, pilot)
        await press(app, pilot, "left_curly_bracket")
        app.box.hand.lower(tiles(9))
        await until(pilot, lambda: view(app).left == 3)
        await until(pilot, lambda: "1/7 turn_started" in slider(app))
        assert not tile(app, 9).is_down

        await press(app, pilot, "3")
        assert "Looking back" not in request(app)
        assert (tile(app, 9).is_down, tile(app, 3).is_down) == (True, True)

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6), size=WIDE)


def test_the_past_of_a_match_that_was_begun_earlier_is_there(tmp_path: Path) -> None:
    async def go_on(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any("resumed" in row for row in shown(app)))
        await press(app, pilot, "left_curly_bracket")
        assert "1/7 turn_started" in slider(app)
        assert not tile(app, 4).is_down

    tell(play_a_turn, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6), size=WIDE)
    tell(go_on, tmp_path / "sim.db", size=WIDE)


def test_without_a_match_there_is_nothing_to_look_back_at(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "left", "pageup", "t", "end")
        await pilot.click(SliderWidget, offset=(1, 0))
        assert not any("Looking back" in row for row in shown(app))

    tell(story, tmp_path / "sim.db", size=WIDE)


def test_a_taller_display_is_shown_whole_while_one_looks_back(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        oled = app.query_one(OledWidget)
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9)
        await app.box.settle()
        await until(pilot, lambda: oled.picture == app.box.panel.picture())

        await press(app, pilot, "left")
        assert "Looking back" in request(app)
        assert len(oled.picture) == len(app.box.panel.picture()) == 128
        rows = [row[2:66] for row in shown(app)]
        assert braille(oled.picture) in [rows[top : top + 32] for top in range(len(rows))]

    tall = replace(Config(), display=replace(Config().display, driver="ssd1327"))
    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4), size=(200, 60), config=tall)
