"""`stbpi rules`: the presets of a game, one in all its fields, or in words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stbpi.commands.options import game_named
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.games.game import Game


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    from stbpi.games.registry import DEFAULT, NAMES

    about = _("the game: {known} (default: {value})")
    about = about.format(known=", ".join(NAMES), value=DEFAULT)
    rules = commands.add_parser("rules", help=_("list the presets, show or explain one"))
    rules.add_argument("--json", action="store_true", help=_("print all presets with all fields"))
    rules.add_argument("--game", metavar="NAME", default="", help=about)
    rules.set_defaults(command=_list)
    verbs = rules.add_subparsers(metavar="VERB")
    for name, what, command in (
        ("show", _("print all fields of a preset"), _show),
        ("explain", _("say in words how a preset is played"), _explain),
    ):
        verb = verbs.add_parser(name, help=what)
        verb.add_argument("preset", metavar="PRESET")
        verb.add_argument("--game", metavar="NAME", default=argparse.SUPPRESS, help=about)
        verb.set_defaults(command=command)


def _list(arguments: argparse.Namespace) -> int:
    from stbpi.games.preset_words import listed
    from stbpi.games.registry import game_of

    game = game_of(game_named(arguments.game))
    if arguments.json:
        rules = {name: dict(game.values(name, ())) for name in game.presets()}
        print(json.dumps(rules, indent=2))
        return 0
    print("\n".join(listed(game.name, game.presets())))
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from stbpi.games.registry import game_of

    game = game_of(game_named(arguments.game))
    game.check_rules(arguments.preset, ())
    for line in _fields(game, arguments.preset):
        print(line)
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    from stbpi.games.preset_words import words_of
    from stbpi.games.registry import game_of

    game = game_of(game_named(arguments.game))
    game.check_rules(arguments.preset, ())
    words = words_of(game.name)
    lines = _fields(game, arguments.preset) if words is None else words.explain(arguments.preset)
    for line in lines:
        print(line)
    return 0


def _fields(game: Game[Any], preset: str) -> Iterator[str]:
    """Write all fields of a preset, and what they are by default where that is something else."""
    from stbpi.config_checks import written
    from stbpi.config_sections import first_preset

    default = game.values(first_preset(game.name), ())
    for field, value in game.values(preset, ()).items():
        line = f"{field} = {written(value)}"
        if value != default[field]:
            line += "  # " + _("default: {value}").format(value=written(default[field]))
        yield line
