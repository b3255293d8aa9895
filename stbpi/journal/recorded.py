"""A recorded event: an event with its place in the box's history.

Never: reads or writes a file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stbpi.games import events
from stbpi.games.events import Event

if TYPE_CHECKING:
    from stbpi.forgotten.names import Forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event as the journal keeps it.

    Attributes:
        n: sequence of the box, from 1, never used twice once it is on the disk.
        boot: number of the program's start, from 1.
        match: number of the match, from 1; 0 before the first.
        t: milliseconds since the start of the program.
        wall: whole epoch seconds; `None` if the clock was unknown.
    """

    n: int
    boot: int
    match: int
    t: int
    wall: int | None
    event: Event

    def line(self) -> str:
        """Return the event as one line of JSON, ASCII, without a line end, as it may be told."""
        head: dict[str, object] = {"n": self.n, "boot": self.boot, "match": self.match, "t": self.t}
        if self.wall is not None:
            head["wall"] = self.wall
        return json.dumps(
            {**head, "e": self.event.e, **events.encode(events.public(self.event))},
            separators=(",", ":"),
        )

    def public(self) -> Recorded:
        """Return the event as it may leave the box: without what must stay on it."""
        return replace(self, event=events.public(self.event))

    def shown(self, names: Forgotten) -> Recorded:
        """Return the event as it may be shown, where these names are forgotten."""
        event = names.event(self.event)
        return self if event is self.event else replace(self, event=event)
