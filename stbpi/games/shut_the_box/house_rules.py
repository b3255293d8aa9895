"""House rules as people write them: read, checked, compared.

Rule: RULES.md 1.2 (fields and values) and DESIGN.md (what is refused).

Never: knows a match. Keep: every field of `Ruleset` has its line in `_SPECS`; what is refused
names the field and says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from stbpi.errors import RulesError
from stbpi.games.game import HouseRules
from stbpi.games.shut_the_box.covers import BY_TOTAL
from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    FewerDice,
    Limit,
    MatchBy,
    OneDie,
    Roll,
    Ruleset,
    Scoring,
    Shut,
    Stakes,
    Tie,
    TiePot,
)
from stbpi.language import _, counted, either

ALL_UP = "all"
"""The word for a `start` with all tiles up."""

AT_ONCE = frozenset(
    {
        *("tiles", "scoring", "rounds", "shut", "knock_out", "knock_out_at", "ceiling"),
        *("ceiling_at", "match_by", "tie", "stakes", "stake", "tie_pot"),
    }
)
"""Fields that count for the finished turns too; the others from the next turn on (1.6)."""


@dataclass(frozen=True, slots=True)
class _Whole:
    """A whole number out of a range, or 0 for "none" where the range does not begin there."""

    values: range
    or_none: bool = False

    @property
    def allowed(self) -> str:
        if self.values.step > 1:
            text = _("a whole number from {low} to {high} in steps of {step}")
        elif self.or_none:
            text = _("0 or a whole number from {low} to {high}")
        else:
            text = _("a whole number from {low} to {high}")
        return text.format(low=self.values[0], high=self.values[-1], step=self.values.step)

    def read(self, raw: object) -> int | None:
        if isinstance(raw, str) and re.fullmatch(r"\d{1,9}", raw, re.ASCII):
            raw = int(raw)
        if type(raw) is int and (raw in self.values or (self.or_none and raw == 0)):
            return raw
        return None


@dataclass(frozen=True, slots=True)
class _OneOf:
    """A word out of an enumeration."""

    kind: type[StrEnum]

    @property
    def allowed(self) -> str:
        return _("one of {known}").format(known=", ".join(self.kind))

    def read(self, raw: object) -> StrEnum | None:
        return self.kind(raw) if isinstance(raw, str) and raw in set(self.kind) else None


@dataclass(frozen=True, slots=True)
class _YesNo:
    @property
    def allowed(self) -> str:
        return either(["true", "false"])

    def read(self, raw: object) -> bool | None:
        if isinstance(raw, bool):
            return raw
        return {"true": True, "false": False}.get(raw) if isinstance(raw, str) else None


@dataclass(frozen=True, slots=True)
class _TileList:
    """Tiles, in a list or as a text `1,2,9`; read ascending. The word `all` reads as empty."""

    @property
    def allowed(self) -> str:
        text = _("{all}, or a list of different tiles from 1 to 12, at least one")
        return text.format(all=ALL_UP)

    def read(self, raw: object) -> tuple[int, ...] | None:
        if raw == ALL_UP:
            return ()
        if isinstance(raw, str):
            raw = [int(w) if re.fullmatch(r"\d{1,2}", w, re.ASCII) else 0 for w in raw.split(",")]
        if not isinstance(raw, list | tuple) or not raw:
            return None
        if any(type(n) is not int or not 1 <= n <= 12 for n in raw) or len(set(raw)) < len(raw):
            return None
        return tuple(sorted(raw))


_SPECS: Mapping[str, _Whole | _OneOf | _YesNo | _TileList] = {
    "tiles": _Whole(range(6, 13)),
    "rounds": _Whole(range(1, 21), or_none=True),
    "scoring": _OneOf(Scoring),
    "one_die": _OneOf(OneDie),
    "shut": _OneOf(Shut),
    "knock_out": _Whole(range(0, 201, 5)),
    "one_die_forced": _YesNo(),
    "dice": _Whole(range(1, 5)),
    "fewer_dice": _OneOf(FewerDice),
    "cover": _OneOf(CoverRule),
    "start": _TileList(),
    "first_roll_tile": _Whole(range(1, 13), or_none=True),
    "unlucky": _Whole(range(2, 19), or_none=True),
    "may_stop": _YesNo(),
    "knock_out_at": _OneOf(Limit),
    "ceiling": _Whole(range(1, 1000), or_none=True),
    "ceiling_at": _OneOf(Limit),
    "match_by": _OneOf(MatchBy),
    "tie": _OneOf(Tie),
    "stakes": _OneOf(Stakes),
    "stake": _Whole(range(1, 1001)),
    "tie_pot": _OneOf(TiePot),
    "roll": _OneOf(Roll),
}


def preset(name: str) -> Ruleset:
    """Return a preset's rules.

    Raises:
        RulesError: there is none of this name.
    """
    if name not in PRESETS:
        expected = _("the name of a preset")
        raise _unknown("preset", found=name, expected=expected, name=name, of=PRESETS)
    return PRESETS[name]


def make(preset_name: str, changes: Iterable[tuple[str, object]]) -> Ruleset:
    """Make a ruleset from a preset and what differs from it.

    Args:
        preset_name: a key of `PRESETS`.
        changes: fields and their values, as values or as texts.

    Raises:
        RulesError: the preset or a field is unknown, a value is not allowed, or the rules
            contradict each other; it names the field.
    """
    rules = preset(preset_name)
    for name, raw in changes:
        rules = with_rule(rules, name, raw)
    refuse_contradictions(rules)
    return rules


def with_rule(rules: Ruleset, name: str, raw: object) -> Ruleset:
    """Return `rules` with one field changed; contradictions are not looked for.

    Raises:
        RulesError: the field is unknown or the value is not allowed.
    """
    spec = _SPECS.get(name)
    if spec is None:
        raise _unknown(name, found=raw, expected=_("a known rule"), name=name, of=_SPECS)
    value = spec.read(raw)
    if value is None:
        raise RulesError(name, found=raw, expected=spec.allowed)
    changed: dict[str, Any] = {name: value}
    return replace(rules, **changed)


def values(rules: Ruleset) -> dict[str, int | str | tuple[int, ...]]:
    """Return all fields with their values, as they are written."""
    written = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return written | {"start": rules.start or ALL_UP}


def differences(rules: Ruleset, base: Ruleset) -> HouseRules:
    """List the fields of `rules` that differ from `base`, with their values as written."""
    theirs = values(base)
    return tuple((name, value) for name, value in values(rules).items() if value != theirs[name])


def refuse_contradictions(rules: Ruleset) -> None:
    """Refuse rules that make no sense together.

    Raises:
        RulesError: they do not; it names the field and the reason.
    """
    if not (rules.rounds or rules.knock_out or rules.ceiling) and rules.shut is Shut.ZERO:
        raise RulesError(
            "rounds",
            found=0,
            expected=_("something that ends the match"),
            do=_("Set {rules}, or {shut}.").format(
                rules="rounds, knock_out, ceiling", shut="shut = wins"
            ),
        )
    if rules.start and rules.start[-1] > rules.tiles:
        expected = _("tiles from 1 to {last}").format(last=rules.tiles)
        raise RulesError("start", found=rules.start[-1], expected=expected)
    if rules.first_roll_tile and not rules.start_tiles >> (rules.first_roll_tile - 1) & 1:
        raise RulesError(
            "first_roll_tile",
            found=rules.first_roll_tile,
            expected=_("a tile that stands at the start of a turn"),
        )
    if rules.unlucky and not rules.dice <= rules.unlucky <= 6 * rules.dice:
        raise RulesError(
            "unlucky",
            found=rules.unlucky,
            expected=str(
                counted(
                    "0 or a total of {n} die, {low} to {high}",
                    "0 or a total of {n} dice, {low} to {high}",
                    rules.dice,
                    low=rules.dice,
                    high=6 * rules.dice,
                )
            ),
        )
    if rules.knock_out and rules.scoring is Scoring.COVERED:
        raise RulesError(
            "knock_out",
            found=rules.knock_out,
            expected=_("0 with {setting}, where high totals are good").format(
                setting="scoring = covered"
            ),
        )
    if rules.has_real_dice and rules.cover not in BY_TOTAL:
        raise RulesError(
            "cover",
            found=rules.cover,
            expected=_("one of {known} where players throw real dice").format(
                known=", ".join(BY_TOTAL)
            ),
            do=_("The box sees no dice: set {cover}, or {roll}.").format(
                cover="cover = any", roll="roll = box"
            ),
        )


def refuse_seats(rules: Ruleset, preset_name: str, seats: int) -> None:
    """Refuse rules that so many players can't play.

    Raises:
        RulesError: they can't; it names the field.
    """
    if seats == 1 and rules.stakes is not Stakes.NONE:
        raise RulesError(
            "stakes",
            found=rules.stakes,
            expected=_("{none} for a lone player").format(none=Stakes.NONE),
        )
    if seats > 1 and preset_name in FOR_ONE_PLAYER:
        raise RulesError("preset", found=preset_name, expected=_("one player for this one"))


def _unknown(
    field: str, *, found: object, expected: str, name: str, of: Iterable[str]
) -> RulesError:
    """Return the error of a name that is unknown, with the nearest known one or all of them."""
    from difflib import get_close_matches  # for mistakes only

    known = list(of)
    near = get_close_matches(name, known, n=1)
    return RulesError(
        field,
        found=found,
        expected=expected,
        do=_("Known are: {known}").format(known=", ".join(known)),
        nearest=near[0] if near else "",
    )
