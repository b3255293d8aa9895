"""The command `stbpi`: parses, calls, prints.

Never: holds logic; knows how anything is done. Keep: every `StbError` becomes one message on
stderr and an `Exit`; nothing else is caught.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

import stbpi
from stbpi import config as configuration
from stbpi.config import Config
from stbpi.errors import BoxError, ExpectationError, RulesError, ScriptError, StbError
from stbpi.games.registry import DEFAULT, GAMES


class Exit(IntEnum):
    """The exit status, the same for every command."""

    OK = 0
    EXPECTATION = 1
    """A scenario's `expect` did not hold."""
    INPUT = 2
    """Wrong input or configuration."""
    ENVIRONMENT = 3
    """The hardware can't be used."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    arguments = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = arguments.command
    try:
        return command(arguments)
    except StbError as exc:
        print(f"stbpi: {exc}", file=sys.stderr)
        return _status(exc)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK
    except KeyboardInterrupt:
        return 130


def _status(error: StbError) -> Exit:
    match error:
        case ExpectationError():
            return Exit.EXPECTATION
        case BoxError():
            return Exit.ENVIRONMENT
        case _:
            return Exit.INPUT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stbpi", description="The controller of an electronic Shut the Box."
    )
    parser.add_argument("--version", action="version", version=f"stbpi {stbpi.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="play on the real box (the daemon)")
    _takes_config(run)
    run.set_defaults(command=_run)

    sim = commands.add_parser("sim", help="play on a simulated box")
    _takes_config(sim)
    how = sim.add_mutually_exclusive_group()
    how.add_argument("--scenario", type=Path, metavar="FILE", help="play a script, print events")
    how.add_argument("--demo", action="store_true", help="let a match play itself, print events")
    sim.add_argument(
        "--players",
        nargs="+",
        metavar="NAME",
        help="start a match of these players at once (not with --scenario)",
    )
    sim.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="where the simulated box keeps its matches "
        "(default: stbpi/sim.db in $XDG_STATE_HOME or ~/.local/state)",
    )
    sim.set_defaults(command=_sim)

    config = commands.add_parser("config", help="look at the configuration")
    verbs = config.add_subparsers(required=True, metavar="VERB")
    show = verbs.add_parser("show", help="print the effective one, each value with its source")
    _takes_config(show)
    show.set_defaults(command=_config_show)
    check = verbs.add_parser("check", help="find everything that is wrong in a file")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(command=_config_check)
    return parser


def _takes_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the configuration (default: $STBPI_CONFIG, else /etc/stbpi/stbpi.toml)",
    )


def _run(arguments: argparse.Namespace) -> int:
    from stbpi import daemon

    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
    daemon.run(_load(arguments))
    return Exit.OK


def _sim(arguments: argparse.Namespace) -> int:
    names = tuple(arguments.players or ())
    if arguments.scenario is not None:
        if names or arguments.journal is not None:
            raise ScriptError(
                "a scenario has its own players and its own journal",
                "Leave out --players and --journal.",
            )
        from stbpi.sim.scenario import play_file

        play_file(arguments.scenario, tell=_print_line)
        return Exit.OK
    config = _load(arguments, names)
    if arguments.demo:
        from stbpi.sim.demo import play_demo

        play_demo(config, config.players.names or ("P1", "P2"), tell=_print_line)
        return Exit.OK
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(
            "stbpi: stbpi sim needs a terminal; without one: stbpi sim --scenario FILE, "
            "or stbpi sim --demo",
            file=sys.stderr,
        )
        return Exit.INPUT
    try:
        from stbpi.sim.app import play
    except ModuleNotFoundError as exc:
        if exc.name != "textual":
            raise
        print(
            "stbpi: the simulator needs Textual: pip install 'stbpi[sim]'",
            file=sys.stderr,
        )
        return Exit.INPUT
    play(config, start=bool(names), journal=arguments.journal or _sim_journal())
    return Exit.OK


def _config_show(arguments: argparse.Namespace) -> int:
    print(configuration.show(_load(arguments)), end="")
    return Exit.OK


def _config_check(arguments: argparse.Namespace) -> int:
    problems: list[StbError] = list(configuration.check(arguments.file))
    if not problems:
        try:
            _check_rules(configuration.load(arguments.file, {}))
        except RulesError as exc:
            problems.append(exc)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{arguments.file}: all well")
    return Exit.INPUT if problems else Exit.OK


def _load(arguments: argparse.Namespace, names: tuple[str, ...] = ()) -> Config:
    """Load the configuration; names given as an option go before the file's."""
    config = configuration.load(arguments.config, os.environ)
    if names:
        config = configuration.with_players(config, names, source="--players")
    _check_rules(config)
    return config


def _check_rules(config: Config) -> None:
    GAMES[DEFAULT]().check_rules(config.rules.preset, config.rules.house_rules)


def _sim_journal() -> Path:
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "stbpi" / "sim.db"


def _print_line(line: str) -> None:
    print(line, flush=True)
