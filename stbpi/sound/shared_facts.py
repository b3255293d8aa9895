"""Facts that are the same in every game: whose turn it is, which tiles to move, who has won.

Never: knows one game.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.game import (
    NO_TILES,
    Phase,
    PlayerView,
    Prompt,
    Tiles,
    View,
    all_tiles,
    members,
    without,
)
from stbpi.sound.cues import Cue, Fact

MOVES: Mapping[Prompt, Cue] = {
    Prompt.RAISE: Cue.RAISE,
    Prompt.LOWER: Cue.LOWER,
    Prompt.CLOSE: Cue.CLOSE,
    Prompt.CLOSE_AGAIN: Cue.CLOSE_AGAIN,
    Prompt.OPEN: Cue.OPEN,
}
"""Prompts that ask for tiles to be moved."""

AT_THE_START = (Phase.RAISE_TILES, Phase.READY)
IN_A_TURN = (
    *(*AT_THE_START, Phase.COVERING, Phase.WRONG, Phase.TURN_OVER),
    *(Phase.CALLING, Phase.LEADING, Phase.FOLLOWING),
)


def on_turn(view: View) -> PlayerView:
    """Return the player on turn."""
    return next(player for player in view.players if player.seat == view.player)


def player_of(view: View) -> Fact:
    """Tell whose turn it is."""
    player = on_turn(view)
    return Fact(Cue.PLAYER, (player.seat,), (player.name,))


def to_move(view: View) -> Fact:
    """Tell which tiles are to be moved, and for which bot."""
    down = without(all_tiles(view.tiles), view.standing)
    if view.prompt is Prompt.RAISE and view.named == down and view.named.bit_count() > 1:
        return Fact(Cue.RAISE_ALL)
    if view.prompt is Prompt.CLOSE:
        bots = (on_turn(view).name,) if view.is_bots_turn else ()
        return Fact(Cue.CLOSE if bots else Cue.LOWER, members(view.named), bots)
    return Fact(MOVES[view.prompt], members(view.named))


def newly_named(before: View, after: View) -> Tiles:
    """Return the tiles that a prompt names which it did not name before."""
    is_same = before.prompt is after.prompt
    return without(after.named, before.named if is_same else NO_TILES)


def won(view: View) -> Fact:
    """Tell who has won, or that nobody has."""
    winners = view.winners
    cue = Cue.WON if winners else Cue.ENDED
    return Fact(cue, tuple(p.seat for p in winners), tuple(p.name for p in winners))
