"""The cues that Luk Fu has alone.

Never: decides when they sound (`sounds`). Keep: each has a rhythm of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.game import Prompt
from stbpi.language import message
from stbpi.sound.cues import OwnCue, Tone

DEALT = OwnCue(
    name=message("cards are dealt"),
    tones=(*(Tone(587, 20), Tone(0, 30)) * 4, Tone(587, 20), Tone(0, 30), Tone(880, 60)),
    waits=True,
)
CALLED = OwnCue(
    name=message("a call"),
    tones=(Tone(784, 60), Tone(0, 30), Tone(1175, 180)),
    waits=True,
)
PASSED = OwnCue(
    name=message("a pass"),
    tones=(Tone(587, 30), Tone(0, 60), Tone(494, 50)),
    waits=True,
)
PLAYED = OwnCue(
    name=message("cards are played"),
    tones=(Tone(880, 25), Tone(0, 20), Tone(1175, 45)),
    waits=True,
)
LAID_DOWN = OwnCue(
    name=message("cards face down"),
    tones=(Tone(392, 45), Tone(0, 20), Tone(392, 25)),
    waits=True,
)
TRICK = OwnCue(
    name=message("a trick"),
    tones=(Tone(988, 50), Tone(0, 20), Tone(1319, 50), Tone(0, 20), Tone(1976, 110)),
    waits=True,
)
CLAIMED = OwnCue(
    name=message("a claim"),
    tones=(Tone(1319, 140), Tone(0, 60), Tone(1319, 60), Tone(0, 60), Tone(1760, 260)),
    waits=True,
)
ASKS: Mapping[Prompt, OwnCue] = {
    Prompt.CALL: OwnCue(
        name=message("call or pass"),
        tones=(Tone(1175, 30), Tone(0, 100), Tone(1397, 30)),
        waits=True,
    ),
    Prompt.CLAIM: OwnCue(
        name=message("claim or lead"),
        tones=(*(Tone(1397, 30), Tone(0, 50)) * 3, Tone(1760, 80)),
        waits=True,
    ),
    Prompt.LEAD: OwnCue(
        name=message("your lead"),
        tones=(Tone(1175, 70), Tone(0, 50), Tone(1397, 30)),
        waits=True,
    ),
    Prompt.FOLLOW: OwnCue(
        name=message("to be beaten"),
        tones=(Tone(1397, 40), Tone(0, 50), Tone(1397, 70)),
        waits=True,
    ),
    Prompt.DISCARD: OwnCue(
        name=message("not to be beaten"),
        tones=(Tone(1047, 30), Tone(0, 70), Tone(698, 70)),
        waits=True,
    ),
}
"""What the player is to do, when it is his turn."""

NO_CHOICE = OwnCue(
    name=message("no choice yet"),
    tones=(Tone(494, 25), Tone(0, 40), Tone(494, 25)),
    by_ear=True,
)
HAND = OwnCue(
    name=message("your hand"),
    tones=(Tone(1568, 20), Tone(0, 20), Tone(1568, 20), Tone(0, 20), Tone(1568, 20)),
    waits=True,
    by_ear=True,
)
OLD = OwnCue(
    name=message("old cards"),
    tones=(Tone(1568, 20), Tone(0, 20), Tone(1175, 90)),
    waits=True,
    by_ear=True,
)
FU = OwnCue(
    name=message("fu of everybody"),
    tones=(Tone(1976, 40), Tone(0, 30), Tone(1976, 20)),
    waits=True,
    by_ear=True,
)
WHO_CALLED = OwnCue(
    name=message("Master and caller"),
    tones=(Tone(698, 60), Tone(0, 20), Tone(698, 60)),
    waits=True,
    by_ear=True,
)
PAID = OwnCue(
    name=message("who pays"),
    tones=(Tone(880, 20), Tone(0, 60), Tone(587, 40)),
    waits=True,
    by_ear=True,
)
