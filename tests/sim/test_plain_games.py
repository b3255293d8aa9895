"""The other games in lines of text, from the first line to the end of the match."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.config import Config, PlayersSection, RulesSection
from stbpi.games.events import Dealt, MatchEnded, MatchStarted, SettingChanged
from stbpi.games.game import members
from stbpi.journal.store import Journal
from stbpi.sim.plain import PlainTable
from stbpi.sim.virtual import run
from tests.doubles import SeededDice
from tests.sim.playing import events_of

MOST_LINES = 300

CARDS = Config(
    players=PlayersSection(names=("Ann",)),
    rules=RulesSection(game="luk_fu", preset="tsoi", house_rules=(("bots", "simple"),)),
)
HOUSE = Config(
    players=PlayersSection(names=("Ann", "Bo"), bots=("random",)),
    rules=RulesSection(
        game="glueckshaus", preset="glueckshaus", house_rules=(("chips", 2), ("first", "seat"))
    ),
)

Answer = Callable[[PlainTable, str], str]
"""Returns what is typed when something was told."""


class Dealer(SeededDice):
    """Dice that deal Ann the Master's hand."""

    def deal(self) -> bytes | None:
        return bytes(32)


def play(config: Config, folder: Path, answer: Answer) -> list[str]:
    """Type answers until the match is over; return what was told and typed."""
    said: list[str] = []

    async def story() -> None:
        table = PlainTable(config, journal=folder / "sim.db", dice=Dealer(3), tell=said.append)
        read = 0

        async def type_line() -> str | None:
            nonlocal read
            news, read = "\n".join(said[read:]), len(said)
            assert len(said) < 20 * MOST_LINES, said[-20:]
            line = "quit" if "A press plays again" in news else answer(table, news)
            said.append(f"> {line}")
            return line

        await table.play(type_line, start=True)

    run(story())
    return said


def in_the_house(_table: PlainTable, told: str) -> str:
    """Move what is to be moved, and throw."""
    moved = re.search(r"(?:Close|Open) tile (\d+)", told)
    if moved:
        return moved[1]
    return "" if "Press to throw." in told else "wait 3"


def at_cards(table: PlainTable, told: str) -> str:
    """Take the choice that is told; without one lower a tile that can be lowered, or raise all."""
    if re.search(r"(choice \d+ of \d+|no other with these tiles)\.$", told):
        return "hold"
    view = table.box.scene.view
    if view.is_bots_turn:
        return "wait 3"
    return f"down {members(view.closable)[0]}" if view.closable else "up"


def test_a_match_of_glueckshaus_with_a_bot_is_played_to_its_end(tmp_path: Path) -> None:
    said = play(HOUSE, tmp_path, in_the_house)

    assert len(events_of(MatchEnded, tmp_path / "sim.db")) == 1
    assert any("is out." in line for line in said)
    assert any(line.startswith("Chips: Ann ") for line in said)
    assert said.count("> ") >= 3


def test_a_deal_of_luk_fu_is_played_to_its_end_and_then_all_hands_are_told(tmp_path: Path) -> None:
    said = play(CARDS, tmp_path, at_cards)

    assert len(events_of(MatchEnded, tmp_path / "sim.db")) == 1
    hands = [line for line in said if "was dealt" in line]
    assert "Ann was dealt c2, c3, c6, s3, s6, s8, s9, m1, m6, m7, m9 and t1." in hands
    assert len(hands) == len(events_of(Dealt, tmp_path / "sim.db")) == 3
    assert said.index(hands[0]) > next(at for at, line in enumerate(said) if "> hold" in line)


def test_in_a_game_for_one_no_tile_says_how_many_play(tmp_path: Path) -> None:
    said: list[str] = []

    async def nothing() -> str | None:
        return None

    async def story() -> None:
        table = PlainTable(CARDS, journal=tmp_path / "sim.db", dice=Dealer(3), tell=said.append)
        await table.play(nothing, start=False)

    run(story())

    assert said[-1] == "1 player, Miss Tsoi's rules: a press starts, a hold takes other rules."


# The command


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "chess"), "shut_the_box"),
        (("--game", "glueckshaus", "--preset", "canoga"), "full_rooms"),
        (("--game", "glueckshaus", "--rules", "chips=0"), "rule chips = 0"),
        (("--game", "glueckshaus", "--players", "Ann"), "2 to 8 players"),
        (("--game", "luk_fu", "--players", "Ann", "Bo"), "one player, against two bots"),
        (("--game", "luk_fu", "--bot", "perfect"), "Luk Fu has no seats for them"),
        (("--game", "luk_fu", "--rules", "bots=great"), "simple, middle, strong"),
    ],
)
def test_what_can_not_be_played_is_refused_before_anything_begins(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "sim.db"

    assert main(["sim", "--plain", "--journal", str(journal), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not journal.exists()


def test_a_scenario_has_its_own_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--scenario", "x.stb", "--game", "luk_fu"]) == 2
    assert "Leave out --game." in capsys.readouterr().err


@pytest.mark.parametrize(("game", "rule"), [("glueckshaus", "chips=3"), ("luk_fu", "bots=simple")])
def test_the_demo_plays_every_game(
    game: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", "--demo", "--game", game, "--rules", rule]) == 0

    told = capsys.readouterr().out.splitlines()
    assert f'"e":"match_started","game":"{game}"' in "".join(told)
    assert any('"e":"match_ended"' in line for line in told)


def test_the_match_that_was_left_goes_on_whatever_its_game(tmp_path: Path) -> None:
    async def one_press() -> None:
        async def read() -> str | None:
            return next(lines, None)

        lines = iter(["", "quit"])
        for config, start in ((HOUSE, True), (Config(), False)):
            table = PlainTable(
                config, journal=tmp_path / "sim.db", dice=Dealer(3), tell=lambda line: None
            )
            await table.play(read, start=start)
        assert table.box.scene.view.game == "glueckshaus"
        assert table.box.tile_count == 12

    run(one_press())

    assert len(events_of(MatchStarted, tmp_path / "sim.db")) == 1


def test_a_game_that_is_asked_for_takes_the_place_of_one_that_was_chosen_in_the_menu(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "sim.db"
    with closing(Journal(journal)) as writing:
        writing.record([SettingChanged(key="rules.game", value="glueckshaus")], t=0, wall=None)
        writing.sync()
    monkeypatch.setattr("sys.stdin", None)

    for arguments, said in (((), "Glückshaus"), (("--game", "luk_fu"), "Miss Tsoi's rules")):
        assert main(["sim", "--plain", "--journal", str(journal), *arguments]) == 0
        assert said in capsys.readouterr().out.splitlines()[-1]
