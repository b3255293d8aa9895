"""The odds of a match of Glückshaus for programs.

    {"game": "glueckshaus", "preset": NAME, "rules": RULES, "board": BOARD, "turn": SEAT,
     "kings": N, "throws": [THROW, …], "gain": CHIPS, "p_pay": P, "p_take": P, "p_out": P,
     "matches": N, "seed": N, "length": LENGTH, "unfinished": N, "players": [PLAYER, …]}

RULES   what differs from the preset
BOARD   the rooms in which chips lie, as {"7": 2, "9": 1}
THROW   total, ways (in how many of the 36 throws it comes), does ("nothing", "again", "pays",
        "takes", "pig", "king"), room (into which it pays, or out of which it takes; 0 where there
        is not one), gain (chips; negative where the player pays), out (whether he is then)
LENGTH  throws from here on: mean, error (the standard error of the mean), shortest, median,
        percent_90 (nine matches of ten are over by then), longest
PLAYER  player (the number of the seat), chips, out, won (share of the matches; equal winners
        share one), won_from and won_to (where that lies with a confidence of 95 %, by Wilson)

turn is who throws, kings how many 12s have been thrown; gain and the chances are those of the
next throw. matches were played from here on, with this seed; unfinished are those of them that
were not over after a million throws, and that nobody has won.

Exactly, there are gain_exact, p_pay_exact, p_take_exact and p_out_exact, too: "p/q".

Never: prints. Keep: names and meanings are stable: there may come more, but none goes.
"""

from __future__ import annotations

from typing import Any

from stbpi.commands.odds_of.glueckshaus.match import MatchOdds
from stbpi.games.glueckshaus.odds import Forecast
from stbpi.strategy.odds import written


def report(match: MatchOdds, *, exact: bool) -> dict[str, Any]:
    """Return the odds as JSON can hold them."""
    stands = match.position
    return {
        "game": "glueckshaus",
        "preset": match.preset,
        "rules": dict(match.house_rules),
        "board": {str(room): chips for room, chips in enumerate(stands.board) if chips},
        "turn": stands.seat,
        "kings": stands.kings,
        "throws": _throws(match),
        **_chances(match, exact),
        "matches": match.matches,
        "seed": match.seed,
        "length": _length(match.forecast),
        "unfinished": match.forecast.open,
        "players": _players(match),
    }


def _throws(match: MatchOdds) -> list[dict[str, Any]]:
    return [
        {
            "total": row.total,
            "ways": row.ways,
            "does": row.does.value,
            "room": row.room,
            "gain": row.gain,
            "out": row.is_out,
        }
        for row in match.odds.rows
    ]


def _chances(match: MatchOdds, exact: bool) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, fraction in match.exactly.items():
        told[name] = float(fraction)
        if exact:
            told[f"{name}_exact"] = written(fraction)
    return told


def _length(seen: Forecast) -> dict[str, float]:
    return {
        "mean": seen.mean,
        "error": seen.error,
        "shortest": seen.lengths[0],
        "median": seen.within(0.5),
        "percent_90": seen.within(0.9),
        "longest": seen.lengths[-1],
    }


def _players(match: MatchOdds) -> list[dict[str, Any]]:
    stands = match.position
    return [
        {
            "player": seat,
            "chips": stands.hands[seat - 1],
            "out": seat not in stands.left,
            "won": chance.share,
            "won_from": chance.low,
            "won_to": chance.high,
        }
        for seat, chance in enumerate(match.winning, 1)
    ]
