"""The film: the OLED during a play, as an animated GIF.

A picture is taken whenever the glass has changed and everything of that moment is on it. It is
shown for as long as it stood in virtual time, but never so long that nothing seems to happen, or
so short that no program would show it.

Never: draws; what the glass shows is all there is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.errors import ScriptError
from stbpi.foreign import reason
from stbpi.language import _
from stbpi.sim.panel_model import PanelModel, Picture

if TYPE_CHECKING:
    from PIL import Image

SCALE = 4
LONGEST_S = 2.0
SHORTEST_S = 0.02
DARK, LIT = (10, 12, 16), (207, 236, 255)


class Film:
    """Takes pictures of one display.

    Args:
        path: the file that `save` makes; one that is there is replaced.

    Raises:
        ScriptError: it can't be written there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pictures: list[tuple[float, Picture]] = []
        self._seen: tuple[int, int] | None = None
        self._end = 0.0
        try:
            path.open("ab").close()
        except OSError as exc:
            raise self._error(exc) from exc

    def look(self, panel: PanelModel, now: float) -> None:
        """Look at the glass, before time moves on."""
        self._end = now
        seen = (id(panel), panel.version)
        if seen == self._seen:
            return
        self._seen = seen
        picture = panel.picture()
        is_old = self._pictures and picture == self._pictures[-1][1]
        is_dark = not any(map(any, picture))
        if is_old or (is_dark and not self._pictures):
            return
        while self._pictures and now - self._pictures[-1][0] < SHORTEST_S:
            self._pictures.pop()
        self._pictures.append((now, picture))

    def save(self) -> None:
        """Write the file.

        Raises:
            ScriptError: it can't be written.
        """
        pictures = self._pictures or [(0.0, PanelModel().picture())]
        ends = [*(at for at, _ in pictures[1:]), self._end]
        lasts_ms = [
            round(1000 * min(max(end - at, SHORTEST_S), LONGEST_S))
            for (at, _), end in zip(pictures, ends, strict=True)
        ]
        first, *others = (_image(picture) for _, picture in pictures)
        try:
            first.save(
                self._path,
                format="GIF",
                save_all=True,
                append_images=others,
                duration=lasts_ms,
                loop=0,
            )
        except OSError as exc:
            raise self._error(exc) from exc

    def _error(self, exc: OSError) -> ScriptError:
        what = _("{path}: can't be written: {reason}")
        return ScriptError(what.format(path=self._path, reason=reason(exc)))


def looking_at(
    film: Film | None, panel: Callable[[], PanelModel | None]
) -> Callable[[float], None]:
    """Return what is to be called before time moves on.

    Args:
        film: takes the pictures, if there is one.
        panel: returns the display; `None` while there is none.
    """

    def look(now: float) -> None:
        display = panel()
        if film is not None and display is not None:
            film.look(display, now)

    return look


def _image(picture: Picture) -> Image.Image:
    from PIL import Image

    from stbpi.display.pictures import enlarged

    image = Image.new("P", (len(picture[0]), len(picture)))
    image.putpalette([*DARK, *LIT])
    image.putdata([int(pixel) for row in picture for pixel in row])
    return enlarged(image, SCALE)
