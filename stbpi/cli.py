"""The command `stbpi`: finds the subcommand, calls it, turns errors into messages.

It speaks the language of the system, until a command has read which one the box speaks.

Never: holds logic; knows how anything is done (`commands` has a module for each subcommand).
Keep: every `StbError` becomes one message on stderr and an `Exit`; nothing else is caught but what
happens to the output: nobody reads it any more, or its disk is full.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum

import stbpi
from stbpi import language
from stbpi.errors import (
    BoxError,
    CollectionStopped,
    ExpectationError,
    InUseError,
    PortError,
    StbError,
)
from stbpi.foreign import argparse_speaks, reason
from stbpi.language import _

MODULES = {
    "run": "run",
    "record": "record",
    "sim": "sim",
    "score": "score",
    "records": "score",
    "rules": "rules",
    "screens": "screens",
    "operator": "operator",
    "config": "config",
    "doctor": "doctor",
    "service": "service",
    "install-service": "install_service",
    "setup": "setup",
    "collect": "collect",
    "board": "board",
    "games": "games",
    "stats": "stats",
    "export": "export",
    "ratings": "ratings",
    "league": "league",
    "forget": "forget",
    "verify": "verify",
    "odds": "odds",
    "coach": "coach",
    "duel": "duel",
}
"""The commands, and the module of `commands` that each is in."""


class Exit(IntEnum):
    """The exit status, the same for every command."""

    OK = 0
    EXPECTATION = 1
    """A scenario's `expect` did not hold, or dice do not follow from what was committed to."""
    INPUT = 2
    """Wrong input or configuration."""
    ENVIRONMENT = 3
    """The hardware can't be used, the disk is full, or another program holds what is needed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    language.use(language.chosen(language.AUTO, os.environ))
    _forgive_letters()
    try:
        return _obey(argv)
    except StbError as exc:
        print(f"stbpi: {exc}", file=sys.stderr)
        return _status(exc)
    except BrokenPipeError:
        _write_no_more()
        return Exit.OK
    except OSError as exc:
        if exc.errno != errno.ENOSPC:
            raise
        _write_no_more()
        said = _("{path}: can't be written: {reason}").format(path="stdout", reason=reason(exc))
        print(f"stbpi: {said}", file=sys.stderr)
        return Exit.ENVIRONMENT
    except KeyboardInterrupt:
        return 130


def _obey(argv: Sequence[str] | None) -> int:
    """Carry out a command; what it has printed has left the program when this ends."""
    try:
        with argparse_speaks():
            arguments = _parser(sys.argv[1:] if argv is None else argv).parse_args(argv)
        command: Callable[[argparse.Namespace], int] = arguments.command
        return command(arguments)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _write_no_more() -> None:
    """Let what is still to be printed go nowhere: nobody reads it, or there is no room."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _forgive_letters() -> None:
    """Let a terminal that has not all letters of a language show `?` for those it lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


def _status(error: StbError) -> Exit:
    match error:
        case ExpectationError():
            return Exit.EXPECTATION
        case BoxError() | PortError() | InUseError() | CollectionStopped():
            return Exit.ENVIRONMENT
        case _:
            return Exit.INPUT


def _parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; of a command that is named, only that one is loaded."""
    parser = argparse.ArgumentParser(
        prog="stbpi", description=_("The controller of an electronic Shut the Box.")
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"stbpi {stbpi.__version__}",
        help=_("show program's version number and exit"),
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    named = next((word for word in argv if not word.startswith("-")), "")
    for module in (MODULES[named],) if named in MODULES else dict.fromkeys(MODULES.values()):
        importlib.import_module(f"stbpi.commands.{module}").add(commands)
    return parser
