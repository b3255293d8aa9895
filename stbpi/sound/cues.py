"""Cues: what is worth a sound, and how it sounds.

Never: plays anything. Keep: a cue is a fact (an event on the disk, a cover that has become
complete), never a guess about what a player is going to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from stbpi.games.events import Event, MatchEnded, PlayerOut, Refused, Rolled, TurnEnded
from stbpi.games.game import Prompt
from stbpi.scene import Scene
from stbpi.service.page import Page


class Cue(StrEnum):
    """A fact that is heard, the least important first."""

    ROLL = "roll"
    COMPLETE = "complete"
    REFUSED = "refused"
    NO_MOVE = "no_move"
    OUT = "out"
    SHUT = "shut"
    MATCH = "match"
    HOLD_ON = "hold_on"
    TEST_BEGINS = "test_begins"
    BUZZER_TEST = "buzzer_test"


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone; a frequency of 0 is a rest."""

    hertz: int
    ms: int


TONES: Mapping[Cue, tuple[Tone, ...]] = {
    Cue.ROLL: tuple(Tone(hz, 25) for hz in (900, 0, 1200, 0, 1000, 0, 1400)),
    Cue.COMPLETE: (Tone(1047, 60), Tone(1319, 80)),
    Cue.REFUSED: (Tone(300, 180),),
    Cue.NO_MOVE: (Tone(523, 150), Tone(415, 150), Tone(330, 300)),
    Cue.OUT: (Tone(415, 150), Tone(330, 150), Tone(262, 500)),
    Cue.SHUT: tuple(Tone(hz, 90) for hz in (1047, 1319, 1568, 2093, 1568, 2093)),
    Cue.MATCH: (Tone(784, 120), Tone(1047, 120), Tone(1319, 120), Tone(1568, 400)),
    Cue.HOLD_ON: (Tone(1047, 150),),
    Cue.TEST_BEGINS: (Tone(1047, 100), Tone(0, 60), Tone(1319, 250)),
    Cue.BUZZER_TEST: tuple(Tone(hz, 130) for hz in (262, 523, 1047, 2093, 0, 440)),
}

OF_PAGES: Mapping[Page, Cue] = {
    Page.HOLD_ON: Cue.HOLD_ON,
    Page.LET_GO: Cue.TEST_BEGINS,
    Page.BUZZER: Cue.BUZZER_TEST,
}
"""What is heard when a page of the hardware test comes up."""


def of_events(events: Iterable[Event]) -> Cue | None:
    """Return the most important cue of what has happened at once."""
    order = list(Cue)
    return max((cue for event in events if (cue := _of(event))), key=order.index, default=None)


def of_scenes(before: Scene | None, after: Scene) -> Cue | None:
    """Return the cue of a page of the test, or of a cover that has become complete."""
    if after.test is not None:
        is_old = before is not None and before.test and before.test.page is after.test.page
        return None if is_old else OF_PAGES.get(after.test.page)
    was_open = before is not None and bool(before.view.left)
    is_complete = after.view.left == 0 and after.view.prompt is Prompt.ROLL
    return Cue.COMPLETE if was_open and is_complete else None


def _of(event: Event) -> Cue | None:
    match event:
        case Rolled():
            return Cue.ROLL
        case Refused():
            return Cue.REFUSED
        case TurnEnded():
            return Cue.SHUT if event.why == Prompt.SHUT else Cue.NO_MOVE
        case PlayerOut():
            return Cue.OUT
        case MatchEnded():
            return Cue.MATCH
        case _:
            return None
