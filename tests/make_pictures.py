"""Makes the pictures of the documentation: the running simulator, and a sheet of screens.

    python -m tests.make_pictures

plays a few moves with scripted dice and writes `hardware/pictures/simulator.svg`, and some of
the gallery's screens as `oled-gallery.png`, those of the other games as `oled-games.png`. The
same program makes the same bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from textual.pilot import Pilot

from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.display.pictures import enlarged, pictures
from stbpi.games.game import Phase
from stbpi.language import SOURCE
from stbpi.sim.app import simulator
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.app_svg import tidy

PICTURES = Path(__file__).parents[1] / "hardware" / "pictures"
SIZE = (100, 32)
PATIENCE_S = 10

SHOWN = (
    *("setup", "raise_tiles", "ready_without_choice"),
    *("covering", "complete", "wrong"),
    *("close_again", "no_move", "shut"),
    *("match_over", "menu_of_house_rules", "switch_fault"),
    *("figures", "letters", "attract_records"),
)
"""The examples on the sheet, row by row."""
OF_OTHER_GAMES = (
    *("roll_off", "house_close", "house_pig"),
    *("leading_a_card", "following_face_down", "leading_or_claiming"),
)
COLUMNS, SCALE, GAP, GREY = 3, 2, 8, 0x80


async def make(directory: Path) -> None:
    """Play, and write the pictures into a directory."""
    directory.mkdir(parents=True, exist_ok=True)
    _gallery(SHOWN).save(directory / "oled-gallery.png")
    _gallery(OF_OTHER_GAMES).save(directory / "oled-games.png")
    dice = ScriptedDice()
    dice.add([6, 3, 5, 4, 6, 6, 4, 3, 6, 5, 6, 4, 5, 6])
    config = replace(Config(), players=replace(Config().players, names=("Ann", "Bob")))
    with TemporaryDirectory() as temporary:
        journal = Path(temporary) / "journal.db"
        async with (
            simulator(config, start=True, journal=journal, dice=dice) as app,
            app.run_test(size=SIZE) as pilot,
        ):
            await _play(app, pilot, directory)


async def _play(app: SimulatorApp, pilot: Pilot[None], directory: Path) -> None:
    async def move(*keys: str, until: Callable[[], bool]) -> None:
        await pilot.press(*keys)
        async with asyncio.timeout(PATIENCE_S):
            while not until():
                await asyncio.sleep(0.02)
        await app.box.settle()
        await pilot.pause(0.2)

    def left() -> int | None:
        return app.box.scene.view.left

    def phase() -> Phase:
        return app.box.scene.view.phase

    await move(until=lambda: phase() is Phase.READY)
    await move("space", until=lambda: left() == 9)
    await move("9", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 9)
    await move("2", until=lambda: left() == 7)
    await move("8", until=lambda: phase() is Phase.WRONG)
    await move("8", "7", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 12)
    await move("4", "8", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 7)
    await move("6", "1", until=lambda: left() == 0)
    await move("space", until=lambda: phase() is Phase.TURN_OVER)
    await move(until=lambda: phase() is Phase.RAISE_TILES)
    await move("a", until=lambda: phase() is Phase.READY)
    await move("space", until=lambda: left() == 10)
    await move("3", "7", until=lambda: left() == 0)
    await move("space", until=lambda: left() == 11)
    await move("5", until=lambda: left() == 6)
    svg = tidy(app.export_screenshot(title=app.TITLE))
    (directory / "simulator.svg").write_text(svg, encoding="utf-8")


def _gallery(names: tuple[str, ...]) -> Image.Image:
    """Put some screens side by side, enlarged, with grey between them."""
    drawn = {name: enlarged(picture, SCALE) for name, picture in pictures(SOURCE)}
    width, height = drawn[names[0]].size
    rows = len(names) // COLUMNS
    size = (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("L", size, GREY)
    for at, name in enumerate(names):
        row, column = divmod(at, COLUMNS)
        sheet.paste(drawn[name], (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return sheet


if __name__ == "__main__":
    asyncio.run(make(PICTURES))
