"""A fourth game is a folder and a title: this one is put beside the others for the tests here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi import games
from stbpi.cli import main
from stbpi.commands import rules
from stbpi.config import Config
from stbpi.config_sections import RulesSection
from stbpi.desk.page import Act, Menu
from stbpi.dice.source import ScriptedDice
from stbpi.display.screens import draw
from stbpi.games import registry
from stbpi.games.game import Phase
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.language import message, speaking
from stbpi.scene import Scene
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import VirtualClock, run

NAME = "high_die"
WALL = 1_800_000_000


@pytest.fixture(autouse=True)
def a_fourth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the folder beside those of the other games, and its title into the registry."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(Path(__file__).parent / "games")])
    monkeypatch.setitem(registry.TITLES, NAME, message("High die"))
    yield
    registry.game_of.cache_clear()
    registry.part.cache_clear()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


class Evening:
    """A box with the fourth game, and what was seen and recorded on it.

    Attributes:
        scenes: everything that was shown.
        told: everything that was recorded.
        box: it.
    """

    def __init__(self, journal: Path, *dice: int, game: str = NAME, preset: str) -> None:
        self.scenes: list[Scene] = []
        self.told: list[Recorded] = []
        thrown = ScriptedDice()
        thrown.add(dice)
        self.box = Simulation(
            replace(Config(), rules=RulesSection(game=game, preset=preset)),
            dice=thrown,
            journal=journal,
            make_clock=lambda: VirtualClock(asyncio.get_running_loop(), wall=WALL),
            watchers=Watchers(scene=self.scenes.append, events=self.told.extend),
        )


def test_it_is_played_on_the_box_through_a_power_cut_and_once_more(journal: Path) -> None:
    async def story() -> Evening:
        evening = Evening(journal, 3, 5, 6, 1, preset="one_round")
        box = evening.box
        await box.start()
        await box.press()
        await box.press()
        await box.cut_power()
        assert [(p.name, p.total) for p in box.scene.view.players] == [("P1", 3), ("P2", 0)]
        await box.press()
        assert box.scene.view.phase is Phase.MATCH_OVER
        assert [p.name for p in box.scene.view.winners] == ["P2"]
        await box.press()
        await box.press()
        await box.press()
        assert [p.name for p in box.scene.view.winners] == ["P2"]
        await box.stop()
        return evening

    evening = run(story())

    for scene in evening.scenes:
        assert draw(scene).cut == ()
    with closing(open_read_only(journal)) as reader:
        kinds = [one.event.e for one in reader.events() if one.match]
    assert kinds.count("match_ended") == 2
    assert [one.event.e for one in evening.told if one.event.e == "rolled"] == ["rolled"] * 4


def test_it_is_chosen_in_the_menu(journal: Path) -> None:
    async def story() -> None:
        box = Evening(journal, game="shut_the_box", preset="classic").box
        await box.start()
        await box.press(3.1)
        await choose(box, Act.GAME)
        await choose(box, Act.SET, said="High die")
        await box.press(3.1)
        assert box.scene.view.phase is Phase.SETUP
        assert box.scene.view.game == NAME
        await box.stop()

    run(story())


async def choose(box: Simulation, act: Act, *, said: str = "") -> None:
    """Go to a line of the menu that is open, and choose it."""
    for _ in range(30):
        page = box.scene.page
        assert isinstance(page, Menu)
        with speaking("en"):
            if page.chosen.act is act and page.chosen.label.wordings[0].startswith(said):
                await box.press(1.0)
                return
        await box.press()
    raise AssertionError(f"no line {act} {said} in {box.scene.page}")


def test_its_presets_are_listed_and_explained_as_far_as_it_tells_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "game_named", lambda name: name)  # others were read before it came
    assert main(["rules", "--game", NAME]) == 0
    assert capsys.readouterr().out == "one_round\n"
    values = {"sides": 6}
    monkeypatch.setattr(registry.game_of(NAME), "values", lambda _preset, _rules: values)
    for verb in ("show", "explain"):
        assert main(["rules", verb, "one_round", "--game", NAME]) == 0
        assert capsys.readouterr().out == "sides = 6\n"


def test_its_matches_are_listed_counted_and_exported(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        box = Evening(journal, 3, 5, preset="one_round").box
        await box.start()
        for _ in range(3):
            await box.press()
        await box.stop()

    run(story())

    assert main(["games", str(journal)]) == 0
    assert "High die" in capsys.readouterr().out
    assert main(["export", str(journal), "--format", "csv", "--what", "matches"]) == 0
    assert "high_die" in capsys.readouterr().out
    assert main(["stats", str(journal)]) == 0
    assert main(["verify", str(journal)]) == 0
