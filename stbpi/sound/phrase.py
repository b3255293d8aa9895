"""Phrases: a fact as tones, the numbers that it is about among them.

A number is told in beeps, as many as it says; or in fives, as the Romans wrote: a low tone is
five, a high one is one, and a high one before a low one is four (or takes one from five, in
nine). Scores and what is left are told digit by digit; a long low tone is the digit 0.

Never: plays anything. Keep: a throw of two dice is told within 2.4 s.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from stbpi.sound.cues import Cue, Fact, OwnCue, Tone, Tones


class Spelling(StrEnum):
    """How a number is told."""

    BEEPS = "beeps"
    FIVES = "fives"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A fact as it sounds: what it is, and its tones."""

    cue: Cue | OwnCue
    tones: Tones

    @property
    def seconds(self) -> float:
        """How long it sounds."""
        return sum(tone.ms for tone in self.tones) / 1000


BEEP = Tone(1047, 90)
ONE, FIVE = Tone(1047, 90), Tone(523, 130)
ZERO = Tone(330, 400)
BETWEEN_BEEPS = Tone(0, 60)
BETWEEN_DIGITS = Tone(0, 240)
BETWEEN_NUMBERS = Tone(0, 600)

_HIGH, _LOW = 1319, 659
_IN_DIGITS = frozenset(
    {
        *(Cue.PARTIAL, Cue.LEFT, Cue.TAKEN_BACK, Cue.SUM, Cue.STEP, Cue.CHOOSE),
        *(Cue.COVERED, Cue.REFUSED),
        *(Cue.NO_MOVE, Cue.STOPPED, Cue.SHUT),
    }
)
_OF_TILES = frozenset({Cue.RAISE, Cue.LOWER, Cue.CLOSE, Cue.CLOSE_AGAIN, Cue.OPEN, Cue.WRONG})
_OF_PLAYERS = frozenset({Cue.PLAYER, Cue.OUT, Cue.WON})


def phrase(fact: Fact, *, spelling: Spelling | None) -> Phrase:
    """Return how a fact sounds.

    Args:
        fact: the fact.
        spelling: how its numbers are told; `None`: they are not.
    """
    head = fact.tones
    if fact.cue is Cue.PLAYER:
        return Phrase(fact.cue, (*head, *motif(*fact.numbers)))
    if spelling is None or not fact.numbers:
        return Phrase(fact.cue, head)
    return Phrase(fact.cue, (*head, BETWEEN_DIGITS, *_numbers(fact, spelling)))


def motif(seat: int) -> Tones:
    """Return the motif of a player: his number in fives, in a quick step of its own."""
    return _in_fives(seat, one=Tone(_HIGH, 70), five=Tone(_LOW, 110), rest=Tone(0, 40))


def counted(number: int, spelling: Spelling) -> Tones:
    """Tell a number from 1 to 12."""
    if spelling is Spelling.FIVES:
        return _in_fives(number, one=ONE, five=FIVE, rest=BETWEEN_BEEPS)
    return _joined(((BEEP,),) * number, BETWEEN_BEEPS)


def in_digits(number: int, spelling: Spelling) -> Tones:
    """Tell a number digit by digit."""
    digits = (counted(int(digit), spelling) if digit != "0" else (ZERO,) for digit in str(number))
    return _joined(digits, BETWEEN_DIGITS)


def _numbers(fact: Fact, spelling: Spelling) -> Tones:
    numbers = fact.numbers
    if isinstance(fact.cue, OwnCue) or fact.cue in _IN_DIGITS:
        return _joined((in_digits(number, spelling) for number in numbers), BETWEEN_NUMBERS)
    if fact.cue in _OF_PLAYERS:
        return _joined((motif(seat) for seat in numbers), BETWEEN_NUMBERS)
    if fact.cue in _OF_TILES:
        numbers = (len(numbers), *numbers)
    return _joined((counted(number, spelling) for number in numbers), BETWEEN_DIGITS)


def _in_fives(number: int, *, one: Tone, five: Tone, rest: Tone) -> Tones:
    """Write a number as the Romans did.

    >>> "".join("V" if t.ms == 2 else "I" for t in _in_fives(
    ...     9, one=Tone(1, 1), five=Tone(1, 2), rest=Tone(0, 3)) if t.hertz)
    'VIV'
    """
    fives, ones = divmod(number, 5)
    rest_of_it = [one, five] if ones == 4 else [one] * ones
    return _joined(((tone,) for tone in [five] * fives + rest_of_it), rest)


def _joined(parts: Iterable[Tones], rest: Tone) -> Tones:
    tones: list[Tone] = []
    for part in parts:
        tones += [rest, *part] if tones else part
    return tuple(tones)
