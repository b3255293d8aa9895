"""The format of a recording: everything that came to one start of a box from outside.

A text file, one JSON object a line. `t` is in milliseconds since the program has started.

    {"stbpi":"recording","version":1, ...}              the first line: see `Header`
    {"t":512.3,"raw":6}                                 a reading of all switches
    {"t":517.4}                                         one more that shows the same
    {"t":522.9,"raw":7,"edge":1}                        one that an edge has brought about
    {"t":801.2,"dice":[6,5]}                            a throw
    {"t":805.0,"deal":"8f0c..."}                        cards are dealt, by these bytes
    {"t":870.5,"thought":23}                            a bot knows what it does
    {"t":900.0,"part":"display","what":"no answer"}     a part that is no switch has failed
    {"t":990.0,"part":"display","what":null}            it works again
    {"t":1200.0,"end":1}                                the program has ended

`raw` is a mask of what was read, before anything is believed of it: bit 0 is the roll button,
bit 1 the tiles' cable, bit 2 tile 1, bit 3 tile 2 and so on, bit 14 the menu button; a bit is set
where the button is pressed, the cable plugged in, the tile down. Readings are kept that differ from
the one before, that an edge has brought about, and that come less than `BURST_MS` after the one
before: that is, all of them while anything moves. What is left out shows what the line before it
shows.

The program writes a line at once when it happens: what is missing after a cut of the power is
the end, and perhaps half of the last line.

A bot that plays better the longer it thinks is told, again and again, that it may go on; `thought`
is how often. So it comes to the same here, and when it did; those of version 1 have no such lines.

A recording is the landlord's own: it tells every card of a deal, also while that is played, and of
a match that was open when the program started what is dealt in it (`Header.secrets`). Dice that
are to fall are not in it: those of a match that goes on can't be foretold from it.

Not kept is what the disk did: what is played does not depend on it. Nor is a wall clock that is
put right later; of what is played, only opening hours depend on it.

Never: judges what was recorded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from stbpi.box.port import Levels
from stbpi.box.settle import pack, unpack
from stbpi.errors import JournalError, ScriptError
from stbpi.foreign import reason
from stbpi.games import events
from stbpi.games.events import Event
from stbpi.language import _

KIND = "recording"
VERSION = 2
VERSIONS = (1, VERSION)
"""Those that can be read."""

BURST_MS = 90.0
"""Readings that are closer together follow a movement; a box at rest is read every 100 ms."""

LINES = 15
"""The roll button, the cable, at most twelve tiles and the menu button."""

LONGEST_MS = 10 * 365 * 86_400_000.0
"""No program runs for longer than ten years."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """How the box was when the program started.

    Attributes:
        program: the version of the program.
        config: the configuration, as tables of TOML; that of the journal is left out.
        wall: whole epoch seconds; `None` if the clock was unknown.
        zone: seconds that its local time was ahead of UTC then.
        left_wall: the same when the box was last on.
        left: what its journal told: the settings that were chosen on the box and the last match,
            as events that bring a new journal there; empty if the box was new.
        secrets: the bytes that the cards of that match were dealt by, by their commitments; both
            in hex digits.
    """

    program: str
    config: Mapping[str, Any]
    wall: int | None
    zone: int
    left_wall: int | None
    left: tuple[Event, ...]
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All switches were read; with an edge, if one has come since the reading before."""

    t: float
    levels: Levels
    edge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """Dice were thrown."""

    t: float
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """Cards were dealt, by these bytes (in hex digits)."""

    t: float
    bytes: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """A bot has thought of what it does next, and was told so often that it may go on."""

    t: float
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A part that is no switch has failed, or (`None`) works again.

    The tile board is told when it could not be read first, and again when it was told as a fault.
    """

    t: float
    part: str
    what: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The program has ended."""

    t: float


Item = Reading | Throw | Dealing | Thought | Trouble | End


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A recording as it was read.

    Attributes:
        path: where from.
        header: its first line.
        items: the others, in order.
        cut_line: number of a last line that is cut off and was left out; 0 if there is none.
    """

    path: Path
    header: Header
    items: tuple[Item, ...]
    cut_line: int

    @property
    def has_end(self) -> bool:
        """Whether the program had ended when the recording did."""
        return bool(self.items) and isinstance(self.items[-1], End)


def zone_at(wall: int | None) -> int:
    """Return how many seconds the local time of this computer is ahead of UTC."""
    moment = datetime.now() if wall is None else datetime.fromtimestamp(wall)
    ahead = moment.astimezone().utcoffset()
    return 0 if ahead is None else round(ahead.total_seconds())


def first_line(header: Header) -> dict[str, object]:
    """Return the members of the first line."""
    return {
        "stbpi": KIND,
        "version": VERSION,
        "program": header.program,
        "config": header.config,
        "wall": header.wall,
        "zone": header.zone,
        "left_wall": header.left_wall,
        "left": [{"e": event.e, **events.encode(event)} for event in header.left],
        **({"secrets": dict(header.secrets)} if header.secrets else {}),
    }


def line(item: Item, *, before: Levels | None = None) -> dict[str, object]:
    """Return the members of a line.

    Args:
        item: what it says.
        before: what the reading before it shows.

    >>> line(Throw(t=801.2, dice=(6, 5)))
    {'t': 801.2, 'dice': [6, 5]}
    """
    members: dict[str, object] = {"t": round(item.t, 3)}
    match item:
        case Reading():
            if item.levels != before:
                members["raw"] = pack(item.levels)
            if item.edge:
                members["edge"] = 1
        case Throw():
            members["dice"] = list(item.dice)
        case Dealing():
            members["deal"] = item.bytes
        case Thought():
            members["thought"] = item.rounds
        case Trouble():
            members |= {"part": item.part, "what": item.what}
        case End():
            members["end"] = 1
    return members


def written(members: Mapping[str, object]) -> str:
    """Return a line as it stands in the file, with its end."""
    return json.dumps(members, separators=(",", ":")) + "\n"


def read(path: Path) -> Recording:
    """Read a recording.

    Raises:
        ScriptError: it can't be read, or a line of it makes no sense; says which.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as exc:
        what = _("{path}: can't be read: {reason}").format(path=path, reason=reason(exc))
        raise ScriptError(what) from exc
    *whole, rest = lines
    cut_line = 0
    if rest:
        if _is_json(rest):
            whole.append(rest)
        else:
            cut_line = len(lines)
    if not whole:
        raise ScriptError(_("this is no recording"), path=str(path), line=1)
    reader = _Reader()
    for number, text in enumerate(whole, start=1):
        try:
            reader.take(_members(text))
        except _Bad as exc:
            raise ScriptError(str(exc), exc.do, path=str(path), line=number) from exc
    assert reader.header is not None
    return Recording(path=path, header=reader.header, items=tuple(reader.items), cut_line=cut_line)


class _Bad(Exception):
    """What is wrong with a line."""

    def __init__(self, what: str, do: str = "") -> None:
        super().__init__(what)
        self.do = do


class _Reader:
    """Makes sense of one line after another."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.items: list[Item] = []
        self._t = 0.0
        self._levels: Levels | None = None

    def take(self, members: dict[str, Any]) -> None:
        if self.header is None:
            self.header = _header(members)
        elif self.items and isinstance(self.items[-1], End):
            raise _Bad(_("nothing is expected behind the end"))
        else:
            self.items.append(self._item(members))

    def _item(self, members: dict[str, Any]) -> Item:
        self._t = t = _time(members.pop("t", None), since=self._t)
        match members:
            case {"dice": [*dice], **rest} if not rest and dice:
                if all(type(die) is int and 1 <= die <= 6 for die in dice):
                    return Throw(t=t, dice=tuple(dice))
            case {"deal": str(digits), **rest} if not rest:
                if _is_hex(digits):
                    return Dealing(t=t, bytes=digits)
                raise _Bad(_("these are no cards"))
            case {"thought": int(rounds), **rest} if not rest:
                if type(rounds) is int and rounds >= 0:
                    return Thought(t=t, rounds=rounds)
                raise _Bad(_("this is no line of a recording"))
            case {"part": str(part), "what": (str() | None) as what, **rest} if not rest:
                return Trouble(t=t, part=part, what=what)
            case {"end": 1, **rest} if not rest:
                return End(t=t)
            case _:
                return self._reading(t, members)
        raise _Bad(_("these are no dice"))

    def _reading(self, t: float, members: dict[str, Any]) -> Reading:
        raw, edge = members.pop("raw", None), members.pop("edge", 0)
        if members or edge not in (0, 1) or not (raw is None or _is_mask(raw)):
            raise _Bad(_("this is no reading"))
        if raw is not None:
            self._levels = unpack(raw)
        if self._levels is None:
            raise _Bad(_("the first reading says nothing"))
        return Reading(t=t, levels=self._levels, edge=bool(edge))


def _header(members: dict[str, Any]) -> Header:
    if members.get("stbpi") != KIND:
        raise _Bad(_("this is no recording"))
    if members.get("version") not in VERSIONS:
        raise _Bad(
            _("this recording has a form that is not known here"),
            _("A newer stbpi wrote it: update this one."),
        )
    match members:
        case {
            "program": str(program),
            "config": dict(config),
            "wall": (int() | None) as wall,
            "zone": int(zone),
            "left_wall": (int() | None) as left_wall,
            "left": [*left],
        }:
            return Header(
                program=program,
                config=config,
                wall=wall,
                zone=zone,
                left_wall=left_wall,
                left=tuple(map(_event, left)),
                secrets=_secrets(members.get("secrets", {})),
            )
        case _:
            raise _Bad(_("the first line of the recording is damaged"))


def _event(members: object) -> Event:
    match members:
        case {"e": str(name), **fields}:
            try:
                return events.decode(name, {str(key): value for key, value in fields.items()})
            except JournalError as exc:
                raise _Bad(exc.what, exc.do) from exc
        case _:
            raise _Bad(_("the first line of the recording is damaged"))


def _secrets(members: object) -> Mapping[str, str]:
    match members:
        case dict() if all(isinstance(x, str) and _is_hex(x) for x in members.values()):
            return {str(sha): str(digits) for sha, digits in members.items()}
        case _:
            raise _Bad(_("the first line of the recording is damaged"))


def _members(text: bytes) -> dict[str, Any]:
    try:
        members = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise _Bad(_("this is no line of a recording")) from exc
    if not isinstance(members, dict):
        raise _Bad(_("this is no line of a recording"))
    return members


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _time(value: object, *, since: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Bad(_("the time is missing"))
    if not since <= value <= LONGEST_MS:  # nor is NaN
        raise _Bad(_("the time goes back"))
    return float(value)


def _is_hex(digits: str) -> bool:
    try:
        return bool(bytes.fromhex(digits))
    except ValueError:
        return False


def _is_mask(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << LINES
