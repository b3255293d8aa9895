"""`stbpi stats`: statistics over the matches that a box or a collector has stored.

The JSON is described in `history.report`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
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
    whole,
)
from stbpi.commands.options import pictures, takes_pictures
from stbpi.errors import StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.commands.progress import Progress
    from stbpi.history.archive import Archive
    from stbpi.history.game_stats import GameStats
    from stbpi.history.matches import StoredMatch, Wanted
    from stbpi.history.stats import Stats

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
    _refuse_what_does_not_fit(arguments)
    with opened(arguments) as archive:
        for path, _kind in pictures(arguments):
            refuse_to_replace(archive, path)
        found = (match for match in matches(archive.told(asked.player)) if asked.has(match))
        judge = Judges(archive.thrown, in_match=arguments.win).judge
        with _progress(arguments, archive, asked) as progress:
            counted = count(
                _counted(found, progress), by=By(arguments.by), judge=judge, player=asked.player
            )
        games = _of_games(archive, counted, asked)
        if not counted.all.matches and not games:
            if asked.player:
                refuse_unknown_player(archive, asked.player)
            refuse_unknown_preset(asked.preset)
    for path, kind in pictures(arguments):
        from stbpi.history.plots import draw

        draw(counted, path, kind=kind, player=asked.player)
    if arguments.json:
        from stbpi.history import report

        print(json.dumps(report.stats(counted, games)))
    elif not counted.rows and not games:
        print(_("There are no such matches."))
    else:
        tell(_tables(counted, games))
    return 0


def _of_games(archive: Archive, counted: Stats, asked: Wanted) -> list[GameStats]:
    """Count the matches of the games that tell of them themselves, for which all is read."""
    from stbpi.games.record import telling
    from stbpi.history.game_stats import count_game

    keys = archive.matches(asked.player) if counted.told else []
    return [
        count_game(
            game,
            theirs.FIGURES,
            (whole(archive, key) for key in keys if (key.box, key.match) in counted.told[game]),
            by=counted.by,
            player=asked.player,
        )
        for game in counted.told
        if (theirs := telling(game)) is not None
    ]


def _tables(counted: Stats, games: Sequence[GameStats]) -> Iterator[str]:
    """Write a table for each game that was played; with its name, if there are several."""
    from stbpi.display import names
    from stbpi.games.registry import DEFAULT
    from stbpi.history import game_stats_words, stats_words

    tables = [(DEFAULT, stats_words.lines(counted))] if counted.rows else []
    tables += [(one.game, game_stats_words.lines(one)) for one in games]
    for number, (game, lines) in enumerate(tables):
        if number:
            yield ""
        if len(tables) > 1:
            yield from (f"{names.game(game)}:", "")
        yield from lines


def _refuse_what_does_not_fit(arguments: argparse.Namespace) -> None:
    """Refuse options that would do nothing.

    Raises:
        StbError: there are some.
    """
    from stbpi.games.record import telling

    given = [name for name in ("win", "png", "svg") if getattr(arguments, name)]
    if given and telling(arguments.game) is not None:
        what = _("{game} has no such statistics").format(game=arguments.game)
        options = ", ".join(f"--{name}" for name in given)
        raise StbError(what, _("Leave out {options}.").format(options=options))


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
