"""Stored matches and their statistics as JSON, for programs.

    games   {"games": 1, "matches": [MATCH, ...]}
    show    {"games": 1, "matches": [MATCH with "turns": [TURN, ...]]}
    stats   {"stats": 1, "by": BY, "rows": [ROW, ...], "all": COUNTS, "unread": N, "others": N,
             "games": [GAME, ...]}

Names and meanings are stable: there may come more, but none goes. Times are epoch seconds, and
null where the clock was unknown; `evening` is a day as `2026-11-30`, from 06:00 to 06:00.

MATCH   box, match, game, preset, rules (what differs from the preset), wall, evening, seconds,
        stands ("ended", "stopped", "set_aside", "open"), why, troubles ("damaged", "unknown",
        "missing"), players (seat, player, total, won, bot; `total` is null where it can't be known)
TURN    of a game that tells it itself: the columns of its table (`TURNS` in `games/*/record.py`).
        Of Shut the Box: seat, player, round, standing (tiles), left (their sum), score, why, shut,
        counts, seconds, wall, skill ([LUCK, ...], by each measure; none where it can't be known)
ROW     COUNTS, and what it is about: `player`; `preset` and `rules`; or `evening`
COUNTS  matches, ended, won, turns, shut, longest_run; `left` and `score` (mean, median, best;
        `score` is null where not all turns are scored in the same way); `standing` (how often
        each tile was left standing); `spread` (how many turns left so much or more standing, but
        less than the next); `lefts` (how many turns left exactly so much standing); skill ([LUCK
        with turns (that were judged) and faultless (those without an error), ...], the means of a
        turn by each measure)
LUCK    measure, start, luck, errors, cover_errors, dice_errors, result, adjusted; see
        `history.skill`. The measure is how turns were scored when they were played ("sum",
        "digits", "count", "covered"), the chance to win the match, of 1 ("win"), or units
        ("units"); `result` is `start` - `luck` + `errors` with the first three, and
        `start` + `luck` - `errors` with the others
GAME    of each other game that was played: game, rows, all, unread; what each counts is matches,
        ended, won, and its own values (`values` in `games/*/record.py`), means of them as
        `mean_NAME`, null where there is nothing to be counted

Never: prints.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from stbpi.books.counts import LEFT
from stbpi.books.match import PlayedTurn
from stbpi.games.game import members
from stbpi.games.record import Figure, Shown
from stbpi.games.shut_the_box.house_rules import differences, preset
from stbpi.history.game_stats import GameRow, GameStats
from stbpi.history.matches import StoredMatch
from stbpi.history.skill import Judged, Measure, Skill
from stbpi.history.stats import Key, Row, Rules, Spread, Stats

FORMAT = 1


def games(matches: Iterable[StoredMatch]) -> dict[str, Any]:
    """Return matches as JSON can hold them."""
    return {"games": FORMAT, "matches": [match_row(match) for match in matches]}


def show(stored: StoredMatch, judged: Iterable[Iterable[Judged]]) -> dict[str, Any]:
    """Return a match and its turns.

    Args:
        stored: the match.
        judged: each of its turns.
    """
    if stored.record is not None:
        turns = [dict(row) for row in stored.record.turns()]
    else:
        turns = [
            {**turn(stored, played), "skill": [luck(one) for one in of_turn]}
            for played, of_turn in zip(stored.played.turns, judged, strict=True)
        ]
    return {"games": FORMAT, "matches": [{**match_row(stored), "turns": turns}]}


def match_row(stored: StoredMatch) -> dict[str, Any]:
    """Return a match without its turns."""
    played = stored.played
    totals = stored.totals
    return {
        "box": stored.box,
        "match": played.number,
        "game": played.game,
        "preset": played.preset,
        "rules": rules_of(stored),
        "wall": stored.wall,
        "evening": _day(stored.evening),
        "seconds": round(stored.ms / 1000),
        "stands": stored.stands.value,
        "why": str(stored.why),
        "troubles": [trouble.value for trouble in stored.troubles],
        "players": [
            {
                "seat": seat,
                "player": name,
                "total": totals[seat - 1] if seat <= len(totals) else None,
                "won": seat in stored.winners,
                "bot": seat in played.bots,
            }
            for seat, name in enumerate(played.names, start=1)
        ],
    }


def turn(stored: StoredMatch, played: PlayedTurn) -> dict[str, Any]:
    """Return a turn of a match, without its luck."""
    return {
        "seat": played.seat,
        "player": stored.name(played.seat),
        "round": played.round,
        "standing": list(members(played.standing)),
        "left": played.left,
        "score": played.score,
        "why": played.why.value,
        "shut": played.is_shut,
        "counts": played.counts,
        "seconds": round(played.ms / 1000),
        "wall": played.wall,
    }


def rules_of(stored: StoredMatch) -> dict[str, Any]:
    """Return what differs from the preset in the end."""
    if stored.record is not None:
        return dict(stored.record.house_rules)
    rules = stored.played.rules
    if rules is None:
        return {}
    return dict(differences(rules, preset(stored.played.preset)))


def stats(counted: Stats, games: Iterable[GameStats] = ()) -> dict[str, Any]:
    """Return statistics as JSON can hold them.

    Args:
        counted: of Shut the Box.
        games: of other games.
    """
    return {
        "stats": FORMAT,
        "by": counted.by.value,
        "rows": [{**_about(key), **_counts(row)} for key, row in counted.rows],
        "all": _counts(counted.all),
        "unread": counted.unread,
        "others": counted.others,
        "games": [*map(_of_game, games)],
    }


def _of_game(counted: GameStats) -> dict[str, Any]:
    return {
        "game": counted.game,
        "rows": [{**_about(key), **_values(row, counted.figures)} for key, row in counted.rows],
        "all": _values(counted.all, counted.figures),
        "unread": counted.unread,
    }


def _values(row: GameRow, figures: Iterable[Figure]) -> dict[str, Any]:
    means = [figure for figure in figures if figure.shown is Shown.MEAN]
    return {
        "matches": row.matches,
        "ended": row.ended,
        "won": row.won,
        **{name: round(value, 3) for name, value in row.values.items()},
        **{f"mean_{figure.value}": _rounded(row.figure(figure)) for figure in means},
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def bars(counts: Counter[int]) -> dict[int, int]:
    """Return how many turns left so much or more standing, but less than the next."""
    spread = dict.fromkeys(LEFT, 0)
    for value, number in counts.items():
        spread[LEFT[bisect(LEFT, value) - 1]] += number
    return spread


def _about(key: Key) -> dict[str, Any]:
    match key:
        case str():
            return {"player": key}
        case Rules():
            return {"preset": key.preset, "rules": dict(key.house_rules)}
        case _:
            return {"evening": _day(key)}


def _counts(row: Row) -> dict[str, Any]:
    return {
        "matches": row.matches,
        "ended": row.ended,
        "won": row.won,
        "turns": row.turns,
        "shut": row.shut,
        "longest_run": row.longest_run,
        "left": _spread(row.left),
        "score": _spread(row.score) if row.score is not None else None,
        "standing": {str(tile): number for tile, number in sorted(row.standing.items())},
        "spread": {str(least): number for least, number in bars(row.left.counts).items()},
        "lefts": {str(value): number for value, number in sorted(row.left.counts.items())},
        "skill": skill(row.skill),
    }


def skill(sums: Mapping[Measure, Skill]) -> list[dict[str, Any]]:
    """Return the means of judged turns, by each measure."""
    told = [(measure, sums[measure]) for measure in Measure if measure in sums]
    return [
        {**luck(of_turns.mean(measure)), "turns": of_turns.turns, "faultless": of_turns.faultless}
        for measure, of_turns in told
    ]


def luck(judged: Judged) -> dict[str, Any]:
    """Return what a turn has gained by luck, and lost by errors."""
    return {
        "measure": judged.measure.value,
        "start": judged.start,
        "luck": judged.luck,
        "errors": judged.errors,
        "cover_errors": judged.cover_errors,
        "dice_errors": judged.dice_errors,
        "result": judged.result,
        "adjusted": judged.adjusted,
    }


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "mean": _rounded(spread.mean),
        "median": spread.median,
        "best": spread.best,
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
