"""Ratings and leagues for programs: as JSON, and as rows of a table.

    ratings   {"ratings": 1, "seasons": [{"season", "since", "until", "ladders": [LADDER, ...]}]}
    league    {"league": 1, "name", "kind", "game", "preset", "players", "left", "since", "until",
               "fixtures": [FIXTURE, ...], "table": [ROW, ...], "winners"}

Names and meanings are stable: there may come more, but none goes. Times are epoch seconds, days
are written as `2026-11-30`, moments as `2026-11-30T19:30:00`; `null` is open or unknown.

LADDER   game, preset, matches (that were rated), ratings (place, player, bot, rating, provisional,
         change, matches, won, mu, sigma, wall; see `league.ratings`; skill as in `history.report`,
         none where nobody has asked for it)
FIXTURE  round, home, away (null: not known yet, or nobody), stands ("open", "played", "bye",
         "walkover", "void"), winner (null: a draw, or none), by (points of difference), match
         ("anchor:12"; null: written by hand, or not played)
ROW      of a round robin alone: place, player, played, won, drawn, lost, points, difference

Never: prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, astuple
from datetime import date
from typing import Any

from stbpi.games.record import Column, Kind, columns
from stbpi.history.report import skill
from stbpi.league import plan as plans
from stbpi.league.fixtures import Fixture
from stbpi.league.ratings import Ladder, Rating
from stbpi.league.seasons import Season
from stbpi.league.standing import Standing

FORMAT = 1

Told = Iterable[tuple[Season, list[Ladder]]]
"""Ladders, season by season."""

RATINGS = columns(
    season=Kind.TEXT,
    game=Kind.TEXT,
    preset=Kind.TEXT,
    place=Kind.INT,
    player=Kind.TEXT,
    bot=Kind.BOOL,
    rating=Kind.INT,
    provisional=Kind.BOOL,
    change=Kind.INT,
    matches=Kind.INT,
    won=Kind.INT,
    mu=Kind.FLOAT,
    sigma=Kind.FLOAT,
    wall=Kind.INT,
)
TABLE = columns(
    place=Kind.INT,
    player=Kind.TEXT,
    played=Kind.INT,
    won=Kind.INT,
    drawn=Kind.INT,
    lost=Kind.INT,
    points=Kind.INT,
    difference=Kind.INT,
)
FIXTURES = columns(
    round=Kind.INT,
    home=Kind.TEXT,
    away=Kind.TEXT,
    stands=Kind.TEXT,
    winner=Kind.TEXT,
    by=Kind.INT,
    match=Kind.TEXT,
)


def ratings(told: Told) -> dict[str, Any]:
    """Return ladders as JSON can hold them."""
    return {
        "ratings": FORMAT,
        "seasons": [
            {
                "season": season.name or None,
                "since": _day(season.since),
                "until": _day(season.until),
                "ladders": [_ladder(one) for one in ladders],
            }
            for season, ladders in told
        ],
    }


def rating_rows(told: Told) -> Iterator[tuple[Any, ...]]:
    """Return ladders as rows of `RATINGS`."""
    for season, ladders in told:
        for ladder in ladders:
            about = {"season": season.name or None, "game": ladder.game, "preset": ladder.preset}
            for rating in ladder.ratings:
                row = {**about, **rating_row(rating)}
                yield tuple(row[column.name] for column in RATINGS)


def rating_row(rating: Rating) -> dict[str, Any]:
    """Return what is believed of a player."""
    return {
        "place": rating.place,
        "player": rating.player.name,
        "bot": rating.player.is_bot,
        "rating": rating.points,
        "provisional": rating.is_provisional,
        "change": rating.change,
        "matches": rating.matches,
        "won": rating.won,
        "mu": round(rating.mu, 4),
        "sigma": round(rating.sigma, 4),
        "wall": rating.wall,
    }


def league(told: Standing) -> dict[str, Any]:
    """Return how a league stands as JSON can hold it."""
    plan = told.plan
    return {
        "league": FORMAT,
        "name": plan.name,
        "kind": plan.kind.value,
        "game": plan.game or None,
        "preset": plan.preset or None,
        "players": [*plan.players],
        "left": [*plan.left],
        "since": _day(plan.since),
        "until": _day(plan.until),
        "fixtures": [*map(fixture_row, told.fixtures)],
        "table": [*map(asdict, told.table)],
        "winners": [*told.winners],
    }


def fixture_row(fixture: Fixture) -> dict[str, Any]:
    """Return how a fixture stands."""
    met = fixture.met
    return {
        "round": fixture.round,
        "home": fixture.home,
        "away": fixture.away,
        "stands": fixture.stands.value,
        "winner": fixture.winner or None,
        "by": met.by if met is not None else 0,
        "match": met.match or None if met is not None else None,
    }


def league_rows(told: Standing) -> tuple[tuple[Column, ...], list[tuple[Any, ...]]]:
    """Return the table of a round robin, or the fixtures of a knock-out: columns and rows."""
    if told.plan.kind is plans.Kind.KNOCK_OUT:
        return FIXTURES, [tuple(fixture_row(one).values()) for one in told.fixtures]
    return TABLE, [astuple(row) for row in told.table]


def _ladder(ladder: Ladder) -> dict[str, Any]:
    return {
        "game": ladder.game,
        "preset": ladder.preset,
        "matches": ladder.matches,
        "ratings": [{**rating_row(one), "skill": skill(one.skill)} for one in ladder.ratings],
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
