"""Presets in words: what a game says of them, and what is said of one that says nothing.

Never: knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from stbpi.games import registry
from stbpi.language import Message


class Words(Protocol):
    """The module `words` of a game's package, for those who list and explain presets."""

    SUMMARIES: Mapping[str, Message]
    """What each preset is, in a sentence."""

    def explain(self, name: str) -> Iterable[str]:
        """Explain a preset in lines."""
        ...


def words_of(game: str) -> Words | None:
    """Return what a game says of its presets; `None` where it says nothing."""
    known: Words | None = registry.part(game, "words")
    return known


def listed(game: str, presets: Sequence[str]) -> tuple[str, ...]:
    """List some presets of a game, a line each, with what they are where that is said."""
    words = words_of(game)
    if words is None:
        return tuple(presets)
    width = max(map(len, presets))
    return tuple(f"{name:{width}}  {words.SUMMARIES[name]}" for name in presets)
