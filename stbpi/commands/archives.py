"""Options of the commands that read what is stored: which file, which matches of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import category

from stbpi.commands.options import read, takes_config
from stbpi.errors import StbError
from stbpi.games.registry import NAMES
from stbpi.language import _

if TYPE_CHECKING:
    from stbpi.history.archive import Archive, Key
    from stbpi.history.matches import StoredMatch, Wanted


UNSHOWN = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that a terminal would do something with."""


def takes_archive(parser: argparse.ArgumentParser) -> None:
    """Let a command take a journal or a collection, and the name of a box."""
    parser.add_argument(
        "db",
        nargs="?",
        type=Path,
        metavar="DB",
        help=_(
            "the journal of a box, or the database of {command} (default: the journal of the "
            "configuration)"
        ).format(command="stbpi collect"),
    )
    parser.add_argument(
        "--box",
        default="",
        metavar="NAME",
        help=_("only this box; of a journal, which doesn't say it: what its box is called"),
    )
    takes_config(parser)


def takes_wanted(parser: argparse.ArgumentParser) -> None:
    """Let a command take which matches are meant."""
    parser.add_argument(
        "--player", default="", metavar="NAME", help=_("only matches that this player has played")
    )
    takes_times_and_rules(parser)


def takes_times_and_rules(parser: argparse.ArgumentParser) -> None:
    """Let a command take when matches were played, and by which rules."""
    parser.add_argument(
        "--since",
        metavar="DAY",
        help=_("only from this evening on ({example}; a day goes from 06:00 to 06:00)").format(
            example="2026-11-30"
        ),
    )
    parser.add_argument("--until", metavar="DAY", help=_("only up to this evening"))
    parser.add_argument("--preset", default="", metavar="NAME", help=_("only by these rules"))
    parser.add_argument("--game", choices=NAMES, default="", help=_("only of this game"))


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[Archive]:
    """Open what the arguments name.

    Raises:
        ConfigError: the configuration that names it can't be used.
        JournalError: it can't be read, or it is something else.
        StbError: it has not the box that is asked for.
    """
    from stbpi.history.archive import Archive

    path, box = arguments.db, arguments.box
    if path is None or arguments.config is not None:
        config = read(arguments.config)
        path, box = path or config.journal.path, box or config.box.name
    with closing(Archive(path, box=box)) as archive:
        if arguments.box and arguments.box not in (boxes := archive.boxes()):
            what = _("there is no box {box} in {path}").format(box=arguments.box, path=path)
            raise StbError(what, _has_boxes(boxes))
        yield archive


def wanted(arguments: argparse.Namespace) -> Wanted:
    """Return which matches are meant.

    Raises:
        StbError: a day is none.
    """
    from stbpi.history import days
    from stbpi.history.matches import Wanted

    return Wanted(
        box=arguments.box,
        player=arguments.player,
        since=days.read(arguments.since) if arguments.since else None,
        until=days.read(arguments.until) if arguments.until else None,
        preset=arguments.preset,
        game=arguments.game,
    )


def whole(archive: Archive, key: Key) -> StoredMatch:
    """Read a match with all of its events."""
    from stbpi.history.matches import stored

    return stored(key.box, key.match, archive.rows_of(key), is_whole=True)


def tell(lines: Iterable[str]) -> None:
    """Print lines; what would work the terminal (a name may come from anywhere) is marked."""
    for line in lines:
        print("".join(UNSHOWN if category(letter)[0] == "C" else letter for letter in line))


def refuse_to_replace(archive: Archive, path: Path | None) -> None:
    """Refuse to write over what is read.

    Raises:
        StbError: it is the same file.
    """
    try:
        is_same = path is not None and path.samefile(archive.path)
    except OSError:  # there is none, or whoever writes it will be told
        return
    if is_same:
        what = _("{path} is what is read, and stays").format(path=path)
        raise StbError(what, _("Name another file."))


def refuse_unknown_player(archive: Archive, player: str) -> None:
    """Refuse the name of somebody who has never played.

    Raises:
        StbError: nobody is called so; says who is called most like it.
    """
    from stbpi.history.matches import called_most_like

    players = archive.players()
    if player not in players:
        near = called_most_like(player, players)
        raise StbError(
            _("nobody is called {player} here").format(player=player),
            _("Did you mean {nearest}?").format(nearest=near) if near else "",
        )


def refuse_unknown_preset(name: str) -> None:
    """Refuse rules that no match can have been played by; nothing is refused if none are named.

    Raises:
        RulesError: there are no such rules; says which are called most like it.
    """
    from stbpi.games.registry import NAMES, game_of
    from stbpi.games.rule_values import unknown

    if not name:
        return
    known = [preset for game in NAMES for preset in game_of(game).presets()]
    if name not in known:
        expected = _("the name of a preset")
        raise unknown("preset", found=name, expected=expected, name=name, of=known)


def place(text: str, archive: Archive) -> tuple[str, int]:
    """Read BOX:MATCH, or MATCH where there is one box.

    Raises:
        StbError: it is neither, or has no such box.
    """
    box, _colon, match = text.rpartition(":")
    boxes = archive.boxes()
    if not match.isascii() or not match.isdecimal():
        raise StbError(
            _("{text} is no match").format(text=repr(text)),
            _("Write it as {example}.").format(example=f"{boxes[0] if boxes else 'box'}:12"),
        )
    if not boxes:
        raise StbError(_("there is no match in {path}").format(path=archive.path))
    if not box and len(boxes) > 1:
        raise StbError(_("{text} could be of any box").format(text=text), _has_boxes(boxes))
    if box and box not in boxes:
        raise StbError(_("there is no box {box}").format(box=box), _has_boxes(boxes))
    return box or "".join(boxes), int(match)


def _has_boxes(boxes: list[str]) -> str:
    return _("There are: {boxes}.").format(boxes=", ".join(boxes) or "-")
