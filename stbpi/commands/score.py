"""`stbpi score`: score sheets for games without electronics; `stbpi records`: solo records."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.commands.options import pairs, state_file, takes_rules
from stbpi.errors import StbError
from stbpi.games import registry
from stbpi.language import _, either, number

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.games.sheet import ScoreSheet
    from stbpi.score import Sheet


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    score = commands.add_parser(
        "score", help=_("keep the score of a match that is played without electronics")
    )
    score.add_argument(
        "--game",
        metavar="GAME",
        help=_("the game: {known} (default: {value}); a match that goes on keeps its own").format(
            known=either(list(registry.NAMES)), value=registry.DEFAULT
        ),
    )
    score.add_argument("--players", nargs="+", metavar="NAME", help=_("start a match of these"))
    takes_rules(score)
    score.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=_("where the sheet is kept (default: {file} in {folder} or {other})").format(
            file="stbpi/score.db", folder="$XDG_STATE_HOME", other="~/.local/state"
        ),
    )
    score.set_defaults(command=_score)

    records = commands.add_parser("records", help=_("the records of who plays alone"))
    records.add_argument(
        "--journal",
        type=Path,
        required=True,
        metavar="FILE",
        help=_("the journal of a box or sheet"),
    )
    records.add_argument(
        "--preset",
        default="solo",
        metavar="NAME",
        help=_("default: {value}").format(value="solo"),
    )
    records.add_argument("--json", action="store_true", help=_("print them for programs"))
    records.set_defaults(command=_records)


def _score(arguments: argparse.Namespace) -> int:
    from stbpi.clock import SystemClock
    from stbpi.config import player_names
    from stbpi.games.game import StartMatch
    from stbpi.journal.store import Journal
    from stbpi.score import Terminal, keep, kept_in

    game = arguments.game or registry.DEFAULT
    of_game = _sheet_of(game)
    preset = arguments.preset or of_game.PRESET
    rules = of_game.check_rules(preset, pairs(arguments.rules))
    names = player_names(tuple(arguments.players or ()), source="--players")
    with closing(Journal(arguments.journal or state_file("score.db"))) as journal:
        journal.sync()  # a sheet that can't be saved is not begun
        sheet = kept_in(journal, SystemClock())
        if not sheet.has_match and not names:
            names = player_names(_asked_for_players(), source="players")
        if names:
            sheet.start(StartMatch(game=game, names=names, preset=preset, house_rules=rules))
        elif text := _lacks_players(arguments, sheet):
            print(f"stbpi: {text}", file=sys.stderr)
            return 2
        terminal = Terminal(ask=_ask, tell=print, refuse=_refuse)
        refused = keep(sheet, terminal)
    return 2 if refused and not sys.stdin.isatty() else 0


def _sheet_of(game: str) -> ScoreSheet[Any]:
    """Return the score sheet of a game.

    Raises:
        StbError: it is none, or has none.
    """
    from stbpi.games.sheet import sheet_of

    of_game = sheet_of(game)
    if of_game is None:
        known = [name for name in registry.NAMES if sheet_of(name) is not None]
        what = _("there is no game {game}; expected {known}")
        if game in registry.NAMES:
            what = _("there is no score sheet for the game {game}; expected {known}")
        raise StbError(what.format(game=game, known=either(known)))
    return of_game


def _lacks_players(arguments: argparse.Namespace, sheet: Sheet) -> str:
    """Say what can't be done without players; nothing if the match on the sheet can go on."""
    if arguments.preset or arguments.rules:
        return _("{preset} and {rules} begin a match: name {players}, too").format(
            preset="--preset", rules="--rules", players="--players"
        )
    if sheet.has_match and arguments.game not in (None, sheet.game):
        return _("the match on the sheet is one of {game}: name {players} to begin another").format(
            game=registry.TITLES[sheet.game], players="--players"
        )
    return ""


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
    text = _("{preset}, played alone to the end: {matches}")
    print(text.format(preset=arguments.preset, matches=number(records.matches)))
    print(_("best round: {points}").format(points=_points(records.best_round)))
    print(_("best match: {points}").format(points=_points(records.best_match)))
    print(_("longest run of shut boxes: {boxes}").format(boxes=number(records.longest_run)))
    return 0


def _points(points: int | None) -> str:
    return _("none yet") if points is None else str(points)


def _asked_for_players() -> tuple[str, ...]:
    return tuple((_ask(_("Players, first seat first: ")) or "").split())


def _ask(prompt: str) -> str | None:
    """Show a prompt and read a line; without a terminal no prompt is shown."""
    try:
        return input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        return None


def _refuse(text: str) -> None:
    print(text, file=sys.stderr)
