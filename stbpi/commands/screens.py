"""`stbpi screens`: pictures of everything that the display can show."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import paragraphs, read
from stbpi.errors import StbError
from stbpi.foreign import reason
from stbpi.language import LANGUAGES, _, current

if TYPE_CHECKING:
    from argparse import _SubParsersAction

LARGEST_SCALE = 32


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    screens = commands.add_parser(
        "screens",
        help=_("write a picture of every screen of the display"),
        description=paragraphs(
            _(
                "Writes an example of every screen as DIR/NAME.png: 128x64 pixels of one bit, as "
                "the display has them. NAME is the name that `expect screen=NAME` knows, or that "
                "of a special case of a screen."
            ),
            _(
                "Makes DIR if there is none; writes over older pictures of the same names, touches "
                "nothing else."
            ),
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    screens.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help=_("where the pictures go"),
    )
    screens.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        help=_("the language of the screens (default: that of the configuration)"),
    )
    screens.add_argument(
        "--scale",
        type=_scale,
        default=1,
        metavar="N",
        help=_("enlarge every pixel N times, for people (1 to {most}; default: 1)").format(
            most=LARGEST_SCALE
        ),
    )
    screens.set_defaults(command=_screens)


def _screens(arguments: argparse.Namespace) -> int:
    from stbpi.display.pictures import save_all

    if arguments.language is None:
        read(None)
    language = arguments.language or current()
    try:
        count = save_all(arguments.out, language=language, scale=arguments.scale)
    except FileExistsError as exc:
        raise StbError(
            _("{file}: can't be written into: it is no folder").format(file=exc.filename)
        ) from exc
    except OSError as exc:
        raise StbError(
            _("{file}: can't be written: {why}").format(
                file=exc.filename or arguments.out, why=reason(exc)
            )
        ) from exc
    print(_("{folder}: {count} screens").format(folder=arguments.out, count=count))
    return 0


def _scale(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LARGEST_SCALE):
        raise argparse.ArgumentTypeError(
            _("expected a whole number from 1 to {most}").format(most=LARGEST_SCALE)
        )
    return int(text)
