"""What a box has recorded is played once more in the same way."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import BoxSection, Config, GpioSection, RulesSection
from stbpi.games.game import Phase, SetRule, Tile, tiles
from stbpi.recording.lines import Reading, Throw, read
from stbpi.sim.simulation import Simulation
from tests.recording.boxes import WALL, facts, record, replay
from tests.sim.playing import NINE_TILES, NO_DISPLAY, SHORT, Player

CABLED = replace(NINE_TILES, gpio=replace(NINE_TILES.gpio, reference_pin=4))
UP_IS_CLOSED = replace(
    NO_DISPLAY,
    gpio=replace(GpioSection(), tiles=GpioSection().tiles[:6], closed_is="up"),
    box=replace(BoxSection(), settle_ms=20, complain_ms=400),
    rules=RulesSection(preset="classic", house_rules=(("tiles", 6),)),
)


async def a_match(box: Simulation) -> None:
    """Play from the set-up to the result, with contacts that bounce."""
    await box.lower(tiles(2))
    await box.press()
    await Player(box).play()
    assert box.scene.view.phase is Phase.MATCH_OVER


def a_bad_evening(seed: int, moves: int = 60) -> Callable[[Simulation], Awaitable[None]]:
    """Return a story in which contacts chatter, the display goes, and people go for a beer."""

    async def story(box: Simulation) -> None:
        chance = random.Random(seed)
        player = Player(box, seed=seed)
        await box.press()
        for number in range(moves):
            if chance.random() < 0.1:
                tile = chance.choice([None, *map(Tile, range(1, box.tile_count + 1))])
                contact = box.hand.contact(tile)
                contact.noise(chance.choice([3, 10, 30, 200, 1000]), seed=number)
                await asyncio.sleep(chance.uniform(0.1, 8))
                contact.noise(0, seed=number)
            if chance.random() < 0.05:
                await asyncio.sleep(chance.uniform(1, 120))
            if chance.random() < 0.05:
                await box.press(3.2)
            if chance.random() < 0.05:
                (box.panel.unplug if box.panel.is_plugged_in else box.panel.plug_in)()
            await player.move()

    return story


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("config", [NINE_TILES, UP_IS_CLOSED])
def test_a_match_happens_once_more(tmp_path: Path, config: Config, seed: int) -> None:
    file = tmp_path / "box.rec"
    told = record(a_match, file, journal=tmp_path / "j.db", config=config, seed=seed)

    again, warnings = replay(file)

    assert facts(again) == facts(told)
    assert "match_ended" in [event["e"] for event in again]
    assert warnings == []
    assert max(abs(a["t"] - b["t"]) for a, b in zip(told, again, strict=True)) <= 1


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_so_does_everything_that_went_wrong(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "box.rec"
    told = record(a_bad_evening(seed), file, journal=tmp_path / "j.db", config=CABLED, seed=seed)

    again, _ = replay(file)

    assert "fault" in [event["e"] for event in told]
    assert facts(again) == facts(told)


def test_a_cable_that_comes_off_comes_off_again(tmp_path: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.lower(tiles(4, 5))
        await box.press()
        box.hand.pull_cable()
        await asyncio.sleep(3)
        box.hand.plug_cable()
        await asyncio.sleep(3)

    file = tmp_path / "box.rec"
    told = record(story, file, journal=tmp_path / "j.db", config=CABLED)

    again, _ = replay(file)

    assert {"e": "fault", "part": "cable", "what": "unplugged"} in facts(told)
    assert facts(again) == facts(told)


def test_it_goes_on_where_the_box_was(tmp_path: Path) -> None:
    """The open match, the tiles that were down, the broken switch and the gap are in the file."""
    journal = tmp_path / "j.db"

    async def begin(box: Simulation) -> None:
        await box.lower(tiles(3))
        await box.start_match(SHORT)
        await box.operate(SetRule(field="scoring", value="digits"))
        player = Player(box)
        for _ in range(7):
            await player.move()

    async def go_on(box: Simulation) -> None:
        player = Player(box, seed=4)
        for _ in range(12):
            await player.move()

    record(begin, tmp_path / "first.rec", journal=journal, config=NINE_TILES)
    file = tmp_path / "box.rec"
    told = record(go_on, file, journal=journal, config=NINE_TILES, seed=2, wall=1_800_003_600)

    again, _ = replay(file)

    assert told[0]["e"] == "resumed"
    assert told[0]["gap_ms"] > 3_500_000
    assert facts(again) == facts(told)


def test_tiles_that_were_down_before_any_match_are_known(tmp_path: Path) -> None:
    journal = tmp_path / "j.db"

    async def put_down(box: Simulation) -> None:
        await box.lower(tiles(1, 8))

    async def look(box: Simulation) -> None:
        await box.lift(tiles(8))

    record(put_down, tmp_path / "first.rec", journal=journal, config=NINE_TILES)
    file = tmp_path / "box.rec"
    told = record(look, file, journal=journal, config=NINE_TILES)

    again, _ = replay(file)

    assert {"e": "tile_up", "tile": 8} in facts(told)
    assert facts(again) == facts(told)


def test_a_bar_in_another_time_zone_is_open_when_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was noon there, when the bar was closed until 17:00; here it would be open."""
    config = replace(NINE_TILES, box=replace(BoxSection(), hours="17:00-03:00"))
    file = tmp_path / "box.rec"

    def in_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    try:
        in_zone("UTC")
        noon = WALL - WALL % 86400 + 12 * 3600
        told = record(press_twice, file, journal=tmp_path / "j.db", config=config, wall=noon)
        in_zone("XXX-6")
        again, _ = replay(file)
    finally:
        monkeypatch.undo()
        time.tzset()

    assert "match_started" not in [event["e"] for event in told]
    assert facts(again) == facts(told)


async def press_twice(box: Simulation) -> None:
    await box.press()
    await asyncio.sleep(5)
    await box.press()


def test_without_its_end_it_goes_on_until_everything_has_settled(tmp_path: Path) -> None:
    file, cut = tmp_path / "box.rec", tmp_path / "cut.rec"
    told = record(a_match, file, journal=tmp_path / "j.db", config=NINE_TILES)
    text = file.read_text()
    throw = text.rindex('"dice"')
    cut.write_text(text[: throw + 3])

    again, warnings = replay(cut)

    number = text[:throw].count("\n") + 1
    assert warnings == [f"{cut}:{number}: the last line is cut off and is left out"]
    assert 10 < len(again) < len(told)
    assert facts(again) == facts(told)[: len(again)]


def test_the_file_holds_what_was_read_and_thrown(tmp_path: Path) -> None:
    file = tmp_path / "box.rec"
    told = record(a_match, file, journal=tmp_path / "j.db", config=NINE_TILES)

    recording = read(file)

    thrown = [list(item.dice) for item in recording.items if isinstance(item, Throw)]
    assert thrown == [event["dice"] for event in told if event["e"] == "rolled"]
    assert recording.has_end
    readings = [item for item in recording.items if isinstance(item, Reading)]
    assert any(item.levels.roll for item in readings)
    assert any(item.levels.down == tiles(2) for item in readings)
    config = json.loads(file.read_text().splitlines()[0])["config"]
    assert "journal" not in config
    assert config["language"] == {"language": "en"}
    assert str(tmp_path) not in file.read_text()
