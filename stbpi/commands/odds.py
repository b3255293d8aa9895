"""`stbpi odds`: what a turn brings that is played best, by any rules.

    {"preset": "luk_kassen", "rules": {}, "objective": "sum", …}

What follows in the JSON is described in `strategy.odds`.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from stbpi.commands.options import pictures, takes_pictures
from stbpi.commands.turns import solved, takes_turn
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    odds = commands.add_parser("odds", help=_("what a turn brings that is played best"))
    takes_turn(odds)
    odds.add_argument("--exact", action="store_true", help=_("as fractions, too"))
    takes_pictures(odds)
    odds.set_defaults(command=_odds)


def _odds(arguments: argparse.Namespace) -> int:
    turn = solved(arguments)
    for path, kind in pictures(arguments):
        from stbpi.commands.odds_plot import draw

        draw(turn, path, kind=kind)
    if arguments.json:
        from stbpi.strategy.odds import report

        told = report(turn.solution, exact=arguments.exact)
        print(json.dumps({**turn.about, **told}))
    else:
        from stbpi.commands.odds_words import lines

        print("\n".join(lines(turn, exact=arguments.exact)))
    return 0
