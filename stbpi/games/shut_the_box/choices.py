"""House rules as they are chosen on the box: what each is called, and which value comes next.

Rule: RULES.md 1.2. A value that can't be played with the others is passed over, a field that
can't matter is left out.

Never: changes a rule; knows a match. Keep: texts of a few letters, a line of the display has 21.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from stbpi.errors import RulesError
from stbpi.games.game import HouseRules, RuleChoice
from stbpi.games.shut_the_box.covers import BY_TOTAL
from stbpi.games.shut_the_box.house_rules import (
    ALL_UP,
    make,
    refuse_contradictions,
    values,
    with_rule,
)
from stbpi.games.shut_the_box.ruleset import MatchBy, Ruleset, Stakes
from stbpi.language import Message, message

Value = int | str | tuple[int, ...]

_NONE = message("none")
_YES, _NO = message("yes"), message("no")
_REACH, _PASS = message("when reached|reached"), message("when passed|passed")

_WORDS: Mapping[str, Message] = {
    "sum": message("sum"),
    "digits": message("as digits|digits"),
    "count": message("tiles counted|counted"),
    "covered": message("closed tiles|closed"),
    "total_6": message("6 or less|up to 6"),
    "never": message("never"),
    "high_down": message("7 up closed|7+ shut"),
    "last_tile": message("last tile"),
    "always": message("always"),
    "literal_789": message("7 8 9 closed|789 shut"),
    "top_three_down": message("top 3 closed|top 3"),
    "total_below_6": message("under 6"),
    "only_tile_1": message("only the 1|only 1"),
    "wins": message("wins"),
    "zero": message("scores 0"),
    "one": message("one die"),
    "any": message("any"),
    "max_two": message("two at most|max 2"),
    "max_three": message("three at most|max 3"),
    "one_tile": message("one tile|one"),
    "sum_or_dice": message("sum or dice|sum/dice"),
    "exact": message("exact"),
    "reach": _REACH,
    "exceed": _PASS,
    "totals": message("totals"),
    "rounds_won": message("rounds won|rounds"),
    "shared": message("shared"),
    "playoff": message("play-off"),
    "none": _NONE,
    "pool": message("pool"),
    "difference": message("a point each|points"),
    "share": message("is shared|shared"),
    "carry": message("stays"),
    "box": message("the box|box"),
    "real": message("the players|players"),
}

_CHOICES: Mapping[str, tuple[Message, tuple[Value, ...]]] = {
    "rounds": (message("Rounds"), (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 0)),
    "scoring": (message("Score"), ("sum", "digits", "count", "covered")),
    "one_die": (
        message("One die"),
        (
            *("total_6", "never", "high_down", "last_tile", "always", "literal_789"),
            *("top_three_down", "total_below_6", "only_tile_1"),
        ),
    ),
    "shut": (message("Shut box"), ("wins", "zero")),
    "knock_out": (message("Out at"), (0, 25, 30, 35, 40, 45, 50, 60, 75, 100, 150, 200)),
    "knock_out_at": (message("Out"), ("reach", "exceed")),
    "ceiling": (message("Ends at"), (0, 25, 45, 50, 75, 100, 150, 200, 500)),
    "ceiling_at": (message("Ends"), ("exceed", "reach")),
    "tiles": (message("Tiles"), (9, 10, 12, 6, 7, 8, 11)),
    "dice": (message("Dice"), (2, 3, 4, 1)),
    "fewer_dice": (message("Fewer dice|Fewer"), ("one", "any")),
    "one_die_forced": (message("One die is a must|Must"), (False, True)),
    "cover": (
        message("Cover"),
        ("any", "max_two", "max_three", "one_tile", "sum_or_dice", "exact"),
    ),
    "start": (
        message("Start"),
        (ALL_UP, (4, 5, 6, 7, 8, 9), (1, 3, 5, 7, 9), (2, 4, 6, 8), (7,)),
    ),
    "first_roll_tile": (message("First cover has|First"), (0, *range(1, 13))),
    "unlucky": (message("Unlucky throw|Unlucky"), (0, *range(2, 19))),
    "may_stop": (message("May stop"), (False, True)),
    "match_by": (message("Match by"), ("totals", "rounds_won")),
    "tie": (message("A tie"), ("shared", "playoff")),
    "stakes": (message("Stakes"), ("none", "pool", "difference")),
    "stake": (message("A stake"), (1, 2, 5, 10, 20, 50, 100)),
    "tie_pot": (message("Pot of a tie|Tie pot"), ("share", "carry")),
    "roll": (message("Dice thrown by|Thrown by"), ("box", "real")),
}
"""What each field is called, and the values in the order in which they are offered."""

_MATTERS: Mapping[str, Callable[[Ruleset], bool]] = {
    "one_die": lambda rules: rules.dice > 1,
    "one_die_forced": lambda rules: rules.dice > 1 and rules.one_die != "never",
    "fewer_dice": lambda rules: (
        rules.dice > 2 and rules.one_die != "never" and not rules.one_die_forced
    ),
    "roll": lambda rules: rules.cover in BY_TOTAL,
    "knock_out_at": lambda rules: bool(rules.knock_out),
    "ceiling_at": lambda rules: bool(rules.ceiling),
    "stake": lambda rules: rules.stakes is not Stakes.NONE,
    "tie_pot": lambda rules: rules.stakes is Stakes.POOL,
    "tie": lambda rules: rules.match_by is MatchBy.TOTALS or rules.rounds > 1,
}
"""When a field matters; one that is missing here always does."""


def choices(preset: str, house_rules: HouseRules, *, most_tiles: int) -> tuple[RuleChoice, ...]:
    """List the house rules that can be chosen, with their values now and next.

    Args:
        preset: the name of a preset.
        house_rules: what differs from it, checked.
        most_tiles: how many tiles the box has; 0 if their number stays.
    """
    rules = make(preset, house_rules)
    now = values(rules)
    return tuple(
        RuleChoice(
            field=field,
            label=label,
            value=said(field, now[field]),
            next=_next(rules, field, now[field], most_tiles),
        )
        for field, (label, _) in _CHOICES.items()
        if matters(rules, field) and (most_tiles or field != "tiles")
    )


def matters(rules: Ruleset, field: str) -> bool:
    """Say whether a field changes anything under these rules."""
    return _MATTERS.get(field, _always)(rules)


def offered(field: str) -> tuple[Value, ...]:
    """Return the values of a field that are offered, in order."""
    return _CHOICES[field][1]


def _next(rules: Ruleset, field: str, now: Value, most_tiles: int) -> Value:
    """Return the next value that can be played; the value itself if there is no other."""
    for value in _following(now, _CHOICES[field][1]):
        if field == "tiles" and cast("int", value) > most_tiles:
            continue
        try:
            refuse_contradictions(with_rule(rules, field, value))
        except RulesError:
            continue
        return value
    return now


def _following(now: Value, offered: tuple[Value, ...]) -> Iterator[Value]:
    at = offered.index(now) + 1 if now in offered else 0
    yield from offered[at:]
    yield from offered[:at]


def said(field: str, value: Value) -> Message:
    """Say a value of a field in a few letters."""
    if isinstance(value, bool):
        return _YES if value else _NO
    if field == "rounds" and not value:
        return message("no limit")
    if isinstance(value, int):
        return message("{value}", value=value) if value else _NONE
    if isinstance(value, tuple):
        return message("{tiles}", tiles=" ".join(map(str, value)))
    return message("all tiles|all") if value == ALL_UP else _WORDS[value]


def _always(rules: Ruleset) -> bool:
    return True
