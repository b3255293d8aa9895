"""The lamps at the tiles: which of them a scene lights, and which it lets blink.

    hardware test: the lamp that is asked for · tiles to be moved: blinking ·
    shut: all · match over: all blinking · with hints: what may be closed

Never: reads a clock, knows a rule. Keep: what a lamp shows is said by the display, too.
"""

from __future__ import annotations

from collections.abc import Callable

from stbpi.box.port import Lamps
from stbpi.games.game import NO_TILES, Phase, Prompt, Tile, Tiles, View, all_tiles, tiles
from stbpi.scene import Scene

OFF, ON, HINTS = "off", "on", "hints"
"""What the landlord may choose: nothing, what is wrong and who has won, or hints as well."""

DARK = (NO_TILES, NO_TILES)

_ASKS_FOR_TILES = (Prompt.COVER, Prompt.CLAIM, Prompt.LEAD, Prompt.FOLLOW, Prompt.DISCARD)


class Lamplighter:
    """Lights the lamps of a box; to be told every scene.

    Args:
        lamps: lights them.
        wish: says what the landlord has chosen.
    """

    def __init__(self, lamps: Lamps, wish: Callable[[], str]) -> None:
        self._lamps = lamps
        self._wish = wish
        self._shown = DARK

    def show(self, scene: Scene) -> None:
        """Light what a scene lights, if that is something else than before."""
        now = shining(scene, self._wish())
        if now != self._shown:
            self._shown = now
            self._lamps(*now)


def shining(scene: Scene, wish: str) -> tuple[Tiles, Tiles]:
    """Return the tiles whose lamps are lit, and those whose lamps blink."""
    if scene.test is not None:
        lamp = scene.test.lamp
        return (tiles(Tile(lamp)) if lamp else NO_TILES), NO_TILES
    if wish == OFF or scene.page is not None:
        return DARK
    return _of_match(scene.view, has_hints=wish == HINTS)


def _of_match(view: View, *, has_hints: bool) -> tuple[Tiles, Tiles]:
    if view.phase is Phase.MATCH_OVER:
        return NO_TILES, all_tiles(view.tiles)
    if view.phase is Phase.TURN_OVER and view.prompt is Prompt.SHUT:
        return all_tiles(view.tiles), NO_TILES
    if view.phase is Phase.ATTRACT:
        return DARK
    blinking = NO_TILES if view.prompt is Prompt.SWITCH_FAULT else view.named
    is_asked = has_hints and view.prompt in _ASKS_FOR_TILES
    return (view.closable if is_asked else NO_TILES), blinking
