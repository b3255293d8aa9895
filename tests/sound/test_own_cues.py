"""The cues that a game has alone: that ears can tell them apart, and a buzzer can play them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from types import ModuleType

import pytest

from stbpi.games.glueckshaus import sounds as of_glueckshaus
from stbpi.games.luk_fu import sound_cues
from stbpi.games.luk_fu import sounds as of_luk_fu
from stbpi.games.registry import NAMES, part
from stbpi.language import message
from stbpi.sound.cues import ONLY_IN_AUDIO_MODE, TONES, Cue, Fact, OwnCue, Tone, Tones
from stbpi.sound.game_sounds import GameSounds
from stbpi.sound.phrase import Spelling, phrase
from tests.sound.ear import numbers_of

SOUNDS: tuple[GameSounds, ...] = (of_glueckshaus, of_luk_fu)
LOWEST_HZ, HIGHEST_HZ = 220, 3520


def own_cues(module: ModuleType) -> list[OwnCue]:
    """List the cues that a module has by name, or in a table."""
    found: list[OwnCue] = []
    for value in vars(module).values():
        values: Iterable[object] = value.values() if isinstance(value, dict) else (value,)
        found += (one for one in values if isinstance(one, OwnCue))
    return found


MODULES = (of_glueckshaus, sound_cues)
ALL = [cue for module in MODULES for cue in own_cues(module)]


def rhythm(tones: Tones) -> tuple[tuple[bool, int], ...]:
    """Return how long it sounds and how long it is silent, over and over."""
    parts = groupby(tones, key=lambda tone: tone.hertz > 0)
    return tuple((sounds, sum(tone.ms for tone in part)) for sounds, part in parts)


def test_the_games_with_sounds_of_their_own_are_found_by_their_name() -> None:
    assert [part(name, "sounds") for name in NAMES] == [None, *SOUNDS]


def test_every_own_cue_is_short_and_within_the_buzzers_reach() -> None:
    assert len(ALL) > 20
    for cue in ALL:
        assert sum(tone.ms for tone in cue.tones) <= 800, cue.name
        assert all(tone.ms > 0 for tone in cue.tones), cue.name
        heard = [tone.hertz for tone in cue.tones if tone.hertz]
        assert min(heard) >= LOWEST_HZ, cue.name
        assert max(heard) <= HIGHEST_HZ, cue.name


@pytest.mark.parametrize("module", MODULES)
def test_no_own_cue_has_the_rhythm_of_another_one_that_the_game_sounds(module: ModuleType) -> None:
    own = [rhythm(cue.tones) for cue in own_cues(module)]
    house = {rhythm(tones) for tones in TONES.values()}

    assert len(set(own)) == len(own)
    assert not house & set(own)


def test_every_own_cue_has_a_name_of_its_own() -> None:
    names = [str(cue.name) for cue in ALL]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize("spelling", Spelling)
def test_numbers_of_an_own_cue_are_told_digit_by_digit(spelling: Spelling) -> None:
    for cue in ALL:
        assert numbers_of(phrase(Fact(cue, (13, 49)), spelling=spelling)) == (13, 49)
        assert numbers_of(phrase(Fact(cue, (2, 10)), spelling=spelling)) == (2, 10)


def test_a_fact_asks_its_own_cue_whether_it_waits_and_who_hears_it() -> None:
    cue = OwnCue(name=message("a test"), tones=(Tone(440, 10),), waits=True)

    assert (Fact(cue).waits, Fact(cue).is_by_ear) == (True, False)
    assert (Fact(Cue.ROLL).waits, Fact(Cue.READY).waits) == (False, True)
    assert all(Fact(one).is_by_ear == (one in ONLY_IN_AUDIO_MODE) for one in Cue)


def test_to_open_a_tile_sounds_otherwise_than_to_close_one() -> None:
    others = [rhythm(tones) for cue, tones in TONES.items() if cue is not Cue.OPEN]

    assert rhythm(TONES[Cue.OPEN]) not in others
