"""What a scenario expects, and whether it is so.

Never: judges anything but by the public state and the recorded events.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from stbpi.games.events import PlayerSeated
from stbpi.journal.recorded import Recorded
from stbpi.language import _
from stbpi.scene import word
from stbpi.sim.disk import Disk
from stbpi.sim.steps import ExpectEvent

Pairs = Iterable[tuple[str, str]]

Unmet = tuple[str, str]
"""What was expected, and what was found."""

_HEAD = ("n", "boot", "match", "t", "wall", "e")


def of_state(state: Mapping[str, str], wanted: Pairs) -> Unmet | None:
    """Return which of the wanted values the state does not have; `None` if it has all."""
    missed = [(key, value) for key, value in wanted if state[key] != value]
    found = [(key, state[key]) for key, _value in missed]
    return (written("", missed), written("", found)) if missed else None


class Search:
    """The search for events, each name from behind the one that was found last."""

    def __init__(self) -> None:
        self._searched: dict[str, tuple[int, int]] = {}

    def event(self, disk: Disk, wanted: ExpectEvent) -> Unmet | None:
        """Search for the first event that is as wanted; `None` if it is found.

        All that was recorded counts, be it on the disk or not.
        """
        recorded, starts = disk.recorded, len(disk.kept)
        behind, started = self._searched.get(wanted.name, (0, 0))
        first = min((behind, *disk.kept[started:]))  # a cut of the power may have lost some
        last = _("nothing like it")
        for index, one in enumerate(recorded[first:], start=first):
            if one.event.e != wanted.name:
                continue
            event = json.loads(one.line())
            seats = _seats(recorded, one.match)
            if all(_fits(event, key, value, seats) for key, value in wanted.fields):
                self._searched[wanted.name] = (index + 1, starts)
                return None
            last = written("event", [(k, text(v)) for k, v in event.items() if k not in _HEAD])
        return f"event {written(wanted.name, wanted.fields)}", last


def text(value: object) -> str:
    """Write a field as scenarios do."""
    if isinstance(value, list | tuple):
        return ",".join(word(str(v)) for v in value) or "-"
    return str(value).lower() if isinstance(value, bool) else word(str(value)) or "-"


def written(name: str, fields: Pairs) -> str:
    return " ".join([*([name] if name else []), *(f"{key}={value}" for key, value in fields)])


def _seats(recorded: Iterable[Recorded], match: int) -> dict[str, str]:
    """Return the seats of a match's players by their names, as single words."""
    return {
        word(one.event.player): str(one.event.seat)
        for one in recorded
        if one.match == match and isinstance(one.event, PlayerSeated)
    }


def _fits(event: dict[str, object], key: str, wanted: str, seats: dict[str, str]) -> bool:
    """Say whether a field has a value; a name may stand wherever a seat of its match does."""
    if key not in event:
        return False
    by_seat = ",".join(seats.get(name, name) for name in wanted.split(","))
    return text(event[key]) in (wanted, by_seat)
