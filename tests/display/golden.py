"""Golden pictures, as text of a letter a pixel.

`STBPI_BLESS=1 pytest tests/display` writes those anew that are looked at.
"""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image

SCREENS = Path(__file__).parent.parent / "data" / "screens"


def as_text(picture: Image.Image) -> str:
    rows = (
        "".join("#" if picture.getpixel((x, y)) else "." for x in range(picture.width))
        for y in range(picture.height)
    )
    return "\n".join(rows) + "\n"


def blessed(folder: Path, name: str, text: str) -> str:
    """Return the golden picture of a name; while pictures are blessed, it is this one."""
    path = folder / f"{name}.txt"
    if os.environ.get("STBPI_BLESS") == "1":
        path.write_text(text)
    return path.read_text()
