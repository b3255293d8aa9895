"""Sound: phrases one after the other in the loop's time, and a game that never misses it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate

import pytest

from stbpi.config_sections import SoundSection
from stbpi.display.examples import scene
from stbpi.games.game import Phase, Prompt
from stbpi.scene import Held, Scene
from stbpi.service.page import HardwareView, Page
from stbpi.sim.virtual import run
from stbpi.sound.cues import TONES, Cue, Fact, OwnCue
from stbpi.sound.phrase import Phrase, Spelling, phrase
from stbpi.sound.sound import Sound
from tests.doubles import PATIENCE_S, Loudspeaker
from tests.sound.test_facts import BEFORE, COMPLETE, DEAD, OVER, PART, THROWN, TO_RAISE, by_ear

READY, ROLLED, COVERED = scene(BEFORE), scene(THROWN), scene(COMPLETE)
PARTLY, WON = scene(PART), scene(OVER)
NO_MOVE = scene(replace(DEAD, standing=TO_RAISE.standing))
NEXT = scene(replace(TO_RAISE, player=2))
PRESSED = replace(PARTLY, held=Held.PRESS)
ATTRACT = scene(replace(OVER, phase=Phase.ATTRACT, prompt=Prompt.SETUP))


def seconds(*cues: Cue) -> float:
    return sum(tone.ms for cue in cues for tone in TONES[cue]) / 1000


@dataclass
class Listener:
    """What is heard of a sound, in the loop's time."""

    sound: Sound
    cues: list[tuple[int, Cue | OwnCue | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sound.on_cue.append(self._hear)

    def _hear(self, heard: Phrase | None) -> None:
        now = round(asyncio.get_running_loop().time() * 1000)
        self.cues.append((now, heard.cue if heard is not None else None))


def with_sound(
    story: Callable[[Sound], Awaitable[None]],
    speaker: Loudspeaker | None,
    settings: SoundSection | None = None,
    *,
    wall: int | None = None,
) -> list[tuple[int, Cue | OwnCue | None]]:
    """Tell a story; return when which cue began, and silence."""

    async def main() -> list[tuple[int, Cue | OwnCue | None]]:
        sound = Sound(speaker, settings, wall=lambda: wall)
        listener = Listener(sound)
        task = asyncio.create_task(sound.run())
        await story(sound)
        assert not task.done()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        sound.close()
        return listener.cues

    return run(main())


def shows(*scenes: Scene, wait_s: float = 5) -> Callable[[Sound], Awaitable[None]]:
    """Tell that these scenes come one after the other."""

    async def story(sound: Sound) -> None:
        for shown in scenes:
            sound.show(shown)
            await asyncio.sleep(wait_s)

    return story


def test_a_phrase_is_handed_over_whole_and_ends_in_silence() -> None:
    speaker = Loudspeaker()
    cues = with_sound(shows(READY, ROLLED), speaker)

    assert speaker.heard == [(5000, TONES[Cue.ROLL])]
    assert cues == [(5000, Cue.ROLL), (5000 + round(1000 * seconds(Cue.ROLL)), None)]
    assert speaker.is_closed


def test_what_happens_at_once_is_heard_one_after_the_other() -> None:
    cues = with_sound(shows(COVERED, NO_MOVE), Loudspeaker())
    ends = accumulate((1000 * seconds(cue) for cue in (Cue.ROLL, Cue.NO_MOVE)), initial=5000)

    assert cues == list(zip(map(round, ends), [Cue.ROLL, Cue.NO_MOVE, None], strict=True))


def test_what_the_box_says_of_its_own_accord_waits_until_it_is_silent() -> None:
    cues = with_sound(shows(COVERED, NO_MOVE, NEXT, wait_s=0.5), Loudspeaker())
    begins = accumulate((seconds(cue) for cue in (Cue.ROLL, Cue.NO_MOVE)), initial=0.5)

    assert [at for at, cue in cues if cue] == [round(1000 * at) for at in begins]
    assert [cue for _, cue in cues] == [Cue.ROLL, Cue.NO_MOVE, Cue.PLAYER]


def test_news_cuts_off_what_sounds() -> None:
    async def story(sound: Sound) -> None:
        sound.show(READY)
        sound.show(ROLLED)
        await asyncio.sleep(0.05)
        sound.show(PARTLY)
        await asyncio.sleep(1)

    speaker = Loudspeaker()
    cues = with_sound(story, speaker)

    assert cues[:2] == [(0, Cue.ROLL), (50, Cue.PARTIAL)]
    assert speaker.heard == [(0, TONES[Cue.ROLL]), (50, ()), (50, TONES[Cue.PARTIAL])]


def test_a_press_silences_the_box_at_once_and_forgets_what_waits() -> None:
    async def story(sound: Sound) -> None:
        sound.show(COVERED)
        sound.show(NO_MOVE)
        sound.show(NEXT)
        await asyncio.sleep(0.05)
        sound.show(replace(NEXT, held=Held.PRESS))
        assert speaker.heard[-1] == (50, ())
        await asyncio.sleep(5)

    speaker = Loudspeaker()
    cues = with_sound(story, speaker)

    assert cues == [(0, Cue.ROLL), (50, None)]


def test_the_same_news_waits_only_once() -> None:
    async def story(sound: Sound) -> None:
        failed = replace(COVERED, faults=("disk",))
        sound.show(READY)
        sound.show(ROLLED)
        for _ in range(9):
            sound.show(replace(ROLLED, faults=failed.faults))
            sound.show(ROLLED)
        await asyncio.sleep(9)

    cues = with_sound(story, Loudspeaker())

    assert [cue for _, cue in cues if cue] == [Cue.ROLL, Cue.FAULT, Cue.FAULT_CLEARED]


def test_the_same_cue_can_be_played_again_and_again() -> None:
    speaker = Loudspeaker()
    with_sound(shows(*[PARTLY, PRESSED] * 3, PARTLY, wait_s=1), speaker)

    refused = [at for at, tones in speaker.heard if tones == TONES[Cue.REFUSED]]
    assert refused == [2000, 4000, 6000]


@pytest.mark.parametrize("spelling", Spelling)
def test_by_ear_the_numbers_are_told(spelling: Spelling) -> None:
    speaker = Loudspeaker()
    settings = SoundSection(roll=spelling.value)
    with_sound(shows(by_ear(READY), by_ear(ROLLED), wait_s=9), speaker, settings)

    told = phrase(Fact(Cue.ROLL, (6, 5)), spelling=spelling)
    assert speaker.heard[-1] == (9000, told.tones)


def test_all_tones_are_handed_over_at_once_so_that_a_busy_loop_stretches_none() -> None:
    async def story(sound: Sound) -> None:
        sound.show(READY)
        sound.show(ROLLED)
        await asyncio.sleep(0)
        assert speaker.heard == [(0, TONES[Cue.ROLL])]
        await asyncio.sleep(5)
        assert speaker.heard == [(0, TONES[Cue.ROLL])]

    speaker = Loudspeaker()
    with_sound(story, speaker)


@pytest.mark.parametrize("calls", [0, 1])
def test_a_buzzer_that_fails_is_given_up_and_the_game_goes_on_silently(
    calls: int, caplog: pytest.LogCaptureFixture
) -> None:
    speaker = Loudspeaker(fails_at=calls)
    with caplog.at_level(logging.INFO, "stbpi"):
        cues = with_sound(shows(READY, ROLLED, PARTLY, COVERED), speaker)

    assert len(speaker.heard) == calls
    assert speaker.is_closed
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert [cue for _, cue in cues if cue] == [Cue.ROLL, Cue.PARTIAL, Cue.COMPLETE]


def test_a_box_without_a_buzzer_tells_its_cues_all_the_same() -> None:
    cues = with_sound(shows(READY, ROLLED), None)

    assert [cue for _, cue in cues] == [Cue.ROLL, None]


def test_closing_ends_what_sounds_at_once() -> None:
    speaker = Loudspeaker()

    async def main() -> None:
        sound = Sound(speaker)
        task = asyncio.create_task(sound.run())
        sound.show(COVERED)
        sound.show(NO_MOVE)
        await asyncio.sleep(0.05)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        sound.close()
        sound.close()

    run(main())

    assert speaker.heard == [(0, TONES[Cue.ROLL])]
    assert speaker.is_closed


# How loud

NIGHT = SoundSection(night="00:00-24:00", night_level=1)
SOME_TIME = 1_800_000_000


@pytest.mark.parametrize(
    ("chosen", "settings", "wall", "loud"),
    [
        (5, SoundSection(), SOME_TIME, [5]),
        (3, SoundSection(), None, [3]),
        (0, SoundSection(), None, []),
        (5, NIGHT, SOME_TIME, [1]),
        (5, NIGHT, None, [5]),
        (5, replace(NIGHT, night_level=0), SOME_TIME, []),
    ],
)
def test_it_is_as_loud_as_was_chosen_and_quieter_at_night(
    chosen: int, settings: SoundSection, wall: int | None, loud: list[int]
) -> None:
    speaker = Loudspeaker()
    scenes = (replace(shown, volume=chosen) for shown in (READY, ROLLED))
    with_sound(shows(*scenes), speaker, settings, wall=wall)

    assert speaker.volumes == loud


def test_who_plays_by_ear_is_never_left_in_silence() -> None:
    speaker = Loudspeaker()
    scenes = (replace(by_ear(shown), volume=0) for shown in (READY, ROLLED))
    with_sound(shows(*scenes), speaker, SoundSection())

    assert set(speaker.volumes) == {1}


def test_the_test_of_the_buzzer_is_heard_in_a_silent_box() -> None:
    speaker = Loudspeaker()
    test = replace(READY, volume=0, test=HardwareView(page=Page.BUZZER))
    with_sound(shows(replace(READY, volume=0), test), speaker)

    assert (speaker.heard, speaker.volumes) == ([(5000, TONES[Cue.BUZZER_TEST])], [5])


# Calling players


@pytest.mark.parametrize(
    ("often", "calls"), [("never", []), ("rarely", [600, 1200]), ("often", [120, 240, 360])]
)
def test_the_box_calls_players_as_often_as_it_shall(often: str, calls: list[int]) -> None:
    settings = SoundSection(attract=often)
    cues = with_sound(shows(ATTRACT, wait_s=1300), Loudspeaker(), settings)
    heard = [at // 1000 for at, cue in cues if cue is Cue.ATTRACT]

    assert heard[: len(calls)] == calls
    assert bool(heard) is bool(calls)


def test_nobody_is_called_while_somebody_plays_or_after_it_was_switched_off() -> None:
    async def story(sound: Sound) -> None:
        sound.show(ATTRACT)
        await asyncio.sleep(100)
        sound.show(READY)
        await asyncio.sleep(1000)
        sound.show(ATTRACT)
        sound.settings = SoundSection(attract="never")
        await asyncio.sleep(1000)

    cues = with_sound(story, Loudspeaker(), SoundSection(attract="often"))

    assert Cue.ATTRACT not in [cue for _, cue in cues]


# Spoken


class Talker:
    """A voice that writes down what it says."""

    def __init__(self, *, works: bool = True) -> None:
        self.works = works
        self.said: list[tuple[str, str, int, int]] = []
        self.hushes = 0
        self.is_closed = False

    def say(self, text: str, *, language: str, rate: int, volume: int) -> None:
        self.said.append((text, language, rate, volume))

    def hush(self) -> None:
        self.hushes += 1

    def close(self) -> None:
        self.is_closed = True


def spoken(talker: Talker, *scenes: Scene) -> Loudspeaker:
    speaker = Loudspeaker()

    async def main() -> None:
        sound = Sound(speaker, SoundSection(rate=200), voice=talker)
        heard: list[str] = []
        sound.on_line.append(heard.append)
        task = asyncio.create_task(sound.run())
        await shows(*scenes)(sound)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        sound.close()
        assert heard == [text for text, *_ in talker.said]

    run(main())
    return speaker


def test_by_ear_the_numbers_are_spoken_where_there_is_a_voice() -> None:
    talker = Talker()
    speaker = spoken(talker, by_ear(READY), replace(by_ear(ROLLED), volume=3))

    assert talker.said[-1] == ("Thrown: 6, 5.", "en", 200, 3)
    assert speaker.heard[-1] == (5000, TONES[Cue.ROLL])
    assert talker.is_closed


def test_a_press_hushes_the_voice() -> None:
    unpressed, pressed = Talker(), Talker()
    spoken(unpressed, by_ear(PARTLY))
    spoken(pressed, by_ear(PARTLY), by_ear(PRESSED))

    assert pressed.hushes == unpressed.hushes + 1
    assert pressed.said == unpressed.said


def test_a_voice_that_does_not_work_leaves_the_numbers_to_the_buzzer() -> None:
    talker = Talker(works=False)
    speaker = spoken(talker, by_ear(READY), by_ear(ROLLED))

    assert talker.said == []
    told = phrase(Fact(Cue.ROLL, (6, 5)), spelling=Spelling.BEEPS)
    assert speaker.heard[-1] == (5000, told.tones)


def test_who_sees_the_box_is_told_nothing_in_words() -> None:
    talker = Talker()
    spoken(talker, READY, ROLLED, PARTLY, COVERED, NO_MOVE, NEXT, WON)

    assert talker.said == []


def test_a_voice_that_hangs_at_the_end_holds_up_nobody_else() -> None:
    is_asked, is_free = threading.Event(), threading.Event()

    class Hanging(Talker):
        def close(self) -> None:
            is_asked.set()
            is_free.wait(PATIENCE_S)
            super().close()

    async def main() -> None:
        voice = Hanging()
        ending = asyncio.create_task(Sound(None, voice=voice).finish())
        assert await asyncio.to_thread(is_asked.wait, PATIENCE_S)
        assert not ending.done()
        is_free.set()
        await ending
        assert voice.is_closed

    run(main())
