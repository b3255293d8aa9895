"""A match on a simulated box with committed dice: the power goes, every throw is checked."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from stbpi.build import dice_of
from stbpi.cli import main
from stbpi.clock import EARLIEST_WALL
from stbpi.config import Config
from stbpi.config_sections import DiceSection
from stbpi.dice.verify import Checked, Fact, check
from stbpi.games.events import encode
from stbpi.games.game import Phase, StartMatch, all_tiles, without
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run

START = StartMatch(
    game="shut_the_box", names=("Ann", "Bob"), preset="luk_kassen", house_rules=(("rounds", 2),)
)
MANY_STEPS = 300


def config(source: str) -> Config:
    plain = with_tiles(Config(), 9)
    return replace(
        plain,
        display=replace(plain.display, driver="none"),
        dice=DiceSection(source=source),
    )


async def play(path: Path, source: str, *, cuts: bool) -> None:
    box = Simulation(
        config(source),
        dice=dice_of(config(source)),
        journal=path,
        make_clock=lambda: VirtualClock(asyncio.get_running_loop(), wall=EARLIEST_WALL),
        watchers=Watchers(scene=lambda _: None, events=lambda _: None),
    )
    await box.start()
    await box.start_match(START)
    for _ in range(MANY_STEPS):
        view = box.scene.view
        match view.phase:
            case Phase.MATCH_OVER:
                break
            case Phase.RAISE_TILES:
                await box.lift(box.hand.down)
            case Phase.READY:
                if cuts:
                    await box.cut_power()
                await box.press()
            case Phase.COVERING if view.left:
                standing = without(all_tiles(view.tiles), view.committed)
                await box.lower(sum_covers(standing, sum(view.roll), count=9, most=9)[0])
            case Phase.COVERING:
                await box.press()
            case _:
                await asyncio.sleep(2.5)
                await box.settle()
    assert box.scene.view.phase is Phase.MATCH_OVER
    await box.stop()


def recorded(path: Path) -> list[Recorded]:
    with closing(open_read_only(path)) as reader:
        return list(reader.events())


def checked(path: Path) -> Checked:
    (found,) = check(
        Fact(n=it.n, at=it.n, match=it.match, e=it.event.e, members=encode(it.event))
        for it in recorded(path)
    )
    return found


def test_every_throw_of_a_match_fits_though_the_power_went_before_each_turn(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    run(play(path, "committed", cuts=True))

    names = [it.event.e for it in recorded(path)]
    found = checked(path)
    assert (found.problem, found.unchecked) == (None, ())
    assert found.throws == names.count("rolled") > 4
    assert (names.count("dice_committed"), names.count("dice_revealed")) == (1, 1)
    assert names.count("resumed") == 4
    assert main(["verify", "--db", str(path)]) == 0


def test_random_dice_commit_to_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    run(play(path, "random", cuts=False))

    names = [it.event.e for it in recorded(path)]
    assert not {"dice_committed", "dice_revealed"} & set(names)
    assert sum(count for _, count in checked(path).unchecked) == names.count("rolled")
