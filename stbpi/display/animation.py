"""What moves: dice that tumble when they are thrown, and a celebration when the box is shut.

Pictures that stand between two scenes, each for some milliseconds; the last of them gives way
to the picture of the second scene, of which they are made. They are as pure as that picture:
the same two scenes always move in the same way. What the throw means is told by none of them
before the dice lie still.

Never: waits; says anything that the second scene does not. Keep: the last column stays empty
and the last two rows are the same, so that the frames move with their picture (`care`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stbpi.display import texts
from stbpi.display.coach import aftermath_of
from stbpi.display.draw import HEIGHT, TILE_HEIGHT, WIDTH, Align, Box, Canvas, tile_boxes
from stbpi.display.fonts import HUGE, LARGE, SMALL
from stbpi.display.headline import draw_headline
from stbpi.display.play import TOP, draw_dice, draw_tiles
from stbpi.games.game import Phase, Prompt, View
from stbpi.language import speaking
from stbpi.scene import Held, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

TUMBLE_MS = (60, 80, 110, 150)
"""How long the dice lie on each side before they lie still."""

WAVE_MS = 110
WAVES = 16
"""How many pictures a celebration has."""

_STAGE = Box(0, TOP, WIDTH, HEIGHT - TILE_HEIGHT - TOP)
_ROLLED = (Phase.COVERING, Phase.WRONG, Phase.TURN_OVER)
_LEAPS = (6, 4, 2)
"""How far the tile under the crest of the wave leaps, and those behind it, in pixels."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture and for how long it stands."""

    ms: int
    picture: Image


def frames(before: Scene, after: Scene, picture: Image) -> Iterator[Frame]:
    """Return what moves between two scenes, drawn as it is asked for.

    Args:
        picture: that of the second scene.
    """
    if before.test is not None or after.test is not None or after.page is not None:
        return
    if after.held is not Held.NOT:
        return
    if is_shut(before.view, after.view):
        yield from _celebration(after, picture)
    elif is_thrown(before.view, after.view):
        yield from _tumble(before, after, picture)


def is_thrown(before: View, after: View) -> bool:
    """Say whether dice were thrown between two views of a turn, or between two turns."""
    is_same_turn = (before.player, before.round) == (after.player, after.round)
    if before.phase is after.phase is Phase.READY:
        return bool(after.roll) and not (is_same_turn and before.roll == after.roll)
    if not is_same_turn or not after.roll or after.phase not in _ROLLED:
        return False
    if before.phase is Phase.READY:
        return True
    is_covered = before.phase is Phase.COVERING and before.left == 0
    return is_covered and before.committed != after.committed and after.why != "shut"


def is_shut(before: View, after: View) -> bool:
    """Say whether the box was shut between two views of a turn."""
    was_covering = before.phase in (Phase.COVERING, Phase.WRONG)
    return was_covering and after.phase is Phase.TURN_OVER and after.why == "shut"


def _tumble(before: Scene, after: Scene, picture: Image) -> Iterator[Frame]:
    """The headline is as before the throw: it may say what that means."""
    above = replace(after, view=before.view)
    for number, ms in enumerate(TUMBLE_MS):
        canvas = _cleared(after, picture)
        with speaking(after.language):
            draw_headline(canvas, above)
        draw_dice(canvas, _sides(after.view.roll, len(TUMBLE_MS) - number))
        yield Frame(ms, canvas.picture)


def _sides(roll: Sequence[int], before: int) -> tuple[int, ...]:
    """Return how the dice lay so many pictures before they lie still; each side another."""
    return tuple((value - 1 + before * (1 + die % 2)) % 6 + 1 for die, value in enumerate(roll))


def _celebration(scene: Scene, picture: Image) -> Iterator[Frame]:
    for number in range(WAVES):
        canvas = _cleared(scene, picture)
        with speaking(scene.language):
            word = texts.PROMPTS[Prompt.SHUT]
            canvas.text(_STAGE, word, HUGE, LARGE, SMALL, align=Align.CENTRE)
        _sparks(canvas, number)
        _wave(canvas, scene.view.tiles, number)
        yield Frame(WAVE_MS, canvas.picture)


def _sparks(canvas: Canvas, number: int) -> None:
    """Draw stars above and below the word, which grow and go out again."""
    for star in range(6):
        size = (number + 2 * star) % 4
        x, y = 8 + 22 * star, _STAGE.y + 4 + 27 * (star % 2)
        canvas.fill(Box(x - size, y, 2 * size + 1, 1))
        canvas.fill(Box(x, y - size, 1, 2 * size + 1))


def _wave(canvas: Canvas, count: int, number: int) -> None:
    """Let the tiles leap one after another, and all over again."""
    for place, box in enumerate(tile_boxes(count)):
        behind = (number - place) % count
        if behind < len(_LEAPS):
            leap = _LEAPS[behind]
            canvas.fill(Box(box.x, HEIGHT - 3, box.w, 3), ink=False)
            canvas.fill(Box(box.x, HEIGHT - 3 - leap, box.w, 3))


def _cleared(scene: Scene, picture: Image) -> Canvas:
    """Return a picture without what it says of the throw; the tiles are to be seen."""
    canvas = Canvas(picture.copy())
    canvas.fill(_STAGE, ink=False)
    if aftermath_of(scene) is not None:
        for height in (HEIGHT, 2 * HEIGHT):
            canvas.fill(Box(0, height - TILE_HEIGHT, WIDTH, TILE_HEIGHT), ink=False)
        draw_tiles(canvas, scene.view)
    return canvas
