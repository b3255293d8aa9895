"""`stbpi export`: what a box or a collector has stored, for other programs.

The tables are described in `history.export`, the files in `history.formats`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from stbpi.commands.archives import opened, refuse_to_replace, takes_archive
from stbpi.errors import StbError
from stbpi.games.registry import DEFAULT, NAMES
from stbpi.language import _, plural

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.commands.progress import Progress
    from stbpi.games.record import Column
    from stbpi.history.archive import Archive

FORMATS = ("csv", "json", "ndjson", "parquet", "sqlite")
IN_FILES = ("parquet", "sqlite")
"""These can't be printed."""

WHAT = ("events", "turns", "matches")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    export = commands.add_parser("export", help=_("write what is stored, for other programs"))
    takes_archive(export)
    export.add_argument(
        "--format",
        choices=FORMATS,
        required=True,
        help=_(
            "what is written; in csv a text that a spreadsheet would take for a formula gets "
            "a ' before it"
        ),
    )
    export.add_argument(
        "--what",
        choices=WHAT,
        default=WHAT[0],
        help=_(
            "all events as they are stored, or a row a turn, a row a match (default: {value})"
        ).format(value=WHAT[0]),
    )
    export.add_argument(
        "--game",
        choices=NAMES,
        help=_("with {option}: of this game (default: {value})").format(
            option="--what turns", value=DEFAULT
        ),
    )
    export.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help=_("where to (default: it is printed)")
    )
    export.add_argument("--force", action="store_true", help=_("replace a file that is there"))
    export.set_defaults(command=_export)


def _export(arguments: argparse.Namespace) -> int:
    from stbpi.commands.progress import Progress, is_seen

    _refuse_what_does_not_fit(arguments)
    with opened(arguments) as archive:
        refuse_to_replace(archive, arguments.out)
        is_shown = is_seen(prints=arguments.out is None)
        boxes = [arguments.box] if arguments.box else archive.boxes()
        total = sum(map(archive.count, boxes)) if is_shown else 0
        with Progress(total, _("{done} of {total} events"), is_shown=is_shown) as progress:
            if arguments.out is None:
                _write(arguments, archive, progress, sys.stdout.buffer)
            else:
                _write_file(arguments, archive, progress)
    return 0


def _write_file(arguments: argparse.Namespace, archive: Archive, progress: Progress) -> None:
    from stbpi.new_file import new_file

    with new_file(arguments.out, force=arguments.force) as path:
        if arguments.format == "sqlite":
            _write_sqlite(arguments, archive, progress, path)
        elif arguments.format == "parquet":
            from stbpi.history.formats import write_parquet

            write_parquet(path, *_table(arguments, archive, progress))
        else:
            with path.open("wb") as out:
                _write(arguments, archive, progress, out)


def _write(
    arguments: argparse.Namespace, archive: Archive, progress: Progress, out: BinaryIO
) -> None:
    from stbpi.history import formats

    writers = {
        "csv": formats.write_csv,
        "json": formats.write_json,
        "ndjson": formats.write_ndjson,
    }
    writers[arguments.format](out, *_table(arguments, archive, progress))
    out.flush()


def _write_sqlite(
    arguments: argparse.Namespace, archive: Archive, progress: Progress, path: Path
) -> None:
    from stbpi.history.formats import write_sqlite

    _columns, rows = _table(arguments, archive, progress)
    boxes = [arguments.box] if archive.is_collection and arguments.box else archive.boxes()
    damaged = write_sqlite(path, rows, [archive.about(box) for box in boxes])
    if damaged:
        text = plural(
            "{n} event is damaged; it is in the table of damaged lines.",
            "{n} events are damaged; they are in the table of damaged lines.",
            damaged,
        )
        print(f"stbpi: {text}", file=sys.stderr)


def _table(
    arguments: argparse.Namespace, archive: Archive, progress: Progress
) -> tuple[tuple[Column, ...], Iterator[tuple[Any, ...]]]:
    """Return the columns and the rows of the table that is asked for."""
    from stbpi.history.export import TABLES, all_rows, turns_of

    table = turns_of(arguments.game) if arguments.game else TABLES[arguments.what]
    return table.columns, table.rows(all_rows(archive, arguments.box, done=progress.add))


def _refuse_what_does_not_fit(arguments: argparse.Namespace) -> None:
    """Refuse what can't be.

    Raises:
        StbError: it can't.
    """
    if arguments.format in IN_FILES and arguments.out is None:
        what = _("{format} can't be printed").format(format=arguments.format)
        raise StbError(what, _("Name a file with {option}.").format(option="-o"))
    if arguments.format == "sqlite" and arguments.what != "events":
        what = _("a database has all events, and turns and matches follow from them")
        raise StbError(what, _("Leave out {options}.").format(options="--what"))
    if arguments.game and arguments.what != "turns":
        what = _("only the turns of a game are a table of its own")
        raise StbError(what, _("Leave out {options}.").format(options="--game"))
    if arguments.force and arguments.out is None:
        what = _("nothing is replaced where nothing is written to a file")
        raise StbError(what, _("Leave out {options}.").format(options="--force"))
