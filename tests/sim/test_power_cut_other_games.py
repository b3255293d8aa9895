"""The power goes after every line of a scenario of the other games: all is as it was."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from stbpi.sim import script, steps
from stbpi.sim.scenario import Scenario
from stbpi.sim.virtual import run

SCENARIOS = Path(__file__).parents[1] / "scenarios"
STORIES = (
    *("glueckshaus/check", "glueckshaus/pig_with_a_full_board", "glueckshaus/roll_off"),
    *("glueckshaus/fewer_tiles", "glueckshaus/last_chip", "glueckshaus/own_number_rooms"),
    *("luk_fu/by_the_button", "luk_fu/played_to_its_end", "luk_fu/three_passes"),
)

ABOUT_THE_CUT = steps.PowerCut | steps.Expect | steps.ExpectEvent


@pytest.mark.parametrize("name", STORIES)
def test_a_cut_after_every_line_changes_nothing_that_is_shown(name: str, tmp_path: Path) -> None:
    """Hands, too, and which choice is shown: they are of the view, though of no public key."""
    path = SCENARIOS / f"{name}.stb"
    lines = script.read(path.read_text("utf-8"), path=name)

    async def main() -> None:
        scenario = Scenario(path=name, journal=tmp_path / "journal.db", tell=lambda _: None)
        async with scenario.running():
            for step, wanted in pairwise([*lines, None]):
                assert step is not None
                if isinstance(step.action, ABOUT_THE_CUT):
                    continue
                await scenario.do(step, wanted=wanted)
                if isinstance(step.action, steps.Button | steps.Down | steps.Up | steps.Wait):
                    assert scenario.box is not None
                    before = scenario.box.scene
                    await scenario.box.cut_power()
                    assert scenario.box.scene == before

    run(main(), threads=False)
