"""A stored match once more: what could be seen of it, moment after moment, at any speed.

Of a stored match the events are known, not the readings of the switches; so the program does not
play it again (`replay` does that with a recording), but shows what followed from each event.

Never: plays. Keep: an event that can't be read is left out, and is counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from stbpi.collector.database import Row
from stbpi.errors import StbError
from stbpi.games.events import (
    Browsed,
    Called,
    CardsPlayed,
    ChipPaid,
    ChipTaken,
    Claimed,
    DealCommitted,
    DealRevealed,
    Dealt,
    MatchStarted,
    TileDown,
    TileUp,
    is_printable,
)
from stbpi.games.game import NO_TILES, Tiles, tiles
from stbpi.games.registry import NAMES, game_of
from stbpi.history.matches import TELLING, decoded
from stbpi.journal.reader import LastMatch
from stbpi.journal.recorded import Recorded
from stbpi.language import _, current
from stbpi.scene import Held, Scene
from stbpi.sim import plain_words
from stbpi.sim.overlooked import revealed
from stbpi.sim.past import Past
from stbpi.sim.virtual import Flow, run

LONGEST_PAUSE_S = 5.0
"""Nobody wants to wait as long as they did."""

COMPLAIN_MS = 1500

_TELLING = TELLING | {
    kind.e
    for kind in (
        *(ChipPaid, ChipTaken),
        *(DealCommitted, Called, Browsed, CardsPlayed, Claimed, DealRevealed, Dealt),
    )
}
"""The events that are about the match."""


class Story:
    """The moments of a stored match, from its first turn on.

    Args:
        rows: its events, and those up to the next match, in order.
        number: of the match.

    Attributes:
        past: the moments.
        skipped: so many events can't be read.

    Raises:
        StbError: it has no turn, or is of a game that this program can't play.
    """

    def __init__(self, rows: Iterable[Row], number: int) -> None:
        self.skipped = 0
        events = tuple(self._read(row for row in rows if row.match == number))
        started = next((one.event for one in events if isinstance(one.event, MatchStarted)), None)
        game = started.game if started is not None else ""
        if started is not None and game not in NAMES:
            what = _("this stbpi can't play {game}").format(game=game)
            raise StbError(what, _("A newer stbpi wrote it: update this one."))
        if started is None:
            raise _makes_no_sense()
        self.past = Past(complain_ms=COMPLAIN_MS, secrets=revealed(one.event for one in events))
        try:
            self.past.begin(
                LastMatch(
                    number=number,
                    down=_down_before(events),
                    ended=False,
                    is_set_aside=False,
                    events=events,
                )
            )
        except Exception as exc:  # what can't have been played was not written by this program
            raise _makes_no_sense() from exc
        if not len(self.past):
            raise StbError(_("this match has no turn yet"))
        view = game_of(game).view(self.past[0].state, time_is_up=False)
        self._blank = Scene(view=view, held=Held.NOT, page=None, faults=(), language=current())

    def scene(self, at: int) -> Scene:
        """Return what could be seen at a moment."""
        return self.past.scene(at, now=self._blank)

    def pauses(self) -> list[float]:
        """Return how long each moment lasts, in seconds; the last one takes no time."""
        times = [self.past[at].event for at in range(len(self.past))]
        return [*(_pause(one, next_) for one, next_ in pairwise(times)), 0.0]

    def _read(self, rows: Iterable[Row]) -> Iterator[Recorded]:
        """Yield the events, up to the last one that is about the match."""
        held: list[Recorded] = []
        for row in rows:
            event = decoded(row)
            if event is None or not (row.is_plain or is_printable(event)):
                self.skipped += 1
                continue
            held.append(
                Recorded(
                    n=row.n, boot=row.boot, match=row.match, t=row.t, wall=row.wall, event=event
                )
            )
            if row.e in _TELLING:
                yield from held
                held.clear()
        if held and isinstance(held[0].event, TileDown | TileUp):
            yield from held  # the match goes on


def retell(story: Story, *, tell: Callable[[str], None], speed: float) -> None:
    """Tell a match in sentences, as `stbpi sim --plain` does.

    Args:
        story: the match.
        tell: called with each line.
        speed: so many times faster than it was.
    """

    async def main() -> None:
        before: Scene | None = None
        for at, pause in enumerate(story.pauses()):
            scene = story.scene(at)
            news = plain_words.news([story.past[at].event], scene.view)
            for line in (*news, *plain_words.sentences(before, scene)):
                tell(line)
            before = scene
            await asyncio.sleep(pause)

    run(main(), threads=False, flow=Flow(speed=speed))


def _pause(one: Recorded, next_: Recorded) -> float:
    if next_.boot != one.boot:
        return LONGEST_PAUSE_S
    return min(max((next_.t - one.t) / 1000, 0.0), LONGEST_PAUSE_S)


def _down_before(events: Iterable[Recorded]) -> Tiles:
    """Return the tiles that lay down before a match: those that were raised before lowered."""
    moved, down = NO_TILES, NO_TILES
    for one in events:
        match one.event:
            case TileUp(tile=tile) if not moved & tiles(tile):
                moved, down = Tiles(moved | tiles(tile)), Tiles(down | tiles(tile))
            case TileDown(tile=tile):
                moved = Tiles(moved | tiles(tile))
            case _:
                pass
    return down


def _makes_no_sense() -> StbError:
    return StbError(_("this match can't be played once more: what is stored makes no sense"))
