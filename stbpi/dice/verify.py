"""Checking a log: were the dice of a match those that the box had committed to?

Every throw is computed anew from the bytes that were revealed, and compared. The events of one
box are gone through in the order of their numbers; `k` counts the throws of a match, so that none
can be left out, doubled or changed round.

What it proves is said in the words of `PROVES`, and of `PROVES_MORE` where a player has put in a
word of his own after he was told the commitment.

Never: reads a file, rules out what it can't see: a throw that can't be checked is counted as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from stbpi.dice.lot import SEED_BYTES, Lot, commitment
from stbpi.language import Message, message

PROVES = message("no die was changed after the first throw of the match")
PROVES_MORE = message("nobody could have chosen the dice")


TOLD = frozenset({"dice_committed", "rolled", "dice_revealed"})
"""The events whose fields are looked at."""


class Wrong(StrEnum):
    """What does not fit."""

    DICE = "dice"
    ORDER = "order"
    MISSING = "missing"
    BYTES = "bytes"
    KNOWN = "known"
    WORD = "word"
    LATE = "late"
    TWICE = "twice"
    FORM = "form"


class Why(StrEnum):
    """Why throws can't be checked."""

    UNCOMMITTED = "uncommitted"
    CUT = "cut"
    HIDDEN = "hidden"
    LOST = "lost"
    REAL = "real"


WRONG: Mapping[Wrong, Message] = {
    Wrong.DICE: message("throw {k} shows {logged}, and should show {expected}"),
    Wrong.ORDER: message("throw {logged} stands where throw {expected} should"),
    Wrong.MISSING: message("lines are missing behind throw {k}: it may not have been the last"),
    Wrong.BYTES: message("the bytes that were revealed are not those that were committed to"),
    Wrong.KNOWN: message("the bytes of an earlier match were used again"),
    Wrong.WORD: message("the word was put in after throw {k}"),
    Wrong.LATE: message("the commitment came after throw {k}"),
    Wrong.TWICE: message("event {n} stands there twice, and differs"),
    Wrong.FORM: message("event {n} makes no sense"),
}

WHY: Mapping[Why, Message] = {
    Why.UNCOMMITTED: message("thrown without a commitment"),
    Why.CUT: message("the beginning of the match is not in the log"),
    Why.HIDDEN: message("the bytes are not revealed yet"),
    Why.LOST: message("the bytes were never revealed"),
    Why.REAL: message("thrown with real dice"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """An event as it was logged.

    Attributes:
        n: its number.
        at: its place in the log, from 0: what came in earlier has a lower one.
        match: number of the match.
        e: its name.
        members: its own fields; nothing need stand there but for events in `TOLD`.
    """

    n: int
    at: int
    match: int
    e: str
    members: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that does not fit.

    Attributes:
        n: number of the event that shows it.
        k: number of the throw that it is about; `None` if it is about none.
        logged, expected: what was logged, and what it should have been.
    """

    wrong: Wrong
    n: int
    k: int | None = None
    logged: str = ""
    expected: str = ""

    @property
    def words(self) -> Message:
        """What does not fit."""
        values = (
            ("n", self.n),
            ("k", self.k),
            ("logged", self.logged),
            ("expected", self.expected),
        )
        return replace(WRONG[self.wrong], values=values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What became of the check of one match.

    Attributes:
        match: its number.
        throws: how many throws were computed anew and fit.
        unchecked: how many could not be checked, and why; in the order in which that was found.
        word: what the players have put in, provably after the commitment; empty otherwise.
        problem: the first thing that does not fit; `None` if all does.
    """

    match: int
    throws: int
    unchecked: tuple[tuple[Why, int], ...]
    word: str
    problem: Problem | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Throw:
    n: int
    at: int
    k: int
    dice: tuple[int, ...]
    total: object
    word: str


@dataclass(slots=True, kw_only=True)
class _Drawing:
    """The time from a commitment until its bytes are revealed."""

    sha: str
    at: int
    word: str
    stood_bare: bool
    throws: list[_Throw] = field(default_factory=list)


class _Match:
    """One match that is being checked.

    Args:
        known: the commitments whose bytes were revealed before it.
    """

    def __init__(self, number: int, known: set[str]) -> None:
        self.number = number
        self._known = known
        self._drawing: _Drawing | None = None
        self._is_whole = False
        self._k: int | None = None
        self._n: int | None = None
        self._has_gap = False
        self._fit = 0
        self._word = ""
        self._is_proved_more = True
        self._unchecked: dict[Why, int] = {}
        self._problems: list[Problem] = []

    def take(self, fact: Fact, *, is_new: bool) -> None:
        """Take in an event; another one with a number that is not new is not heard."""
        if not is_new:
            self._problem(Wrong.TWICE, fact)
            return
        self._has_gap = self._has_gap or (self._n is not None and fact.n != self._n + 1)
        self._n = fact.n
        try:
            match fact.e:
                case "match_started":
                    self._is_whole, self._k = True, 0
                case "dice_committed":
                    self._committed(fact, _text(fact, "sha"), _text(fact, "word"))
                case "rolled":
                    self._rolled(fact)
                case "dice_revealed":
                    self._revealed(fact, _text(fact, "bytes"))
                case _:
                    pass
        except (KeyError, TypeError, ValueError):
            self._problem(Wrong.FORM, fact)

    def checked(self, *, is_last: bool) -> Checked:
        """Return what has become of it, at the end of the log.

        Args:
            is_last: no other match was started.
        """
        if self._drawing is not None:
            self._count(Why.HIDDEN if is_last else Why.LOST, len(self._drawing.throws))
        return Checked(
            match=self.number,
            throws=self._fit,
            unchecked=tuple(self._unchecked.items()),
            word=self._word if self._is_proved_more else "",
            problem=min(self._problems, key=lambda problem: problem.n, default=None),
        )

    def _committed(self, fact: Fact, sha: str, word: str) -> None:
        now = self._drawing
        if now is not None and now.sha == sha:
            if now.throws:
                self._problem(Wrong.WORD, fact, k=self._k)
            now.word = word
            return
        if now is not None:
            self._count(Why.LOST, len(now.throws))
            self._is_proved_more = False
        if sha in self._known:
            self._problem(Wrong.KNOWN, fact)
        self._drawing = _Drawing(sha=sha, at=fact.at, word=word, stood_bare=not word)

    def _rolled(self, fact: Fact) -> None:
        k = fact.members["k"]
        dice = tuple(fact.members.get("dice") or ())
        if type(k) is not int or any(type(die) is not int for die in dice):
            raise TypeError
        if self._k is not None and k != self._k + 1:
            self._problem(Wrong.ORDER, fact, k=k, logged=str(k), expected=str(self._k + 1))
        self._k, self._has_gap = k, False
        if not dice:
            self._count(Why.REAL, 1)
        elif self._drawing is None:
            self._count(Why.UNCOMMITTED if self._is_whole else Why.CUT, 1)
            self._is_proved_more = False
        else:
            throw = _Throw(
                n=fact.n,
                at=fact.at,
                k=k,
                dice=dice,
                total=fact.members["total"],
                word=self._drawing.word,
            )
            self._drawing.throws.append(throw)

    def _revealed(self, fact: Fact, digits: str) -> None:
        now, self._drawing = self._drawing, None
        if now is None and not self._is_whole:
            return
        seed = bytes.fromhex(digits)
        if now is None or len(seed) != SEED_BYTES or commitment(seed) != now.sha:
            self._problem(Wrong.BYTES, fact)
            self._count(Why.LOST, len(now.throws) if now is not None else 0)
            return
        self._known.add(now.sha)
        if self._has_gap:
            self._problem(Wrong.MISSING, fact, k=self._k)
        if now.throws and now.throws[0].at < now.at:
            self._problem(Wrong.LATE, fact, k=now.throws[0].k)
        for throw in now.throws:
            self._compare(throw, seed)
        self._word = self._word or now.word
        self._is_proved_more = self._is_proved_more and bool(now.word) and now.stood_bare

    def _compare(self, throw: _Throw, seed: bytes) -> None:
        expected = Lot(seed=seed, word=throw.word, k=throw.k).dice(len(throw.dice))
        if expected == throw.dice:
            if throw.total == sum(expected):
                self._fit += 1
            else:
                self._problems.append(Problem(wrong=Wrong.FORM, n=throw.n, k=throw.k))
            return
        self._problems.append(
            Problem(
                wrong=Wrong.DICE,
                n=throw.n,
                k=throw.k,
                logged=_numbers(throw.dice),
                expected=_numbers(expected),
            )
        )

    def _count(self, why: Why, throws: int) -> None:
        if throws:
            self._unchecked[why] = self._unchecked.get(why, 0) + throws

    def _problem(self, wrong: Wrong, fact: Fact, **values: Any) -> None:
        self._problems.append(Problem(wrong=wrong, n=fact.n, **values))


def check(facts: Iterable[Fact]) -> tuple[Checked, ...]:
    """Check the matches of one box.

    Args:
        facts: every event that was logged, in the order of their numbers; of one number several
            if they differ.
    """
    known: set[str] = set()
    matches: dict[int, _Match] = {}
    before = 0
    for fact in facts:
        if fact.match not in matches:
            matches[fact.match] = _Match(fact.match, known)
        matches[fact.match].take(fact, is_new=fact.n != before)
        before = fact.n
    last = max(matches, default=0)
    return tuple(it.checked(is_last=it.number == last) for it in matches.values() if it.number)


def _text(fact: Fact, name: str) -> str:
    value = fact.members[name]
    if not isinstance(value, str):
        raise TypeError
    return value


def _numbers(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))
