"""`stbpi record`: `stbpi run`, and everything that comes from the box is kept in a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import load, takes_config, takes_rules
from stbpi.commands.run import speak_up
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.build import Parts
    from stbpi.config import Config


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    record = commands.add_parser(
        "record",
        help=_("play on the real box, and keep what its switches do"),
        description=_(
            "Does what {run} does, and writes down every reading of the switches and every "
            "throw. {replay} plays that once more, on any computer: with it a bug can be shown "
            "to others. Names of players, the landlord's key and all cards that are dealt are in "
            "the file."
        ).format(run="stbpi run", replay="stbpi sim --replay FILE"),
    )
    record.add_argument("file", type=Path, metavar="FILE", help=_("a new file"))
    takes_config(record)
    takes_rules(record)
    record.set_defaults(command=_record)


def _record(arguments: argparse.Namespace) -> int:
    speak_up()
    from stbpi import daemon
    from stbpi.build import real_parts
    from stbpi.recording.parts import recorded
    from stbpi.recording.recorder import Recorder

    config = load(arguments)
    recorder = Recorder(arguments.file)

    def parts(config: Config) -> Parts:
        return recorded(real_parts(config), config, recorder)

    try:
        daemon.run(config, make_parts=parts)
    finally:
        recorder.close()
    return 0
