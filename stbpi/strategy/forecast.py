"""The chance to win a match of several rounds, as good as it can be told in a moment.

An approximation, by one assumption: behind this turn everybody plays every turn for points, so
that turns are independent and have the same distribution. All else is reckoned: totals round by
round, shut boxes that win at once, knock-outs, the last one left, a ceiling, shared wins.
Totals with `digits` are kept to two significant digits, and a match without a last round ends
after `HORIZON` more rounds with whoever leads. A play-off shares the win.

What others may come to does not depend on this turn. So it is followed first, round by round;
then the chance to win goes backwards from the last round to the scores of this turn.

Rule: RULES.md 1.4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from math import prod

from stbpi.games.shut_the_box.ruleset import Shut
from stbpi.strategy.goals import shut_score
from stbpi.strategy.outlook import Comparison, Rival, coarse, cost, points_turn
from stbpi.strategy.positions import positions_of
from stbpi.strategy.situation import Situation

HORIZON = 40


def winning_chances(situation: Situation) -> dict[int, float]:
    """Return the chance to win the match, by the score of this turn."""
    return _Forecast(situation).chances()


@dataclass(frozen=True, slots=True)
class _Round:
    """What a round brings to a player who is in, by chance of what the others have done.

    Attributes:
        left_before: before his turn: he is the last one left.
        shut: he shuts the box and wins.
        left_after: after his turn: he is the last one left.
        wins: by his cost: he wins at the end of the round.
        goes_on: by his cost: whether he may play on.
    """

    left_before: float
    shut: float
    left_after: float
    wins: Callable[[int], float]
    goes_on: Callable[[int], bool]


class _Forecast:
    def __init__(self, situation: Situation) -> None:
        rules = situation.rules
        if situation.playoff:  # one more round decides it, and nobody is knocked out
            rules = replace(rules, rounds=situation.round, knock_out=0, ceiling=0)
        self._now = situation
        self._rules = rules
        self._is_endless = not (rules.rounds or rules.knock_out or rules.ceiling)
        self._last = rules.rounds or situation.round + HORIZON
        turn = points_turn(rules)
        wins = rules.shut is Shut.WINS
        self._shut = turn.pop(cost(shut_score(rules), rules), 0.0) if wins else 0.0
        self._turn: defaultdict[int, float] = defaultdict(float)
        for own, chance in turn.items():
            self._turn[coarse(own, rules)] += chance
        self._rivals: dict[int, Rival] = {}
        for seat in situation.others:
            total = self._cost(situation.totals[seat - 1] + situation.played.get(seat, 0))
            self._rivals[seat] = Rival({total: 1.0})

    def chances(self) -> dict[int, float]:
        rounds = list(self._rounds())
        first = {score: self._cost(self._now.total + score) for score in self._scores()}
        reached = [{total for total in first.values() if not self._is_out(total)}]
        for round_ in rounds[:-1]:
            on = [total for total in reached[-1] if round_.goes_on(total)]
            reached.append({total for own in on for total, _ in self._after_turn(own)})
        ahead: dict[int, float] = {}
        for number in reversed(range(len(rounds))):
            following = rounds[number + 1] if number + 1 < len(rounds) else None
            ahead = {
                own: self._ahead(own, rounds[number], following, ahead) for own in reached[number]
            }
        chances = {score: ahead.get(total, 0.0) for score, total in first.items()}
        if self._rules.shut is Shut.WINS:
            chances[shut_score(self._rules)] = 1.0
        return chances

    def _scores(self) -> Collection[int]:
        return set(positions_of(self._rules).scores.values())

    def _ahead(
        self, own: int, round_: _Round, following: _Round | None, ahead: dict[int, float]
    ) -> float:
        """Return the chance to win with these costs after the own turn of a round.

        Args:
            ahead: the same for the round that follows.
        """
        chance = round_.left_after + round_.wins(own)
        if following is None or not round_.goes_on(own):
            return chance
        turns = sum(part * ahead[total] for total, part in self._after_turn(own))
        return chance + following.left_before + following.shut + turns

    def _after_turn(self, own: int) -> Iterator[tuple[int, float]]:
        """Yield the costs after another turn, where that leaves the player in."""
        for score, chance in self._turn.items():
            total = self._added(own, score)
            if not self._is_out(total):
                yield total, chance

    def _rounds(self) -> Iterator[_Round]:
        behind = set(self._now.behind)
        before, shut = 0.0, 0.0
        for number in range(self._now.round, self._last + 1):
            after = self._last_left(seat for seat in self._rivals if seat in behind)
            yield self._round_end(number, before, shut, after)
            behind = {seat for seat in self._rivals if seat > self._now.seat}
            before = self._last_left(seat for seat in self._rivals if seat not in behind)
            shut = self._shut * self._going()

    def _round_end(self, number: int, before: float, shut: float, after: float) -> _Round:
        rivals = self._rivals.values()
        everybody, all_out = Comparison(rivals), prod(rival.out for rival in rivals)
        if number == self._last:
            return _Round(
                before, shut, after, lambda own: everybody.share(own) - all_out, lambda own: False
            )
        if not self._rules.ceiling:
            return _Round(before, shut, after, lambda own: 0.0, lambda own: True)
        self._rivals = {seat: self._on(rival) for seat, rival in self._rivals.items()}
        on = Comparison(self._rivals.values())

        def wins(own: int) -> float:
            remaining = all_out if self._passes(own) else on.share(own)
            return everybody.share(own) - remaining

        return _Round(before, shut, after, wins, lambda own: not self._passes(own))

    def _on(self, rival: Rival) -> Rival:
        """Return what a rival has where he has not passed the ceiling."""
        kept = {total: p for total, p in rival.chances.items() if not self._passes(total)}
        return Rival(kept, rival.out)

    def _last_left(self, seats: Iterable[int]) -> float:
        """Let others take their turns; return the chance that they leave one behind."""
        chance = 0.0
        for seat in seats:
            after = self._played(self._rivals[seat])
            others = prod(rival.out for other, rival in self._rivals.items() if other != seat)
            chance += (after.out - self._rivals[seat].out) * others
            self._rivals[seat] = after
        return chance

    def _played(self, rival: Rival) -> Rival:
        chances: defaultdict[int, float] = defaultdict(float)
        out = rival.out
        for own, chance in rival.chances.items():
            for score, part in self._turn.items():
                total = self._added(own, score)
                if self._is_out(total):
                    out += chance * part
                else:
                    chances[total] += chance * part
        return Rival(dict(chances), out)

    def _going(self) -> float:
        """Return the chance that nobody has won and not all others are out."""
        rivals = self._rivals.values()
        return prod(sum(r.chances.values()) + r.out for r in rivals) - prod(r.out for r in rivals)

    def _cost(self, total: int) -> int:
        return 0 if self._is_endless else cost(coarse(total, self._rules), self._rules)

    def _added(self, own: int, score: int) -> int:
        return 0 if self._is_endless else coarse(own + score, self._rules)

    def _is_out(self, own: int) -> bool:
        return self._rules.is_out(abs(own))

    def _passes(self, own: int) -> bool:
        rules = self._rules
        return bool(rules.ceiling) and rules.ceiling_at.is_met(abs(own), rules.ceiling)
