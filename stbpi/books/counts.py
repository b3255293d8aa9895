"""The audits as they are read: frozen values, and what follows from them.

Never: counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.books.dice import DiceAudit
from stbpi.books.match import PlayedMatch

MOST_TILES = 12
LEFT = (0, 1, 5, 10, 15, 20, 25, 30, 35, 40)
"""The least of each bar in the histogram of what turns leave standing."""

SECONDS = (0, 10, 20, 30, 45, 60, 90, 120)
"""The least of each bar in the histogram of how long turns take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What has happened in a span of time.

    Attributes:
        started, ended, set_aside: matches.
        turns: finished and not undone.
        throws: all that were thrown, undone or not.
        shut: boxes that were shut.
        left: what the turns left standing, added.
        best: the least that one of them left; `None` before the first.
        seats: players of all matches that were started, added.
        match_ms: how long the matches took that were ended, added.
        turn_ms: how long the turns took, added.
        on_ms: how long the box was on, as far as events tell.
        played_ms: how long matches were played.
        starts: how often the program has started: power cuts, at the most.
        faults, faults_cleared: parts that failed, and that came back.
        wrong_covers: throws after which tiles were closed that don't cover it.
        refused: presses and holds in vain.
        operator_entered, operator_refused: how often somebody opened the landlord's drawers,
            and tried to.
        by_hour, by_weekday: matches by when they were started, from midnight and from Monday on.
        by_left: turns by what they left standing (`LEFT`).
        by_seconds: turns by how long they took (`SECONDS`).
        matches_of, turns_of: by the names of game and preset, `game/preset`; the most first.
        closes: how often each tile went down, tile 1 first.
        complaints: how often each tile was asked to be raised again, tile 1 first.
        bounces: for how many milliseconds the contact of each tile has bounced at the most,
            tile 1 first.
        dice: how they fell.
    """

    started: int
    ended: int
    set_aside: int
    turns: int
    throws: int
    shut: int
    left: int
    best: int | None
    seats: int
    match_ms: int
    turn_ms: int
    on_ms: int
    played_ms: int
    starts: int
    faults: int
    faults_cleared: int
    wrong_covers: int
    refused: int
    operator_entered: int
    operator_refused: int
    by_hour: tuple[int, ...]
    by_weekday: tuple[int, ...]
    by_left: tuple[int, ...]
    by_seconds: tuple[int, ...]
    matches_of: tuple[tuple[str, int], ...]
    turns_of: tuple[tuple[str, int], ...]
    closes: tuple[int, ...]
    complaints: tuple[int, ...]
    bounces: tuple[int, ...]
    dice: DiceAudit

    @property
    def shut_percent(self) -> float:
        """How many of a hundred turns shut the box."""
        return _share(100 * self.shut, self.turns)

    @property
    def average_left(self) -> float:
        """What a turn leaves standing."""
        return _share(self.left, self.turns)

    @property
    def match_minutes(self) -> float:
        """How long a match takes."""
        return _share(self.match_ms, self.ended) / 60_000

    @property
    def turn_seconds(self) -> float:
        """How long a turn takes."""
        return _share(self.turn_ms, self.turns) / 1000

    @property
    def players(self) -> float:
        """How many play a match."""
        return _share(self.seats, self.started)

    @property
    def hours_on(self) -> float:
        return self.on_ms / 3_600_000

    @property
    def hours_played(self) -> float:
        return self.played_ms / 3_600_000

    @property
    def wrong_per_100(self) -> float:
        """After how many of a hundred throws wrong tiles were closed."""
        return _share(100 * self.wrong_covers, self.throws)


@dataclass(frozen=True, slots=True, kw_only=True)
class TileHealth:
    """How a tile does.

    Attributes:
        last_moved: in epoch seconds; `None` if that is unknown.
        idle_turns: turns since it went down in which it stood, and others were closed.
    """

    tile: int
    last_moved: int | None
    idle_turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Audits:
    """The audits; times are in epoch seconds, `None` where the clock was unknown.

    Attributes:
        recent: since the audits were cleared.
        ever: for ever.
        is_cleared: they were cleared at least once.
        first_boot, last_clear, last_match, last_fault: when that was; a match when it ended.
        tiles: tile 1 first.
        faults: the parts that have failed, and what is wrong with them, by name.
        clock_lost: the box came back with an earlier time than it went away with.
        clock_unknown: the newest event has no time.
        match: the last match as it stands; `None` before the first.
    """

    recent: Counts
    ever: Counts
    is_cleared: bool
    first_boot: int | None
    last_clear: int | None
    last_match: int | None
    last_fault: int | None
    tiles: tuple[TileHealth, ...]
    faults: tuple[tuple[str, str], ...]
    clock_lost: bool
    clock_unknown: bool
    match: PlayedMatch | None


def _share(part: float, of: float) -> float:
    return part / of if of else 0.0
