"""JSON Schema (2020-12) of every line, made from the classes of the events.

    python -m stbpi.serial_log.schema

writes it anew to `events.schema.json`, for receivers in other languages. It is strict: it tells
what this version says, and no more (`PROTOCOL.md`, "Newer boxes").

Never: is needed to run anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from inspect import getdoc
from pathlib import Path
from typing import Any

from stbpi.games.events import BY_NAME, HIDDEN, SECRET, Event
from stbpi.games.game import Prompt
from stbpi.games.luk_fu.cards import PACK
from stbpi.games.luk_fu.plays import NEEDED
from stbpi.games.luk_fu.public import IN_HAND
from stbpi.games.registry import NAMES, part
from stbpi.serial_log.lines import LARGEST, PROTOCOL

MOST_TILES = 12
FILE = Path(__file__).with_name("events.schema.json")

Schema = Mapping[str, Any]

_WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": LARGEST}
_FROM_ONE: Schema = {"type": "integer", "minimum": 1, "maximum": LARGEST}
_TILE: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_TILES}
_SEAT = _TILE  # there may be as many players
_ROOM: Schema = {"type": "integer", "minimum": 2, "maximum": 12}
_DIE: Schema = {"type": "integer", "minimum": 1, "maximum": 6}
_TEXT: Schema = {"type": "string"}
_HEX: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_BOX: Schema = {"type": "string", "pattern": "^[!-~](?:[ -~]{0,10}[!-~])?$"}
_CARDS: Schema = {"type": "string", "pattern": "^([csmt][1-9](,[csmt][1-9])*)?$"}
_PART: Schema = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}


def _set_of(member: Schema, most: int) -> Schema:
    return {"type": "array", "items": member, "maxItems": most, "uniqueItems": True}


def _one_of(*words: str) -> Schema:
    return {"enum": [*words]}


def words() -> dict[str, tuple[str, ...]]:
    """Return the words that stand in a field in any game, by event and field."""
    found: dict[str, dict[str, None]] = {}
    for name in NAMES:
        own = part(name, "told")
        for field, told in own.WORDS.items() if own is not None else ():
            found.setdefault(field, {}).update(dict.fromkeys(map(str, told)))
    return {field: tuple(told) for field, told in found.items()}


_BY_TYPE: Mapping[str, Schema] = {
    "int": {"type": "integer"},
    "int | None": {"type": "integer"},
    "bool": {"type": "boolean"},
    "str": _TEXT,
    "int | str | tuple[int, ...]": {
        "type": ["integer", "boolean", "string", "array"],
        "items": {"type": "integer"},
    },
}
"""What may stand in a field, by its annotation, where `_BY_FIELD` does not say more."""

_BY_FIELD: Mapping[str, Schema] = {
    "tile": _TILE,
    "tiles": _set_of(_TILE, MOST_TILES),
    "standing": _set_of(_TILE, MOST_TILES),
    "dice": {"type": "array", "items": _DIE, "minItems": 1, "maxItems": 4},
    "player": _SEAT,
    "seat": _SEAT,
    "seats": _SEAT,
    "winners": _set_of(_SEAT, MOST_TILES),
    "round": _FROM_ONE,
    "k": _FROM_ONE,
    "room": _ROOM,
    "chips": _FROM_ONE,
    "has": _WHOLE,
    "score": _WHOLE,
    "ms": _WHOLE,
    "gap_ms": _WHOLE,
    "code": _one_of(*Prompt),
    "game": _one_of(*NAMES),
    "part": _PART,
    "sha": _HEX,
    "bytes": _HEX,
    "player_seated.player": {"type": "string", "minLength": 1, "maxLength": 12},
    "player_seated.bot": {"type": "string", "pattern": "^[a-z]+(:[0-9]+)?$", "maxLength": 9},
    "record_named.name": {"type": "string", "minLength": 1, "maxLength": 3},
    "deal": _FROM_ONE,
    "master": _SEAT,
    "cards": _CARDS,
    "face_down": _CARDS,
    "sealed": {"type": "integer", "minimum": 0, "maximum": PACK},
    "claimed.fu": {"type": "integer", "minimum": NEEDED, "maximum": IN_HAND},
    "deal_revealed.bytes": {"type": "string", "pattern": "^[0-9a-f]{64}([0-9a-f]{20})?$"},
    "cleared.what": _one_of("settings", "records", "audits"),
    "fault.what": {"type": "string", "maxLength": 60},
    "fault_cleared.what": {"type": "string", "maxLength": 60},
    **{field: _one_of(*told) for field, told in words().items()},
}
"""The same by the name of a field, or of an event and its field."""

_CHECK: Schema = {
    "c": {
        "description": "CRC-32 of all bytes before the comma in front of this member",
        "type": "string",
        "pattern": "^[0-9a-f]{8}$",
    }
}
_WALL: Schema = {"description": "epoch seconds; missing if the clock is unknown", **_WHOLE}


def schema() -> dict[str, Any]:
    """Return the schema of a line."""
    lines = {
        "hello": _hello(),
        "heartbeat": _heartbeat(),
        "resume": _resume(),
        **{name: _event(kind) for name, kind in BY_NAME.items()},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:stbpi:serial-log:{PROTOCOL}",
        "title": "A line of the serial log",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in lines],
        "$defs": lines,
    }


def _event(kind: type[Event]) -> Schema:
    own = {field.name: _field(kind.e, field.name, str(field.type)) for field in fields(kind)}
    optional = ("wall", *(field.name for field in fields(kind) if "None" in str(field.type)))
    head: Schema = {
        "n": {"description": "number of the event in this box's history", **_FROM_ONE},
        "boot": {"description": "number of the program's start", **_FROM_ONE},
        "match": {"description": "number of the match; 0 before the first", **_WHOLE},
        "t": {"description": "milliseconds since the start of the program", **_WHOLE},
        "wall": _WALL,
        "e": {"const": kind.e},
    }
    made = _object({**head, **own, **_CHECK}, optional=optional)
    if kind.e == "setting_changed":
        made["if"] = {"properties": {"key": {"const": SECRET}}}
        made["then"] = {"properties": {"value": {"const": HIDDEN}}}
    text = (getdoc(kind) or "").replace("\n", " ").replace("`", "")
    is_written = not text.startswith(f"{kind.__name__}(")  # else a dataclass made it up
    return {"description": text, **made} if is_written else made


def _field(event: str, name: str, kind: str) -> Schema:
    by_field = _BY_FIELD.get(f"{event}.{name}", _BY_FIELD.get(name))
    return by_field if by_field is not None else _BY_TYPE[kind]


def _hello() -> Schema:
    about = "The lines that follow are of this box; the first line after every opening."
    members = {
        "e": {"const": "hello"},
        "box": _BOX,
        "protocol": {"const": PROTOCOL},
        "version": _TEXT,
        "tiles": _TILE,
        "boot": _FROM_ONE,
        "wall": _WALL,
        "last": {"description": "number of the newest event; 0 if there is none", **_WHOLE},
    }
    return {"description": about, **_object({**members, **_CHECK}, optional=("wall",))}


def _heartbeat() -> Schema:
    about = "The box is there; every 30 seconds."
    members = {"e": {"const": "heartbeat"}, "box": _BOX, "last": _WHOLE, "wall": _WALL}
    return {"description": about, **_object({**members, **_CHECK}, optional=("wall",))}


def _resume() -> Schema:
    about = "To the box: tell everything behind the event with this number."
    return {"description": about, **_object({"resume": _WHOLE, **_CHECK}, optional=("c",))}


def _object(members: Schema, *, optional: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": members,
        "required": [name for name in members if name not in optional],
        "additionalProperties": False,
    }


def text() -> str:
    """Return the schema as it stands in the file: what a line can be, each in a line of its own."""
    whole = schema()
    lines = whole.pop("$defs")
    defs = ",\n".join(f"  {json.dumps(name)}: {json.dumps(made)}" for name, made in lines.items())
    head = json.dumps(whole, indent=1).removesuffix("\n}")
    return f'{head},\n "$defs": {{\n{defs}\n }}\n}}\n'


if __name__ == "__main__":
    FILE.write_text(text(), encoding="ascii")
