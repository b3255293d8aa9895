"""Whoever watches, and what he is told: every event with its number, and how the box stands then.

A watcher begins with the state of every box, or goes on behind the last event that he knows.
One task follows what is stored; a watcher takes what has happened when he has room for it. Who
is too slow is told how everything stands now, in place of what has passed by.

    event: state     data: a box, as `words.told` has it; `reset` says that events were left out
    event: happened  data: an event as a line of the serial log, with its `box`
    event: beat      data: the version of the program; every few seconds
    event: trouble   data: what is wrong with what is stored, for now; nothing if all is well

The `id` of each says how far one is: the number of the last event of each box that was told.

Never: waits for a watcher. Keep: all of this happens in one loop; only the source is read in a
thread.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

import stbpi
from stbpi.board import words
from stbpi.board.aftermath import Aftermath, Ask
from stbpi.board.boxes import Seen
from stbpi.board.chance import Position, chance_to_shut
from stbpi.board.source import News, Source
from stbpi.board.watcher import Batch, Watcher
from stbpi.collector.database import Row
from stbpi.errors import StbError
from stbpi.games.events import MatchStarted, Rolled, TurnEnded
from stbpi.history.matches import decoded
from stbpi.journal.recorded import Recorded
from stbpi.language import speaking
from stbpi.worker import Worker

WATCHED_S, UNWATCHED_S, FAILED_S = 0.04, 0.5, 1.0
"""How often it is looked whether anything has happened."""

BEAT_S = 10.0

RETRY_MS = 1000
"""So long a browser waits before it comes back."""

_NOTHING_MISSED = b": nothing was missed\n\n"

MOST_LETTERS = 4000
"""In what a watcher says that he knows."""

Place = Mapping[str, int]
"""The number of the last event of each box that was told."""

_Shown = tuple[Seen, Aftermath | None, float | None]
"""What a state is made of."""

Reckon = Callable[[Position], float | None]
"""Tells the chance to shut the box; it may take a moment."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Hub:
    """What happens on the boxes, for any number of watchers.

    Args:
        source: what is followed; read in a thread of its own.
        ask: tells how a turn has gone; asked in another thread.
        reckon: tells the chance to shut the box; asked in a third one.

    Attributes:
        has_looked: set when it was looked at what is stored.
    """

    def __init__(self, source: Source, ask: Ask, reckon: Reckon = chance_to_shut) -> None:
        self._source = source
        self._ask = ask
        self._reckon = reckon
        self._thread, self._judges, self._reckoner = (
            Worker("board"),
            Worker("luck"),
            Worker("chance"),
        )
        self._chances: dict[str, tuple[Position, float | None]] = {}
        self._reckoning: dict[str, asyncio.Task[None]] = {}
        self._aftermaths: dict[str, Aftermath] = {}
        self._judging: dict[str, asyncio.Task[None]] = {}
        self._seen: dict[str, Seen] = {}
        self._told: dict[tuple[str, str], tuple[_Shown, bytes]] = {}
        self._watchers: set[Watcher] = set()
        self._come = asyncio.Event()
        self._trouble = ""
        self._is_over = False
        self.has_looked = asyncio.Event()

    @property
    def seen(self) -> Mapping[str, Seen]:
        """How the boxes stand, by their names."""
        return self._seen

    @property
    def watchers(self) -> int:
        return len(self._watchers)

    async def follow(self) -> None:
        """Follow what is stored, until this is cancelled."""
        try:
            while True:
                await self.look()
                self.has_looked.set()
                self._come.clear()
                pause = WATCHED_S if self._watchers else UNWATCHED_S
                with suppress(TimeoutError):
                    async with asyncio.timeout(FAILED_S if self._trouble else pause):
                        await self._come.wait()
        finally:
            await self.close()

    async def close(self) -> None:
        """Close what is followed."""
        for task in (*self._judging.values(), *self._reckoning.values()):
            task.cancel()
        await self._do(self._source.close)
        for thread in (self._thread, self._judges, self._reckoner):
            thread.shutdown()

    def end(self) -> None:
        """Let everybody go who watches."""
        self._is_over = True
        for watcher in self._watchers:
            watcher.stirred.set()

    async def look(self) -> None:
        """Tell what has happened since the last time."""
        try:
            news = await self._do(self._source.news)
        except StbError as exc:
            self._fail(exc.what)
            return
        except Exception as exc:  # what makes no sense at all may be put right, or overwritten
            logger.debug("what is stored makes no sense", exc_info=True)
            self._fail(repr(exc))
            return
        if self._trouble:
            self._trouble = ""
            self._reset()
        for one in news:
            self._tell(one)

    async def watch(self, language: str, known: str = "") -> AsyncGenerator[bytes, None]:
        """Iterate over what a watcher is told; without end.

        Args:
            language: he is spoken to in.
            known: the last `id` that he has, if he comes back.
        """
        watcher = Watcher(language)
        self._watchers.add(watcher)
        self._come.set()
        try:
            place = self._place()
            yield b"retry: %d\n\n" % RETRY_MS + self._beat()
            for box in self._seen:
                self._weigh(box)
            missed = await self._missed(place, known)
            yield missed + self._now(watcher, self._seen, is_reset=not missed)
            while not self._is_over:
                if said := await self._next(watcher):
                    yield said
        finally:
            self._watchers.discard(watcher)

    async def _next(self, watcher: Watcher) -> bytes:
        """Return what comes next for a watcher."""
        try:
            async with asyncio.timeout(BEAT_S):
                await watcher.stirred.wait()
        except TimeoutError:
            return self._beat()
        is_new, watcher.trouble = watcher.trouble != self._trouble, self._trouble
        return self._now(watcher, ()) + (self._problem() if is_new else b"")

    def _now(self, watcher: Watcher, boxes: Iterable[str], *, is_reset: bool = False) -> bytes:
        """Return what has waited for a watcher, and how its boxes and some others stand now."""
        watcher.stirred.clear()
        is_reset, watcher.is_lost = is_reset or watcher.is_lost, False
        batches = watcher.take()
        shown = self._seen if is_reset else {*boxes, *(batch.box for batch in batches)}
        states = self._states(watcher.language, sorted(shown), is_reset=is_reset)
        return b"".join(batch.said for batch in batches) + states

    async def _missed(self, place: Place, known: str) -> bytes:
        """Return the events between what a watcher knows and a place; nothing if that is not all.

        Nothing is left out where every box that he knows can be gone on with.
        """
        knows = read_place(known)
        said, passed = [], dict(knows)
        for box, n in knows.items():
            try:
                rows = await self._do(partial(self._source.since, box, n))
            except StbError:
                rows = None
            if rows is None:
                return b""
            for row in rows:
                if row.n <= place.get(box, 0):
                    passed[box] = row.n
                    said.append(_message("happened", passed, line(row)))
        return b"".join(said) or (_NOTHING_MISSED if knows else b"")

    async def _do(self, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    def _tell(self, news: News) -> None:
        """Pass on what has happened on a box."""
        box = news.seen.box
        place = dict(self._place())
        said = []
        for row in news.rows:
            place[box] = row.n
            said.append(_message("happened", place, line(row)))
        self._seen[box] = news.seen
        batch = Batch(box, b"".join(said))
        for watcher in self._watchers:
            if news.rows:
                watcher.tell(batch)
            else:
                watcher.lose()
        for row in news.rows:
            self._judge(row)
        self._weigh(box)

    def _judge(self, row: Row) -> None:
        """Let a turn that is over be judged; nothing is said of it once the next one is played."""
        if row.e in (TurnEnded.e, Rolled.e, MatchStarted.e):
            self._aftermaths.pop(row.box, None)
            if row.box in self._judging:
                self._judging.pop(row.box).cancel()
        if row.e == TurnEnded.e and self._watchers:
            self._judging[row.box] = asyncio.create_task(self._tell_luck(row.box, row.match))

    async def _tell_luck(self, box: str, match: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._judges, self._ask, box, match)
        except Exception:  # a turn that can't be judged is no reason to show nothing
            logger.debug("the turn can't be judged", exc_info=True)
            return
        if found is not None:
            self._aftermaths[box] = found
            self._tell_anew(box)

    def _weigh(self, box: str) -> None:
        """Let the chance to shut the box be reckoned, if somebody watches and it is not known."""
        asked = self._reckoning.get(box)
        is_free = asked is None or asked.done()
        if self._watchers and is_free and not self._is_weighed(box):
            self._reckoning[box] = asyncio.create_task(self._tell_chance(box))

    def _is_weighed(self, box: str) -> bool:
        position = self._seen[box].position
        return position is None or self._chances.get(box, (None,))[0] == position

    async def _tell_chance(self, box: str) -> None:
        """Tell the chance of the newest position; what has passed by meanwhile is left out."""
        loop = asyncio.get_running_loop()
        while (position := self._seen[box].position) is not None and not self._is_weighed(box):
            chance: float | None = None
            try:
                chance = await loop.run_in_executor(self._reckoner, self._reckon, position)
            except Exception:  # as above
                logger.debug("the chance can't be reckoned", exc_info=True)
            self._chances[box] = (position, chance)
            if chance is not None:
                self._tell_anew(box)

    def _chance(self, box: str) -> float | None:
        position, chance = self._chances.get(box, (None, None))
        return chance if position == self._seen[box].position else None

    def _tell_anew(self, box: str) -> None:
        for watcher in self._watchers:
            watcher.tell(Batch(box, b""))

    def _fail(self, what: str) -> None:
        if self._trouble != what:
            logger.warning("%s", what)
            self._trouble = what
            self._reset()

    def _reset(self) -> None:
        for watcher in self._watchers:
            watcher.lose()

    def _place(self) -> Place:
        return {box: seen.n for box, seen in self._seen.items()}

    def _states(self, language: str, boxes: Iterable[str], *, is_reset: bool) -> bytes:
        """Return how some boxes stand."""
        place = self._place()
        said = [self._state(box, language) for box in boxes if box in self._seen]
        head = b'{"reset":true,' if is_reset else b"{"
        return b"".join(_message("state", place, head + told[1:]) for told in said)

    def _state(self, box: str, language: str) -> bytes:
        """Return how a box stands; made once for everybody who speaks a language."""
        shown = (self._seen[box], self._aftermaths.get(box), self._chance(box))
        of, told = self._told.get((box, language), (None, b""))
        if of is None or any(one is not other for one, other in zip(of, shown, strict=True)):
            seen, aftermath, chance = shown
            with speaking(language):
                luck = "" if aftermath is None else aftermath.said()
                told = _json(words.told(seen, luck, chance))
            self._told[box, language] = (shown, told)
        return told

    def _beat(self) -> bytes:
        return b"event: beat\ndata: " + _json(stbpi.__version__) + b"\n\n" + self._problem()

    def _problem(self) -> bytes:
        return b"event: trouble\ndata: " + _json(self._trouble) + b"\n\n"


def line(row: Row) -> bytes:
    """Return an event as it may be told: as the serial log does, with its box; bare if damaged."""
    event = decoded(row)
    if event is None:
        return _json({"box": row.box, "n": row.n, "e": "unknown"})
    recorded = Recorded(
        n=row.n, boot=row.boot, match=row.match, t=row.t, wall=row.wall, event=event
    )
    return b'{"box":' + _json(row.box) + b"," + recorded.line().encode("ascii")[1:]


def read_place(known: str) -> dict[str, int]:
    """Read what a watcher knows; nothing if it makes no sense."""
    if not 0 < len(known) <= MOST_LETTERS:
        return {}
    place = {}
    for box, n in parse_qsl(known):
        if not (n.isascii() and n.isdecimal() and len(n) < len(str(2**63))):
            return {}
        place[box] = int(n)
    return place


def _message(kind: str, place: Place, data: bytes) -> bytes:
    """Write a message; JSON in ASCII has no line ends."""
    head = f"id: {urlencode(place)}\nevent: {kind}\ndata: "
    return head.encode("ascii") + data + b"\n\n"


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")
