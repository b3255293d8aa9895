"""The gallery of the coach: what he says at moments of the other examples.

`gallery` puts them among its examples. Nobody who only draws imports this.

Never: draws, says a word of its own. Keep: what is said is what the coach thinks of that moment.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.game import Tiles, all_tiles, tiles
from stbpi.games.shut_the_box.ruleset import OneDie, Ruleset
from stbpi.games.shut_the_box.steps import Played, Step
from stbpi.games.shut_the_box.tally import Turn, TurnWhy
from stbpi.thinking.advice import Aftermath, Coaching
from stbpi.thinking.aftermath import aftermath
from stbpi.thinking.coach import advice
from stbpi.thinking.question import After, Before, Occasion

ALONE = Ruleset()
ANY_DICE = Ruleset(one_die=OneDie.ALWAYS)
DECIDING = Ruleset(rounds=1)
"""Who throws last knows what he needs."""

STEPS = (
    Step((4, 5), tiles(4, 5)),
    Step((6, 2), tiles(8)),
    Step((6, 3), tiles(9)),
    Step((5, 2), tiles(7)),
    Step((4, 1), tiles(2, 3)),
    Step((6, 5)),
)
"""A turn with a choice that was not the best; 1 and 6 are left."""

SHUT = (
    Step((6, 6), tiles(3, 9)),
    Step((5, 3), tiles(8)),
    Step((5, 5), tiles(4, 6)),
    Step((2, 4), tiles(1, 5)),
    Step((5, 4), tiles(2, 7)),
)
"""A turn of the best choices alone."""


def _occasion(rules: Ruleset) -> Occasion:
    if rules is not DECIDING:
        return Occasion(rules=rules, seats=1, seat=1, round=1, turns=())
    first = Turn(seat=1, round=1, start=all_tiles(9), standing=tiles(2, 9), why=TurnWhy.NO_MOVE)
    return Occasion(rules=rules, seats=2, seat=2, round=1, turns=(first,))


def _before(standing: Tiles, *dice: int, rules: Ruleset = ALONE) -> Coaching:
    asked = Before(occasion=_occasion(rules), standing=standing, dice=dice)
    return Coaching(before=advice(asked), on_display=True)


def _after(*steps: Step, why: TurnWhy, rules: Ruleset = ALONE) -> Aftermath:
    occasion = _occasion(rules)
    played = Played(seat=occasion.seat, round=1, rules=rules, steps=steps, why=why)
    told = aftermath(After(occasion=occasion, played=played))
    assert told is not None
    return told


_UP = tiles(1, 2, 3, 4, 6, 7)

WITH_AN_ERROR = _after(*STEPS, why=TurnWhy.NO_MOVE)
WITHOUT_ERRORS = _after(*SHUT, why=TurnWhy.SHUT)
IN_WINNING = _after(*STEPS, why=TurnWhy.NO_MOVE, rules=DECIDING)

COACHED: Mapping[str, tuple[str, Coaching]] = {
    "covering_with_advice": ("covering", _before(_UP, 5, 4)),
    "covering_with_advice_to_win": ("covering", _before(_UP, 5, 4, rules=DECIDING)),
    "complete_with_advice": ("complete", _before(tiles(1, 3))),
    "ready_with_advice": ("ready", _before(all_tiles(9), rules=ANY_DICE)),
    "no_move_with_luck": ("no_move", Coaching(after=WITH_AN_ERROR, on_display=True)),
    "no_move_with_luck_in_winning": ("no_move", Coaching(after=IN_WINNING, on_display=True)),
    "shut_without_errors": ("shut", Coaching(after=WITHOUT_ERRORS, on_display=True)),
}
"""The coach's examples: which other one it is, and what he says there."""
