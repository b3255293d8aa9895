"""A box as a receiver sees it: it has events, sends those behind its place, and can be asked."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.collector.database import Row
from stbpi.games.events import Event, MatchStarted, PlayerSeated, Rolled, TileDown
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import Decoder, Heartbeat, Hello, Resume, encode, encode_line

WALL = 1_800_000_000


def recorded(n: int, *, boot: int = 1) -> Recorded:
    """The event with a number; each number has one of its own."""
    is_rolled = n % 4 == 1
    event: Event = TileDown(tile=n % 9 + 1)
    if is_rolled:
        event = Rolled(player=1 + n % 2, dice=(n % 6 + 1, 3), total=n % 6 + 4, k=n)
    wall = WALL + n if is_rolled else None
    return Recorded(n=n, boot=boot, match=1, t=n * 10, wall=wall, event=event)


def opening_of(match: int, first_n: int) -> list[Recorded]:
    """A match begins, with Ann and Bo."""
    events: list[Event] = [
        MatchStarted(game="shut_the_box", preset="luk_kassen", seats=2),
        PlayerSeated(seat=1, player="Ann"),
        PlayerSeated(seat=2, player="Bo"),
    ]
    return [
        Recorded(n=first_n + at, boot=1, match=match, t=at, wall=WALL, event=event)
        for at, event in enumerate(events)
    ]


class BoxModel:
    """A box.

    Args:
        name: its name.
        count: how many events it has.
        lacks: numbers of events that its disk has lost.
        boot: the number of its program's start.
    """

    def __init__(
        self, name: str = "bar", *, count: int = 0, lacks: Iterable[int] = (), boot: int = 1
    ) -> None:
        self.name = name
        self.last = 0
        self.events: list[Recorded] = []
        self.boot = boot
        self._lacks = frozenset(lacks)
        self._place = 0
        self._heard = Decoder()
        self.questions: list[int] = []
        self.happen(count)

    def happen(self, count: int) -> None:
        """Some more events happen."""
        numbers = range(self.last + 1, self.last + count + 1)
        self.last += count
        there = (n for n in numbers if n not in self._lacks or n == self.last)
        self.events += [recorded(n, boot=self.boot) for n in there]

    def hello(self, *, protocol: int = 1) -> bytes:
        """The port was opened."""
        self._heard = Decoder()
        hello = Hello(
            box=self.name,
            protocol=protocol,
            version="1.0",
            tiles=9,
            boot=self.boot,
            wall=None,
            last=self.last,
        )
        return b"\r\n" + encode_line(hello)

    def heartbeat(self) -> bytes:
        return encode_line(Heartbeat(box=self.name, last=self.last, wall=None))

    def hear(self, data: bytes) -> None:
        """Somebody asks."""
        for line in self._heard.feed(data):
            if isinstance(line, Resume):
                self.questions.append(line.after)
                self._place = min(line.after, self.last)

    def send(self, most: int = 1_000_000) -> bytes:
        """The next events behind its place."""
        told = [one for one in self.events if one.n > self._place][:most]
        if told:
            self._place = told[-1].n
        return b"".join(map(encode, told))

    def rows(self) -> list[Row]:
        """What is to be stored of it in the end."""
        return [row_of(self.name, one) for one in self.events]


def row_of(box: str, one: Recorded) -> Row:
    line = Decoder().feed(encode(one))[0]
    body = getattr(line, "body")  # noqa: B009
    return Row(box, one.n, one.boot, one.match, one.t, one.wall, one.event.e, body)
