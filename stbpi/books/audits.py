"""Audits: what the landlord counts, each of it twice, since he cleared the audits and for ever.

    AuditFold   folds the journal into a `Ledger`
    audits(…)   reads the ledger: frozen `Audits`

A ledger is one table of numbers that only grow, so that what has come since a clearing is the
difference to what stood there then. A match is added when the next one begins, as it stands by
then; until that it is added to what is read, as it stands now.

Never: reads a clock. Keep: what has no time of the day (`wall` is `None`) is in no histogram by
time; a turn is worth what it left standing, whatever the rules.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stbpi.books.counts import LEFT, MOST_TILES, SECONDS, Audits, Counts, TileHealth
from stbpi.books.dice import TOTALS, DiceAudit
from stbpi.books.match import MatchLog, PlayedMatch
from stbpi.games.events import (
    Bounced,
    Cleared,
    Covered,
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchStarted,
    OperatorEntered,
    OperatorRefused,
    Refused,
    Resumed,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, Prompt, Tiles, members, tiles, without
from stbpi.journal.recorded import Recorded

if TYPE_CHECKING:
    from stbpi.journal.folds import Fold

CLOCK_WENT_BACK_S = 60
"""Less than that is a clock that was set right."""

Local = Callable[[int], time.struct_time]


@dataclass(slots=True)
class Ledger:
    """What the audits are read from; belongs to whoever folds.

    Attributes:
        sums: all numbers, by name.
        base: the same when the audits were cleared.
        stamps: times by name.
        log: the last match.
        moved: when each tile was moved last, if it is known.
        idle: turns in which each tile was not closed.
        bounces: for how many milliseconds each part has bounced at the most.
        recent_bounces: the same since the audits were cleared.
        faults: the parts that have failed.
        gone: those that had failed before the start; told again, they are no new faults.
        is_begun: there was an event.
        is_cleared, clock_unknown: as in `Audits`.
        latest: the time of the newest event that has one.
        lost_until: when the clock has been lost: the time that it had before; else 0.
        last_t: `t` of the newest event.
        is_thrown: the turn has had a throw.
        covered: what was closed in the turn.
        complained: the tiles that were complained about since the throw.
    """

    sums: Counter[str] = field(default_factory=Counter)
    base: Counter[str] = field(default_factory=Counter)
    stamps: dict[str, int | None] = field(default_factory=dict)
    log: MatchLog = field(default_factory=MatchLog)
    moved: dict[int, int] = field(default_factory=dict)
    idle: Counter[int] = field(default_factory=Counter)
    bounces: dict[str, int] = field(default_factory=dict)
    recent_bounces: dict[str, int] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    is_begun: bool = False
    is_cleared: bool = False
    clock_unknown: bool = False
    latest: int = 0
    lost_until: int = 0
    last_t: int = 0
    is_thrown: bool = False
    covered: Tiles = NO_TILES
    complained: Tiles = NO_TILES


class AuditFold:
    """Folds the journal into a ledger; a `journal.folds.Fold`.

    Args:
        local: tells the hour and the day of an epoch second.
    """

    name = "audits"
    version = 2

    def __init__(self, local: Local = time.localtime) -> None:
        self._local = local

    def start(self) -> Ledger:
        return Ledger()

    def step(self, state: Ledger, recorded: Recorded) -> Ledger:
        event = recorded.event
        if isinstance(event, MatchStarted):
            _add_match(state.sums, state.log.match())
        self._take_time(state, recorded)
        state.sums["played_ms"] += state.log.take(recorded)
        _count(state, event, recorded.wall)
        if isinstance(event, MatchStarted):
            self._add_time_of_day(state.sums, recorded.wall)
        return state

    def dump(self, state: Ledger) -> dict[str, Any]:
        plain = {name: getattr(state, name) for name in Ledger.__slots__}
        return plain | {"log": state.log.dump()}

    def load(self, dumped: dict[str, Any]) -> Ledger:
        tables = {
            "sums": Counter(dumped["sums"]),
            "base": Counter(dumped["base"]),
            "log": MatchLog.load(dumped["log"]),
            "moved": {int(tile): wall for tile, wall in dumped["moved"].items()},
            "idle": Counter({int(tile): turns for tile, turns in dumped["idle"].items()}),
        }
        return Ledger(**(dumped | tables))

    def _take_time(self, state: Ledger, recorded: Recorded) -> None:
        is_start = isinstance(recorded.event, Resumed)
        if is_start or not state.is_begun:
            state.sums["starts"] += 1
            state.gone, state.faults = state.faults, {}
        if not state.is_begun:
            state.is_begun, state.stamps["first_boot"] = True, recorded.wall
        goes_on = recorded.t >= state.last_t and not is_start
        state.sums["on_ms"] += recorded.t - state.last_t if goes_on else recorded.t
        state.last_t = recorded.t
        state.clock_unknown = recorded.wall is None
        if recorded.wall is not None:
            if is_start and recorded.wall < state.latest - CLOCK_WENT_BACK_S:
                state.lost_until = state.latest
            elif recorded.wall >= state.lost_until:
                state.lost_until = 0
            state.latest = recorded.wall

    def _add_time_of_day(self, sums: Counter[str], wall: int | None) -> None:
        if wall is None:
            return
        try:
            moment = self._local(wall)
        except (OverflowError, ValueError, OSError):  # no time that a calendar has
            return
        sums[f"hour:{moment.tm_hour}"] += 1
        sums[f"weekday:{moment.tm_wday}"] += 1


def audits(ledger: Ledger) -> Audits:
    """Read a ledger."""
    sums = Counter(ledger.sums)
    _add_match(sums, ledger.log.match())
    recent = {name: count - ledger.base[name] for name, count in sums.items()}
    stamps = ledger.stamps.get
    return Audits(
        recent=_counts(recent, ledger.recent_bounces),
        ever=_counts(sums, ledger.bounces),
        is_cleared=ledger.is_cleared,
        first_boot=stamps("first_boot"),
        last_clear=stamps("last_clear"),
        last_match=stamps("last_match"),
        last_fault=stamps("last_fault"),
        tiles=tuple(
            TileHealth(
                tile=tile,
                last_moved=ledger.moved.get(tile),
                idle_turns=ledger.idle[tile],
            )
            for tile in range(1, MOST_TILES + 1)
        ),
        faults=tuple(sorted(ledger.faults.items())),
        clock_lost=ledger.lost_until > 0,
        clock_unknown=ledger.clock_unknown,
        match=ledger.log.match(),
    )


def _count(state: Ledger, event: Event, wall: int | None) -> None:
    """Count what is counted as it happens."""
    sums = state.sums
    match event:
        case TileDown(tile=tile) | TileUp(tile=tile):
            if wall is not None:
                state.moved[tile] = wall
            if isinstance(event, TileDown):
                sums[f"closes:{tile}"] += 1
                state.idle.pop(tile, None)
        case Rolled(dice=dice):
            sums["throws"] += 1
            state.is_thrown, state.complained = True, NO_TILES
            for face in dice or ():  # of real dice only those are told that could be covered
                sums[f"face:{face}"] += 1
            if dice is not None and len(dice) == 2:
                sums[f"total:{sum(dice)}"] += 1
        case Covered(tiles=covered):
            state.covered = Tiles(state.covered | tiles(*covered))
        case Refused():
            _count_refusal(state, event)
        case TurnStarted():
            state.is_thrown, state.covered = False, NO_TILES
        case TurnEnded(standing=standing):
            state.is_thrown = False
            if state.covered:
                state.idle.update(standing)
        case MatchStarted(game=game, preset=preset, seats=seats):
            sums["started"] += 1
            sums["seats"] += seats
            sums[f"matches:{game}/{preset}"] += 1
        case MatchEnded():
            state.stamps["last_match"] = wall
        case Fault(part=part, what=what):
            was_there = state.gone.pop(part, None) == what
            if state.faults.get(part) != what and not was_there:
                sums["faults"] += 1
                state.stamps["last_fault"] = wall
            state.faults[part] = what
        case FaultCleared(part=part):
            sums["faults_cleared"] += part in state.faults
            state.faults.pop(part, None)
        case Bounced(part=part, ms=ms):
            for longest in (state.bounces, state.recent_bounces):
                longest[part] = max(longest.get(part, 0), ms)
        case Cleared(what="audits"):
            state.recent_bounces.clear()
            state.base = Counter(sums)
            _add_match(state.base, state.log.match())
            state.is_cleared, state.stamps["last_clear"] = True, wall
        case OperatorEntered():
            sums["operator_entered"] += 1
        case OperatorRefused():
            sums["operator_refused"] += 1
        case _:
            pass


def _count_refusal(state: Ledger, event: Refused) -> None:
    """Count a refusal; a wrong cover once, however often it is complained about and pressed."""
    asked = tiles(*event.tiles)
    if event.code == Prompt.RAISE and state.is_thrown:
        state.sums["wrong_covers"] += not state.complained
        for tile in members(without(asked, state.complained)):
            state.sums[f"complaints:{tile}"] += 1
        state.complained = Tiles(state.complained | asked)
    elif event.code != Prompt.CLOSE_AGAIN:
        state.sums["refused"] += 1


def _add_match(sums: Counter[str], match: PlayedMatch | None) -> None:
    """Add what counts of a match only as it stands in the end."""
    if match is None:
        return
    sums["set_aside"] += match.is_set_aside
    if match.result is not None:
        sums["ended"] += 1
        sums["match_ms"] += match.result.ms
    sums["turns"] += len(match.turns)
    sums[f"turns:{match.game}/{match.preset}"] += len(match.turns)
    for turn in match.turns:
        sums["shut"] += turn.is_shut
        sums["turn_ms"] += turn.ms
        sums[f"left:{turn.left}"] += 1
        sums[f"seconds:{_bar(SECONDS, turn.ms // 1000)}"] += 1


def _counts(sums: Mapping[str, int], bounces: Mapping[str, int]) -> Counts:
    """Read a table of numbers; what was undone since a clearing counts as nothing."""
    tables: dict[str, dict[str, int]] = {}
    plain: dict[str, int] = {}
    for name, count in sums.items():
        kind, _, key = name.partition(":")
        if count > 0 and key:
            tables.setdefault(kind, {})[key] = count
        else:
            plain[name] = max(0, count)

    def row(kind: str, keys: range) -> tuple[int, ...]:
        table = tables.get(kind, {})
        return tuple(table.get(str(key), 0) for key in keys)

    def most(kind: str) -> tuple[tuple[str, int], ...]:
        table = tables.get(kind, {})
        return tuple(sorted(table.items(), key=lambda item: (-item[1], item[0])))

    left = {int(key): count for key, count in tables.get("left", {}).items()}
    by_left = [0] * len(LEFT)
    for value, count in left.items():
        by_left[_bar(LEFT, value)] += count
    one_to_twelve = range(1, MOST_TILES + 1)
    return Counts(
        **{name: plain.get(name, 0) for name in _PLAIN},
        left=sum(value * count for value, count in left.items()),
        best=min(left, default=None),
        by_hour=row("hour", range(24)),
        by_weekday=row("weekday", range(7)),
        by_left=tuple(by_left),
        by_seconds=row("seconds", range(len(SECONDS))),
        matches_of=most("matches"),
        turns_of=most("turns"),
        closes=row("closes", one_to_twelve),
        complaints=row("complaints", one_to_twelve),
        bounces=tuple(bounces.get(f"tile_{tile}", 0) for tile in one_to_twelve),
        dice=DiceAudit(faces=row("face", range(1, 7)), totals=row("total", TOTALS)),
    )


_PLAIN = (
    *("started", "ended", "set_aside", "turns", "throws", "shut", "seats", "match_ms", "turn_ms"),
    *("on_ms", "played_ms", "starts", "faults", "faults_cleared", "wrong_covers", "refused"),
    *("operator_entered", "operator_refused"),
)


def _bar(least: tuple[int, ...], value: int) -> int:
    """Return which bar of a histogram a value is in, from 0."""
    return max(i for i, low in enumerate(least) if value >= low)


if TYPE_CHECKING:
    _fits: Callable[[], Fold[Ledger]] = AuditFold
