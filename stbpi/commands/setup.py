"""`stbpi setup`: questions about a new box, tried on its hardware, become its configuration."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi import config as configuration
from stbpi.errors import StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    setup = commands.add_parser(
        "setup",
        help=_("ask what the box is made of, try it, and write the configuration"),
        description=_(
            "Asks for language, tiles, pins, display, game and rules, tries switches, buzzer and "
            "display, and writes the configuration. Enter takes what stands in brackets. Nothing "
            "is written before the last question; a file that is there is kept beside the new one."
        ),
    )
    setup.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=_("the configuration (default: {variable}, else {file})").format(
            variable=f"${configuration.ENVIRONMENT}", file=configuration.SYSTEM_FILE
        ),
    )
    setup.add_argument(
        "--yes", action="store_true", help=_("ask and try nothing: write the defaults")
    )
    setup.add_argument(
        "--no-test", action="store_true", help=_("ask, but don't try anything on the hardware")
    )
    setup.set_defaults(command=_setup)


def _setup(arguments: argparse.Namespace) -> int:
    from stbpi.first_setup.session import check_that_it_can_be_written, defaults, hold
    from stbpi.first_setup.trial import Trial
    from stbpi.service.machine import ThisMachine

    path = arguments.config or Path(
        os.environ.get(configuration.ENVIRONMENT) or configuration.SYSTEM_FILE
    )
    check_that_it_can_be_written(path)
    if arguments.yes:
        defaults(path, sys.stdout)
        return 0
    if sys.stdin is None or not sys.stdin.isatty():
        raise StbError(
            _("questions need a terminal"),
            _("Without one, write the defaults: {command}").format(command="stbpi setup --yes"),
        )
    trial = None if arguments.no_test else Trial()
    hold(path, sys.stdin, sys.stdout, trial, ThisMachine(), os.environ)
    return 0
