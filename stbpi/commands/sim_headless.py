"""`stbpi sim` without a person: scripts, recordings, the demo, chaos."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import load
from stbpi.config import with_serial

if TYPE_CHECKING:
    from stbpi.sim.chaos import Report
    from stbpi.sim.gif import Film

CHAOS_H = 24.0
PROGRESS_WIDTH = 79


def scenario(arguments: argparse.Namespace) -> int:
    from stbpi.sim.scenario import play_file

    with _film(arguments) as film:
        play_file(arguments.scenario, tell=print_line, film=film)
    return 0


def replay(arguments: argparse.Namespace) -> int:
    from stbpi.sim.replay import play_recording

    with _film(arguments) as film:
        play_recording(
            arguments.replay,
            tell=print_line,
            warn=lambda text: print(f"stbpi: {text}", file=sys.stderr),
            speed=arguments.speed or 0.0,
            film=film,
        )
    return 0


def demo(arguments: argparse.Namespace) -> int:
    from stbpi.build import setup_of
    from stbpi.sim.demo import play_demo
    from stbpi.sim.simulation import on_pins

    config = load(arguments, tuple(arguments.players or ()), game=arguments.game)
    config = on_pins(with_serial(config, "", source="--demo"))
    most = setup_of(config.rules.game, config).summary.most_seats
    names = config.players.names or tuple(f"P{seat}" for seat in range(1, min(most, 2) + 1))
    with _film(arguments) as film:
        play_demo(config, names, tell=print_line, film=film)
    return 0


def chaos(arguments: argparse.Namespace) -> int:
    from stbpi.sim.chaos import chaos as play_chaos

    seed, hours = arguments.chaos, arguments.hours or CHAOS_H
    is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def progress(report: Report) -> None:
        if is_terminal:
            done = f"{100 * report.hours / hours:3.0f} %  {report.line()}"
            print(f"\r\x1b[K{done[:PROGRESS_WIDTH]}", end="", file=sys.stderr, flush=True)

    try:
        report = play_chaos(seed, hours=hours, folder=Path(), progress=progress)
    finally:
        if is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    print_line(report.line())
    if report.failure:
        print(f"stbpi: {report.failure}", file=sys.stderr)
    return 1 if report.failure else 0


@contextmanager
def _film(arguments: argparse.Namespace) -> Iterator[Film | None]:
    """Film the display if that is asked for; what fails is on the film up to there."""
    if arguments.gif is None:
        yield None
        return
    from stbpi.sim.gif import Film

    film = Film(arguments.gif)
    try:
        yield film
    finally:
        film.save()


def print_line(line: str) -> None:
    """Print a line at once."""
    try:
        print(line, flush=True)
    except BrokenPipeError:  # nobody reads on; the play goes on to its end, for its exit status
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
