"""Sound: tells what happens, by the buzzer and, where there is a loudspeaker, in words.

A scene becomes facts (`facts`), a fact becomes a phrase of tones (`phrase`) and a line that is
spoken (`speech`). Phrases are played one after the other; whatever a player does cuts off what
sounds, and so does news that can't wait.

Never: holds up anything, stops the game when buzzer or voice fail. Keep: the tones of a phrase
are timed by the speaker, only the phrases by the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from stbpi.alarm import Alarm
from stbpi.config_sections import SoundSection
from stbpi.errors import SoundError
from stbpi.games.game import Phase
from stbpi.scene import Scene
from stbpi.sound.buzzer import Speaker
from stbpi.sound.cues import AT_ANY_VOLUME, Cue, Fact, Tones
from stbpi.sound.facts import facts, is_touched
from stbpi.sound.loudness import LOUDEST, QUIETEST, SILENT, volume
from stbpi.sound.phrase import Phrase, Spelling, phrase

if TYPE_CHECKING:
    from stbpi.sound.voice import Speech

logger = logging.getLogger(__name__)

ATTRACT_S = {"rarely": 600.0, "often": 120.0}
"""While nobody plays the box calls once in so many seconds."""


def _unknown() -> None:
    """The time is not known."""


class Sound:
    """Plays what scenes tell on a speaker, or on none.

    Args:
        speaker: what plays tones; `None` if the box has no buzzer.
        settings: how it sounds; may be set anew at any time.
        wall: tells the epoch seconds, or `None` if they are not known.
        voice: what speaks; `None` if the box does not.

    Attributes:
        cue: what sounds now; `None` in silence.
        on_cue: called in the loop with every phrase when it begins, and with `None` when there
            is silence again; whether there is a buzzer, and how loud it is, makes no difference.
        on_line: called in the loop with every line that is spoken.
    """

    def __init__(
        self,
        speaker: Speaker | None,
        settings: SoundSection | None = None,
        *,
        wall: Callable[[], int | None] = _unknown,
        voice: Speech | None = None,
    ) -> None:
        self.settings = SoundSection() if settings is None else settings
        self.cue: Phrase | None = None
        self.on_cue: list[Callable[[Phrase | None], None]] = []
        self.on_line: list[Callable[[str], None]] = []
        self._speaker = speaker
        self._wall = wall
        self._voice = voice
        self._scene: Scene | None = None
        self._waiting: deque[tuple[Phrase, ...]] = deque()
        self._is_cut = asyncio.Event()
        self._news = asyncio.Event()
        self._attract = Alarm(self._call)

    @property
    def loudness(self) -> int:
        """How loud it is now, 0 to 5; silent before the first scene."""
        return SILENT if self._scene is None else self._volume(self._scene)

    def use(self, speaker: Speaker | None) -> None:
        """Play what comes from now on by this speaker."""
        self._speaker = speaker

    def show(self, scene: Scene) -> None:
        """Take a new scene."""
        before, self._scene = self._scene, scene
        told = facts(before, scene)
        if is_touched(before, scene) or (told and not told[0].waits):
            self._cut()
        if told:
            self._tell(told, scene)
        self._arm(scene)

    async def run(self) -> None:
        """Play the phrases that come, until cancelled."""
        while True:
            if not self._waiting:
                self._begin(None)
                await self._news.wait()
            self._news.clear()
            self._is_cut.clear()
            for piece in self._waiting.popleft() if self._waiting else ():
                self._begin(piece)
                if await self._is_cut_within(piece.seconds):
                    break

    def close(self) -> None:
        """Be silent and let go of the speaker and the voice."""
        self._attract.clear()
        speaker, self._speaker = self._speaker, None
        if speaker is not None:
            with suppress(SoundError):
                speaker.close()
        if self._voice is not None:
            self._voice.close()

    async def finish(self) -> None:
        """Do what `close` does, and hold up nobody if buzzer or voice hang."""
        self._attract.clear()
        await asyncio.to_thread(self.close)

    def _tell(self, told: tuple[Fact, ...], scene: Scene) -> None:
        voice = self._voice if scene.is_audio else None
        is_spoken = voice is not None and voice.works
        spelling = Spelling(self.settings.roll) if scene.is_audio and not is_spoken else None
        phrases = tuple(phrase(fact, spelling=spelling) for fact in told)
        if phrases not in self._waiting:
            self._waiting.append(phrases)
            self._news.set()
        if voice is not None and is_spoken:
            self._say(voice, told, scene)

    def _say(self, voice: Speech, told: tuple[Fact, ...], scene: Scene) -> None:
        from stbpi.sound.speech import line  # most boxes never speak

        said = line(told, language=scene.language, verbosity=self.settings.verbosity)
        if said:
            loud = self._volume(scene)
            voice.say(said, language=scene.language, rate=self.settings.rate, volume=loud)
            for hear in self.on_line:
                hear(said)

    def _cut(self) -> None:
        """Stop what sounds and what is spoken, and forget what waits."""
        self._waiting.clear()
        self._is_cut.set()
        if self.cue is not None:
            self._play((), LOUDEST)
        if self._voice is not None:
            self._voice.hush()

    def _begin(self, piece: Phrase | None) -> None:
        if piece is self.cue is None:
            return
        self.cue = piece
        if piece is not None and self._scene is not None:
            loud = self._volume(self._scene)
            if piece.cue in AT_ANY_VOLUME:
                loud = LOUDEST
            if loud > SILENT:
                self._play(piece.tones, loud)
        for tell in self.on_cue:
            tell(piece)

    def _play(self, tones: Tones, loud: int) -> None:
        if self._speaker is None:
            return
        try:
            self._speaker.play(tones, loud)
        except SoundError as exc:
            logger.warning("the game goes on without sound: %s", exc.what)
            speaker, self._speaker = self._speaker, None
            with suppress(SoundError):
                speaker.close()

    def _volume(self, scene: Scene) -> int:
        """Return how loud it is now; who has asked for audio mode hears something."""
        now = volume(
            scene.volume,
            night=self.settings.night,
            night_level=self.settings.night_level,
            wall=self._wall(),
        )
        return max(QUIETEST, now) if scene.is_audio else now

    async def _is_cut_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._is_cut.wait()
        except TimeoutError:
            return False
        return True

    # Calling players

    def _arm(self, scene: Scene) -> None:
        if scene.view.phase is not Phase.ATTRACT:
            self._attract.clear()
        elif not self._attract.is_set and self.settings.attract in ATTRACT_S:
            self._attract.set(ATTRACT_S[self.settings.attract])

    def _call(self) -> None:
        scene = self._scene
        if scene is not None and self.settings.attract in ATTRACT_S:
            self._tell((Fact(Cue.ATTRACT),), scene)
            self._arm(scene)
