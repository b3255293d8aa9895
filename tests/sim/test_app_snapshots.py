"""Pictures of the terminal app at two sizes; a review sees what has changed in them.

`pytest tests/sim/test_app_snapshots.py --snapshot-update` takes them anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.games.game import EndMatch, Phase, Prompt, StartMatch
from stbpi.games.registry import game_of
from stbpi.sim.app_coach import CoachWidget
from stbpi.sim.app_felt import FeltWidget
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.simulation import with_tiles
from tests.sim.playing import drawn
from tests.sim.test_app import press, until, view

pytestmark = pytest.mark.skipif(
    int(version("textual").split(".")[0]) < 8, reason="older ones draw other borders"
)

Story = Callable[[SimulatorApp, Pilot[None]], Awaitable[None]]
Compare = Callable[..., bool]

SIZES = ((80, 24), (200, 60))
MATCH = StartMatch(
    game="shut_the_box", names=("Ann", "Bjørn"), preset="luk_kassen", house_rules=(("rounds", 1),)
)


HOUSE = StartMatch(
    game="glueckshaus",
    names=("Ann", "Bjørn"),
    preset="glueckshaus",
    house_rules=(("first", "seat"),),
)
CARDS = StartMatch(game="luk_fu", names=("Ann",), preset="tsoi", house_rules=(("bots", "simple"),))


class Staged(SimulatorApp):
    """The app with its box around it, on which a match is played or none is."""

    def __init__(self, folder: Path, match: StartMatch | None) -> None:
        dice = ScriptedDice()
        dice.add((5, 4, 6, 6, 4, 3, 6, 6, 6, 6))
        dice.deals.append(bytes(32))
        played = match or MATCH
        summary = game_of(played.game).summary(played.preset, played.house_rules)
        super().__init__(
            with_tiles(replace(Config()), summary.tiles),
            journal=folder / "journal.db",
            dice=dice,
            last=None,
            folder=folder,
        )
        self._match = match

    async def run_async(self, **options: Any) -> Any:
        await self.box.start()
        try:
            if self._match is not None:
                await self.box.start_match(self._match)
            return await super().run_async(**options)
        finally:
            await self.box.stop()


async def set_up(app: SimulatorApp, pilot: Pilot[None]) -> None:
    await press(app, pilot, "3")
    await until(pilot, lambda: len(view(app).players) == 3)
    await press(app, pilot, "3")


async def covering(app: SimulatorApp, pilot: Pilot[None]) -> None:
    """A throw is covered, another one half; what has gone wrong is told."""
    await pilot.press("f", *"bounce", "space", *"2", "space", *"20", "enter")
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).left == 9)
    await press(app, pilot, "9")
    await until(pilot, lambda: view(app).left == 0)
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).left == 12)
    await press(app, pilot, "4")
    await until(pilot, lambda: view(app).left == 8)


async def looking_back(app: SimulatorApp, pilot: Pilot[None]) -> None:
    await covering(app, pilot)
    await app.box.settle()
    await until(pilot, lambda: app.box.disk.recorded[-1] == app._past[-1].event)
    await press(app, pilot, "left_square_bracket", "left_square_bracket")


async def match_over_with_help(app: SimulatorApp, pilot: Pilot[None]) -> None:
    await app.box.operate(EndMatch())
    await until(pilot, lambda: view(app).phase is Phase.MATCH_OVER)
    await press(app, pilot, "question_mark")


async def coached(app: SimulatorApp, pilot: Pilot[None]) -> None:
    await press(app, pilot, "space", "c")
    await until(pilot, lambda: "★ 9" in str(app.query_one(CoachWidget).render()))


async def house(app: SimulatorApp, pilot: Pilot[None]) -> None:
    """A chip was laid into the house, and the king takes it."""
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).prompt is Prompt.CLOSE)
    await press(app, pilot, "9")
    await until(pilot, lambda: view(app).player == 2)
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).prompt is Prompt.OPEN)


async def cards(app: SimulatorApp, pilot: Pilot[None]) -> None:
    """Ann has called, and one of her sixes is shown."""
    await press(app, pilot, "h")
    await until(pilot, lambda: view(app).phase is Phase.LEADING)
    await press(app, pilot, "6")
    await until(pilot, lambda: "1/4: c6" in app.query_one(FeltWidget).text)


MOMENTS: dict[str, tuple[StartMatch | None, Story]] = {
    "set_up": (None, set_up),
    "covering": (MATCH, covering),
    "looking_back": (MATCH, looking_back),
    "coached": (MATCH, coached),
    "house": (HOUSE, house),
    "cards": (CARDS, cards),
    "match_over_with_help": (MATCH, match_over_with_help),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_picture_is_the_same(
    tmp_path: Path, snap_compare: Compare, moment: str, size: tuple[int, int]
) -> None:
    match, story = MOMENTS[moment]

    async def play(pilot: Pilot[None]) -> None:
        app = cast(SimulatorApp, pilot.app)
        await story(app, pilot)
        await app.box.settle()
        newest = app.box.disk.recorded[-1].n if app.box.disk.recorded else 0
        oled = app.screen_stack[0].query_one(OledWidget)
        if app._looks_at is None:
            await until(pilot, lambda: oled.picture == drawn(app.box.scene))
        await until(pilot, lambda: app._events.newest == newest)
        await until(pilot, lambda: not str(app._note))

    assert snap_compare(Staged(tmp_path, match), terminal_size=size, run_before=play)
