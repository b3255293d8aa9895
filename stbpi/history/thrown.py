"""What was thrown and closed in a finished turn, from the events that tell of it.

Never: knows what any of it is worth. Keep: a turn whose events are damaged, or are not all there,
or make no sense by its rules, is `None`, and never an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from stbpi.books.match import PlayedTurn
from stbpi.errors import RulesError
from stbpi.games.events import (
    Covered,
    Event,
    MatchStarted,
    Rolled,
    Rule,
    RulesChanged,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import tiles, without
from stbpi.games.shut_the_box.house_rules import preset, with_rule
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.steps import Step
from stbpi.games.shut_the_box.tally import TurnWhy

THROWN = (Rolled.e, Covered.e)
"""The names of the events that tell of throws and covers."""

Told = tuple[str, bytes]
"""The name of such an event and its body, as they are stored."""

TILES = frozenset(range(1, 13))
DICE = frozenset(range(1, 7))


@dataclass(frozen=True, slots=True)
class Place:
    """Where the events of a finished turn are stored, and by which rules it was played.

    Attributes:
        first_n, last_n: the numbers of its start and of its end.
        rules: those in force when it began: what may be done in it follows from these.
        told: the events of `THROWN` between, if all events of the match were read.
    """

    first_n: int
    last_n: int
    rules: Ruleset
    told: tuple[Told, ...]


class Places:
    """Finds out where the turns of a match are; one that was undone has no place, or a new one."""

    def __init__(self) -> None:
        self.found: dict[tuple[int, int], Place] = {}
        """By round and seat."""
        self._rules: Ruleset | None = None
        self._began: tuple[int, int, Ruleset] | None = None
        self._told: list[Told] = []

    def take(self, n: int, event: Event) -> None:
        """Take in an event that results follow from."""
        match event:
            case TurnStarted(round=round_):
                self._began = None if self._rules is None else (n, round_, self._rules)
                self._told = []
            case TurnEnded(player=seat) if self._began is not None:
                first_n, round_, rules = self._began
                self.found[round_, seat] = Place(first_n, n, rules, tuple(self._told))
                self._began = None
            case MatchStarted() | Rule() | RulesChanged():
                self._rules = _changed(self._rules, event)
            case _:
                pass

    def tell(self, name: str, body: str) -> None:
        """Take in an event that tells of a throw or a cover."""
        self._told.append((name, str(body).encode("utf-8", "replace")))


def _changed(rules: Ruleset | None, event: MatchStarted | Rule | RulesChanged) -> Ruleset | None:
    """Return the rules after an event; `None` if they can't be known."""
    try:
        if isinstance(event, MatchStarted):
            return preset(event.preset)
        return with_rule(rules, event.field, event.value) if rules is not None else None
    except RulesError:
        return None


@dataclass(frozen=True, slots=True)
class Thrown:
    """What was thrown in a turn.

    Attributes:
        steps: the throws, with what was closed for them, nothing for one that ended the turn; of
            real dice, which nobody saw, the tiles are all that is known.
        stopped: the player stopped before another throw.
    """

    steps: tuple[Step, ...]
    stopped: bool


def read(told: Iterable[Told], turn: PlayedTurn, rules: Ruleset) -> Thrown | None:
    """Read what was thrown and closed in a turn.

    Args:
        told: its events of `THROWN`, in order.
        turn: the turn.
        rules: those in force when it began.

    Returns:
        `None` if it can't be known, as of a turn that was written on a score sheet.
    """
    try:
        steps = _steps(told, turn.seat)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    standing, is_real = rules.start_tiles, rules.has_real_dice
    for step in steps:
        if is_real == bool(step.dice):
            return None
        standing = without(standing, step.cover)
    if standing != turn.standing:
        return None
    is_open = bool(steps) and not steps[-1].cover
    is_stopped = turn.why is TurnWhy.STOPPED
    is_dead = not is_stopped and turn.why is not TurnWhy.SHUT
    if is_real and not is_open:
        end = [Step(())] if is_dead else []
        return Thrown((*steps, *end), stopped=is_stopped)
    if not steps or is_real or not (is_stopped or is_open == is_dead):
        return None
    return Thrown(tuple(steps), stopped=is_stopped and not is_open)


def _steps(told: Iterable[Told], seat: int) -> list[Step]:
    """Read throws with their covers; only the last may have none."""
    events = [*told]
    bodies = json.loads(b"[" + b",".join([body for _name, body in events]) + b"]")
    steps: list[Step] = []
    dice: tuple[int, ...] | None = None
    for (name, _body), members in zip(events, bodies, strict=True):
        if members["player"] != seat or (name == Rolled.e) != (dice is None):
            raise ValueError(members)
        if dice is None:
            seen = members.get("dice")
            dice = () if seen is None else tuple(sorted(_among(seen, DICE)))
        else:
            steps.append(Step(dice, tiles(*_among(members["tiles"], TILES))))
            dice = None
    return steps if dice is None else [*steps, Step(dice)]


def _among(told: list[int], numbers: frozenset[int]) -> list[int]:
    if not told or not numbers.issuperset(told):
        raise ValueError(told)
    return told
