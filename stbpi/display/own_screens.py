"""The seam by which a game brings screens of its own: the module `screens` of its package.

It is asked only while a match is shown: not in the menu and on pages, in the set-up, in attract
mode or where the box is closed. Whatever it has nothing for is drawn as for every game. What an
own screen may do is what `play` does: `draw` on a canvas, in the faces of `fonts`.

Never: draws. Keep: the names of screens are public; one that shows the same as a usual screen has
its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from stbpi.games import registry
from stbpi.games.game import Phase, Prompt, View

if TYPE_CHECKING:
    from stbpi.display.draw import Canvas
    from stbpi.display.texts import Text
    from stbpi.language import Message
    from stbpi.scene import Held, Scene

OUTSIDE = (Phase.SETUP, Phase.ATTRACT, Phase.MENU)
"""Where no match is shown."""

Body = tuple[str, "Callable[[Canvas, Scene], None]"]
"""The name of a screen, and what draws it below the headline."""


class OwnScreens(Protocol):
    """What the module `stbpi.games.NAME.screens` has."""

    def body(self, view: View) -> Body | None:
        """Return the screen of a view; `None` for the usual one."""
        ...

    def headline(self, view: View) -> tuple[Text, Text] | None:
        """Return what stands left and right in the headline; `None` for the usual words.

        The right may be empty; a part that has failed takes its place.
        """
        ...

    def deeds(self, view: View) -> Mapping[Held, Message] | None:
        """Say what a press and a hold do while it is a person's turn; `None`: they throw dice.

        What is missing does nothing.
        """
        ...

    def feet(self, view: View) -> Text:
        """Return what stands below the table on a panel of 128×128 pixels; empty for the tiles."""
        ...

    def lower(self, view: View) -> Callable[[Canvas], None] | None:
        """Return what draws the lower half of such a panel; `None` for the table, and the feet."""
        ...


def own_screens(view: View) -> OwnScreens | None:
    """Return the screens that the game of a view has for it; `None` if it has none."""
    if view.phase in OUTSIDE or view.prompt in (Prompt.CLOSED, Prompt.SWITCH_FAULT):
        return None
    screens: OwnScreens | None = registry.part(view.game, "screens")
    return screens
