"""The display as an animated picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from stbpi.cli import Exit, main
from stbpi.errors import ScriptError
from stbpi.sim.gif import DARK, LIT, SCALE, Film
from stbpi.sim.panel_model import HEIGHT, WIDTH, PanelModel, Picture
from stbpi.sim.simulation import Simulation
from tests.recording.boxes import record
from tests.sim.playing import NINE_TILES, on_box
from tests.sim.test_replay import a_throw

SCENARIO = """\
players Ann
dice 6 5
press
down 5 6
wait 60
power cut
"""


class Glass(PanelModel):
    """A display that shows what it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = 0

    def show(self, number: int) -> None:
        self.shown = number
        self.version += 1

    def picture(self) -> Picture:
        return tuple(tuple(x < self.shown for x in range(WIDTH)) for _ in range(HEIGHT))


def frames_of(path: Path) -> list[tuple[int, int, Image.Image]]:
    """Return the frames: how many columns are lit, for how many ms, and the picture."""
    frames = []
    with Image.open(path) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            frame = film.convert("RGB")
            lit = sum(frame.getpixel((x * SCALE, 0)) == LIT for x in range(WIDTH))
            frames.append((lit, int(film.info["duration"]), frame))
    return frames


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "film.gif"


def test_a_picture_stands_as_long_as_it_stood_but_never_too_long(path: Path) -> None:
    glass, film = Glass(), Film(path)
    for at, number in ((0.0, 3), (0.5, 4), (0.75, 5), (60.0, 6)):
        glass.show(number)
        film.look(glass, at)
    film.look(glass, 60.3)

    film.save()

    assert [(lit, ms) for lit, ms, _ in frames_of(path)] == [
        (3, 500),
        (4, 250),
        (5, 2000),
        (6, 300),
    ]


def test_a_taller_display_is_filmed_whole(path: Path) -> None:
    class Tall(Glass):
        def picture(self) -> Picture:
            return (*super().picture(), *super().picture())

    glass, film = Tall(), Film(path)
    glass.show(3)
    film.look(glass, 0.0)

    film.save()

    [(lit, _, frame)] = frames_of(path)
    assert (lit, frame.size) == (3, (WIDTH * SCALE, 2 * HEIGHT * SCALE))
    assert frame.getpixel((0, frame.height - 1)) == LIT


def test_what_nobody_could_see_is_left_out(path: Path) -> None:
    glass, film = Glass(), Film(path)
    for at, number in ((0.0, 0), (1.0, 3), (1.0, 4), (2.0, 5), (2.01, 6), (3.0, 6)):
        glass.show(number)
        film.look(glass, at)

    film.save()

    assert [(lit, ms) for lit, ms, _ in frames_of(path)] == [(4, 1010), (6, 990)]


def test_a_pixel_is_four_pixels_wide(path: Path) -> None:
    glass, film = Glass(), Film(path)
    glass.show(64)
    film.look(glass, 0)

    film.save()

    [(_, _, frame)] = frames_of(path)
    assert frame.size == (512, 256)
    assert (frame.getpixel((255, 255)), frame.getpixel((256, 0))) == (LIT, DARK)


def test_a_play_in_which_nothing_was_shown_is_a_dark_picture(path: Path) -> None:
    Film(path).save()

    assert [lit for lit, _, _ in frames_of(path)] == [0]


def test_a_scenario_is_filmed(
    tmp_path: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = tmp_path / "story.stb"
    story.write_text(SCENARIO)

    assert main(["sim", "--scenario", str(story), "--gif", str(path)]) == Exit.OK

    frames = frames_of(path)
    assert '"rolled"' in capsys.readouterr().out
    assert len(frames) > 4
    assert max(ms for _, ms, _ in frames) == 2000
    assert min(ms for _, ms, _ in frames) >= 20


def test_the_film_shows_what_the_display_shows(path: Path, tmp_path: Path) -> None:
    """The last picture of a film is that on the glass, dot by dot."""
    film = Film(path)

    async def story(box: Simulation) -> None:
        await box.press()
        film.look(box.panel, 1.0)
        picture = box.panel.picture()
        film.save()
        [(_, _, frame)] = frames_of(path)
        seen = tuple(
            tuple(frame.getpixel((x * SCALE + 1, y * SCALE + 1)) == LIT for x in range(WIDTH))
            for y in range(HEIGHT)
        )
        assert seen == picture
        assert any(map(any, picture))

    on_box(story, tmp_path / "j.db")


def test_a_scenario_that_fails_is_filmed_up_to_there(
    tmp_path: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = tmp_path / "story.stb"
    story.write_text("players Ann\ndice 6 5\npress\nexpect left=3\n")

    assert main(["sim", "--scenario", str(story), "--gif", str(path)]) == Exit.EXPECTATION

    assert "expected left=3" in capsys.readouterr().err
    assert len(frames_of(path)) >= 2


def test_the_demo_and_a_recording_are_filmed(tmp_path: Path, path: Path) -> None:
    file = tmp_path / "box.rec"
    record(a_throw, file, journal=tmp_path / "j.db", config=NINE_TILES)

    assert main(["sim", "--replay", str(file), "--gif", str(path)]) == Exit.OK
    assert len(frames_of(path)) >= 3

    assert main(["sim", "--demo", "--gif", str(path), "--rules", "rounds=1"]) == Exit.OK
    assert len(frames_of(path)) >= 10


@pytest.mark.parametrize("name", ["none/film.gif", ""])
def test_a_film_that_can_not_be_written_is_told_before_anything_is_played(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", "--demo", "--gif", str(tmp_path / name)]) == Exit.INPUT

    said = capsys.readouterr()
    assert said.out == ""
    assert "can't be written" in said.err


def test_a_disk_that_is_full_is_told() -> None:
    glass, film = Glass(), Film(Path("/dev/full"))
    glass.show(3)
    film.look(glass, 0)

    with pytest.raises(ScriptError, match="can't be written: No space left on device"):
        film.save()
