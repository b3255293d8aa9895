"""How play begins on a simulated box: with the match and the tiles that it was left with."""

from __future__ import annotations

from pathlib import Path

from stbpi.config import Config
from stbpi.desk.setup import seated
from stbpi.games.game import StartMatch, Tiles, all_tiles
from stbpi.games.registry import DEFAULT, GAMES
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
    summary = GAMES[DEFAULT]().summary(config.rules.preset, config.house_rules)
    needed = left.tile_count if left is not None and left.is_open else 0
    return with_tiles(config, max(summary.tiles, needed))


async def open_up(box: Simulation, left: Left | None, config: Config, *, start: bool) -> None:
    """Start a box; it is the caller's to stop it, also if this fails.

    Args:
        box: it has not been started.
        left: what it was left with.
        config: of the box.
        start: start a match of the configured players at once, unless the open one is theirs.

    Raises:
        StbError: it can't go on, or the rules can't be played.
    """
    if left is not None:
        box.hand.move(Tiles(left.down & all_tiles(box.tile_count)))
    await box.start()
    if start and not _is_same(left, config):
        await box.start_match(_first_match(config))
        await box.lift(all_tiles(box.tile_count))


def _is_same(left: Left | None, config: Config) -> bool:
    """Say whether the open match is one of the configured players, in whatever order they sit."""
    names, _ = players_of(config)
    return left is not None and left.is_open and sorted(left.names) == sorted(names)


def _first_match(config: Config) -> StartMatch:
    preset = config.rules.preset
    house_rules = GAMES[DEFAULT]().check_rules(preset, config.house_rules)
    names, bots = players_of(config)
    return StartMatch(names=names, preset=preset, house_rules=house_rules, bots=bots)


def players_of(config: Config) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the configured people and bots by seat, and which bots those are."""
    return seated(config.players.names or ("P1",), config.players.bots)
