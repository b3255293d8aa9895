"""`stbpi league`: a round robin or a knock-out, planned in a file and played on boxes.

The file is described in `league.plan_file`, the JSON in `league.report`.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.commands.archives import opened, takes_archive, tell
from stbpi.games.registry import NAMES
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.league.standing import Standing

KINDS = ("round_robin", "knock_out")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    league = commands.add_parser(
        "league", help=_("a round robin or a knock-out: plan it, see how it stands")
    )
    verbs = league.add_subparsers(required=True, metavar="VERB")
    _add_plan(verbs)
    _add_show(verbs)


def _add_plan(verbs: _SubParsersAction[argparse.ArgumentParser]) -> None:
    plan = verbs.add_parser("plan", help=_("write the file of a league, and list what is played"))
    _takes_file(plan)
    plan.add_argument(
        "--players",
        nargs="+",
        required=True,
        metavar="NAME",
        help=_("as they are called at the box; in a knock-out the strongest first"),
    )
    plan.add_argument(
        "--kind",
        choices=KINDS,
        default=KINDS[0],
        help=_("how it is played (default: {value})").format(value=KINDS[0]),
    )
    plan.add_argument("--name", metavar="NAME", help=_("what the league is called"))
    plan.add_argument(
        "--since",
        metavar="DAY",
        help=_("only from this evening on ({example}; default: from now on)").format(
            example="2026-11-30"
        ),
    )
    plan.add_argument("--until", metavar="DAY", help=_("only up to this evening"))
    plan.add_argument("--game", choices=NAMES, help=_("only of this game"))
    plan.add_argument("--preset", metavar="NAME", help=_("only by these rules"))
    plan.add_argument(
        "--rounds", type=int, metavar="N", help=_("in a round robin: so often each pair meets")
    )
    plan.add_argument("--force", action="store_true", help=_("replace the file if there is one"))
    plan.set_defaults(command=_plan)


def _add_show(verbs: _SubParsersAction[argparse.ArgumentParser]) -> None:
    show = verbs.add_parser("show", help=_("how a league stands, by the matches that are stored"))
    _takes_file(show)
    takes_archive(show)
    form = show.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("print JSON, for programs"))
    form.add_argument("--csv", action="store_true", help=_("print rows for a spreadsheet"))
    show.set_defaults(command=_show)


def _takes_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=_("the file of the league"))


def _plan(arguments: argparse.Namespace) -> int:
    from stbpi.league import plan_file
    from stbpi.league.league_words import lines
    from stbpi.league.standing import standing
    from stbpi.new_file import new_file

    plan = plan_file.plan(_given(arguments), source=_("the command"))
    with new_file(arguments.file, force=arguments.force) as part:
        part.write_text(plan_file.text(plan), "utf-8")
    tell(lines(standing(plan, ())))
    return 0


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was given, as it would stand in the file.

    Raises:
        StbError: a day is none.
    """
    from stbpi.history import days

    since = days.read(arguments.since) if arguments.since else _now()
    given = {key: getattr(arguments, key) for key in _GIVEN} | {
        "since": since,
        "until": days.read(arguments.until) if arguments.until else None,
    }
    return {key: value for key, value in given.items() if value is not None}


_GIVEN = ("kind", "players", "name", "game", "preset", "rounds")


def _now() -> datetime:
    return datetime.now().replace(microsecond=0)


def _show(arguments: argparse.Namespace) -> int:
    from stbpi.history.formats import write_csv
    from stbpi.league import report
    from stbpi.league.league_words import lines

    told, missing = _standing(arguments)
    if arguments.json:
        print(json.dumps(report.league(told)))
    elif arguments.csv:
        write_csv(sys.stdout.buffer, *report.league_rows(told))
    else:
        tell(lines(told))
        tell(missing)
    return 0


def _standing(arguments: argparse.Namespace) -> tuple[Standing, list[str]]:
    """Read a league and the matches that count for it; say who has never played anywhere."""
    from stbpi.history.matches import Wanted
    from stbpi.league import plan_file
    from stbpi.league.league_words import unseen
    from stbpi.league.reading import outcomes
    from stbpi.league.standing import standing

    plan = plan_file.read(arguments.file)
    asked = Wanted(box=arguments.box, game=plan.game, preset=plan.preset)
    with opened(arguments) as archive:
        plan = plan.called(archive.forgotten.shown)
        return standing(plan, outcomes(archive, asked)), unseen(plan, archive.players())
