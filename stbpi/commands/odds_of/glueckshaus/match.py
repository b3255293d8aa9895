"""A match of Glückshaus as options describe it, and its odds.

Never: prints, but how far it has come.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from stbpi.commands.odds_of.glueckshaus import MATCHES
from stbpi.commands.odds_of.glueckshaus.position import position
from stbpi.commands.options import pairs, seed_of
from stbpi.commands.progress import Progress, is_seen
from stbpi.display import names
from stbpi.games.game import HouseRules
from stbpi.games.glueckshaus.house_rules import differences, make, preset
from stbpi.games.glueckshaus.odds import (
    Forecast,
    Odds,
    Played,
    Position,
    forecast,
    odds,
    play,
    simulate,
)
from stbpi.games.glueckshaus.ruleset import Ruleset
from stbpi.language import _
from stbpi.strategy.duel import wilson

DEFAULT_PRESET = "glueckshaus"

TRIAL = 5
"""So many matches show how long they are."""

ENOUGH_THROWS = 2_000_000
"""If nobody says how many matches, they are as many as have so many throws: some seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Winning:
    """The chance of a player to win, with where it lies with a confidence of 95 %."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOdds:
    """The odds of a match.

    Attributes:
        preset: what the rules go out from.
        house_rules: what differs from it, as (field, value).
        rules: all of them.
        position: how the match stands.
        odds: of the next throw.
        forecast: what came of the matches that were played from there on.
        seed: what those followed from.
    """

    preset: str
    house_rules: HouseRules
    rules: Ruleset
    position: Position
    odds: Odds
    forecast: Forecast
    seed: int

    @property
    def title(self) -> str:
        """Say by which rules it is played."""
        name = str(names.preset(self.preset))
        return _("{preset}, changed").format(preset=name) if self.house_rules else name

    @property
    def matches(self) -> int:
        """How many were played."""
        return len(self.forecast.lengths)

    @property
    def exactly(self) -> dict[str, Fraction]:
        """What the next throw brings, by its names in the JSON."""
        now = self.odds
        return {"gain": now.gain, "p_pay": now.pays, "p_take": now.takes, "p_out": now.is_out}

    @property
    def winning(self) -> list[Winning]:
        """Everybody's chance to win, by seat."""
        told = []
        for share in self.forecast.won:
            low, high = wilson(share * self.matches, self.matches)
            told.append(Winning(share=share, low=low, high=high))
        return told

    def draw(self, path: Path, *, kind: str) -> None:
        from stbpi.commands.odds_of.glueckshaus.plot import draw

        draw(self, path, kind=kind)

    def members(self, *, exact: bool) -> dict[str, Any]:
        from stbpi.commands.odds_of.glueckshaus.report import report

        return report(self, exact=exact)

    def lines(self, *, exact: bool) -> list[str]:
        from stbpi.commands.odds_of.glueckshaus.words import lines

        return lines(self, exact=exact)


def asked(arguments: argparse.Namespace) -> MatchOdds:
    """Work out the odds that are asked for.

    Raises:
        StbError: the match can't stand so, or its rules can't be played.
    """
    name = arguments.preset or DEFAULT_PRESET
    rules = make(name, pairs(arguments.rules))
    stands = position(
        rules,
        players=arguments.players,
        board=arguments.board or (),
        chips=arguments.chips,
        turn=arguments.turn,
        kings=arguments.kings,
    )
    seed = seed_of(arguments)
    matches = arguments.matches or _enough(rules, stands, seed)
    return MatchOdds(
        preset=name,
        house_rules=differences(rules, preset(name)),
        rules=rules,
        position=stands,
        odds=odds(rules, stands.board, has=stands.hands[stands.seat - 1]),
        forecast=forecast(_played(rules, stands, matches, seed), len(stands.hands)),
        seed=seed,
    )


def _enough(rules: Ruleset, stands: Position, seed: int) -> int:
    """Return how many matches can be played in some seconds."""
    trial = simulate(rules, stands, TRIAL, Random(seed))
    return max(TRIAL, min(MATCHES, round(ENOUGH_THROWS / trial.mean)))


def _played(rules: Ruleset, stands: Position, matches: int, seed: int) -> Iterator[Played]:
    """Play matches, and show on a terminal how many."""
    text = _("{done} of {total} matches")
    with Progress(matches, text, is_shown=is_seen(prints=False)) as progress:
        for played in play(rules, stands, matches, Random(seed)):
            progress.add(1)
            yield played
