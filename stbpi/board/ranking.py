"""Who is best at what is played: a board for each game, its rules and size of box.

What is counted is what `history.stats` and `history.game_stats` count; which turns and totals are
records, `books.records` says: those of people, the older one first among equals. They are compared
among matches by the same rules to the letter, those by which most were played. Won, and counted
as a match, is what was played to its end. Whoever has no name of his own (P1, P2 …) may be another
one in each match, and has no line.

Never: reads a file, says a word.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from stbpi.books.boards import Entry
from stbpi.books.records import is_better, order, totals
from stbpi.games.game import HouseRules
from stbpi.games.record import Figure, telling
from stbpi.games.shut_the_box.house_rules import differences, preset
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.history.game_stats import GameRow, count_game
from stbpi.history.matches import Stands, StoredMatch
from stbpi.history.stats import By, Row
from stbpi.league.outcomes import Player

MOST_TOTALS = 5
"""Totals that are records at the same time."""


@dataclass(frozen=True, slots=True)
class What:
    """What is played.

    Attributes:
        tiles: of the box; 0 where a game tells of its matches itself.
    """

    game: str
    preset: str
    tiles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A record, and the match in which it was set; see `books.boards.Entry`."""

    player: str
    value: int
    is_shut: bool
    box: str
    match: int
    wall: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a player has come to.

    Attributes:
        matches: played to their end.
        won: of them, also together with others.
        streak: so many won one after the other, at the most.
        turn, total: the best; `None` where none can be compared.
        row: everything else of Shut the Box.
        own: everything else of a game that tells of its matches itself.
    """

    player: Player
    matches: int
    won: int
    streak: int
    turn: int | None = None
    total: int | None = None
    row: Row | None = None
    own: GameRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board.

    Attributes:
        what: is played.
        matches: that were begun.
        lines: whoever has won most first.
        strangers: so many seats without a name.
        totals: the best ones.
        turn: the best one.
        figures: what `Line.own` tells.
        house_rules: what differs from the preset in the matches that the records are of.
    """

    what: What
    matches: int
    lines: tuple[Line, ...]
    strangers: int
    totals: tuple[Best, ...] = ()
    turn: Best | None = None
    figures: tuple[Figure, ...] = ()
    house_rules: HouseRules = ()


def what(match: StoredMatch) -> What:
    """Say what is played in a match."""
    played = match.played
    tiles = 0 if played.rules is None else played.rules.tiles
    return What(played.game, played.preset, tiles)


def boards(matches: Iterable[StoredMatch]) -> list[Board]:
    """Return the boards of some matches, that with most of them first.

    Args:
        matches: in the order in which they were played.
    """
    groups: dict[What, list[StoredMatch]] = {}
    for match in matches:
        groups.setdefault(what(match), []).append(match)
    made = [_board(key, group) for key, group in groups.items()]
    return sorted(made, key=lambda board: -board.matches)


def seated(match: StoredMatch) -> Iterator[tuple[int, Player]]:
    """Iterate over the seats of a match, and who sits there."""
    for seat, name in enumerate(match.played.names, start=1):
        yield seat, Player(name, seat in match.played.bots)


@dataclass(slots=True)
class _Counted:
    matches: int = 0
    won: int = 0
    run: int = 0
    streak: int = 0
    row: Row = field(default_factory=Row)

    def add(self, *, has_won: bool) -> None:
        self.matches += 1
        self.won += has_won
        self.run = self.run + 1 if has_won else 0
        self.streak = max(self.streak, self.run)


def _board(key: What, matches: Sequence[StoredMatch]) -> Board:
    counted: dict[Player, _Counted] = defaultdict(_Counted)
    strangers = 0
    for match in matches:
        theirs: dict[Player, set[int]] = {}
        for seat, player in seated(match):
            if player.is_stranger and not player.is_bot:
                strangers += 1
            else:
                theirs.setdefault(player, set()).add(seat)
        for player, seats in theirs.items():
            _count(counted[player], match, player, seats)
    rules = _rules(matches)
    found = _Records(match for match in matches if match.played.rules == rules)
    theirs_own, figures = _own(key.game, matches)
    lines = [
        Line(
            player=player,
            matches=one.matches,
            won=one.won,
            streak=one.streak,
            turn=found.turns.get(player.name) if not player.is_bot else None,
            total=found.totals_of.get(player.name) if not player.is_bot else None,
            row=one.row if key.tiles else None,
            own=theirs_own.get(player.name),
        )
        for player, one in counted.items()
    ]
    return Board(
        what=key,
        matches=len(matches),
        lines=tuple(sorted(lines, key=lambda line: (-line.won, line.matches, line.player))),
        strangers=strangers,
        totals=tuple(found.totals),
        turn=found.turn,
        figures=figures,
        house_rules=_changes(key, rules),
    )


def _rules(matches: Iterable[StoredMatch]) -> Ruleset | None:
    """Return the rules by which most of some matches were played, to the letter."""
    played = Counter(m.played.rules for m in matches if m.played.rules is not None)
    return next((rules for rules, _number in played.most_common(1)), None)


def _changes(key: What, rules: Ruleset | None) -> HouseRules:
    """Return what differs from a preset, without the size of the box."""
    if rules is None:
        return ()
    return tuple(one for one in differences(rules, preset(key.preset)) if one[0] != "tiles")


def _count(counted: _Counted, match: StoredMatch, player: Player, seats: set[int]) -> None:
    has_won = not seats.isdisjoint(match.winners)
    if match.stands is Stands.ENDED:
        counted.add(has_won=has_won)
    rules = match.played.rules
    if rules is not None:
        counted.row.add_match(match, has_won=has_won)
        for turn in match.played.turns:
            if turn.seat in seats:
                counted.row.add_turn(turn, rules, box=match.box, player=player.name)


class _Records:
    """The records of matches by the same rules."""

    def __init__(self, matches: Iterable[StoredMatch]) -> None:
        self.totals: list[Best] = []
        self.turn: Best | None = None
        self.turns: dict[str, int] = {}
        self.totals_of: dict[str, int] = {}
        entered: list[tuple[tuple[bool, int], Best]] = []
        for match in matches:
            rules = match.played.rules
            if rules is not None:
                sort = order(rules)
                self._take_turns(match, rules)
                for entry in totals(match.played, rules):
                    entered.append((sort(entry)[:2], _best(match, entry)))
                    self._keep(self.totals_of, rules, entry.name, entry.score)
        entered.sort(key=itemgetter(0))
        self.totals = [best for _rank, best in entered[:MOST_TOTALS]]

    def _take_turns(self, match: StoredMatch, rules: Ruleset) -> None:
        for turn in match.played.turns:
            if turn.seat in match.played.bots:
                continue
            name = match.name(turn.seat)
            self._keep(self.turns, rules, name, turn.score)
            if self.turn is None or is_better(rules, turn.score, self.turn.value):
                self.turn = Best(
                    player=name,
                    value=turn.score,
                    is_shut=turn.is_shut,
                    box=match.box,
                    match=match.number,
                    wall=turn.wall,
                )

    @staticmethod
    def _keep(best: dict[str, int], rules: Ruleset, name: str, score: int) -> None:
        if name not in best or is_better(rules, score, best[name]):
            best[name] = score


def _best(match: StoredMatch, entry: Entry) -> Best:
    return Best(
        player=entry.name,
        value=entry.score,
        is_shut=entry.is_shut,
        box=match.box,
        match=match.number,
        wall=entry.wall,
    )


def _own(
    game: str, matches: Sequence[StoredMatch]
) -> tuple[Mapping[str, GameRow], tuple[Figure, ...]]:
    """Return what a game tells itself of its players, by their names."""
    theirs = telling(game)
    if theirs is None:
        return {}, ()
    counted = count_game(game, theirs.FIGURES, matches, by=By.PLAYER)
    rows = {str(name): row for name, row in counted.rows}
    return rows, counted.figures
