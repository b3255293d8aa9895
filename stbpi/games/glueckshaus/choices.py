"""House rules as they are chosen on the box: what each is called, and which value comes next.

Rule: RULES.md 2.2. A field that can't matter is left out.

Never: changes a rule; knows a match. Keep: texts of a few letters, a line of the display has 21.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.game import HouseRules, RuleChoice
from stbpi.games.glueckshaus.house_rules import make, values
from stbpi.games.glueckshaus.ruleset import Ending
from stbpi.language import Message, message

Value = int | str

_WORDS: Mapping[str, Message] = {
    "nothing": message("nothing"),
    "pay": message("a chip"),
    "again": message("throw again|again"),
    "room": message("a room"),
    "one": message("at one chip|at 1"),
    "own_number": message("when full|full"),
    "at_zero": message("at no chips|at 0"),
    "cannot_pay": message("if he can't pay|can't pay"),
    "last": message("one left"),
    "two_kings": message("two kings|2 kings"),
    "clock": message("the clock|clock"),
    "roll_off": message("highest die|die"),
    "seat": message("first seat|seat"),
}

_CHOICES: Mapping[str, tuple[Message, tuple[Value, ...]]] = {
    "chips": (message("Chips"), (10, 12, 15, 20, 30, 50, 5, 8)),
    "four": (message("A 4"), ("nothing", "pay", "again", "room")),
    "rooms": (message("Rooms taken|Taken"), ("one", "own_number")),
    "out": (message("Out"), ("at_zero", "cannot_pay")),
    "ending": (message("Ends by"), ("last", "two_kings", "clock")),
    "minutes": (message("Minutes"), (20, 30, 45, 60, 5, 10, 15)),
    "first": (message("Starts"), ("roll_off", "seat")),
    "tiles": (message("Tiles"), (12, 9, 10, 11)),
}
"""What each field is called, and the values in the order in which they are offered."""


def choices(preset: str, house_rules: HouseRules, *, most_tiles: int) -> tuple[RuleChoice, ...]:
    """List the house rules that can be chosen, with their values now and next.

    Args:
        preset: the name of a preset.
        house_rules: what differs from it, checked.
        most_tiles: how many tiles the box has; 0 while a match is played, in which none can be.
    """
    if not most_tiles:
        return ()
    rules = make(preset, house_rules)
    now = values(rules)
    return tuple(
        RuleChoice(
            field=field,
            label=label,
            value=_said(now[field]),
            next=_next(now[field], tuple(v for v in offered if _fits(field, v, most_tiles))),
        )
        for field, (label, offered) in _CHOICES.items()
        if field != "minutes" or rules.ending is Ending.CLOCK
    )


def _fits(field: str, value: Value, most_tiles: int) -> bool:
    return field != "tiles" or int(value) <= most_tiles


def _next(now: Value, offered: tuple[Value, ...]) -> Value:
    """Return the value that is offered behind the one of now; that one, if there is no other."""
    at = offered.index(now) + 1 if now in offered else 0
    return next((value for value in (*offered[at:], *offered[:at]) if value != now), now)


def _said(value: Value) -> Message:
    return _WORDS[value] if isinstance(value, str) else message("{value}", value=value)
