"""`stbpi sim`: play on a simulated box, in the terminal or in lines of text.

Never: plays without a person; that is what `sim_headless` is for.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands import sim_headless
from stbpi.commands.options import load, state_file, takes_config, takes_rules
from stbpi.commands.screen import is_drawable
from stbpi.config import Config, with_serial, with_tile_board
from stbpi.errors import JournalError, ScriptError
from stbpi.games.bot_kinds import EXAMPLES
from stbpi.games.registry import NAMES
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

MOST_HOURS = 100_000
MOST_SPEED = 1000


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    sim = commands.add_parser("sim", help=_("play on a simulated box"))
    takes_config(sim)
    how = sim.add_mutually_exclusive_group()
    how.add_argument(
        "--plain",
        action="store_true",
        help=_("play in lines of text, for screen readers and pipes; ? says what can be typed"),
    )
    how.add_argument("--scenario", type=Path, metavar="FILE", help=_("play a script, print events"))
    how.add_argument(
        "--replay",
        type=Path,
        metavar="FILE",
        help=_("play what a real box has recorded (see: {command}), print events").format(
            command="stbpi record"
        ),
    )
    how.add_argument("--demo", action="store_true", help=_("let a match play itself, print events"))
    how.add_argument(
        "--chaos",
        type=int,
        metavar="SEED",
        help=_(
            "random play while everything goes wrong: a fresh box with an empty journal every "
            "6 hours, a third of the time people play; if anything is not as it must be, a "
            "scenario that fails in the same way is written to {file} here, and the status is 1"
        ).format(file="chaos-SEED.stb"),
    )
    sim.add_argument(
        "--gif",
        type=Path,
        metavar="FILE",
        help=_("with {options}: what the display shows, as an animated picture").format(
            options="--scenario, --replay, --demo"
        ),
    )
    sim.add_argument(
        "--speed",
        type=_speed,
        metavar="X",
        help=_("with {option}: so many times faster than it was (default: at once)").format(
            option="--replay"
        ),
    )
    sim.add_argument(
        "--hours",
        type=_hours,
        metavar="H",
        help=_("with {option}: for so many hours, in virtual time (default: 24)").format(
            option="--chaos"
        ),
    )
    sim.add_argument(
        "--game",
        metavar="NAME",
        help=_("the game: {known} (default: that of the configuration)").format(
            known=", ".join(NAMES)
        ),
    )
    sim.add_argument(
        "--players",
        nargs="+",
        metavar="NAME",
        help=_("start a match of these players at once"),
    )
    sim.add_argument(
        "--bot",
        action="append",
        metavar="BOT",
        help=_("let a bot play, too, and start a match at once; may be repeated: {known}").format(
            known=", ".join(EXAMPLES)
        ),
    )
    takes_rules(sim)
    sim.add_argument(
        "--tile-board",
        nargs="?",
        const="",
        metavar="PORT",
        help=_(
            "play on the tiles and the button of a real box, through its tile board; the display "
            "is shown here (default: {key}, else it is looked for)"
        ).format(key="tile_board.port"),
    )
    sim.add_argument(
        "--serial",
        metavar="PORT",
        help=_("log the play on a serial port, or to {address}").format(
            address="socket://host:port"
        ),
    )
    sim.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=_(
            "where the simulated box keeps its matches (default: {file} in {variable} or {folder})"
        ).format(file="stbpi/sim.db", variable="$XDG_STATE_HOME", folder="~/.local/state"),
    )
    sim.set_defaults(command=_sim)


def _sim(arguments: argparse.Namespace) -> int:
    _refuse_what_does_not_fit(arguments)
    if arguments.scenario is not None:
        return sim_headless.scenario(arguments)
    if arguments.replay is not None:
        return sim_headless.replay(arguments)
    if arguments.chaos is not None:
        return sim_headless.chaos(arguments)
    if arguments.demo:
        return sim_headless.demo(arguments)
    return _plain(arguments) if arguments.plain else _in_the_terminal(arguments)


def _plain(arguments: argparse.Namespace) -> int:
    from stbpi.sim.plain import play

    config, journal = _config(arguments), _journal(arguments)
    _choose_game(arguments.game or "", config, journal)
    play(
        config,
        start=bool(arguments.players or arguments.bot),
        journal=journal,
        tell=sim_headless.print_line,
    )
    return 0


def _in_the_terminal(arguments: argparse.Namespace) -> int:
    config = _config(arguments)
    if not is_drawable():
        said = _("stbpi sim needs a terminal; without one: {commands}").format(
            commands="stbpi sim --plain, --scenario FILE, --replay FILE, --demo"
        )
        print(f"stbpi: {said}", file=sys.stderr)
        return 2
    try:
        from stbpi.sim.app import play
    except ModuleNotFoundError as exc:
        if exc.name != "textual":
            raise
        said = _("the simulator needs Textual: {command}").format(
            command="pip install 'stbpi[sim]'"
        )
        print(f"stbpi: {said}", file=sys.stderr)
        return 2
    journal = _journal(arguments)
    _choose_game(arguments.game or "", config, journal)
    play(config, start=bool(arguments.players or arguments.bot), journal=journal)
    return 0


def _journal(arguments: argparse.Namespace) -> Path:
    named: Path | None = arguments.journal
    return named or state_file("sim.db")


def _choose_game(game: str, config: Config, journal: Path) -> None:
    """Choose a game as the box's menu does, where another one was chosen there.

    Raises:
        StbError: the journal is in use, or can't be written.
    """
    from stbpi.adjustments import adjustments_of, record
    from stbpi.desk.settings import GAME

    if not game:
        return
    with suppress(JournalError):  # the box says what is wrong with it, or sets it aside
        chosen = adjustments_of(config, journal)
        if chosen.chosen.get(GAME) not in (None, "", game):
            record(journal, chosen.changing({GAME: game}, source="--game"))


def _config(arguments: argparse.Namespace) -> Config:
    """Return the configuration; the ports of a real box are not used here unless they are named."""
    from stbpi.sim.opening import check_first_match
    from stbpi.sim.simulation import on_pins, pins_like_the_board

    people, bots = tuple(arguments.players or ()), tuple(arguments.bot or ())
    config = load(arguments, people, bots, game=arguments.game)
    if people or bots:
        check_first_match(config, with_bots=bool(bots))
    port = arguments.serial or ""
    if port and "://" not in port:
        port = str(Path(port).absolute())
    config = with_serial(config, port, source="--serial")
    if arguments.tile_board is None:
        return on_pins(config)
    return pins_like_the_board(with_tile_board(config, arguments.tile_board, source="--tile-board"))


def _refuse_what_does_not_fit(arguments: argparse.Namespace) -> None:
    """Refuse options that would do nothing.

    Raises:
        ScriptError: there are some.
    """
    plays = ["game", "players", "bot", "journal", "preset", "rules", "config"]
    own: list[str] = []
    brings = ""
    if arguments.scenario is not None:
        own, brings = plays, _("a scenario has its own players, rules and journal")
    elif arguments.replay is not None:
        own, brings = plays, _("a recording has its own players, rules and journal")
    elif arguments.chaos is not None:
        own, brings = plays, _("chaos has its own players, rules and journal")
    elif arguments.demo:
        own, brings = ["bot", "journal"], _("the demo has its own journal, and plays for all")
    has_film = arguments.scenario is not None or arguments.replay is not None or arguments.demo
    is_alone = has_film or arguments.chaos is not None
    wrong = [
        (_("only chaos takes hours"), ["hours"] if arguments.chaos is None else []),
        (_("only a recording has a speed"), ["speed"] if arguments.replay is None else []),
        (_("only what plays by itself makes a film"), [] if has_film else ["gif"]),
        (_("only what a person plays goes to a serial port"), ["serial"] if is_alone else []),
        (
            _("only the box in the terminal can have a tile board"),
            ["tile-board"] if is_alone or arguments.plain else [],
        ),
        (brings, own),
    ]
    for what, options in wrong:
        given = [f"--{name}" for name in options if _is_given(arguments, name)]
        if given:
            raise ScriptError(what, _("Leave out {options}.").format(options=", ".join(given)))


def _is_given(arguments: argparse.Namespace, name: str) -> bool:
    return getattr(arguments, name.replace("-", "_")) not in (None, False, [])


def _hours(text: str) -> float:
    hours = _number(text)
    if not 0 < hours <= MOST_HOURS:
        raise argparse.ArgumentTypeError(
            _("expected a number of hours, at most {most}").format(most=MOST_HOURS)
        )
    return hours


def _speed(text: str) -> float:
    speed = _number(text)
    if not 1 / MOST_SPEED <= speed <= MOST_SPEED:
        raise argparse.ArgumentTypeError(
            _("expected a number, 1 for real time, at most {most}").format(most=MOST_SPEED)
        )
    return speed


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0
