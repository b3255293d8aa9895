"""The helping hand: in a bot's turn it moves the tiles of a simulated box, as it is asked to.

Never: moves a tile in a person's turn.
"""

from __future__ import annotations

from collections.abc import Callable

from stbpi.alarm import Wait
from stbpi.faults import asked_for
from stbpi.games.game import NO_TILES, Phase, Prompt, Tiles, without
from stbpi.scene import Scene

MOMENT_S = 0.7
"""So much later it moves the tiles: whoever looks on can see which they are."""

_IN_A_TURN = (Phase.RAISE_TILES, Phase.COVERING, Phase.WRONG)


class HelpingHand:
    """Moves tiles for bots.

    Args:
        down: says which tiles are down.
        move: puts these tiles down and all others up.

    Attributes:
        is_on: it does so; otherwise the player does it himself.
    """

    def __init__(self, down: Callable[[], Tiles], move: Callable[[Tiles], None]) -> None:
        self.is_on = True
        self._down = down
        self._move = move
        self._wait: Wait[tuple[Prompt, Tiles]] = Wait(self._do)

    def look(self, scene: Scene) -> None:
        """Take what is shown."""
        view = scene.view
        is_asked = view.is_bots_turn and view.phase in _IN_A_TURN and scene.page is None
        named = asked_for(view) if is_asked and self.is_on else NO_TILES
        self._wait.want(
            (view.prompt, named) if named else None, round(1000 * MOMENT_S), pauses=False
        )

    def stop(self) -> None:
        """Move nothing any more."""
        self.is_on = False
        self._wait.clear()

    def _do(self, asked: tuple[Prompt, Tiles]) -> None:
        prompt, named = asked
        down = self._down()
        self._wait.ends(asked)
        is_up = prompt in (Prompt.RAISE, Prompt.OPEN)
        self._move(without(down, named) if is_up else Tiles(down | named))
