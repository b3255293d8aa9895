"""`stbpi ratings`: how good players are, as far as the stored matches show it.

The JSON is described in `league.report`.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from stbpi.commands.archives import (
    opened,
    refuse_unknown_preset,
    takes_archive,
    takes_times_and_rules,
    tell,
    wanted,
)
from stbpi.errors import StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.league.outcomes import Outcome
    from stbpi.league.ratings import Ladder
    from stbpi.league.seasons import Season

BY = ("month", "quarter", "year")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    ratings = commands.add_parser("ratings", help=_("how good players are, by their matches"))
    takes_archive(ratings)
    takes_times_and_rules(ratings)
    season = ratings.add_mutually_exclusive_group()
    season.add_argument(
        "--season",
        metavar="SEASON",
        help=_("only of this year, quarter or month ({examples})").format(
            examples="2026, 2026-Q4, 2026-11"
        ),
    )
    season.add_argument("--by", choices=BY, help=_("a table for each season, and one for ever"))
    ratings.add_argument("--no-bots", action="store_true", help=_("as if no bot had played"))
    ratings.add_argument(
        "--luck", action="store_true", help=_("luck and skill, too, which takes a while")
    )
    form = ratings.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("print JSON, for programs"))
    form.add_argument("--csv", action="store_true", help=_("print rows for a spreadsheet"))
    ratings.set_defaults(command=_ratings, player="")


def _ratings(arguments: argparse.Namespace) -> int:
    from stbpi.history.formats import write_csv
    from stbpi.history.luck import Judges
    from stbpi.league import ratings_words, report
    from stbpi.league.reading import outcomes

    season = _season(arguments)
    with opened(arguments) as archive:
        judge = Judges(archive.thrown, in_match=False).judge if arguments.luck else None
        found = [*outcomes(archive, wanted(arguments), judge)]
    if not found:
        refuse_unknown_preset(arguments.preset)
    told = [*_told(found, season, arguments)]
    if arguments.json:
        print(json.dumps(report.ratings(told)))
    elif arguments.csv:
        write_csv(sys.stdout.buffer, report.RATINGS, report.rating_rows(told))
    elif not any(ladders for _season, ladders in told):
        print(_("There are no matches that could be rated."))
    else:
        tell(ratings_words.lines(told))
    return 0


def _season(arguments: argparse.Namespace) -> Season:
    """Return the season that is meant, by its name or by days.

    Raises:
        StbError: it is none, or both are given.
    """
    from stbpi.league.seasons import Season, read

    asked = wanted(arguments)
    if arguments.season is None:
        return Season("", asked.since, asked.until)
    if arguments.since or arguments.until:
        what = _("a season has its own days")
        raise StbError(what, _("Leave out {options}.").format(options="--since, --until"))
    return read(arguments.season)


def _told(
    found: list[Outcome], season: Season, arguments: argparse.Namespace
) -> list[tuple[Season, list[Ladder]]]:
    from stbpi.league.ratings import ladders
    from stbpi.league.seasons import By, seasons_of

    by = [] if arguments.by is None else seasons_of((o.evening for o in found), By(arguments.by))
    return [
        (one, ladders((o for o in found if one.has(o.evening)), bots=not arguments.no_bots))
        for one in (*by, season)
    ]
