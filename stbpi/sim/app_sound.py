"""What the box sounds like in a terminal: a note that can be read, and the terminal's bell.

The note says what sounds, for as long as it sounds and long enough to be read; where the box
speaks it says what is spoken. A sound that is cut off leaves as soon as it could be read.

Never: delays the box; knows what is drawn. Keep: a note that the program never ends, as when the
power is cut, goes by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stbpi.alarm import Alarm
from stbpi.language import Message, message
from stbpi.sim.pace import pace_now
from stbpi.sound.cues import Cue, OwnCue
from stbpi.sound.phrase import Phrase

READ_S = 0.8
"""How long a note can be read at least, in seconds of the world."""

LETTER_S = 0.06
"""How long a letter takes that is spoken, in seconds of the box."""

WORDS: Mapping[Cue, Message] = {
    Cue.ROLL: message("a throw"),
    Cue.THROW: message("throw the dice"),
    Cue.SUM: message("sum of the tiles"),
    Cue.COVERED: message("throw is taken"),
    Cue.PARTIAL: message("covered in part"),
    Cue.COMPLETE: message("all covered"),
    Cue.TAKEN_BACK: message("taken back"),
    Cue.LEFT: message("what is left"),
    Cue.CHOICE: message("or fewer dice"),
    Cue.ADVICE: message("the coach's advice"),
    Cue.LUCK: message("luck of the turn"),
    Cue.WRONG: message("wrong tile"),
    Cue.CLOSE: message("close for a bot"),
    Cue.CLOSE_AGAIN: message("close it again"),
    Cue.OPEN: message("open tiles"),
    Cue.REFUSED: message("not now"),
    Cue.NO_MOVE: message("no move"),
    Cue.STOPPED: message("turn stopped"),
    Cue.SHUT: message("shut!"),
    Cue.OUT: message("knocked out"),
    Cue.WON: message("a winner"),
    Cue.ENDED: message("match over"),
    Cue.PLAYER: message("next player"),
    Cue.RAISE: message("raise tiles"),
    Cue.RAISE_ALL: message("raise all"),
    Cue.LOWER: message("close tiles"),
    Cue.READY: message("ready to throw"),
    Cue.FAULT: message("a fault"),
    Cue.FAULT_CLEARED: message("works again"),
    Cue.SEATS: message("number of players"),
    Cue.STEP: message("another line"),
    Cue.CHOOSE: message("chosen"),
    Cue.RECORD: message("a record"),
    Cue.ATTRACT: message("come and play"),
    Cue.AUDIO: message("played by ear"),
    Cue.HOLD_ON: message("hold on"),
    Cue.TEST_BEGINS: message("the test begins"),
    Cue.BUZZER_TEST: message("test of the buzzer"),
}
"""The cues of all games in words for people; those that one has alone bring their own."""

RINGING = frozenset(
    {
        *(Cue.WRONG, Cue.CLOSE_AGAIN, Cue.REFUSED, Cue.NO_MOVE, Cue.SHUT, Cue.OUT, Cue.WON),
        *(Cue.ENDED, Cue.RECORD, Cue.FAULT),
    }
)
"""What is worth the bell, which knows one tone only: what a player must not miss."""


@dataclass(slots=True)
class _Heard:
    words: Message | str
    since: float
    until: float


class SoundNote:
    """What sounds, or has just sounded.

    Args:
        changed: called in the loop when something else is to be read.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._cues: list[_Heard] = []
        self._line: _Heard | None = None
        self._alarm = Alarm(self._look)

    def __str__(self) -> str:
        """Say it in the current language; nothing in silence."""
        if self._line is not None:
            return str(self._line.words)
        return " · ".join(str(heard.words) for heard in self._cues)

    def hear(self, phrase: Phrase | None) -> None:
        """Take what sounds now; `None` in silence."""
        now = _now()
        if self._cues:
            last = self._cues[-1]
            last.until = min(last.until, max(now, last.since + _read_s()))
        if phrase is not None:
            cue = phrase.cue
            words = cue.name if isinstance(cue, OwnCue) else WORDS[cue]
            self._cues = [heard for heard in self._cues if heard.words != words]
            self._cues.append(_Heard(words, now, now + max(_read_s(), phrase.seconds)))
        self._look(is_news=True)

    def tell(self, line: str) -> None:
        """Take what is spoken now."""
        now = _now()
        self._line = _Heard(line, now, now + max(_read_s(), LETTER_S * len(line)))
        self._look(is_news=True)

    def _look(self, *, is_news: bool = False) -> None:
        """Forget what can't be heard any more, and look again when the next one ends."""
        now = _now()
        cues = [heard for heard in self._cues if heard.until > now]
        line = self._line if self._line is not None and self._line.until > now else None
        is_changed = is_news or len(cues) < len(self._cues) or line is not self._line
        self._cues, self._line = cues, line
        ends = [heard.until for heard in (*cues, line) if heard is not None]
        if ends:
            self._alarm.set(min(ends) - now)
        if is_changed:
            self._changed()


class Bell:
    """The terminal's bell, which rings for what is most important once it is switched on.

    Args:
        ring: rings it.

    Attributes:
        is_on: it may ring.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self.is_on = False

    def hear(self, phrase: Phrase | None, *, is_silent: bool) -> None:
        """Ring for what sounds now.

        Args:
            phrase: what it is; `None` in silence.
            is_silent: the box's own sound is turned off.
        """
        if self.is_on and not is_silent and phrase is not None and phrase.cue in RINGING:
            self._ring()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _read_s() -> float:
    return READ_S * pace_now()
