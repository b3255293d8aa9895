"""`stbpi board`: what happens on the boxes, as pages for a television and for telephones."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import paragraphs, read, state_file, takes_config
from stbpi.errors import StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from socket import socket

HOST, PORT = "127.0.0.1", 8137

MOST_PORT = 65535


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    board = commands.add_parser(
        "board",
        help=_("show what happens on the boxes as pages for a browser"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=paragraphs(
            _(
                "{tv} is for a television, {box} for a telephone, {tonight} has the matches of "
                "the evening. Nothing can be changed there, and nothing hidden is shown."
            ).format(tv="/tv", box="/box", tonight="/tonight"),
            _(
                "{score} keeps the score of a wooden box. Its sheets are all that is written, into "
                "a file of their own; who has the link of one reads it and writes on it."
            ).format(score="/score"),
            _("Without {option} only this computer can see the pages. Ctrl-C ends it.").format(
                option="--host"
            ),
        ),
    )
    what = board.add_mutually_exclusive_group()
    what.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=_("the journal of a box (default: that of the configuration)"),
    )
    what.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help=_("the database of {command}, with all its boxes").format(command="stbpi collect"),
    )
    board.add_argument(
        "--sheets",
        type=Path,
        metavar="FILE",
        help=_(
            "where the score sheets of {page} are kept (default: {file} in {folder} or {other})"
        ).format(
            page="/score", file="stbpi/sheets.db", folder="$XDG_STATE_HOME", other="~/.local/state"
        ),
    )
    board.add_argument(
        "--host",
        default=HOST,
        metavar="ADDRESS",
        help=_("the address to listen at (default: {value}; all: {all})").format(
            value=HOST, all="0.0.0.0"
        ),
    )
    board.add_argument(
        "--port",
        type=_port,
        default=PORT,
        metavar="N",
        help=_("the port to listen at (default: {value}; 0: any that is free)").format(value=PORT),
    )
    board.add_argument(
        "--league",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help=_("a league that is shown, too, by its file ({command}; repeatable)").format(
            command="stbpi league plan"
        ),
    )
    board.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help=_("a name on the internet that the pages are also reached by (repeatable)"),
    )
    board.add_argument(
        "--wait",
        action="store_true",
        help=_("start also where nothing can be read yet; the pages say so until it can"),
    )
    takes_config(board)
    board.set_defaults(command=_board)


def _board(arguments: argparse.Namespace) -> int:
    _need("starlette", "uvicorn")
    from stbpi.board.serving import address_of, listening
    from stbpi.history.archive import Archive
    from stbpi.league import plan_file

    for file in arguments.league:
        plan_file.read(file)
    path, box = _what(arguments)
    if not arguments.wait:
        with closing(Archive(path, box=box)) as archive:
            _refuse_the_other_kind(arguments, is_collection=archive.is_collection)
    with closing(listening(arguments.host, arguments.port)) as listener:
        text = _("The board is at {address}; Ctrl-C ends it.").format(address=address_of(listener))
        print(text, flush=True)
        asyncio.run(_serve(path, box, listener, arguments))
    return 0


async def _serve(path: Path, box: str, listener: socket, arguments: argparse.Namespace) -> None:
    from stbpi.board.aftermath import last_turn
    from stbpi.board.app import Board
    from stbpi.board.hub import Hub
    from stbpi.board.scores import Scores
    from stbpi.board.serving import Server
    from stbpi.board.source import Source
    from stbpi.board.stored import Shelf
    from stbpi.clock import SystemClock
    from stbpi.notify import Notifier
    from stbpi.scorebook.book import Book

    sheets = arguments.sheets or state_file("sheets.db")
    shelf = Shelf(path, box, time.time)
    hub = Hub(Source(path, box=box), last_turn(shelf))
    with closing(Book(sheets, SystemClock(), time.time)) as book:
        app = Board(hub, shelf, Scores(book), arguments.league).app(arguments.name)
        await Server(app, hub.end, Notifier(os.environ)).serve(sockets=[listener])


def _what(arguments: argparse.Namespace) -> tuple[Path, str]:
    """Return what is shown, and the name of the box whose journal it is."""
    path: Path | None = arguments.journal or arguments.db
    if path is not None and arguments.config is None:
        return path, ""
    config = read(arguments.config)
    return path or config.journal.path, config.box.name


def _refuse_the_other_kind(arguments: argparse.Namespace, *, is_collection: bool) -> None:
    """Refuse a collection that is named as a journal, and the other way round.

    Raises:
        StbError: it is the other one.
    """
    if arguments.journal is not None and is_collection:
        what = _("{path} is the database of {command}").format(
            path=arguments.journal, command="stbpi collect"
        )
        raise StbError(what, _("Name it with {option}.").format(option="--db"))
    if arguments.db is not None and not is_collection:
        what = _("{path} is the journal of a box").format(path=arguments.db)
        raise StbError(what, _("Name it with {option}.").format(option="--journal"))


def _need(*libraries: str) -> None:
    """Refuse to start without the libraries that serve pages.

    Raises:
        StbError: one is missing.
    """
    if any(importlib.util.find_spec(name) is None for name in libraries):
        command = "pip install 'stbpi[web]'"
        raise StbError(
            _("the board needs Starlette and uvicorn: {command}").format(command=command)
        )


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) <= MOST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("expected the number of a port, at most {most}").format(most=MOST_PORT)
    )
