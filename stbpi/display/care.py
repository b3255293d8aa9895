"""Care: what keeps the OLED from burning in.

A pixel that is lit for weeks grows dark. So the picture moves by a pixel a minute, around a
square of two by two; a panel at which nobody plays is dimmed after a minute and goes dark after
ten. In attract mode small pictures are shown in turn instead of the large one, each in another
place: lit for a minute, then dim, and dark when the ten minutes are over all the same. A touch
lights the panel again at once, and so does a new scene, unless it is one of attract mode.

As a move repaints everything, in play it waits for the start of a turn, when most of the
picture is new anyway; at most until the next one is due.

The pictures fill the panel, so one that moves loses its last column or row. It moves only where
nothing is lost by that: the last column must have nothing drawn on it, the last row must be the
same as the one above it (the feet of the tiles, which are then a pixel shorter). Other pictures
stay where they are in that direction, the next one moves again. The first column and row that
come free continue the ground: the white bar of the headline and black below it. Pixels are
never rolled to the other side.

Never: reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from stbpi.games.game import Phase
from stbpi.scene import Held, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

MOVE_S = 60
DIM_S = 60
DARK_S = 600
STEP_S = 5
STRIDE = (3, 1)
"""How far a small picture wanders at a step, to the right and down; it turns at the edges."""

PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""How far right and down, in pixels, minute by minute."""


class Light(StrEnum):
    """How bright the panel is."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """How a picture is to be shown now.

    Attributes:
        right: pixels to the right.
        down: pixels down.
        light: how bright.
        steps: how many steps the small pictures have wandered, one after another; `None` while
            the large one is shown.
        change_s: seconds until something of this changes, if no scene and no touch comes.
    """

    right: int
    down: int
    light: Light
    steps: int | None
    change_s: float


def is_attract(scene: Scene) -> bool:
    """Say whether a scene is one of attract mode: nobody plays, and nobody touches the box."""
    is_free = scene.test is None and scene.page is None and scene.held is Held.NOT
    return is_free and scene.view.phase is Phase.ATTRACT


def care(*, idle_s: float, running_s: float, attract_s: float | None = None) -> Care:
    """Say how to show a picture.

    Args:
        idle_s: seconds since the last touch, or the last scene that was none of attract mode.
        running_s: seconds since the display was started.
        attract_s: seconds since attract mode began; `None` if it has not.

    >>> care(idle_s=59, running_s=100)
    Care(right=1, down=0, light=<Light.FULL: 'full'>, steps=None, change_s=1)
    """
    minutes, rest = divmod(running_s, MOVE_S)
    right, down = PLACES[int(minutes) % len(PLACES)]
    lit_s = idle_s if attract_s is None else min(idle_s, attract_s)
    light = Light.DARK if idle_s >= DARK_S else Light.DIM if lit_s >= DIM_S else Light.FULL
    changes = [MOVE_S - rest, DARK_S - idle_s]
    if light is not Light.DARK:
        changes.append(DIM_S - lit_s)
    steps = None
    if attract_s is not None and light is not Light.DARK:
        done, since = divmod(attract_s, STEP_S)
        steps = int(done)
        changes[0] = STEP_S - since
    change_s = min(change for change in changes if change > 0)
    return Care(right=right, down=down, light=light, steps=steps, change_s=change_s)


def place(now: tuple[int, int], due: Care, *, is_new: bool) -> tuple[int, int]:
    """Return where a picture goes that is due to move.

    Args:
        now: how far right and down the pictures are.
        due: how they should be shown.
        is_new: most of the picture is new.
    """
    there = (due.right, due.down)
    is_late = now[0] != there[0] and now[1] != there[1]
    return there if is_new or is_late or due.light is not Light.FULL else now


def wandered(small: Image, steps: int, size: tuple[int, int]) -> Image:
    """Put a small picture where it has wandered to, on black of a size."""
    right, down = _room(small, size)
    at = (_bounced(steps * STRIDE[0], right), _bounced(steps * STRIDE[1], down))
    return _on_black(small, at, size)


def in_the_middle(small: Image, size: tuple[int, int]) -> Image:
    """Put a small picture in the middle of black of a size."""
    right, down = _room(small, size)
    return _on_black(small, (right // 2, down // 2), size)


def _room(small: Image, size: tuple[int, int]) -> tuple[int, int]:
    """Return how far right and down a small picture may go on one of a size."""
    return size[0] - small.width, size[1] - small.height


def _on_black(small: Image, at: tuple[int, int], size: tuple[int, int]) -> Image:
    from PIL import Image

    result = Image.new("1", size)
    result.paste(small, at)
    return result


def _bounced(way: int, room: int) -> int:
    """Return where something is that goes to and fro between 0 and `room`."""
    if room <= 0:
        return 0
    at = way % (2 * room)
    return min(at, 2 * room - at)


def moved(picture: Image, right: int, down: int) -> Image:
    """Move a picture by at most a pixel right and down, where nothing is lost by that."""
    from stbpi.display.headline import HEADLINE

    if not right and not down:
        return picture
    width, height = picture.size
    rows = picture.tobytes()
    of_a_row = width // 8
    last_column = [eight & 1 for eight in rows[of_a_row - 1 :: of_a_row]]
    if last_column != [1] * HEADLINE.h + [0] * (height - HEADLINE.h):
        right = 0
    if rows[-of_a_row:] != rows[-2 * of_a_row : -of_a_row]:
        down = 0
    if not right and not down:
        return picture
    result = picture.copy()
    result.paste(0, (0, 0, width, height))
    result.paste(1, (0, 0, width, HEADLINE.h + down))
    result.paste(picture, (right, down))
    return result
