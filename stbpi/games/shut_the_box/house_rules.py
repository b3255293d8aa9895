"""House rules as people write them: read, checked, compared.

Rule: RULES.md 1.2 (fields and values) and DESIGN.md (what is refused).

Never: knows a match. Keep: every field of `Ruleset` has its line in `_SPECS`; what is refused
names the field and says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from stbpi.errors import RulesError
from stbpi.games.game import HouseRules, RuleValue
from stbpi.games.rule_values import OneOf, Whole, YesNo, unknown
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
from stbpi.language import _, counted

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


_SPECS: Mapping[str, Whole | OneOf | YesNo | _TileList] = {
    "tiles": Whole(range(6, 13)),
    "rounds": Whole(range(1, 21), or_none=True),
    "scoring": OneOf(Scoring),
    "one_die": OneOf(OneDie),
    "shut": OneOf(Shut),
    "knock_out": Whole(range(0, 201, 5)),
    "one_die_forced": YesNo(),
    "dice": Whole(range(1, 5)),
    "fewer_dice": OneOf(FewerDice),
    "cover": OneOf(CoverRule),
    "start": _TileList(),
    "first_roll_tile": Whole(range(1, 13), or_none=True),
    "unlucky": Whole(range(2, 19), or_none=True),
    "may_stop": YesNo(),
    "knock_out_at": OneOf(Limit),
    "ceiling": Whole(range(1, 1000), or_none=True),
    "ceiling_at": OneOf(Limit),
    "match_by": OneOf(MatchBy),
    "tie": OneOf(Tie),
    "stakes": OneOf(Stakes),
    "stake": Whole(range(1, 1001)),
    "tie_pot": OneOf(TiePot),
    "roll": OneOf(Roll),
}


def preset(name: str) -> Ruleset:
    """Return a preset's rules.

    Raises:
        RulesError: there is none of this name.
    """
    if name not in PRESETS:
        expected = _("the name of a preset")
        raise unknown("preset", found=name, expected=expected, name=name, of=PRESETS)
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
        raise unknown(name, found=raw, expected=_("a known rule"), name=name, of=_SPECS)
    value = spec.read(raw)
    if value is None:
        raise RulesError(name, found=raw, expected=spec.allowed)
    changed: dict[str, Any] = {name: value}
    return replace(rules, **changed)


def every_value(field: str) -> tuple[RuleValue, ...]:
    """Return all values that a field may have, in order; nothing for a list of tiles."""
    match _SPECS[field]:
        case Whole(values=numbers, or_none=or_none):
            return (*((0,) if or_none else ()), *numbers)
        case OneOf(kind=kind):
            return tuple(kind)
        case YesNo():
            return (False, True)
        case _:
            return ()


def values(rules: Ruleset) -> dict[str, RuleValue]:
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


def refuse_bots(rules: Ruleset) -> None:
    """Refuse rules that bots can't play.

    Raises:
        RulesError: they can't; it names the field.
    """
    if rules.has_real_dice:
        raise RulesError(
            "roll",
            found=rules.roll,
            expected=_("{box} where bots play: they have no dice of their own").format(
                box=Roll.BOX
            ),
        )
