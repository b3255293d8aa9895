"""House rules: the fields of a ruleset, their values, and the presets.

Rule: RULES.md 1.2 (fields) and 1.3 (presets).

Never: knows a match. Keep: names and values are public (TOML, scenarios, the journal) and never
change; a new field gets a `_Spec` with its allowed values in words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from stbpi.errors import RulesError
from stbpi.games.game import HouseRules, Tiles, all_tiles, tiles
from stbpi.games.shut_the_box.covers import sums


class Scoring(StrEnum):
    """What still stands: added, read as one number, counted; or the closed tiles added."""

    SUM = "sum"
    DIGITS = "digits"
    COUNT = "count"
    COVERED = "covered"


class OneDie(StrEnum):
    """When a player may throw one die; the values say what the standing tiles must be."""

    TOTAL_6 = "total_6"
    NEVER = "never"
    HIGH_DOWN = "high_down"
    LAST_TILE = "last_tile"
    ALWAYS = "always"
    LITERAL_789 = "literal_789"
    TOP_THREE_DOWN = "top_three_down"
    TOTAL_BELOW_6 = "total_below_6"
    ONLY_TILE_1 = "only_tile_1"


class Shut(StrEnum):
    """What shutting the box does: it wins the match at once, or scores 0."""

    WINS = "wins"
    ZERO = "zero"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The house rules of a match; the defaults are those of RULES.md 1.2.

    Attributes:
        tiles: the tiles in play are 1 to this.
        rounds: turns for each player; 0 = no limit.
        knock_out: a player whose total reaches it is out; 0 = nobody.
        one_die_forced: where one die is allowed it must be taken.
        dice: dice of a throw.
    """

    tiles: int = 9
    rounds: int = 4
    scoring: Scoring = Scoring.SUM
    one_die: OneDie = OneDie.TOTAL_6
    shut: Shut = Shut.WINS
    knock_out: int = 0
    one_die_forced: bool = False
    dice: int = 2

    @property
    def start(self) -> Tiles:
        """The tiles that stand at the start of a turn."""
        return all_tiles(self.tiles)

    def one_die_allowed(self, standing: Tiles) -> bool:
        """Say whether a throw of one die may be taken while these tiles stand."""
        total = sums(self.tiles)[standing]
        match self.one_die:
            case OneDie.TOTAL_6:
                return total <= 6
            case OneDie.NEVER:
                return False
            case OneDie.HIGH_DOWN:
                return not standing & ~all_tiles(6)
            case OneDie.LAST_TILE:
                return standing.bit_count() == 1
            case OneDie.ALWAYS:
                return True
            case OneDie.LITERAL_789:
                return not standing & tiles(7, 8, 9)
            case OneDie.TOP_THREE_DOWN:
                return not standing & ~all_tiles(self.tiles - 3)
            case OneDie.TOTAL_BELOW_6:
                return total < 6
            case OneDie.ONLY_TILE_1:
                return standing == tiles(1)

    def dice_allowed(self, standing: Tiles) -> tuple[int, ...]:
        """Return how many dice the next throw may have, ascending."""
        if not self.one_die_allowed(standing):
            return (self.dice,)
        return (1,) if self.one_die_forced else (1, self.dice)

    def score(self, standing: Tiles) -> int:
        """Return the score of a turn that ends with these tiles standing."""
        numbers = [n for n in range(1, self.tiles + 1) if standing >> (n - 1) & 1]
        match self.scoring:
            case Scoring.SUM:
                return sum(numbers)
            case Scoring.DIGITS:
                return int("".join(map(str, numbers)) or "0")
            case Scoring.COUNT:
                return len(numbers)
            case Scoring.COVERED:
                return sums(self.tiles)[self.start & ~standing]

    def best(self, scores: Iterable[int]) -> int:
        """Return the winning one of these scores or totals."""
        return max(scores) if self.scoring is Scoring.COVERED else min(scores)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A whole number out of a range."""

    values: range

    @property
    def allowed(self) -> str:
        step = f" in steps of {self.values.step}" if self.values.step > 1 else ""
        return f"a whole number from {self.values[0]} to {self.values[-1]}{step}"

    def read(self, raw: object) -> int | None:
        if isinstance(raw, str) and raw.isascii() and raw.isdigit():
            raw = int(raw)
        return raw if type(raw) is int and raw in self.values else None


@dataclass(frozen=True, slots=True)
class _OneOf:
    """A word out of an enumeration."""

    kind: type[StrEnum]

    @property
    def allowed(self) -> str:
        return "one of " + ", ".join(self.kind)

    def read(self, raw: object) -> StrEnum | None:
        return self.kind(raw) if isinstance(raw, str) and raw in set(self.kind) else None


@dataclass(frozen=True, slots=True)
class _YesNo:
    allowed = "true or false"

    def read(self, raw: object) -> bool | None:
        if isinstance(raw, bool):
            return raw
        return {"true": True, "false": False}.get(raw) if isinstance(raw, str) else None


_SPECS: Mapping[str, _Whole | _OneOf | _YesNo] = {
    "tiles": _Whole(range(6, 13)),
    "rounds": _Whole(range(21)),
    "scoring": _OneOf(Scoring),
    "one_die": _OneOf(OneDie),
    "shut": _OneOf(Shut),
    "knock_out": _Whole(range(0, 201, 5)),
    "one_die_forced": _YesNo(),
    "dice": _Whole(range(2, 4)),
}

PRESETS: Mapping[str, Ruleset] = {
    "luk_kassen": Ruleset(),
    "classic": Ruleset(rounds=1, one_die=OneDie.HIGH_DOWN),
}


def preset(name: str) -> Ruleset:
    """Return a preset's rules.

    Raises:
        RulesError: there is none of this name.
    """
    if name not in PRESETS:
        raise RulesError(
            "preset", found=name, expected="one of " + ", ".join(PRESETS), do=_hint(name, PRESETS)
        )
    return PRESETS[name]


def make(preset_name: str, house_rules: Iterable[tuple[str, object]]) -> Ruleset:
    """Make a ruleset from a preset and what differs from it.

    Args:
        preset_name: a key of `PRESETS`.
        house_rules: fields and their values, as values or as texts.

    Raises:
        RulesError: the preset or a field is unknown, a value is not allowed, or the rules
            contradict each other; it names the field.
    """
    rules = preset(preset_name)
    for name, raw in house_rules:
        rules = with_rule(rules, name, raw)
    _refuse_contradictions(rules)
    return rules


def with_rule(rules: Ruleset, name: str, raw: object) -> Ruleset:
    """Return `rules` with one field changed; contradictions are not looked for.

    Raises:
        RulesError: the field is unknown or the value is not allowed.
    """
    spec = _SPECS.get(name)
    if spec is None:
        raise RulesError(name, found=raw, expected="a known rule", do=_hint(name, _SPECS))
    value = spec.read(raw)
    if value is None:
        raise RulesError(name, found=raw, expected=spec.allowed)
    changed: dict[str, Any] = {name: value}
    return replace(rules, **changed)


def differences(rules: Ruleset, base: Ruleset) -> HouseRules:
    """List the fields of `rules` that differ from `base`, with their values."""
    return tuple(
        (field.name, getattr(rules, field.name))
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(base, field.name)
    )


def _refuse_contradictions(rules: Ruleset) -> None:
    if not rules.rounds and not rules.knock_out and rules.shut is Shut.ZERO:
        raise RulesError(
            "rounds",
            found=0,
            expected="something that ends the match",
            do="Set rounds, or knock_out, or shut = wins.",
        )
    if rules.knock_out and rules.scoring is Scoring.COVERED:
        raise RulesError(
            "knock_out",
            found=rules.knock_out,
            expected="0 with scoring = covered, where high totals are good",
        )


def _hint(name: str, known: Iterable[str]) -> str:
    known = list(known)
    near = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}?" if near else "Known are: " + ", ".join(known)
