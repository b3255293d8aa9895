"""Pictures of the gallery: for people, documents and programs that look at screens.

Never: draws; knows a scene (`gallery` does).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.display.care import wandered
from stbpi.display.gallery import EXAMPLES
from stbpi.display.screens import draw

if TYPE_CHECKING:
    from PIL.Image import Image

AT_REST = 6  # steps: clear of the corner that every small picture starts from


def pictures() -> Iterator[tuple[str, Image]]:
    """Draw the gallery.

    Returns:
        Each picture with its name, 128×64 pixels, mode "1". What wanders over the panel when
        the box stands idle follows its example, with `_at_rest` behind the name.
    """
    for name, scene in EXAMPLES.items():
        screen = draw(scene)
        yield name, screen.picture
        if screen.rest is not None:
            yield f"{name}_at_rest", wandered(screen.rest, AT_REST, screen.picture.size)


def enlarged(picture: Image, scale: int) -> Image:
    """Make every pixel a square of `scale` pixels."""
    from PIL.Image import Resampling

    return picture.resize((picture.width * scale, picture.height * scale), Resampling.NEAREST)


def save_all(folder: Path, *, scale: int) -> int:
    """Write the gallery into a folder as NAME.png, over what has these names.

    Returns:
        How many pictures there are.

    Raises:
        OSError: the folder or a file can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, picture in pictures():
        enlarged(picture, scale).save(folder / f"{name}.png")
        count += 1
    return count
