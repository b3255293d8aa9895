"""Bots in the terminal app: the tiles move by themselves for them, unless the player wants to."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from stbpi.games.game import NO_TILES, Prompt, tiles
from stbpi.sim.app_screen import SimulatorApp
from tests.sim.test_app import Story, press, shown, tell, until, view


def tell_of_a_bot(story: Story, folder: Path, *numbers: int, first: Story | None = None) -> None:
    """Let a bot's turn begin, since Ann has thrown a seven, and time on the box run faster."""

    async def quickly(app: SimulatorApp, pilot: Pilot[None]) -> None:
        if first is not None:
            await first(app, pilot)
        await press(app, pilot, "full_stop", "full_stop", "space")
        await until(pilot, lambda: view(app).players[0].score is not None)
        await story(app, pilot)

    tell(
        quickly,
        folder / "sim.db",
        "Ann",
        numbers=(3, 4, *numbers),
        rules=(("unlucky", 7),),
        bots=("careful",),
    )


def test_the_tiles_move_by_themselves_for_a_bot(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.box.hand.down == tiles(9))
        await until(pilot, lambda: view(app).players[1].score is not None)
        await until(pilot, lambda: view(app).prompt is Prompt.RAISE)
        assert app.box.hand.down == tiles(9)

    tell_of_a_bot(story, tmp_path, 5, 4, 3, 4)


def test_the_player_may_want_to_move_them_himself(tmp_path: Path) -> None:
    async def move_them(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "i")
        await until(pilot, lambda: any("You move the tiles" in row for row in shown(app)))

    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: view(app).prompt is Prompt.CLOSE)
        await until(pilot, lambda: any("Close 9 for Careful" in row for row in shown(app)))
        assert app.box.hand.down == NO_TILES
        await press(app, pilot, "9")
        await until(pilot, lambda: view(app).committed == tiles(9))
        await press(app, pilot, "i")
        await until(pilot, lambda: app.box.hand.down == tiles(8, 9))

    tell_of_a_bot(story, tmp_path, 5, 4, 3, 5, 3, 4, first=move_them)


def test_nothing_moves_by_itself_in_a_persons_turn(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).prompt is Prompt.COVER)
        assert app._helper._wait.what is None

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4))
