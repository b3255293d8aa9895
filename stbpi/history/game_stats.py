"""Statistics of the games that tell of their matches themselves (`games.record`), one by one.

Never: reads a file, says a word; knows what a value means. Keep: what can't be read is not
counted, and is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from stbpi.games.record import Figure, Shown
from stbpi.history.matches import Stands, StoredMatch
from stbpi.history.stats import By, Key, Rules, seats_of


@dataclass(slots=True)
class GameRow:
    """What is counted of one player, one ruleset, one evening, or of all.

    Attributes:
        matches: at least begun.
        ended: played to their end.
        won: by the player that is asked for; in rows of all players: by anybody.
        values: of the players that count there, by name (`Record.values`).
    """

    matches: int = 0
    ended: int = 0
    won: int = 0
    values: dict[str, float] = field(default_factory=dict)

    def add(
        self,
        match: StoredMatch,
        seats: Collection[int],
        values: Mapping[int, Mapping[str, float]],
        highest: Collection[str],
    ) -> None:
        """Count a match.

        Args:
            match: the match.
            seats: who counts here.
            values: by seat.
            highest: the names of values of which the highest is kept.
        """
        self.matches += 1
        self.ended += match.stands is Stands.ENDED
        self.won += not set(seats).isdisjoint(match.winners)
        for seat in seats:
            for name, value in values[seat].items():
                before = self.values.get(name, 0)
                self.values[name] = max(before, value) if name in highest else before + value

    def figure(self, figure: Figure) -> float | None:
        """Return a figure; `None` of a mean of nothing."""
        value = self.values.get(figure.value, 0)
        if figure.shown is not Shown.MEAN:
            return value
        count = self.values.get(figure.per, 0)
        return value / count if count else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStats:
    """What was counted of a game.

    Attributes:
        game: its name.
        by: what has a row of its own.
        figures: the columns.
        rows: the rows; players with most matches first, evenings in their order.
        all: everything that was asked for.
        unread: so many matches can't be read.
    """

    game: str
    by: By
    figures: tuple[Figure, ...]
    rows: tuple[tuple[Key, GameRow], ...]
    all: GameRow
    unread: int


def count_game(
    game: str,
    figures: Sequence[Figure],
    matches: Iterable[StoredMatch],
    *,
    by: By,
    player: str = "",
) -> GameStats:
    """Count matches of a game, of which all events were read.

    Args:
        game: its name.
        figures: what is told of its players.
        matches: in the order in which they were played.
        by: what has a row of its own.
        player: only his values and wins are counted.
    """
    highest = {figure.value for figure in figures if figure.shown is Shown.MOST}
    rows: dict[Key, GameRow] = {}
    everything, unread = GameRow(), 0
    for match in matches:
        if match.record is None:
            unread += 1
            continue
        seats = seats_of(match, player)
        values = {seat: match.record.values(seat) for seat in seats}
        everything.add(match, seats, values, highest)
        for key, theirs in _groups(match, seats, by):
            rows.setdefault(key, GameRow()).add(match, theirs, values, highest)
    return GameStats(
        game=game,
        by=by,
        figures=tuple(figures),
        rows=tuple(sorted(rows.items(), key=lambda row: _order(*row))),
        all=everything,
        unread=unread,
    )


def _groups(match: StoredMatch, seats: frozenset[int], by: By) -> list[tuple[Key, frozenset[int]]]:
    """Return the rows that a match counts for, and the seats that count there."""
    if by is By.PLAYER:
        names = dict.fromkeys(match.name(seat) for seat in sorted(seats))
        return [(name, frozenset(s for s in seats if match.name(s) == name)) for name in names]
    if by is By.EVENING:
        return [(match.evening, seats)]
    assert match.record is not None
    return [(Rules(match.played.preset, match.record.house_rules), seats)]


def _order(key: Key, row: GameRow) -> tuple[object, ...]:
    if isinstance(key, date):
        return (0, key.toordinal())
    if key is None:
        return (1, 0)
    return (-row.matches, str(key))
