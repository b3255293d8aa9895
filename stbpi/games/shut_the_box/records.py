"""Records: the best that was ever played alone, from the events of all matches.

Never: reads a journal; it is fed with events. Keep: a match is folded like any other, so that
what was undone or re-scored counts as it stands in the end. Rule: RULES.md 1.3 (`solo`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stbpi.games.events import Event, MatchStarted
from stbpi.games.game import NO_TILES
from stbpi.games.shut_the_box.decide import NAME
from stbpi.games.shut_the_box.match import State, evolve, new
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.games.shut_the_box.tally import MatchWhy


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The records of one player playing alone by a preset.

    Attributes:
        matches: how many were played to their end.
        best_round: the best score of a turn; `None` before the first.
        best_match: the best total of a match that was played to its end.
        longest_run: how many shut boxes came one after the other, at the most.
    """

    matches: int = 0
    best_round: int | None = None
    best_match: int | None = None
    longest_run: int = 0


def of_matches(matches: Iterable[Sequence[Event]], *, preset: str) -> Records:
    """Compute the records of all matches that one player played by a preset, unchanged.

    Args:
        matches: the events of each, from its `MatchStarted` on, the oldest first.
        preset: its name; a match by house rules of its own is not compared.
    """
    records = Records()
    run = 0
    for events in matches:
        if not _is_played_alone(events, preset):
            continue
        state = new(NO_TILES, complain_ms=0)
        for event in events:
            state = evolve(state, event)
        if state.rules == PRESETS[preset] and not state.rescored:
            records, run = _with(records, run, state)
    return records


def _is_played_alone(events: Sequence[Event], preset: str) -> bool:
    first = events[0] if events else None
    return (
        isinstance(first, MatchStarted)
        and first.game == NAME
        and first.preset == preset
        and first.seats == 1
    )


def _with(records: Records, run: int, state: State) -> tuple[Records, int]:
    best = state.rules.best
    longest = records.longest_run
    best_round = records.best_round
    for turn in state.turns:
        score = state.rules.score(turn.standing, start=turn.start)
        best_round = score if best_round is None else best((best_round, score))
        run = run + 1 if turn.standing == NO_TILES else 0
        longest = max(longest, run)
    best_match, matches = records.best_match, records.matches
    if state.result is not None and state.result.why is not MatchWhy.STOPPED:
        total = state.tally.totals[0]
        matches += 1
        best_match = total if best_match is None else best((best_match, total))
    return (
        Records(matches=matches, best_round=best_round, best_match=best_match, longest_run=longest),
        run,
    )
