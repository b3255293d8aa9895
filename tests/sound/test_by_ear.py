"""A whole match by ear: whoever hears the box, and nothing else, closes no wrong tile.

Two players hear the same box: one the buzzer alone, one the voice alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import pytest

from stbpi.config import Config
from stbpi.config_sections import SoundSection
from stbpi.games.events import Event, Fault, MatchEnded, Refused, Rolled, TurnEnded, TurnStarted
from stbpi.games.game import Prompt, StartMatch
from stbpi.games.shut_the_box.house_rules import make
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run
from stbpi.sound.sound import Sound
from tests.doubles import SeededDice
from tests.sound.bots import NAMES, BuzzerEars, Ears, Player, VoiceEars

E = TypeVar("E")

PRESETS = ("luk_kassen", "classic", "odds", "three_dice", "thai", "three_to_go", "unlucky_seven")


@dataclass
class Match:
    """What came of a match.

    Attributes:
        events: what was recorded; nobody who plays sees it.
    """

    player: Player
    events: list[Event]

    def all_of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def codes(self) -> list[str]:
        """What was refused or complained about."""
        return [event.code for event in self.all_of(Refused)]


def played(
    journal: Path,
    make_sound: Callable[[], tuple[Sound, Ears]],
    *,
    preset: str,
    seed: int = 1,
    asks_again: int = 0,
    slips: Sequence[int] = (),
    is_full: bool = False,
) -> Match:
    """Let a player play a whole match of two seats by ear."""
    rules = make(preset, ())

    async def main() -> Match:
        sound, ears = make_sound()
        box = Simulation(
            with_tiles(Config(), rules.tiles),
            dice=SeededDice(seed),
            journal=journal,
            make_clock=lambda: VirtualClock(asyncio.get_running_loop(), wall=None),
            watchers=Watchers(
                scene=lambda shown: sound.show(replace(shown, is_audio=True)),
                events=lambda _: None,
            ),
        )
        sounding = asyncio.create_task(sound.run())
        await box.start()
        try:
            player = Player(box, ears, rules, asks_again=asks_again, slips=slips)
            box.disk.is_full = is_full
            await box.start_match(
                StartMatch(game="shut_the_box", names=NAMES, preset=preset, house_rules=())
            )
            await player.play()
        finally:
            sounding.cancel()
            with suppress(asyncio.CancelledError):
                await sounding
            sound.close()
            await box.stop()
        return Match(player, [recorded.event for recorded in box.disk.recorded])

    return run(main(), threads=False)


def by_buzzer(roll: str) -> Callable[[], tuple[Sound, Ears]]:
    def make_sound() -> tuple[Sound, Ears]:
        sound, ears = Sound(None, SoundSection(roll=roll)), BuzzerEars()
        sound.on_cue.append(ears.hear)
        return sound, ears

    return make_sound


def by_voice(verbosity: int) -> Callable[[], tuple[Sound, Ears]]:
    def make_sound() -> tuple[Sound, Ears]:
        ears = VoiceEars()
        return Sound(None, SoundSection(verbosity=verbosity), voice=ears), ears

    return make_sound


WAYS = {
    "beeps": by_buzzer("beeps"),
    "fives": by_buzzer("fives"),
    "brief words": by_voice(1),
    "words": by_voice(2),
    "words with help": by_voice(3),
}


def is_over(match: Match) -> bool:
    ends = match.all_of(MatchEnded)
    return len(ends) == 1 and bool(ends[0].winners)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("way", WAYS)
def test_a_match_is_played_by_ear_without_a_wrong_tile(
    tmp_path: Path, way: str, preset: str
) -> None:
    match = played(tmp_path / "journal.db", WAYS[way], preset=preset)

    assert is_over(match)
    assert match.codes == []
    assert match.player.wrong == 0
    assert match.player.throws == len(match.all_of(Rolled)) > 2
    assert match.player.seats == [turn.player for turn in match.all_of(TurnStarted)]
    assert match.player.scores == [(turn.score, turn.total) for turn in match.all_of(TurnEnded)]
    assert match.player.winners == match.all_of(MatchEnded)[0].winners


@pytest.mark.parametrize("way", WAYS)
def test_whoever_has_forgotten_presses_and_is_told_again(tmp_path: Path, way: str) -> None:
    match = played(tmp_path / "journal.db", WAYS[way], preset="luk_kassen", asks_again=3)

    assert is_over(match)
    assert match.player.wrong == 0
    assert len(match.codes) == match.player.asked > 5
    assert set(match.codes) <= {Prompt.COVER, Prompt.RAISE}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_closes_a_wrong_tile_hears_which_one_and_puts_it_right(
    tmp_path: Path, way: str
) -> None:
    match = played(tmp_path / "journal.db", WAYS[way], preset="luk_kassen", slips=(2, 5, 9))

    assert is_over(match)
    assert match.player.wrong == 3
    assert match.codes == [Prompt.RAISE] * 3


@pytest.mark.parametrize("way", WAYS)
def test_a_box_whose_disk_is_full_is_heard_like_any_other(tmp_path: Path, way: str) -> None:
    match = played(
        tmp_path / "journal.db", WAYS[way], preset="luk_kassen", asks_again=4, is_full=True
    )

    assert is_over(match)
    assert match.player.wrong == 0
    assert match.player.asked > 5
    assert [fault.part for fault in match.all_of(Fault)] == ["disk"]
