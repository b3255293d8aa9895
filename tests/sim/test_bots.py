"""Bots on the whole program: matches on the simulated box with a person who moves the tiles."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.config import Config, PlayersSection
from stbpi.games.events import (
    BotChose,
    Covered,
    MatchEnded,
    PlayerSeated,
    Refused,
    Rolled,
    TurnEnded,
)
from stbpi.games.game import Phase, Prompt, members
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.sim.opening import players_of
from stbpi.sim.simulation import Simulation
from tests.doubles import SeededDice
from tests.sim.playing import NINE_TILES, SHORT, Player, events_of, facts, on_box, recorded

KINDS = ("perfect", "points", "careful", "casual:1", "casual:10", "random")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.mark.parametrize("bot", KINDS)
def test_every_bot_plays_a_match_against_a_person(journal: Path, bot: str) -> None:
    dice = SeededDice(3)

    async def story(box: Simulation) -> None:
        await box.start_match(replace(SHORT, names=("Ann", "Robi"), bots=("", bot)))
        await Player(box).play()

    on_box(story, journal, dice=dice)

    happened = facts(journal)
    assert isinstance(happened[-1], MatchEnded)
    assert events_of(Refused, journal) == []
    assert [event.dice for event in happened if isinstance(event, Rolled)] == dice.thrown
    seats = [event.player for event in happened if isinstance(event, TurnEnded)]
    assert seats in ([1, 2], [1, 2, 1], [1, 2, 1, 2])
    chosen = [event.tiles for event in happened if isinstance(event, BotChose)]
    covered = [
        event.tiles for event in happened if isinstance(event, Covered) and event.player == 2
    ]
    assert covered == chosen
    assert chosen


def prompt(box: Simulation) -> Prompt:
    return box.scene.view.prompt


def test_people_can_follow(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(replace(SHORT, names=("Robi",), bots=("careful",)))
        began = asyncio.get_running_loop().time()
        while prompt(box) is not Prompt.CLOSE:
            await asyncio.sleep(0.01)
        assert 1.9 < asyncio.get_running_loop().time() - began < 2.2
        await box.lower(box.scene.view.named)
        assert prompt(box) is Prompt.WAIT
        await asyncio.sleep(1.3)
        assert prompt(box) is Prompt.WAIT
        await asyncio.sleep(0.3)
        assert len([one for one in box.disk.recorded if isinstance(one.event, Rolled)]) == 2

    on_box(story, journal)


def test_a_bot_plays_on_when_the_power_comes_back_and_chooses_the_same(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(replace(SHORT, names=("Robi",), bots=("random",)))
        cut_at = set()
        for _ in range(40):
            before = box.scene.view
            moment = (before.prompt, before.roll, before.standing)
            if before.phase is Phase.COVERING and moment not in cut_at:
                cut_at.add(moment)
                await box.cut_power()
                assert box.scene.view == before
            await Player(box, bounces=False).move()
        assert {prompt for prompt, _, _ in cut_at} >= {Prompt.WAIT, Prompt.CLOSE}

    on_box(story, journal)

    bots = [one.event for one in recorded(journal) if isinstance(one.event, BotChose)]
    assert len(bots) > 2


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(replace(SHORT, names=("Ann", "Robi"), bots=("", "casual:2")))
        await Player(box, bounces=False).play()

    runs = [tmp_path / name for name in ("one.db", "other.db")]
    for path in runs:
        on_box(story, path)

    assert facts(runs[0]) == facts(runs[1])


def test_configured_bots_play_on_the_box(journal: Path) -> None:
    config: Config = replace(
        NINE_TILES, players=PlayersSection(names=("Ann",), bots=("careful", "perfect"))
    )

    async def story(box: Simulation) -> None:
        assert [p.name for p in box.scene.view.players] == ["Ann", "Careful", "Perfect"]
        await box.press()
        await box.press(1.0)
        assert box.scene.view.phase is Phase.READY
        await box.press()
        assert members(box.scene.view.standing) == tuple(range(1, 10))

    on_box(story, journal, config=config)

    seated = [event for event in facts(journal) if isinstance(event, PlayerSeated)]
    assert [event.bot for event in seated] == [None, "careful", "perfect"]


# The command


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--plain", "--bot", "perfekt"), "Did you mean perfect?"),
        (("--plain", "--bot", "casual:11"), "casual:1 … casual:10"),
        (("--scenario", "x.stb", "--bot", "perfect"), "Leave out --bot."),
        (("--demo", "--bot", "perfect"), "Leave out --bot."),
        (("--plain", "--rules", "roll=real", "--bot", "perfect"), "bots"),
    ],
)
def test_what_no_bot_can_be_is_refused(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = () if "--plain" not in arguments else ("--journal", str(tmp_path / "sim.db"))

    assert main(["sim", *arguments, *journal]) == 2
    assert said in capsys.readouterr().err


def test_a_lone_player_sits_before_the_bots_that_are_asked_for() -> None:
    config = replace(NINE_TILES, players=PlayersSection(bots=("casual:3", "casual:3")))

    assert players_of(config, ShutTheBox().summary("luk_kassen", ())) == (
        ("P1", "Casual 3", "Casual 3-2"),
        ("", "casual:3", "casual:3"),
    )
