"""The games that the box can play, by name; each is a package here, imported when it is asked for.

A game's package has its class as `GAME`. What else others ask of a game lies in modules of its
package with names of their own (`games/README.md` lists them); one that a game does not need is
not there.

Never: knows a rule. Keep: nobody else asks which game is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from stbpi.games.game import Game, HouseRules
from stbpi.language import Message, message

TITLES: Mapping[str, Message] = {
    "shut_the_box": message("Shut the Box"),
    "glueckshaus": message("Glückshaus"),
    "luk_fu": message("Luk Fu"),
}
"""What they are called, in the order in which they are offered."""

NAMES = TITLES.keys()
DEFAULT = next(iter(NAMES))


@cache
def game_of(name: str) -> Game[Any]:
    """Return a game; raises `KeyError` for a name that is none."""
    if name not in NAMES:
        raise KeyError(name)
    made: Game[Any] = import_module(_module(name)).GAME()
    return made


@cache
def part(name: str, what: str) -> Any:
    """Return the module of a game's package that has this name; `None` if there is none.

    Args:
        name: of the game; one that is none has no parts.
        what: the module's name, as `screens`.
    """
    if name not in NAMES:
        return None
    module = f"{_module(name)}.{what}"
    try:
        return import_module(module)
    except ModuleNotFoundError as exc:
        if exc.name != module:
            raise
        return None


REAL_DICE: Mapping[str, HouseRules] = {DEFAULT: (("roll", "real"),)}
"""The house rules by which players throw dice of their own, in the games that have such."""


HOME_PRESETS: Mapping[str, str] = {DEFAULT: "luk_kassen"}
"""The presets by which games are played if none is named, where that is not their first one."""


def rules_key(name: str) -> str:
    """Return what the keys of a game's rules begin with among the settings.

    Those of the first game lie in `rules` itself, as they ever did.
    """
    return "rules." if name == DEFAULT else f"rules.{name}."


def _module(name: str) -> str:
    return f"stbpi.games.{name}"
