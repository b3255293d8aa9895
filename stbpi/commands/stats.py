"""`stbpi stats`: statistics over the matches that a box or a collector has stored.

The JSON is described in `history.report`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from stbpi.commands.archives import (
    opened,
    refuse_to_replace,
    refuse_unknown_player,
    refuse_unknown_preset,
    takes_archive,
    takes_wanted,
    tell,
    wanted,
)
from stbpi.commands.options import pictures, takes_pictures
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.commands.progress import Progress
    from stbpi.history.archive import Archive
    from stbpi.history.matches import StoredMatch, Wanted

BY = ("player", "ruleset", "evening")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    stats = commands.add_parser("stats", help=_("statistics over the matches that are stored"))
    takes_archive(stats)
    takes_wanted(stats)
    stats.add_argument(
        "--by",
        choices=BY,
        default=BY[0],
        help=_("what has a line of its own (default: {value})").format(value=BY[0]),
    )
    stats.add_argument(
        "--win",
        action="store_true",
        help=_("luck and skill by the chance to win, too, which takes a while"),
    )
    stats.add_argument("--json", action="store_true", help=_("print JSON, for programs"))
    takes_pictures(stats)
    stats.set_defaults(command=_stats)


def _stats(arguments: argparse.Namespace) -> int:
    from stbpi.history.luck import Judges
    from stbpi.history.matches import matches
    from stbpi.history.stats import By, count

    asked = wanted(arguments)
    with opened(arguments) as archive:
        for path, _kind in pictures(arguments):
            refuse_to_replace(archive, path)
        found = (match for match in matches(archive.told(asked.player)) if asked.has(match))
        judge = Judges(archive.thrown, in_match=arguments.win).judge
        with _progress(arguments, archive, asked) as progress:
            counted = count(
                _counted(found, progress), by=By(arguments.by), judge=judge, player=asked.player
            )
        if not counted.all.matches:
            if asked.player:
                refuse_unknown_player(archive, asked.player)
            refuse_unknown_preset(asked.preset)
    for path, kind in pictures(arguments):
        from stbpi.history.plots import draw

        draw(counted, path, kind=kind, player=asked.player)
    if arguments.json:
        from stbpi.history import report

        print(json.dumps(report.stats(counted)))
    elif not counted.rows:
        print(_("There are no such matches."))
    else:
        from stbpi.history.stats_words import lines

        tell(lines(counted))
    return 0


def _progress(arguments: argparse.Namespace, archive: Archive, asked: Wanted) -> Progress:
    """Return a bar for what takes long: the matches that may be asked for."""
    from stbpi.commands.progress import Progress, is_seen

    is_shown = arguments.win and is_seen(prints=False)
    keys = archive.matches(asked.player) if is_shown else []
    total = sum(asked.box in ("", key.box) and asked.is_then(key.wall) for key in keys)
    return Progress(total, _("{done} of {total} matches"), is_shown=is_shown)


def _counted(found: Iterable[StoredMatch], progress: Progress) -> Iterator[StoredMatch]:
    for match in found:
        yield match
        progress.add(1)
