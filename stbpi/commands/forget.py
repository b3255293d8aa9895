"""`stbpi forget`: a name is shown and exported no more; what is stored stays as it is.

The JSON is that of the list:

    {"forgotten": 1, "names": [{"stand_in": "N.N. 1", "matches": 12}, ...]}
"""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import paragraphs, read, takes_config, takes_json
from stbpi.errors import StbError
from stbpi.language import _, plural

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.history.archive import Archive


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    forget = commands.add_parser(
        "forget",
        help=_("show and export the name of a player no more"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=paragraphs(
            _(
                "Something else stands for the name from then on, on every screen, on every page "
                "and in every export; small and capital letters are the same."
            ),
            _(
                "What is stored is not changed, so that it can still be proved. Each copy has its "
                "own list: forget the name in each of them, and before you export anything."
            ),
        ),
    )
    what = forget.add_mutually_exclusive_group(required=True)
    what.add_argument("name", nargs="?", metavar="NAME", help=_("what the player is called"))
    what.add_argument(
        "--list",
        action="store_true",
        help=_("list what stands for the names that are forgotten"),
    )
    forget.add_argument("--undo", action="store_true", help=_("show this name again"))
    where = forget.add_mutually_exclusive_group()
    where.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=_("the journal of a box (default: that of the configuration)"),
    )
    where.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help=_("the database of {command}, with all its boxes").format(command="stbpi collect"),
    )
    takes_json(forget)
    takes_config(forget)
    forget.set_defaults(command=_forget)


def _forget(arguments: argparse.Namespace) -> int:
    path, seated = _what(arguments)
    if arguments.list:
        return _list(path, arguments)
    if arguments.json:
        what = _("only the list can be printed for programs")
        raise StbError(what, _("Leave out {options}.").format(options="--json"))
    return (_undo if arguments.undo else _leave_out)(path, arguments.name, seated)


def _what(arguments: argparse.Namespace) -> tuple[Path, tuple[str, ...]]:
    """Return the file that is meant, and whom its box is configured for."""
    path: Path | None = arguments.journal or arguments.db
    if path is not None and arguments.config is None:
        return path, ()
    config = read(arguments.config)
    return path or config.journal.path, config.players.names


def _list(path: Path, arguments: argparse.Namespace) -> int:
    if arguments.undo:
        what = _("the list changes nothing")
        raise StbError(what, _("Leave out {options}.").format(options="--undo"))
    with closing(_opened(path)) as archive:
        counted = [(one, len(archive.matches(one))) for one in archive.forgotten.stand_ins]
    if arguments.json:
        names = [{"stand_in": one, "matches": matches} for one, matches in counted]
        print(json.dumps({"forgotten": 1, "names": names}))
    elif not counted:
        print(_("No name is forgotten."))
    for one, matches in () if arguments.json else counted:
        told = plural("{n} match", "{n} matches", matches)
        print(f"{one}: {told}")
    return 0


def _leave_out(path: Path, name: str, seated: tuple[str, ...]) -> int:
    from stbpi.forgotten.names import alone, write

    with alone(path), closing(_opened(path)) as archive:
        names = archive.forgotten
        if not names.has(name):
            players = archive.players()
            more = names.with_name(name, taken=players)
            if not any(map(more.has, players)):
                raise _unknown(name, players)
            write(path, more)
            names = more
    stand_in = names.shown(name)
    with closing(_opened(path)) as archive:
        matches = len(archive.matches(stand_in))
    text = _("{stand_in} stands for this name from now on, in {matches}.")
    matches_told = plural("{n} match", "{n} matches", matches)
    print(text.format(stand_in=stand_in, matches=matches_told))
    if any(map(names.has, seated)):
        text = _("The configuration still seats a player of this name: change {key}.")
        print(text.format(key="[players] names"))
    return 0


def _undo(path: Path, name: str, _seated: tuple[str, ...]) -> int:
    from stbpi.forgotten.names import alone, write

    with alone(path), closing(_opened(path)) as archive:
        names = archive.forgotten
        if not names.has(name):
            raise StbError(_("{name} is not forgotten here").format(name=name))
        write(path, names.without(name))
    print(_("This name is shown again."))
    return 0


def _opened(path: Path) -> Archive:
    from stbpi.history.archive import Archive

    return Archive(path)


def _unknown(name: str, players: list[str]) -> StbError:
    from stbpi.history.matches import called_most_like

    near = called_most_like(name, players)
    return StbError(
        _("nobody is called {player} here").format(player=name),
        _("Did you mean {nearest}?").format(nearest=near) if near else "",
    )
