"""`stbpi coach`: what to close for a throw, or how many dice to take, best first.

    {"preset": "luk_kassen", "rules": {}, "objective": "sum", "standing": [1, 2, 4],
     "roll": [3, 4], "value": 0.0,
     "covers": [{"cover": [1, 2, 4], "value": 0.0, "cost": 0.0, "best": true, "p_shut": 1.0}]}

A throw that ends the turn has no covers. Without a throw there is no `roll`, and `dice` in place
of `covers`: `[{"dice": 2, "value": …}, …]`.
"""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Any

from stbpi.commands.turns import solved, takes_turn
from stbpi.errors import StbError
from stbpi.language import _, all_of, counted, either

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.commands.turns import Turn
    from stbpi.games.game import Tiles
    from stbpi.games.shut_the_box.ruleset import Ruleset
    from stbpi.strategy.coach import Choice


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    coach = commands.add_parser("coach", help=_("what to close for a throw, and how many dice"))
    coach.add_argument(
        "--standing",
        metavar="TILES",
        help=_("the tiles that stand, as {example} (default: the start of a turn)").format(
            example="1,2,4"
        ),
    )
    about = coach.add_mutually_exclusive_group()
    about.add_argument(
        "--roll",
        metavar="DICE",
        help=_("what the dice show, as {example}: say what to close").format(example="3,4"),
    )
    about.add_argument(
        "--dice",
        action="store_true",
        help=_("say how many dice to take (the default without {option})").format(option="--roll"),
    )
    takes_turn(coach)
    coach.set_defaults(command=_coach)


def _coach(arguments: argparse.Namespace) -> int:
    turn = solved(arguments)
    standing = _standing(arguments.standing, turn.solution.rules)
    roll = _roll(arguments.roll, standing, turn.solution.rules)
    if arguments.json:
        print(json.dumps(_report(turn, standing, roll)))
    else:
        from stbpi.commands.coach_words import lines

        print("\n".join(lines(turn, standing, roll)))
    return 0


def _report(turn: Turn, standing: Tiles, roll: tuple[int, ...]) -> dict[str, Any]:
    """Return the advice as JSON can hold it."""
    from stbpi.games.game import members
    from stbpi.strategy.coach import cover_choices, dice_choices

    solution = turn.solution
    told = {**turn.about, "standing": list(members(standing))}
    if not roll:
        dice = [
            {"dice": choice.count, **_worth(choice)} for choice in dice_choices(solution, standing)
        ]
        return {**told, "value": solution.value(standing), "dice": dice}
    covers = [
        {"cover": list(members(choice.cover)), **_worth(choice)}
        for choice in cover_choices(solution, standing, roll)
    ]
    value = solution.after(standing, roll)
    return {**told, "roll": list(roll), "value": value, "covers": covers}


def _worth(choice: Choice[float]) -> dict[str, Any]:
    return {
        "value": choice.value,
        "cost": choice.cost,
        "best": choice.is_best,
        "p_shut": choice.p_shut,
    }


def _numbers(text: str, option: str) -> tuple[int, ...]:
    """Read numbers.

    Raises:
        StbError: it is something else.
    """
    if not re.fullmatch(r"\s*\d{1,2}(\s*,\s*\d{1,2})*\s*", text, re.ASCII):
        what = _("{option} {text}: expected numbers, as {example}")
        raise StbError(what.format(option=option, text=repr(text), example="1,2,4"))
    return tuple(map(int, text.split(",")))


def _standing(text: str | None, rules: Ruleset) -> Tiles:
    """Return the tiles that stand; those at the start of a turn if none are named.

    Raises:
        StbError: it can't be these.
    """
    from stbpi.games.game import members, tiles
    from stbpi.strategy.positions import positions_of

    if text is None:
        return rules.start_tiles
    numbers = _numbers(text, "--standing")
    named, start = all_of([*map(str, numbers)]), members(rules.start_tiles)
    if len(set(numbers)) < len(numbers):
        raise StbError(_("a tile is named twice: {tiles}").format(tiles=named))
    if not set(numbers) <= set(start):
        stands = all_of([*map(str, start)])
        what = _("by these rules nothing stands but {start}; found {tiles}")
        raise StbError(what.format(start=stands, tiles=named))
    standing = tiles(*numbers)
    if standing not in positions_of(rules).reachable:
        what = _("by these rules no turn comes to where only {tiles} stand")
        raise StbError(what.format(tiles=named))
    return standing


def _roll(text: str | None, standing: Tiles, rules: Ruleset) -> tuple[int, ...]:
    """Return the throw; nothing if there is none.

    Raises:
        StbError: it can't be thrown.
    """
    if text is None:
        return ()
    dice = _numbers(text, "--roll")
    if wrong := [die for die in dice if not 1 <= die <= 6]:
        raise StbError(_("a die shows 1 to 6, not {number}").format(number=wrong[0]))
    allowed = rules.dice_allowed(standing)
    if len(dice) not in allowed:
        what = counted(
            "{n} die can't be thrown here; expected {counts}",
            "{n} dice can't be thrown here; expected {counts}",
            len(dice),
            counts=either([*map(str, allowed)]),
        )
        raise StbError(str(what))
    return dice
