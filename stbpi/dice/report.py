"""What a check of dice has found, for people and for programs.

The JSON of `stbpi verify`:

    {"verify": 1, "fits": BOOLEAN, "boxes": [{"box": TEXT, "matches": [MATCH, ...]}, ...],
     "dice": NUMBER, "fairness": [TEST, ...]}
    MATCH  {"match", "throws", "unchecked": {WHY: NUMBER, ...}, "word", "problem": PROBLEM or null}
    PROBLEM  {"wrong", "n", "k" or null, "logged", "expected", "words"}
    TEST   {"name", "count", "statistic", "p" or null}

Of a match of cards, MATCH also has {"deals": NUMBER, "unchecked_deals": {WHY: NUMBER, ...}}, and a
PROBLEM that is about a deal {"deal": NUMBER}.

Never: checks anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from stbpi.dice.fairness import Oddity, noticed_percent, oddities
from stbpi.dice.verify import PROVES, PROVES_MORE, WHY, Checked, Problem
from stbpi.games import hidden
from stbpi.language import Message, counted, message, number

_MOST_NAMED = 20
_SMALLEST = 0.001
"""So many matches that don't fit are named one by one."""

_NAMES = {
    "faces": message("faces of the dice"),
    "pairs": message("pairs of dice"),
    "runs": message("runs of low and high"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What was found in the log of one box.

    Attributes:
        box: its name; empty if the log does not say it.
        matches: its matches, in order.
        dice: all dice that it has logged, in order.
        cards: the same of each game in which cards are dealt.
    """

    box: str
    matches: tuple[Checked, ...]
    dice: tuple[int, ...]
    cards: tuple[Cards, ...] = ()

    def problem(self, match: Checked) -> Problem | hidden.Problem | None:
        """Return the first thing in a match that does not fit."""
        found = (match.problem, *(it.problem for _, it in self.dealt(match)))
        problems = [it for it in found if it is not None]
        return min(problems, key=lambda it: it.n, default=None)

    def dealt(self, match: Checked) -> tuple[tuple[hidden.Verify, hidden.Checked], ...]:
        """Return what was found of the cards of a match, and how they were checked."""
        number = match.match
        return tuple((it.how, it.matches[number]) for it in self.cards if number in it.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """What was found of the matches of a game in which cards are dealt.

    Attributes:
        how: they were checked.
        matches: what was found, by the numbers of the matches.
    """

    how: hidden.Verify
    matches: Mapping[int, hidden.Checked]


def fits(found: Sequence[Findings]) -> bool:
    """Say whether nothing was found that does not fit."""
    return all(one.problem(match) is None for one in found for match in one.matches)


def as_json(found: Sequence[Findings]) -> dict[str, Any]:
    dice = _dice(found)
    return {
        "verify": 1,
        "fits": fits(found),
        "boxes": [{"box": it.box, "matches": [_match(it, m) for m in it.matches]} for it in found],
        "dice": len(dice),
        "fairness": [asdict(oddity) for oddity in oddities(dice)],
    }


def as_lines(found: Sequence[Findings]) -> Iterator[Message | str]:
    """Say it, a sentence a line; before what is said of all dice there is an empty one."""
    matches = [match for one in found for match in one.matches]
    yield from _wrong_lines(found)
    fitting = [*_fitting_lines(found), *_fitting_deal_lines(found)]
    yield from fitting
    if not fitting and fits(found):
        yield message("No match could be checked.")
    whys = Counter[Any]()
    for match in matches:
        whys.update(dict(match.unchecked))
    for why, throws in whys.items():
        yield counted(
            "{n} throw can't be checked: {why}.",
            "{n} throws can't be checked: {why}.",
            throws,
            why=WHY[why],
        )
    yield from _unchecked_deal_lines(found)
    dice = _dice(found)
    if dice:
        yield ""
        yield from _fairness_lines(dice)


def _wrong_lines(found: Sequence[Findings]) -> Iterator[Message]:
    problems = ((it, match, it.problem(match)) for it in found for match in it.matches)
    wrong = [(it.box, match.match, problem) for it, match, problem in problems if problem]
    for box, number_, problem in wrong[:_MOST_NAMED]:
        values = {"match": number_, "what": problem.words}
        if box:
            yield message("Box {box}, match {match}: {what}.", box=box, **values)
        else:
            yield message("Match {match}: {what}.", **values)
    if len(wrong) > _MOST_NAMED:
        more = len(wrong) - _MOST_NAMED
        yield counted("{n} more match does not fit.", "{n} more matches don't fit.", more)


def _fitting_lines(found: Sequence[Findings]) -> Iterator[Message]:
    fitting = [m for it in found for m in it.matches if m.throws and it.problem(m) is None]
    with_word = [match for match in fitting if match.word and not match.unchecked]
    for these, proof in ((fitting, PROVES), (with_word, PROVES_MORE)):
        if these:
            yield counted(
                "{n} match ({throws}) fits: {proof}.",
                "{n} matches ({throws}) fit: {proof}.",
                len(these),
                throws=counted("{n} throw", "{n} throws", sum(match.throws for match in these)),
                proof=proof,
            )


def _fitting_deal_lines(found: Sequence[Findings]) -> Iterator[Message]:
    fitting: dict[Message, list[int]] = {}
    for one in found:
        for match in (match for match in one.matches if one.problem(match) is None):
            for how, dealt in one.dealt(match):
                if dealt.deals:
                    fitting.setdefault(how.PROVES, []).append(dealt.deals)
    for proof, deals in fitting.items():
        yield counted(
            "{n} match ({deals}) fits: {proof}.",
            "{n} matches ({deals}) fit: {proof}.",
            len(deals),
            deals=counted("{n} deal", "{n} deals", sum(deals)),
            proof=proof,
        )


def _unchecked_deal_lines(found: Sequence[Findings]) -> Iterator[Message]:
    whys = Counter[Message]()
    for how, dealt in (pair for one in found for m in one.matches for pair in one.dealt(m)):
        whys.update({how.WHY[why]: deals for why, deals in dealt.unchecked})
    for why, deals in whys.items():
        yield counted(
            "{n} deal can't be checked: {why}.",
            "{n} deals can't be checked: {why}.",
            deals,
            why=why,
        )


def _fairness_lines(dice: Sequence[int]) -> Iterator[Message]:
    yield counted("Are the dice fair? {n} die says:", "Are the dice fair? {n} dice say:", len(dice))
    for oddity in oddities(dice):
        yield _oddity_line(oddity)
    percent = noticed_percent(len(dice))
    if percent is None:
        yield message("So few dice show nothing.")
        return
    yield message(
        "p is how often fair dice look at least so odd. Of a hundred fair logs one is below {p}, "
        "so a small p is a reason to look at more throws, and no proof; a large one says that "
        "nothing stands out, not that the dice are fair.",
        p=number(0.01, 2),
    )
    yield message(
        "Among so many dice a face stands out that comes {percent} % too often; to see half of "
        "that takes four times as many.",
        percent=percent,
    )


def _oddity_line(oddity: Oddity) -> Message:
    name = _NAMES[oddity.name]
    if oddity.p is None:
        return message("  {test}: too few", test=name)
    if oddity.p < _SMALLEST:
        return message("  {test}: p < {p}", test=name, p=number(_SMALLEST, 3))
    return message("  {test}: p = {p}", test=name, p=number(oddity.p, 3))


def _match(found: Findings, match: Checked) -> dict[str, Any]:
    problem = found.problem(match)
    told = {
        "match": match.match,
        "throws": match.throws,
        "unchecked": dict(match.unchecked),
        "word": match.word,
    }
    for _, dealt in found.dealt(match):
        told |= {"deals": dealt.deals, "unchecked_deals": dict(dealt.unchecked)}
    return told | {"problem": _problem(problem) if problem is not None else None}


def _problem(problem: Problem | hidden.Problem) -> dict[str, Any]:
    of_throws = {"k": None} if isinstance(problem, hidden.Problem) else {}
    members = {name: value for name, value in asdict(problem).items() if name != "words"}
    return members | of_throws | {"words": str(problem.words)}


def _dice(found: Sequence[Findings]) -> list[int]:
    return [die for one in found for die in one.dice]
