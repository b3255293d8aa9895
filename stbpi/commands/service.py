"""`stbpi service`: the operator's hardware test, in the terminal."""

from __future__ import annotations

import argparse
import logging
from typing import TYPE_CHECKING

from stbpi.commands.options import check_rules, paragraphs, read, takes_config
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    service = commands.add_parser(
        "service",
        help=_("test switches, wiring, display and buzzer by hand"),
        description=_about(),
        epilog=paragraphs(
            _(
                "Exit status: 0 all well, 1 something to fix, 2 wrong input or configuration, 3 "
                "the pins can't be used. On the box itself: hold the roll button from power-up "
                "until the second beep."
            )
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    takes_config(service)
    service.add_argument(
        "--json", action="store_true", help=_("print a JSON object a line, for programs")
    )
    service.set_defaults(command=_service)


def _about() -> str:
    from stbpi.service.keys import BACK, NEXT, QUIT, SKIP, letter

    what = _(
        "Shows every switch live with its health, finds swapped cables in a walk through the tiles "
        "(and says what to configure), then tries the display, the buzzer and the lamps."
    )
    keys = _(
        "Keys: Enter or {next} = next, {skip} = skip, {back} = back, {quit} = quit; the end of the "
        "input quits, too. Without a terminal a line is printed for each change. The daemon must "
        "not be running: it has the pins."
    ).format(next=letter(NEXT), skip=letter(SKIP), back=letter(BACK), quit=letter(QUIT))
    return paragraphs(what, keys)


def _service(arguments: argparse.Namespace) -> int:
    from stbpi.build import real_parts
    from stbpi.service.session import hold

    config = read(arguments.config)
    check_rules(config)
    logging.getLogger("stbpi").addHandler(logging.NullHandler())  # the screen is the test's
    parts = real_parts(config)
    try:
        return 1 if hold(config, parts, as_json=arguments.json) else 0
    finally:
        parts.pins.close()
