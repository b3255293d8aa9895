"""House rules of Glückshaus as people write them: read, checked, compared.

Rule: RULES.md 2.2.

Never: knows a match. Keep: every field of `Ruleset` has its line in `_SPECS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from stbpi.errors import RulesError
from stbpi.games.game import HouseRules
from stbpi.games.glueckshaus.presets import PRESETS
from stbpi.games.glueckshaus.ruleset import SEATS, Ending, First, Four, Out, Rooms, Ruleset
from stbpi.games.rule_values import OneOf, Whole, unknown
from stbpi.language import _

_SPECS: Mapping[str, Whole | OneOf] = {
    "chips": Whole(range(1, 100)),
    "four": OneOf(Four),
    "rooms": OneOf(Rooms),
    "out": OneOf(Out),
    "ending": OneOf(Ending),
    "minutes": Whole(range(1, 1000)),
    "first": OneOf(First),
    "tiles": Whole(range(6, 13)),
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
    """Make a ruleset from a preset and what differs from it; any values fit together.

    Args:
        preset_name: a key of `PRESETS`.
        changes: fields and their values, as values or as texts.

    Raises:
        RulesError: the preset or a field is unknown, or a value is not allowed; it names the
            field.
    """
    rules = preset(preset_name)
    for name, raw in changes:
        rules = with_rule(rules, name, raw)
    return rules


def with_rule(rules: Ruleset, name: str, raw: object) -> Ruleset:
    """Return `rules` with one field changed.

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


def values(rules: Ruleset) -> dict[str, int | str]:
    """Return all fields with their values, as they are written."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def differences(rules: Ruleset, base: Ruleset) -> HouseRules:
    """List the fields of `rules` that differ from `base`, with their values as written."""
    theirs = values(base)
    return tuple((name, value) for name, value in values(rules).items() if value != theirs[name])


def refuse_seats(seats: int) -> None:
    """Refuse a match of too few or too many players.

    Raises:
        RulesError: there are.
    """
    if seats not in SEATS:
        expected = _("{low} to {high} players").format(low=SEATS[0], high=SEATS[-1])
        raise RulesError("players", found=seats, expected=expected)


def no_change(rules: Ruleset, name: str, raw: object) -> RulesError:
    """Return the error of whoever wants to change a rule of a match that is played.

    Raises:
        RulesError: there is no such rule, or no such value.
    """
    with_rule(rules, name, raw)
    expected = _("{value} until the match is over").format(value=values(rules)[name])
    return RulesError(name, found=raw, expected=expected)
