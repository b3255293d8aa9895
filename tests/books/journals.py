"""Histories of boxes as the books read them: events with numbers, times and days.

Never: asserts anything.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from hypothesis import strategies as st

from stbpi.clock import EARLIEST_WALL
from stbpi.games.events import (
    Cleared,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    OperatorEntered,
    OperatorRefused,
    RecordNamed,
    Resumed,
)
from stbpi.games.game import NO_TILES, Command, EndMatch, EnterTurn, StartMatch, tiles
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.journal.folds import Fold
from stbpi.journal.recorded import Recorded
from tests.games.evening import play
from tests.strategies import evenings

GAME = ShutTheBox()

MONDAY = 1_767_571_200
"""2026-01-05, midnight in UTC."""

HOUR = 3600


def utc(wall: int) -> time.struct_time:
    return time.gmtime(wall)


class Box:
    """Writes down what happens on a box, one event after the other.

    Attributes:
        recorded: all of it.
        wall: the time of the day; `None` while the clock is unknown.
    """

    def __init__(self, wall: int | None = MONDAY) -> None:
        self.recorded: list[Recorded] = []
        self.wall = wall
        self._t = 0
        self._boot = 1
        self._match = 0

    def after(self, seconds: float) -> None:
        """Let time pass."""
        self._t += round(seconds * 1000)
        if self.wall is not None:
            self.wall += int(seconds)

    def starts_again(self) -> None:
        """Let the power go and come back."""
        self._t, self._boot = 0, self._boot + 1
        self.tell(Resumed(gap_ms=None))

    def tell(self, *events: Event) -> None:
        """Let events happen at one moment."""
        for event in events:
            self._match += isinstance(event, MatchStarted)
            self.recorded.append(
                Recorded(
                    n=len(self.recorded) + 1,
                    boot=self._boot,
                    match=self._match,
                    t=self._t,
                    wall=self.wall,
                    event=event,
                )
            )

    def plays(
        self,
        *commands: Command,
        names: Sequence[str] = ("Ann",),
        preset: str = "classic",
        rules: Iterable[tuple[str, object]] = (),
        seconds: float = 10,
        bots: Sequence[str] = (),
    ) -> None:
        """Let a match be played on a sheet; so many seconds pass before each entry."""
        house_rules = GAME.check_rules(preset, rules)
        state = GAME.new(NO_TILES, complain_ms=0)
        start = StartMatch(
            game="shut_the_box",
            names=tuple(names),
            preset=preset,
            house_rules=house_rules,
            bots=tuple(bots),
        )
        for command in (start, *commands):
            events = GAME.decide(state, command)
            state = reduce(GAME.evolve, events, state)
            if command is not start:
                self.after(seconds)
            self.tell(*events)


def left(*standing: int) -> EnterTurn:
    """End a turn with these tiles standing."""
    return EnterTurn(standing=tiles(*standing))


STOPPED = EndMatch()


def folded(fold: Fold[Any], recorded: Iterable[Recorded]) -> Any:
    """Fold events from the first."""
    return reduce(fold.step, recorded, fold.start())


def folded_with_snapshots(
    fold: Fold[Any], recorded: Sequence[Recorded], places: Iterable[int]
) -> Any:
    """Fold events, with everything dumped and loaded again before the events at some places."""
    state = fold.start()
    stops = set(places)
    for i, one in enumerate(recorded):
        if i in stops:
            state = fold.load(json.loads(json.dumps(fold.dump(state))))
        state = fold.step(state, one)
    return state


OF_THE_BOX: tuple[Event, ...] = (
    MatchSetAside(),
    MatchContinued(),
    Cleared(what="audits"),
    Cleared(what="records"),
    Cleared(what="settings"),
    OperatorEntered(),
    OperatorRefused(),
    Fault(part="tile_4", what="stuck"),
    Fault(part="tile_4", what="noisy"),
    FaultCleared(part="tile_4", what="stuck"),
    RecordNamed(player=1, name="ÆBC"),
    Resumed(gap_ms=None),
)


@st.composite
def histories(draw: st.DrawFn) -> list[Recorded]:
    """Some matches with moves of all kinds, undone and scored anew, and what comes between."""
    box = Box()
    for evening in draw(st.lists(evenings(longest=40), min_size=1, max_size=3)):
        for event in play(evening).events:
            box.after(draw(st.sampled_from([0, 0, 3, 40, 4000])))
            box.tell(event)
        for event in draw(st.lists(st.sampled_from(OF_THE_BOX), max_size=4)):
            if isinstance(event, Resumed):
                box.starts_again()
            else:
                box.tell(event)
        box.wall = draw(st.none() | st.integers(EARLIEST_WALL, EARLIEST_WALL + 10**8))
    return box.recorded
