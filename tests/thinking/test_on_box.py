"""The coach on a simulated box: after a power cut as before it; where it is off, nothing of it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.games.game import StartMatch, tiles
from stbpi.sim.simulation import Simulation
from stbpi.thinking.advice import Coaching
from tests.sim.playing import NINE_TILES, on_box
from tests.thinking.turns import CLOSED, NUMBERS, SETTLED_S

MATCH = StartMatch(game="shut_the_box", names=("Ann", "Bob"), preset="luk_kassen", house_rules=())


def with_coach(allowed: str) -> Config:
    return replace(NINE_TILES, box=replace(NINE_TILES.box, coach=allowed))


async def coaching(box: Simulation) -> Coaching | None:
    """Return what is said when everything has been thought of."""
    await asyncio.sleep(SETTLED_S)
    await box.settle()
    return box.scene.coaching


def test_after_a_power_cut_in_a_turn_the_coach_says_the_same(tmp_path: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(MATCH)
        for closed in CLOSED:
            await box.press()
            said = await coaching(box)
            assert said is not None
            await box.cut_power()
            assert await coaching(box) == said
            box.hand.lower(tiles(*closed))
            await box.settle()
            said = await coaching(box)
            await box.cut_power()
            assert await coaching(box) == said
        await box.press(1.0)
        said = await coaching(box)
        assert said is not None
        assert said.after is not None
        assert said.after.luck.wordings[-1] == "+10.5"
        await box.cut_power()
        assert await coaching(box) == said

    dice = ScriptedDice()
    dice.add(NUMBERS)
    on_box(story, tmp_path / "journal.db", dice=dice, config=with_coach("before"))


def test_the_simulator_hears_the_coach_after_a_power_cut_too(tmp_path: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(MATCH)
        box.is_coached = True
        await box.press()
        said = await coaching(box)
        assert said is not None
        assert said.before is not None
        assert not said.on_display
        await box.cut_power()
        assert await coaching(box) == said

    on_box(story, tmp_path / "journal.db", config=with_coach("off"))


def test_a_box_without_coach_and_bots_loads_nothing_of_strategy(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from stbpi.thinking.thinker import Thinker
from tests.sim.playing import on_box, play_a_match
on_box(play_a_match, Path({str(tmp_path / "journal.db")!r}))
print(*(name for name in sys.modules if name.startswith("stbpi.strategy")))
"""
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")
