"""What is told on MQTT topics: events, answers, what Home Assistant is to know; as bytes.

An event is the JSON object of a line of the serial log, with the name of its box first and
without `c`. An answer to `resume` is some of them, one a line, and a `heartbeat` at the end whose
`last` says how many there are altogether.

Never: sends anything. Keep: whoever reads a topic of one box takes nothing for another one's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import stbpi
from stbpi.collector.database import Row
from stbpi.collector.mqtt_topics import Broker, Kind, identity
from stbpi.collector.tell import as_json
from stbpi.serial_log.lines import (
    END,
    PROTOCOL,
    EventLine,
    Heartbeat,
    Hello,
    Line,
    Resume,
    decode,
    encode_line,
    sealed,
)

ONLINE, OFFLINE = b"online", b"offline"
_CHECK = b'"c"'
_LONGEST_VERSION = 40


@dataclass(frozen=True, slots=True)
class Told:
    """What an MQTT message says, as lines of a serial log.

    Attributes:
        data: the lines, and what is none.
        first: the number of its first event; 0 if there is none.
        end: the number of its last event; 0 if there is none.
        last: the number of the newest event of the box, if that is said, else 0.
    """

    data: bytes
    first: int
    end: int
    last: int


def event(row: Row) -> bytes:
    """Return an event."""
    return as_json(row).encode("ascii")


def answer(box: str, rows: Iterable[Row], *, last: int) -> bytes:
    """Return some events, and the number of the newest one."""
    beat = _json({"e": "heartbeat", "box": box, "last": last})
    return b"\n".join((*(event(row) for row in rows), beat))


def told(box: str, payload: bytes) -> Told:
    """Return what a message on a topic of a box says."""
    pieces = [_told(box, text) for text in payload.splitlines() if text]
    ns = [piece.end for piece in pieces if piece.end]
    return Told(
        b"".join(piece.data for piece in pieces),
        ns[0] if ns else 0,
        max(ns, default=0),
        max((piece.last for piece in pieces), default=0),
    )


def request(after: int) -> bytes:
    """Return what asks for everything behind a number."""
    return _json({"resume": after})


def asked(payload: bytes) -> int | None:
    """Return behind which number everything is asked for; `None` if nothing is asked."""
    line = decode(payload.strip())
    return line.after if isinstance(line, Resume) else None


def hello(box: str, state: bytes) -> Hello | None:
    """Return what the state of a box says of it; `None` if it is no state."""
    members = _members(state)
    version = members.get("version")
    line = Hello(
        box=box,
        protocol=PROTOCOL,
        version=version[:_LONGEST_VERSION] if isinstance(version, str) else "",
        tiles=members.get("tiles") or 0,
        boot=0,
        wall=None,
        last=members.get("last", -1),
    )
    return line if _is_good(line) else None


def heartbeat(box: str, last: int) -> bytes:
    """Return the line that says how many events there are."""
    return encode_line(Heartbeat(box=box, last=last, wall=None))


def no_line(payload: bytes) -> bytes:
    """Return something that is no line, so that nothing in it is taken for one."""
    return payload.replace(_CHECK, b"'c'") + END if payload else b""


def discovery(broker: Broker, box: str, *, version: str, tiles: int) -> tuple[str, bytes]:
    """Return where Home Assistant looks for a device, and what it is to know of a box."""
    device = f"{identity(broker.base)}-{identity(box)}"
    state, online = broker.topic(box, Kind.STATE), broker.topic(box, Kind.ONLINE)
    entities: dict[str, dict[str, object]] = {
        "online": {
            "platform": "binary_sensor",
            "name": "Online",
            "device_class": "connectivity",
            "entity_category": "diagnostic",
            "state_topic": online,
            "payload_on": ONLINE.decode(),
            "payload_off": OFFLINE.decode(),
            "availability": [],
        },
        "phase": _sensor("Phase", "phase", icon="mdi:gamepad-variant"),
        "player": _sensor("Player", "player", icon="mdi:account"),
        "score": _sensor("Last score", "last_score", icon="mdi:counter", state_class="measurement"),
        "winner": {
            **_sensor("Winner", "winners", icon="mdi:trophy"),
            "value_template": "{{ value_json.winners | join(', ') }}",
        },
        "problem": {
            "platform": "binary_sensor",
            "name": "Problem",
            "device_class": "problem",
            "entity_category": "diagnostic",
            "value_template": "{{ 'ON' if value_json.faults else 'OFF' }}",
            "json_attributes_topic": state,
            "json_attributes_template": "{{ value_json.faults | tojson }}",
        },
    }
    known = {"sw_version": version, "model": f"Shut the Box, {tiles} tiles" if tiles else ""}
    config = {
        "device": {
            "identifiers": [device],
            "name": box,
            "manufacturer": "stbpi",
            **{key: value for key, value in known.items() if value},
        },
        "origin": {"name": "stbpi", "sw_version": stbpi.__version__},
        "availability": [{"topic": online}],
        "state_topic": state,
        "qos": 1,
        "components": {
            key: {**entity, "unique_id": f"{device}-{key}"} for key, entity in entities.items()
        },
    }
    return f"{broker.discovery}/device/{device}/config", _json(config)


def _sensor(name: str, member: str, **more: str) -> dict[str, object]:
    return {
        "platform": "sensor",
        "name": name,
        "value_template": f"{{{{ value_json.{member} }}}}",
        **more,
    }


def _told(box: str, text: bytes) -> Told:
    named = b'{"box":%b,' % json.dumps(box).encode("ascii")
    if text.startswith(named) and text.endswith(b"}"):
        line = _read(b"{" + text[len(named) :])
        if isinstance(line, EventLine):
            return Told(sealed("{" + text[len(named) :].decode("ascii")), line.n, line.n, 0)
    members = _members(text) if b'"heartbeat"' in text else {}
    if members.get("e") == "heartbeat" and members.get("box") == box:
        beat = Heartbeat(box=box, last=members.get("last", -1), wall=None)
        if _is_good(beat):
            return Told(encode_line(beat), 0, 0, beat.last)
    return Told(no_line(text), 0, 0, 0)


def _read(text: bytes) -> Line | None:
    """Return the line that a text would be with a check."""
    try:
        return decode(sealed(text.decode("ascii")).strip())
    except UnicodeDecodeError:
        return None


def _is_good(line: Hello | Heartbeat) -> bool:
    """Say whether what came from outside is what a line may say."""
    return decode(encode_line(line).strip()) == line


def _members(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _json(members: dict[str, object]) -> bytes:
    return json.dumps(members, separators=(",", ":")).encode("ascii")
