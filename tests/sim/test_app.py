"""The simulator in the terminal, played by keys and by mouse; in real time, without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from stbpi.config import Config, PlayersSection, RulesSection
from stbpi.config_sections import first_preset
from stbpi.dice.source import ScriptedDice
from stbpi.errors import DiceRanOut, JournalError
from stbpi.games.game import NO_TILES, Phase, Prompt, View, all_tiles, tiles
from stbpi.games.registry import DEFAULT
from stbpi.journal import writer
from stbpi.journal.reader import open_read_only
from stbpi.scene import Held, Scene
from stbpi.sim.app import play, simulator
from stbpi.sim.app_log import LogWidget
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_roll import DiceWidget, RollButton
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.app_tiles import Mark, TileWidget
from stbpi.sim.pace import PacedLoop

PATIENCE_S = 20
SMALL, LARGE = (80, 24), (200, 60)

Story = Callable[[SimulatorApp, Pilot[None]], Awaitable[None]]


def tell(
    story: Story,
    journal: Path,
    *names: str,
    numbers: tuple[int, ...] = (),
    size: tuple[int, int] = SMALL,
    rules: tuple[tuple[str, int | str], ...] = (),
    config: Config | None = None,
    bots: tuple[str, ...] = (),
    game: str = DEFAULT,
    deals: tuple[bytes, ...] = (),
) -> None:
    """Run the app and let a story happen in it; with names a match of these players and bots."""

    async def run() -> None:
        dice = ScriptedDice()
        dice.add(numbers)
        dice.deals.extend(deals)
        box = replace(
            config or Config(),
            players=PlayersSection(names=names, bots=bots),
            rules=RulesSection(game=game, preset=first_preset(game), house_rules=rules),
        )
        async with (
            simulator(
                box, start=bool(names), journal=journal, dice=dice, folder=journal.parent
            ) as app,
            app.run_test(size=size, notifications=True) as pilot,
        ):
            await story(app, pilot)

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        runner.run(run())


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for something, not for ever, and for what is drawn after it."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.02)
    await pilot.pause()


async def press(app: SimulatorApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys; `Pilot.press` does the same, but takes a fifth of a second for each."""
    for key in keys:
        app.simulate_key(key)
    await pilot.pause()


def view(app: SimulatorApp) -> View:
    return app.box.scene.view


def tile(app: SimulatorApp, number: int) -> TileWidget:
    return app.query_one(f"#tile-{number}", TileWidget)


def shown(app: SimulatorApp) -> list[str]:
    """Return what the terminal shows, row by row."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert (len(lines), {line.cell_length for line in lines}) == (height, {width})
    return [line.text for line in lines]


def names_of(journal: Path) -> list[str]:
    """Return the names of all events on the disk."""
    with closing(open_read_only(journal)) as reader:
        return [recorded.event.e for recorded in reader.events()]


def test_a_match_of_the_named_players_starts_at_once(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        assert view(app).phase is Phase.READY
        assert [player.name for player in view(app).players] == ["Ann", "Bob"]
        assert any("Ann · Round 1/2 · press: roll 2 dice" in row for row in shown(app))

    tell(story, tmp_path / "sim.db", "Ann", "Bob", rules=(("rounds", 2),))


def test_the_space_key_throws_and_the_dice_are_seen(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        dice = app.query_one(DiceWidget)
        assert dice.dice == (0, 0)

        await press(app, pilot, "space")
        await until(pilot, lambda: dice.dice == (5, 4))

        assert any("9 to cover" in row for row in shown(app))
        assert sum(row[65:].count("●") for row in shown(app)) == 9

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4))


def test_real_dice_are_not_seen_and_the_button_says_that_the_tiles_are_closed(
    tmp_path: Path,
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        assert app.query_one(DiceWidget).dice == ()
        assert any("real dice" in row for row in shown(app))

        await press(app, pilot, "3", "5")
        await until(pilot, lambda: view(app).left == 0 and view(app).moved == tiles(3, 5))
        await until(pilot, lambda: any("my tiles are closed" in row for row in shown(app)))
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).committed == tiles(3, 5))

    tell(story, tmp_path / "sim.db", "Ann", rules=(("roll", "real"),))


def mouse(app: SimulatorApp, *, down: bool) -> None:
    """Push the roll button, or let go; a pilot would wait in between until the app is idle."""
    button = app.query_one(RollButton)
    kind = events.MouseDown if down else events.MouseUp
    button.post_message(kind(button, 0, 0, 0, 0, 1, False, False, False))


def test_a_turn_is_played_by_keys_and_by_clicks(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9)
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).left == 5)
        await pilot.click("#tile-5")
        await until(pilot, lambda: view(app).left == 0)
        mouse(app, down=True)
        mouse(app, down=False)
        await until(pilot, lambda: view(app).committed == tiles(4, 5))

        assert view(app).roll == (6, 6)
        assert (tile(app, 4).is_down, tile(app, 4).mark) == (True, Mark.CLOSED)
        assert (tile(app, 6).is_down, tile(app, 6).mark) == (False, Mark.NONE)

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6))


def test_tiles_that_must_be_raised_are_named_and_a_raises_them_all(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "3", "7")
        await until(pilot, lambda: view(app).named == tiles(3, 7))
        assert [tile(app, n).mark for n in (2, 3, 7)] == [Mark.NONE, Mark.NAMED, Mark.NAMED]

        await press(app, pilot, "a")
        assert not tile(app, 3).is_down  # at once, whatever the contacts need to settle
        await until(pilot, lambda: view(app).phase is Phase.READY)

        assert tile(app, 3).mark is Mark.NONE

    tell(story, tmp_path / "sim.db", "Ann")


def test_the_keys_right_of_9_and_the_function_keys_flip_tiles_10_to_12(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "0", "minus", "equals_sign")
        assert app.box.hand.down == tiles(10, 11, 12)

        await press(app, pilot, "f10", "f12")
        await until(pilot, lambda: view(app).named == tiles(11))

    tell(story, tmp_path / "sim.db", "Ann", rules=(("tiles", 12),))


def test_a_box_has_the_tiles_of_its_rules_and_no_others(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "7", "0")
        await pilot.pause()

        assert len(app.query(TileWidget)) == 6
        assert app.box.hand.down == NO_TILES

    tell(story, tmp_path / "sim.db", rules=(("tiles", 6),))


def offers(app: SimulatorApp, preset: str) -> bool:
    return view(app).preset == preset


def test_the_set_up_is_worked_by_tiles_and_the_button(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "3")
        await until(pilot, lambda: len(view(app).players) == 3)
        await press(app, pilot, "a")
        for preset in ("digits", "knock_out", "best_of_one"):
            await press(app, pilot, "h")
            await until(pilot, partial(offers, app, preset))
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).phase is Phase.READY)

        assert view(app).rounds == 1

    tell(story, tmp_path / "sim.db")


def test_m_holds_the_button_until_the_menu_opens(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        seen: list[Scene] = []
        app.box.daemon.table.on_scene.append(seen.append)
        await press(app, pilot, "m")
        await until(pilot, lambda: view(app).phase is Phase.MENU)
        assert any(scene.menu and scene.held is Held.NOTHING for scene in seen)

    tell(story, tmp_path / "sim.db", "Ann")


def test_the_mouse_holds_the_button_for_as_long_as_it_is_down(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        mouse(app, down=True)
        await until(pilot, lambda: app.box.scene.held.value == "hold")
        mouse(app, down=False)
        await until(pilot, lambda: view(app).prompt is Prompt.ONE_DIE)

    tell(story, tmp_path / "sim.db", "Ann")


def test_a_key_that_repeats_itself_is_one_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stbpi.sim.app_roll.REPEAT_S", 5)  # however slow this machine is
    journal = tmp_path / "sim.db"

    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        for _ in range(8):
            app.action_press()
            await asyncio.sleep(0.03)
        await until(pilot, lambda: view(app).left == 9)
        await app.box.settle()

    tell(story, journal, "Ann", numbers=(5, 4))

    assert names_of(journal).count("refused") == 0


def test_the_log_tells_every_event_also_those_before_the_first_picture(tmp_path: Path) -> None:
    journal = tmp_path / "sim.db"

    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        lines = app.query_one(LogWidget).lines
        await press(app, pilot, "space")
        await until(pilot, lambda: "rolled" in lines[-1].text)
        text = [line.text.split(maxsplit=2)[1:] for line in lines]

        assert [name for name, _ in text] == names_of(journal)
        assert text[-1] == ["rolled", "player=Ann dice=5,4 total=9 k=1"]
        assert any("total=9 k=1" in row for row in shown(app))

    tell(story, journal, "Ann", numbers=(5, 4))


def test_quitting_brings_everything_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LAZY_S", 60.0)
    journal = tmp_path / "sim.db"

    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9)
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).left == 5)
        assert names_of(journal)[-1] == "rolled"  # a moved tile may wait

        await press(app, pilot, "q")
        await until(pilot, lambda: not app.is_running)

    tell(story, journal, "Ann", numbers=(5, 4))

    assert names_of(journal)[-2:] == ["rolled", "tile_down"]


def test_the_open_match_goes_on_with_the_tiles_where_they_lay(tmp_path: Path) -> None:
    journal = tmp_path / "sim.db"

    async def begin(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9)
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).left == 5)

    async def go_on(app: SimulatorApp, pilot: Pilot[None]) -> None:
        assert (view(app).left, view(app).roll) == (5, (5, 4))
        assert tile(app, 4).is_down

    tell(begin, journal, "Ann", "Bob", numbers=(5, 4))
    tell(go_on, journal, "Bob", "Ann")
    tell(go_on, journal)

    assert names_of(journal).count("match_started") == 1


def test_an_open_match_of_others_is_set_aside_and_the_tiles_are_raised(tmp_path: Path) -> None:
    journal = tmp_path / "sim.db"

    async def begin(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9)
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).left == 5)

    async def start(app: SimulatorApp, pilot: Pilot[None]) -> None:
        assert view(app).phase is Phase.READY
        assert [player.name for player in view(app).players] == ["Cy"]
        assert not tile(app, 4).is_down

    tell(begin, journal, "Ann", "Bob", numbers=(5, 4))
    tell(start, journal, "Cy")

    told = names_of(journal)
    assert told.index("match_set_aside") < told.index("tile_up")


def test_a_match_of_more_tiles_than_configured_can_be_continued(tmp_path: Path) -> None:
    journal = tmp_path / "sim.db"

    async def nothing(app: SimulatorApp, pilot: Pilot[None]) -> None:
        pass

    async def go_on(app: SimulatorApp, pilot: Pilot[None]) -> None:
        assert (view(app).tiles, len(app.query(TileWidget))) == (12, 12)

    tell(nothing, journal, "Ann", rules=(("tiles", 12),))
    tell(go_on, journal)


@pytest.mark.parametrize(
    ("size", "count", "oled"),
    [
        (SMALL, 9, "⠿⣿"),
        (SMALL, 12, "⠿⣿"),
        ((100, 32), 6, "⠿⣿"),
        ((132, 50), 12, "▀█"),
        (LARGE, 9, "▀█"),
    ],
)
def test_every_part_is_seen_at_every_size(
    tmp_path: Path, size: tuple[int, int], count: int, oled: str
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any(oled[1] * 5 in row for row in shown(app)))
        rows = shown(app)
        assert any(oled[0] in row for row in rows)
        assert view(app).standing == all_tiles(count)

        parts = [*app.query(TileWidget), app.query_one(RollButton), app.query_one(DiceWidget)]
        parts += [app.query_one(OledWidget), app.query_one(LogWidget)]
        for part in parts:
            assert app.screen.region.contains_region(part.region), part
            assert part.region.area >= 9, part
        for one in parts:
            assert not any(one.region.overlaps(other.region) for other in parts if other is not one)
        assert rows[0].startswith(" stbpi simulator")
        assert rows[-1].rstrip().endswith("q quit")
        assert any("turn_started" in row for row in rows)

    tell(story, tmp_path / "sim.db", "Ann", size=size, rules=(("tiles", count),))


def test_a_terminal_that_is_resized_gets_the_other_picture(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any("⣿⣿⣿" in row for row in shown(app)))
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: any("█" * 100 in row for row in shown(app)))
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: any("⣿⣿⣿" in row for row in shown(app)))

        assert app.screen.region.contains_region(tile(app, 9).region)

    tell(story, tmp_path / "sim.db", "Ann")


def test_a_journal_that_is_none_comes_out_before_the_terminal_is_taken(tmp_path: Path) -> None:
    journal = tmp_path / "sim.db"
    journal.write_text("this is not a journal, however long it is")

    with pytest.raises(JournalError):
        play(Config(), start=False, journal=journal)


def test_what_the_program_ends_with_ends_the_app_and_comes_out(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: not app.is_running)

    with pytest.raises(DiceRanOut):
        tell(story, tmp_path / "sim.db", "Ann", numbers=())


def test_u_takes_the_turn_back(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9)

        await press(app, pilot, "u")
        await until(pilot, lambda: view(app).phase is Phase.READY)

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4))


def test_a_house_rule_is_typed_and_the_match_is_scored_anew(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", *"rounds", "equals_sign", "7", "enter")
        await until(pilot, lambda: view(app).rounds == 7)

        assert any("Scored anew" in row for row in shown(app))
        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).phase is Phase.RAISE_TILES)

    tell(story, tmp_path / "sim.db", "Ann")


def test_a_rule_that_cannot_be_changed_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", *"dice", "equals_sign", "9", "enter")
        await until(pilot, lambda: any("rule dice = 9" in row for row in shown(app)))

        assert view(app).rounds == 4

    tell(story, tmp_path / "sim.db", "Ann", size=(120, 40))


def test_escape_leaves_the_line_of_the_rule(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", "4", "escape")
        assert view(app).standing == all_tiles(9)

        await press(app, pilot, "4")
        await until(pilot, lambda: view(app).standing != all_tiles(9))

    tell(story, tmp_path / "sim.db", "Ann")
