"""`stbpi screens`: the gallery as files."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from stbpi.cli import main
from stbpi.display.gallery import EXAMPLES
from stbpi.display.screens import draw
from stbpi.language import LANGUAGES
from tests.processes import ROOT

Capture = pytest.CaptureFixture[str]


def opened(folder: Path) -> dict[str, Image.Image]:
    """Read all files of a folder."""
    found: dict[str, Image.Image] = {}
    for path in folder.iterdir():
        with Image.open(path) as picture:
            picture.load()
            found[path.name] = picture
    return found


def test_every_screen_is_a_file_as_the_panel_has_it(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "some" / "folder"

    assert main(["screens", "--out", str(folder)]) == 0
    files = opened(folder)
    assert capsys.readouterr() == (f"{folder}: {len(files)} screens\n", "")
    assert len(files) >= 20
    assert {(it.format, it.mode, it.size) for it in files.values()} == {("PNG", "1", (128, 64))}
    assert {f"{name}.png" for name in EXAMPLES} <= set(files)
    for name, scene in EXAMPLES.items():
        assert files[f"{name}.png"].tobytes() == draw(scene).picture.tobytes()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_pictures_speak_the_language_that_is_asked_for(tmp_path: Path, code: str) -> None:
    assert main(["screens", "--out", str(tmp_path), "--language", code]) == 0

    files = opened(tmp_path)
    for name, scene in EXAMPLES.items():
        expected = draw(replace(scene, language=code)).picture
        assert files[f"{name}.png"].tobytes() == expected.tobytes()


def test_without_another_the_pictures_speak_the_configured_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []

    def spy(folder: Path, *, language: str, scale: int) -> int:
        spoken.append(language)
        return 0

    monkeypatch.setattr("stbpi.display.pictures.save_all", spy)
    file = tmp_path / "stbpi.toml"
    file.write_text('[language]\nlanguage = "lv"\n')
    monkeypatch.setenv("STBPI_CONFIG", str(file))
    main(["screens", "--out", str(tmp_path)])
    main(["screens", "--out", str(tmp_path), "--language", "nb"])

    assert spoken == ["lv", "nb"]


def test_a_language_that_is_not_spoken_is_wrong_input(tmp_path: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["screens", "--out", str(tmp_path), "--language", "tlh"])

    assert ended.value.code == 2
    assert "tlh" in capsys.readouterr().err


def test_a_scale_makes_squares_of_pixels(tmp_path: Path) -> None:
    assert main(["screens", "--out", str(tmp_path), "--scale", "3"]) == 0

    large, small = opened(tmp_path)["covering.png"], draw(EXAMPLES["covering"]).picture
    assert (large.mode, large.size) == ("1", (384, 192))
    for right in range(3):
        for down in range(3):
            every_third = Image.new("1", small.size)
            every_third.putdata(
                [
                    255 if large.getpixel((3 * x + right, 3 * y + down)) else 0
                    for y in range(small.height)
                    for x in range(small.width)
                ]
            )
            assert ImageChops.logical_xor(every_third, small).getbbox() is None


def test_older_pictures_are_written_over_and_nothing_else(tmp_path: Path) -> None:
    main(["screens", "--out", str(tmp_path), "--scale", "2"])
    (tmp_path / "notes.png").write_text("mine")

    assert main(["screens", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "notes.png").read_text() == "mine"
    (tmp_path / "notes.png").unlink()
    assert {it.size for it in opened(tmp_path).values()} == {(128, 64)}


def test_what_is_no_folder_is_wrong_input(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "file"
    file.write_text("mine")

    assert main(["screens", "--out", str(file)]) == 2
    assert main(["screens", "--out", str(file / "deeper")]) == 2
    assert capsys.readouterr() == (
        "",
        f"stbpi: {file}: can't be written into: it is no folder\n"
        f"stbpi: {file / 'deeper'}: can't be written: Not a directory\n",
    )
    assert file.read_text() == "mine"


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "setup.png").mkdir()

    assert main(["screens", "--out", str(tmp_path)]) == 2
    said = f"stbpi: {tmp_path / 'setup.png'}: can't be written: Is a directory\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("scale", ["0", "-1", "33", "1.5", "two", ""])
def test_a_scale_that_can_not_be_is_wrong_input(
    tmp_path: Path, scale: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["screens", "--out", str(tmp_path), f"--scale={scale}"])

    assert ended.value.code == 2
    assert "--scale: expected a whole number from 1 to 32" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_driver_of_hardware_is_needed(tmp_path: Path) -> None:
    program = (
        "import sys; from stbpi.cli import main; main(['screens', '--out', sys.argv[1]]); "
        "print(*{'gpiod', 'gpiozero', 'lgpio', 'luma', 'serial', 'textual'} & set(sys.modules))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ended.returncode == 0
    assert ended.stdout.splitlines()[1:] == [""]
