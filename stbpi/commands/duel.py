"""`stbpi duel`: bots play whole matches against each other.

The JSON is described in `strategy.duel`.
"""

from __future__ import annotations

import argparse
import json
from random import Random
from typing import TYPE_CHECKING

from stbpi.commands.options import pairs, seed_of, takes_json, takes_rules, takes_seed
from stbpi.commands.turns import DEFAULT_PRESET
from stbpi.errors import BotError
from stbpi.language import _, counted

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.games.shut_the_box.ruleset import Ruleset
    from stbpi.strategy.bots import Bot

MATCHES = 1000
SEATS = range(2, 13)


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    duel = commands.add_parser(
        "duel",
        help=_("let bots play matches against each other"),
        description=_(
            "Bots play whole matches against each other; with each match another one begins."
        ),
    )
    duel.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=_(
            "perfect (plays to win the match), points (for the best expected score), careful "
            "(closes the largest tile), casual (errs; casual:1 a lot, casual:10 hardly ever), "
            "random"
        ),
    )
    duel.add_argument(
        "--matches",
        type=_matches,
        default=MATCHES,
        metavar="N",
        help=_("how many matches (default: {value})").format(value=MATCHES),
    )
    takes_rules(duel)
    takes_seed(duel)
    takes_json(duel)
    duel.set_defaults(command=_duel)


def _duel(arguments: argparse.Namespace) -> int:
    from stbpi.commands.progress import Progress, is_seen
    from stbpi.strategy.duel import Duel, Played

    name = arguments.preset or DEFAULT_PRESET
    bots = _bots(arguments.bots)
    rules = _rules(name, arguments.rules, len(bots))
    seed = seed_of(arguments)
    duel = Duel(rules, [Played(bot) for bot in bots])
    text = _("{done} of {total} matches")
    with Progress(arguments.matches, text, is_shown=is_seen(prints=False)) as progress:
        for _match in duel.play(arguments.matches, Random(seed)):
            progress.add(1)
    if arguments.json:
        print(json.dumps(duel.members(seed=seed, preset_name=name)))
    else:
        from stbpi.commands.duel_words import lines

        print("\n".join(lines(duel, seed=seed, preset_name=name)))
    return 0


def _bots(names: list[str]) -> list[Bot]:
    """Return the bots of these names.

    Raises:
        BotError: there are none, or not so many can play.
    """
    from stbpi.strategy.bots import Bot

    bots = [Bot.named(name) for name in names]
    if len(bots) not in SEATS:
        what = counted(
            "{n} bot is named: expected {low} to {high}",
            "{n} bots are named: expected {low} to {high}",
            len(bots),
            low=SEATS[0],
            high=SEATS[-1],
        )
        raise BotError(str(what))
    return bots


def _rules(name: str, changes: list[str], seats: int) -> Ruleset:
    """Return the rules that are asked for.

    Raises:
        RulesError: they can't be played, or not by so many.
    """
    from stbpi.games.shut_the_box.house_rules import make, refuse_seats

    rules = make(name, pairs(changes))
    refuse_seats(rules, name, seats)
    return rules


def _matches(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(_("expected a whole number from 1"))
