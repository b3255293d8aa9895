"""Ratings: how good players are, as far as their matches show it.

Each game and preset has a ladder of its own. After every match openskill's Plackett-Luce model
moves what is believed of each player's strength: a mean (mu, 25 at first) and how sure it is
(sigma, 25/3 at first). What is shown is the strength that somebody has all but certainly,
`mu - 3 sigma`, in points: 0 for a newcomer, 1000 for a player of average strength who is known
through and through. It can be less than 0.

A ladder is computed anew from all of its matches, so one that was undone, scored anew or
collected late is where it belongs.

- A lone player is not rated, and two of one name at a table can't be told apart.
- Whoever has no name is a newcomer in every match: others are rated against him, he is not.
- Without bots, a match is rated as if they had not sat there.

Never: reads a file, says a word. Keep: the same matches give the same numbers, in whatever order
they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stbpi.errors import StbError
from stbpi.history.skill import Judged, Measure, Skill
from stbpi.language import _
from stbpi.league.outcomes import Outcome, Player, in_order

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

POINTS = 40
"""Points of one unit of openskill: with 25 units on average, 1000."""

SURE = 3
"""So many sigmas below the mean somebody is all but certainly better."""

PROVISIONAL = 10
"""Before so many matches a rating says little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What is believed of a player.

    Attributes:
        place: in the ladder, from 1; equal points are the same place.
        matches: that were rated.
        won: of them, also together with others.
        change: points by the last of them.
        wall: when that one began.
        skill: luck and errors of the turns in them that were judged, by what they are measured in.
    """

    player: Player
    place: int
    mu: float
    sigma: float
    matches: int
    won: int
    change: int
    wall: int | None
    skill: Mapping[Measure, Skill]

    @property
    def points(self) -> int:
        return points(self.mu, self.sigma)

    @property
    def is_provisional(self) -> bool:
        return self.matches < PROVISIONAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The ratings of those who play a game by a preset, the best first; `matches` were rated."""

    game: str
    preset: str
    matches: int
    ratings: tuple[Rating, ...]


def points(mu: float, sigma: float) -> int:
    """Return what is shown of a belief.

    >>> points(25, 25 / 3), points(25, 0)
    (0, 1000)
    """
    return round(POINTS * (mu - SURE * sigma))


def ladders(outcomes: Iterable[Outcome], *, bots: bool = True) -> list[Ladder]:
    """Rate the players of matches, the ladder with most matches first.

    Args:
        outcomes: in any order, each match once.
        bots: they are rated, too.

    Raises:
        StbError: openskill is missing.
    """
    model = _model()
    found: dict[tuple[str, str], _Ladder] = {}
    for one in in_order(outcomes):
        table = _table(one, bots=bots)
        if table:
            key = (one.game, one.preset)
            found.setdefault(key, _Ladder(model)).rate(table, one)
    made = [ladder.ladder(*key) for key, ladder in found.items()]
    return sorted(made, key=lambda one: (-one.matches, one.game, one.preset))


Table = list[tuple[Player, int]]
"""Players who are rated against each other, and their places."""


def _table(one: Outcome, *, bots: bool) -> Table:
    """Return who is rated against whom in a match; nobody if it can't be rated."""
    seated = [*zip(one.players, one.places, strict=True)]
    if len({*one.players}) < len(one.players):
        return []
    table = [(player, place) for player, place in seated if bots or not player.is_bot]
    is_of_use = len(table) > 1 and not all(player.is_stranger for player, _place in table)
    return table if is_of_use else []


@dataclass(slots=True)
class _Standing:
    belief: PlackettLuceRating
    matches: int = 0
    won: int = 0
    change: int = 0
    wall: int | None = None
    skill: dict[Measure, Skill] = field(default_factory=dict)

    @property
    def points(self) -> int:
        return points(self.belief.mu, self.belief.sigma)

    def judge(self, judged: Iterable[Judged]) -> None:
        for one in judged:
            self.skill.setdefault(one.measure, Skill()).add(one)


class _Ladder:
    """A ladder that is being computed."""

    def __init__(self, model: PlackettLuce) -> None:
        self._model = model
        self._standing: dict[Player, _Standing] = {}
        self._matches = 0

    def rate(self, table: Table, match: Outcome) -> None:
        """Take in a match."""
        self._matches += 1
        standing = [self._of(player) for player, _place in table]
        places = [float(place) for _player, place in table]
        after = self._model.rate([[one.belief] for one in standing], ranks=places)
        for one, [belief], place in zip(standing, after, places, strict=True):
            before = one.points
            one.belief, one.wall = belief, match.wall
            one.matches += 1
            one.won += place == 1
            one.change = one.points - before
        for player, judged in zip(match.players, match.judged, strict=False):
            if player in self._standing:
                self._standing[player].judge(judged)

    def ladder(self, game: str, preset: str) -> Ladder:
        """Return it as it stands."""
        order = sorted(self._standing.items(), key=lambda one: (-one[1].points, one[0]))
        shown = [one.points for _player, one in order]
        return Ladder(
            game=game,
            preset=preset,
            matches=self._matches,
            ratings=tuple(
                Rating(
                    player=player,
                    place=1 + shown.index(one.points),
                    mu=one.belief.mu,
                    sigma=one.belief.sigma,
                    matches=one.matches,
                    won=one.won,
                    change=one.change,
                    wall=one.wall,
                    skill=one.skill,
                )
                for player, one in order
            ),
        )

    def _of(self, player: Player) -> _Standing:
        if player.is_stranger and not player.is_bot:
            return _Standing(self._model.rating())
        if player not in self._standing:
            self._standing[player] = _Standing(self._model.rating())
        return self._standing[player]


def _model() -> PlackettLuce:
    """Return the library's model, as it comes.

    Raises:
        StbError: the library is missing.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as exc:
        if exc.name != "openskill":
            raise
        command = "pip install 'stbpi[league]'"
        raise StbError(_("ratings need openskill: {command}").format(command=command)) from exc
    return PlackettLuce()
