"""`stbpi config`: show the effective configuration, check a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi import config as configuration
from stbpi.commands.options import (
    check_rules,
    load,
    takes_config,
    takes_game,
    takes_rules,
)
from stbpi.errors import ConfigError, RulesError, StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    config = commands.add_parser("config", help=_("look at the configuration"))
    verbs = config.add_subparsers(required=True, metavar="VERB")
    show = verbs.add_parser("show", help=_("print the effective one, each value with its source"))
    takes_config(show)
    takes_game(show)
    takes_rules(show)
    show.set_defaults(command=_show)
    check = verbs.add_parser("check", help=_("find everything that is wrong in a file"))
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(command=_check)


def _show(arguments: argparse.Namespace) -> int:
    print(configuration.show(load(arguments, game=arguments.game)), end="")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    problems: list[StbError] = list(configuration.check(arguments.file))
    if not problems:
        try:
            check_rules(configuration.load(arguments.file, {}))
        except (ConfigError, RulesError) as exc:
            problems.append(exc)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(_("{file}: all well").format(file=arguments.file))
    return 2 if problems else 0
