"""A match on a sheet as a page shows it: columns of players, rows of rounds, what is next.

All words are in the language that is current; keys and codes are public and stay.

Never: reads or writes anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stbpi.display import names
from stbpi.games.game import members
from stbpi.games.record import Kind, columns
from stbpi.games.sheet import won
from stbpi.games.shut_the_box import State, sheet
from stbpi.games.shut_the_box.house_rules import AT_ONCE
from stbpi.games.shut_the_box.ruleset import MatchBy, Stakes
from stbpi.games.shut_the_box.tally import Tally, tally
from stbpi.games.shut_the_box.words import sentence
from stbpi.language import _, all_of
from stbpi.scorebook.book import Seen
from stbpi.scorebook.rules import fields

TURNS = columns(
    round=Kind.INT,
    player=Kind.TEXT,
    standing=Kind.INTS,
    score=Kind.INT,
    counts=Kind.BOOL,
    total=Kind.INT,
)
"""What a sheet is as a table: a turn a row."""


def told(seen: Seen) -> dict[str, Any]:
    """Return a match as JSON can hold it."""
    state = seen.state
    is_last, is_over = seen.match == seen.matches, state.result is not None
    last = state.turns[-1] if state.turns else None
    return {
        "n": seen.n,
        "match": seen.match,
        "matches": seen.matches,
        "is_last": is_last,
        "title": str(names.preset(state.preset)),
        "players": _players(state),
        "rounds": _rounds(state),
        "over": is_over,
        "round": None if is_over else state.round,
        "seat": None if is_over else state.seat,
        "start": members(state.turn_rules.start_tiles),
        "scoring": state.rules.scoring,
        "shut": state.rules.shut,
        "last_round": state.rules.rounds,
        "knock_out": state.rules.knock_out + int(state.rules.knock_out_at == "exceed")
        if state.rules.knock_out
        else 0,
        "last": None
        if last is None
        else {"round": last.round, "seat": last.seat, "standing": members(last.standing)},
        "rules": fields(state.rules, at_start=False) if is_last else [],
        "played_by": sheet.rules_told(state),
        "notes": sheet.notes(state)[: -1 if is_over else None],
        "change": _change(seen),
        "words": {"next": _next(state), "total": _("total")},
    }


def turns(seen: Seen) -> Iterator[tuple[Any, ...]]:
    """Return the turns of a match as rows of `TURNS`."""
    for rounds in _rounds(seen.state):
        for player, cell in zip(seen.state.names, rounds["cells"], strict=True):
            if cell is not None:
                row = {"round": rounds["round"], "player": player, **cell}
                yield tuple(row[column.name] for column in TURNS)


def _next(state: State) -> str:
    """Say whose turn it is, or who has won."""
    if state.result is None:
        text = _("{player}, round {round}")
        return text.format(player=state.names[state.seat - 1], round=state.round)
    return won([state.names[seat - 1] for seat in state.result.winners])


def _players(state: State) -> list[dict[str, Any]]:
    now = state.tally
    winners = state.result.winners if state.result is not None else ()
    by_rounds = state.rules.match_by is MatchBy.ROUNDS_WON
    has_stakes = state.rules.stakes is not Stakes.NONE
    return [
        {
            "seat": seat,
            "name": name,
            "total": now.totals[seat - 1],
            "won": now.rounds_won[seat - 1] if by_rounds else None,
            "units": now.balances[seat - 1] if has_stakes else None,
            "out": seat in now.out,
            "winner": seat in winners,
        }
        for seat, name in enumerate(state.names, start=1)
    ]


def _rounds(state: State) -> list[dict[str, Any]]:
    """Return each round: the turn of each player, and what his total was behind it."""
    turns = {(turn.round, turn.seat): turn for turn in state.turns}
    rounds = []
    for number in range(1, max((turn.round for turn in state.turns), default=0) + 1):
        totals = _until(state, number).totals
        cells: list[dict[str, Any] | None] = []
        for seat in range(1, state.seats + 1):
            turn = turns.get((number, seat))
            if turn is None:
                cells.append(None)
                continue
            cells.append(
                {
                    "standing": members(turn.standing),
                    "score": state.rules.score(turn.standing, start=turn.start),
                    "counts": (number, seat) in state.tally.counting,
                    "total": totals[seat - 1],
                }
            )
        rounds.append({"round": number, "cells": cells})
    return rounds


def _until(state: State, last: int) -> Tally:
    """Return what the turns up to a round amount to."""
    turns = [turn for turn in state.turns if turn.round <= last]
    return tally(turns, seats=state.seats, rules=state.rules, begun=last, stopped=False)


def _change(seen: Seen) -> dict[str, Any] | None:
    """Say what the last change of a house rule has changed; `None` if something came after it."""
    before, now = seen.before, seen.state
    if before is None:
        return None
    changed = [
        field
        for field in type(now.rules).__slots__
        if getattr(now.rules, field) != getattr(before.rules, field)
    ]
    is_at_once = bool(AT_ONCE.intersection(changed))
    return {
        "head": _("The match was scored anew") if is_at_once else _("From the next turn on"),
        "rule": " ".join(dict.fromkeys(sentence(now.rules, field) for field in changed)),
        "lines": _differences(before, now) if is_at_once else [],
    }


def _differences(before: State, now: State) -> list[str]:
    lines = []
    for seat, name in enumerate(now.names, start=1):
        was, is_ = before.tally.totals[seat - 1], now.tally.totals[seat - 1]
        if was != is_:
            text = _("{player}: {before} is {now} now.")
            lines.append(text.format(player=name, before=was, now=is_))
    out = [now.names[seat - 1] for seat in now.tally.out if seat not in before.tally.out]
    back = [now.names[seat - 1] for seat in before.tally.out if seat not in now.tally.out]
    if out:
        lines.append(_("Out now: {players}.").format(players=all_of(out)))
    if back:
        lines.append(_("In again: {players}.").format(players=all_of(back)))
    if now.result != before.result:
        lines.append(_next(now) if now.result is not None else _("The match goes on."))
    return lines or [_("No score has changed.")]
