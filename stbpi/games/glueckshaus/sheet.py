"""The score sheet of Glückshaus: players throw real dice and enter them; the sheet moves the chips.

Whether chips lie on a real board as well is up to them: the sheet says what a throw does. What
was mistyped is taken back (`undo`), since nothing is seen of the dice but what is entered.

Never: throws, asks for a tile. Keep: what is here fits `games.sheet.ScoreSheet`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import Event
from stbpi.games.game import (
    NO_TILES,
    EndMatch,
    HouseRules,
    SetRule,
    StartMatch,
    next_seat_first,
)
from stbpi.games.glueckshaus import Glueckshaus, State
from stbpi.games.glueckshaus import undo as taking_back
from stbpi.games.glueckshaus.house import Throw
from stbpi.games.glueckshaus.match import Stage
from stbpi.games.glueckshaus.ruleset import WEDDING, Does
from stbpi.games.glueckshaus.view import house
from stbpi.games.glueckshaus.words import MAIN_FIELDS, sentence
from stbpi.games.sheet import Entered, aligned, no_match, won
from stbpi.language import Message, _, all_of, message, plural

PRESET = "glueckshaus"

ENTRIES: Mapping[str, Message] = {
    "6 3": message("the dice that were thrown; 63 and 6+3 are the same"),
    "5": message("the die that was thrown for the start"),
    "undo": message("take back the last throw, or the end of the match"),
    "time": message("the time is up, in a match by the clock: the most chips win"),
    "rules": message("what is played by"),
    "end": message("end the match now"),
    "new": message("the same players again, the next one sits first"),
    "quit": message("leave; the sheet is kept"),
}

_GAME = Glueckshaus()
_TWO_DICE = re.compile(r"([1-6])[ +]*([1-6])", re.ASCII)
_ONE_DIE = re.compile(r"[1-6]", re.ASCII)


def check_rules(preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
    return _GAME.check_rules(preset, house_rules)


def new() -> State:
    return _GAME.new(NO_TILES, complain_ms=0)


def start(command: StartMatch) -> tuple[Event, ...]:
    return _GAME.decide(new(), command)


def evolve(state: State, event: Event) -> State:
    return _GAME.evolve(state, event)


def again(state: State) -> StartMatch:
    """Return the command that starts a match of the same; the first seat moves on by one."""
    return next_seat_first(_GAME.same_again(state))


def is_over(state: State) -> bool:
    return state.stage is Stage.OVER


def enter(state: State | None, words: Sequence[str]) -> Entered:
    if state is None:
        raise no_match()
    match words:
        case ["undo"]:
            return _undone(state)
        case ["end"]:
            return Entered(_GAME.decide(state, EndMatch()))
        case ["time"]:
            return Entered(_time_up(state))
        case ["set", change] if "=" in change:
            field, value = change.split("=", 1)
            return Entered(_GAME.decide(state, SetRule(field=field, value=value)))
        case _:
            return _thrown(state, words)


def prompt(state: State | None) -> str:
    if state is None or is_over(state):
        return _("{commands} or {quit}: ").format(commands="new, undo", quit="quit")
    player = state.names[state.seat - 1]
    if state.is_roll_off:
        return _("{player} throws for the start, one die: ").format(player=player)
    return _("{player}, round {round}, two dice: ").format(player=player, round=state.round)


def table(state: State) -> str:
    """Write the sheet: what lies in the house, what everybody has, who has won."""
    lines = [*aligned(_board(state)), "", *aligned(_players(state))]
    if is_over(state):
        lines.append(won([state.names[seat - 1] for seat in state.winners]))
    return "\n".join(lines)


def rules_told(state: State) -> list[str]:
    """Say what is played by; tiles are of no account on a board without any."""
    return [sentence(state.rules, field) for field in (*MAIN_FIELDS, "first")]


def read_dice(state: State, words: Sequence[str]) -> tuple[int, ...]:
    """Read the dice of a throw: two, or the one that is thrown for the start.

    Raises:
        RulesError: the words are no such throw.
    """
    text = " ".join(words)
    if state.is_roll_off:
        if _ONE_DIE.fullmatch(text):
            return (int(text),)
        expected = _("one die for the start, 1 to 6, or: {help}")
        raise RulesError("throw", found=text, expected=expected.format(help="help"))
    dice = _TWO_DICE.fullmatch(text)
    if dice is None:
        expected = _("two dice, like `{dice}`, or: {help}")
        raise RulesError("throw", found=text, expected=expected.format(dice="6 3", help="help"))
    return int(dice[1]), int(dice[2])


def _thrown(state: State, words: Sequence[str]) -> Entered:
    if is_over(state):
        raise NotAllowedError("wait", _("the match is over"), _to_begin_anew())
    events = taking_back.throw(state, read_dice(state, words))
    return Entered(events, "\n".join(_told(state, reduce(evolve, events, state))))


def _undone(state: State) -> Entered:
    events = taking_back.undo(state)
    if taking_back.is_ended_by_hand(state):
        return Entered(events, _("The match goes on."))
    text = _("Taken back: {dice} of {player}.").format(
        dice="+".join(map(str, state.dice)), player=state.names[state.thrower - 1]
    )
    return Entered(events, text)


def _time_up(state: State) -> tuple[Event, ...]:
    if is_over(state):
        raise NotAllowedError("wait", _("the match is over"), _to_begin_anew())
    events = taking_back.time_up(state)
    if not events:
        raise NotAllowedError("nothing", _("this match has no time limit"))
    return events


def _to_begin_anew() -> str:
    return _("Begin another one with: {command}").format(command="new")


def _board(state: State) -> list[list[str]]:
    own = house(state)
    numbers = [_("room"), *(str(room.number) for room in own.rooms), _("wedding")]
    chips = [_of_room(room.chips, room.holds) for room in own.rooms]
    return [numbers, [_("chips"), *chips, str(own.wedding or "-")]]


def _of_room(chips: int, holds: int) -> str:
    """Write what lies in a room, with what it holds where that is more than one chip."""
    lies = str(chips or "-")
    return f"{lies}/{holds}" if holds > 1 else lies


def _players(state: State) -> list[list[str]]:
    lines = [["", *state.names], [_("chips"), *map(str, state.hands)]]
    rolled = house(state).roll_off
    if any(rolled):
        lines.append([_("die"), *(str(die or "-") for die in rolled)])
    news = [_news(state, seat) for seat in range(1, len(state.names) + 1)]
    return [*lines, ["", *news]] if any(news) else lines


def _news(state: State, seat: int) -> str:
    """Say of a player whether he is out, or throws next."""
    if seat in state.out:
        return _("out")
    return _("next") if seat == state.seat and not is_over(state) else ""


def _told(before: State, after: State) -> Iterator[str]:
    """Say what a throw has done."""
    told = house(after).throw
    assert told is not None
    player = after.names[told.seat - 1]
    if told.does is None:
        yield from _for_the_start(after, player, told.total)
        return
    # TRANSLATORS: a throw of a player and what it does: "Ann, 9: one chip into it."
    yield _("{player}, {total}: {what}").format(
        player=player, total=told.total, what=_does(told, told.does)
    )
    for seat in after.out[len(before.out) :]:
        yield _("{player} is out.").format(player=after.names[seat - 1])


def _for_the_start(after: State, player: str, die: int) -> Iterator[str]:
    yield _("{player} throws {die} for the start.").format(player=player, die=die)
    if not after.is_roll_off:
        yield _("{player} starts.").format(player=after.names[after.seat - 1])
    elif after.roll_off.waiting == after.roll_off.contenders:
        tied = [after.names[seat - 1] for seat in after.roll_off.waiting]
        yield _("The highest are equal; once more: {players}.").format(players=all_of(tied))


def _does(told: Throw, does: Does) -> str:
    match does:
        case Does.PAYS if not told.gained:
            return _("no chip to pay with.")
        case Does.PAYS if told.room == WEDDING:
            return _("one chip for the wedding.")
        case Does.PAYS:
            return _("one chip into it.")
        case Does.TAKES:
            return plural("{n} chip out of it.", "{n} chips out of it.", told.gained)
        case Does.PIG | Does.KING if not told.gained:
            return _("the pig finds nothing.") if does is Does.PIG else _("the king finds nothing.")
        case Does.PIG:
            return plural("the pig takes {n} chip.", "the pig takes {n} chips.", told.gained)
        case Does.KING:
            return plural("the king takes {n} chip.", "the king takes {n} chips.", told.gained)
        case Does.AGAIN:
            return _("once more.")
        case Does.NOTHING:
            return _("nothing happens.")
