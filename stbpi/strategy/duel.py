"""Duels: bots that play whole matches against each other, by the game's own rules.

The first turn goes round: the seats move on by one with each match, so that in as many matches as
there are bots each has begun once. As JSON a duel is

    {"duel": 1, "matches": N, "seed": N, "preset": NAME, "rules": RULES, "ended": WHYS,
     "bots": [BOT, ...]}

Names and meanings are stable: there may come more, but none goes.

RULES   what differs from the preset
WHYS    how many matches ended for what reason: "rounds", "shut", "last_left", "ceiling"; "stopped"
        those that were not over after 500 rounds, and that nobody has won
BOT     bot, won (share of the matches; equal winners share one), won_from and won_to (where that
        lies with a confidence of 95 %, by Wilson), turns, score (mean of a turn), shut (share of
        the turns), total (mean at the end of a match), units (mean balance at its end)

Never: prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from stbpi.games.game import NO_TILES
from stbpi.games.shut_the_box.house_rules import differences, preset
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import MatchWhy, Tally, Turn, TurnWhy, tally
from stbpi.strategy.before_turn import before_turn
from stbpi.strategy.bots import Bot
from stbpi.strategy.policy import Chance

FORMAT = 1
MOST_ROUNDS = 500
CONFIDENCE = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(slots=True)
class Played:
    """What a bot has come to in the matches of a duel.

    Attributes:
        won: matches; equal winners share one.
        points: the sum of its scores.
        totals: the sum of its totals.
        units: its balance.
    """

    bot: Bot
    won: float = 0.0
    turns: int = 0
    points: int = 0
    shut: int = 0
    totals: int = 0
    units: int = 0


@dataclass(slots=True)
class Duel:
    """Bots, what they play by, and what has come of it.

    Attributes:
        played: of each bot, in the order in which they were named.
        ended: why matches have ended, and how many.
    """

    rules: Ruleset
    played: Sequence[Played]
    matches: int = 0
    ended: Counter[MatchWhy] = field(default_factory=Counter)

    def play(self, matches: int, chance: Chance) -> Iterator[None]:
        """Play more matches, one with each step."""
        for _ in range(matches):
            first = self.matches % len(self.played)
            self._play_match([*self.played[first:], *self.played[:first]], chance)
            self.matches += 1
            yield

    def _play_match(self, seated: Sequence[Played], chance: Chance) -> None:
        turns, end = play_match([played.bot for played in seated], self.rules, chance)
        if end.result is None:
            self.ended[MatchWhy.STOPPED] += 1
        else:
            self.ended[end.result.why] += 1
            for seat in end.result.winners:
                seated[seat - 1].won += 1 / len(end.result.winners)
        for turn in turns:
            played = seated[turn.seat - 1]
            played.turns += 1
            played.points += self.rules.score(turn.standing, start=turn.start)
            played.shut += turn.standing == NO_TILES
        for played, total, units in zip(seated, end.totals, end.balances, strict=True):
            played.totals += total
            played.units += units

    def members(self, *, seed: int, preset_name: str) -> dict[str, Any]:
        """Return the duel as JSON can hold it."""
        return {
            "duel": FORMAT,
            "matches": self.matches,
            "seed": seed,
            "preset": preset_name,
            "rules": dict(differences(self.rules, preset(preset_name))),
            "ended": {why.value: self.ended[why] for why in MatchWhy},
            "bots": [self.figures(played) for played in self.played],
        }

    def figures(self, played: Played) -> dict[str, Any]:
        """Return what a bot has come to, as it is described above."""
        won_from, won_to = wilson(played.won, self.matches)
        turns = max(played.turns, 1)
        return {
            "bot": str(played.bot),
            "won": played.won / self.matches,
            "won_from": won_from,
            "won_to": won_to,
            "turns": played.turns,
            "score": played.points / turns,
            "shut": played.shut / turns,
            "total": played.totals / self.matches,
            "units": played.units / self.matches,
        }


def play_match(bots: Sequence[Bot], rules: Ruleset, chance: Chance) -> tuple[Sequence[Turn], Tally]:
    """Play a match to its end; return its turns and what they amount to.

    Args:
        bots: by seat.
        rules: the house rules; it is the bots who throw the dice.
        chance: for dice and bots.

    Returns:
        A tally without a result if the match isn't over after `MOST_ROUNDS` rounds.
    """
    turns: list[Turn] = []
    round_ = 1
    while True:
        now = tally(turns, seats=len(bots), rules=rules, begun=round_, stopped=False)
        if now.result is not None or now.round > MOST_ROUNDS:
            return turns, now
        if now.round > round_:
            round_ = now.round
            continue
        policy = bots[now.seat - 1].policy(before_turn(now, turns, rules))
        standing = policy.play(chance)
        turns.append(
            Turn(
                seat=now.seat,
                round=now.round,
                start=rules.start_tiles,
                standing=standing,
                why=TurnWhy.NO_MOVE if standing else TurnWhy.SHUT,
            )
        )


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return from where to where a share lies with a confidence of 95 %.

    >>> [round(end, 3) for end in wilson(5, 10)]
    [0.237, 0.763]
    """
    share, square = successes / trials, CONFIDENCE**2 / trials
    middle = (share + square / 2) / (1 + square)
    width = CONFIDENCE * sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    return max(middle - width, 0.0), min(middle + width, 1.0)
