"""What is stored and what happens, in lines: for people and pipes, or as JSON for machines.

    BOX#N MATCH EVENT KEY=VALUE …           one line an event, on the output
    {"box":…,"n":…,…}, {"notice":…,…}       the same, and notices, for machines

Never: draws anything anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stbpi.collector.collecting import Listener
from stbpi.collector.database import Row
from stbpi.collector.notices import Notice

Tell = Callable[[str], None]
"""Writes a text, which ends with a line end."""


class PlainLines:
    """Tells events in plain lines, and notices beside them.

    Args:
        tell: takes events.
        remark: takes notices.
    """

    def __init__(self, tell: Tell, remark: Tell) -> None:
        self._tell = tell
        self._remark = remark

    def stored(self, rows: Sequence[Row]) -> None:
        self._tell("".join(f"{plain(row)}\n" for row in rows))

    def said(self, notice: Notice) -> None:
        self._remark(f"{notice.text}\n")


class JsonLines:
    """Tells events and notices as JSON.

    Args:
        tell: takes both.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def stored(self, rows: Sequence[Row]) -> None:
        self._tell("".join(f"{as_json(row)}\n" for row in rows))

    def said(self, notice: Notice) -> None:
        self._tell(json.dumps(notice.members(), separators=(",", ":")) + "\n")


def plain(row: Row) -> str:
    """Return an event in one line, with its fields as scenarios have them.

    >>> plain(Row("bar", 7, 1, 3, 900, None, "rolled", '{"player":1,"dice":[6,5],"total":11}'))
    'bar#7 3 rolled player=1 dice=6,5 total=11'

    What would work the terminal is written as JSON has it.
    """
    fields = (f"{key}={_value(value)}" for key, value in json.loads(row.body).items())
    return " ".join((f"{row.box}#{row.n}", str(row.match), row.e, *fields))


def as_json(row: Row) -> str:
    """Return an event as one JSON object, with the members of a line and the box.

    >>> as_json(Row("bar", 7, 1, 3, 900, None, "tile_down", '{"tile":4}'))
    '{"box":"bar","n":7,"boot":1,"match":3,"t":900,"e":"tile_down","tile":4}'
    """
    return f'{{"box":{json.dumps(row.box)},{row.line()[1:]}'


def _value(value: object) -> str:
    kind = type(value)
    if kind is int:
        return str(value)
    if isinstance(value, str) and value.isprintable():
        return value
    if isinstance(value, list):
        return ",".join(map(_value, value)) or "-"
    return json.dumps(value, separators=(",", ":"))


if TYPE_CHECKING:
    _plain: type[Listener] = PlainLines
    _json: type[Listener] = JsonLines
