"""The same dice, thrown by the box and thrown on the felt: nothing else may differ."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.errors import RulesError
from stbpi.games.events import Covered, Event, Rolled, Rule, TileDown, TileUp, TurnEnded
from stbpi.games.game import (
    NO_TILES,
    Command,
    Hold,
    NoMove,
    Press,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    TilesMoved,
    TimeUp,
    Undo,
    moves,
)
from stbpi.games.shut_the_box import ShutTheBox, State
from stbpi.games.shut_the_box.covers import BY_TOTAL
from stbpi.games.shut_the_box.house_rules import differences, preset
from stbpi.games.shut_the_box.judge import covers_now
from stbpi.games.shut_the_box.match import Stage
from stbpi.games.shut_the_box.ruleset import CoverRule, FewerDice, Roll, Ruleset, Stakes
from stbpi.games.shut_the_box.tally import TurnWhy
from tests.strategies import rulesets

Happens = TileDown | TileUp | Command

GAME = ShutTheBox()
STEPS = 150

CHANGES: Mapping[str, tuple[object, ...]] = {
    "rounds": (0, 1, 3),
    "scoring": ("sum", "digits", "count", "covered"),
    "one_die": ("total_6", "never", "always"),
    "shut": ("wins", "zero"),
    "knock_out": (0, 45),
    "one_die_forced": (False, True),
    "dice": (1, 2, 3),
    "cover": tuple(BY_TOTAL),
    "start": ("all", "1,2,3", "4,5,6"),
    "first_roll_tile": (0, 4),
    "unlucky": (0, 7),
    "may_stop": (False, True),
    "stakes": ("none", "pool"),
}


class Both:
    """The same match twice: the box throws in one, and the same dice lie on the felt of the other.

    A throw is told by the box at once, on the felt with its cover; all else must be the same.
    """

    def __init__(self, rules: Ruleset, seats: int, chance: random.Random) -> None:
        self.chance = chance
        self.box = self._start(rules, seats)
        self.felt = self._start(replace(rules, roll=Roll.REAL), seats)
        self.facts: tuple[list[Event], list[Event]] = ([], [])
        self.throws = 0

    def _start(self, rules: Ruleset, seats: int) -> State:
        base = "luk_kassen"
        names = tuple(f"P{seat}" for seat in range(1, seats + 1))
        house_rules = differences(rules, preset(base))
        command = StartMatch(game="shut_the_box", names=names, preset=base, house_rules=house_rules)
        empty = GAME.new(NO_TILES, complain_ms=1500)
        return reduce(GAME.evolve, GAME.decide(empty, command), empty)

    def step(self) -> None:
        """Do the next thing."""
        state = self.box
        match state.stage:
            case Stage.OVER:
                self._box(TimeUp())
                self._felt(TimeUp())
            case Stage.BEFORE_THROW if any(state.to_move):
                named = Tiles(state.to_move[0] | state.to_move[1])
                self._move(Tiles(state.down ^ named))
            case _ if state.turn_rules.may_stop and state.has_throw and self._is_likely(0.1):
                self._box(StopTurn())
                self._felt(StopTurn())
            case _ if self._is_likely(0.05) and GAME.view(state, time_is_up=False).may_undo:
                self._box(Undo())
                self._felt(Undo())
            case _ if self._is_likely(0.1):
                self._change()
            case _:
                self._throw()

    def _throw(self) -> None:
        view = GAME.view(self.box, time_is_up=False)
        rules = self.box.turn_rules
        command: Press | Hold = Press()
        if view.dice_allowed[1:] and self._is_likely(0.5):
            any_number = rules.fewer_dice is FewerDice.ANY
            command = Hold(fewer=self.chance.randint(1, 3) if any_number else 1)
        wanted = GAME.dice_wanted(self.box, command)
        assert wanted in GAME.view(self.felt, time_is_up=False).dice_allowed
        dice = tuple(self.chance.randint(1, 6) for _ in range(wanted))
        if any(isinstance(event, TurnEnded) for event in self._box(replace(command, dice=dice))):
            self._felt(NoMove())
            return
        box = self.box
        legal = covers_now(box.standing, dice, rules, is_first=box.is_first_throw)
        cover = self.chance.choice(legal)
        self.throws += 1
        self._move(Tiles(box.down | cover))
        rolled, *_rest = self._felt(Press())
        assert isinstance(rolled, Rolled)
        assert (rolled.dice, rolled.total) == (None, sum(dice))

    def _change(self) -> None:
        """Change a house rule that both may have."""
        field = self.chance.choice(tuple(CHANGES))
        change = SetRule(field=field, value=self.chance.choice(CHANGES[field]))
        refused = []
        for do in (self._box, self._felt):
            try:
                do(change)
            except RulesError as exc:
                refused.append(exc.what)
        assert len(set(refused)) < 2
        assert len(refused) in (0, 2)

    def _move(self, to: Tiles) -> None:
        self._box(*_moves(self.box.down, to), TilesMoved())
        self._felt(*_moves(self.felt.down, to), TilesMoved())

    def _box(self, *happens: Happens) -> tuple[Event, ...]:
        self.box, events = self._after(self.box, happens, self.facts[0])
        return events

    def _felt(self, *happens: Happens) -> tuple[Event, ...]:
        self.felt, events = self._after(self.felt, happens, self.facts[1])
        return events

    def _after(
        self, state: State, happens: tuple[Happens, ...], facts: list[Event]
    ) -> tuple[State, tuple[Event, ...]]:
        decided: tuple[Event, ...] = ()
        for one in happens:
            events: tuple[Event, ...]
            if isinstance(one, TileDown | TileUp):
                events = (one,)
            else:
                events = GAME.decide(state, one)
                decided += events
            state = reduce(GAME.evolve, events, state)
        facts += [_plain(it) for it in decided if not isinstance(it, Rolled | Covered | Rule)]
        return state, decided

    def _is_likely(self, p: float) -> bool:
        return self.chance.random() < p


def _moves(before: Tiles, after: Tiles) -> tuple[TileDown | TileUp, ...]:
    moved = moves(before, after)
    return tuple(one for one in moved if isinstance(one, TileDown | TileUp))


def _plain(event: Event) -> Event:
    """Return an event as both tell it: that a throw was unlucky is not seen on the felt."""
    if isinstance(event, TurnEnded) and event.why in (TurnWhy.UNLUCKY, TurnWhy.FIRST_ROLL):
        return replace(event, why=TurnWhy.NO_MOVE)
    return event


@settings(max_examples=100, deadline=None)
@given(
    rulesets(),
    st.sampled_from(list(BY_TOTAL)),
    st.integers(1, 4),
    st.integers(0, 2**32),
)
def test_the_same_dice_give_the_same_match(
    rules: Ruleset, cover: CoverRule, seats: int, seed: int
) -> None:
    rules = replace(rules, cover=cover)
    both = Both(rules, max(seats, 2 if rules.stakes is not Stakes.NONE else 1), random.Random(seed))
    for _ in range(STEPS):
        if both.box.result is not None:
            break
        both.step()

    assert both.facts[0] == both.facts[1]
    assert both.box.tally == both.felt.tally
    assert [turn.standing for turn in both.box.turns] == [turn.standing for turn in both.felt.turns]
    assert both.felt.dice == ()
