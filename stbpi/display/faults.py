"""Faults in words: what the display says of parts that have failed.

The headline names the gravest and counts the others; before a turn, when there are room and
time, the others are named.

Never: tells of the display itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.display import texts
from stbpi.games.game import tile_of

GRAVEST_FIRST = ("disk", "cable", "tile_board", "roll")
"""Then the tiles in their order, then what does not touch the game."""


def gravest(parts: Sequence[str]) -> tuple[str, ...]:
    """Name the gravest of the failed parts, and how many more there are; empty if none."""
    told = _told(parts)
    if not told:
        return ()
    words = texts.fault(told[0]).wordings
    if len(told) == 1:
        return words
    return (*(f"{word} +{len(told) - 1}" for word in words), words[-1])


def others(parts: Sequence[str]) -> tuple[str, ...]:
    """Name the parts that `gravest` only counts, as many as there is room for."""
    told = [texts.fault(part).wordings for part in _told(parts)[1:]]
    if not told:
        return ()
    few = [f"{', '.join(words[-1] for words in told[:n])} …" for n in (2, 1)]
    return (*(", ".join(words[form] for words in told) for form in (0, -1)), *few)


def _told(parts: Sequence[str]) -> list[str]:
    """Return the parts, the gravest first."""
    return sorted((part for part in parts if part != "display"), key=_rank)


def _rank(part: str) -> tuple[int, int, str]:
    if part in GRAVEST_FIRST:
        return (GRAVEST_FIRST.index(part), 0, part)
    is_tile = tile_of(part) is not None
    return (len(GRAVEST_FIRST) + (not is_tile), len(part), part)
