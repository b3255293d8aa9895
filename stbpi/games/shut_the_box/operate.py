"""What the operator may do in a match: undo, stop, change a house rule, end, enter a turn.

The same commands come from the menu, a scenario, the simulator and the score sheet. Rule:
RULES.md 1.2 (`may_stop`) and 1.6; DESIGN.md, "Undo" and `rules_changed`.

Never: refuses silently; what can't be done raises.
"""

from __future__ import annotations

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import (
    Covered,
    Event,
    MatchEnded,
    Rescored,
    Rolled,
    RulesChanged,
    TurnStarted,
    Undone,
)
from stbpi.games.game import NO_TILES, EnterTurn, SetRule, members, without
from stbpi.games.shut_the_box.house_rules import (
    AT_ONCE,
    refuse_bots,
    refuse_contradictions,
    refuse_seats,
    values,
    with_rule,
)
from stbpi.games.shut_the_box.judge import Verdict
from stbpi.games.shut_the_box.match import Stage, State, evolve
from stbpi.games.shut_the_box.outcome import end_turn, match_ended, paid, start_turn
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import MatchWhy, TurnWhy
from stbpi.language import _


def may_undo(state: State) -> bool:
    return bool(state.turns) or state.has_throw


def may_stop(state: State) -> bool:
    return state.turn_rules.may_stop and state.stage is Stage.THROWN and state.result is None


def end_match(state: State) -> tuple[Event, ...]:
    """End the match; nothing if it is over."""
    if state.result is not None:
        return ()
    ended = MatchEnded(winners=(), why=MatchWhy.STOPPED)
    return (*paid(state.tally, evolve(state, ended).tally), ended)


def stop_turn(state: State) -> tuple[Event, ...]:
    """End the turn: a complete cover counts, the tiles of an unfinished one stand.

    Raises:
        NotAllowedError: the rules don't allow it, or nothing has been thrown.
    """
    if not may_stop(state):
        raise NotAllowedError("may_stop", _("the turn can't be stopped now"))
    return _ended_by_hand(state, TurnWhy.STOPPED)


def no_move(state: State) -> tuple[Event, ...]:
    """End the turn, since the player says that his throw can't be covered.

    The throw is told by no event; what was covered before it, without a press, counts.

    Raises:
        NotAllowedError: the box throws the dice, or the tiles have not been put right.
    """
    is_played = state.stage is Stage.THROWN and state.result is None
    if not (is_played and state.turn_rules.has_real_dice):
        raise NotAllowedError("no_move", _("no move can be declared now"))
    is_first = state.is_first_throw and state.judgement.verdict is not Verdict.COMPLETE
    missed = is_first and state.turn_rules.first_roll_tile
    return _ended_by_hand(state, TurnWhy.FIRST_ROLL if missed else TurnWhy.NO_MOVE)


def cover(state: State) -> tuple[Event, ...]:
    """Commit a complete cover; a box that it shuts ends the turn.

    A throw of real dice is told with its cover, by its total.
    """
    event = covered(state)
    events: tuple[Event, ...] = (event,)
    if state.turn_rules.has_real_dice:
        total = sum(event.tiles)
        events = (Rolled(player=state.seat, dice=None, total=total, k=state.k + 1), event)
    return events if event.standing else (*events, *end_turn(state, NO_TILES, TurnWhy.SHUT))


def covered(state: State) -> Covered:
    """Return the event of a complete cover."""
    moved = state.judgement.moved
    return Covered(
        player=state.seat,
        tiles=members(moved),
        standing=members(without(state.standing, moved)),
    )


def _ended_by_hand(state: State, why: TurnWhy) -> tuple[Event, ...]:
    """End the turn: a complete cover counts, the tiles of an unfinished one stand."""
    if state.judgement.verdict is not Verdict.COMPLETE:
        return end_turn(state, state.standing, why)
    standing = without(state.standing, state.judgement.moved)
    return (*cover(state), *(end_turn(state, standing, why) if standing else ()))


def undo(state: State) -> tuple[Event, ...]:
    """Take back a turn; its player starts it anew.

    Raises:
        NotAllowedError: there is none.
    """
    if not may_undo(state):
        raise NotAllowedError("nothing", _("no turn can be taken back"))
    in_progress = state.has_throw
    seat = state.seat if in_progress else state.turns[-1].seat
    round_ = state.round if in_progress else state.turns[-1].round
    undone = Undone(what="turn", player=seat, round=round_)
    after = evolve(state, undone)
    if after.result is not None:
        return (undone, *paid(state.tally, after.tally))
    if not _would_count(after, seat=seat, round_=round_):
        seat, round_ = after.tally.seat, after.tally.round
    return (undone, *paid(state.tally, after.tally), *start_turn(after, seat=seat, round_=round_))


def _would_count(state: State, *, seat: int, round_: int) -> bool:
    """Say whether a turn has its place under the rules in force (out, or not in the play-off)."""
    started = evolve(state, TurnStarted(player=seat, round=round_))
    stuck = end_turn(started, started.standing, TurnWhy.NO_MOVE)[0]
    return (round_, seat) in evolve(started, stuck).tally.counting


def set_rule(state: State, command: SetRule) -> tuple[Event, ...]:
    """Change a house rule, and compute the match anew where it counts at once.

    Raises:
        RulesError: the rule can't be changed so; it names the field.
    """
    rules = with_rule(state.rules, command.field, command.value)
    refuse_contradictions(rules)
    refuse_seats(rules, state.preset, state.seats)
    if any(state.bots):
        refuse_bots(rules)
    if command.field == "tiles":
        _refuse_tiles(state, rules, on_sheet=command.on_sheet)
    if rules == state.rules:
        return ()
    changed = RulesChanged(field=command.field, value=values(rules)[command.field])
    after = evolve(state, changed)
    events: tuple[Event, ...] = (changed, *_rescored(after, command.field))
    events += paid(state.tally, after.tally)
    if after.result is not None:
        return (*events, *match_ended(state.tally, after.tally))
    return (*events, *_go_on(state, after))


def enter_turn(state: State, command: EnterTurn) -> tuple[Event, ...]:
    """Take a turn that was played on a box without electronics; the next one starts.

    Raises:
        NotAllowedError: the match is over, or a turn is being played.
        RulesError: a tile stands that did not stand at the start.
    """
    is_between = state.stage in (Stage.BEFORE_THROW, Stage.THROWN) and not state.has_throw
    if state.result is not None or not is_between:
        raise NotAllowedError("wait", _("no turn can be entered now"))
    strange = without(command.standing, state.turn_rules.start_tiles)
    if strange:
        raise RulesError(
            "standing",
            found=", ".join(map(str, members(strange))),
            expected=_("tiles that stand at the start: {tiles}").format(
                tiles=", ".join(map(str, members(state.turn_rules.start_tiles)))
            ),
        )
    why = TurnWhy.NO_MOVE if command.standing else TurnWhy.SHUT
    events = end_turn(state, command.standing, why)
    for event in events:
        state = evolve(state, event)
    if state.result is not None:
        return events
    return (*events, *start_turn(state, seat=state.tally.seat, round_=state.tally.round))


def _refuse_tiles(state: State, rules: Ruleset, *, on_sheet: bool) -> None:
    """Refuse another number of tiles, but on a score sheet where no entered tile is lost."""
    if not on_sheet:
        raise RulesError(
            "tiles",
            found=rules.tiles,
            expected=_("{tiles} until the match is over").format(tiles=state.rules.tiles),
        )
    shown = max((turn.standing for turn in state.turns), default=NO_TILES)
    if shown & ~rules.all_tiles:
        raise RulesError(
            "tiles",
            found=rules.tiles,
            expected=_("at least {tile}: that tile stands in an entered turn").format(
                tile=shown.bit_length()
            ),
        )


def _rescored(after: State, field: str) -> tuple[Event, ...]:
    if field not in AT_ONCE:
        return ()
    now = after.tally
    return tuple(
        Rescored(player=seat, total=now.totals[seat - 1], out=seat in now.out)
        for seat in range(1, after.seats + 1)
    )


def _go_on(before: State, after: State) -> tuple[Event, ...]:
    """Return how a match that is not over goes on after a change of rules.

    A turn that has a throw is finished first, unless its player is out now; one without is
    dropped for the turn that is due.
    """
    now = after.tally
    was_over = before.result is not None
    is_lost = after.seat in now.out
    if after.has_throw and not was_over and not is_lost:
        return ()
    if after.stage is Stage.OVER and not was_over:
        return ()  # the result is still shown; what comes next is decided after that
    is_unthrown = after.stage in (Stage.BEFORE_THROW, Stage.THROWN) and not after.has_throw
    if is_unthrown and (after.seat, after.round) == (now.seat, now.round):
        return ()
    return start_turn(after, seat=now.seat, round_=now.round)
