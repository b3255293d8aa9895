"""Options of the commands that reckon a turn: by which rules, and for what it is played."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stbpi.commands.options import pairs, takes_json, takes_rules
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _ActionsContainer

    from stbpi.games.game import HouseRules
    from stbpi.strategy.objectives import Objective
    from stbpi.strategy.solver import Solution

DEFAULT_PRESET = "luk_kassen"

OBJECTIVES = ("sum", "digits", "count", "covered", "shut")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn by some rules, solved.

    Attributes:
        preset: what the rules go out from.
        house_rules: what differs from it, as (field, value).
        objective: what it is played for.
    """

    preset: str
    house_rules: HouseRules
    objective: Objective
    solution: Solution[float]

    @property
    def title(self) -> str:
        """Say by which rules it is played, and for what."""
        from stbpi.display import names
        from stbpi.strategy.objectives import IN_WORDS

        name = str(names.preset(self.preset))
        rules = _("{preset}, changed").format(preset=name) if self.house_rules else name
        return f"{rules}. {IN_WORDS[self.objective]}"

    @property
    def about(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {
            "preset": self.preset,
            "rules": dict(self.house_rules),
            "objective": self.objective.value,
        }


def takes_turn(parser: argparse.ArgumentParser) -> None:
    """Let a command take rules, and what a turn is played for."""
    takes_rules(parser)
    takes_objective(parser)
    takes_json(parser)


def takes_objective(parser: _ActionsContainer) -> argparse.Action:
    """Let a command take what a turn is played for, and return the option."""
    return parser.add_argument(
        "--objective",
        choices=OBJECTIVES,
        help=_("what is played for (default: the best score by these rules)"),
    )


def solved(arguments: argparse.Namespace) -> Turn:
    """Solve the turn that is meant.

    Raises:
        RulesError: its rules can't be played.
    """
    from stbpi.games.shut_the_box.house_rules import differences, make, preset
    from stbpi.strategy.objectives import Objective, own_objective, played_for
    from stbpi.strategy.solver import solve

    name = arguments.preset or DEFAULT_PRESET
    rules = make(name, pairs(arguments.rules))
    objective = Objective(arguments.objective or own_objective(rules))
    return Turn(
        preset=name,
        house_rules=differences(rules, preset(name)),
        objective=objective,
        solution=solve(*played_for(rules, objective)),
    )
