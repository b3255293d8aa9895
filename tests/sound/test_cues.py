"""Cues: which facts are heard, and that a buzzer can play them."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from gpiozero import TonalBuzzer
from gpiozero.tones import Tone as GpioTone

from stbpi.box.gpio_tones import LOWEST_HZ, MIDDLE_HZ, OCTAVES
from stbpi.display.gallery import COVERING, READY, WRONG, scene
from stbpi.games.events import (
    Covered,
    Event,
    MatchEnded,
    PlayerOut,
    Refused,
    Rolled,
    RoundEnded,
    TileDown,
    TurnEnded,
)
from stbpi.games.game import Phase, Prompt
from stbpi.sound.cues import TONES, Cue, of_events, of_scenes

ROLLED = Rolled(player=1, dice=(6, 5), total=11, k=1)
DEAD = TurnEnded(player=1, standing=(9,), score=9, why="no_move", total=9)
SHUT = TurnEnded(player=1, standing=(), score=0, why="shut", total=0)
OUT = PlayerOut(player=1, total=45)
ENDED = MatchEnded(winners=(2,), why="last_left")
REFUSED = Refused(code="wait", tiles=())


@pytest.mark.parametrize(
    ("event", "cue"),
    [
        (ROLLED, Cue.ROLL),
        (REFUSED, Cue.REFUSED),
        (DEAD, Cue.NO_MOVE),
        (SHUT, Cue.SHUT),
        (OUT, Cue.OUT),
        (ENDED, Cue.MATCH),
    ],
)
@pytest.mark.field("C3")
def test_these_events_are_heard(event: Event, cue: Cue) -> None:
    assert of_events([event]) is cue


def test_no_other_event_is_heard() -> None:
    silent = set(get_args(Event)) - {Rolled, Refused, TurnEnded, PlayerOut, MatchEnded}
    for kind in silent:
        blank = object.__new__(kind)
        assert of_events([blank]) is None, kind


@pytest.mark.parametrize(
    ("events", "cue"),
    [
        ([], None),
        ([ROLLED, DEAD], Cue.NO_MOVE),
        ([DEAD, ROLLED], Cue.NO_MOVE),
        ([ROLLED, DEAD, OUT, RoundEnded(round=1, winners=())], Cue.OUT),
        ([ROLLED, DEAD, OUT, ENDED], Cue.MATCH),
        ([TileDown(tile=2), Covered(player=1, tiles=(2,), standing=()), SHUT], Cue.SHUT),
        ([TileDown(tile=2), REFUSED], Cue.REFUSED),
    ],
)
def test_of_what_happens_at_once_the_most_important_is_heard(
    events: list[Event], cue: Cue | None
) -> None:
    assert of_events(events) is cue


OPEN = scene(COVERING)
COMPLETE = scene(replace(COVERING, prompt=Prompt.ROLL, left=0, dice_allowed=(2,)))


def test_a_cover_that_becomes_complete_is_heard_once() -> None:
    assert of_scenes(OPEN, COMPLETE) is Cue.COMPLETE
    assert of_scenes(COMPLETE, COMPLETE) is None


def test_a_wrong_state_that_becomes_complete_is_heard() -> None:
    assert of_scenes(scene(WRONG), COMPLETE) is Cue.COMPLETE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, COMPLETE),
        (scene(READY), COMPLETE),
        (OPEN, OPEN),
        (COMPLETE, OPEN),
        (OPEN, scene(READY)),
        (OPEN, scene(replace(COVERING, prompt=Prompt.CLOSE_AGAIN, left=0))),
        (OPEN, scene(replace(COVERING, phase=Phase.MENU, prompt=Prompt.MENU, left=0))),
    ],
)
def test_nothing_else_that_is_shown_is_heard(before: object, after: object) -> None:
    assert of_scenes(before, after) is None  # type: ignore[arg-type]  # rows of two kinds


def test_every_cue_has_tones_and_ends_within_a_second() -> None:
    assert set(TONES) == set(Cue)
    for cue, tones in TONES.items():
        assert tones, cue
        assert all(tone.ms > 0 for tone in tones), cue
        assert sum(tone.ms for tone in tones) <= 1000, cue


def test_every_tone_is_one_that_the_buzzer_can_make() -> None:
    """gpiozero refuses a tone outside of its octaves with an error in the middle of a game."""
    middle = GpioTone(MIDDLE_HZ)
    lowest, highest = middle.down(12 * OCTAVES), middle.up(12 * OCTAVES)
    played = {tone.hertz for tones in TONES.values() for tone in tones if tone.hertz}

    assert LOWEST_HZ == lowest.frequency == 220
    assert all(lowest <= GpioTone(hertz) <= highest for hertz in played)
    assert {GpioTone(hertz).frequency for hertz in played} == played
    assert hasattr(TonalBuzzer, "play")
