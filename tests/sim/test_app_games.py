"""The other games in the terminal app: what lies on the felt, and what is done there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from stbpi.games.game import NO_TILES, Phase, Prompt, tiles
from stbpi.games.glueckshaus.house import House
from stbpi.games.luk_fu.view import Hand
from stbpi.sim.app_felt import FeltWidget
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_roll import DiceWidget, RollButton
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.app_tiles import TileWidget
from tests.sim.test_app import LARGE, SMALL, Story, press, shown, tell, until, view

ANN_IS_MASTER = bytes(32)
"""She holds c2, c3, c6, s3, s6, s8, s9, m1, m6, m7, m9, t1."""


def at_cards(story: Story, folder: Path, *, size: tuple[int, int] = SMALL) -> None:
    tell(
        story,
        folder / "sim.db",
        "Ann",
        size=size,
        game="luk_fu",
        rules=(("bots", "simple"),),
        deals=(ANN_IS_MASTER,),
    )


def in_the_house(
    story: Story,
    folder: Path,
    *numbers: int,
    size: tuple[int, int] = SMALL,
    bots: tuple[str, ...] = (),
) -> None:
    names = ("Ann", "Bo")[: 2 - len(bots)]
    tell(
        story,
        folder / "sim.db",
        *names,
        numbers=numbers,
        size=size,
        game="glueckshaus",
        rules=(("first", "seat"),),
        bots=bots,
    )


def is_seen(app: SimulatorApp, kind: type[FeltWidget | OledWidget | DiceWidget]) -> bool:
    widget = app.query_one(kind)
    return widget.display and widget.region.area > 0


def hand(app: SimulatorApp) -> Hand:
    own = view(app).own
    assert isinstance(own, Hand)
    return own


def has_thrown(app: SimulatorApp, number: int) -> bool:
    own = view(app).own
    return isinstance(own, House) and own.throw is not None and own.throw.k == number


async def click_at(app: SimulatorApp, pilot: Pilot[None], text: str) -> None:
    """Click on a text on the felt, one row below its first letter."""
    felt = app.query_one(FeltWidget)
    row = next(y for y, line in enumerate(felt.text.split("\n")) if text in line)
    column = felt.text.split("\n")[row].index(text)
    await pilot.click(FeltWidget, offset=(column, row + 1))


@pytest.mark.parametrize("size", [SMALL, (100, 32), (132, 50), LARGE], ids=str)
@pytest.mark.parametrize("game", [at_cards, in_the_house])
def test_the_felt_is_seen_at_every_size_and_the_display_where_there_is_room(
    tmp_path: Path, size: tuple[int, int], game: Callable[..., None]
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: is_seen(app, FeltWidget))
        assert is_seen(app, OledWidget) == (size[0] >= 132)
        parts = [*app.query(TileWidget), app.query_one(FeltWidget), app.query_one(RollButton)]
        parts += [app.query_one(OledWidget)] if is_seen(app, OledWidget) else []
        parts += [app.query_one(DiceWidget)] if is_seen(app, DiceWidget) else []
        for one in parts:
            assert app.screen.region.contains_region(one.region), one
            assert one.region.area >= 9
            assert not any(one.region.overlaps(other.region) for other in parts if other is not one)
        assert "Bot1" in "".join(shown(app)) or "wedding" in "".join(shown(app))
        assert any("deal_committed" in row or "turn_started" in row for row in shown(app))

    game(story, tmp_path, size=size)


def test_d_shows_the_display_in_place_of_the_felt_and_a_page_does_so_by_itself(
    tmp_path: Path,
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: is_seen(app, FeltWidget))
        await press(app, pilot, "d")
        assert (is_seen(app, FeltWidget), is_seen(app, OledWidget)) == (False, True)
        await press(app, pilot, "d")
        assert (is_seen(app, FeltWidget), is_seen(app, OledWidget)) == (True, False)

        await press(app, pilot, "m")
        await until(pilot, lambda: view(app).phase is Phase.MENU)
        await until(pilot, lambda: is_seen(app, OledWidget))
        assert not is_seen(app, FeltWidget)

    in_the_house(story, tmp_path)


def test_a_game_without_a_felt_has_no_place_for_it(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "d")
        assert (is_seen(app, FeltWidget), is_seen(app, OledWidget)) == (False, True)
        assert not any("d display" in row for row in shown(app))

    tell(story, tmp_path / "sim.db", "Ann", size=(100, 32))


def test_cards_are_chosen_by_clicks_and_keys_and_played_by_a_hold(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "1/2: Call" in "".join(shown(app)))
        assert not is_seen(app, DiceWidget)
        await press(app, pilot, "h")
        await until(pilot, lambda: view(app).phase is Phase.LEADING)

        await click_at(app, pilot, "c6")
        await until(pilot, lambda: app.box.hand.down == tiles(6))
        await until(pilot, lambda: hand(app).choices == 4)
        await press(app, pilot, "space")
        await until(pilot, lambda: hand(app).number == 2)
        await press(app, pilot, "6", "9")
        await until(pilot, lambda: app.box.hand.down == tiles(9))
        await until(pilot, lambda: hand(app).choices > 0)
        await press(app, pilot, "h")
        await until(pilot, lambda: hand(app).counts[0] == 11)
        await until(pilot, lambda: "★ Ann: best" in "".join(shown(app)))

    at_cards(story, tmp_path)


def test_looking_back_shows_ones_own_cards_and_nobody_elses_also_after_a_resume(
    tmp_path: Path,
) -> None:
    async def call(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: view(app).prompt is Prompt.CALL)
        await press(app, pilot, "h")
        await until(pilot, lambda: view(app).phase is Phase.LEADING)
        await app.box.settle()

    async def look_back(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: view(app).phase is Phase.LEADING)
        await press(app, pilot, *["left_square_bracket"] * 3)
        rows = "".join(shown(app))
        assert "Looking back" in rows
        assert all(name in rows for name in ("c2", "c6", "s9", "t1"))
        assert not any(name in rows for name in (" c1", " t9", " m2"))

    at_cards(call, tmp_path)
    at_cards(look_back, tmp_path)


def test_rooms_are_closed_and_opened_by_clicks(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).prompt is Prompt.CLOSE)
        await until(pilot, lambda: any("6+3 = 9 · Ann pays 1 into 9" in r for r in shown(app)))
        await click_at(app, pilot, "▼")
        await until(pilot, lambda: view(app).player == 2)
        assert app.box.hand.down == tiles(9)

        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).prompt is Prompt.OPEN)
        await until(pilot, lambda: any("Bo · Round 1 · Open tile 9" in r for r in shown(app)))
        await press(app, pilot, "9")
        await until(pilot, lambda: view(app).player == 1)
        assert app.box.hand.down == NO_TILES

    in_the_house(story, tmp_path, 6, 3, 5, 4)


def test_rooms_are_closed_and_opened_by_themselves_for_a_bot(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "full_stop", "full_stop", "space")
        await until(pilot, lambda: view(app).prompt is Prompt.CLOSE)
        await press(app, pilot, "5")
        await until(pilot, lambda: app.box.hand.down == tiles(5, 9))
        await until(pilot, lambda: view(app).player == 1)
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).prompt is Prompt.CLOSE)
        await press(app, pilot, "6")
        await until(pilot, lambda: app.box.hand.down == tiles(5, 6))

    in_the_house(story, tmp_path, 3, 2, 6, 3, 4, 2, 6, 3, bots=("random",))


def test_the_table_of_scores_has_chips_and_how_they_have_changed(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        for number in range(1, 9):
            await press(app, pilot, "space")
            await until(pilot, partial(has_thrown, app, number))
        rows = shown(app)
        assert any("name" in row and "± chips" in row for row in rows)
        assert any("▁" * 3 in row or "█" * 3 in row for row in rows if "Ann" in row)

    in_the_house(story, tmp_path, *(2, 2) * 8, size=(100, 32))
