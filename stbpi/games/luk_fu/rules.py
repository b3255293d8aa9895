"""House rules of Luk Fu as people write them: there is one, how well the bots play.

Rule: RULES.md 3.9. The game itself has no settings.

Never: knows a match.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum

from stbpi.errors import RulesError
from stbpi.games.game import HouseRules, RuleValue
from stbpi.games.rule_values import OneOf, unknown
from stbpi.language import _


class Strength(StrEnum):
    """How well a bot plays; the values are public."""

    SIMPLE = "simple"
    MIDDLE = "middle"
    STRONG = "strong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of a match.

    Attributes:
        bots: how well both bots play.
    """

    bots: Strength = Strength.MIDDLE


PRESETS = {"tsoi": Ruleset()}


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
    """Make a ruleset from a preset and what differs from it, as values or as texts.

    Raises:
        RulesError: the preset or a field is unknown, or a value is not allowed.
    """
    rules = preset(preset_name)
    for name, raw in changes:
        rules = with_rule(name, raw)
    return rules


def with_rule(name: str, raw: object) -> Ruleset:
    """Return the rules with this field changed, which is all that they have.

    Raises:
        RulesError: the field is unknown or the value is not allowed.
    """
    known = [field.name for field in fields(Ruleset)]
    if name not in known:
        raise unknown(name, found=raw, expected=_("a known rule"), name=name, of=known)
    spec = OneOf(Strength)
    value = spec.read(raw)
    if value is None:
        raise RulesError(name, found=raw, expected=spec.allowed)
    return Ruleset(bots=Strength(value))


def values(rules: Ruleset) -> dict[str, RuleValue]:
    """Return all fields with their values, as they are written."""
    return {"bots": rules.bots.value}


def differences(rules: Ruleset, base: Ruleset) -> HouseRules:
    """List the fields of `rules` that differ from `base`, with their values as written."""
    return () if rules == base else (("bots", rules.bots.value),)


def refuse_seats(seats: int) -> None:
    """Refuse a match of more than one player: the others are bots.

    Raises:
        RulesError: there are more.
    """
    if seats != 1:
        raise RulesError("players", found=seats, expected=_("one player, against two bots"))
