"""The games that the box can play, by name; a game is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stbpi.games.game import Game


def _shut_the_box() -> Game[Any]:
    from stbpi.games.shut_the_box import ShutTheBox

    return ShutTheBox()


GAMES: Mapping[str, Callable[[], Game[Any]]] = {"shut_the_box": _shut_the_box}
DEFAULT = "shut_the_box"
