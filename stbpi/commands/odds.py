"""`stbpi odds`: what chance brings in a game; `odds_of` has what can be said of each.

The JSON is described there, in the package of the game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from stbpi.commands import odds_of
from stbpi.commands.options import pictures, takes_json, takes_pictures, takes_rules
from stbpi.display import names
from stbpi.errors import StbError
from stbpi.games import registry
from stbpi.language import _, either

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Options = Mapping[str, Sequence[argparse.Action]]
"""The options that make sense for one game alone, by its name."""


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    odds = commands.add_parser("odds", help=_("what chance brings: in a turn, or a match"))
    known = odds_of.games()
    odds.add_argument(
        "--game",
        metavar="GAME",
        default=registry.DEFAULT,
        help=_("the game: {known} (default: {value})").format(
            known=either(list(known)), value=registry.DEFAULT
        ),
    )
    takes_rules(odds)
    takes_json(odds)
    odds.add_argument("--exact", action="store_true", help=_("as fractions, too"))
    takes_pictures(odds)
    own = {}
    for game, of_game in known.items():
        title = _("{game} ({option})").format(game=names.game(game), option=f"--game {game}")
        own[game] = of_game.takes(odds.add_argument_group(title, str(of_game.ABOUT)))
    odds.set_defaults(command=partial(_odds, own))


def _odds(own: Options, arguments: argparse.Namespace) -> int:
    of_game = _asked(arguments.game)
    _refuse_others(own, arguments)
    answer = of_game.answer(arguments)
    for path, kind in pictures(arguments):
        answer.draw(path, kind=kind)
    if arguments.json:
        print(json.dumps(answer.members(exact=arguments.exact)))
    else:
        print("\n".join(answer.lines(exact=arguments.exact)))
    return 0


def _asked(game: str) -> odds_of.Odds:
    """Return what can be said of a game.

    Raises:
        StbError: it is none, or nothing can.
    """
    known = odds_of.games()
    if game in known:
        return known[game]
    what = _("there is no game {game}; expected {known}")
    if game in registry.NAMES:
        what = _("there are no odds of {game}; expected {known}")
        game = str(names.game(game))
    raise StbError(what.format(game=game, known=either(list(known))))


def _refuse_others(own: Options, arguments: argparse.Namespace) -> None:
    """Refuse an option that the game has no use for.

    Raises:
        StbError: there is one.
    """
    for game in sorted(own.keys() - {arguments.game}):
        for option in own[game]:
            if getattr(arguments, option.dest) != option.default:
                what = _("{option} goes with {other} alone")
                name = option.option_strings[0]
                raise StbError(what.format(option=name, other=f"--game {game}"))
