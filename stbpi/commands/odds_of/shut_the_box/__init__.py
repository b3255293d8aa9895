"""The odds of Shut the Box: what a turn brings that is played best, by any rules.

    {"preset": "luk_kassen", "rules": {}, "objective": "sum", …}

What follows in the JSON is described in `strategy.odds`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.commands.turns import Turn, solved, takes_objective
from stbpi.language import message

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

ABOUT = message("What a turn brings that is played best.")


@dataclass(frozen=True, slots=True)
class TurnOdds:
    """The odds of a turn."""

    turn: Turn

    def draw(self, path: Path, *, kind: str) -> None:
        from stbpi.commands.odds_of.shut_the_box.plot import draw

        draw(self.turn, path, kind=kind)

    def members(self, *, exact: bool) -> dict[str, Any]:
        from stbpi.strategy.odds import report

        return {**self.turn.about, **report(self.turn.solution, exact=exact)}

    def lines(self, *, exact: bool) -> list[str]:
        from stbpi.commands.odds_of.shut_the_box.words import lines

        return lines(self.turn, exact=exact)


def takes(group: _ArgumentGroup) -> Sequence[argparse.Action]:
    return [takes_objective(group)]


def answer(arguments: argparse.Namespace) -> TurnOdds:
    return TurnOdds(solved(arguments))
