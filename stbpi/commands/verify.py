"""`stbpi verify`: were dice and cards those that the box had committed to, are its dice fair?

Reads a captured serial log, lines of JSON as `stbpi export` writes them, the journal of a box or
the database of `stbpi collect`. Exit status 1: something does not fit.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from stbpi.errors import LogError
from stbpi.foreign import reason
from stbpi.language import _, plural

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.collector.database import Row
    from stbpi.dice.verify import Fact
    from stbpi.serial_log.lines import EventLine

_DATABASE = b"SQLite format 3\0"
_NUMBERS = ("n", "boot", "match", "t")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    verify = commands.add_parser(
        "verify", help=_("check that dice and cards were those that the box had committed to")
    )
    what = verify.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help=_("a serial log, or exported lines")
    )
    what.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help=_("the journal of a box, or the database of {command}").format(
            command="stbpi collect"
        ),
    )
    verify.add_argument("--box", metavar="NAME", help=_("only this box"))
    verify.add_argument("--match", type=int, metavar="N", help=_("only this match"))
    verify.add_argument("--json", action="store_true", help=_("print JSON, for programs"))
    verify.set_defaults(command=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from stbpi.dice.report import as_json, as_lines, fits
    from stbpi.history.checked import findings as check

    path: Path = arguments.db or arguments.file
    read = _from_database if arguments.db or _is_database(path) else _from_lines
    found = [
        findings
        for box, facts in read(path)
        if arguments.box in (None, box) and (findings := check(box, facts, arguments.match))
    ]
    if not any(it.matches for it in found):
        raise _nothing(path, arguments)
    if arguments.json:
        print(json.dumps(as_json(found)))
    else:
        for line in as_lines(found):
            print(line)
    return 0 if fits(found) else 1


def _nothing(path: Path, arguments: argparse.Namespace) -> LogError:
    what = _("there is no match in {path}").format(path=path)
    if arguments.match is not None or arguments.box is not None:
        what = _("there is no such match in {path}").format(path=path)
    return LogError(what)


# Databases


def _is_database(path: Path) -> bool:
    with _opened(path) as file:
        return bool(file.read(len(_DATABASE)) == _DATABASE)


def _from_database(path: Path) -> Iterator[tuple[str, Iterable[Fact]]]:
    from stbpi.history.archive import Archive

    with closing(Archive(path)) as archive:
        for box in archive.boxes():
            name = box if archive.is_collection else ""
            yield name, _facts(archive.rows(box))


def _facts(rows: Iterable[Row]) -> Iterator[Fact]:
    from stbpi.history.checked import fact

    damaged = 0
    for row in rows:
        found = fact(row)
        if found is not None:
            yield found
        else:
            damaged += 1
    _tell_of_damage(damaged)


# Lines


def _from_lines(path: Path) -> Iterator[tuple[str, Iterable[Fact]]]:
    from stbpi.history.checked import made

    boxes: dict[str, dict[tuple[int, str], Fact]] = {}
    with _opened(path) as file:
        for at, (box, line) in enumerate(_lines(file)):
            content = f"{line.match} {line.e} {line.body}"
            fact = made(line.n, at, line.match, line.e, line.body)
            boxes.setdefault(box, {}).setdefault((line.n, content), fact)
    for box, facts in boxes.items():
        yield box, sorted(facts.values(), key=lambda fact: (fact.n, fact.at))


def _lines(file: BinaryIO) -> Iterator[tuple[str, EventLine]]:
    """Iterate over the events in a file, each with the box that it is of."""
    from stbpi.serial_log.lines import Damaged, Decoder, EventLine, Hello

    decoder = Decoder()
    box, damaged = "", 0
    for text in chain(file, (b"\n",)):
        exported = _exported(text)
        if exported is not None:
            yield exported
            continue
        for line in decoder.feed(text):
            match line:
                case Hello():
                    box = line.box
                case EventLine():
                    yield box, line
                case Damaged():
                    damaged += 1
                case _:
                    pass
    _tell_of_damage(damaged)


def _exported(text: bytes) -> tuple[str, EventLine] | None:
    """Return the event of a line that has no `c`; `None` if it has, or is no event.

    Its own fields stand beside the others, as in a serial log, or in `body`, as in an export.
    """
    from stbpi.history.checked import members as read
    from stbpi.serial_log.lines import EventLine

    members = read(text)
    numbers = [members.pop(name, None) for name in _NUMBERS]
    e, box, wall = (members.pop(name, None) for name in ("e", "box", "wall"))
    if "c" in members or any(type(number) is not int for number in numbers):
        return None
    if not isinstance(e, str) or not isinstance(box, str | None):
        return None
    n, boot, match, t = numbers
    if isinstance(own := members.get("body"), dict):
        members = own
    body = json.dumps(members, separators=(",", ":"))
    line = EventLine(n=n, boot=boot, match=match, t=t, wall=wall, e=e, body=body)
    return box or "", line


def _opened(path: Path) -> BinaryIO:
    """Open a file.

    Raises:
        LogError: it can't be.
    """
    try:
        return path.open("rb")
    except OSError as exc:
        what = _("{path} can't be read: {cause}").format(path=path, cause=reason(exc))
        raise LogError(what) from exc


def _tell_of_damage(lines: int) -> None:
    if lines:
        said = plural("{n} damaged line is left out", "{n} damaged lines are left out", lines)
        print(f"stbpi: {said}", file=sys.stderr)
