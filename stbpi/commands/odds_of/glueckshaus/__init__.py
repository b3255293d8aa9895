"""The odds of Glückshaus: what the next throw brings, exactly; how the match goes, by playing it.

The JSON is described in `report`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stbpi.commands.options import takes_seed
from stbpi.games.glueckshaus.ruleset import KINGS_THAT_END, SEATS
from stbpi.games.rule_values import Whole
from stbpi.language import _, message

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    from stbpi.commands.odds_of.glueckshaus.match import MatchOdds

ABOUT = message(
    "What each of the 36 throws does as the chips lie, exactly; and how long the match lasts from "
    "there on, and who wins it, by playing it many times."
)

PLAYERS = 4
"""So many play, if nothing says how many."""

MATCHES = 5000
"""So many are played, if nobody says how many; fewer if they are long."""

MOST_MATCHES = 1_000_000

OUT = "out"
"""Stands for the chips of a player who is out."""

CHIPS_EXAMPLE = f"12,9,{OUT},16"


def takes(group: _ArgumentGroup) -> Sequence[argparse.Action]:
    return [
        group.add_argument(
            "--players",
            type=_whole(SEATS),
            metavar="N",
            help=_("how many play (default: {value}, or as many as have chips)").format(
                value=PLAYERS
            ),
        ),
        group.add_argument(
            "--board",
            nargs="+",
            action="extend",
            metavar="ROOM=CHIPS",
            help=_("where chips lie in the house, as {example} (default: nowhere)").format(
                example="9=1 7=2"
            ),
        ),
        group.add_argument(
            "--chips",
            metavar="LIST",
            help=_(
                "the chips of each player, as {example}, where one is out (default: all that "
                "don't lie in the house, shared equally)"
            ).format(example=CHIPS_EXAMPLE),
        ),
        group.add_argument(
            "--turn",
            type=_whole(range(1, SEATS[-1] + 1)),
            metavar="PLAYER",
            help=_("who throws, by number (default: the first who is not out)"),
        ),
        group.add_argument(
            "--kings",
            type=_whole(range(KINGS_THAT_END)),
            metavar="N",
            help=_("how many kings have been thrown, if two end the match (default: 0)"),
        ),
        group.add_argument(
            "--matches",
            type=_whole(range(1, MOST_MATCHES + 1)),
            metavar="N",
            help=_(
                "how many times the match is played (default: {value}, or fewer if it is long)"
            ).format(value=MATCHES),
        ),
        takes_seed(group),
    ]


def answer(arguments: argparse.Namespace) -> MatchOdds:
    from stbpi.commands.odds_of.glueckshaus.match import asked

    return asked(arguments)


def _whole(values: range) -> Callable[[str], int]:
    """Return what reads a whole number out of a range."""
    allowed = Whole(values)

    def read(text: str) -> int:
        number = allowed.read(text)
        if number is None:
            what = _("expected {expected}").format(expected=allowed.allowed)
            raise argparse.ArgumentTypeError(what)
        return number

    return read
