"""The last match, kept open until the next one begins.

Undone or scored anew, a match counts as it stands in the end; so it is never closed before. Of
its events only those are kept that its turns and its end follow from, and the game itself folds
them.

Never: counts anything. Keep: a turn's time is the time in which somebody was there: a pause
without any event counts up to its limit.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from stbpi.games.events import (
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    RecordNamed,
    Resumed,
    Rolled,
    Rule,
    RulesChanged,
    TurnEnded,
    TurnStarted,
    Undone,
    decode,
    encode,
)
from stbpi.games.game import NO_TILES, Tiles, members
from stbpi.games.shut_the_box.decide import NAME
from stbpi.games.shut_the_box.match import evolve, new
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.journal.recorded import Recorded

LONGEST_PAUSE_MS = 120_000
"""A pause without any event counts for so much at the most."""

Telling = (
    MatchStarted
    | PlayerSeated
    | Rule
    | TurnStarted
    | Rolled
    | TurnEnded
    | RulesChanged
    | Undone
    | MatchEnded
    | MatchSetAside
    | MatchContinued
    | RecordNamed
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """A finished turn.

    Attributes:
        seat: whose.
        standing: the tiles that stood at its end.
        score: by the rules that hold for the match in the end.
        ms: how long it took.
        wall: when it ended, in epoch seconds; `None` if the clock was unknown.
    """

    seat: int
    standing: Tiles
    score: int
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
        totals: by seat.
        winners: their seats.
        ms: how long it took.
        wall: when it ended; `None` if the clock was unknown.
    """

    why: MatchWhy
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
        rules: those in force; `None` in a game without records.
        names: the players by seat, by the letters that they have written where they have.
        written: the seats that have.
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

    Attributes:
        number: of the match, from 1; 0 before the first.
        is_played: it has begun, and is neither over nor set aside.
        ms: how long it has been played.
    """

    def __init__(self) -> None:
        self.number = 0
        self.is_played = False
        self.ms = 0
        self._kept: list[_Kept] = []
        self._is_thrown = False
        self._last_t = 0
        self._standing: _Standing | None = None
        self._seen: PlayedMatch | None = None

    def take(self, recorded: Recorded) -> int:
        """Take in an event; a match that begins takes the place of the one before.

        Returns:
            How many milliseconds the match was played since the event before.
        """
        event = recorded.event
        since = self._since(recorded)
        self.ms += since
        match event:
            case MatchStarted():
                self.number, self.ms, self._kept = recorded.match, 0, []
                self.is_played, self._is_thrown = True, False
            case MatchEnded() | MatchSetAside():
                self.is_played = False
            case TurnStarted():
                self.is_played, self._is_thrown = True, False
            case MatchContinued():
                self.is_played = True
            case Rolled() if self._is_thrown:
                return since  # that the turn was thrown at all is what its undoing depends on
            case Rolled():
                self._is_thrown = True
            case _:
                pass
        if isinstance(event, Telling) and self.number:
            self._keep(_Kept(event, self.ms, recorded.wall))
        return since

    def match(self) -> PlayedMatch | None:
        """Return the match as it stands; `None` before the first."""
        if self._seen is None and self._kept:
            first = self._kept[0].event
            assert isinstance(first, MatchStarted)
            plain = PlayedMatch(number=self.number, game=first.game, preset=first.preset)
            self._seen = plain if self._standing is None else self._standing.match(plain)
        return self._seen

    def dump(self) -> dict[str, Any]:
        """Return all of it as JSON can hold it."""
        kept = [[kept.ms, kept.wall, kept.event.e, encode(kept.event)] for kept in self._kept]
        return {
            "number": self.number,
            "is_played": self.is_played,
            "ms": self.ms,
            "kept": kept,
            "is_thrown": self._is_thrown,
            "last_t": self._last_t,
        }

    @classmethod
    def load(cls, dumped: Mapping[str, Any]) -> MatchLog:
        """Return what `dump` was made of."""
        log = cls()
        log.number, log.is_played, log.ms = dumped["number"], dumped["is_played"], dumped["ms"]
        log._is_thrown, log._last_t = dumped["is_thrown"], dumped["last_t"]
        for ms, wall, name, body in dumped["kept"]:
            event = decode(name, body)
            assert isinstance(event, Telling)
            log._keep(_Kept(event, ms, wall))
        return log

    def _since(self, recorded: Recorded) -> int:
        """Return for how long the match was played since the event before."""
        pause, self._last_t = recorded.t - self._last_t, recorded.t
        is_new = isinstance(recorded.event, Resumed) or pause < 0
        return min(pause, LONGEST_PAUSE_MS) if self.is_played and not is_new else 0

    def _keep(self, kept: _Kept) -> None:
        self._kept.append(kept)
        self._seen = None
        if isinstance(kept.event, MatchStarted):
            self._standing = _Standing() if kept.event.game == NAME else None
        if self._standing is not None:
            try:
                self._standing.take(kept)
            except Exception:  # what can't have been played was not written by this program
                logger.warning("match %d makes no sense; it is not counted", self.number)
                self._standing = None


class _Standing:
    """How a match of Shut the Box stands."""

    def __init__(self) -> None:
        self._state = new(NO_TILES, complain_ms=0)
        self._ends: list[tuple[int, int | None]] = []
        self._began_ms = 0
        self._ended: tuple[int, int | None] = (0, None)
        self._written: dict[int, str] = {}
        self._is_changed = False
        self._is_set_aside = False

    def take(self, kept: _Kept) -> None:
        self._state = evolve(self._state, kept.event)
        del self._ends[len(self._state.turns) :]
        match kept.event:
            case TurnStarted():
                self._began_ms = kept.ms
            case TurnEnded():
                self._ends.append((kept.ms - self._began_ms, kept.wall))
            case MatchEnded():
                self._ended = (kept.ms, kept.wall)
            case RulesChanged():
                self._is_changed = True
            case MatchSetAside() | MatchContinued():
                self._is_set_aside = isinstance(kept.event, MatchSetAside)
            case RecordNamed(player=seat, name=name):
                self._written[seat] = name
            case _:
                pass

    def match(self, plain: PlayedMatch) -> PlayedMatch:
        """Say all of a match of which number, game and preset are known."""
        state = self._state
        preset = replace(PRESETS[plain.preset], tiles=state.rules.tiles)
        names = enumerate(state.names, start=1)
        return replace(
            plain,
            rules=state.rules,
            names=tuple(self._written.get(seat, name) for seat, name in names),
            written=frozenset(self._written),
            is_unchanged=state.rules == preset and not self._is_changed,
            turns=self._turns(),
            result=self._result(),
            is_set_aside=self._is_set_aside and state.result is None,
        )

    def _turns(self) -> tuple[PlayedTurn, ...]:
        rules = self._state.rules
        return tuple(
            PlayedTurn(
                seat=turn.seat,
                standing=turn.standing,
                score=rules.score(turn.standing, start=turn.start),
                ms=ms,
                wall=wall,
            )
            for turn, (ms, wall) in zip(self._state.turns, self._ends, strict=True)
        )

    def _result(self) -> Result | None:
        result = self._state.result
        if result is None:
            return None
        ms, wall = self._ended
        totals = self._state.tally.totals
        return Result(why=result.why, totals=totals, winners=result.winners, ms=ms, wall=wall)
