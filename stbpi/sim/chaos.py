"""Chaos: days of random play with everything going wrong, in virtual time.

A seed makes the same play every time. Every `BOX_H` hours a fresh box with an empty journal
begins: a third of its time people play, the rest nobody is there. What happens to a box is a
scenario from its first line on; if anything is not as it must be, the lines so far are written
to a file that fails in the same way.

Never: draws chance from anything but the seed; keeps anything of a box that has gone well, but
for what is counted.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.config import BoxSection
from stbpi.errors import StbError
from stbpi.games.events import MatchEnded, Rolled, TurnEnded
from stbpi.language import _
from stbpi.sim.chaos_hearing import ChanceDice
from stbpi.sim.chaos_mischief import Mischief
from stbpi.sim.chaos_player import Player
from stbpi.sim.chaos_rules import head, wired
from stbpi.sim.chaos_story import Story
from stbpi.sim.scenario import Scenario
from stbpi.sim.virtual import run

BOX_H = 6.0
"""A box lives for so many virtual hours."""

PLAYED = 1 / 3
"""Of so much of them people play."""

IN_MEMORY = Path("/dev/shm")
"""Where the journal lies, if there is such a place; it need not outlive this machine's power."""


@dataclass(kw_only=True)
class Report:
    """What has happened so far.

    Attributes:
        faults: by kind, the first word of the line that causes it.
        failure: what was not as it must be, and the scenario; empty if all went well.
    """

    hours: float = 0.0
    matches: int = 0
    turns: int = 0
    throws: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    failure: str = ""

    def add(self, other: Report) -> None:
        """Take in what has happened elsewhere."""
        self.hours += other.hours
        self.matches += other.matches
        self.turns += other.turns
        self.throws += other.throws
        self.faults += other.faults
        self.failure = self.failure or other.failure

    def line(self) -> str:
        """Return it in one line."""
        kinds = ", ".join(f"{name} {times}" for name, times in sorted(self.faults.items()))
        text = _(
            "{hours} h, {matches} matches, {turns} turns, {throws} throws; {faults} faults: {kinds}"
        )
        return text.format(
            hours=f"{round(self.hours, 2):g}",
            matches=self.matches,
            turns=self.turns,
            throws=self.throws,
            faults=sum(self.faults.values()),
            kinds=kinds or "-",
        )


def chaos(
    seed: int,
    *,
    hours: float,
    first: int = 0,
    folder: Path,
    progress: Callable[[Report], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Play chaos.

    Args:
        seed: of all chance.
        hours: for so many virtual hours.
        first: number of the first box; each is the same whichever come before it.
        folder: where the scenario is written if it fails.
        progress: called after each box.
        tell: called with each event as a line of JSON.

    Returns:
        What has happened; it ends with the first failure.
    """
    report = Report()
    for number in range(math.ceil(hours / BOX_H - 1e-6)):
        life_h = min(hours - number * BOX_H, BOX_H)
        _play_box(seed, first + number, hours=life_h, report=report, folder=folder, tell=tell)
        progress(report)
        if report.failure:
            break
    return report


def _play_box(
    seed: int,
    number: int,
    *,
    hours: float,
    report: Report,
    folder: Path,
    tell: Callable[[str], None],
) -> None:
    """Play one box from its empty journal to its end."""
    path = f"chaos-{seed}.stb"
    chance = random.Random(f"{seed}/{number}")
    shared = IN_MEMORY if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="stbpi-", dir=shared) as directory:
        dice = ChanceDice(random.Random(f"{seed}/{number}/dice"))
        scenario = Scenario(
            path=path, journal=Path(directory) / "journal.db", tell=tell, is_quiet=True, dice=dice
        )
        story = Story(
            scenario,
            dice,
            path=path,
            title=f"chaos {seed}, box {number}",
            head=wired(head(chance), random.Random(f"{seed}/{number}/plug")),
            complain_ms=BoxSection().complain_ms,
        )
        try:
            run(_life(scenario, story, chance, hours=hours, report=report), threads=False)
        except Exception as exc:  # whatever the program ends with is what chaos looks for
            written = _write(folder, seed, story.text())
            what = exc.what if isinstance(exc, StbError) else f"{type(exc).__name__}: {exc}"
            text = _("chaos {seed} failed: {what}; written to {file}")
            report.failure = text.format(seed=seed, what=what, file=written)


async def _life(
    scenario: Scenario, story: Story, chance: random.Random, *, hours: float, report: Report
) -> None:
    """Let people play for an hour or so, leave the box alone, and once more."""
    async with scenario.running():
        await story.begin()
        mischief = Mischief(story, chance)
        player = Player(story, chance)
        half_s = hours * 3600 / 2
        for end in (half_s, 2 * half_s):
            closing = end - half_s * (1 - PLAYED)
            while story.now < closing:
                await mischief.pass_by()
                await player.act()
            await mischief.end()
            if chance.random() < 0.5:
                await story.cut()
            while story.now < end:
                await story.wait(round(min(chance.uniform(600, 3600), end - story.now + 0.1), 1))
    facts = story.oracle.facts
    report.hours += hours
    report.matches += sum(isinstance(fact, MatchEnded) for fact in facts)
    report.turns += sum(isinstance(fact, TurnEnded) for fact in facts)
    report.throws += sum(isinstance(fact, Rolled) for fact in facts)
    report.faults += mischief.count


def _write(folder: Path, seed: int, lines: Sequence[str]) -> Path:
    """Write a scenario under a name that no file has yet."""
    for path in _names(folder, seed):
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        except FileExistsError:
            continue
        return path
    raise AssertionError("unreachable")


def _names(folder: Path, seed: int) -> Iterator[Path]:
    yield folder / f"chaos-{seed}.stb"
    yield from (folder / f"chaos-{seed}-{number}.stb" for number in count(2))
