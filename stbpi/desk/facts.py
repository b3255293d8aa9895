"""What the pages of the desk are made of.

Never: changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stbpi.desk.page import Figures
from stbpi.desk.settings import Value
from stbpi.dice.drawn import NOTHING_DRAWN, Drawn
from stbpi.games.game import RuleChoice, Tiles, View

if TYPE_CHECKING:
    from stbpi.thinking.advice import Aftermath


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is so at this moment.

    Attributes:
        view: of the match or of the set-up, without any page.
        is_in_match: there is a match that can be ended.
        down: the tiles that are down.
        broken: the tiles that are declared broken.
        failed: the tiles whose switches have failed.
        rules: lists the house rules that can be chosen.
        games: lists those that can be played on this box.
        takes_bots: seats of the set-up may be those of bots that are chosen.
        values: of the settings, by their keys.
        statistics: makes the pages of numbers.
        dice: what may be seen of what the throws of the match follow from.
        has_key: the landlord's drawers are locked.
        last_turn: what the coach may say of the turn that has ended last; `None` if nothing.
    """

    view: View
    is_in_match: bool
    down: Tiles
    broken: Tiles
    failed: Tiles
    rules: Callable[[], tuple[RuleChoice, ...]]
    games: Callable[[], tuple[str, ...]]
    takes_bots: bool
    values: Mapping[str, Value]
    statistics: Callable[[], tuple[Figures, ...]]
    has_key: bool
    dice: Drawn = NOTHING_DRAWN
    last_turn: Aftermath | None = None
