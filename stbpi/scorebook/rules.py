"""House rules as a page offers them: what each is called, its values, and what each value means.

The six that are argued about at the table come first (RULES.md 1.2).

Never: changes a rule. Keep: who throws the dice is not asked: on a sheet the players do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stbpi.errors import RulesError
from stbpi.games.shut_the_box.choices import matters, offered, said
from stbpi.games.shut_the_box.house_rules import (
    every_value,
    refuse_contradictions,
    values,
    with_rule,
)
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.words import sentence
from stbpi.language import Message, message
from stbpi.scorebook.entries import written

FIRST = ("tiles", "rounds", "scoring", "one_die", "shut", "knock_out")

LABELS: Mapping[str, Message] = {
    "tiles": message("Tiles in the box"),
    "rounds": message("Rounds"),
    "scoring": message("How a turn is scored"),
    "one_die": message("When one die is allowed"),
    "shut": message("Shutting the box"),
    "knock_out": message("Knocked out at"),
    "knock_out_at": message("Knocked out when the total"),
    "ceiling": message("The match ends at"),
    "ceiling_at": message("The match ends when the total"),
    "dice": message("Dice"),
    "one_die_forced": message("One die must be taken"),
    "fewer_dice": message("Fewer dice"),
    "cover": message("What covers a throw"),
    "start": message("Tiles that stand at the start"),
    "first_roll_tile": message("Tile of the first cover"),
    "unlucky": message("Unlucky throw"),
    "may_stop": message("A turn may be ended early"),
    "match_by": message("The match is decided by"),
    "tie": message("When players are equal"),
    "stakes": message("Played for"),
    "stake": message("Stake"),
    "tie_pot": message("A tied pool"),
}
"""What each field is called where there is room, in the order in which they are shown."""

_MOST_OFFERED = 60
"""Of more values than these a number is typed."""


def fields(rules: Ruleset, *, at_start: bool) -> list[dict[str, Any]]:
    """Return what a page offers of each house rule.

    Args:
        rules: in force.
        at_start: the match has not begun.
    """
    return [_field(rules, field, at_start=at_start) for field in LABELS]


def _field(rules: Ruleset, field: str, *, at_start: bool) -> dict[str, Any]:
    now = values(rules)[field]
    every = every_value(field) or tuple(dict.fromkeys((now, *offered(field))))
    told: dict[str, Any] = {
        "field": field,
        "label": str(LABELS[field]),
        "value": written(now),
        "said": sentence(rules, field),
        "first": field in FIRST,
        "matters": matters(rules, field) or _is_changed(rules, field),
    }
    if len(every) > _MOST_OFFERED:
        return {**told, "least": 0 if 0 in every else every[0], "most": every[-1]}
    options = []
    for value in every:
        if value == now or _is_possible(rules, field, value, at_start=at_start):
            meaning = sentence(with_rule(rules, field, value), field)
            options.append([written(value), str(said(field, value)), meaning])
    return {**told, "values": options}


def _is_changed(rules: Ruleset, field: str) -> bool:
    return values(rules)[field] != values(Ruleset())[field]


def _is_possible(rules: Ruleset, field: str, value: object, *, at_start: bool) -> bool:
    """Say whether a value can be chosen; before the match, others can be changed to fit it."""
    if at_start:
        return True
    try:
        refuse_contradictions(with_rule(rules, field, value))
    except RulesError:
        return False
    return True
