"""How play begins on a simulated box: with the match and the tiles that it was left with."""

from __future__ import annotations

from pathlib import Path

from stbpi.build import setup_of
from stbpi.config import Config
from stbpi.desk.setup import seated
from stbpi.errors import RulesError
from stbpi.games.events import Event, PlayerSeated
from stbpi.games.game import NO_TILES, StartMatch, Summary, Tiles, all_tiles
from stbpi.games.registry import TITLES, game_of
from stbpi.language import _
from stbpi.sim.app_resume import Left, last_match_in, left_of
from stbpi.sim.simulation import Simulation, with_tiles


def left_in(journal: Path) -> Left | None:
    """Say what a journal ends with, before the program opens it.

    Raises:
        RulesError: the match was played by rules that are unknown here.
    """
    last = last_match_in(journal)
    return None if last is None else left_of(last)


def fitting(config: Config, left: Left | None) -> Config:
    """Return the configuration of a box that has the tiles of its rules, or of its open match."""
    setup = setup_of(config.rules.game, config)
    needed = left.tile_count if left is not None and left.is_open else 0
    return with_tiles(config, max(setup.summary.tiles, needed))


async def open_up(box: Simulation, left: Left | None, config: Config, *, start: bool) -> None:
    """Start a box; it is the caller's to stop it, also if this fails.

    Args:
        box: it has not been started.
        left: what it was left with.
        config: of the box.
        start: start a match of the configured players at once, unless the open one is theirs and
            of this game.

    Raises:
        StbError: it can't go on, or the rules can't be played.
    """
    if left is not None:
        box.hand.move(Tiles(left.down & all_tiles(box.tile_count)))
    await box.start()
    if start and not _is_same(left, config):
        await box.start_match(first_match(config))
        await box.lift(all_tiles(box.tile_count))


def _is_same(left: Left | None, config: Config) -> bool:
    """Say whether the open match is the configured players' game, in whatever order they sit."""
    if left is None or not left.is_open or left.game != config.rules.game:
        return False
    names = [event.player for event in _started(config) if isinstance(event, PlayerSeated)]
    return sorted(left.names) == sorted(names)


def _started(config: Config) -> tuple[Event, ...]:
    """Return what happens when a match of the configured players is started.

    Raises:
        RulesError: it can't be.
    """
    command = first_match(config)
    game = game_of(command.game)
    return game.decide(game.new(NO_TILES, complain_ms=0), command)


def check_first_match(config: Config, *, with_bots: bool) -> None:
    """Check that a match of the configured players can be started.

    Args:
        config: of the box.
        with_bots: bots are to play, not only where the rules have seats for them.

    Raises:
        RulesError: it can't.
    """
    setup = setup_of(config.rules.game, config)
    if with_bots and not setup.summary.takes_bots:
        game = TITLES[config.rules.game]
        expected = _("none: {game} has no seats for them").format(game=game)
        raise RulesError("bots", found=", ".join(config.players.bots), expected=expected)
    _started(config)


def first_match(config: Config) -> StartMatch:
    """Return the command that starts a match of the configured players.

    Raises:
        RulesError: the rules can't be played.
    """
    setup = setup_of(config.rules.game, config)
    names, bots = players_of(config, setup.summary)
    return StartMatch(
        game=setup.game, names=names, preset=setup.preset, house_rules=setup.rules, bots=bots
    )


def players_of(config: Config, summary: Summary) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the configured people and bots by seat, and which bots those are.

    Args:
        config: the configuration.
        summary: of the rules; where they have no seats for bots, people play alone.
    """
    bots = config.players.bots if summary.takes_bots else ()
    least = max(summary.least_seats - len(bots), 1)
    people = config.players.names or tuple(f"P{seat}" for seat in range(1, least + 1))
    return seated(people, bots)
