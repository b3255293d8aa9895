"""`stbpi sim`: play on a simulated box, in the terminal, by a script, by itself, or in chaos."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import load, state_file, takes_config, takes_rules
from stbpi.errors import ScriptError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

CHAOS_H = 24.0
MOST_HOURS = 100_000
PROGRESS_WIDTH = 79


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    sim = commands.add_parser("sim", help="play on a simulated box")
    takes_config(sim)
    how = sim.add_mutually_exclusive_group()
    how.add_argument("--scenario", type=Path, metavar="FILE", help="play a script, print events")
    how.add_argument("--demo", action="store_true", help="let a match play itself, print events")
    how.add_argument(
        "--chaos",
        type=int,
        metavar="SEED",
        help="random play while everything goes wrong: a fresh box with an empty journal every "
        "6 hours, a third of the time people play; if anything is not as it must be, a scenario "
        "that fails in the same way is written to chaos-SEED.stb here, and the status is 1",
    )
    sim.add_argument(
        "--hours",
        type=_hours,
        metavar="H",
        help="with --chaos: for so many hours, in virtual time (default: 24)",
    )
    sim.add_argument(
        "--players",
        nargs="+",
        metavar="NAME",
        help="start a match of these players at once (not with --scenario)",
    )
    takes_rules(sim)
    sim.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="where the simulated box keeps its matches "
        "(default: stbpi/sim.db in $XDG_STATE_HOME or ~/.local/state)",
    )
    sim.set_defaults(command=_sim)


def _sim(arguments: argparse.Namespace) -> int:
    if arguments.scenario is not None:
        return _scenario(arguments)
    if arguments.chaos is not None:
        return _chaos(arguments)
    if arguments.hours is not None:
        raise ScriptError("only chaos takes hours", "Leave out --hours, or add --chaos SEED.")
    names = tuple(arguments.players or ())
    config = load(arguments, names)
    if arguments.demo:
        if arguments.journal is not None:
            raise ScriptError("the demo has its own journal", "Leave out --journal.")
        from stbpi.sim.demo import play_demo

        play_demo(config, config.players.names or ("P1", "P2"), tell=_print_line)
        return 0
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        print(
            "stbpi: stbpi sim needs a terminal; without one: stbpi sim --scenario FILE, "
            "or stbpi sim --demo",
            file=sys.stderr,
        )
        return 2
    try:
        from stbpi.sim.app import play
    except ModuleNotFoundError as exc:
        if exc.name != "textual":
            raise
        print("stbpi: the simulator needs Textual: pip install 'stbpi[sim]'", file=sys.stderr)
        return 2
    play(config, start=bool(names), journal=arguments.journal or state_file("sim.db"))
    return 0


def _scenario(arguments: argparse.Namespace) -> int:
    _refuse_extra(arguments, "a scenario", "players", "journal", "preset", "rules", "config")
    if arguments.hours is not None:
        raise ScriptError("only chaos takes hours", "Leave out --hours.")
    from stbpi.sim.scenario import play_file

    play_file(arguments.scenario, tell=_print_line)
    return 0


def _chaos(arguments: argparse.Namespace) -> int:
    _refuse_extra(arguments, "chaos", "players", "journal", "preset", "rules", "config")
    from stbpi.sim.chaos import Report, chaos

    seed, hours = arguments.chaos, arguments.hours or CHAOS_H
    is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def progress(report: Report) -> None:
        if is_terminal:
            done = f"{100 * report.hours / hours:3.0f} %  {report.line()}"
            print(f"\r\x1b[K{done[:PROGRESS_WIDTH]}", end="", file=sys.stderr, flush=True)

    try:
        report = chaos(seed, hours=hours, folder=Path(), progress=progress)
    finally:
        if is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    _print_line(report.line())
    if report.failure:
        print(f"stbpi: {report.failure}", file=sys.stderr)
    return 1 if report.failure else 0


def _refuse_extra(arguments: argparse.Namespace, what: str, *given: str) -> None:
    extra = [f"--{name}" for name in given if getattr(arguments, name)]
    if extra:
        raise ScriptError(
            f"{what} has its own players, rules and journal", f"Leave out {', '.join(extra)}."
        )


def _hours(text: str) -> float:
    try:
        hours = float(text)
    except ValueError:
        hours = 0
    if not 0 < hours <= MOST_HOURS:
        raise argparse.ArgumentTypeError(f"expected a number of hours, at most {MOST_HOURS}")
    return hours


def _print_line(line: str) -> None:
    try:
        print(line, flush=True)
    except BrokenPipeError:  # nobody reads on; the play goes on to its end, for its exit status
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
