"""Logs of matches of Luk Fu, as a box tells them: cards that are drawn, choices at random."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from stbpi.dice.verify import Fact
from stbpi.games.events import Event, encode
from stbpi.games.game import EndMatch
from stbpi.games.hidden import Checked
from stbpi.games.luk_fu.verify import checker
from tests.dice.logs import recorded
from tests.games.luk_fu.table import AtRandom, Table

Log = list[Fact]


class Drawn(Table):
    """A table whose first deal is drawn, too."""

    def deal(self, secret: bytes | None = None) -> None:
        super().deal(secret[:32] if secret is not None else None)


def table(seed: int, *, passes: int = 0) -> Drawn:
    """Sit down at a table, and pass the cards round so many times."""
    made = Drawn(seed=seed, rules=(("bots", "simple"),))
    for _ in range(passes):
        made.say("pass", "pass", "pass")
        made.deal()
    return made


def played(seed: int, *, passes: int = 0) -> list[Event]:
    """Return a match that is played to its end."""
    made = table(seed, passes=passes)
    made.play(AtRandom(seed))
    return made.events


def stopped(seed: int, choices: int = 7) -> list[Event]:
    """Return a match that is ended after some choices."""
    made = half(seed, choices)
    made.do(EndMatch())
    return made.events


def half(seed: int, choices: int = 7) -> Drawn:
    """Return a table where some choices were made."""
    made = table(seed)
    chooser = AtRandom(seed)
    made.say("call")
    for _ in range(choices):
        made.choose(chooser(made.state.public.turn, made.seen))
    return made


def stored(event: Event) -> dict[str, Any]:
    """Return an event's members as a log has them."""
    members: dict[str, Any] = json.loads(json.dumps(encode(event)))
    return members


def facts(events: Iterable[Event]) -> Log:
    return [
        Fact(n=it.n, at=it.n, match=it.match, e=it.event.e, members=stored(it.event))
        for it in recorded(events)
    ]


# What a check says of them


def anew(log: Log) -> Log:
    """Number a log anew, so that no line seems to be missing."""
    return [replace(fact, n=n, at=n) for n, fact in enumerate(log, start=1)]


def check(log: Iterable[Fact]) -> dict[int, Checked]:
    made = checker()
    for fact in log:
        made.take(fact)
    return dict(made.checked())


def only(log: Iterable[Fact]) -> Checked:
    (checked,) = check(log).values()
    return checked


def wrong(log: Iterable[Fact]) -> str:
    """Return what does not fit in the only match of a log; nothing if all does."""
    problem = only(log).problem
    if problem is None:
        return ""
    assert str(problem.words)
    assert "{" not in str(problem.words)
    return problem.wrong


def where(log: Log, e: str) -> list[int]:
    return [place for place, fact in enumerate(log) if fact.e == e]


def changed(log: Log, place: int, **members: Any) -> Log:
    fact = log[place]
    other = replace(fact, members={**fact.members, **members})
    return [*log[:place], other, *log[place + 1 :]]


def without(log: Log, *places: int) -> Log:
    return [fact for place, fact in enumerate(log) if place not in places]
