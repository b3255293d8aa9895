"""Events: the facts that a box tells, in their stored form.

One frozen class an event; `e` is its name on the disk and on the wire and never changes. A
value is an int, a string or a tuple of ints, so that every event is one short JSON object:
tiles, dice and lists of players (seats from 1) are tuples, ascending unless the order is the
fact itself (dice).

Never: holds a time, a number or a name of a match (`journal.recorded` wraps an event in those).
Keep: an unknown name is refused in `decode`; whoever folds events never meets one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, get_args

from stbpi.errors import JournalError
from stbpi.language import _

Value = int | str | tuple[int, ...] | None
"""What a field of an event may hold; `None` means that the field is left out."""


BROKEN = "broken"
"""What a `Fault` says of a tile whose switch was declared broken."""

SECRET = "box.key"
"""The setting whose value never leaves the box: the landlord's key could be guessed from it."""

HIDDEN = "hidden"
"""What is told instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """A match begins; `seats` events `PlayerSeated` and one `Rule` a house rule follow."""

    e: ClassVar[str] = "match_started"
    game: str
    preset: str
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated:
    """The player of a seat; the name has at most 12 characters. `bot`: which one plays there."""

    e: ClassVar[str] = "player_seated"
    seat: int
    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A house rule that differs from the preset."""

    e: ClassVar[str] = "rule"
    field: str
    value: int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceCommitted:
    """What all throws from here on follow from is fixed, and `sha` (SHA-256, hex) tells it apart.

    It comes before the first throw; once more, with the same `sha`, when a player has put in a
    word of his own; and with another one when a match goes on whose bytes were revealed or lost.
    """

    e: ClassVar[str] = "dice_committed"
    sha: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRevealed:
    """No throw follows from the last commitment any more: these are its `bytes` (hex)."""

    e: ClassVar[str] = "dice_revealed"
    bytes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    e: ClassVar[str] = "turn_started"
    player: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A throw; `k` is its number in the match, from 1, never used twice.

    Real dice are not seen: their total is that of the cover, which follows at once.
    """

    e: ClassVar[str] = "rolled"
    player: int
    dice: tuple[int, ...] | None
    total: int
    k: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDown:
    """A tile has settled down, in whatever phase."""

    e: ClassVar[str] = "tile_down"
    tile: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TileUp:
    """A tile has settled up, in whatever phase."""

    e: ClassVar[str] = "tile_up"
    tile: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A press or hold was refused, or a complaint begins; `tiles` are the ones to move."""

    e: ClassVar[str] = "refused"
    code: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotChose:
    """A bot wants these tiles closed for its throw; a person closes them."""

    e: ClassVar[str] = "bot_chose"
    player: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCommitted:
    """Cards were dealt; `sha` (SHA-256, hex) tells the bytes apart that all hands follow from."""

    e: ClassVar[str] = "deal_committed"
    deal: int
    master: int
    sha: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A player calls or passes; `what` is `call` or `pass`."""

    e: ClassVar[str] = "called"
    player: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Browsed:
    """A player presses for the next of his choices; nobody is told which, or if there is one."""

    e: ClassVar[str] = "browsed"
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPlayed:
    """A player lays cards (`c1,c2`); those that lie face down are only in `sealed`, unreadable."""

    e: ClassVar[str] = "played"
    player: int
    cards: str
    face_up: bool
    sealed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A player claims victory with so many fu, old cards in his hand included."""

    e: ClassVar[str] = "claimed"
    player: int
    fu: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRevealed:
    """A deal is over: these are the `bytes` (hex) that it follows from; three `Dealt` follow."""

    e: ClassVar[str] = "deal_revealed"
    deal: int
    bytes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """What a player was dealt in the deal that is over, and what of it he has laid face down."""

    e: ClassVar[str] = "dealt"
    player: int
    cards: str
    face_down: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A cover is committed; `standing` is what stands after it."""

    e: ClassVar[str] = "covered"
    player: int
    tiles: tuple[int, ...]
    standing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    e: ClassVar[str] = "turn_ended"
    player: int
    standing: tuple[int, ...]
    score: int
    why: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOut:
    e: ClassVar[str] = "player_out"
    player: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    """A round is over; `winners` are all tied bests, none where a knock-out cut it short."""

    e: ClassVar[str] = "round_ended"
    round: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A player pays (`units` negative) or is paid; `balance` is what he has then."""

    e: ClassVar[str] = "paid"
    player: int
    units: int
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """What lies in the pot after a change of it."""

    e: ClassVar[str] = "pot"
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipPaid:
    """A player lays chips into a room; `has` is what he is left with."""

    e: ClassVar[str] = "chip_paid"
    player: int
    room: int
    chips: int
    has: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipTaken:
    """A player takes all chips of a room; `has` is what he has then."""

    e: ClassVar[str] = "chip_taken"
    player: int
    room: int
    chips: int
    has: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged:
    """A house rule has changed in the middle of a match; `Rescored` events follow."""

    e: ClassVar[str] = "rules_changed"
    field: str
    value: int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """What a player has after the match was computed anew."""

    e: ClassVar[str] = "rescored"
    player: int
    total: int
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """A `turn` was taken back, on a score sheet of Luk Fu a `deal`, which is nobody's."""

    e: ClassVar[str] = "undone"
    what: str
    player: int | None = None
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    e: ClassVar[str] = "match_ended"
    winners: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetAside:
    """The open match makes room for another one, or was deserted; it is kept as it stands."""

    e: ClassVar[str] = "match_set_aside"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchContinued:
    """The players of the match that was set aside last go on with it."""

    e: ClassVar[str] = "match_continued"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordNamed:
    """A player has written his name for the record table, after the match; three letters."""

    e: ClassVar[str] = "record_named"
    player: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChanged:
    """A setting was chosen on the box, or by the operator; `key` as in the configuration."""

    e: ClassVar[str] = "setting_changed"
    key: str
    value: int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared:
    """The landlord begins anew; `what` is `settings`, `records` or `audits`."""

    e: ClassVar[str] = "cleared"
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorEntered:
    """Somebody has opened the landlord's drawers with the right key."""

    e: ClassVar[str] = "operator_entered"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorRefused:
    """Somebody has tried to open the landlord's drawers with a wrong key."""

    e: ClassVar[str] = "operator_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A part has failed; `what` is at most 60 ASCII characters."""

    e: ClassVar[str] = "fault"
    part: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCleared:
    e: ClassVar[str] = "fault_cleared"
    part: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounced:
    """A contact has bounced for longer than ever since the start; told when a match is over."""

    e: ClassVar[str] = "bounced"
    part: str
    ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """The program is back; `gap_ms` is how long it was away, if the clock can tell."""

    e: ClassVar[str] = "resumed"
    gap_ms: int | None


Event = (
    MatchStarted
    | PlayerSeated
    | Rule
    | DiceCommitted
    | DiceRevealed
    | TurnStarted
    | Rolled
    | TileDown
    | TileUp
    | Refused
    | BotChose
    | DealCommitted
    | Called
    | Browsed
    | CardsPlayed
    | Claimed
    | DealRevealed
    | Dealt
    | Covered
    | TurnEnded
    | PlayerOut
    | RoundEnded
    | Paid
    | Pot
    | ChipPaid
    | ChipTaken
    | RulesChanged
    | Rescored
    | Undone
    | MatchEnded
    | MatchSetAside
    | MatchContinued
    | RecordNamed
    | SettingChanged
    | Cleared
    | OperatorEntered
    | OperatorRefused
    | Fault
    | FaultCleared
    | Bounced
    | Resumed
)

BY_NAME: Mapping[str, type[Event]] = {kind.e: kind for kind in get_args(Event)}


def encode(event: Event) -> dict[str, int | str | list[int]]:
    """Turn an event into the members of a JSON object, without its name.

    >>> encode(Rolled(player=1, dice=(6, 5), total=11, k=3))
    {'player': 1, 'dice': [6, 5], 'total': 11, 'k': 3}
    """
    members: dict[str, int | str | list[int]] = {}
    for field in fields(event):
        value: Value = getattr(event, field.name)
        if value is not None:
            members[field.name] = list(value) if isinstance(value, tuple) else value
    return members


def is_printable(event: Event) -> bool:
    """Say whether all its texts can be shown: none has characters that work a terminal."""
    return all(text.isprintable() for text in encode(event).values() if isinstance(text, str))


def public(event: Event) -> Event:
    """Return an event as it may leave the box: without what must stay on it."""
    match event:
        case SettingChanged(key=key) if key == SECRET:
            return SettingChanged(key=key, value=HIDDEN)
        case _:
            return event


def decode(name: str, members: Mapping[str, object]) -> Event:
    """Turn a name and the members of a JSON object back into the event.

    Raises:
        JournalError: the name is unknown, or the members are not those of this event.
    """
    kind = BY_NAME.get(name)
    if kind is None:
        raise JournalError(
            _("unknown event {name}").format(name=repr(name)),
            _("A newer stbpi wrote it: update this one."),
        )
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in members.items()
    }
    for field, allowed in _allowed(name):
        if None in allowed:
            values.setdefault(field, None)
        if field in values and _kind(values[field]) not in allowed:
            what = _("event {name} has {value} as its {field}")
            value = repr(values[field])
            raise JournalError(what.format(name=repr(name), value=value, field=field))
    try:
        return kind(**values)
    except TypeError as exc:
        what = _("event {name} has the wrong fields: {fields}")
        has = ", ".join(members) or "-"
        raise JournalError(what.format(name=repr(name), fields=has)) from exc


_KINDS: Mapping[str, frozenset[type | None]] = {
    "int": frozenset({int}),
    "str": frozenset({str}),
    "bool": frozenset({bool}),
    "int | None": frozenset({int, None}),
    "str | None": frozenset({str, None}),
    "tuple[int, ...]": frozenset({tuple}),
    "tuple[int, ...] | None": frozenset({tuple, None}),
    "int | str | tuple[int, ...]": frozenset({int, bool, str, tuple}),
}
"""What may stand in a field, by its annotation."""

_TOO_LARGE = 10**40


@cache
def _allowed(name: str) -> tuple[tuple[str, frozenset[type | None]], ...]:
    """List the fields of an event, and what may stand in each."""
    return tuple((field.name, _KINDS[str(field.type)]) for field in fields(BY_NAME[name]))


def _kind(value: object) -> type | None:
    """Return a value's type; `object` for a tuple of anything but whole numbers.

    The same for a number of more digits than any game has: no mean can be made of it.
    """
    if isinstance(value, tuple) and any(_kind(member) is not int for member in value):
        return object
    if type(value) is int and abs(value) >= _TOO_LARGE:
        return object
    return None if value is None else type(value)
