"""What `stbpi odds` says of a game: a package each, by its name; a game may have none.

Keep: what takes long to import is imported where it is used; all packages are loaded when the
arguments are read.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from stbpi.games.registry import NAMES
from stbpi.language import Message

if TYPE_CHECKING:
    from argparse import _ArgumentGroup


class Answer(Protocol):
    """The odds that were asked for."""

    def draw(self, path: Path, *, kind: str) -> None:
        """Draw them to a file.

        Args:
            path: the file; what is there is replaced.
            kind: `png` or `svg`.

        Raises:
            StbError: matplotlib is missing, or the file can't be written.
        """
        ...

    def members(self, *, exact: bool) -> dict[str, Any]:
        """Return them as JSON can hold them."""
        ...

    def lines(self, *, exact: bool) -> list[str]:
        """Say them in words."""
        ...


class Odds(Protocol):
    """A package here.

    Attributes:
        ABOUT: what it says, in a sentence.
    """

    @property
    def ABOUT(self) -> Message: ...  # noqa: N802 - a constant of the package

    def takes(self, group: _ArgumentGroup) -> Sequence[argparse.Action]:
        """Let the command take the options that only this game has, and return them.

        Their defaults are what nobody can give.
        """
        ...

    def answer(self, arguments: argparse.Namespace) -> Answer:
        """Work out what was asked for.

        Raises:
            StbError: that can't be.
        """
        ...


def games() -> Mapping[str, Odds]:
    """Return the games of which something can be said, by name."""
    modules = {game: f"{__name__}.{game}" for game in NAMES}
    found: dict[str, Any] = {
        game: import_module(module) for game, module in modules.items() if find_spec(module)
    }
    return found


if TYPE_CHECKING:
    from stbpi.commands.odds_of import glueckshaus, shut_the_box

    _fit: tuple[Odds, ...] = (shut_the_box, glueckshaus)
