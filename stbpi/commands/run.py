"""`stbpi run`: the daemon on the real box."""

from __future__ import annotations

import argparse
import logging
import sys
from types import ModuleType
from typing import TYPE_CHECKING, cast

from stbpi.commands.options import load, takes_config, takes_game, takes_rules
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    run = commands.add_parser("run", help=_("play on the real box (the daemon)"))
    takes_config(run)
    takes_game(run)
    takes_rules(run)
    run.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int:
    speak_up()
    from stbpi import daemon

    daemon.run(load(arguments, game=arguments.game))
    return 0


def speak_up() -> None:
    """Let the daemon log to stderr, and do without ssl; to be called before it is imported."""
    # asyncio takes ssl if it is there, a tenth of the program's memory; a box talks to nobody.
    sys.modules.setdefault("ssl", cast(ModuleType, None))
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
