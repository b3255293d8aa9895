"""What is heard of the hardware test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.display.gallery import COVERING, scene
from stbpi.scene import Scene
from stbpi.service.page import HardwareView, Page
from stbpi.sound.cues import TONES, Cue, of_scenes

PLAY = scene(COVERING)


def on(page: Page, *, part: str = "") -> Scene:
    return replace(PLAY, test=HardwareView(page=page, part=part))


@pytest.mark.parametrize(
    ("before", "after", "cue"),
    [
        (PLAY, on(Page.HOLD_ON), Cue.HOLD_ON),
        (None, on(Page.HOLD_ON), Cue.HOLD_ON),
        (on(Page.HOLD_ON), on(Page.LET_GO), Cue.TEST_BEGINS),
        (on(Page.DISPLAY), on(Page.BUZZER), Cue.BUZZER_TEST),
        (on(Page.BUZZER), on(Page.BUZZER, part="roll"), None),
        (on(Page.LET_GO), on(Page.SWITCHES), None),
        (on(Page.LAMPS), PLAY, None),
    ],
)
def test_a_page_is_heard_when_it_comes_up(
    before: Scene | None, after: Scene, cue: Cue | None
) -> None:
    assert of_scenes(before, after) is cue


def test_the_second_beep_is_not_the_first_one() -> None:
    assert TONES[Cue.HOLD_ON] != TONES[Cue.TEST_BEGINS]
