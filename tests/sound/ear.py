"""An ear: what a listener makes of tones; knows nothing but how they are told."""

from __future__ import annotations

from itertools import groupby

from stbpi.sound.cues import Fact, Tones
from stbpi.sound.phrase import BETWEEN_DIGITS, BETWEEN_NUMBERS, FIVE, ZERO, Phrase, motif


def numbers_of(phrase: Phrase) -> tuple[int, ...]:
    """Return the numbers that a phrase tells behind its cue, in beeps or in fives."""
    told = phrase.tones[len(Fact(phrase.cue).tones) + 1 :]
    if any(tone == BETWEEN_NUMBERS for tone in told) or ZERO in told:
        return tuple(
            int("".join(str(number_of(digit)) for digit in _parted(number, BETWEEN_DIGITS.ms)))
            for number in _parted(told, BETWEEN_NUMBERS.ms)
        )
    return tuple(number_of(part) for part in _parted(told, BETWEEN_DIGITS.ms))


def seats_of(phrase: Phrase) -> tuple[int, ...]:
    """Return the players whose motifs are heard behind a cue."""
    told = phrase.tones[len(Fact(phrase.cue).tones) :]
    motifs = _parted(told, BETWEEN_DIGITS.ms)
    return tuple(next(seat for seat in range(1, 13) if motif(seat) == heard) for heard in motifs)


def in_one_number(phrase: Phrase) -> int:
    """Return the only number that a phrase tells, digit by digit."""
    return int("".join(map(str, numbers_of(phrase))))


def number_of(tones: Tones) -> int:
    """Count beeps; or read fives, where a high tone before a low one is taken from it."""
    beeps = [tone for tone in tones if tone.hertz]
    if beeps == [ZERO]:
        return 0
    values = [5 if tone == FIVE else 1 for tone in beeps]
    after = [*values[1:], 0]
    return sum(-v if v < then else v for v, then in zip(values, after, strict=True))


def _parted(tones: Tones, rest_ms: int) -> list[Tones]:
    """Return what lies between rests of at least this length."""
    parts = groupby(tones, key=lambda tone: tone.hertz == 0 and tone.ms >= rest_ms)
    return [tuple(part) for is_rest, part in parts if not is_rest]
