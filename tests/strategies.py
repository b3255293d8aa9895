"""Strategies that speak the domain: boxes, dice, house rules, hands and evenings.

All shrink to small boxes, few players, tame rules and hands that do what the box asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from stbpi.games.game import NO_TILES, Tiles, all_tiles, members
from stbpi.games.shut_the_box.house_rules import make
from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    FewerDice,
    Limit,
    MatchBy,
    OneDie,
    Ruleset,
    Scoring,
    Shut,
    Stakes,
    Tie,
    TiePot,
)

Value = TypeVar("Value")

MAX_PLAYERS = 12


def box_sizes() -> st.SearchStrategy[int]:
    """How many tiles a box has; those of real boxes come first."""
    return st.sampled_from([9, 10, 12, 6, 7, 8, 11])


def sets_of(count: int) -> st.SearchStrategy[Tiles]:
    """Sets of tiles of a box with `count` tiles, the empty one and the full one included."""
    return st.integers(0, all_tiles(count)).map(Tiles)


def throws(dice: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(1, 6)] * dice)


def names(*, fewest: int = 1) -> st.SearchStrategy[tuple[str, ...]]:
    """The players of a match, in seat order."""
    alphabet = st.characters(exclude_categories=["C", "Z"])
    name = st.text(alphabet, min_size=1, max_size=12)
    return st.lists(name, min_size=fewest, max_size=MAX_PLAYERS, unique=True).map(tuple)


def _usually(usual: Value, *others: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.one_of(st.just(usual), *others)


def _starts(count: int) -> st.SearchStrategy[str | tuple[int, ...]]:
    return _usually("all", sets_of(count).filter(bool).map(members))


RULES: Mapping[str, st.SearchStrategy[int | str | tuple[int, ...]]] = {
    "tiles": box_sizes(),
    "rounds": st.integers(1, 4) | st.integers(0, 20),
    "scoring": st.sampled_from(Scoring),
    "one_die": st.sampled_from(OneDie),
    "shut": st.sampled_from(Shut),
    "knock_out": st.sampled_from([0, 0, 5, 15, 45, 100, 200]),
    "one_die_forced": st.booleans(),
    "dice": st.sampled_from([2, 3, 1, 4]),
    "fewer_dice": st.sampled_from(FewerDice),
    "cover": _usually(CoverRule.ANY, st.sampled_from(CoverRule)),
    "start": _starts(12),
    "first_roll_tile": _usually(0, st.integers(1, 12)),
    "unlucky": _usually(0, st.integers(2, 18)),
    "may_stop": st.booleans(),
    "knock_out_at": st.sampled_from(Limit),
    "ceiling": st.sampled_from([0, 0, 1, 10, 45, 100, 999]),
    "ceiling_at": st.sampled_from(Limit),
    "match_by": st.sampled_from(MatchBy),
    "tie": st.sampled_from(Tie),
    "stakes": st.sampled_from(Stakes),
    "stake": st.sampled_from([1, 2, 5, 1000]),
    "tie_pot": st.sampled_from(TiePot),
}
"""Values of every field, whether they go with the others or not."""


@st.composite
def rulesets(draw: st.DrawFn, *, tiles: st.SearchStrategy[int] | None = None) -> Ruleset:
    """House rules that can be played; every field has any value that goes with the others."""
    count = draw(box_sizes() if tiles is None else tiles)
    values = {field: draw(strategy) for field, strategy in RULES.items() if field != "start"}
    values |= {"tiles": count, "start": draw(_starts(count))}
    dice, start = int(str(values["dice"])), values["start"]
    if values["scoring"] is Scoring.COVERED:
        values["knock_out"] = 0
    if values["unlucky"]:
        values["unlucky"] = draw(st.integers(max(2, dice), min(18, 6 * dice)))
    if values["first_roll_tile"]:
        stands = start if isinstance(start, tuple) else range(1, count + 1)
        values["first_roll_tile"] = draw(st.sampled_from(stands))
    is_endless = not (values["knock_out"] or values["ceiling"]) and values["shut"] is Shut.ZERO
    if is_endless and not values["rounds"]:
        values["rounds"] = 1
    return make("luk_kassen", values.items())


@dataclass(frozen=True, slots=True)
class Asked:
    """The hand does what the box asks for: `choice` picks among the ways to do it.

    Where nothing but the button is left, it is pressed (or held, for an odd choice, where fewer
    dice are allowed); while a result is shown, its time passes.
    """

    choice: int


@dataclass(frozen=True, slots=True)
class Sweep:
    """The hand flips all these tiles together, whatever they are."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Button:
    """The button is pressed or held, whatever the box shows."""

    held: bool
    fewer: int = 1


@dataclass(frozen=True, slots=True)
class Patience:
    """Nothing is touched until the time that the box waits for has passed."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The match is ended from the menu."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """The turn is stopped from the menu, whether it may be or not."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """A turn is taken back from the menu, whether there is one or not."""


@dataclass(frozen=True, slots=True)
class Changing:
    """A house rule is changed, whether it can be or not."""

    field: str
    value: object


Deed = Asked | Sweep | Button | Patience | Ending | Stopping | Undoing | Changing


def changes() -> st.SearchStrategy[Changing]:
    """Changes of any field; some of them contradict the other rules."""
    return st.sampled_from(list(RULES)).flatmap(
        lambda field: st.builds(Changing, st.just(field), RULES[field])
    )


def deeds(*, operated: bool) -> st.SearchStrategy[Deed]:
    """What hands do: mostly what the box asks for, sometimes anything else.

    Args:
        operated: turns are undone and rules changed, too, and an ended match is looked at again.
    """
    asked = st.builds(Asked, st.integers(0, 63))
    operator = [st.just(Undoing()), changes(), changes(), st.just(Ending())] if operated else []
    return st.one_of(
        *[asked] * (24 if operated else 12),
        st.builds(Sweep, sets_of(12).filter(bool)),
        st.builds(Button, st.booleans(), st.integers(1, 3)),
        st.just(Patience()),
        st.just(Stopping()),
        *operator,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A match as hands and dice make it.

    Attributes:
        dice: the seed of the dice that are thrown.
        down: the tiles that are down when it begins.
    """

    rules: Ruleset
    names: tuple[str, ...]
    down: Tiles
    deeds: tuple[Deed, ...]
    dice: int


@st.composite
def evenings(draw: st.DrawFn, *, longest: int = 60, operated: bool = True) -> Evening:
    """Matches with legal and illegal moves; few of them come to their end.

    Args:
        operated: turns are undone and rules changed in them.
    """
    length = draw(st.integers(0, longest))  # a list of any length would have five deeds
    done = draw(st.lists(deeds(operated=operated), min_size=length, max_size=length))
    if draw(st.integers(0, 9)) == 9:
        done.append(Ending())
    rules = draw(rulesets())
    return Evening(
        rules=rules,
        names=draw(names(fewest=1 if rules.stakes is Stakes.NONE else 2)),
        down=draw(st.one_of(st.just(NO_TILES), sets_of(12))),
        deeds=tuple(done),
        dice=draw(st.integers(0, 2**32)),
    )


def json_values() -> st.SearchStrategy[Any]:
    """Anything that a JSON document can hold."""
    short = st.text(max_size=4)
    return st.recursive(
        st.none() | st.booleans() | st.integers() | short,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(short, inner, max_size=2),
        max_leaves=3,
    )
