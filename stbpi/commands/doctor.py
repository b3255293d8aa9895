"""`stbpi doctor`: what is well with this box, what isn't, and what to fix first."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from stbpi.commands.options import check_rules, read, takes_config
from stbpi.config import Config
from stbpi.errors import StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.service.machine import Machine


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    doctor = commands.add_parser(
        "doctor", help=_("look at the board, its pins and drivers, and say what to fix")
    )
    takes_config(doctor)
    doctor.add_argument("--json", action="store_true", help=_("print the findings for programs"))
    doctor.set_defaults(command=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    from stbpi.service.machine import ThisMachine

    return look(ThisMachine(), arguments)


def look(machine: Machine, arguments: argparse.Namespace) -> int:
    """Examine a machine, print what was found, and return 1 if there is something to fix."""
    from stbpi.service.doctor import examine
    from stbpi.service.finding import as_json, fix_first, lines

    config, problem = _configured(arguments)
    findings = examine(machine, config, problem)
    if arguments.json:
        print(json.dumps(as_json(findings), indent=2))
    else:
        print("\n".join(lines(findings, sys.stdout.encoding or "ascii")))
    return 1 if fix_first(findings) else 0


def _configured(arguments: argparse.Namespace) -> tuple[Config, StbError | None]:
    """Load as much of the configuration as can be used, with what is wrong with it."""
    config = Config()
    try:
        config = read(arguments.config)
        check_rules(config)
    except StbError as exc:
        return config, exc
    return config, None
