"""Games, rules and players for chaos: whatever may be combined.

What is special to one game is told by its module `chaos`.

Never: makes a match that lasts for hours, if it can help it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

from stbpi.errors import RulesError
from stbpi.games.bot_kinds import STRENGTHS
from stbpi.games.events import Event
from stbpi.games.game import (
    NO_TILES,
    Command,
    HouseRules,
    NoMove,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    Undo,
    View,
)
from stbpi.games.registry import NAMES as GAMES
from stbpi.games.registry import game_of, part

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Åse", "Jānis", "Großvater", "O'Hara", "x", "Twelve_Signs")

SEATS = (1, 2, 2, 2, 2, 3, 3, 4, 5, 8)
"""How many players, each as often as it stands here."""

BOTS = 0.3
"""How many of the matches of several players have seats for bots."""

REFERENCE = 0.2
"""How many of the boxes have a reference contact in the cable of their tiles."""

DEALS = 1_000_000
"""So many deals are told apart."""


class ChaosPart(Protocol):
    """What chaos knows of a game: its module `chaos`.

    Attributes:
        VALUES: values of its house rules, each as often as it stands there; no box begins with a
            game that has none.
    """

    VALUES: Mapping[str, tuple[object, ...]]

    def is_long(self, state: Any) -> bool:
        """Say whether a match bores the players by now."""
        ...

    def ways(self, state: Any) -> tuple[Tiles, ...]:
        """List which tiles may be closed together in this turn."""
        ...

    def offered(self, view: View) -> int:
        """Say between how many choices a press goes on now."""
        ...

    def cause(self, state: Any, event: Event) -> Command | None:
        """Return the command, of a bot or of a clock, that an event comes of; else `None`."""
        ...

    def broken(self, state: Any) -> tuple[str, str] | None:
        """Say what should be so of a state, and what is; `None` if all is as it must be."""
        ...


class _Nothing:
    """What is known of a game that has no such module: nobody does anything but press in it."""

    VALUES: Mapping[str, tuple[object, ...]] = MappingProxyType({})

    def is_long(self, state: Any) -> bool:
        return False

    def ways(self, state: Any) -> tuple[Tiles, ...]:
        return (NO_TILES,)

    def offered(self, view: View) -> int:
        return 0

    def cause(self, state: Any, event: Event) -> Command | None:
        return None

    def broken(self, state: Any) -> tuple[str, str] | None:
        return None


def chaos_of(game: str) -> ChaosPart:
    """Return what chaos knows of a game."""
    known: ChaosPart = part(game, "chaos") or _Nothing()
    return known


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands at the top of a scenario.

    Attributes:
        game: its name.
        preset: of the rules.
        house_rules: what differs from it, as fields and texts.
        deal: the number of the first deal.
        players: names by seat, with their bots; none if the box starts in the set-up.
        box: how its tiles are wired; empty if as most.
    """

    game: str
    preset: str
    house_rules: tuple[tuple[str, str], ...]
    deal: int
    players: tuple[tuple[str, str], ...]
    box: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        rules = [f"preset={self.preset}", *(f"{key}={value}" for key, value in self.house_rules)]
        players = [f"{name}={bot}" if bot else name for name, bot in self.players]
        return (
            f"game {self.game}",
            f"shuffle {self.deal}",
            " ".join(["rules", *rules]),
            *([self.box] if self.box else []),
            *([" ".join(["players", *players])] if players else []),
        )

    @property
    def match(self) -> StartMatch:
        """The match that the scenario begins with, if it has players."""
        bots = tuple(bot for _, bot in self.players)
        return StartMatch(
            game=self.game,
            names=tuple(name for name, _ in self.players),
            preset=self.preset,
            house_rules=self.house_rules,
            bots=bots if any(bots) else (),
        )

    def rules_of(self, game: str, preset: str, *, tiles: int) -> HouseRules:
        """Return what the set-up plays a preset with, on a box with so many tiles."""
        own = self.house_rules if (game, preset) == (self.game, self.preset) else ()
        checked = game_of(game).check_rules(preset, own)
        return game_of(game).fitted(preset, checked, tiles=tiles)


def change(game: str, chance: random.Random) -> tuple[str, str]:
    """Make a house rule, as field and text; the rest of the rules may forbid it."""
    values = chaos_of(game).VALUES
    field = chance.choice(tuple(values))
    return field, str(chance.choice(values[field]))


def head(chance: random.Random) -> Head:
    """Make the top of a scenario."""
    game = chance.choice([game for game in GAMES if chaos_of(game).VALUES])
    preset = chance.choice(game_of(game).presets())
    house_rules = tuple(change(game, chance) for _ in range(chance.choice((0, 0, 1, 3, 6))))
    while (made := _seated(game, preset, house_rules, chance)) is None:
        house_rules = house_rules[1:]
    return made


def wired(made: Head, chance: random.Random) -> Head:
    """Let the tiles' cable have a reference contact, or not, and closed mean either, then."""
    if chance.random() >= REFERENCE:
        return made
    return replace(made, box=f"box closed_is={chance.choice(('down', 'up'))} reference=yes")


def _seated(
    game: str, preset: str, house_rules: tuple[tuple[str, str], ...], chance: random.Random
) -> Head | None:
    """Seat players at these rules; `None` if these can't be played by so many."""
    try:
        rules = game_of(game).check_rules(preset, house_rules)
        summary = game_of(game).summary(preset, rules)
        fitting = [n for n in SEATS if summary.least_seats <= n <= summary.most_seats]
        if not fitting:
            return None
        names = chance.sample(NAMES, chance.choice(fitting))
        has_bots = summary.takes_bots and len(names) > 1 and chance.random() < BOTS
        seated = [(name, _bot(chance) if has_bots else "") for name in names]
        made = Head(
            game=game,
            preset=preset,
            house_rules=house_rules,
            deal=chance.randint(1, DEALS),
            players=tuple(seated),
        )
        game_of(game).decide(game_of(game).new(NO_TILES, complain_ms=0), made.match)
    except RulesError:
        return None
    return replace(made, players=()) if chance.random() < 0.2 else made


def _bot(chance: random.Random) -> str:
    """Let a bot have a seat, or not; not the perfect one, which thinks for too long here."""
    kinds = ("careful", "random", "points", f"casual:{chance.choice(STRENGTHS)}")
    return "" if chance.random() < 0.5 else chance.choice(kinds)


def command(line: str) -> Undo | NoMove | StopTurn | SetRule:
    """Return what the operator asks for in a line."""
    match line.split():
        case ["undo"]:
            return Undo()
        case ["stop"]:
            return StopTurn()
        case ["no_move"]:
            return NoMove()
        case [_, change]:
            field, _, value = change.partition("=")
            return SetRule(field=field, value=value)
        case _:
            raise ValueError(line)
