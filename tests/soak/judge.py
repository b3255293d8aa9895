"""The judge: hears what a box records and plays each match again on paper.

A match must happen exactly as the referee of its game says, who is told nothing but dice, cards
and what was chosen. Of a match of Shut the Box with undo or changes of rules the score sheet says
what it amounts to.

Never: uses the program's own tally.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import cast

from stbpi.games.events import (
    BotChose,
    Bounced,
    Browsed,
    Cleared,
    Covered,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    RecordNamed,
    Refused,
    Resumed,
    Rolled,
    Rule,
    RulesChanged,
    SettingChanged,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
    Undone,
    decode,
)
from stbpi.games.game import NO_TILES
from stbpi.games.glueckshaus import Glueckshaus
from stbpi.games.shut_the_box import ShutTheBox
from tests.games.glueckshaus.referee import Told
from tests.games.glueckshaus.referee import referee as referee_of_glueckshaus
from tests.games.luk_fu.referee import referee as referee_of_luk_fu
from tests.games.oracle import Choice, ScoreSheet, referee

HEAD = ("n", "boot", "match", "t", "wall", "e")
BEGIN = MatchStarted | PlayerSeated | Rule
COMING = MatchSetAside | MatchContinued | SettingChanged | RecordNamed | Cleared
ABOUT_THE_BOX = Fault | FaultCleared | Bounced | Resumed
ASIDE = BEGIN | Refused | BotChose | Browsed | TileDown | TileUp | COMING | ABOUT_THE_BOX

CLOCK_MS = 100
"""So exactly the end of a match by the clock comes."""


@dataclass(frozen=True)
class Heard:
    """An event, with how many milliseconds after which start of the box it was."""

    boot: int
    t: int
    event: Event


class Judge:
    """Judges every match that ends.

    Attributes:
        judged: how many matches.
        wrong: what is wrong with the first one that is not what it should be; else empty.
    """

    def __init__(self) -> None:
        self.judged = 0
        self.wrong = ""
        self._match: list[Heard] = []

    def hear(self, line: str) -> None:
        """Take an event, as a line of JSON; at the start of a match the one before is judged."""
        members = json.loads(line)
        event = decode(members["e"], {k: v for k, v in members.items() if k not in HEAD})
        if isinstance(event, MatchStarted):
            self.judge()
        if self._match or isinstance(event, MatchStarted):
            self._match.append(Heard(members["boot"], members["t"], event))

    def judge(self) -> None:
        """Judge the match that was heard of, if it has ended, and forget it."""
        match, self._match = self._match, []
        events = [heard.event for heard in match]
        if not any(isinstance(event, MatchEnded) for event in events):
            return
        self.judged += 1
        [game] = [event.game for event in events if isinstance(event, MatchStarted)]
        try:
            JUDGES[game](match)
        except AssertionError as exc:
            why = str(exc) or traceback.format_exc(limit=-1)
            self.wrong = self.wrong or f"match {self.judged}: {why}"


def judge_shut_the_box(match: list[Heard]) -> None:
    events = [heard.event for heard in match]
    is_operated = any(isinstance(event, Undone | RulesChanged) for event in events)
    judge_the_bots(events)
    (judge_the_scores if is_operated else judge_what_happened)(events)


def judge_glueckshaus(match: list[Heard]) -> None:
    events = [heard.event for heard in match]
    state = reduce(
        Glueckshaus().evolve,
        [event for event in events if isinstance(event, BEGIN)],
        Glueckshaus().new(NO_TILES, complain_ms=0),
    )
    happened = [event for event in events if not isinstance(event, ASIDE)]
    told = [event for event in happened if isinstance(event, Told)]

    assert happened == list(referee_of_glueckshaus(state.rules, len(state.names), told))
    if state.rules.ending == "clock":
        judge_the_clock(match, minutes=state.rules.minutes)


def judge_the_clock(match: list[Heard], *, minutes: int) -> None:
    """Hold that nobody throws when the time is up, and that the clock ends nothing before."""
    played, limit = 0, minutes * 60_000
    is_played, before = True, match[0]
    for heard in match:
        if is_played and heard.boot == before.boot:
            played += heard.t - before.t
        before = heard
        match heard.event:
            case MatchSetAside():
                is_played = False
            case MatchContinued():
                is_played = True
            case Rolled():
                assert played <= limit + CLOCK_MS, "somebody throws though the time is up"
            case MatchEnded(why="clock"):
                assert played >= limit - CLOCK_MS, "the time is not up"
            case _:
                pass


def judge_luk_fu(match: list[Heard]) -> None:
    events = [heard.event for heard in match]
    happened = [event for event in events if not isinstance(event, ASIDE | RulesChanged)]

    assert happened == list(referee_of_luk_fu(happened))


JUDGES: Mapping[str, Callable[[list[Heard]], None]] = {
    "glueckshaus": judge_glueckshaus,
    "luk_fu": judge_luk_fu,
    "shut_the_box": judge_shut_the_box,
}


def judge_the_bots(events: list[Event]) -> None:
    """Hold that what is covered in a bot's turn is what the bot has chosen."""
    bots = {event.seat for event in events if isinstance(event, PlayerSeated) and event.bot}
    chosen: tuple[int, ...] = ()
    for event in events:
        match event:
            case BotChose():
                assert event.player in bots
                chosen = event.tiles
            case Covered(player=seat) if seat in bots:
                assert event.tiles == chosen
            case _:
                pass


def judge_what_happened(events: list[Event]) -> None:
    state = reduce(
        ShutTheBox().evolve,
        [event for event in events if isinstance(event, BEGIN)],
        ShutTheBox().new(NO_TILES, complain_ms=0),
    )
    happened = [event for event in events if not isinstance(event, ASIDE)]
    is_real = state.rules.roll == "real"
    choices = cast(list[Choice], [event for event in happened if _is_choice(event, is_real)])

    assert happened == list(referee(state.rules, state.seats, choices))


def judge_the_scores(events: list[Event]) -> None:
    state = reduce(ShutTheBox().evolve, events, ShutTheBox().new(NO_TILES, complain_ms=0))
    now = state.tally
    sheet = ScoreSheet(state.rules, state.seats, state.turns)
    end = sheet.end or (((), "stopped") if state.stopped else None)

    assert now.totals == tuple(sheet.total(seat) for seat in sheet.everybody)
    assert now.ended == sheet.ended()
    assert (now.result and (now.result.winners, now.result.why)) == end


def _is_choice(event: Event, is_real: bool) -> bool:
    """Say whether an event is what a player does; with real dice he also says "no move"."""
    if isinstance(event, TurnEnded | MatchEnded):
        return event.why == "stopped" or (is_real and event.why in ("no_move", "first_roll"))
    return isinstance(event, TurnStarted | Rolled | Covered)
