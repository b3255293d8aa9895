"""What pages send to the score book: a new sheet, or an entry on one; read, and checked for fit.

An entry says what it was meant for: a turn whose turn it is, an undo which turn is taken back, a
rule what it was. If that is not so any more, somebody else was faster, and it is refused.

Never: decides what follows from an entry; its `words` are entered as they are typed for
`stbpi score`. Keep: nothing is taken for what it should be; whatever comes is no entry, or fits
these types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stbpi.config_checks import player_names
from stbpi.errors import ConfigError, NotAllowedError, StbError
from stbpi.games.game import HouseRules, StartMatch, members
from stbpi.games.shut_the_box import State, house_rules, sheet
from stbpi.games.shut_the_box.tally import Turn
from stbpi.games.shut_the_box.words import sentence
from stbpi.language import _

GAME = "shut_the_box"

_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")
_FIELD = re.compile(r"[a-z_]{1,30}")
_LONGEST_VALUE = 60
_MOST_RULES = 40
_MOST = 10**6


class NoEntry(StbError):
    """What came is nothing that a page of ours sends."""

    def __init__(self) -> None:
        super().__init__(_("This is no entry of a score sheet."), _("Load the page again."))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheet:
    """A sheet that is wanted.

    Attributes:
        id: of the request; the same one makes no second sheet.
        start: its match.
    """

    id: str
    start: StartMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredTurn:
    """The tiles that stand after a turn, of a player in a round."""

    standing: tuple[int, ...]
    round: int
    seat: int

    @property
    def words(self) -> list[str]:
        return [str(tile) for tile in self.standing] or ["-"]

    def refuse_if_late(self, state: State) -> None:
        if state.result is None and (state.round, state.seat) == (self.round, self.seat):
            return
        found = [turn for turn in state.turns if (turn.round, turn.seat) == (self.round, self.seat)]
        if found:
            raise _late(_turn_is(state, found[0]))
        if state.result is not None:
            raise _late(_("The match is over."))
        text = _("It is the turn of {player} now, in round {round}.")
        raise _late(text.format(player=state.names[state.seat - 1], round=state.round))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """The last turn is taken back: that of a player in a round, with these tiles standing."""

    standing: tuple[int, ...]
    round: int
    seat: int

    @property
    def words(self) -> list[str]:
        return ["undo"]

    def refuse_if_late(self, state: State) -> None:
        if not state.turns:
            raise _late(_("There is no turn any more."))
        last = state.turns[-1]
        if (last.round, last.seat, members(last.standing)) != (
            *(self.round, self.seat),
            self.standing,
        ):
            raise _late(_turn_is(state, last))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRule:
    """A house rule is changed; values as they are written."""

    field: str
    value: str
    was: str

    @property
    def words(self) -> list[str]:
        return ["set", f"{self.field}={self.value}"]

    def refuse_if_late(self, state: State) -> None:
        now = written(house_rules.values(state.rules).get(self.field, self.was))
        if now not in (self.was, self.value):
            raise _late(sentence(state.rules, self.field))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The match is ended now."""

    words = ("end",)

    def refuse_if_late(self, state: State) -> None:
        if state.result is not None:
            raise _late(_("The match is over."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """The same players begin another match."""

    words = ("new",)

    def refuse_if_late(self, state: State) -> None:
        """What is too early is refused by the sheet."""


Entry = EnteredTurn | TakenBack | ChangedRule | Ended | Again


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An entry on its way.

    Attributes:
        id: the same one counts once.
        match: the match that it is for, by its number on the sheet.
        entry: it.
    """

    id: str
    match: int
    entry: Entry


def read_new(body: bytes) -> NewSheet:
    """Read what a page sends for a new sheet.

    Raises:
        NoEntry: it is something else.
        ConfigError: these can't be players' names.
        RulesError: the rules can't be played.
    """
    match _read(body):
        case {"id": id_, "players": list(names), "preset": str(preset), "rules": dict(rules)}:
            changes = _changes(rules)
        case _:
            raise NoEntry
    for problem in player_names(names):
        raise ConfigError("", found=problem.found, expected=problem.expected)
    if not names:
        raise ConfigError("", found=_("nobody"), expected=_("one player at least"))
    start = StartMatch(
        game=GAME,
        names=tuple(names),
        preset=preset,
        house_rules=sheet.check_rules(preset, changes),
    )
    return NewSheet(id=_id(id_), start=start)


def read_entry(body: bytes) -> Sent:
    """Read what a page sends as an entry.

    Raises:
        NoEntry: it is something else.
    """
    sent = _read(body)
    match sent:
        case {"do": "turn", "standing": tiles, "round": round_, "seat": seat}:
            entry: Entry = EnteredTurn(
                standing=_tiles(tiles), round=_number(round_), seat=_number(seat)
            )
        case {"do": "undo", "standing": tiles, "round": round_, "seat": seat}:
            entry = TakenBack(standing=_tiles(tiles), round=_number(round_), seat=_number(seat))
        case {"do": "set", "field": field, "value": value, "was": was}:
            entry = ChangedRule(field=_field(field), value=_value(value), was=_value(was))
        case {"do": "end"}:
            entry = Ended()
        case {"do": "again"}:
            entry = Again()
        case _:
            raise NoEntry
    return Sent(id=_id(sent.get("id")), match=_number(sent.get("match")), entry=entry)


def read_rules(asked: Mapping[str, str]) -> tuple[str, HouseRules]:
    """Read a preset and house rules out of an address.

    Raises:
        NoEntry: it has something else.
        RulesError: they can't be played.
    """
    preset = asked.get("preset", sheet.PRESET)
    changes = _changes(
        {key: value for key, value in asked.items() if key not in ("preset", "lang")}
    )
    return preset, sheet.check_rules(preset, changes)


def written(value: object) -> str:
    """Write a value of a rule as it can be read again.

    >>> written(True), written((4, 5)), written("sum")
    ('true', '4,5', 'sum')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def _late(how_it_is: str) -> NotAllowedError:
    """Return the error of an entry that somebody else was faster than."""
    return NotAllowedError("late", _("Somebody else was faster."), how_it_is)


def _turn_is(state: State, turn: Turn) -> str:
    tiles = " ".join(map(str, members(turn.standing))) or _("shut")
    text = _("The turn of {player} in round {round} has been entered: {tiles}.")
    return text.format(player=state.names[turn.seat - 1], round=turn.round, tiles=tiles)


def _read(body: bytes) -> dict[str, Any]:
    try:
        sent = json.loads(body)
        json.dumps(sent, ensure_ascii=False).encode()  # half a character can be told to nobody
    except (ValueError, RecursionError):
        raise NoEntry from None
    if not isinstance(sent, dict):
        raise NoEntry
    return sent


def _changes(rules: Mapping[Any, object]) -> tuple[tuple[str, str], ...]:
    if len(rules) > _MOST_RULES:
        raise NoEntry
    return tuple((_field(field), _value(value)) for field, value in rules.items())


def _id(value: object) -> str:
    return _fitting(_ID, value)


def _field(value: object) -> str:
    return _fitting(_FIELD, value)


def _fitting(pattern: re.Pattern[str], value: object) -> str:
    if isinstance(value, str) and pattern.fullmatch(value):
        return value
    raise NoEntry


def _value(value: object) -> str:
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_VALUE and value.isprintable():
        return value
    raise NoEntry


def _number(value: object) -> int:
    if type(value) is int and 0 < value <= _MOST:
        return value
    raise NoEntry


def _tiles(value: object) -> tuple[int, ...]:
    numbers = value if isinstance(value, list) else [None]
    if not all(type(n) is int and 1 <= n <= 12 for n in numbers) or len(set(numbers)) < len(
        numbers
    ):
        raise NoEntry
    return tuple(sorted(numbers))
