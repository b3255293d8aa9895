"""Judging real tiles: what a person has to do so that the box shows where chips lie.

A tile is down when, and only when, chips lie in its room. Order never matters.

Never: changes a state, knows time. Rule: RULES.md 2.4.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.games.game import NO_TILES, Prompt, Tiles, all_tiles, without
from stbpi.games.glueckshaus.match import Stage, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What is to be done with the tiles in play.

    Attributes:
        close: those of rooms that the last throw has filled, and that stand.
        open: those of rooms that it has emptied, and that are down.
        lifted: those of rooms that were filled before, and that stand.
        stray: those of rooms that were empty before, and that are down.
    """

    close: Tiles
    open: Tiles
    lifted: Tiles
    stray: Tiles


def judge(state: State) -> Judgement:
    """Compare the box with the board; before a throw nothing is new."""
    down = Tiles(state.down & all_tiles(state.rules.tiles))
    wanted = state.wanted
    before = state.before if state.stage is Stage.THROWN else wanted
    lacking, surplus = without(wanted, down), without(down, wanted)
    return Judgement(
        close=without(lacking, before),
        open=Tiles(surplus & before),
        lifted=Tiles(lacking & before),
        stray=without(surplus, before),
    )


def is_moved(state: State) -> bool:
    """Say whether what the last throw asks for has been done."""
    now = judge(state)
    return not now.close and not now.open


def asked(state: State, *, stray_counts: bool) -> tuple[Prompt | None, Tiles]:
    """Return what must be done with which tiles next; `None` if nothing.

    Args:
        state: the match.
        stray_counts: tiles that were moved by mistake after a throw are spoken of.
    """
    now = judge(state)
    steps: tuple[tuple[Prompt, Tiles], ...]
    if state.stage is Stage.READY:
        steps = ((Prompt.RAISE, now.stray), (Prompt.LOWER, now.lifted))
    else:
        steps = (
            (Prompt.CLOSE_AGAIN, now.lifted),
            (Prompt.RAISE, now.stray if stray_counts else NO_TILES),
            (Prompt.CLOSE, now.close),
            (Prompt.OPEN, now.open),
        )
    return next(((prompt, which) for prompt, which in steps if which), (None, NO_TILES))
