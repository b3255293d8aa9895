"""The files that the terminal app writes when it is asked to: pictures and scenarios.

Never: overwrites anything; a name that is taken gets a number.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from stbpi.sim.app_pixels import Picture

SCALE = 4


def stamp() -> str:
    """Return the beginning of a file's name: of which program, and when."""
    return time.strftime("stbpi-%Y%m%d-%H%M%S")


def write_text(folder: Path, name: str, ending: str, text: str) -> Path:
    """Write a text and return where it is.

    Raises:
        OSError: it can't be written.
    """
    return _write(folder, name, ending, lambda path: _text(path, text))


def write_picture(folder: Path, name: str, ending: str, picture: Picture) -> Path:
    """Write a picture as a PNG, each pixel a square, and return where it is.

    Raises:
        OSError: it can't be written.
    """
    from PIL import Image

    from stbpi.display.pictures import enlarged

    image = Image.new("1", (len(picture[0]), len(picture)))
    image.putdata([pixel * 255 for row in picture for pixel in row])
    return _write(folder, name, ending, lambda path: _png(path, enlarged(image, SCALE).save))


def _text(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def _png(path: Path, save: Callable[..., None]) -> None:
    with path.open("xb") as file:
        save(file, format="png")


def _write(folder: Path, name: str, ending: str, write: Callable[[Path], None]) -> Path:
    path, number = folder / f"{name}{ending}", 1
    while True:
        try:
            write(path)
        except FileExistsError:
            number += 1
            path = folder / f"{name}-{number}{ending}"
        else:
            return path
