"""Were dice and cards those that the box had committed to? Stored events, for who checks them.

Never: reads a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from stbpi.collector.database import Row
from stbpi.dice.report import Cards, Findings
from stbpi.dice.verify import TOLD, Fact, check
from stbpi.games.hidden import Verify
from stbpi.games.registry import NAMES, part


def findings(box: str, facts: Iterable[Fact], match: int | None = None) -> Findings:
    """Check what was logged of a box.

    Args:
        box: its name.
        facts: every event that was logged, in the order of their numbers.
        match: only this one is told of.
    """
    dice: list[int] = []
    checkers = {how: how.checker() for how in _games()}

    def hear() -> Iterator[Fact]:
        for fact in facts:
            for checker in checkers.values():
                checker.take(fact)
            if fact.e == "rolled" and match in (None, fact.match):
                thrown = fact.members.get("dice")
                if isinstance(thrown, list):  # what is none of that, `check` finds
                    dice.extend(die for die in thrown if die in range(1, 7))
            yield fact

    checked = tuple(it for it in check(hear()) if match in (None, it.match))
    cards = tuple(Cards(how=how, matches=it.checked()) for how, it in checkers.items())
    return Findings(box=box, matches=checked, dice=tuple(dice), cards=cards)


def fact(row: Row) -> Fact | None:
    """Return a stored event as it is checked; `None` if its numbers are damaged."""
    if type(row.n) is type(row.match) is int:
        return made(row.n, row.n, row.match, row.e, row.body)
    return None


def made(n: int, at: int, match: int, e: str, body: str) -> Fact:
    """Return what is checked of an event.

    Args:
        n: its number.
        at: its place in the log.
        match: the number of the match.
        e: its name.
        body: its own fields, as JSON.
    """
    return Fact(n=n, at=at, match=match, e=e, members=members(body) if e in _told() else {})


def members(body: str | bytes) -> dict[str, Any]:
    """Read an object of JSON; what is none has nothing in it."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@cache
def _games() -> tuple[Verify, ...]:
    """Return how games are checked in which something is hidden."""
    return tuple(how for name in NAMES if (how := part(name, "verify")) is not None)


@cache
def _told() -> frozenset[str]:
    """Return the events whose fields are looked at."""
    return TOLD.union(*(how.TOLD for how in _games()))
