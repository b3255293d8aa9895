"""The last match, kept open until the next one begins.

Undone or scored anew, a match counts as it stands in the end; so it is never closed before. Of
its events only those are kept that its turns and its end follow from, and the game itself folds
them if it can (`ManyTurns`): Shut the Box does. Of any other game it is known who has sat at a
match, and how it ended.

Never: counts anything. Keep: a turn's time is the time in which somebody was there: a pause
without any event counts up to its limit.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from stbpi.games import registry
from stbpi.games.events import (
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    RecordNamed,
    Resumed,
    Rule,
    RulesChanged,
    TurnEnded,
    TurnStarted,
    Undone,
    decode,
    encode,
)
from stbpi.games.game import NO_TILES, Tiles, members
from stbpi.games.shut_the_box.match import State
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.journal.recorded import Recorded

if TYPE_CHECKING:
    from stbpi.games.shut_the_box import many_turns

LONGEST_PAUSE_MS = 120_000
"""A pause without any event counts for so much at the most."""

Telling = (
    MatchStarted
    | PlayerSeated
    | Rule
    | TurnStarted
    | TurnEnded
    | RulesChanged
    | Undone
    | MatchEnded
    | MatchSetAside
    | MatchContinued
    | RecordNamed
)
"""The events that a match's turns and its end follow from."""

logger = logging.getLogger(__name__)


class ManyTurns(Protocol):
    """What tells of whole matches turn by turn: a game's module `many_turns` (`registry.part`).

    Turns are told as Shut the Box tells them, so that those of two games can be counted together:
    its state and its rules.
    """

    def whole(self, events: Sequence[Event]) -> State:
        """Return how a match stands after events of `Telling`, the first one on, in order.

        Anything may be raised where they make no sense.
        """
        ...

    def is_by_preset(self, state: State) -> bool:
        """Say whether no house rule in force differs from the preset but the number of tiles."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """A finished turn.

    Attributes:
        seat: whose.
        round: in which round.
        standing: the tiles that stood at its end.
        score: by the rules that hold for the match in the end.
        why: why it ended.
        counts: the rules that hold in the end have a place for it.
        ms: how long it took.
        wall: when it ended, in epoch seconds; `None` if the clock was unknown.
    """

    seat: int
    round: int
    standing: Tiles
    score: int
    why: TurnWhy
    counts: bool
    ms: int
    wall: int | None

    @property
    def left(self) -> int:
        """The sum of the tiles that stood: what compares turns whatever the rules."""
        return sum(members(self.standing))

    @property
    def is_shut(self) -> bool:
        return self.standing == NO_TILES


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a match ended.

    Attributes:
        why: as in `match_ended`.
        totals: by seat; nothing where they follow from other events.
        winners: their seats.
        ms: how long it took.
        wall: when it ended; `None` if the clock was unknown.
    """

    why: str
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    ms: int
    wall: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match as it stands.

    Attributes:
        number: of the match.
        game: its name.
        preset: its name.
        rules: those in force; `None` in a game whose turns are not known here, and in a match that
            makes no sense.
        names: the players by seat, by the letters that they have written where they have.
        written: the seats that have.
        bots: the seats of bots.
        is_unchanged: no house rule differs from the preset but the number of tiles, and none was
            changed in the match.
        turns: the finished ones, in order.
        result: `None` while it is not over.
        is_set_aside: it was left before its end.
    """

    number: int
    game: str
    preset: str
    rules: Ruleset | None = None
    names: tuple[str, ...] = ()
    written: frozenset[int] = frozenset()
    bots: frozenset[int] = frozenset()
    is_unchanged: bool = False
    turns: tuple[PlayedTurn, ...] = ()
    result: Result | None = None
    is_set_aside: bool = False

    def turns_of(self, seat: int) -> int:
        """Return how many turns a seat has finished."""
        return sum(turn.seat == seat for turn in self.turns)


@dataclass(frozen=True, slots=True)
class _Kept:
    event: Telling
    ms: int
    wall: int | None


class MatchLog:
    """What is kept of the last match.

    Args:
        warn: called with what is to be said of a match that makes no sense.

    Attributes:
        number: of the match, from 1; 0 before the first.
        is_played: it has begun, and is neither over nor set aside.
        makes_no_sense: the game can't fold it.
        ms: how long it has been played.
    """

    def __init__(self, warn: Callable[[str], None] = logger.warning) -> None:
        self._warn = warn
        self.number = 0
        self.is_played = False
        self.makes_no_sense = False
        self.ms = 0
        self._kept: list[_Kept] = []
        self._last_t = 0
        self._state: State | None = None
        self._seen: PlayedMatch | None = None

    def take(self, recorded: Recorded) -> int:
        """Take in an event; a match that begins takes the place of the one before.

        Returns:
            How many milliseconds the match was played since the event before.
        """
        event = recorded.event
        since = self.pass_time(recorded.t, is_new=isinstance(event, Resumed))
        match event:
            case MatchStarted():
                self.number, self.ms, self._kept = recorded.match, 0, []
                self.is_played = True
            case MatchEnded() | MatchSetAside():
                self.is_played = False
            case TurnStarted() | MatchContinued():
                self.is_played = True
            case _:
                pass
        if isinstance(event, Telling) and self.number:
            self._keep(_Kept(event, self.ms, recorded.wall))
        return since

    def pass_time(self, t: int, *, is_new: bool = False) -> int:
        """Take in that an event has happened, whichever.

        Args:
            t: milliseconds since the start of the program.
            is_new: the program has started before it.

        Returns:
            How many milliseconds the match was played since the event before.
        """
        pause, self._last_t = t - self._last_t, t
        is_gone = is_new or pause < 0
        since = min(pause, LONGEST_PAUSE_MS) if self.is_played and not is_gone else 0
        self.ms += since
        return since

    @property
    def state(self) -> State | None:
        """The match as the game sees it; `None` where `PlayedMatch.rules` is."""
        self.match()
        return self._state

    def match(self) -> PlayedMatch | None:
        """Return the match as it stands; `None` before the first."""
        if self._seen is None and self._kept:
            first = self._kept[0].event
            assert isinstance(first, MatchStarted)
            self._seen, self._state = self._plain(first), None
            self.makes_no_sense = False
            game: ManyTurns | None = registry.part(first.game, "many_turns")
            if game is None:
                self._seen = _told(self._seen, self._kept)
            else:
                try:
                    self._state = game.whole([one.event for one in self._kept])
                    self._seen = _played(self._seen, game, self._state, self._kept)
                except Exception:  # what can't have been played was not written by this program
                    self._state = None
                    self.makes_no_sense = True
                    self._warn(f"match {self.number} makes no sense; it is not counted")
        return self._seen

    def dump(self) -> dict[str, Any]:
        """Return all of it as JSON can hold it."""
        kept = [[kept.ms, kept.wall, kept.event.e, encode(kept.event)] for kept in self._kept]
        return {
            "number": self.number,
            "is_played": self.is_played,
            "ms": self.ms,
            "kept": kept,
            "last_t": self._last_t,
        }

    @classmethod
    def load(cls, dumped: Mapping[str, Any]) -> MatchLog:
        """Return what `dump` was made of."""
        log = cls()
        log.number, log.is_played, log.ms = dumped["number"], dumped["is_played"], dumped["ms"]
        log._last_t = dumped["last_t"]
        for ms, wall, name, body in dumped["kept"]:
            event = decode(name, body)
            assert isinstance(event, Telling)
            log._keep(_Kept(event, ms, wall))
        return log

    def _keep(self, kept: _Kept) -> None:
        self._kept.append(kept)
        self._seen = None

    def _plain(self, first: MatchStarted) -> PlayedMatch:
        """Say of a match what its events say plainly."""
        seated = (kept.event for kept in self._kept if isinstance(kept.event, PlayerSeated))
        return PlayedMatch(
            number=self.number,
            game=first.game,
            preset=first.preset,
            names=tuple(event.player for event in seated),
        )


def _played(
    plain: PlayedMatch, game: ManyTurns, state: State, kept: Sequence[_Kept]
) -> PlayedMatch:
    """Say all of a match of which number, game and preset are known."""
    events = [one.event for one in kept]
    written = {event.player: event.name for event in events if isinstance(event, RecordNamed)}
    names = enumerate(state.names, start=1)
    return replace(
        plain,
        rules=state.rules,
        names=tuple(written.get(seat, name) for seat, name in names),
        written=frozenset(written),
        bots=frozenset(seat for seat, bot in enumerate(state.bots, start=1) if bot),
        is_unchanged=game.is_by_preset(state)
        and not any(isinstance(event, RulesChanged) for event in events),
        turns=_turns(state, kept),
        result=_result(state, kept),
        is_set_aside=state.result is None and _is_left(kept),
    )


def _told(plain: PlayedMatch, kept: Sequence[_Kept]) -> PlayedMatch:
    """Say what else the events of a match say plainly, whatever was played."""
    seated = [one.event for one in kept if isinstance(one.event, PlayerSeated)]
    result = _told_result(kept)
    return replace(
        plain,
        bots=frozenset(seat for seat, event in enumerate(seated, start=1) if event.bot),
        result=result,
        is_set_aside=result is None and _is_left(kept),
    )


def _is_left(kept: Sequence[_Kept]) -> bool:
    """Say whether a match was set aside, and not gone on with."""
    left = [one.event for one in kept if isinstance(one.event, MatchSetAside | MatchContinued)]
    return bool(left) and isinstance(left[-1], MatchSetAside)


def _told_result(kept: Sequence[_Kept]) -> Result | None:
    """Return how a match ended, as far as its end says it."""
    for one in reversed(kept):
        match one.event:
            case MatchEnded(winners=winners, why=why):
                return Result(why=why, totals=(), winners=winners, ms=one.ms, wall=one.wall)
            case TurnStarted() | Undone():
                return None
            case _:
                pass
    return None


def _turns(state: State, kept: Sequence[_Kept]) -> tuple[PlayedTurn, ...]:
    ends: dict[tuple[int, int], tuple[int, int | None]] = {}
    began, began_ms = 0, 0
    for one in kept:
        match one.event:
            case TurnStarted(round=round_):
                began, began_ms = round_, one.ms
            case TurnEnded(player=seat):
                ends[began, seat] = (one.ms - began_ms, one.wall)
            case _:
                pass
    played = ((turn, *ends[turn.round, turn.seat]) for turn in state.turns)
    return tuple(
        PlayedTurn(
            seat=turn.seat,
            round=turn.round,
            standing=turn.standing,
            score=state.rules.score(turn.standing, start=turn.start),
            why=turn.why,
            counts=(turn.round, turn.seat) in state.tally.counting,
            ms=ms,
            wall=wall,
        )
        for turn, ms, wall in played
    )


def _result(state: State, kept: Sequence[_Kept]) -> Result | None:
    result = state.result
    if result is None:
        return None
    ended = (one for one in reversed(kept) if isinstance(one.event, MatchEnded))
    last = next(ended, kept[-1])
    return Result(
        why=result.why,
        totals=state.tally.totals,
        winners=result.winners,
        ms=last.ms,
        wall=last.wall,
    )


if TYPE_CHECKING:
    _fits: ManyTurns = many_turns
