"""How a player plays: what he has come to in each thing that is played, and his last matches.

Never: reads a file, says a word. Keep: what is undone or scored anew counts as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from stbpi.board.almanac import Told
from stbpi.board.ranking import Line, What, boards, seated, what
from stbpi.games.record import Figure
from stbpi.history.matches import Stands, StoredMatch
from stbpi.history.skill import Measure, Skill

FORM = 12
"""Matches that show how somebody is in form."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a player has come to in one thing that is played.

    Attributes:
        what: is played.
        line: what was counted.
        figures: what `Line.own` tells.
        skill: luck and errors of his turns, by what they are measured in.
    """

    what: What
    line: Line
    figures: tuple[Figure, ...]
    skill: Mapping[Measure, Skill]


@dataclass(frozen=True, slots=True)
class Played:
    """One of his last matches.

    Attributes:
        has_won: he has.
        place: his, from 1; `None` where that can't be known.
        total: his; `None` where that can't be known.
        skill: luck and errors of his turns in it, by what they are measured in.
    """

    match: StoredMatch
    has_won: bool
    place: int | None
    total: int | None
    skill: Mapping[Measure, Skill]


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """How a player plays.

    Attributes:
        name: his.
        is_bot: wherever anybody of this name has sat, it was a bot.
        evenings: on which he has played.
        matches: at least begun.
        parts: what he has played most first.
        form: his last matches that were played to their end, the newest first.
    """

    name: str
    is_bot: bool
    evenings: frozenset[date]
    matches: int
    parts: tuple[Part, ...]
    form: tuple[Played, ...]


@dataclass(slots=True, kw_only=True)
class Known:
    """A player, as he is listed.

    Attributes:
        name: his.
        is_bot: wherever anybody of this name has sat, it was a bot.
        matches: at least begun.
        ended: of them, played to their end.
        won: of these, also together with others.
        turns, shut: of Shut the Box.
        last: when his last match began, in epoch seconds.
    """

    name: str
    is_bot: bool = True
    matches: int = 0
    ended: int = 0
    won: int = 0
    turns: int = 0
    shut: int = 0
    last: int | None = None

    def add(self, match: StoredMatch, seats: set[int]) -> None:
        """Count a match in which he has had these seats."""
        self.is_bot = self.is_bot and seats <= match.played.bots
        self.matches += 1
        if match.stands is Stands.ENDED:
            self.ended += 1
            self.won += not seats.isdisjoint(match.winners)
        for turn in match.played.turns:
            if turn.seat in seats:
                self.turns += 1
                self.shut += turn.is_shut
        self.last = max(filter(None, (self.last, match.wall)), default=None)


def everybody(matches: Iterable[StoredMatch]) -> list[Known]:
    """Return all players who have a name, whoever has played most first."""
    found: dict[str, Known] = {}
    for match in matches:
        for name, seats in _seats(match).items():
            found.setdefault(name, Known(name=name)).add(match, seats)
    return sorted(found.values(), key=lambda one: (-one.matches, one.name))


def of_player(told: Iterable[Told], name: str) -> list[Told]:
    """Return the matches at which somebody of this name has sat."""
    return [one for one in told if name in _seats(one.match)]


def portrait(told: Sequence[Told], name: str) -> Portrait:
    """Return how a player plays.

    Args:
        told: his matches, in the order in which they were played, judged (`Told.skill`).
        name: his.
    """
    matches = [one.match for one in told]
    parts = tuple(
        Part(board.what, line, board.figures, _skill(told, name, board.what))
        for board in boards(matches)
        for line in board.lines
        if line.player.name == name
    )
    ended = [one for one in told if one.match.stands is Stands.ENDED]
    return Portrait(
        name=name,
        is_bot=all(part.line.player.is_bot for part in parts),
        evenings=frozenset(match.evening for match in matches if match.evening is not None),
        matches=len(matches),
        parts=parts,
        form=tuple(_played(one, name) for one in ended[: -FORM - 1 : -1]),
    )


def _seats(match: StoredMatch) -> dict[str, set[int]]:
    """Return the seats of each player who has a name."""
    found: dict[str, set[int]] = {}
    for seat, player in seated(match):
        if player.is_bot or not player.is_stranger:
            found.setdefault(player.name, set()).add(seat)
    return found


def _played(one: Told, name: str) -> Played:
    match, seats = one.match, _seats(one.match)[name]
    places = () if one.outcome is None else one.outcome.places
    totals = match.totals
    return Played(
        match=match,
        has_won=not seats.isdisjoint(match.winners),
        place=min((places[seat - 1] for seat in seats), default=None) if places else None,
        total=totals[min(seats) - 1] if len(seats) == 1 and len(totals) >= max(seats) else None,
        skill=one.skill.get(name, {}),
    )


def _skill(told: Iterable[Told], name: str, of: What) -> dict[Measure, Skill]:
    found: dict[Measure, Skill] = {}
    for one in told:
        if what(one.match) == of:
            for measure, skill in one.skill.get(name, {}).items():
                found.setdefault(measure, Skill()).take(skill)
    return found
