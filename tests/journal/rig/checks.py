"""What has to hold of a journal after a cut of the power, and of a match on failing storage.

Never: repairs anything before it is judged.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

from stbpi.games.events import Event, Fault, FaultCleared, MatchStarted, TileDown
from stbpi.games.game import NO_TILES
from stbpi.games.registry import DEFAULT, game_of
from stbpi.journal.matches import moved
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from tests.journal.rig.cuts import Cut, Disk, Image, Variant
from tests.journal.rig.match import JOURNAL, Played, facts, scores, strangers
from tests.journal.rig.operations import Kind, Operation
from tests.journal.rig.storage import Fault as StorageFault
from tests.journal.rig.storage import Shown, Storage
from tests.journal.rig.vfs import watched_by


class BrokenPromiseError(Exception):
    """The journal is not what it has to be; says what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What was recorded.

    Attributes:
        recorded: everything, in order.
        ends: how many events there can be on the disk, since events come there in batches.
    """

    recorded: tuple[Recorded, ...]
    ends: frozenset[int]

    def and_then(self, found: int, extra: Recorded) -> History:
        """Return the history of a box that found so many events and recorded one more."""
        ends = {end for end in self.ends if end <= found} | {found + 1}
        return History(recorded=(*self.recorded[:found], extra), ends=frozenset(ends))


def history_of(played: Played) -> History:
    return History(recorded=tuple(played.told), ends=frozenset({0, *played.batches}))


def history_of_failures(played: Played) -> History:
    """Return the history where a batch that failed may be on the disk before the next one is.

    What was recorded together has one time, and a fault is recorded by itself.
    """
    steps = pairwise(played.told)
    ends = {b.n - 1 for a, b in steps if a.t != b.t or isinstance(b.event, Fault | FaultCleared)}
    return History(recorded=tuple(played.told), ends=frozenset({0, *played.batches, *ends}))


def moments(
    log: Iterable[Operation | Shown], disk: Disk, *, is_wanted: Callable[[int], bool]
) -> Iterator[tuple[int, int]]:
    """Go through a log, from before the first operation to after the last one.

    Yields:
        how many operations are done, and the newest event that was shown; `disk` is as it is then.
    """
    n = shown = 0
    for entry in log:
        if isinstance(entry, Shown):
            shown = max(shown, entry.n)
            continue
        if is_wanted(n):
            yield n, shown
        disk.do(entry)
        n += 1
    if is_wanted(n):
        yield n, shown


def variants(disk: Disk, n: int, *, seeds: int) -> Iterator[tuple[Cut, Image]]:
    """Make the images that a cut could leave now."""
    wanted = [(Variant.DROPPED, 0), (Variant.KEPT, 0)]
    wanted += [(v, seed) for seed in range(seeds) for v in (Variant.REORDERED, Variant.TORN)]
    for variant, seed in wanted if not disk.is_quiet else wanted[:1]:
        cut = Cut(n=n, variant=variant, seed=seed)
        yield cut, disk.after(variant, random.Random(str(cut)))


class Judge:
    """Reopens what cuts have left, in a folder of its own.

    Attributes:
        images: how many different ones were looked at.
        found: how many events there were, in one or another.
    """

    def __init__(self, folder: Path, history: History) -> None:
        self.images = 0
        self.found: set[int] = set()
        self._folder = folder / "reopened"
        self._history = history
        self._known: dict[bytes, int] = {}

    def look(self, image: Image, *, shown: int) -> int:
        """Reopen an image; return how many events are there.

        Raises:
            BrokenPromiseError: it is not a beginning of the history that has what was shown.
        """
        mark = hashlib.sha256(repr([(k, len(v)) for k, v in image.items()]).encode())
        for content in image.values():
            mark.update(content)
        key = mark.digest()
        if key not in self._known:
            self.images += 1
            self._known[key], _ = reopen(self._folder, image, self._history)
            self.found.add(self._known[key])
        if self._known[key] < shown:
            raise BrokenPromiseError(f"event {shown} was shown; {self._known[key]} are there")
        return self._known[key]

    def look_again(self, image: Image, disk: Disk, *, shown: int, seeds: int) -> int:
        """Reopen an image and cut the power at every write of that; return how often.

        Args:
            image: what the program finds.
            disk: the same; after a program was only killed, with what may still be lost.
            shown: the newest event that was shown before.

        Raises:
            BrokenPromiseError: a cut left what it must not.
        """
        storage = Storage(numbers=disk.numbers())
        with watched_by(storage):
            found, extra = reopen(self._folder, image, self._history, storage=storage)
        judge = Judge(self._folder, self._history.and_then(found, extra))
        cuts = 0
        least = found if disk.is_quiet else shown
        for n, shown_since in moments(storage.log, disk, is_wanted=lambda _: True):
            for cut, left in variants(disk, n, seeds=seeds):
                cuts += 1
                try:
                    judge.look(left, shown=max(least, shown_since))
                except BrokenPromiseError as exc:
                    raise BrokenPromiseError(f"then cut {cut}: {exc}") from exc
        self.images += judge.images
        return cuts


def reopen(
    folder: Path, image: Image, history: History, *, storage: Storage | None = None
) -> tuple[int, Recorded]:
    """Open the journal of an image, read it, and record one more event.

    Returns:
        how many events were there, and the one that was recorded.

    Raises:
        BrokenPromiseError: the journal is not a whole beginning of the history.
    """
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)
    try:
        with closing(Journal(folder / JOURNAL)) as journal:
            found = tuple(journal.events())
            _judge(found, history)
            _judge_past(journal, found)
            journal.record([TileDown(tile=3)], t=1, wall=None)
            (extra,) = journal.sync()
            if extra.n != len(found) + 1:
                raise BrokenPromiseError(f"the next event is {extra.n}, not {len(found) + 1}")
            if storage is not None:
                storage.mark(extra.n)
        with closing(open_read_only(folder / JOURNAL)) as reader:
            if tuple(reader.events()) != (*found, extra):
                raise BrokenPromiseError("what was found and recorded is not what stands there")
    except BrokenPromiseError:
        raise
    except Exception as exc:  # whatever it is, a cut must not lead to it
        raise BrokenPromiseError(f"a cut counts as damage: {exc!r}") from exc
    if strange := strangers(folder):
        raise BrokenPromiseError(f"a cut counts as damage: {strange} lie there")
    return len(found), extra


def _judge(found: Sequence[Recorded], history: History) -> None:
    if found != history.recorded[: len(found)]:
        raise BrokenPromiseError(f"{len(found)} events are no beginning of what was recorded")
    if len(found) not in history.ends:
        raise BrokenPromiseError(f"{len(found)} events end in the middle of a batch")


def _judge_past(journal: Journal, found: Sequence[Recorded]) -> None:
    """The read models say what the events say, and the match can go on."""
    before = past(journal, wall=None)
    events = [recorded.event for recorded in found]
    starts = [i for i, event in enumerate(events) if isinstance(event, MatchStarted)]
    first = starts[-1] if starts else len(events)
    told = (before.fresh, before.down, before.match_down, before.match)
    down, match_down = reduce(moved, events, NO_TILES), reduce(moved, events[:first], NO_TILES)
    if told != (not found, down, match_down if starts else NO_TILES, tuple(events[first:])):
        raise BrokenPromiseError(f"the past is told wrongly: {told}")
    if journal.boot <= max((recorded.boot for recorded in found), default=0):
        raise BrokenPromiseError(f"boot {journal.boot} is used twice")
    game = game_of(DEFAULT)
    reduce(game.evolve, before.match, game.new(before.match_down, complain_ms=1500))


def complaints(played: Played, clean: Played, fault: StorageFault, *, failures: int) -> list[str]:
    """Say what is wrong with a match that was played on failing storage.

    Args:
        clean: the same match on storage that worked.
        failures: how many operations failed.
    """
    recorded = played.recorded
    saved = played.saved[-len(recorded) :]
    numbers = [one.n for one in played.saved]
    writing = fault.kind in (Kind.WRITE, Kind.SYNC)
    checks = {
        "the play differs from the clean one": facts(recorded) == facts(clean.recorded),
        "the scores on the box differ": played.scores == clean.scores,
        "the scores in the journal differ": scores(played.saved) == clean.scores,
        "something was shown before it was saved": not played.early,
        "something is saved wrongly, twice or not at all": _whats(saved) == _whats(recorded),
        "something is told wrongly, twice or not at all": played.told == saved,
        "numbers are missing or used twice": numbers == list(range(1, len(numbers) + 1)),
        "a journal that is whole was set aside": not played.aside,
        "nobody was told that the disk fails": not (failures and fault.for_ever and writing)
        or "disk" in played.faults,
        "the fault is still shown on storage that works": not played.left,
    }
    return [complaint for complaint, is_well in checks.items() if not is_well]


def _whats(recorded: Iterable[Recorded]) -> list[tuple[int, Event]]:
    """Numbers apart: while there is no journal they are provisional."""
    return [(one.t, one.event) for one in recorded]
