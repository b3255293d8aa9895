"""`stbpi games`: the matches that a box or a collector has stored; one as a sheet, or once more.

The JSON is described in `history.report`.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from stbpi.commands.archives import (
    opened,
    place,
    refuse_unknown_player,
    refuse_unknown_preset,
    takes_archive,
    takes_wanted,
    tell,
    wanted,
    whole,
)
from stbpi.errors import StbError
from stbpi.language import _, plural

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.history.archive import Archive, Key
    from stbpi.history.matches import StoredMatch, Wanted
    from stbpi.history.skill import Judged

LIMIT = 20
"""So many matches are listed if nothing else is asked for."""

MOST_SPEED = 1000


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    games = commands.add_parser("games", help=_("the matches that are stored"))
    takes_archive(games)
    takes_wanted(games)
    games.add_argument(
        "--limit",
        type=_limit,
        metavar="N",
        help=_("the last N of them (default: {value}; 0: all)").format(value=LIMIT),
    )
    how = games.add_mutually_exclusive_group()
    how.add_argument("--show", metavar="BOX:MATCH", help=_("show one as a score sheet"))
    how.add_argument(
        "--replay", metavar="BOX:MATCH", help=_("play one once more, in the terminal or in lines")
    )
    games.add_argument(
        "--speed",
        type=_speed,
        metavar="X",
        help=_("with {option}: so many times faster than it was (default: {value})").format(
            option="--replay", value=1
        ),
    )
    games.add_argument(
        "--plain",
        action="store_true",
        help=_("with {option}: in lines of text").format(option="--replay"),
    )
    games.add_argument("--json", action="store_true", help=_("print JSON, for programs"))
    games.set_defaults(command=_games)


def _games(arguments: argparse.Namespace) -> int:
    _refuse_what_does_not_fit(arguments)
    with opened(arguments) as archive:
        if arguments.replay is not None:
            return _replay(arguments, archive)
        if arguments.show is not None:
            return _show(arguments, archive)
        return _list(arguments, archive)


def _list(arguments: argparse.Namespace, archive: Archive) -> int:
    from stbpi.history import report
    from stbpi.history.listing import lines

    asked = wanted(arguments)
    if asked.player:
        refuse_unknown_player(archive, asked.player)
    found = _found(archive, asked, LIMIT if arguments.limit is None else arguments.limit)
    if not found:
        refuse_unknown_preset(asked.preset)
    if arguments.json:
        print(json.dumps(report.games(found)))
    elif not found:
        print(_("There are no such matches."))
    else:
        tell(lines(found))
    return 0


def _found(archive: Archive, asked: Wanted, limit: int) -> list[StoredMatch]:
    """Return the last matches that are asked for, the oldest first."""
    from stbpi.history.matches import in_order

    found: list[StoredMatch] = []
    for key in reversed(in_order(archive.matches(asked.player))):
        if asked.box in ("", key.box) and asked.is_then(key.wall):
            match = whole(archive, key)
            if asked.has(match):
                found.append(match)
                if len(found) == limit:
                    break
    return found[::-1]


def _show(arguments: argparse.Namespace, archive: Archive) -> int:
    import shutil

    from stbpi.history import report
    from stbpi.history.listing import sheet

    match = whole(archive, _key(arguments.show, archive))
    luck = _luck(match)
    if arguments.json:
        print(json.dumps(report.show(match, luck)))
    else:
        tell(sheet(match, luck, width=shutil.get_terminal_size().columns))
    return 0


def _luck(match: StoredMatch) -> list[tuple[Judged, ...]]:
    """Judge the turns of a match."""
    from stbpi.commands.progress import Progress, is_seen
    from stbpi.history.luck import Judges

    turns = match.played.turns
    luck: list[tuple[Judged, ...]] = []
    is_shown = is_seen(prints=False)
    with Progress(len(turns), _("{done} of {total} turns"), is_shown=is_shown) as progress:
        for judged in Judges(in_match=True).judge(match, {turn.seat for turn in turns}):
            luck.append(judged)
            progress.add(1)
    return luck


def _replay(arguments: argparse.Namespace, archive: Archive) -> int:
    from stbpi.sim.retell import Story, retell

    key = _key(arguments.replay, archive)
    told = Story(archive.rows_of(key), key.match)
    if told.skipped:
        text = plural(
            "{n} event of this match can't be read and is left out",
            "{n} events of this match can't be read and are left out",
            told.skipped,
        )
        print(f"stbpi: {text}", file=sys.stderr)
    speed = 1.0 if arguments.speed is None else arguments.speed
    if arguments.plain or not all(map(_is_terminal, (sys.stdin, sys.stdout))):
        retell(told, tell=lambda line: print(line, flush=True), speed=speed)
        return 0
    try:
        from stbpi.sim.app_past import play
    except ModuleNotFoundError as exc:
        if exc.name != "textual":
            raise
        raise StbError(
            _("the simulator needs Textual: {command}").format(command="pip install 'stbpi[sim]'"),
            _("Without it: {option}.").format(option="--plain"),
        ) from exc
    play(told, speed=speed)
    return 0


def _key(text: str, archive: Archive) -> Key:
    """Find the match that is named.

    Raises:
        StbError: there is none.
    """
    box, number = place(text, archive)
    for key in archive.matches():
        if (key.box, key.match) == (box, number):
            return key
    what = _("there is no match {number} of {box}").format(number=number, box=box)
    raise StbError(what, _("The matches are listed by: {command}").format(command="stbpi games DB"))


def _refuse_what_does_not_fit(arguments: argparse.Namespace) -> None:
    """Refuse options that would do nothing.

    Raises:
        StbError: there are some.
    """
    chosen = ("player", "since", "until", "preset", "game", "limit")
    wrong = [
        (_("only a replay has a speed and lines"), ("speed", "plain"), arguments.replay is None),
        (
            _("one match is asked for"),
            chosen,
            arguments.replay is not None or arguments.show is not None,
        ),
        (_("a replay is not for programs"), ("json",), arguments.replay is not None),
    ]
    for what, options, is_wrong in wrong:
        given = [
            f"--{name}" for name in options if getattr(arguments, name) not in (None, "", False)
        ]
        if is_wrong and given:
            raise StbError(what, _("Leave out {options}.").format(options=", ".join(given)))


def _is_terminal(stream: object) -> bool:
    return stream is not None and bool(getattr(stream, "isatty", bool)())


def _limit(text: str) -> int:
    if text.isascii() and text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(_("expected a whole number"))


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0
    if not 1 / MOST_SPEED <= speed <= MOST_SPEED:
        raise argparse.ArgumentTypeError(
            _("expected a number, 1 for real time, at most {most}").format(most=MOST_SPEED)
        )
    return speed
