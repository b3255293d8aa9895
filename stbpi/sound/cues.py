"""Cues: what is told by sound, what it sounds like, and whose voice a player has.

A cue is known by its rhythm as well as by its pitch, so that an ear that can't tell pitches
apart can still tell a wrong tile from a right one.

Never: plays anything. Keep: every tone lies where the buzzer can make it (220 to 3520 Hz).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from stbpi.language import Message


class Cue(StrEnum):
    """A fact that is heard; the values are public."""

    ROLL = "roll"
    PARTIAL = "partial"
    COMPLETE = "complete"
    TAKEN_BACK = "taken_back"
    """A tile was raised again; so much is left now."""
    LEFT = "left"
    """So much is left, told once more."""
    CHOICE = "choice"
    """The next throw may have fewer dice."""
    ADVICE = "advice"
    """The coach says what is best."""
    LUCK = "luck"
    """The coach says how much of a turn was luck."""
    WRONG = "wrong"
    CLOSE = "close"
    """Tiles are to be closed for a bot."""
    CLOSE_AGAIN = "close_again"
    OPEN = "open"
    REFUSED = "refused"
    NO_MOVE = "no_move"
    STOPPED = "stopped"
    SHUT = "shut"
    OUT = "out"
    WON = "won"
    ENDED = "ended"
    """The match is over, and nobody has won."""
    PLAYER = "player"
    """Whose turn it is."""
    RAISE = "raise"
    RAISE_ALL = "raise_all"
    LOWER = "lower"
    READY = "ready"
    """The player may throw."""
    THROW = "throw"
    """The player throws real dice, and covers them."""
    SUM = "sum"
    """The tiles that he has closed add up to so much."""
    COVERED = "covered"
    """A throw of real dice is covered, and is told by a press."""
    FAULT = "fault"
    FAULT_CLEARED = "fault_cleared"
    SEATS = "seats"
    """So many players will play."""
    STEP = "step"
    CHOOSE = "choose"
    RECORD = "record"
    ATTRACT = "attract"
    AUDIO = "audio"
    """Everything is told by sound from now on."""
    HOLD_ON = "hold_on"
    TEST_BEGINS = "test_begins"
    BUZZER_TEST = "buzzer_test"


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone; a frequency of 0 is a rest."""

    hertz: int
    ms: int


Tones = tuple[Tone, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCue:
    """A cue that one game has alone; its numbers are told digit by digit.

    Attributes:
        name: what it is, in words for people.
        tones: what it sounds like.
        waits: as the cues of `FOLLOWING`.
        by_ear: as those of `ONLY_IN_AUDIO_MODE`.
    """

    name: Message
    tones: Tones
    waits: bool = False
    by_ear: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is worth a sound.

    Attributes:
        cue: what it is.
        numbers: what it is about: dice, tiles, what is left, score and total, seats, a line.
        words: names, or what stands there.
        why: of the end of a turn.
        said: what is said of it; `None`: what `speech` says of its cue.
        help: what is said to help, where `said` is said.
    """

    cue: Cue | OwnCue
    numbers: tuple[int, ...] = ()
    words: tuple[str | Message, ...] = ()
    why: str = ""
    said: Message | None = None
    help: Message | None = None

    @property
    def tones(self) -> Tones:
        """What it begins with; in audio mode its numbers follow (`phrase`)."""
        return self.cue.tones if isinstance(self.cue, OwnCue) else TONES[self.cue]

    @property
    def waits(self) -> bool:
        """Whether it waits until what sounds has ended."""
        return self.cue.waits if isinstance(self.cue, OwnCue) else self.cue in FOLLOWING

    @property
    def is_by_ear(self) -> bool:
        """Whether whoever sees the box need not hear it."""
        return self.cue.by_ear if isinstance(self.cue, OwnCue) else self.cue in ONLY_IN_AUDIO_MODE


_BUZZ: Tones = (Tone(220, 60), Tone(0, 40), Tone(220, 60))

TONES: Mapping[Cue, Tones] = {
    Cue.ROLL: tuple(Tone(hz, 25) for hz in (900, 0, 1200, 0, 1000, 0, 1400)),
    Cue.PARTIAL: (Tone(1047, 50), Tone(784, 70)),
    Cue.COMPLETE: (Tone(1047, 60), Tone(1319, 60), Tone(1568, 120)),
    Cue.TAKEN_BACK: (Tone(784, 50), Tone(0, 30), Tone(1047, 50)),
    Cue.LEFT: (Tone(784, 90),),
    Cue.CHOICE: (Tone(1568, 40), Tone(0, 40), Tone(2093, 40)),
    Cue.ADVICE: (Tone(1175, 50), Tone(1568, 50), Tone(1175, 50)),
    Cue.LUCK: (Tone(1568, 50), Tone(1175, 50), Tone(1568, 50)),
    Cue.WRONG: (*_BUZZ, Tone(0, 200), *_BUZZ),
    Cue.CLOSE: (Tone(784, 60), Tone(1047, 60), Tone(784, 110)),
    Cue.CLOSE_AGAIN: (Tone(440, 90), Tone(330, 90), Tone(440, 90), Tone(330, 90)),
    Cue.OPEN: (Tone(784, 60), Tone(0, 40), Tone(1047, 60), Tone(0, 40), Tone(1047, 110)),
    Cue.REFUSED: (Tone(300, 180),),
    Cue.NO_MOVE: (Tone(523, 150), Tone(415, 150), Tone(330, 300)),
    Cue.STOPPED: (Tone(784, 150), Tone(0, 50), Tone(784, 150)),
    Cue.SHUT: tuple(Tone(hz, 90) for hz in (1047, 1319, 1568, 2093, 1568, 2093)),
    Cue.OUT: (Tone(415, 150), Tone(330, 150), Tone(262, 500)),
    Cue.WON: (Tone(784, 120), Tone(1047, 120), Tone(1319, 120), Tone(1568, 400)),
    Cue.ENDED: (Tone(784, 120), Tone(659, 120), Tone(523, 400)),
    Cue.PLAYER: (Tone(1175, 40), Tone(0, 80)),
    Cue.RAISE: (Tone(523, 60), Tone(659, 60), Tone(784, 110)),
    Cue.RAISE_ALL: (Tone(523, 60), Tone(659, 60), Tone(784, 60), Tone(1047, 60), Tone(1319, 110)),
    Cue.LOWER: (Tone(784, 60), Tone(659, 60), Tone(523, 110)),
    Cue.READY: (Tone(880, 40), Tone(0, 60), Tone(1175, 90)),
    Cue.THROW: (Tone(880, 40), Tone(0, 60), Tone(880, 40), Tone(0, 60), Tone(1175, 90)),
    Cue.SUM: (Tone(1047, 50), Tone(880, 70)),
    Cue.COVERED: (Tone(1047, 60), Tone(1319, 60), Tone(1568, 60), Tone(2093, 120)),
    Cue.FAULT: (Tone(440, 70), Tone(0, 130), Tone(440, 70), Tone(0, 130), Tone(440, 70)),
    Cue.FAULT_CLEARED: (Tone(440, 70), Tone(0, 130), Tone(880, 140)),
    Cue.SEATS: (Tone(1319, 25),),
    Cue.STEP: (Tone(2093, 8),),
    Cue.CHOOSE: (Tone(2093, 8), Tone(0, 30), Tone(2637, 8)),
    Cue.RECORD: tuple(Tone(hz, 75) for hz in (1319, 1568, 2093, 0, 1568, 0, 1568, 2637)),
    Cue.ATTRACT: tuple(Tone(hz, 110) for hz in (659, 784, 988, 784, 988, 1319)),
    Cue.AUDIO: (Tone(659, 100), Tone(0, 60), Tone(988, 100), Tone(0, 60), Tone(1319, 250)),
    Cue.HOLD_ON: (Tone(1047, 150),),
    Cue.TEST_BEGINS: (Tone(1047, 100), Tone(0, 60), Tone(1319, 250)),
    Cue.BUZZER_TEST: tuple(Tone(hz, 130) for hz in (262, 523, 1047, 2093, 0, 440)),
}
"""What each of them sounds like."""

ONLY_IN_AUDIO_MODE = frozenset(
    {
        *(Cue.TAKEN_BACK, Cue.LEFT, Cue.CHOICE, Cue.READY, Cue.THROW, Cue.AUDIO),
        *(Cue.ADVICE, Cue.LUCK),
    }
)
"""What whoever sees the box need not hear."""

FOLLOWING = frozenset(
    {
        *(Cue.PLAYER, Cue.RAISE, Cue.RAISE_ALL, Cue.LOWER, Cue.READY, Cue.WON, Cue.ENDED),
        *(Cue.FAULT, Cue.FAULT_CLEARED, Cue.ATTRACT, Cue.CHOICE, Cue.THROW, Cue.CLOSE),
        *(Cue.ADVICE, Cue.LUCK),
    }
)
"""What the box says of its own accord: it waits until what sounds has ended."""

AT_ANY_VOLUME = frozenset({Cue.HOLD_ON, Cue.TEST_BEGINS, Cue.BUZZER_TEST})
"""Of the hardware test, which looks for a buzzer that is silent."""
