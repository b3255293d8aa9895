"""What the simulated box was left with: the open match of its journal, and where the tiles lay.

The tiles of a real box stay as they are while it is off; the hand of the simulator has to be
told. It is read before the program opens the journal.

Never: writes; complains about a journal (whoever opens it to play does).
"""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from stbpi.errors import JournalError
from stbpi.forgotten.names import Names
from stbpi.games.events import MatchStarted, PlayerSeated, Rule
from stbpi.games.game import Tiles
from stbpi.games.registry import game_of
from stbpi.journal.database import open_to_read
from stbpi.journal.matches import moved
from stbpi.journal.reader import LastMatch, open_read_only
from stbpi.journal.secrets import kept, opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """The last match of a journal.

    Attributes:
        is_open: it can be continued.
        game: which one it is of.
        names: its players, in seat order.
        tile_count: how many tiles it is played with.
        down: the tiles that were down at last.
    """

    is_open: bool
    game: str
    names: tuple[str, ...]
    tile_count: int
    down: Tiles


def last_match_in(journal: Path) -> LastMatch | None:
    """Return the match that a journal ends with; `None` if there is none, or no journal."""
    with suppress(JournalError), closing(open_read_only(journal)) as reader:
        return reader.last_match()
    return None


def as_shown(last: LastMatch, journal: Path) -> LastMatch:
    """Return a match of a journal with the names that are shown."""
    names = Names(journal).safely()
    return replace(last, events=tuple(one.shown(names) for one in last.events))


def secrets_in(journal: Path) -> dict[str, bytes]:
    """Return what was dealt in a match that goes on, by the commitments to it.

    The player sees his own cards when he looks back; the view tells no others.
    """
    with suppress(JournalError), closing(open_to_read(journal)) as connection:
        return {sha: opened(digits) for sha, digits in kept(connection).items()}
    return {}


def left_of(last: LastMatch) -> Left:
    """Say what the box was left with.

    Raises:
        RulesError: the match was played by rules that are unknown here.
    """
    events = [recorded.event for recorded in last.events]
    started = next(event for event in events if isinstance(event, MatchStarted))
    game = game_of(started.game)
    rules = [(event.field, event.value) for event in events if isinstance(event, Rule)]
    summary = game.summary(started.preset, game.check_rules(started.preset, rules))
    return Left(
        is_open=not last.ended and not last.is_set_aside,
        game=started.game,
        names=tuple(event.player for event in events if isinstance(event, PlayerSeated)),
        tile_count=summary.tiles,
        down=reduce(moved, events, last.down),
    )
