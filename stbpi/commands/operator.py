"""`stbpi operator`: the landlord's four drawers (audits, adjustments, tests, utilities).

What only reads may be used while the box plays; what changes anything is an event of its journal,
and is refused with exit status 3 as long as the box holds it.

The JSON of `audits` and `records` is described in `books.report`; that of the others:

    adjust       {"adjustments": 1, "settings": [SETTING, ...]}
    adjust KEY   SETTING: {"key", "label", "value", "source", "choices"}; `source` is "chosen",
                 "default" or the file that says it; `choices` is empty where any value goes
    tests        {"tests": 1, "diagnosis": [TEXT, ...], "commands": [COMMAND, ...]}
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from stbpi.commands.options import check_rules, read, takes_config
from stbpi.config_checks import written
from stbpi.errors import StbError
from stbpi.foreign import reason
from stbpi.language import _, date_time, number, plural

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.adjustments import Adjustment, Adjustments
    from stbpi.books.boards import Board, Table
    from stbpi.books.counts import Audits, Counts
    from stbpi.journal.folds import Fold

S = TypeVar("S")

LONGEST_BAR = 30
"""Characters of the longest bar of a histogram."""

TESTS = ("stbpi doctor", "stbpi service")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    operator = commands.add_parser(
        "operator", help=_("the landlord's drawers: audits, records, settings, tests")
    )
    verbs = operator.add_subparsers(required=True, metavar="VERB")

    def verb(name: str, about: str, command: Any, *, has_json: bool) -> argparse.ArgumentParser:
        parser = verbs.add_parser(name, help=about)
        takes_config(parser)
        parser.add_argument(
            "--journal",
            type=Path,
            metavar="FILE",
            help=_("the journal of the box (default: that of the configuration)"),
        )
        if has_json:
            parser.add_argument("--json", action="store_true", help=_("print JSON, for programs"))
        parser.set_defaults(command=command)
        return parser

    audits = verb(
        "audits", _("what was counted, since it was cleared and ever"), _audits, has_json=True
    )
    audits.add_argument("--csv", action="store_true", help=_("print rows for a spreadsheet"))
    verb("records", _("the best of tonight, of the season and ever"), _records, has_json=True)
    adjust = verb("adjust", _("list the settings, show or change one"), _adjust, has_json=True)
    adjust.add_argument("key", nargs="?", metavar="KEY", help=_("as in the configuration"))
    adjust.add_argument("value", nargs="?", metavar="VALUE", help=_("what to change it to"))
    verb("tests", _("what play says of the box, and how to test it"), _tests, has_json=True)
    clear = verb("clear", _("begin anew with the audits or the records"), _clear, has_json=False)
    clear.add_argument("what", choices=("audits", "records"))
    factory = verb(
        "factory", _("forget every setting that was chosen on the box"), _factory, has_json=False
    )
    factory.add_argument("--yes", action="store_true", help=_("don't ask"))
    for name, about, command in (
        ("export", _("write what was chosen to a file"), _export),
        ("import", _("choose everything that stands in a file"), _import),
    ):
        verb(name, about, command, has_json=False).add_argument("file", type=Path, metavar="FILE")


# Audits and records


def _audits(arguments: argparse.Namespace) -> int:
    from stbpi.books.audits import AuditFold, audits
    from stbpi.books.report import audits_as_json, audits_as_rows

    told = audits(_folded(AuditFold(), _journal(arguments)))
    if arguments.json:
        _print_json(audits_as_json(told))
    elif arguments.csv:
        import csv

        csv.writer(sys.stdout, lineterminator="\n").writerows(audits_as_rows(told))
    else:
        print("\n".join(_audit_lines(told)))
    return 0


def _audit_lines(told: Audits) -> list[str]:
    from stbpi.books.diagnosis import diagnosis
    from stbpi.books.report import NUMBERS

    def row(counts: Counts, name: str) -> str:
        value = getattr(counts, NUMBERS[name].field)
        return "-" if value is None else number(value, NUMBERS[name].digits)

    in_all = _("in all")
    head = ["", _("recent"), in_all] if told.is_cleared else ["", in_all]
    rows = [head]
    for name, it in NUMBERS.items():
        recent = [row(told.recent, name)] if told.is_cleared else []
        rows.append([str(it.label), *recent, row(told.ever, name)])
    stamps = [
        (_("counted since"), told.first_boot),
        (_("audits cleared"), told.last_clear),
        (_("last match"), told.last_match),
        (_("last fault"), told.last_fault),
    ]
    times = [[name, date_time(wall)] for name, wall in stamps if wall is not None]
    lines = [*_aligned(times), *([""] if times else []), *_aligned(rows)]
    counts = told.recent if told.is_cleared else told.ever
    lines += _histogram_lines(counts)
    lines += ["", *_aligned(_dice_rows(counts))]
    said = diagnosis(told)
    return [*lines, *([""] if said else []), *map(str, said)]


def _histogram_lines(counts: Counts) -> list[str]:
    from stbpi.books.report import histograms

    lines = []
    for it in histograms(counts).values():
        most = max((count for _name, count in it.bars), default=0)
        if most:
            width = max(len(name) for name, _count in it.bars)
            lines += ["", f"{it.title}:"]
            lines += [
                f"  {name.rjust(width)}  {'#' * round(LONGEST_BAR * count / most)} {count}"
                for name, count in it.bars
            ]
    return lines


def _dice_rows(counts: Counts) -> list[list[str]]:
    dice = counts.dice
    return [
        [_("faces of the dice"), str(dice.fairness_of_faces.words)],
        [_("totals of two dice"), str(dice.fairness_of_totals.words)],
    ]


def _records(arguments: argparse.Namespace) -> int:
    from stbpi.books.records import RecordFold, records
    from stbpi.books.report import records_as_json
    from stbpi.clock import SystemClock
    from stbpi.forgotten.names import forgotten

    fold, journal = RecordFold(), _journal(arguments)
    told = records(fold, _folded(fold, journal), now=SystemClock().wall())
    told = told.called(forgotten(journal).shown)
    if arguments.json:
        _print_json(records_as_json(told))
    elif not told.boards:
        print(_("There are no records yet."))
    else:
        print("\n\n".join("\n".join(_board_lines(board)) for board in told.boards))
    return 0


def _board_lines(board: Board) -> list[str]:
    from stbpi.books.boards import Span
    from stbpi.display import names

    size = plural("{n} tile", "{n} tiles", board.tiles)
    titles = {Span.TONIGHT: _("tonight"), Span.SEASON: _("this season"), Span.EVER: _("ever")}
    lines = [f"{names.preset(board.preset)}, {size}"]
    for span, title in titles.items():
        table = board.table(span)
        if table.matches or table.turn is not None:
            lines += [f"  {title}", *(f"    {line}" for line in _table_lines(table))]
    return lines


def _table_lines(table: Table) -> list[str]:
    rows = [
        [
            f"{place} {entry.name}",
            number(entry.score),
            _("shut") if entry.is_shut else "",
            date_time(entry.wall) if entry.wall is not None else "",
        ]
        for place, entry in enumerate(table.matches, start=1)
    ]
    lines = _aligned(rows)
    if table.turn is not None:
        best = _("best turn: {name}, {score}")
        lines.append(best.format(name=table.turn.name, score=number(table.turn.score)))
    if table.shut:
        lines.append(plural("{n} box shut", "{n} boxes shut", table.shut))
    return lines


# Adjustments


def _adjust(arguments: argparse.Namespace) -> int:
    from stbpi.adjustments import record

    adjustments = _adjustments(arguments)
    if arguments.value is not None:
        changes = {arguments.key: arguments.value}
        record(_journal(arguments), adjustments.changing(changes))
        adjustments = _adjustments(arguments)
    if arguments.key is not None:
        _show_one(adjustments.one(arguments.key), as_json=arguments.json)
    elif arguments.json:
        settings = [_as_json(adjustment) for adjustment in adjustments.all()]
        _print_json({"adjustments": 1, "settings": settings})
    else:
        rows = [
            [it.key, written(it.value), _source(it.source), str(it.label)]
            for it in adjustments.all()
        ]
        print("\n".join(_aligned(rows, right=False)))
    return 0


def _show_one(adjustment: Adjustment, *, as_json: bool) -> None:
    if as_json:
        _print_json(_as_json(adjustment))
        return
    print(f"{adjustment.key} = {written(adjustment.value)}  # {_source(adjustment.source)}")
    if adjustment.choices:
        known = ", ".join(map(written, adjustment.choices))
        print(_("The box offers: {known}").format(known=known))


def _source(source: str) -> str:
    from stbpi.adjustments import CHOSEN
    from stbpi.config import DEFAULT

    return {CHOSEN: _("chosen on the box"), DEFAULT: _("default")}.get(source, source)


def _as_json(adjustment: Adjustment) -> dict[str, Any]:
    return {
        "key": adjustment.key,
        "label": str(adjustment.label),
        "value": adjustment.value,
        "source": adjustment.source,
        "choices": list(adjustment.choices),
    }


# Tests


def _tests(arguments: argparse.Namespace) -> int:
    from stbpi.books.audits import AuditFold, audits
    from stbpi.books.diagnosis import diagnosis

    said = diagnosis(audits(_folded(AuditFold(), _journal(arguments))))
    if arguments.json:
        _print_json({"tests": 1, "diagnosis": [*map(str, said)], "commands": [*TESTS]})
        return 0
    print("\n".join(map(str, said)) if said else _("The play shows nothing that is wrong."))
    look, by_hand = TESTS
    print(_("To look at the machine, its pins and its drivers: {command}").format(command=look))
    print(
        _("To try switches, display and buzzer, while the box is stopped: {command}").format(
            command=by_hand
        )
    )
    return 0


# Utilities


def _clear(arguments: argparse.Namespace) -> int:
    from stbpi.adjustments import record
    from stbpi.games.events import Cleared

    record(_journal(arguments), [Cleared(what=arguments.what)])
    if arguments.what == "audits":
        print(_("The audits count anew; what was counted ever goes on."))
    else:
        print(_("The record tables are empty."))
    return 0


def _factory(arguments: argparse.Namespace) -> int:
    from stbpi.adjustments import record
    from stbpi.games.events import Cleared

    journal = _journal(arguments)
    if not arguments.yes and not _is_sure():
        print(_("Nothing was changed."))
        return 0
    record(journal, [Cleared(what="settings")])
    print(_("Every setting is as the configuration has it."))
    return 0


def _is_sure() -> bool:
    """Ask whether every setting is to be forgotten.

    Raises:
        StbError: there is nobody to ask.
    """
    if not sys.stdin.isatty():
        raise StbError(
            _("forgetting every setting has to be confirmed"),
            _("Add {option}.").format(option="--yes"),
        )
    yes, no = _("yes"), _("no")
    question = _("Forget every setting that was chosen on the box? ({yes} / {no}) ")
    try:
        return input(question.format(yes=yes, no=no)).strip().casefold() == yes.casefold()
    except EOFError:
        return False


def _export(arguments: argparse.Namespace) -> int:
    adjustments = _adjustments(arguments)
    try:
        arguments.file.write_text(adjustments.as_file(), "utf-8")
    except OSError as exc:
        what = _("{file} can't be written: {reason}")
        raise StbError(what.format(file=arguments.file, reason=reason(exc))) from exc
    count = len(adjustments.chosen_here)
    print(plural("{n} setting was written.", "{n} settings were written.", count))
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from stbpi.adjustments import record

    events = _adjustments(arguments).of_file(arguments.file)
    if events:
        record(_journal(arguments), events)
    print(plural("{n} setting was chosen.", "{n} settings were chosen.", len(events)))
    return 0


# What they share


def _journal(arguments: argparse.Namespace) -> Path:
    path: Path = arguments.journal or read(arguments.config).journal.path
    return path


def _adjustments(arguments: argparse.Namespace) -> Adjustments:
    from stbpi.adjustments import adjustments_of

    config = read(arguments.config)
    check_rules(config)
    return adjustments_of(config, arguments.journal or config.journal.path)


def _folded(fold: Fold[S], journal: Path) -> S:
    """Fold the journal of a box that may play meanwhile."""
    from stbpi.journal.folds import folded
    from stbpi.journal.reader import open_read_only

    with closing(open_read_only(journal)) as reader:
        return folded(fold, reader).state


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, indent=2))


def _aligned(rows: Sequence[Sequence[str]], *, right: bool = True) -> list[str]:
    """Align columns; all but the first to the right, if they are numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if right and at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
