"""The writer: brings events to the disk without the loop waiting for it.

The disk is worked in a thread of its own, one job at a time. A failure is told once and tried
again; nothing is lost meanwhile, since the journal keeps what it could not write.

Never: decides what is a fault's consequence, touches the file in the loop's thread. Keep:
`on_events` hears of an event only when it is on the disk, in order, once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from stbpi.clock import Clock
from stbpi.errors import JournalError
from stbpi.games.events import Event
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import NO_SECRETS

LAZY_S = 0.05
"""Events that may wait, wait so long for more of them: a sweep over the tiles is one write, and
whoever follows the journal still sees each tile at once."""

RETRY_S = 5.0
"""After a failure the disk is tried again so much later."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Store(Protocol):
    """Where events are kept; both methods are described in `journal.store.Journal`."""

    def record(
        self,
        events: Iterable[Event],
        *,
        t: int,
        wall: int | None,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> tuple[Recorded, ...]: ...

    def sync(self) -> tuple[Recorded, ...]: ...


class Writer:
    """The journal as the loop sees it.

    Args:
        store: the journal.
        clock: tells `t` and `wall` of the events.
        on_fault: called in the loop with what is wrong when the disk fails, and with `None`
            when it works again.

    Attributes:
        on_events: called in the loop with events as soon as they are on the disk.
        fault: what is wrong with the disk; `None` while it works.
    """

    def __init__(
        self, store: Store, *, clock: Clock, on_fault: Callable[[str | None], None]
    ) -> None:
        self.on_events: list[Callable[[tuple[Recorded, ...]], None]] = []
        self._store = store
        self._clock = clock
        self._on_fault = on_fault
        self.fault: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._later: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    def begin(self) -> None:
        """See soon whether the disk can be written, also if nothing happens yet."""
        self._sync_in(0)

    async def write(
        self, events: Iterable[Event], *, may_wait: bool, secrets: Mapping[str, str] = NO_SECRETS
    ) -> None:
        """Record events; return when they are on the disk, or at once if they may wait.

        Args:
            secrets: as in `journal.store.Journal.record`.
        """
        now = self._clock
        self._store.record(events, t=now.ms(), wall=now.wall(), secrets=secrets)
        if not may_wait:
            await self.sync()
        elif self._timer is None:
            self._sync_in(LAZY_S)

    async def sync(self) -> None:
        """Bring everything recorded to the disk; a failure is told, and tried again later."""
        self._cancel_timer()
        loop = asyncio.get_running_loop()
        try:
            synced = await loop.run_in_executor(self._thread, self._store.sync)
        except JournalError as exc:
            if exc.mark != self.fault:
                logger.warning("%s; the game goes on unsaved", exc.what)
                self.fault = exc.mark
                self._on_fault(exc.mark)
            self._sync_in(RETRY_S)
            return
        if self.fault is not None:
            logger.info("the journal is written again")
            self.fault = None
            self._on_fault(None)
        for tell in self.on_events if synced else ():
            tell(synced)

    async def do(self, job: Callable[[], T]) -> T:
        """Let the disk's thread do something, behind what it was asked for before.

        Raises:
            JournalError: it can't be done; whether the disk fails is looked at next.
        """
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        except JournalError:
            self._sync_in(0)
            raise

    async def close(self, *, lose: bool = False) -> None:
        """Bring everything to the disk and end.

        Args:
            lose: end as a cut of the power would instead; what is not on the disk is lost.
        """
        if not lose:
            await self.sync()
        self._cancel_timer()
        if self._later is not None:
            self._later.cancel()
            await asyncio.wait([self._later])
        self._thread.shutdown(wait=True)

    def _sync_in(self, seconds: float) -> None:
        self._cancel_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._start_sync)

    def _start_sync(self) -> None:
        self._timer = None
        self._later = asyncio.get_running_loop().create_task(self.sync())

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
