"""Statistics over stored matches: by player, by ruleset, by evening.

Turns are compared by what they left standing, the sum of the tiles, whatever the rules make of
it; scores only where all turns are scored in the same way, and luck and errors by each measure
of them apart.

Matches of games that tell of them themselves are counted by `game_stats`, once all of their events
are read; here it is only found out which ones those are.

Never: reads a file, says a word. Keep: every figure is counted from the turns as they stand in
the end; what can't be read is not counted, and is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from stbpi.books.match import PlayedTurn
from stbpi.games.game import HouseRules, Tiles, members
from stbpi.games.record import telling
from stbpi.games.registry import NAMES
from stbpi.games.shut_the_box.house_rules import differences, preset
from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.history.matches import Stands, StoredMatch
from stbpi.history.skill import Judged, Measure, Skill


class By(StrEnum):
    """What has a row of its own."""

    PLAYER = "player"
    RULESET = "ruleset"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset, as a row is called after it: a preset and what differs from it."""

    preset: str
    house_rules: HouseRules


Judging = Callable[[StoredMatch, Collection[int]], Iterable[Iterable[Judged]]]

Key = str | Rules | date | None
"""What a row is about: a player, a ruleset, an evening (`None`: unknown)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How values are spread.

    Attributes:
        counts: how often each value was there.
        high_is_good: the best value is the highest.
    """

    counts: Counter[int] = field(default_factory=Counter)
    high_is_good: bool = False

    @property
    def mean(self) -> float | None:
        number = self.counts.total()
        return sum(value * n for value, n in self.counts.items()) / number if number else None

    @property
    def median(self) -> float | None:
        number = self.counts.total()
        if not number:
            return None
        return (self._at((number - 1) // 2) + self._at(number // 2)) / 2

    @property
    def best(self) -> int | None:
        if not self.counts:
            return None
        return max(self.counts) if self.high_is_good else min(self.counts)

    def _at(self, place: int) -> int:
        """Return the value at a place, from 0, when all are sorted."""
        for value, number in sorted(self.counts.items()):
            place -= number
            if place < 0:
                return value
        raise AssertionError(place)


@dataclass(slots=True)
class Row:
    """What is counted of one player, one ruleset, one evening, or of all.

    Attributes:
        matches: at least begun.
        ended: played to their end.
        won: by the player that is asked for; in rows of all players: by anybody.
        turns: finished, and not undone.
        shut: boxes that were shut.
        longest_run: so many one after the other, by one player on one box.
        scores: of turns, by the way in which they are scored.
        stood: how often just these tiles were left standing.
        skill: luck and errors of the turns that can be judged, by what they are measured in.
    """

    matches: int = 0
    ended: int = 0
    won: int = 0
    turns: int = 0
    shut: int = 0
    longest_run: int = 0
    scores: dict[Scoring, Spread] = field(default_factory=dict)
    stood: Counter[Tiles] = field(default_factory=Counter)
    skill: dict[Measure, Skill] = field(default_factory=dict)
    _runs: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def left(self) -> Spread:
        """The sums of the tiles that turns left standing."""
        spread = Spread()
        for standing, number in self.stood.items():
            spread.counts[sum(members(standing))] += number
        return spread

    @property
    def standing(self) -> Counter[int]:
        """How often each tile was left standing."""
        counts: Counter[int] = Counter()
        for standing, number in self.stood.items():
            counts.update(dict.fromkeys(members(standing), number))
        return counts

    @property
    def score(self) -> Spread | None:
        """The scores of turns, if all are scored in the same way."""
        return next(iter(self.scores.values())) if len(self.scores) == 1 else None

    def add_match(self, match: StoredMatch, *, has_won: bool) -> None:
        self.matches += 1
        self.ended += match.stands is Stands.ENDED
        self.won += has_won

    def add_turn(self, turn: PlayedTurn, rules: Ruleset, *, box: str, player: str) -> None:
        self.turns += 1
        self.shut += turn.is_shut
        spread = self.scores.get(rules.scoring)
        if spread is None:
            high_is_good = rules.best((0, 1)) == 1
            spread = self.scores[rules.scoring] = Spread(high_is_good=high_is_good)
        spread.counts[turn.score] += 1
        self.stood[turn.standing] += 1
        run = self._runs[box, player] + 1 if turn.is_shut else 0
        self._runs[box, player] = run
        self.longest_run = max(self.longest_run, run)

    def add_luck(self, judged: Iterable[Judged]) -> None:
        for one in judged:
            if one.measure not in self.skill:
                self.skill[one.measure] = Skill()
            self.skill[one.measure].add(one)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What was counted.

    Attributes:
        by: what has a row of its own.
        rows: the rows; players with most turns first, evenings in their order.
        all: everything that was asked for.
        evenings: the same by evening, those that are known.
        unread: so many matches can't be read.
        others: so many matches are of games that have no statistics.
        told: the matches, by box and number, of each game that tells of them itself.
    """

    by: By
    rows: tuple[tuple[Key, Row], ...]
    all: Row
    evenings: tuple[tuple[date, Row], ...]
    unread: int
    others: int
    told: Mapping[str, frozenset[tuple[str, int]]]


def count(matches: Iterable[StoredMatch], *, by: By, judge: Judging, player: str = "") -> Stats:
    """Count matches.

    Args:
        matches: box by box, in the order in which they were played.
        by: what has a row of its own.
        judge: says of each turn of some seats what it has gained by luck, and lost by errors.
        player: only his turns and wins are counted.
    """
    rows: dict[Key, Row] = {}
    evenings: dict[Key, Row] = {}
    everything = Row()
    told: dict[str, set[tuple[str, int]]] = {}
    unread = others = 0
    for match in matches:
        rules, game = match.played.rules, match.played.game
        if rules is None and telling(game) is not None:
            told.setdefault(game, set()).add((match.box, match.number))
            continue
        if rules is None:
            is_known = not game or game in NAMES
            others += not is_known
            unread += is_known
            continue
        seats = seats_of(match, player)
        luck = [*judge(match, seats)]
        _add(everything, match, rules, seats, luck)
        _add(evenings.setdefault(match.evening, Row()), match, rules, seats, luck)
        for key, theirs in _groups(match, rules, seats, by):
            _add(rows.setdefault(key, Row()), match, rules, theirs, luck)
    if by is By.EVENING:
        rows = evenings
    days = [day for day in evenings if isinstance(day, date)]
    return Stats(
        by=by,
        rows=tuple(sorted(rows.items(), key=lambda row: _order(*row))),
        all=everything,
        evenings=tuple((day, evenings[day]) for day in sorted(days)),
        unread=unread,
        others=others,
        told={game: frozenset(told[game]) for game in NAMES if game in told},
    )


def seats_of(match: StoredMatch, player: str) -> frozenset[int]:
    """Return the seats of a player, or of all."""
    names = enumerate(match.played.names, start=1)
    return frozenset(seat for seat, name in names if player in ("", name))


def _groups(
    match: StoredMatch, rules: Ruleset, seats: frozenset[int], by: By
) -> Iterator[tuple[Key, frozenset[int]]]:
    """Return the rows that a match counts for, and the seats that count there."""
    if by is By.PLAYER:
        names = {match.name(seat): None for seat in sorted(seats)}
        for name in names:
            yield name, frozenset(seat for seat in seats if match.name(seat) == name)
    elif by is By.RULESET:
        name = match.played.preset
        yield Rules(name, differences(rules, preset(name))), seats


def _add(
    row: Row,
    match: StoredMatch,
    rules: Ruleset,
    seats: frozenset[int],
    luck: Iterable[Iterable[Judged]],
) -> None:
    row.add_match(match, has_won=not seats.isdisjoint(match.winners))
    for turn, judged in zip(match.played.turns, luck, strict=True):
        if turn.seat in seats:
            row.add_turn(turn, rules, box=match.box, player=match.name(turn.seat))
            row.add_luck(judged)


def _order(key: Key, row: Row) -> tuple[object, ...]:
    if isinstance(key, date):
        return (0, key.toordinal())
    if key is None:
        return (1, 0)
    return (-row.turns, str(key))
