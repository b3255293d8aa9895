"""The buzzer: plays the latest cue, never late for the game.

A tone is switched on and off in no time (the pin's driver makes the wave), so the loop plays it;
a new cue cuts the old one off.

Never: holds up anything, stops the game when the buzzer fails.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from stbpi.box.gpio import PinFactory
from stbpi.box.gpio_errors import told_as_box_error
from stbpi.errors import BoxError, SoundError
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
from stbpi.sound.cues import TONES, Cue, of_events, of_scenes

LOWEST_HZ, MIDDLE_HZ, OCTAVES = 220, 880, 2
"""What the tones of all cues lie in: two octaves down and up from A5."""

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


class GpioBuzzer:
    """A passive buzzer on a pin, by gpiozero's TonalBuzzer.

    Args:
        pin: BCM number.
        factory: the pin factory; it belongs to the caller.

    Raises:
        SoundError: the pin can't be had.
    """

    def __init__(self, pin: int, factory: PinFactory) -> None:
        from gpiozero import TonalBuzzer
        from gpiozero.tones import Tone

        self._tone = Tone
        try:
            with told_as_box_error(pin=pin):
                self._buzzer = TonalBuzzer(
                    pin, mid_tone=Tone(MIDDLE_HZ), octaves=OCTAVES, pin_factory=factory
                )
        except BoxError as exc:
            raise SoundError(exc.what, exc.do) from exc

    def sound(self, hertz: int) -> None:
        try:
            with told_as_box_error():
                self._buzzer.play(self._tone(hertz) if hertz else None)
        except BoxError as exc:
            raise SoundError(exc.what, exc.do) from exc

    def close(self) -> None:
        try:
            with told_as_box_error():
                self._buzzer.close()
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
