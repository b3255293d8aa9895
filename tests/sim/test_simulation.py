"""The whole program on simulated pins, bus and disk, in virtual time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.errors import DiceRanOut, RulesError
from stbpi.games.events import (
    MatchEnded,
    Refused,
    Rolled,
    TileDown,
    TileUp,
)
from stbpi.games.game import Phase, StartMatch, tiles
from stbpi.journal.recorded import Recorded
from stbpi.sim.simulation import PATIENCE_S, Simulation, with_tiles
from tests.doubles import SeededDice, chatter
from tests.sim.playing import (
    NINE_TILES,
    SHORT,
    Player,
    drawn,
    events_of,
    facts,
    on_box,
    play_a_match,
    recorded,
)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


# A whole match


@pytest.mark.parametrize("closed_is", ["down", "up"])
@pytest.mark.parametrize("seed", range(3))
def test_every_flip_is_one_event_and_every_press_one_throw(
    journal: Path, seed: int, closed_is: str
) -> None:
    dice, told = SeededDice(seed), list[Recorded]()
    config = replace(NINE_TILES, gpio=replace(NINE_TILES.gpio, closed_is=closed_is))

    async def story(box: Simulation) -> Player:
        await box.start_match(replace(SHORT, names=("Ann", "Bob", "Cid")))
        player = Player(box, seed=seed)
        await player.play()
        return player

    player = on_box(story, journal, dice=dice, config=config, told=told)

    assert events_of((TileDown, TileUp), journal) == player.flips
    throws = [event.dice for event in facts(journal) if isinstance(event, Rolled)]
    assert throws == dice.thrown
    assert len(throws) == player.presses > 5
    assert events_of(Refused, journal) == []
    assert isinstance(facts(journal)[-1], MatchEnded)
    assert told == recorded(journal)


def test_bounces_leave_no_trace(tmp_path: Path) -> None:
    async def smoothly(box: Simulation) -> None:
        await box.start_match(SHORT)
        await Player(box, bounces=False).play()

    on_box(play_a_match, tmp_path / "bouncing.db")
    on_box(smoothly, tmp_path / "smooth.db")

    assert facts(tmp_path / "bouncing.db") == facts(tmp_path / "smooth.db")


@pytest.mark.field("B14")
def test_a_contact_that_chatters_too_long_is_only_believed_when_it_is_quiet(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        hand = {True: box.hand.lower, False: box.hand.raise_}
        train = [(7.0, bool(i % 2)) for i in range(200)]
        await chatter(lambda level: hand[level](tiles(4)), train)
        await box.settle()

    on_box(story, journal)

    assert events_of((TileDown, TileUp), journal) == [TileDown(tile=4)]


def test_what_is_shown_is_on_the_glass_bit_for_bit(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)

        async def look() -> None:
            while not box.daemon.display.is_still:
                await asyncio.sleep(0.05)
            await box.settle()
            assert box.panel.picture() == drawn(box.scene)

        await Player(box).play(look)
        assert box.scene.view.phase is Phase.MATCH_OVER
        await look()

    on_box(story, journal)


def test_a_match_takes_as_long_as_its_players_and_no_longer(journal: Path) -> None:
    """Events have the time of the virtual clock; drawing and writing cost none."""
    on_box(play_a_match, journal)

    last = recorded(journal)[-1]
    assert last.wall == 1_800_000_000 + last.t // 1000
    assert 5_000 < last.t < 120_000


# What a simulation offers


def test_a_match_with_bad_rules_is_refused_and_the_box_plays_on(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        with pytest.raises(RulesError):
            await box.start_match(replace(SHORT, preset="bad"))
        await box.press()
        assert box.scene.view.phase is Phase.READY

    on_box(story, journal)


def test_a_program_that_ends_is_noticed_by_whoever_plays(journal: Path) -> None:
    noticed = []

    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        for wait in (box.press, box.settle, box.ended):
            with pytest.raises(DiceRanOut):
                await wait()
            noticed.append(wait)

    with pytest.raises(DiceRanOut):  # and by whoever stops it
        on_box(story, journal, dice=ScriptedDice())
    assert len(noticed) == 3


def test_waiting_for_contacts_that_never_settle_has_an_end(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        hand = {True: box.hand.lower, False: box.hand.raise_}
        train = ((7.0, bool(i % 2)) for i in range(100_000))
        noise = asyncio.create_task(chatter(lambda level: hand[level](tiles(4)), train))
        await asyncio.sleep(0.1)
        now = asyncio.get_running_loop().time
        before = now()
        await box.settle()
        noise.cancel()
        await asyncio.gather(noise, return_exceptions=True)

        assert now() - before == pytest.approx(PATIENCE_S, abs=0.02)

    on_box(story, journal)


@pytest.mark.parametrize("count", [6, 9, 12])
def test_a_box_has_as_many_tiles_as_it_is_given(journal: Path, count: int) -> None:
    config = with_tiles(Config(), count)
    rules = (("tiles", count),)

    async def story(box: Simulation) -> None:
        assert box.tile_count == count
        await box.lower(tiles(count))
        await box.start_match(
            StartMatch(game="shut_the_box", names=("A",), preset="luk_kassen", house_rules=rules)
        )
        assert box.scene.view.named == tiles(count)
        await box.lift(tiles(count))
        assert box.scene.view.phase is Phase.READY

    house = replace(config, rules=replace(config.rules, house_rules=rules))
    on_box(story, journal, config=house)


@pytest.mark.parametrize("chip", ["ssd1306", "ssd1309", "sh1106"])
def test_all_kinds_of_panel_show_the_same(journal: Path, chip: str) -> None:
    config = replace(NINE_TILES, display=replace(NINE_TILES.display, driver=chip))

    async def story(box: Simulation) -> None:
        assert box.panel.picture() == drawn(box.scene)

    on_box(story, journal, config=config)
