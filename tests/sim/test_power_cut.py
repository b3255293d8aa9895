"""The power goes after any line and at every write: the box comes back to the same view.

The scenarios are played here without their expectations. What is known to differ is said in
`comes_back`: what is shown for a time only is shown once more, an open menu is closed, what was
chosen in a set-up is lost; and where tiles were raised and lowered again in the last second,
which is not on the disk yet, an old complaint about them stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise
from pathlib import Path

import pytest

from stbpi.clock import EARLIEST_WALL
from stbpi.config import Config
from stbpi.config_sections import RulesSection
from stbpi.dice.source import ScriptedDice
from stbpi.games.events import Event, Refused, Resumed, TileDown, TileUp
from stbpi.games.game import StartMatch
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.journal.recorded import Recorded
from stbpi.scene import public
from stbpi.sim import script, steps
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run

SCENARIOS = Path(__file__).parents[1] / "scenarios"
ABOUT_SCORES = {"classic", "count", "covered", "digits", "knock_out_limit", "rounds", "shared_win"}
IN_A_MATCH = sorted(
    path
    for path in SCENARIOS.glob("*.stb")
    if "\nplayers " in path.read_text("utf-8") and path.stem not in ABOUT_SCORES
)
NOTICE_S = 2.1
"""After so many seconds nothing is shown any more that is shown for a time only."""

MORE_DICE = (1, 2) * 40
"""For presses that would not throw if the power had not gone."""

Deed = steps.Button | steps.Down | steps.Up | steps.Wait
State = dict[str, str]


@dataclass(frozen=True)
class Story:
    """A scenario without its expectations and its own power cuts."""

    start: StartMatch
    dice: tuple[int, ...]
    deeds: tuple[Deed, ...]

    @property
    def tiles(self) -> int:
        return ShutTheBox().summary(self.start.preset, self.start.house_rules).tiles


def read(path: Path) -> Story:
    names: tuple[str, ...] = ()
    rules = steps.Rules("", ())
    dice: tuple[int, ...] = ()
    deeds: list[Deed] = []
    lines = script.read(path.read_text("utf-8"), path=str(path))
    for step, after in pairwise([*lines, lines[0]]):
        if isinstance(after.action, steps.ExpectError):
            continue
        match step.action:
            case steps.Players():
                names = step.action.names
            case steps.Rules():
                rules = step.action
            case steps.DiceNumbers():
                dice += step.action.numbers
            case steps.Button() | steps.Down() | steps.Up() | steps.Wait():
                deeds.append(step.action)
            case _:
                pass
    preset = rules.preset or "luk_kassen"
    house_rules = ShutTheBox().check_rules(preset, rules.house_rules)
    start = StartMatch(game="shut_the_box", names=names, preset=preset, house_rules=house_rules)
    return Story(start, dice + MORE_DICE, tuple(deeds))


def facts_of(events: Sequence[Event]) -> list[Event]:
    """Leave out what depends on when tiles were looked at, and the cuts themselves."""
    return [e for e in events if not isinstance(e, TileDown | TileUp | Refused | Resumed)]


class Telling:
    """A story that is being told on a simulated box.

    Attributes:
        box: where it is told.
        writes: how often events were written to the disk.
        events: all of them.
    """

    def __init__(self, story: Story, journal: Path, *, cut_at: int = 0) -> None:
        self.writes = 0
        self.events: list[Event] = []
        self._story = story
        self._cut_at = cut_at
        loop = asyncio.get_running_loop()
        dice = ScriptedDice()
        dice.add(story.dice)
        preset, house_rules = story.start.preset, story.start.house_rules
        rules = RulesSection(preset=preset, house_rules=house_rules)
        self.box = Simulation(
            with_tiles(replace(Config(), rules=rules), story.tiles),
            dice=dice,
            journal=journal,
            make_clock=lambda: VirtualClock(loop, wall=EARLIEST_WALL),
            watchers=Watchers(scene=lambda _: None, events=self._hear),
        )

    async def tell(self, after_each: Callable[[], Awaitable[None]]) -> None:
        """Play to the end; with `cut_at` the power goes at that write and comes back."""
        await self.box.start()
        await self.box.start_match(self._story.start)
        await self._power()
        await after_each()
        for deed in self._story.deeds:
            written = len(self.events)
            await self._do(deed)
            went = await self._power()
            if went and isinstance(deed, steps.Button) and not facts_of(self.events[written:]):
                await self._do(deed)  # the button was down when the power went: no press
            await after_each()
        await self.wait(NOTICE_S)
        await after_each()
        await self.box.stop()

    @property
    def state(self) -> State:
        """What can be seen, apart from faults."""
        state = public(self.box.scene)
        del state["faults"]
        return state

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.box.settle()

    async def _do(self, deed: Deed) -> None:
        match deed:
            case steps.Button():
                await self.box.press(deed.seconds)
            case steps.Down():
                await self.box.lower(deed.tiles)
            case steps.Up():
                await self.box.lift(deed.tiles)
            case steps.Wait():
                await self.wait(deed.seconds)

    async def _power(self) -> bool:
        """Switch the power on again if it went; say whether it did."""
        went = 0 < self._cut_at <= self.writes
        if went:
            self._cut_at = 0
            await self.box.cut_power()
            await self.wait(NOTICE_S)
        return went

    def _hear(self, told: tuple[Recorded, ...]) -> None:
        self.writes += 1
        self.events += [recorded.event for recorded in told]
        if self.writes == self._cut_at:
            self.box.daemon.cut()


async def comes_back(telling: Telling) -> None:
    """Cut the power and compare what can be seen before and after."""
    before = telling.state
    await telling.box.cut_power()
    if telling.state["prompt"] == "go_on":  # what it was set aside for is asked for again
        assert before["phase"] in ("attract", "setup", "menu")
        return
    if before["phase"] in ("menu", "setup"):
        assert telling.state["phase"] not in ("menu", "setup")
        return
    is_notice = telling.state["prompt"] == "one_die" != before["prompt"]
    if is_notice or before["phase"] == "match_over":
        await telling.wait(NOTICE_S)
    if telling.state["phase"] == "wrong" != before["phase"]:
        before |= {"phase": "wrong", "prompt": "raise"}
    assert telling.state == before


@pytest.mark.parametrize("path", IN_A_MATCH, ids=lambda path: path.stem)
def test_a_cut_after_any_line_changes_nothing_that_can_be_seen(path: Path, tmp_path: Path) -> None:
    """After every other line, in half of the stories the odd ones."""

    async def main() -> None:
        telling = Telling(read(path), tmp_path / "journal.db")
        lines = count(IN_A_MATCH.index(path))

        async def cut() -> None:
            if next(lines) % 2:
                await comes_back(telling)

        await telling.tell(cut)

    run(main())


@dataclass(frozen=True)
class Told:
    """How a story went.

    Attributes:
        facts: what happened in the match.
        last: what could be seen at the end.
        writes: how often events were written.
    """

    facts: Sequence[Event]
    last: State
    writes: int


def told(path: Path, journal: Path, *, cut_at: int = 0) -> Told:
    """Tell the story of a scenario; with `cut_at` the power goes at that write."""

    async def main() -> Told:
        telling = Telling(read(path), journal, cut_at=cut_at)
        last: State = {}

        async def look() -> None:
            last.update(telling.state)

        await telling.tell(look)
        return Told(facts_of(telling.events), last, telling.writes)

    return run(main())


WRITTEN_OFTEN = ["first_dead_throw", "lifted_tile", "shut", "three_dice", "wrong_tile_and_press"]


@pytest.mark.parametrize("name", WRITTEN_OFTEN)
def test_a_cut_at_any_write_changes_nothing_that_happens_in_the_match(
    name: str, tmp_path: Path
) -> None:
    path = SCENARIOS / f"{name}.stb"
    whole = told(path, tmp_path / "whole.db")
    for write in range(1, whole.writes + 1):
        cut = told(path, tmp_path / f"{write}.db", cut_at=write)

        assert cut.facts == whole.facts, write
        assert cut.last == whole.last, write
