"""`stbpi service`: the operator's hardware test, in the terminal."""

from __future__ import annotations

import argparse
import logging
import os
from typing import TYPE_CHECKING

from stbpi import config as configuration
from stbpi.commands.options import check_rules, takes_config

if TYPE_CHECKING:
    from argparse import _SubParsersAction

ABOUT = """\
Shows every switch live with its health, finds swapped cables in a walk through the tiles (and
says what to configure), then tries the display, the buzzer and the lamps.

Keys: Enter or n = next, s = skip, b = back, q = quit; the end of the input quits, too. Without a
terminal a line is printed for each change. The daemon must not be running: it has the pins.
"""

ENDS = """\
Exit status: 0 all well, 1 something to fix, 2 wrong input or configuration, 3 the pins can't be
used. On the box itself: hold the roll button from power-up until the second beep.
"""


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    service = commands.add_parser(
        "service",
        help="test switches, wiring, display and buzzer by hand",
        description=ABOUT,
        epilog=ENDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    takes_config(service)
    service.add_argument(
        "--json", action="store_true", help="print a JSON object a line, for programs"
    )
    service.set_defaults(command=_service)


def _service(arguments: argparse.Namespace) -> int:
    from stbpi.daemon import real_parts
    from stbpi.service.session import hold

    config = configuration.load(arguments.config, os.environ)
    check_rules(config)
    logging.getLogger("stbpi").addHandler(logging.NullHandler())  # the screen is the test's
    parts = real_parts(config)
    try:
        return 1 if hold(config, parts, as_json=arguments.json) else 0
    finally:
        parts.pins.close()
