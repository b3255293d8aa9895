"""The coach of the table: what is best before a choice.

Never: runs in the loop; plays. Keep: what is best follows from what the turn is played for.
"""

from __future__ import annotations

from stbpi.games.game import NO_TILES, Tiles
from stbpi.strategy.coach import (
    Choice,
    cover_choices,
    dice_choices,
    said_of_covers,
    said_of_dice,
)
from stbpi.thinking import words
from stbpi.thinking.advice import Advice, Option
from stbpi.thinking.aims import Aim, aim_of
from stbpi.thinking.question import Before


def advice(asked: Before) -> Advice | None:
    """Return what is best now; `None` if there is nothing to choose."""
    aim = aim_of(asked.occasion)
    if not asked.standing:
        return None
    return _on_covers(aim, asked) if asked.dice else _on_dice(aim, asked)


def _on_covers(aim: Aim, asked: Before) -> Advice | None:
    choices = cover_choices(aim.solution, asked.standing, asked.dice)
    if not choices:
        return None
    options = tuple(_option(choice, aim, tiles=choice.cover) for choice in choices)
    return Advice(said=said_of_covers(choices, aim.measure), options=options)


def _on_dice(aim: Aim, asked: Before) -> Advice:
    choices = dice_choices(aim.solution, asked.standing)
    options = tuple(_option(choice, aim, dice=choice.count) for choice in choices)
    return Advice(said=said_of_dice(choices, aim.measure), options=options)


def _option(choice: Choice[float], aim: Aim, *, tiles: Tiles = NO_TILES, dice: int = 0) -> Option:
    return Option(
        tiles=tiles,
        dice=dice,
        is_best=choice.is_best,
        worth=words.worth(choice.value, aim.measure),
        cost=None if choice.is_best else words.cost(choice.cost, aim.measure),
        shut=words.chance(choice.p_shut),
    )
