"""The collector at work: sources, the intake, and whoever listens to what is stored.

What has come is committed a fifth of a second later, or as soon as there is much of it. Listeners
hear of events when they are on the disk.

Never: draws or prints.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from stbpi.collector.database import Row
from stbpi.collector.intake import Box, Intake
from stbpi.collector.notices import Notice, opened
from stbpi.collector.sources import Ask, Ear, Source
from stbpi.collector.store import Store
from stbpi.errors import CollectionError
from stbpi.tasks import until_one_ends

COMMIT_S = 0.2
MOST = 5000
"""So many events are committed at once."""

LOOK_S = 0.5
"""So often it is looked whether a box is to be asked for something."""


class Listener(Protocol):
    """Hears what the collector does; called in its loop."""

    def stored(self, rows: Sequence[Row]) -> None:
        """Some events are on the disk, which were not there before; with the names to show."""
        ...

    def said(self, notice: Notice) -> None:
        """There is something to tell."""
        ...


class Companion(Listener, Protocol):
    """A listener that has something to do of its own."""

    async def run(self, collecting: Collecting) -> None:
        """Do it for ever."""
        ...

    async def finish(self) -> None:
        """Do what is left to be done, when nothing more is collected."""
        ...


class Collecting:
    """Brings what boxes tell into a database.

    Args:
        store: the database, which is closed by whoever has opened it.
        sources: where lines come from.
        listeners: they hear of it.
        companions: they hear of it, and do something of their own meanwhile.
        wall: returns the time in epoch seconds.

    Attributes:
        stored: how many events were stored.

    Raises:
        CollectionError: from any method; the database can't be used.
    """

    def __init__(
        self,
        store: Store,
        sources: Iterable[Source],
        listeners: Iterable[Listener],
        *,
        wall: Callable[[], int],
        companions: Iterable[Companion] = (),
    ) -> None:
        self._sources = tuple(sources)
        self._companions = tuple(companions)
        self._listeners = (*listeners, *self._companions)
        self._when_stored: list[Callable[[], None]] = []
        self._names = store.names
        self._intake = Intake(store, wall=wall, say=self.said)
        self._asks: dict[str, Ask] = {}
        self._has_come = asyncio.Event()
        self._is_stopped = asyncio.Event()
        self.stored = 0

    @property
    def boxes(self) -> Mapping[str, Box]:
        """All boxes that are known."""
        return self._intake.boxes

    @property
    def missing(self) -> int:
        """How many events are known to be missing, over all boxes."""
        runs = (run for box in self.boxes.values() for run in box.missing)
        return sum(last - first + 1 for first, last in runs)

    @property
    def damaged(self) -> int:
        """How many pieces could not be stored as events."""
        return self._intake.damaged

    @property
    def ports(self) -> tuple[str, ...]:
        """The lines that are open."""
        return self._intake.ports

    async def run(self) -> None:
        """Collect until nothing more can come, or until it is stopped.

        Raises:
            StbError: a source can't be read at all, or a companion can't do its work.
        """
        try:
            beside = [companion.run(self) for companion in self._companions]
            await until_one_ends([self._collect(), self._is_stopped.wait(), *beside])
        except CollectionError:
            raise
        except BaseException:
            self._commit()
            raise
        self._commit()

    def stop(self) -> None:
        """End `run`; what has come is stored first."""
        self._is_stopped.set()

    # What sources tell

    def opened(self, port: str, ask: Ask | None) -> None:
        self._intake.opened(port, can_ask=ask is not None)
        if ask is not None:
            self._asks[port] = ask
        self.said(opened(port))

    def came(self, port: str, data: bytes) -> None:
        self._intake.came(port, data, self._now())
        self._ask()
        if self._intake.waiting >= MOST:
            self._commit()
        self._has_come.set()

    def closed(self, port: str) -> None:
        self._intake.closed(port)
        self._asks.pop(port, None)
        self._commit()

    def whole(self, box: str) -> int:
        known = self.boxes.get(box)
        return known.known.whole if known is not None else 0

    def when_stored(self, call: Callable[[], None]) -> None:
        self._when_stored.append(call)
        self._has_come.set()

    def said(self, notice: Notice) -> None:
        for listener in self._listeners:
            listener.said(notice)

    # What is done meanwhile

    async def _collect(self) -> None:
        jobs = [self._read_all(), self._commit_now_and_then(), self._ask_now_and_then()]
        await until_one_ends(jobs)
        self._commit()
        for companion in self._companions:
            await companion.finish()

    async def _read_all(self) -> None:
        reading = [asyncio.create_task(source.run(self)) for source in self._sources]
        try:
            await asyncio.gather(*reading)
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)

    async def _commit_now_and_then(self) -> None:
        while True:
            await self._has_come.wait()
            await asyncio.sleep(COMMIT_S)
            self._has_come.clear()
            self._commit()

    async def _ask_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._ask()

    def _ask(self) -> None:
        for port, data in self._intake.asks(self._now()):
            self._asks[port](data)

    def _commit(self) -> None:
        rows = self._intake.commit()
        calls, self._when_stored = self._when_stored, []
        for call in calls:
            call()
        self.stored += len(rows)
        if rows:
            names = self._names.safely()
            rows = [row.shown(names) for row in rows] if names else rows
            for listener in self._listeners:
                listener.stored(rows)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


if TYPE_CHECKING:
    _hears: type[Ear] = Collecting
