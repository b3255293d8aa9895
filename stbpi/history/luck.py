"""Judging stored turns: by the score, and in a match of several by what it is played for.

A turn is judged by the rules that were in force when it began, whatever has been changed since:
by them the player chose. Real dice are not seen: where one die or more might have been thrown for
a total, the number that was better is taken.

Never: reads a file. Keep: what can't have been played so is not judged, and is never an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from stbpi.errors import RulesError
from stbpi.games.shut_the_box.house_rules import refuse_contradictions
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.steps import Step
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.history.matches import StoredMatch
from stbpi.history.skill import Judged, Measure
from stbpi.history.thrown import Place, Thrown, Told, read
from stbpi.strategy.goals import Points, Winning
from stbpi.strategy.luck import Judge, TurnLuck
from stbpi.strategy.match import brought_by_scores
from stbpi.strategy.purpose import Purpose, purpose_of
from stbpi.strategy.situation import Situation
from stbpi.strategy.solver import solve
from stbpi.strategy.unseen import seen

KEPT = 32

Search = Callable[[str, int, int], Iterable[Told]]
"""Finds what was thrown and closed on a box between two events."""


class Judges:
    """Judges turns.

    Args:
        search: used where not all events of a match were read.
        in_match: judge turns by what a match of several is played for, too; each situation of a
            match is solved for it, which takes a while.
    """

    def __init__(self, search: Search | None = None, *, in_match: bool) -> None:
        self._search = search
        self._in_match = in_match

    def judge(self, match: StoredMatch, seats: Collection[int]) -> Iterator[tuple[Judged, ...]]:
        """Judge the turns of a match in order; nothing is said of one that can't be judged.

        Args:
            match: the match.
            seats: nothing is said of the turns of others.
        """
        for number, turn in enumerate(match.played.turns):
            place = match.places.get((turn.round, turn.seat)) if turn.seat in seats else None
            yield () if place is None else tuple(self._turn(match, number, place))

    def _turn(self, match: StoredMatch, number: int, place: Place) -> Iterator[Judged]:
        turn, rules = match.played.turns[number], place.rules
        told: Iterable[Told] = place.told
        if self._search is not None:
            told = self._search(match.box, place.first_n, place.last_n)
        thrown = read(told, turn, rules)
        if thrown is None:
            return
        judge = _of_points(rules)
        luck = None if judge is None else _by(judge, thrown)
        if judge is None or luck is None:
            return
        if _has_passed(luck, thrown) and turn.why is not TurnWhy.STOPPED:
            return
        yield _judged(luck, Measure(rules.scoring.value), judge)
        purpose = _purpose(match, number, rules) if self._in_match else None
        if purpose is not None:
            judge = _of_match(purpose.situation)
            luck = _by(judge, thrown)
            if luck is not None:
                yield _judged(luck, Measure(purpose.measure.value), judge)


def _purpose(match: StoredMatch, number: int, rules: Ruleset) -> Purpose | None:
    """Return what a turn was played for in its match; `None` if that was points alone."""
    if match.state is None:
        return None
    turn, before = match.state.turns[number], match.state.turns[:number]
    seats = match.state.seats
    return purpose_of(before, seats=seats, seat=turn.seat, round_=turn.round, rules=rules)


@lru_cache(KEPT)
def _of_points(rules: Ruleset) -> Judge[float] | None:
    """Return what judges a turn by its score; `None` by rules that contradict each other."""
    try:
        refuse_contradictions(rules)
    except RulesError:
        return None
    return Judge(solve(rules, Points()))


@lru_cache(KEPT)
def _of_match(situation: Situation) -> Judge[float]:
    return Judge(solve(situation.rules, Winning(brought_by_scores(situation))))


def _judged(luck: TurnLuck[float], measure: Measure, judge: Judge[float]) -> Judged:
    return Judged(
        measure=measure,
        start=judge.solution.start,
        luck=luck.luck,
        cover_errors=sum(step.cover_error for step in luck.steps),
        dice_errors=sum((step.dice_error for step in luck.steps), luck.stop_error),
        result=luck.worth,
        adjusted=luck.adjusted,
    )


def _has_passed(luck: TurnLuck[float], thrown: Thrown) -> bool:
    """Say whether the last throw could have been covered, and was not."""
    return bool(luck.steps) and not thrown.steps[-1].cover and luck.steps[-1].cover_error > 0


def _by(judge: Judge[float], thrown: Thrown) -> TurnLuck[float] | None:
    """Tell luck and errors apart; `None` if it can't have been played so."""
    steps: Sequence[Step] | None = thrown.steps
    try:
        if judge.solution.rules.has_real_dice:
            steps = seen(judge.solution, (step.cover for step in thrown.steps))
        return None if steps is None else judge.turn(steps, stopped=thrown.stopped)
    except (ValueError, LookupError):
        return None
