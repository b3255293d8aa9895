"""The help, the pictures, the pace and the life without colours of the terminal app."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PIL import Image
from rich.style import Style
from textual.pilot import Pilot

from stbpi.games.game import Phase, all_tiles
from stbpi.language import LANGUAGES, speaking
from stbpi.sim.app_help import HelpScreen, help_text
from stbpi.sim.app_keys import GROUPS, bindings
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_palette import FaultPalette
from stbpi.sim.app_roll import RollButton
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.pace import PacedLoop
from tests.sim.test_app import press, shown, tell, tile, until, view

WIDE = (120, 40)


@pytest.mark.parametrize("key", ["question_mark", "x", "space", "escape"])
def test_help_names_every_key_and_any_key_closes_it(tmp_path: Path, key: str) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "question_mark")
        rows = shown(app)
        for group in GROUPS:
            assert any(str(group.title) in row for row in rows)
            for one in group.keys:
                assert any(f"{one.shown}  {one.does}" in row for row in rows), one

        await press(app, pilot, key)
        assert not any("Any key closes this" in row for row in shown(app))
        assert view(app).standing == all_tiles(9)
        assert not view(app).roll

    tell(story, tmp_path / "sim.db", "Ann")


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_small_terminal_in_every_language(language: str) -> None:
    with speaking(language):
        rows = help_text().plain.splitlines()

    assert len(rows) <= 24
    assert max(map(len, rows)) <= 76


def test_no_key_is_bound_twice() -> None:
    keys = [key for binding in bindings() for key in binding.key.split(",")]

    assert len(set(keys)) == len(keys)


def test_s_takes_pictures_of_terminal_and_display(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any(map(any, app.query_one(OledWidget).picture)))
        await press(app, pilot, "s", "s")
        await until(pilot, lambda: len(list(tmp_path.glob("stbpi-*"))) == 4)
        await until(pilot, lambda: len(app.said_at_last) == 2)

        assert all(str(path) in " ".join(app.said_at_last) for path in tmp_path.glob("stbpi-*"))
        lit = sum(map(sum, app.query_one(OledWidget).picture))
        for path in tmp_path.glob("stbpi-*-oled*.png"):
            with Image.open(path) as picture:
                assert picture.size == (512, 256)
                assert picture.histogram()[-1] == lit * 16

    tell(story, tmp_path / "sim.db", "Ann")

    svgs = [path.read_text(encoding="utf-8") for path in tmp_path.glob("stbpi-*.svg")]
    assert len(svgs) == 2
    assert all(">Ann<" in svg and "url(http" not in svg for svg in svgs)


def test_the_pace_is_changed_and_shown(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        await press(app, pilot, "greater_than_sign", "full_stop")
        assert loop.pace.factor == 4
        assert "× 4" in shown(app)[0]

        await press(app, pilot, "less_than_sign", "comma", "less_than_sign")
        assert "× 0.5" in shown(app)[0]
        await press(app, pilot, "greater_than_sign")
        assert "×" not in shown(app)[0]

    tell(story, tmp_path / "sim.db", "Ann")


async def at_once(app: SimulatorApp, *keys: str) -> None:
    """Press keys, and let everything be done that is not waited for."""
    for key in keys:
        app.simulate_key(key)
        for _ in range(100):
            await asyncio.sleep(0)


def test_keys_have_their_effect_though_time_on_the_box_stands_still(tmp_path: Path) -> None:
    """No timer of app or program, and no disk, comes between a key and what it changes."""

    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        loop.pace.factor = 1e-9
        try:
            await at_once(app, "4")
            assert tile(app, 4).is_down
            await at_once(app, "space")
            assert app.query_one(RollButton).has_class("-down")
            await at_once(app, "question_mark")
            assert isinstance(app.screen, HelpScreen)
            await at_once(app, "x", "f")
            assert isinstance(app.screen, FaultPalette)
            assert view(app).standing == all_tiles(9)  # the box has had no time to see it
        finally:
            loop.pace.factor = 1.0
        await press(app, pilot, "escape")
        await until(pilot, lambda: view(app).standing != all_tiles(9))

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4))


def test_without_colours_everything_is_still_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "5", "3")
        await until(pilot, lambda: view(app).phase is Phase.RAISE_TILES)
        await pilot.pause()
        filters = app.get_line_filters()
        strips = app.screen._compositor.render_strips()
        segments = [
            segment
            for strip in strips
            for segment in strip.apply_filter(filters[0], app.screen.background_colors[1])
        ]

        assert len(filters) == 1
        styles = [segment.style or Style() for segment in segments]
        assert {style.color for style in styles} | {style.bgcolor for style in styles} == {None}
        assert any(style.reverse for style in styles)
        rows = shown(app)
        assert any("▲" in row for row in rows)  # the tiles that are to be raised
        assert any("▏  4   ▕" in row for row in rows)

    monkeypatch.setenv("NO_COLOR", "1")
    tell(story, tmp_path / "sim.db", "Ann")
