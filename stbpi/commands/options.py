"""Options that several commands share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi import config as configuration
from stbpi import language
from stbpi.config import DEFAULT as DEFAULT_SOURCE
from stbpi.config import Config
from stbpi.errors import ConfigError, RulesError
from stbpi.games.game import NO_TILES
from stbpi.games.registry import NAMES, game_of
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _ActionsContainer

    from stbpi.desk.setup import Setup

SEEDS = 2**32

RULES_OPTION = "--rules"
"""The source of rules that an option brings."""


def paragraphs(*texts: str) -> str:
    """Write paragraphs as wide as argparse writes its own, which would make one of them."""
    import shutil
    import textwrap

    width = max(shutil.get_terminal_size().columns - 2, 20)
    return "\n\n".join(textwrap.fill(text, width) for text in texts)


def takes_config(parser: argparse.ArgumentParser) -> None:
    """Let a command take a configuration file."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=_("the configuration (default: {variable}, else {file})").format(
            variable=f"${configuration.ENVIRONMENT}", file=configuration.SYSTEM_FILE
        ),
    )


def takes_rules(parser: argparse.ArgumentParser) -> None:
    """Let a command take a preset and house rules."""
    parser.add_argument(
        "--preset",
        metavar="NAME",
        help=_("the rules (see: {command})").format(command="stbpi rules"),
    )
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=_("a house rule that differs from the preset; may be given again"),
    )


def takes_game(parser: argparse.ArgumentParser) -> None:
    """Let a command take a game."""
    parser.add_argument(
        "--game",
        metavar="NAME",
        default="",
        help=_("the game: {known} (default: that of the configuration)").format(
            known=", ".join(NAMES)
        ),
    )


def game_named(name: str) -> str:
    """Return the game that `--game` names, the first one if it names none.

    Raises:
        ConfigError: there is none of this name.
    """
    config = configuration.with_game(Config(), name, source="--game") if name else Config()
    return config.rules.game


def takes_json(parser: argparse.ArgumentParser) -> None:
    """Let a command print for programs."""
    parser.add_argument("--json", action="store_true", help=_("print JSON, for programs"))


def takes_seed(parser: _ActionsContainer) -> argparse.Action:
    """Let a command take what chance follows from, and return the option."""
    return parser.add_argument(
        "--seed",
        type=_whole_number,
        metavar="N",
        help=_("the same number gives the same matches (default: another one each time)"),
    )


def seed_of(arguments: argparse.Namespace) -> int:
    """Return what chance follows from, drawn if it was not given."""
    seed: int | None = arguments.seed
    if seed is not None:
        return seed
    from secrets import randbelow  # it takes 3 MB, and a box that plays needs no seed

    return randbelow(SEEDS)


def takes_pictures(parser: argparse.ArgumentParser) -> None:
    """Let a command take the files that pictures are drawn to."""
    for name, what in (("png", "PNG"), ("svg", "SVG")):
        parser.add_argument(
            f"--{name}",
            type=Path,
            metavar="FILE",
            help=_("draw them as a picture ({kind}), too").format(kind=what),
        )


def pictures(arguments: argparse.Namespace) -> list[tuple[Path, str]]:
    """List the pictures that are asked for, each with its kind."""
    return [(path, kind) for kind in ("png", "svg") if (path := getattr(arguments, kind))]


def read(path: Path | None) -> Config:
    """Read the configuration that is in force, and speak its language from now on.

    Args:
        path: the file that `--config` names, if it names one.

    Raises:
        ConfigError: it can't be used.
    """
    config = configuration.load(path, os.environ)
    language.use(language.chosen(config.language.language, os.environ))
    return config


def load(
    arguments: argparse.Namespace,
    names: tuple[str, ...] = (),
    bots: tuple[str, ...] = (),
    *,
    game: str | None = None,
) -> Config:
    """Load the configuration that a command's arguments ask for.

    Args:
        arguments: of a command that takes a configuration and rules.
        names: players that go before the configured ones.
        bots: the same of bots.
        game: the game, in place of the configured one; with its own rules.

    Raises:
        ConfigError: it can't be used.
        RulesError: its rules can't be played on this box.
    """
    config = read(arguments.config)
    if names:
        config = configuration.with_players(config, names, source="--players")
    if bots:
        config = configuration.with_bots(config, bots, source="--bot")
    if game:
        config = configuration.with_game(config, game, source="--game")
    rules = pairs(arguments.rules)
    if arguments.preset or rules:
        config = configuration.with_rules(
            config, arguments.preset or "", rules, source=RULES_OPTION
        )
    check_rules(config)
    return config


def check_rules(config: Config) -> None:
    """Check the configured rules against the box.

    Raises:
        ConfigError: a rule of the configuration file can't be played on it.
        RulesError: a rule that was not taken from a file can't.
    """
    from stbpi.build import checked_rules, setup_of

    first = config.rules.game
    for game in (first, *dict(config.rules.others)):
        try:
            if game == first:
                _start(setup_of(game, config), config)
            else:
                checked_rules(game, config)
        except RulesError as exc:
            raise _of_the_file(exc, game, config) from exc


def _start(setup: Setup, config: Config) -> None:
    """Let the game refuse what it can't start with: these rules, or bots.

    Raises:
        RulesError: it refuses.
    """
    from stbpi.desk.setup import seated

    game, bots = game_of(setup.game), config.players.bots
    command = replace(setup, bots=bots).start()
    if bots and not command.bots and setup.summary.most_seats > 1:
        names, seats = seated(command.names, bots[:1])
        command = replace(command, names=names, bots=seats)
    game.decide(game.new(NO_TILES, complain_ms=0), command)


def _of_the_file(error: RulesError, game: str, config: Config) -> RulesError | ConfigError:
    """Return what is wrong with a rule; if it is one of the file, with its key."""
    key = config.rule_key(game, error.field)
    source = dict(config.sources).get(key, "")
    if source in ("", DEFAULT_SOURCE, "--game", RULES_OPTION):
        return error
    return ConfigError(
        key,
        found=str(error.found),
        expected=error.expected,
        nearest=error.nearest,
        source=source,
        do=error.do,
    )


def pairs(rules: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Split `KEY=VALUE` texts.

    Raises:
        RulesError: one is not of that form.
    """
    split = [text.partition("=") for text in rules]
    for key, equals, value in split:
        if not (key and equals and value):
            raise RulesError(key or "rules", found=value or _("nothing"), expected=_("KEY=VALUE"))
    return tuple((key, value) for key, _, value in split)


def _whole_number(text: str) -> int:
    if text.isascii() and text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(_("expected a whole number"))


def state_file(name: str) -> Path:
    """Return a file of the user's own state, by the XDG base directory rules."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "stbpi" / name
