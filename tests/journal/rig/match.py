"""A match of three turns, played by the program on a simulated box, on watched storage.

Ann, Bob and Cid have a turn each. Everybody plays in the same way, whatever the disk does.

Never: judges; `Played` has what a test compares.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from stbpi.clock import EARLIEST_WALL
from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.games.events import (
    Event,
    Fault,
    FaultCleared,
    MatchStarted,
    Resumed,
    TileDown,
    TileUp,
)
from stbpi.games.game import NO_TILES, Phase, StartMatch, View, all_tiles, without
from stbpi.games.registry import DEFAULT, game_of
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.journal.writer import RETRY_S
from stbpi.scene import Held, Scene, public
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run
from tests.journal.rig.cuts import Image
from tests.journal.rig.operations import Kind
from tests.journal.rig.storage import Storage, fast_folder
from tests.journal.rig.vfs import watched_by

NAMES = ("Ann", "Bob", "Cid")
DICE = (6, 5, 1, 1, 3, 4, 6, 6, 5, 5, 1, 2, 1, 1)

JOURNAL = "journal.db"
MAY_LIE_THERE = {JOURNAL + end for end in ("", "-wal", "-shm", "-journal", "-lock")}

MANY_STEPS = 100


@dataclass(slots=True)
class Played:
    """What came of a match.

    Attributes:
        told: every event that was told to be on the disk, in order.
        batches: how many events were on the disk after each writing.
        recorded: every event that the program recorded, on the disk or not, in order.
        early: scenes that showed more than was on the disk, without saying that it fails.
        faults: the faults that were shown at any time.
        opening: how many operations of each kind it took to start the program.
        left: the faults that were still shown when the storage had been well for a while.
        scores: what stood on the box at the end, by the keys of `scene.public`.
        saved: what stands in the journal in the end.
        aside: files that lie beside it then, other than those of a journal in use.
    """

    told: list[Recorded] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)
    recorded: list[Recorded] = field(default_factory=list)
    early: list[Scene] = field(default_factory=list)
    faults: set[str] = field(default_factory=set)
    opening: Counter[Kind | None] = field(default_factory=Counter)
    left: tuple[str, ...] = ()
    scores: dict[str, str] = field(default_factory=dict)
    saved: list[Recorded] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)


def play(
    folder: Path, storage: Storage, *, is_cut: bool = False, before: Image | None = None
) -> Played:
    """Play the match in a folder; at the end the storage is mended and given time.

    Args:
        is_cut: the power is off for a moment after the first turn.
        before: the journal of earlier evenings.
    """
    for name, content in (before or {}).items():
        (folder / name).write_bytes(content)
    played = Played()
    with watched_by(storage):
        run(_Evening(folder / JOURNAL, storage, played).play(is_cut=is_cut))
        storage.mend()
        reader = open_read_only(folder / JOURNAL)
        played.saved = list(reader.events())
        reader.close()
    played.aside = strangers(folder)
    return played


def strangers(folder: Path) -> list[str]:
    """Return the files in a journal's folder that are not those of a journal in use."""
    return sorted({path.name for path in folder.iterdir()} - MAY_LIE_THERE)


def earlier_evening() -> Image:
    """Return a journal in which the match stands already."""
    with fast_folder() as folder:
        play(folder, Storage())
        return {JOURNAL: (folder / JOURNAL).read_bytes()}


def facts(recorded: Iterable[Recorded]) -> list[Event]:
    """Return the events of the play; faults come when they like."""
    return [r.event for r in recorded if not isinstance(r.event, Fault | FaultCleared | Resumed)]


def scores(recorded: Iterable[Recorded]) -> dict[str, str]:
    """Return what stands on the box after these events, as a fold of the last match tells it."""
    game = game_of(DEFAULT)
    events = [r.event for r in recorded]
    first = max(i for i, event in enumerate(events) if isinstance(event, MatchStarted))
    state = reduce(game.evolve, events[first:], game.new(NO_TILES, complain_ms=1500))
    return _scores(game.view(state, time_is_up=True))


class _Evening:
    def __init__(self, journal: Path, storage: Storage, played: Played) -> None:
        self._journal = journal
        self._storage = storage
        self._played = played
        self._box: Simulation | None = None

    async def play(self, *, is_cut: bool) -> None:
        dice = ScriptedDice()
        dice.add(DICE)
        config = with_tiles(Config(), 9)
        box = Simulation(
            replace(config, display=replace(config.display, driver="none")),
            dice=dice,
            journal=self._journal,
            make_clock=lambda: VirtualClock(asyncio.get_running_loop(), wall=EARLIEST_WALL),
            watchers=Watchers(scene=self._look, events=self._hear),
        )
        self._box = box
        try:
            await box.start()
            self._played.opening = Counter(self._storage.counts)
            await box.start_match(
                StartMatch(
                    game="shut_the_box",
                    names=NAMES,
                    preset="luk_kassen",
                    house_rules=(("rounds", 1),),
                )
            )
            await self._turns(box, is_cut=is_cut)
            self._played.scores = _scores(box.scene.view)
            self._storage.mend()
            await box.lift(box.hand.down)
            await asyncio.sleep(2 * RETRY_S)
            await box.settle()
            self._played.left = box.scene.faults
        finally:
            await box.stop()
            self._played.recorded = list(box.disk.recorded)

    async def _turns(self, box: Simulation, *, is_cut: bool) -> None:
        for _ in range(MANY_STEPS):
            view = box.scene.view
            match view.phase:
                case Phase.MATCH_OVER:
                    return
                case Phase.RAISE_TILES:
                    await box.lift(box.hand.down)
                case Phase.READY:
                    await box.press()
                case Phase.COVERING if view.left:
                    standing = without(all_tiles(view.tiles), view.committed)
                    await box.lower(sum_covers(standing, sum(view.roll), count=9, most=9)[0])
                case Phase.COVERING:
                    await box.press()
                case _:
                    if is_cut:
                        is_cut = False
                        await box.cut_power()
                    await asyncio.sleep(2.5)
                    await box.settle()
        raise RuntimeError(f"the match does not end: {public(box.scene)}")

    def _hear(self, events: tuple[Recorded, ...]) -> None:
        self._played.told += events
        self._played.batches.append(events[-1].n)
        self._storage.mark(events[-1].n)

    def _look(self, scene: Scene) -> None:
        self._played.faults |= set(scene.faults)
        if self._box is None or "disk" in scene.faults:
            return
        recorded = self._box.disk.recorded
        shown = [i for i, r in enumerate(recorded) if not isinstance(r.event, TileDown | TileUp)]
        if shown and shown[-1] >= len(self._played.told):
            self._played.early.append(scene)
        elif shown:
            self._storage.mark(self._played.told[shown[-1]].n)


def _scores(view: View) -> dict[str, str]:
    scene = Scene(view=view, held=Held.NOT, page=None, faults=())
    return {
        key: value
        for key, value in public(scene).items()
        if key == "winner" or key.startswith(("score.", "total."))
    }
