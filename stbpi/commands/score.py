"""`stbpi score`: the score sheet for a box without electronics; `stbpi records`: solo records."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import pairs, state_file, takes_rules

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    score = commands.add_parser(
        "score", help="keep the score of a match on a box without electronics"
    )
    score.add_argument("--players", nargs="+", metavar="NAME", help="start a match of these")
    takes_rules(score)
    score.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="where the sheet is kept (default: stbpi/score.db in $XDG_STATE_HOME or "
        "~/.local/state)",
    )
    score.set_defaults(command=_score)

    records = commands.add_parser("records", help="the records of who plays alone")
    records.add_argument(
        "--journal", type=Path, required=True, metavar="FILE", help="the journal of a box or sheet"
    )
    records.add_argument("--preset", default="solo", metavar="NAME", help="default: solo")
    records.add_argument("--json", action="store_true")
    records.set_defaults(command=_records)


def _score(arguments: argparse.Namespace) -> int:
    from stbpi.clock import SystemClock
    from stbpi.config import player_names
    from stbpi.games.game import StartMatch
    from stbpi.games.shut_the_box import ShutTheBox
    from stbpi.journal.store import Journal
    from stbpi.score import Sheet, Terminal, keep

    preset = arguments.preset or "luk_kassen"
    rules = ShutTheBox().check_rules(preset, pairs(arguments.rules))
    names = player_names(tuple(arguments.players or ()), source="--players")
    with closing(Journal(arguments.journal or state_file("score.db"))) as journal:
        journal.sync()  # a sheet that can't be saved is not begun
        sheet = Sheet(journal, SystemClock())
        if sheet.state is None and not names:
            names = player_names(_asked_for_players(), source="players")
        if names:
            sheet.start(StartMatch(names=names, preset=preset, house_rules=rules))
        elif arguments.preset or arguments.rules:
            print("stbpi: --preset and --rules begin a match: name --players, too", file=sys.stderr)
            return 2
        terminal = Terminal(ask=_ask, tell=print, refuse=_refuse)
        refused = keep(sheet, terminal)
    return 2 if refused and not sys.stdin.isatty() else 0


def _records(arguments: argparse.Namespace) -> int:
    from stbpi.games.shut_the_box.house_rules import preset
    from stbpi.games.shut_the_box.records import of_matches
    from stbpi.journal.reader import open_read_only

    preset(arguments.preset)
    with closing(open_read_only(arguments.journal)) as journal:
        matches = ([recorded.event for recorded in match] for match in journal.matches(seats=1))
        records = of_matches(matches, preset=arguments.preset)
    if arguments.json:
        print(json.dumps({"preset": arguments.preset, **asdict(records)}))
        return 0
    none = "none yet"
    print(f"{arguments.preset}, played alone to the end: {records.matches}")
    print(f"best round: {none if records.best_round is None else records.best_round}")
    print(f"best match: {none if records.best_match is None else records.best_match}")
    print(f"longest run of shut boxes: {records.longest_run}")
    return 0


def _asked_for_players() -> tuple[str, ...]:
    return tuple((_ask("Players, first seat first: ") or "").split())


def _ask(prompt: str) -> str | None:
    """Show a prompt and read a line; without a terminal no prompt is shown."""
    try:
        return input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        return None


def _refuse(text: str) -> None:
    print(text, file=sys.stderr)
