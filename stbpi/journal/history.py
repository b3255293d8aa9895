"""The numbers of a box's events, and what has to be on the disk beside those that wait.

While no journal could be read, numbers are provisional: they begin anew, and are given again
behind what is found when one is there. The same is done when another journal lies in the place
of the known one. Where it is the known one, or an older state of it, numbers stay, and what it
lacks of the open match is written again, so that the match can be resumed from it.

Never: touches a file. Keep: an event that was told as synced is given another number only
together with its whole match, behind all numbers of the journal that it is written to; of
matches that are over nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from stbpi.games.events import (
    DealCommitted,
    DealRevealed,
    DiceCommitted,
    DiceRevealed,
    Event,
    MatchEnded,
    MatchStarted,
)
from stbpi.games.game import NO_TILES, Tiles
from stbpi.journal.aside import Numbers
from stbpi.journal.matches import moved
from stbpi.journal.opening import End
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import NO_SECRETS


class History:
    """What this start of the program adds to what the box did before.

    Args:
        end: what the journal ended with when the program started.

    Attributes:
        on_disk: the highest numbers of what is on the disk.
        newest: the newest event on the disk; `None` if there is none, or none is known.
        boot: number of this start of the program.
        down: the tiles that are down after everything recorded.
        pending: what is recorded and not on the disk, in order.
        secrets: the bytes of dice and deals that are not revealed yet, by their commitments.
    """

    def __init__(self, end: End) -> None:
        self.on_disk = end.used
        self.newest = end.newest
        self.boot = end.used.boot + 1
        self.down = self._down_on_disk = end.down
        self.pending: list[Recorded] = []
        self.secrets = dict(end.secrets)
        self._given = end.used
        is_open = end.last is not None and not end.last.ended
        self._open_match = list(end.last.events) if end.last is not None and is_open else []
        self._match_down = end.last.down if end.last is not None else NO_TILES
        self._in_file = end.used.n
        self._tried = 0
        self._has_written = False

    def record(
        self,
        events: Iterable[Event],
        *,
        t: int,
        wall: int | None,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> tuple[Recorded, ...]:
        """Number events and let them wait; secrets are kept for as long as they are some."""
        recorded = tuple(self._number(event, t, wall) for event in events)
        committed = {
            one.event.sha
            for one in recorded
            if isinstance(one.event, DiceCommitted | DealCommitted)
        }
        self.secrets |= {sha: told for sha, told in secrets.items() if sha in committed}
        self.pending.extend(recorded)
        return recorded

    def to_write(self, batch: Sequence[Recorded]) -> tuple[tuple[Recorded, ...], Tiles]:
        """Return what the file lacks of the open match and of a batch that waits.

        Returns:
            The events, and the tiles that were down before the first of them.
        """
        lacking = [one for one in self._open_match if one.n > self._in_file]
        waiting = [one for one in batch if one.n > self._in_file]
        self._tried = batch[-1].n if batch else self._tried
        return (*lacking, *waiting), self._match_down if lacking else self._down_on_disk

    @property
    def lacks(self) -> bool:
        """Whether the file lacks anything of the open match."""
        return bool(self._open_match) and self._open_match[-1].n > self._in_file

    @property
    def is_ahead(self) -> bool:
        """Whether the file holds something of what waits: a write that seemed to fail."""
        return self._in_file > self.on_disk.n

    def wrote(self, batch: Sequence[Recorded]) -> None:
        """Take in that everything `to_write` has returned for this batch is on the disk."""
        for one in batch:
            self._keep(one)
            self._down_on_disk = moved(self._down_on_disk, one.event)
        if batch:
            self.newest = batch[-1]
            self.on_disk = Numbers(n=self.newest.n, boot=self.boot, match=self.newest.match)
            del self.pending[: len(batch)]
        self._in_file = self.on_disk.n
        self._has_written = self._has_written or bool(batch)

    def is_continued_by(self, end: End, read: Callable[[int], Recorded | None]) -> bool:
        """Say whether a journal is a state of the known one, so that numbers can stay.

        Args:
            end: what the journal ends with.
            read: reads the event of a number from it.
        """
        before = self._open_match or ([self.newest] if self.newest is not None else [])
        known = [*before, *(one for one in self.pending if one.n <= self._tried)]
        if end.newest is None or not known:
            return self.newest is not None
        if end.newest.n > known[-1].n:
            return False
        shared = [one for one in known if one.n <= end.newest.n]
        return read(shared[-1].n) == shared[-1] if shared else self.newest is not None

    def go_on_in(self, end: End, *, is_continued: bool) -> None:
        """Go on in a journal that was opened."""
        if is_continued:
            self._in_file = end.newest.n if end.newest is not None else 0
            self._has_written = self._has_written or self.is_ahead
            if not self._has_written:
                self._shift(Numbers(boot=end.used.boot + 1 - self.boot), [])
            return
        match = self._open_match
        if match:
            first = Numbers(n=match[0].n - 1, boot=match[0].boot, match=match[0].match - 1)
            shift = end.used + Numbers(boot=1) - first
        else:
            shift = end.used + Numbers(boot=1) - replace(self.on_disk, boot=self.boot)
        self._open_match = self._shift(shift, match)
        self.newest = self._open_match[-1] if match else end.newest
        self.on_disk = replace(self.on_disk + shift, boot=end.used.boot)
        self._in_file = end.used.n
        self._tried = 0

    def _shift(self, by: Numbers, match: Iterable[Recorded]) -> list[Recorded]:
        """Give all that waits other numbers, and return these events with other numbers too."""
        self.pending = [_shifted(one, by) for one in self.pending]
        self._given += by
        self.boot += by.boot
        return [_shifted(one, by) for one in match]

    def _keep(self, one: Recorded) -> None:
        match one.event:
            case MatchStarted():
                self._open_match = [one]
                self._match_down = self._down_on_disk
            case MatchEnded():
                self._open_match = []
            case DiceRevealed(bytes=revealed) | DealRevealed(bytes=revealed):
                self.secrets = {k: v for k, v in self.secrets.items() if v != revealed}
            case _ if self._open_match:
                self._open_match.append(one)
            case _:
                pass

    def _number(self, event: Event, t: int, wall: int | None) -> Recorded:
        self._given += Numbers(n=1, match=int(isinstance(event, MatchStarted)))
        self.down = moved(self.down, event)
        n, match = self._given.n, self._given.match
        return Recorded(n=n, boot=self.boot, match=match, t=t, wall=wall, event=event)


def _shifted(one: Recorded, by: Numbers) -> Recorded:
    return replace(one, n=one.n + by.n, boot=one.boot + by.boot, match=one.match + by.match)
