"""From the bytes of lines to events in the database, and to what boxes are asked for.

A line is what comes from one opening of a port. `hello` and `heartbeat` name its box; events that
come before belong to nobody and are kept apart: they come again when the box is asked.

An event whose number is stored is compared with the one that is stored. Once one is different,
nothing more is stored from that line until the next `hello`: it is another history.

Never: reads or writes a port, looks at a clock (times are handed in, in seconds).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from stbpi.collector import notices
from stbpi.collector.asking import FIRST_WAIT_S, LONGEST_WAIT_S, Asking
from stbpi.collector.database import Row
from stbpi.collector.leftovers import CONFLICT, NO_HELLO, NO_LINE, NOT_FOR_US, Leftovers
from stbpi.collector.notices import Notice
from stbpi.collector.ranges import Ranges, Run
from stbpi.collector.store import Known, Piece, Store
from stbpi.serial_log.lines import (
    LARGEST,
    PROTOCOL,
    Damaged,
    Decoder,
    EventLine,
    Heartbeat,
    Hello,
    Resume,
    encode_line,
)

_Other = Hello | Heartbeat | Resume | Damaged

IN_VAIN = 3
"""Who doesn't answer so many requests doesn't hear us."""

NOISE = 2000
"""So many bytes without a line are noise: a line has 240 at most."""


class Box:
    """What is known of a box.

    Attributes:
        known: the numbers that are stored, and those of `absent`.
        absent: those that it lacks, as far as that was asked since its program has started.
        last: the newest number that it has told of.
        seen: when it was heard last, in epoch seconds; 0 if that is not known.
        ports: the lines that are open to it.
        is_gap_said: people know that something is missing.
    """

    def __init__(self, known: Known) -> None:
        self.name = known.box
        self.version = known.version
        self.tiles = known.tiles
        self.absent = Ranges()
        self.known = Ranges(known.runs)
        self.boot = 0
        self.last = known.last
        self.seen = known.seen
        self.ports: set[str] = set()
        self.is_gap_said = False

    @property
    def missing(self) -> tuple[Run, ...]:
        """The numbers that the box has, as far as that is known, and that are not stored."""
        return self.known.gaps(self.last)


@dataclass(slots=True)
class _Line:
    """A line that is open.

    Attributes:
        can_ask: there is a way back.
        is_stranger: it tells another history than the one that is stored.
        name_due: when its box is asked for its name; it may have said `hello` before we came.
        name_pause_s: when it is asked again, after that.
        noise: bytes that have come since the last good line.
        pieces: what could not be stored.
    """

    port: str
    can_ask: bool
    decoder: Decoder = field(default_factory=Decoder)
    box: Box | None = None
    asking: Asking | None = None
    is_stranger: bool = False
    name_due: float = -math.inf
    name_pause_s: float = FIRST_WAIT_S
    noise: int = 0
    pieces: int = 0
    is_noise_said: bool = False
    is_unnamed_said: bool = False
    is_one_way_said: bool = False


class Intake:
    """Takes what comes from all ports.

    Args:
        store: the database.
        wall: returns the time in epoch seconds.
        say: called with what is worth a line.

    Attributes:
        boxes: all that are known, by name.
        damaged: pieces that could not be stored as events.
        doubled: events that had come before.

    Raises:
        CollectionError: from any method; the database can't be used.
    """

    def __init__(
        self, store: Store, *, wall: Callable[[], int], say: Callable[[Notice], None]
    ) -> None:
        self._store = store
        self._wall = wall
        self._say = say
        self._leftovers = Leftovers(store)
        self._lines: dict[str, _Line] = {}
        self._rows: list[Row] = []
        self._written: list[Row] = []
        self._heard: set[str] = set()
        self.boxes = {known.box: Box(known) for known in store.boxes()}
        self.damaged = 0
        self.doubled = 0

    @property
    def waiting(self) -> int:
        """How many events wait for the next commit."""
        return len(self._rows) + len(self._written)

    @property
    def ports(self) -> tuple[str, ...]:
        """The lines that are open."""
        return tuple(self._lines)

    def opened(self, port: str, *, can_ask: bool) -> None:
        """A line begins."""
        self._lines[port] = _Line(port, can_ask)

    def closed(self, port: str) -> None:
        """A line has ended."""
        line = self._lines.pop(port)
        for damaged in line.decoder.end():
            self._damaged(line, damaged)
        if line.box is not None:
            line.box.ports.discard(port)
            if not line.can_ask:
                for missing in line.box.missing[:1]:
                    self._say(notices.gap(port, line.box.name, missing, is_asked=False))

    def came(self, port: str, data: bytes, now: float) -> None:
        """Take some bytes of a line."""
        line = self._lines[port]
        has_event = False
        for found in line.decoder.feed(data):
            if isinstance(found, EventLine):
                self._event(line, found)
                has_event = True
            else:
                self._other(line, found, now)
        if line.asking is not None and has_event:
            line.asking.came(now)
        if line.box is not None and line.asking is not None and not line.is_stranger:
            line.box.last = max(line.box.last, line.asking.last)

    def asks(self, now: float) -> list[tuple[str, bytes]]:
        """Return what is to be sent now, and to which ports."""
        asked = []
        for line in self._lines.values():
            if line.box is None and line.can_ask and self._is_name_due(line, now):
                asked.append((line.port, encode_line(Resume(after=LARGEST))))
            if line.asking is None or line.box is None or not line.can_ask or line.is_stranger:
                continue
            after = line.asking.due(now)
            if after is not None:
                asked.append((line.port, encode_line(Resume(after=after))))
                self._tell_of_gaps(line, line.box, line.asking)
        return asked

    def _is_name_due(self, line: _Line, now: float) -> bool:
        """Say whether it is time to ask for nothing: a box says who it is before it answers."""
        if now < line.name_due:
            return False
        line.name_due = now + line.name_pause_s
        line.name_pause_s = min(2 * line.name_pause_s, LONGEST_WAIT_S)
        return True

    def commit(self) -> list[Row]:
        """Bring what has come to the disk; return the events that are stored by that."""
        self._write()
        now = self._wall()
        self._leftovers.write(now)
        for name in self._heard:
            box = self.boxes[name]
            box.seen = now
            self._store.told(name, box.last, now, None)
        self._heard.clear()
        self._store.commit()
        stored, self._written = self._written, []
        self._tell_of_wholes()
        return stored

    def _event(self, line: _Line, event: EventLine) -> None:
        box, asking = line.box, line.asking
        if box is None or asking is None:
            self._keep(line, NO_HELLO, _row("", event).line().encode("ascii"))
            if not line.is_unnamed_said:
                line.is_unnamed_said = True
                self._say(notices.unnamed(line.port))
            return
        n = event.n
        if n == asking.position + 1:
            asking.position = n
        else:
            lacks = asking.jumped(n)
            if lacks is not None:
                self._lacks(line, box, lacks)
        row = _row(box.name, event)
        line.noise = 0
        if n in box.known or line.is_stranger:
            self._compare(line, box, row)
        else:
            box.known.add(n)
            self._rows.append(row)
            self._heard.add(box.name)

    def _compare(self, line: _Line, box: Box, row: Row) -> None:
        """Take an event whose number is known already, or from a line with another history."""
        self._write()
        stored = self._store.stored(box.name, row.n)
        if stored == row:
            self.doubled += 1
        elif stored is None and not line.is_stranger:  # the box has found it again
            self._rows.append(row)
        else:
            self._conflict(line, row)

    def _conflict(self, line: _Line, row: Row) -> None:
        if not line.is_stranger:
            line.is_stranger = True
            if line.box is not None:
                line.box.last = line.box.known.end
            self._say(notices.conflict(line.port, row.box, row.n))
        self._keep(line, CONFLICT, row.line().encode("ascii"))

    def _forget_absent(self, box: Box) -> None:
        """Ask for what the box did not have, too: its disk may be back."""
        if box.absent.end:
            self._write()
            box.absent.become(())
            box.known.become(self._store.runs(box.name))

    def _lacks(self, line: _Line, box: Box, lacks: Run) -> None:
        box.known.add(*lacks)
        box.absent.add(*lacks)
        self._say(notices.absent(line.port, box.name, lacks))

    def _other(self, line: _Line, found: _Other, now: float) -> None:
        match found:
            case Hello():
                self._hello(line, found, now)
            case Heartbeat():
                self._heartbeat(line, found, now)
            case Damaged():
                self._damaged(line, found)
            case Resume():  # our own, on a line that echoes, or that of another receiver
                self._keep(line, NOT_FOR_US, encode_line(found).strip())
        if not isinstance(found, Damaged):
            line.noise = 0

    def _hello(self, line: _Line, hello: Hello, now: float) -> None:
        box = self._named(line, hello.box, hello.last, now)
        if box.boot != hello.boot:
            box.boot = hello.boot
            self._forget_absent(box)
        box.version, box.tiles = hello.version, hello.tiles
        box.last = max(box.last, hello.last)
        self._store.told(box.name, box.last, self._wall(), hello)
        self._heard.add(box.name)
        self._say(notices.hello(line.port, hello, _count(box.known.gaps(hello.last))))
        if hello.protocol > PROTOCOL:
            self._say(notices.newer(line.port, hello))

    def _heartbeat(self, line: _Line, beat: Heartbeat, now: float) -> None:
        box = line.box
        if box is None or line.asking is None or box.name != beat.box:
            box = self._named(line, beat.box, beat.last, now)
            self._say(notices.named(line.port, box.name, _count(box.known.gaps(beat.last))))
        else:
            line.asking.told(beat.last, now)
        if not line.is_stranger:
            box.last = max(box.last, beat.last)
        self._heard.add(box.name)

    def _named(self, line: _Line, name: str, last: int, now: float) -> Box:
        """Take note whose line this is."""
        if line.box is not None:
            line.box.ports.discard(line.port)
        if name not in self.boxes:
            self.boxes[name] = Box(Known(name, "", 0, (), 0, 0))
        box = self.boxes[name]
        for other in sorted(box.ports):
            self._say(notices.same_name(line.port, other, name))
        box.ports.add(line.port)
        line.box, line.is_stranger, line.is_one_way_said = box, False, False
        line.asking = Asking(box.known, last=last, now=now)
        return box

    def _damaged(self, line: _Line, damaged: Damaged) -> None:
        self._keep(line, NO_LINE, damaged.data, damaged.length)
        if line.asking is not None:
            line.asking.was_damaged()
        line.noise += damaged.length
        if line.noise >= NOISE and not line.is_noise_said:
            line.is_noise_said = True
            self._say(notices.noise(line.port, line.noise, is_file=not line.can_ask))

    def _keep(self, line: _Line, why: str, data: bytes, length: int = 0) -> None:
        line.pieces += 1
        self.damaged += 1
        box = line.box.name if line.box is not None else None
        piece = Piece(self._wall(), line.port, box, why, length or len(data), data)
        self._leftovers.take(piece)

    def _write(self) -> None:
        """Hand over to the database what has come, in the transaction that is open."""
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        refused = self._store.add(rows)
        for row in refused:  # another program has stored another event meanwhile
            for line in self._lines.values():
                if line.box is not None and line.box.name == row.box:
                    self._conflict(line, row)
                    break
        self._written += rows if not refused else [row for row in rows if row not in refused]

    def _tell_of_gaps(self, line: _Line, box: Box, asking: Asking) -> None:
        missing = box.missing
        is_lost = asking.position > box.known.whole or asking.in_vain > 0
        if missing and is_lost and not box.is_gap_said:
            box.is_gap_said = True
            self._say(notices.gap(line.port, box.name, missing[0], is_asked=True))
        if asking.in_vain >= IN_VAIN and not asking.is_heard and not line.is_one_way_said:
            line.is_one_way_said = True
            self._say(notices.one_way(line.port, box.name))

    def _tell_of_wholes(self) -> None:
        for box in self.boxes.values():
            if box.is_gap_said and not box.missing:
                box.is_gap_said = False
                self._say(notices.whole(next(iter(sorted(box.ports)), ""), box.name))


def _count(runs: Iterable[Run]) -> int:
    return sum(last - first + 1 for first, last in runs)


def _row(box: str, event: EventLine) -> Row:
    return Row(box, event.n, event.boot, event.match, event.t, event.wall, event.e, event.body)
