"""Pictures of the gallery: for people, documents and programs that look at screens.

Never: draws; knows a scene (`gallery` does).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.display.gallery import EXAMPLES
from stbpi.display.screens import draw

if TYPE_CHECKING:
    from PIL.Image import Image


def pictures(language: str) -> Iterator[tuple[str, Image]]:
    """Draw the gallery in a language.

    Returns:
        Each picture with its name, 128×64 pixels, mode "1".
    """
    for name, scene in EXAMPLES.items():
        yield name, draw(replace(scene, language=language)).picture


def enlarged(picture: Image, scale: int) -> Image:
    """Make every pixel a square of `scale` pixels."""
    from PIL.Image import Resampling

    return picture.resize((picture.width * scale, picture.height * scale), Resampling.NEAREST)


def save_all(folder: Path, *, language: str, scale: int) -> int:
    """Write the gallery into a folder as NAME.png, over what has these names.

    Returns:
        How many pictures there are.

    Raises:
        OSError: the folder or a file can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, picture in pictures(language):
        enlarged(picture, scale).save(folder / f"{name}.png")
        count += 1
    return count
