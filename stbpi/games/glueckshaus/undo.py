"""Taking throws back on a score sheet, where people throw and lay chips by themselves.

The box takes nothing back (RULES.md 2.2). What a sheet has told is folded by this `evolve`: an
`Undone` takes back the last throw that counts, with all that came of it, or the end that people
made of the match. What is left is played anew from the first throw.

Never: moves a tile; a plain board has none.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from stbpi.errors import NotAllowedError
from stbpi.games.events import Event, PlayerSeated, TurnStarted, Undone
from stbpi.games.game import Press, TilesMoved, TimeUp
from stbpi.games.glueckshaus import match
from stbpi.games.glueckshaus.decide import decide
from stbpi.games.glueckshaus.match import MatchWhy, Stage, State
from stbpi.games.glueckshaus.outcome import first_turn
from stbpi.language import _


def evolve(state: State, event: Event) -> State:
    """Fold one event in, of a box or of a sheet."""
    return _before_the_last(state) if isinstance(event, Undone) else match.evolve(state, event)


def throw(state: State, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return what a throw of the player on turn brings where no tile is to be moved."""
    told = decide(_as_it_lies(state), Press(dice=dice))
    after = reduce(match.evolve, told, state)
    if after.stage is not Stage.THROWN:
        return told
    return (*told, *decide(_as_it_lies(after), TilesMoved()))


def time_up(state: State) -> tuple[Event, ...]:
    """Return what comes of it that the time is up; nothing in a match without a clock."""
    return decide(_as_it_lies(state), TimeUp())


def undo(state: State) -> tuple[Event, ...]:
    """Take back the last throw, or the end that people made; that turn starts anew.

    Raises:
        NotAllowedError: there is neither.
    """
    if not state.throws and state.why is None:
        raise NotAllowedError("nothing", _("no throw can be taken back"))
    now = _before_the_last(state)
    return (
        Undone(what="turn", player=now.seat, round=now.round),
        TurnStarted(player=now.seat, round=now.round),
    )


def is_ended_by_hand(state: State) -> bool:
    """Say whether people have ended the match, and not a throw."""
    return state.why in (MatchWhy.STOPPED, MatchWhy.CLOCK)


def _before_the_last(state: State) -> State:
    """Return the match without the last throw, or without the end that people made."""
    if is_ended_by_hand(state):
        return replace(state, stage=Stage.READY, winners=(), why=None)
    now = _begun(state)
    for dice in state.throws[:-1]:
        now = reduce(match.evolve, throw(now, dice), now)
    return replace(now, bots=state.bots, k=state.k)


def _begun(state: State) -> State:
    """Return the match as it was before the first throw; whoever sits there throws."""
    empty = match.new(state.down, complain_ms=state.complain_ms)
    seated = (
        PlayerSeated(seat=seat, player=name) for seat, name in enumerate(state.names, start=1)
    )
    rules = replace(empty, preset=state.preset, rules=state.rules)
    begun = reduce(match.evolve, seated, rules)
    return match.evolve(begun, first_turn(begun))


def _as_it_lies(state: State) -> State:
    """Return the match with tiles as the box would have them, and people at all seats."""
    return replace(state, down=state.wanted, bots=("",) * len(state.bots))
