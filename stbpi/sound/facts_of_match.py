"""Facts of a match of Shut the Box, and of any game that has no sounds of its own.

Never: knows what else is shown. Keep: as in `facts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stbpi.games.game import NO_TILES, Phase, Prompt, View, members, without
from stbpi.sound.cues import Cue, Fact
from stbpi.sound.shared_facts import (
    AT_THE_START,
    MOVES,
    newly_named,
    on_turn,
    player_of,
    to_move,
    won,
)

_ENDS: Mapping[str, Cue] = {Prompt.SHUT: Cue.SHUT, Prompt.STOPPED: Cue.STOPPED}


def of_match(before: View, after: View) -> Iterator[Fact]:
    """Tell what has happened in a match."""
    if _is_turn_of_real_dice(before) and _is_turn_of_real_dice(after) and _same(before, after):
        yield from _of_real_dice(before, after)
        return
    is_new_throw = _is_new_throw(before, after)
    if is_new_throw:
        yield Fact(Cue.ROLL, after.roll)
    match after.phase:
        case Phase.SETUP:
            yield from _of_setup(before, after)
        case Phase.RAISE_TILES | Phase.READY:
            yield from _of_start(before, after)
        case Phase.COVERING | Phase.WRONG if not is_new_throw:
            yield from _of_covering(before, after)
        case Phase.TURN_OVER if before.phase is not Phase.TURN_OVER:
            yield from _result(after)
        case Phase.MATCH_OVER if before.phase is not Phase.MATCH_OVER:
            yield won(after)
        case _:
            pass


def asked_in_match(view: View) -> Iterator[Fact]:
    """Tell once more how a match stands and what is asked for."""
    match view.phase:
        case Phase.SETUP:
            yield _seats(view)
        case Phase.RAISE_TILES | Phase.READY:
            yield player_of(view)
            yield from _asked_at_the_start(view)
        case Phase.COVERING if view.prompt is Prompt.CLOSE_AGAIN:
            yield to_move(view)
        case Phase.COVERING if view.real_dice:
            yield from _asked_of_real_dice(view)
        case Phase.COVERING if view.prompt is Prompt.CLOSE:
            yield Fact(Cue.ROLL, view.roll)
            yield to_move(view)
        case Phase.COVERING:
            yield Fact(Cue.ROLL, view.roll)
            yield from _left(Cue.LEFT, view)
        case Phase.WRONG:
            yield Fact(Cue.WRONG, members(view.named))
        case Phase.TURN_OVER:
            yield from _result(view)
        case Phase.MATCH_OVER:
            yield won(view)
        case _:
            pass


def _is_turn_of_real_dice(view: View) -> bool:
    return view.real_dice and view.phase in (Phase.READY, Phase.COVERING, Phase.WRONG)


def _same(before: View, after: View) -> bool:
    return (before.player, before.round) == (after.player, after.round)


def _of_real_dice(before: View, after: View) -> Iterator[Fact]:
    """Tell what the closed tiles add up to, and which throw they have covered."""
    told = without(after.committed, before.committed)
    if told:
        yield Fact(Cue.COVERED, (sum(members(told)),))
        yield from _asked_of_real_dice(after)
    elif after.prompt is Prompt.CLOSE_AGAIN or after.phase is Phase.WRONG:
        yield from _of_covering(before, after)
    elif after.moved != before.moved:
        yield Fact(Cue.SUM, (_closed(after),))
    elif before.prompt is Prompt.CLOSE_AGAIN:
        yield from _asked_of_real_dice(after)


def _asked_of_real_dice(view: View) -> Iterator[Fact]:
    if view.moved:
        yield Fact(Cue.SUM, (_closed(view),))
    else:
        yield Fact(Cue.THROW)
        yield from _choice(view)


def _closed(view: View) -> int:
    """Return what the closed tiles add up to."""
    return sum(members(view.moved))


def _is_new_throw(before: View, after: View) -> bool:
    """Say whether there is a throw that was not there: a cover is committed with the next one."""
    if after.phase is Phase.TURN_OVER:
        is_dead = after.why not in _ENDS and not after.real_dice
        return is_dead and before.phase is not Phase.TURN_OVER
    if after.phase is not Phase.COVERING:
        return False
    return not before.roll or before.committed != after.committed


def _of_setup(before: View, after: View) -> Iterator[Fact]:
    if before.phase is not Phase.SETUP or len(before.players) != len(after.players):
        yield _seats(after)
    elif before.preset != after.preset:
        yield Fact(Cue.CHOOSE, words=(after.preset,))


def _seats(view: View) -> Fact:
    return Fact(Cue.SEATS, (len(view.players),), (view.preset,))


def _of_start(before: View, after: View) -> Iterator[Fact]:
    is_begun = before.phase in (*AT_THE_START, Phase.MENU)
    is_new = not is_begun or (before.player, before.round) != (after.player, after.round)
    if is_new:
        yield player_of(after)
    if is_new or before.phase is not after.phase or without(after.named, before.named):
        yield from _asked_at_the_start(after)


def _asked_at_the_start(view: View) -> Iterator[Fact]:
    if view.phase is Phase.READY and view.real_dice:
        yield from _asked_of_real_dice(view)
    elif view.phase is Phase.READY and not view.is_bots_turn:
        yield Fact(Cue.READY)
        yield from _choice(view)
    elif view.prompt in MOVES:
        yield to_move(view)


def _choice(view: View) -> Iterator[Fact]:
    if len(view.dice_allowed) > 1 and not view.is_bots_turn:
        yield Fact(Cue.CHOICE, view.dice_allowed)


def _of_covering(before: View, after: View) -> Iterator[Fact]:
    fell = without(before.standing, after.standing)
    rose = without(after.standing, before.standing)
    was, left = before.left or 0, after.left or 0
    if after.prompt is Prompt.CLOSE_AGAIN:
        if newly_named(before, after):
            yield to_move(after)
    elif after.prompt is Prompt.CLOSE and newly_named(before, after):
        yield to_move(after)
    elif after.phase is Phase.WRONG:
        is_same = before.phase is Phase.WRONG
        if without(after.named, before.named if is_same else NO_TILES):
            yield Fact(Cue.WRONG, members(after.named))
    elif left == 0 and was:
        yield from _left(Cue.COMPLETE, after)
    elif before.prompt is Prompt.CLOSE_AGAIN:
        yield from _left(Cue.LEFT, after)
    elif fell and left < was:
        yield Fact(Cue.PARTIAL, (left,))
    elif rose and not fell:
        yield Fact(Cue.TAKEN_BACK, (left,))


def _left(cue: Cue, view: View) -> Iterator[Fact]:
    """Tell what is left of the throw, as this cue; or that it is covered."""
    if view.left:
        yield Fact(cue, (view.left,))
    else:
        yield Fact(Cue.COMPLETE)
        yield from _choice(view)


def _result(view: View) -> Iterator[Fact]:
    player = on_turn(view)
    cue = _ENDS.get(view.why, Cue.NO_MOVE)
    yield Fact(cue, (player.score or 0, player.total), (player.name,), view.why)
    if view.prompt is Prompt.OUT:
        yield Fact(Cue.OUT, (player.seat,), (player.name,))
