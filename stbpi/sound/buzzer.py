"""The buzzer: plays the latest cue, never late for the game.

A tone is switched on and off in no time (the driver makes the wave), so the loop plays it; a new
cue cuts the old one off.

Never: holds up anything, stops the game when the buzzer fails.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from stbpi.box.port import ToneLine
from stbpi.errors import BoxError, SoundError
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
from stbpi.sound.cues import TONES, Cue, of_events, of_scenes

logger = logging.getLogger(__name__)


class Speaker(Protocol):
    """What makes a tone."""

    def sound(self, hertz: int) -> None:
        """Make this tone from now on; 0 is silence.

        Raises:
            SoundError: it can't.
        """
        ...

    def close(self) -> None:
        """Be silent and let go of the hardware.

        Raises:
            SoundError: it can't.
        """
        ...


class Buzzer:
    """The buzzer of a box, by whatever driver.

    Args:
        line: the driver, which is closed with it.
    """

    def __init__(self, line: ToneLine) -> None:
        self._line = line

    def sound(self, hertz: int) -> None:
        with _told_as_sound_error():
            self._line.sound(hertz)

    def close(self) -> None:
        with _told_as_sound_error():
            self._line.close()


@contextmanager
def _told_as_sound_error() -> Iterator[None]:
    try:
        yield
    except BoxError as exc:
        raise SoundError(exc.what, exc.do) from exc


class Sound:
    """Plays cues on a speaker, or none.

    Args:
        speaker: what makes the tones; `None` if the box is silent.
    """

    def __init__(self, speaker: Speaker | None) -> None:
        self._speaker = speaker
        self._scene: Scene | None = None
        self._cue: Cue | None = None
        self._news = asyncio.Event()

    def use(self, speaker: Speaker | None) -> None:
        """Play what comes from now on by this speaker."""
        self._speaker = speaker

    def hear(self, events: Iterable[Recorded]) -> None:
        """Take events that are on the disk."""
        self._play(of_events(recorded.event for recorded in events))

    def show(self, scene: Scene) -> None:
        """Take a new scene."""
        before, self._scene = self._scene, scene
        self._play(of_scenes(before, scene))

    async def run(self) -> None:
        """Play the cues that come, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._tones(self._cue)
            except SoundError as exc:
                logger.warning("the game goes on without sound: %s", exc.what)
                self.close()

    def close(self) -> None:
        """Be silent and let go of the speaker."""
        speaker, self._speaker = self._speaker, None
        if speaker is not None:
            with suppress(SoundError):
                speaker.close()

    def _play(self, cue: Cue | None) -> None:
        if cue is not None and self._speaker is not None:
            self._cue = cue
            self._news.set()

    async def _tones(self, cue: Cue | None) -> None:
        for tone in TONES[cue] if cue is not None else ():
            if self._speaker is None:
                return
            self._speaker.sound(tone.hertz)
            with suppress(TimeoutError):
                async with asyncio.timeout(tone.ms / 1000):
                    await self._news.wait()
                    return
        if self._speaker is not None:
            self._speaker.sound(0)
