"""The steps of a turn: what was thrown, and what was closed for it.

Never: judges them.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.games.game import NO_TILES, Tiles
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import TurnWhy


@dataclass(frozen=True, slots=True)
class Step:
    """A throw of a turn, and what was closed for it.

    Attributes:
        dice: what they showed; empty for real dice, which are not seen.
        cover: nothing where the turn ended with the throw, or while it is to be covered.
    """

    dice: tuple[int, ...]
    cover: Tiles = NO_TILES


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A turn that has ended, as it was played.

    Attributes:
        rules: the house rules that were in force when it started.
        steps: from its start on; of real dice the throw that ended it is not among them.
    """

    seat: int
    round: int
    rules: Ruleset
    steps: tuple[Step, ...]
    why: TurnWhy
