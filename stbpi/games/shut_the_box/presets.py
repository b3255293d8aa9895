"""The presets, as data: what each differs from the defaults by, or from `classic`.

Rule: RULES.md 1.3; the order is the one in which the set-up offers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    Limit,
    OneDie,
    Ruleset,
    Scoring,
    Shut,
    Stakes,
)

_CLASSIC = Ruleset(rounds=1, one_die=OneDie.HIGH_DOWN)

PRESETS: Mapping[str, Ruleset] = {
    "classic": _CLASSIC,
    "golf": replace(_CLASSIC, scoring=Scoring.SUM),
    "missionary": replace(_CLASSIC, scoring=Scoring.COUNT),
    "canoga_stakes": replace(_CLASSIC, stakes=Stakes.DIFFERENCE, rounds=4),
    "pub_pool": replace(_CLASSIC, stakes=Stakes.POOL, rounds=4),
    "up_to_45": replace(_CLASSIC, rounds=0, ceiling=45),
    "children": replace(_CLASSIC, cover=CoverRule.SUM_OR_DICE),
    "solo": _CLASSIC,
    "luk_kassen": Ruleset(),
    "canoga": Ruleset(tiles=10, one_die=OneDie.HIGH_DOWN),
    "digits": Ruleset(scoring=Scoring.DIGITS),
    "three_dice": Ruleset(tiles=12, dice=3),
    "knock_out": Ruleset(rounds=0, knock_out=45, knock_out_at=Limit.EXCEED, shut=Shut.ZERO),
    "best_of_one": Ruleset(rounds=1),
    "tournament": Ruleset(rounds=0, ceiling=100, ceiling_at=Limit.REACH),
    "two_to_go": Ruleset(first_roll_tile=2),
    "three_to_go": Ruleset(first_roll_tile=3),
    "three_down": Ruleset(start=(4, 5, 6, 7, 8, 9)),
    "odds": Ruleset(start=(1, 3, 5, 7, 9)),
    "evens": Ruleset(start=(2, 4, 6, 8)),
    "full_house": Ruleset(tiles=12),
    "lucky_seven": Ruleset(start=(7,), rounds=0, shut=Shut.WINS),
    "unlucky_seven": Ruleset(unlucky=7),
    "thai": Ruleset(cover=CoverRule.ONE_TILE, one_die=OneDie.NEVER),
    "exact": Ruleset(cover=CoverRule.EXACT),
    "two_tiles": Ruleset(cover=CoverRule.MAX_TWO),
}

FOR_ONE_PLAYER = frozenset({"solo"})
"""Presets that one player plays alone, against the records."""
