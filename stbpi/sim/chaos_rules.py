"""Rules and players for chaos: whatever may be combined.

Never: makes a match that lasts for hours, if it can help it.
"""

from __future__ import annotations

import random

from stbpi.errors import RulesError
from stbpi.games.bot_kinds import STRENGTHS
from stbpi.games.game import NoMove, SetRule, StartMatch, StopTurn, Undo
from stbpi.games.shut_the_box.house_rules import make, refuse_seats
from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    FewerDice,
    Limit,
    MatchBy,
    OneDie,
    Roll,
    Scoring,
    Shut,
    Stakes,
    Tie,
    TiePot,
)

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Åse", "Jānis", "Großvater", "O'Hara", "x", "Twelve_Signs")

SEATS = (1, 2, 2, 2, 2, 3, 3, 4, 5, 8)
"""How many players, each as often as it stands here."""

BOTS = 0.3
"""How many of the matches of several players have seats for bots."""

_VALUES: dict[str, tuple[object, ...]] = {
    "tiles": (6, 7, 8, 9, 9, 10, 11, 12),
    "rounds": (1, 1, 1, 2, 2, 3, 4, 0),
    "scoring": tuple(Scoring),
    "one_die": tuple(OneDie),
    "shut": tuple(Shut),
    "knock_out": (0, 0, 10, 25, 45),
    "one_die_forced": ("false", "true"),
    "dice": (1, 2, 2, 3, 4),
    "fewer_dice": tuple(FewerDice),
    "cover": tuple(CoverRule),
    "start": ("all", "all", "4,5,6", "1,3,5", "2,3,4,5,6", "6"),
    "first_roll_tile": (0, 0, 2, 4),
    "unlucky": (0, 0, 7, 4),
    "may_stop": ("false", "true", "true"),
    "knock_out_at": tuple(Limit),
    "ceiling": (0, 0, 20, 45),
    "ceiling_at": tuple(Limit),
    "match_by": tuple(MatchBy),
    "tie": tuple(Tie),
    "stakes": tuple(Stakes),
    "stake": (1, 2, 1000),
    "tie_pot": tuple(TiePot),
    "roll": tuple(Roll),
}


def change(chance: random.Random) -> str:
    """Make a house rule, `KEY=VALUE`; the rest of the rules may forbid it."""
    field = chance.choice(tuple(_VALUES))
    return f"{field}={chance.choice(_VALUES[field])}"


def head(chance: random.Random) -> tuple[str, ...]:
    """Make the lines at the top of a scenario; without players it starts in the set-up."""
    preset = chance.choice(tuple(PRESETS))
    house_rules = [change(chance) for _ in range(chance.choice((0, 0, 1, 3, 6)))]
    seats = 1 if preset in FOR_ONE_PLAYER else chance.choice(SEATS)
    while not _may_be_combined(preset, house_rules, seats):
        house_rules = house_rules[1:] if house_rules else ["stakes=none"]
    rules = " ".join(["rules", f"preset={preset}", *house_rules])
    if chance.random() < 0.2:
        return (rules,)
    names = chance.sample(NAMES, seats)
    if seats > 1 and chance.random() < BOTS and "roll=real" not in house_rules:
        names = [name if chance.random() < 0.5 else _bot(name, chance) for name in names]
    return rules, " ".join(["players", *names])


def _bot(name: str, chance: random.Random) -> str:
    """Let a bot play under a name; not the perfect one, which thinks for too long here."""
    kinds = ("careful", "random", "points", f"casual:{chance.choice(STRENGTHS)}")
    return f"{name}={chance.choice(kinds)}"


def _may_be_combined(preset: str, house_rules: list[str], seats: int) -> bool:
    try:
        rules = make(preset, [(rule.split("=")[0], rule.split("=")[1]) for rule in house_rules])
        refuse_seats(rules, preset, seats)
    except RulesError:
        return False
    return True


def first_match(rules: str, players: str) -> StartMatch:
    """Return the match that a scenario begins with.

    Args:
        rules: its line of rules, the preset first.
        players: its line of players.
    """
    preset = rules.split()[1].removeprefix("preset=")
    parts = [word.partition("=") for word in players.split()[1:]]
    bots = tuple(bot for _, _, bot in parts)
    return StartMatch(
        names=tuple(name for name, _, _ in parts),
        preset=preset,
        house_rules=house_rules(rules, preset),
        bots=bots if any(bots) else (),
    )


def house_rules(rules: str, preset: str) -> tuple[tuple[str, str], ...]:
    """Return what a line of rules changes of a preset."""
    _, home, *changes = rules.split()
    if home != f"preset={preset}":
        return ()
    return tuple((change.split("=")[0], change.split("=")[1]) for change in changes)


def command(line: str) -> Undo | NoMove | StopTurn | SetRule:
    """Return what the operator asks for in a line."""
    match line.split():
        case ["undo"]:
            return Undo()
        case ["stop"]:
            return StopTurn()
        case ["no_move"]:
            return NoMove()
        case [_, change]:
            field, _, value = change.partition("=")
            return SetRule(field=field, value=value)
        case _:
            raise ValueError(line)
