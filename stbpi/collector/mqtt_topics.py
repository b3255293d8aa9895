"""Where on an MQTT broker things stand: its address, the topics of a box, names in topics.

    mqtt[s]://USER:PASSWORD@HOST:PORT/BASE?discovery=PREFIX

    BASE/BOX/events          every event, once (QoS 1)
    BASE/BOX/state           how the box stands (retained)
    BASE/BOX/online          `online` or `offline` (retained)
    BASE/BOX/resume          somebody asks for the events behind a number
    BASE/BOX/again[/WHO]     what was asked for

A box may be called anything that can be printed; `%`, `+`, `#` and `/` stand in topics as `%25`,
`%2B`, `%23` and `%2F`.

Never: connects to anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import parse_qs, quote, unquote, urlsplit

from stbpi.errors import BrokerError
from stbpi.language import _
from stbpi.serial_log.lines import is_box_name

PASSWORD = "STBPI_MQTT_PASSWORD"
"""The environment variable with the password, which else could be seen in the list of processes."""

BASE = "stbpi"
DISCOVERY = "homeassistant"
PORTS = {"mqtt": 1883, "mqtts": 8883}
EXAMPLE = "mqtt://user@host:1883/base"

_FORBIDDEN = "%+#/"
_PLAIN = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in _FORBIDDEN)
_BASE = re.compile(r"(?!\$)[^+#/\0]+(?:/[^+#/\0]+)*")


class Kind(StrEnum):
    """What a topic of a box is for."""

    EVENTS = "events"
    STATE = "state"
    ONLINE = "online"
    RESUME = "resume"
    AGAIN = "again"


_KINDS = frozenset(kind.value for kind in Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Broker:
    """A broker, and our place on it.

    Attributes:
        user: empty if none is told.
        password: empty if none is told.
        base: the topic above those of the boxes.
        discovery: the topic above those that Home Assistant looks at; empty if it is told nothing.
    """

    host: str
    port: int
    is_tls: bool
    user: str = ""
    password: str = field(default="", repr=False)
    base: str = BASE
    discovery: str = DISCOVERY

    @property
    def name(self) -> str:
        """Its address without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.is_tls else 'mqtt'}://{host}:{self.port}/{self.base}"

    def topic(self, box: str, kind: Kind, *more: str) -> str:
        """Return a topic of a box."""
        return "/".join((self.base, level(box), kind, *more))

    def all_of(self, kind: Kind, *more: str) -> str:
        """Return what finds a topic of every box."""
        return "/".join((self.base, "+", kind, *more))

    def place(self, topic: str) -> tuple[str, Kind] | None:
        """Return the box and the kind of a topic; `None` if it is not one of ours."""
        if not topic.startswith(f"{self.base}/"):
            return None
        name, _, rest = topic.removeprefix(f"{self.base}/").partition("/")
        kind, _, who = rest.partition("/")
        box = box_of(name)
        if box is None or kind not in _KINDS or (who and kind != Kind.AGAIN):
            return None
        return box, Kind(kind)


def level(box: str) -> str:
    """Return the name of a box as one level of a topic.

    >>> level("bar #1/a"), box_of("bar %231%2Fa")
    ('bar %231%2Fa', 'bar #1/a')
    """
    return quote(box, safe=_PLAIN)


def box_of(name: str) -> str | None:
    """Return the box whose level this is; `None` if no box has it."""
    box = unquote(name, errors="replace")
    return box if is_box_name(box) and level(box) == name else None


def identity(name: str) -> str:
    """Return a name in letters, digits and `_`; two names never become the same.

    >>> identity("Bar-1_a")
    'Bar_2d1_5fa'
    """
    return re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found[0]):02x}", name)


def broker(url: str, environ: Mapping[str, str]) -> Broker:
    """Read the address of a broker.

    Args:
        url: as in the head of this file.
        environ: the environment, for the password.

    Raises:
        BrokerError: it is none.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        query = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError as exc:
        raise _no_address(url) from exc
    base = unquote(parts.path).strip("/") or BASE
    discovery = query.pop("discovery", [DISCOVERY])[-1].strip("/")
    is_wrong = (
        parts.scheme not in PORTS
        or not parts.hostname
        or port == 0
        or bool(query)
        or "#" in url
        or any(topic and not _BASE.fullmatch(topic) for topic in (base, discovery))
    )
    if is_wrong:
        raise _no_address(url)
    return Broker(
        host=parts.hostname or "",
        port=port or PORTS[parts.scheme],
        is_tls=parts.scheme == "mqtts",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or "") or environ.get(PASSWORD, ""),
        base=base,
        discovery=discovery,
    )


def _no_address(url: str) -> BrokerError:
    shown = re.sub(r"(//[^/:@]*):[^/]*@", r"\1:***@", url)
    what = _("{url} is no address of an MQTT broker").format(url=shown)
    do = _("Write {example}, or {scheme} for TLS; a topic has no + and no #.").format(
        example=EXAMPLE, scheme="mqtts://"
    )
    return BrokerError(what, do, is_refusal=True)
