"""What sounds on the box is read in the terminal app, and rings its bell if that is wanted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from stbpi.config import Config
from stbpi.config_sections import SoundSection
from stbpi.games.game import Phase
from stbpi.language import LANGUAGES, speaking
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.app_sound import READ_S, RINGING, WORDS, Bell, SoundNote
from stbpi.sim.virtual import run
from stbpi.sound.cues import TONES, Cue, Tone
from stbpi.sound.phrase import Phrase
from tests.sim.test_app import press, shown, tell, until, view

NAMES = ("Ann", "Bo")
SHORT, LONG = Phrase(Cue.SEATS, (Tone(1319, 25),)), Phrase(Cue.NO_MOVE, (Tone(330, 3000),))


def title(app: SimulatorApp) -> str:
    return shown(app)[0]


class Rings(list[None]):
    """Counts how often a bell rings."""

    def __call__(self) -> None:
        self.append(None)


def hear_bell_of(app: SimulatorApp, monkeypatch: pytest.MonkeyPatch) -> Rings:
    rings = Rings()
    monkeypatch.setattr(app._bell, "_ring", rings)
    return rings


async def make_a_wrong_move(app: SimulatorApp, pilot: Pilot[None]) -> None:
    """Throw 5 and 4, close 8 and 7, and wait for the sound and its end."""
    await press(app, pilot, "space")
    await until(pilot, lambda: view(app).left == 9)
    await press(app, pilot, "8", "7")
    await until(pilot, lambda: view(app).phase is Phase.WRONG)
    await until(pilot, lambda: "♪ " in title(app) and "wrong tile" in title(app))
    await until(pilot, lambda: not str(app._note))


def test_the_sound_of_a_throw_is_read_at_the_right_end_and_goes(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "♪" not in title(app))
        quiet = title(app)

        await press(app, pilot, "space")
        await until(pilot, lambda: title(app).endswith("♪ a throw "))
        assert title(app).startswith(" stbpi simulator  Shut the Box")
        await until(pilot, lambda: title(app) == quiet)

    tell(story, tmp_path / "sim.db", *NAMES, numbers=(5, 4))


def test_the_sound_is_read_while_one_looks_back_and_after_a_power_cut(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await app.box.cut_power()
        await press(app, pilot, "space", "left_square_bracket")
        await until(pilot, lambda: "♪ a throw" in title(app))
        await until(pilot, lambda: "♪" not in title(app))

    tell(story, tmp_path / "sim.db", *NAMES, numbers=(5, 4))


def test_a_line_that_is_spoken_is_read_and_shortened_where_there_is_no_room(
    tmp_path: Path,
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        hear = app.box.daemon.sound.on_line[0]
        hear("It is the turn of Ann.")
        await until(pilot, lambda: title(app).endswith("  ♪ It is the turn of Ann. "))

        hear("Raise tiles " + "1, " * 40)
        await until(pilot, lambda: title(app).startswith(" stbpi simulator…  ♪ Raise tiles 1"))
        assert title(app).endswith("… ")

    tell(story, tmp_path / "sim.db", *NAMES)


def test_the_bell_rings_only_when_it_is_switched_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        rings = hear_bell_of(app, monkeypatch)
        await make_a_wrong_move(app, pilot)
        assert rings == []

        await press(app, pilot, "b")
        assert any("The bell rings" in row for row in shown(app))
        await press(app, pilot, "a")
        await until(pilot, lambda: view(app).phase is Phase.COVERING)
        await press(app, pilot, "8", "7")
        await until(pilot, lambda: len(rings) == 1)

        await press(app, pilot, "b", "a")
        await until(pilot, lambda: view(app).phase is Phase.COVERING)
        await press(app, pilot, "8", "7")
        await until(pilot, lambda: view(app).phase is Phase.WRONG)
        await until(pilot, lambda: "wrong tile" in title(app))
        assert len(rings) == 1

    tell(story, tmp_path / "sim.db", *NAMES, numbers=(5, 4), size=(120, 40))


@pytest.mark.parametrize("sound", [SoundSection(level=0), SoundSection(on=False)])
def test_a_box_that_is_silent_rings_no_bell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: SoundSection
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        rings = hear_bell_of(app, monkeypatch)
        await press(app, pilot, "b")
        await make_a_wrong_move(app, pilot)
        assert rings == []

    config = replace(Config(), sound=sound)
    tell(story, tmp_path / "sim.db", *NAMES, numbers=(5, 4), config=config)


# The note


def noted(*moments: float | Phrase | str | None) -> list[str]:
    """Let a note hear things and time pass; return what was read after each, and at the end."""

    async def listen() -> list[str]:
        read: list[str] = []
        note = SoundNote(lambda: read.append(str(note)))
        for moment in moments:
            if isinstance(moment, float):
                await asyncio.sleep(moment)
            elif isinstance(moment, str):
                note.tell(moment)
            else:
                note.hear(moment)
        return read

    return run(listen())


def test_a_note_is_there_as_long_as_its_sound_and_as_it_takes_to_read_it() -> None:
    assert noted(SHORT, 0.025, None, READ_S - 0.05) == ["number of players"] * 2
    assert noted(SHORT, 0.025, None, READ_S) == [*["number of players"] * 2, ""]
    assert noted(LONG, 2.9) == ["no move"]
    assert noted(LONG, 3.1) == ["no move", ""]


def test_a_sound_that_is_cut_off_is_read_no_longer_than_it_must() -> None:
    assert noted(LONG, 2.0, None) == ["no move", ""]
    assert noted(LONG, 0.2, None, READ_S) == ["no move", "no move", ""]


def test_sounds_that_follow_at_once_are_read_together() -> None:
    both = "no move · number of players"

    assert noted(LONG, 0.1, SHORT, READ_S - 0.15) == ["no move", both]
    assert noted(LONG, 0.1, SHORT, READ_S + 0.1) == ["no move", both, "number of players", ""]
    assert noted(SHORT, 0.5, SHORT, 0.5) == ["number of players"] * 2


def test_what_is_spoken_is_read_in_place_of_the_sound() -> None:
    assert noted("Covered.", SHORT, 0.5) == ["Covered."] * 2
    assert noted("Covered.", 5.0, SHORT) == ["Covered.", "", "number of players"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cue_has_a_short_word_of_its_own(language: str) -> None:
    assert set(WORDS) == set(Cue)
    with speaking(language):
        words = [str(word) for word in WORDS.values()]

    assert len(set(words)) == len(words)
    assert all(0 < len(word) <= 24 for word in words)


@pytest.mark.parametrize("cue", Cue)
def test_the_bell_rings_for_what_must_not_be_missed(cue: Cue) -> None:
    rings = Rings()
    bell = Bell(rings)
    bell.is_on = True

    bell.hear(Phrase(cue, TONES[cue]), is_silent=True)
    bell.hear(None, is_silent=False)
    assert rings == []

    bell.hear(Phrase(cue, TONES[cue]), is_silent=False)
    assert len(rings) == (cue in RINGING)
