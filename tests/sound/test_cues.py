"""Cues and phrases: that ears can tell them apart, and that a buzzer can play them."""

from __future__ import annotations

from itertools import combinations, groupby

import pytest
from gpiozero.tones import Tone as GpioTone
from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.gpio_tones import LOWEST_HZ, MIDDLE_HZ, OCTAVES
from stbpi.sound.cues import (
    AT_ANY_VOLUME,
    FOLLOWING,
    ONLY_IN_AUDIO_MODE,
    TONES,
    Cue,
    Fact,
    Tone,
    Tones,
)
from stbpi.sound.phrase import Spelling, counted, in_digits, motif, phrase
from tests.sound.ear import number_of, numbers_of

SEATS = range(1, 13)


def rhythm(tones: Tones) -> tuple[tuple[bool, int], ...]:
    """Return how long it sounds and how long it is silent, over and over."""
    parts = groupby(tones, key=lambda tone: tone.hertz > 0)
    return tuple((sounds, sum(tone.ms for tone in part)) for sounds, part in parts)


def test_every_cue_has_tones_and_ends_within_a_second() -> None:
    assert set(TONES) == set(Cue)
    for cue, tones in TONES.items():
        assert tones, cue
        assert all(tone.ms > 0 for tone in tones), cue
        assert sum(tone.ms for tone in tones) <= 1000, cue


def test_no_cue_is_another_one_nor_the_beginning_of_another_one_with_the_same_facts() -> None:
    in_a_match = set(Cue) - AT_ANY_VOLUME
    for one, other in combinations(sorted(in_a_match), 2):
        assert TONES[one] != TONES[other], (one, other)


@pytest.mark.parametrize("cue", set(Cue) - {Cue.WRONG})
def test_what_is_wrong_has_a_rhythm_of_its_own(cue: Cue) -> None:
    assert rhythm(TONES[cue]) != rhythm(TONES[Cue.WRONG])
    assert len(rhythm(TONES[Cue.WRONG])) == 7


def test_the_second_beep_is_not_the_first_one() -> None:
    assert TONES[Cue.HOLD_ON] != TONES[Cue.TEST_BEGINS]


def test_what_waits_and_what_is_for_audio_mode_are_cues() -> None:
    assert set(Cue) > FOLLOWING
    assert set(Cue) > ONLY_IN_AUDIO_MODE
    assert not FOLLOWING & {Cue.ROLL, Cue.WRONG, Cue.REFUSED, Cue.PARTIAL, Cue.COMPLETE}


def every_tone() -> set[int]:
    heads = {tone.hertz for tones in TONES.values() for tone in tones}
    spelled = {
        tone.hertz
        for spelling in Spelling
        for number in range(200)
        for tone in in_digits(number, spelling)
    }
    return (heads | spelled | {tone.hertz for seat in SEATS for tone in motif(seat)}) - {0}


def test_every_tone_is_one_that_the_buzzer_can_make() -> None:
    """gpiozero refuses a tone outside of its octaves with an error in the middle of a game."""
    middle = GpioTone(MIDDLE_HZ)
    lowest, highest = middle.down(12 * OCTAVES), middle.up(12 * OCTAVES)

    assert LOWEST_HZ == lowest.frequency == 220
    assert all(lowest <= GpioTone(hertz) <= highest for hertz in every_tone())
    assert {GpioTone(hertz).frequency for hertz in every_tone()} == every_tone()


@pytest.mark.parametrize("spelling", Spelling)
@given(dice=st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_a_throw_is_told_quickly_and_can_be_counted(
    spelling: Spelling, dice: tuple[int, int]
) -> None:
    told = phrase(Fact(Cue.ROLL, dice), spelling=spelling)

    assert told.seconds <= 2.4
    assert numbers_of(told) == dice


@pytest.mark.parametrize("spelling", Spelling)
@given(number=st.integers(1, 12))
def test_a_tile_can_be_counted(spelling: Spelling, number: int) -> None:
    assert number_of(counted(number, spelling)) == number


@pytest.mark.parametrize("spelling", Spelling)
@given(score=st.integers(0, 999), total=st.integers(0, 999))
def test_a_score_is_told_in_digits(spelling: Spelling, score: int, total: int) -> None:
    told = phrase(Fact(Cue.NO_MOVE, (score, total)), spelling=spelling)

    assert numbers_of(told) == (score, total)


@pytest.mark.parametrize("cue", [Cue.RAISE, Cue.WRONG, Cue.LOWER, Cue.CLOSE_AGAIN])
@pytest.mark.parametrize("spelling", Spelling)
def test_tiles_are_told_with_their_count(cue: Cue, spelling: Spelling) -> None:
    assert numbers_of(phrase(Fact(cue, (4, 12)), spelling=spelling)) == (2, 4, 12)


def test_who_sees_the_box_is_told_no_numbers() -> None:
    assert phrase(Fact(Cue.ROLL, (6, 6)), spelling=None).tones == TONES[Cue.ROLL]
    assert phrase(Fact(Cue.COMPLETE), spelling=Spelling.BEEPS).tones == TONES[Cue.COMPLETE]


def test_every_player_has_a_motif_of_his_own_that_everybody_hears() -> None:
    motifs = {phrase(Fact(Cue.PLAYER, (seat,)), spelling=None).tones for seat in SEATS}

    assert len(motifs) == len(SEATS)
    assert max(sum(tone.ms for tone in tones) for tones in motifs) <= 1000
    assert len({rhythm(tones) for tones in motifs}) == len(SEATS)


def test_fives_are_written_as_the_romans_did() -> None:
    def letters(number: int) -> str:
        tones = counted(number, Spelling.FIVES)
        return "".join("V" if tone.hertz < 800 else "I" for tone in tones if tone.hertz)

    assert [letters(number) for number in range(1, 13)] == [
        *("I", "II", "III", "IV", "V", "VI"),
        *("VI" + "I", "VI" + "II", "VIV", "VV", "VVI", "VVII"),
    ]
    assert Tone(0, 60) in counted(2, Spelling.FIVES)
