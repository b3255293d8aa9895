"""Strategies: house rules of Glückshaus, boards that come of throws, and hands that do anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from stbpi.games.game import Tiles, all_tiles
from stbpi.games.glueckshaus.ruleset import Ending, First, Four, Out, Rooms, Ruleset

DIE = st.integers(1, 6)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any house rules; few chips come first, so that matches end."""
    fields: dict[str, Any] = {
        "chips": draw(st.sampled_from([3, 1, 2, 5, 10, 99])),
        "four": draw(st.sampled_from(Four)),
        "rooms": draw(st.sampled_from(Rooms)),
        "out": draw(st.sampled_from(Out)),
        "ending": draw(st.sampled_from(Ending)),
        "minutes": draw(st.sampled_from([1, 2, 5])),
        "first": draw(st.sampled_from([First.SEAT, First.ROLL_OFF])),
        "tiles": draw(st.sampled_from([12, 9, 6, 10])),
    }
    return Ruleset(**fields)


def boards() -> st.SearchStrategy[list[tuple[int, int]]]:
    """Throws that leave a board behind."""
    return st.lists(st.tuples(DIE, DIE), max_size=12)


@dataclass(frozen=True, slots=True)
class Throw:
    """Presses the button with this throw, and does what the box asks for."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Sweep:
    """Moves these tiles, whatever for."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Press:
    """Presses or holds the button, with this throw if there is one."""

    first: int
    second: int
    held: bool


@dataclass(frozen=True, slots=True)
class Patience:
    """Waits until what is waited for has passed."""


Deed = Throw | Sweep | Press | Patience


def deeds() -> st.SearchStrategy[list[Deed]]:
    deed: st.SearchStrategy[Deed] = st.one_of(
        st.builds(Throw, DIE, DIE),
        st.builds(Throw, DIE, DIE),
        st.builds(Sweep, st.integers(0, all_tiles(12)).map(Tiles)),
        st.builds(Sweep, st.integers(0, 11).map(lambda n: Tiles(1 << n))),
        st.builds(Press, DIE, DIE, st.booleans()),
        st.just(Patience()),
    )
    return st.lists(deed, max_size=40)
