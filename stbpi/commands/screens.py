"""`stbpi screens`: pictures of everything that the display can show."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.errors import StbError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

LARGEST_SCALE = 32

ABOUT = """\
Writes an example of every screen as DIR/NAME.png: 128x64 pixels of one bit, as the display has
them. NAME is the name that `expect screen=NAME` knows, or that of a special case of a screen.
Makes DIR if there is none; writes over older pictures of the same names, touches nothing else.
"""


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    screens = commands.add_parser(
        "screens",
        help="write a picture of every screen of the display",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    screens.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where the pictures go"
    )
    screens.add_argument(
        "--scale",
        type=_scale,
        default=1,
        metavar="N",
        help=f"enlarge every pixel N times, for people (1 to {LARGEST_SCALE}; default: 1)",
    )
    screens.set_defaults(command=_screens)


def _screens(arguments: argparse.Namespace) -> int:
    from stbpi.display.pictures import save_all

    try:
        count = save_all(arguments.out, scale=arguments.scale)
    except FileExistsError as exc:
        raise StbError(f"{exc.filename}: can't be written into: it is no folder") from exc
    except OSError as exc:
        raise StbError(
            f"{exc.filename or arguments.out}: can't be written: {exc.strerror}"
        ) from exc
    print(f"{arguments.out}: {count} screens")
    return 0


def _scale(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LARGEST_SCALE):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to {LARGEST_SCALE}")
    return int(text)
