"""Glückshaus and Luk Fu on the whole box, by somebody who hears the voice and nothing else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import Config
from stbpi.config_sections import SoundSection
from stbpi.games.events import Event, MatchEnded, Refused, Rolled
from stbpi.games.game import StartMatch, tiles, without
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run
from stbpi.sound.cues import Cue
from stbpi.sound.sound import Sound
from tests.doubles import SeededDice
from tests.sound.bots import PATIENCE_S, SILENCE_S, BuzzerEars, Heard, VoiceEars
from tests.sound.listeners import Act, OfGlueckshaus, OfLukFu

LUCKY = StartMatch(game="glueckshaus", names=("Ann", "Bo"), preset="glueckshaus", house_rules=())
WITH_A_BOT = replace(LUCKY, names=("Ann", "Bo", "Robi"), bots=("", "", "casual"))
CARDS = StartMatch(game="luk_fu", names=("Ann",), preset="tsoi", house_rules=())
FEW_CHIPS = (("chips", 3),)
HOLD_S = 1.2


class Listening(VoiceEars):
    """Hears lines to their end, word by word."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def _understood(self, line: str) -> list[Heard]:
        self.lines.append(line)
        return []

    async def listen(self) -> str:
        """Wait until something was said and it is silent again; in the end, be impatient."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + PATIENCE_S
        while loop.time() < latest:
            await asyncio.sleep(SILENCE_S)
            if self.is_silent and self.lines:
                said, self.lines = " ".join(self.lines), []
                return said
        raise AssertionError("nothing is heard any more")


@asynccontextmanager
async def box_of(sound: Sound, journal: Path, seed: int, count: int) -> AsyncIterator[Simulation]:
    """Start a box in audio mode whose scenes are told by this sound."""
    box = Simulation(
        with_tiles(Config(), count),
        dice=SeededDice(seed),
        journal=journal,
        make_clock=lambda: VirtualClock(asyncio.get_running_loop(), wall=None),
        watchers=Watchers(
            scene=lambda shown: sound.show(replace(shown, is_audio=True)), events=lambda _: None
        ),
    )
    sounding = asyncio.create_task(sound.run())
    await box.start()
    try:
        yield box
    finally:
        sounding.cancel()
        with suppress(asyncio.CancelledError):
            await sounding
        sound.close()
        await box.stop()


def played(
    play: Callable[[Simulation, Listening], Awaitable[None]],
    journal: Path,
    *,
    seed: int,
    count: int,
) -> list[Event]:
    """Let somebody play who hears the voice; return what was recorded."""

    async def main() -> list[Event]:
        ears = Listening()
        async with box_of(Sound(None, SoundSection(), voice=ears), journal, seed, count) as box:
            await play(box, ears)
        return [recorded.event for recorded in box.disk.recorded]

    return run(main(), threads=False)


@pytest.mark.parametrize("start", [LUCKY, WITH_A_BOT], ids=["people", "with a bot"])
@pytest.mark.parametrize("seed", [1, 2])
def test_glueckshaus_is_played_by_voice_without_a_wrong_tile(
    tmp_path: Path, start: StartMatch, seed: int
) -> None:
    listener = OfGlueckshaus()

    async def play(box: Simulation, ears: Listening) -> None:
        await box.start_match(replace(start, house_rules=FEW_CHIPS))
        while not listener.winners:
            listener.hear(await ears.listen())
            if listener.down != box.hand.down:
                await box.lower(without(listener.down, box.hand.down))
                await box.lift(without(box.hand.down, listener.down))
            elif listener.is_asked:
                await box.press()

    events = played(play, tmp_path / "journal.db", seed=seed, count=12)
    [ended] = [event for event in events if isinstance(event, MatchEnded)]
    assert not any(isinstance(event, Refused) for event in events)
    assert listener.winners == [start.names[seat - 1] for seat in ended.winners]
    assert len([event for event in events if isinstance(event, Rolled)]) > 5


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_luk_fu_is_played_by_voice(tmp_path: Path, seed: int) -> None:
    listener = OfLukFu(random.Random(seed))

    async def play(box: Simulation, ears: Listening) -> None:
        await box.start_match(CARDS)
        while not listener.is_over:
            listener.hear(await ears.listen())
            if listener.asked and not listener.is_over:
                await does(box, *listener.acts())

    events = played(play, tmp_path / "journal.db", seed=seed, count=9)
    [ended] = [event for event in events if isinstance(event, MatchEnded)]
    assert not any(isinstance(event, Refused) for event in events)
    assert bool(listener.winner) == bool(ended.winners)
    assert listener.turns


async def does(box: Simulation, act: Act, ranks: list[int]) -> None:
    match act:
        case Act.PRESS:
            await box.press()
        case Act.HOLD:
            await box.press(HOLD_S)
        case Act.MOVE:
            await box.lift(box.hand.down)
            await box.lower(tiles(*ranks))


def test_glueckshaus_is_played_by_the_buzzer_alone(tmp_path: Path) -> None:
    async def main() -> list[Event]:
        sound, ears = Sound(None, SoundSection(roll="fives")), BuzzerEars()
        sound.on_cue.append(ears.hear)
        async with box_of(sound, tmp_path / "journal.db", 1, 12) as box:
            await box.start_match(replace(LUCKY, house_rules=FEW_CHIPS))
            heard: list[Heard] = []
            while not any(one.cue is Cue.WON for one in heard):
                await asyncio.sleep(SILENCE_S)
                heard = ears.heard() if ears.is_silent else []
                await does_what_it_hears(box, heard)
        return [recorded.event for recorded in box.disk.recorded]

    events = run(main(), threads=False)
    assert not any(isinstance(event, Refused) for event in events)
    assert any(isinstance(event, MatchEnded) and event.winners for event in events)


async def does_what_it_hears(box: Simulation, heard: list[Heard]) -> None:
    for one in heard:
        match one.cue:
            case Cue.LOWER:
                await box.lower(tiles(*one.numbers))
            case Cue.OPEN:
                await box.lift(tiles(*one.numbers))
            case Cue.READY:
                await box.press()
            case _:
                pass
