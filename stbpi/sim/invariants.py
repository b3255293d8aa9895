"""Invariants: what must hold at every moment of every scenario, whatever goes wrong.

They are looked at after each step, when everything has been handled:

    what is shown   = the fold of what is on the disk   = where the hand has put the tiles
    the glass       = the drawing of what is shown

and nothing that was once on the disk is ever lost or changed, no event tells what is hidden before
it is revealed, the receiver of the serial log has the same events as the disk, in the same order,
no part says longer than promised that it is away, and nobody has logged an error. What must hold
of its state the game says itself (chips, cards, payments: its module `chaos`).

Never: changes anything; knows a rule of a game. Keep: what a contact hides that is stuck,
chatters or is not trusted, nobody can know; such a tile is left out.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from stbpi.faults import CABLE
from stbpi.games.events import (
    DealCommitted,
    DealRevealed,
    Dealt,
    Event,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    TileDown,
    TileUp,
    encode,
)
from stbpi.games.game import (
    NO_TILES,
    Game,
    Phase,
    Prompt,
    Tile,
    Tiles,
    View,
    all_tiles,
    members,
    tiles,
    without,
)
from stbpi.games.registry import DEFAULT, game_of
from stbpi.journal.matches import moved
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene, numbers
from stbpi.sim.chaos_rules import chaos_of
from stbpi.sim.contacts import Contact
from stbpi.sim.glass import is_drawn
from stbpi.sim.overlooked import Secrets, folded
from stbpi.sim.simulation import Simulation

TOLD_S = 30.0
"""A part that is away is told within so many seconds …"""

BACK_S = 60.0
"""… and used again within so many of its return."""

NOISY_S, NOISE_HZ = 10.0, 5.0
"""A contact that chatters at least so often a second is told within so many seconds."""

RECEIVED_S = 10.0
"""What is on the disk has been received so much later, if the cable was not pulled."""

DIM = 0x10
"""A panel that is no brighter may show something else: nobody plays."""

Broken = tuple[str, str]
"""What should be so, and what is, in the words of a scenario."""


class Invariants:
    """The invariants of one box, over all its starts.

    Args:
        box: the box; it has not been started yet.
        journal: its journal's file.
        complain_ms: as the box is configured.
    """

    def __init__(self, box: Simulation, *, journal: Path, complain_ms: int) -> None:
        self._box = box
        self._fold = Fold(complain_ms=complain_ms, secrets=box.secrets)
        self._journal = journal
        self._boot = box.daemon
        self._unread: list[Recorded] = []
        self._last_n = 0
        self._hidden = ""
        self._wrong: Broken | None = None
        self._match_over = 0
        self._glass = -1
        self._since: dict[tuple[str, bool], float] = {}
        self._to_receive: deque[Recorded] = deque()
        self._received = 0
        self._due = (0.0, 0)

    def synced(self, events: Iterable[Recorded]) -> None:
        """Hear what is on the disk, as the program tells it."""
        for one in events:
            if one.n != self._last_n + 1:
                self._wrong = (f"event n={self._last_n + 1}", f"event n={one.n}")
            self._last_n = one.n
            self._unread.append(one)
            self._to_receive.append(one)
            self._fold.take(one.event)
            self._wrong = self._wrong or self._told(one)

    def _told(self, one: Recorded) -> Broken | None:
        """Look whether an event tells what was dealt and has not been revealed."""
        if isinstance(one.event, DealCommitted):
            self._hidden = self._box.secrets[one.event.sha].hex()
        elif isinstance(one.event, DealRevealed):
            self._hidden = ""
        elif self._hidden and (isinstance(one.event, Dealt) or self._hidden in one.line()):
            return "nothing told of the deal", f"event {one.line()}"
        return None

    def broken(self) -> Broken | None:
        """Say which invariant does not hold now; `None` if all do."""
        if self._wrong is None and self._boot is not self._box.daemon:
            self._boot = self._box.daemon
            self._since.clear()
            self._wrong = self._lost()
        if self._wrong is not None or not self._box.daemon.table.quiet:
            return self._wrong
        return (
            self._unsaved()
            or self._not_folded()
            or self._misread()
            or self._late()
            or self._not_received()
            or (self._not_drawn())
        )

    # The disk

    def _lost(self) -> Broken | None:
        """Compare the file with what was told; more may be on it, and is heard of here."""
        with closing(open_read_only(self._journal)) as reader:
            start = self._unread[0].n - 1 if self._unread else self._last_n
            written = tuple(reader.events(after=start))
        for told, found in zip(self._unread, [*written, None], strict=False):
            if told != found:
                return f"event {told.line()}", f"event {found.line() if found else '-'}"
        more = written[len(self._unread) :]
        self._unread.clear()
        for one in more:
            if one.n > self._last_n:
                self._last_n = one.n
                self._to_receive.append(one)
                self._fold.take(one.event)
                broken = self._told(one)
                if broken is not None:
                    return broken
        return None

    def _unsynced(self) -> list[Event]:
        events = []
        for one in reversed(self._box.disk.recorded):
            if one.n <= self._last_n:
                break
            events.append(one.event)
        return events

    def _unsaved(self) -> Broken | None:
        """Only moves of tiles may wait for the disk, unless the box says that it does not save."""
        if "disk" in self._box.scene.faults:
            return None
        late = [event.e for event in self._unsynced() if not isinstance(event, TileDown | TileUp)]
        return ("all events on the disk", f"not yet: {', '.join(late)}") if late else None

    def _not_folded(self) -> Broken | None:
        """Compare what is shown with the fold of what is on the disk, if all is on the disk."""
        scene = self._box.scene
        if scene.view.phase is Phase.SETUP or scene.test is not None or self._unsynced():
            return None
        views = self._fold.views(scene)
        if scene.view not in views:
            return _differing(views[0], scene.view)
        broken = self._fold.broken()
        if broken is not None:
            return broken
        if scene.view.phase is Phase.MATCH_OVER and self._match_over != self._fold.match:
            self._match_over = self._fold.match
            return self._lost() or self._not_read_back(scene)
        return None

    def _not_read_back(self, scene: Scene) -> Broken | None:
        """Fold the match that is over anew, from the file."""
        anew = Fold(complain_ms=self._fold.complain_ms, secrets=self._box.secrets)
        with closing(open_read_only(self._journal)) as reader:
            last = reader.last_match()
        assert last is not None
        anew.down = last.down
        for one in last.events:
            anew.take(one.event)
        views = anew.views(scene)
        return None if scene.view in views else _differing(views[0], scene.view)

    # The box

    def _misread(self) -> Broken | None:
        hand, view = self._box.hand, self._box.scene.view
        if hand.is_settling or self._box.scene.test is not None:
            return None  # in the hardware test the match knows nothing of what is moved
        hidden = tiles(*(tile for tile in self._tiles() if not self._is_trusted(tile)))
        known = without(all_tiles(view.tiles), hidden)
        stand, shown = without(known, hand.down), Tiles(view.standing & known)
        if stand == shown:
            return None
        return f"standing {numbers(members(stand))}", f"standing {numbers(members(shown))}"

    def _tiles(self) -> Iterable[Tile]:
        return map(Tile, range(1, self._box.tile_count + 1))

    def _is_trusted(self, tile: Tile) -> bool:
        contact = self._box.hand.contact(tile)
        is_well = not (contact.is_stuck or contact.noise_hz or self._box.hand.is_cable_off)
        faults = self._box.scene.faults
        return is_well and f"tile_{tile}" not in faults and CABLE not in faults

    # Promises

    def _late(self) -> Broken | None:
        faults = self._box.scene.faults
        parts = {
            "display": self._box.panel.is_plugged_in,
            "disk": not self._box.disk.is_full,
            "serial": self._box.line.is_plugged_in,
        }
        if self._box.has_reference:
            parts[CABLE] = not self._box.hand.is_cable_off
        for part, is_there in parts.items():
            lasts_s = self._lasts_s(part, is_there)
            if is_there and part in faults and lasts_s > BACK_S:
                return f"fault_cleared part={part}", f"faults={','.join(faults)}"
            is_used = part != "disk"  # a full disk is noticed when something is to be written
            if is_used and not is_there and part not in faults and lasts_s > TOLD_S:
                return f"fault part={part}", f"faults={','.join(faults) or '-'}"
        for part, contact in self._inputs():
            is_heard = part == "roll" or not self._box.hand.is_cable_off
            chatters = contact.noise_hz >= NOISE_HZ and not contact.is_stuck and is_heard
            if self._lasts_s(part, chatters) > NOISY_S and chatters and part not in faults:
                return f"fault part={part}", f"faults={','.join(faults) or '-'}"
        return None

    def _inputs(self) -> Iterator[tuple[str, Contact]]:
        yield "roll", self._box.hand.contact(None)
        for tile in self._tiles():
            yield f"tile_{tile}", self._box.hand.contact(tile)

    def _lasts_s(self, part: str, is_so: bool) -> float:
        """Say for how many seconds something is so, as far as it was looked at."""
        now = asyncio.get_running_loop().time()
        self._since.pop((part, not is_so), None)
        return now - self._since.setdefault((part, is_so), now)

    def _not_received(self) -> Broken | None:
        """Compare what the receiver of the serial log has with what is on the disk."""
        line = self._box.line
        receiver = line.receiver
        if receiver.wrong is not None:
            return f"received {receiver.events[receiver.wrong.n - 1]}", f"and {receiver.wrong}"
        for received in receiver.events[self._received :]:
            told = self._to_receive.popleft() if self._to_receive else None
            if told is None or _as_sent(told) != (
                received.n,
                received.e,
                json.loads(received.body),
            ):
                return f"received {told.line() if told else '-'}", f"received {received}"
        self._received = len(receiver.events)
        now, (then, due) = asyncio.get_running_loop().time(), self._due
        is_back = self._lasts_s("line", line.is_plugged_in) > BACK_S and line.is_plugged_in
        if self._received >= due:
            self._due = (now, self._last_n)
        elif is_back and now - then > RECEIVED_S:
            return f"received up to n={due}", f"received up to n={self._received}"
        return None

    def _not_drawn(self) -> Broken | None:
        """Compare the glass with a drawing of the scene, if a panel is there and bright."""
        panel, display = self._box.panel, self._box.daemon.display
        is_shown = panel.is_plugged_in and display.quiet and display.is_still
        if (
            not is_shown
            or panel.contrast <= DIM
            or "display" in self._box.scene.faults
            or panel.version == self._glass
        ):
            return None
        if self._lasts_s("display", True) < BACK_S:
            return None
        if self._box.scene.view.phase not in (Phase.TURN_OVER, Phase.MATCH_OVER):
            return None  # the others cost too much to look at each time
        self._glass = panel.version
        if is_drawn(self._box.scene, panel.picture()):
            return None
        return f"the screen {display.screen}", "another picture on the glass"


def _as_sent(recorded: Recorded) -> tuple[int, str, dict[str, Any]]:
    event = recorded.public().event
    return recorded.n, event.e, json.loads(json.dumps(encode(event)))


def _differing(folded: View, shown: View) -> Broken:
    """Return the fields in which what is shown is not what is on the disk."""
    names = [
        field.name
        for field in fields(View)
        if getattr(folded, field.name) != getattr(shown, field.name)
    ]
    return (
        "the disk to be shown: " + ", ".join(f"{name}={getattr(folded, name)}" for name in names),
        ", ".join(f"{name}={getattr(shown, name)}" for name in names),
    )


class Fold:
    """A fold of a journal's events, and what it would show.

    Args:
        complain_ms: as the box is configured.
        secrets: what was dealt, and is hidden in the events.

    Attributes:
        complain_ms: as above.
        down: the tiles that are down.
        match: how many matches have started.
    """

    def __init__(self, *, complain_ms: int, secrets: Secrets) -> None:
        self._game: Game[Any] = game_of(DEFAULT)
        self._secrets = secrets
        self.complain_ms = complain_ms
        self.down = NO_TILES
        self.match = 0
        self._state: Any = None
        self._is_aside = False

    def take(self, event: Event) -> None:
        """Take in the next event."""
        if isinstance(event, MatchStarted):
            self.match += 1
            self._game = game_of(event.game)
            self._state = self._game.new(self.down, complain_ms=self.complain_ms)
            self._is_aside = False
        self.down = moved(self.down, event)
        if isinstance(event, MatchSetAside | MatchContinued):
            self._is_aside = isinstance(event, MatchSetAside)
        if self._state is not None:
            self._state = folded(self._game, self._state, event, self._secrets)

    def broken(self) -> Broken | None:
        """Say what should be so of the match by the rules of its game, and what is."""
        return None if self._state is None else chaos_of(self._game.name).broken(self._state)

    def views(self, scene: Scene) -> tuple[View, ...]:
        """Return what may be shown now; which one depends on a timer.

        A page, attract mode, or a switch that can't be read, hides what the game asks for.
        """
        shown = scene.view
        is_hidden = scene.page is not None or shown.phase is Phase.ATTRACT
        if self._state is None or self._is_aside:
            return (shown if is_hidden else replace(shown, phase=Phase.SETUP, prompt=Prompt.SETUP),)
        both = tuple(self._game.view(self._state, time_is_up=is_up) for is_up in (False, True))
        if is_hidden and both[1].phase is Phase.MATCH_OVER and not shown.winners:
            return (shown,)  # the set-up may be behind it: that no event tells
        if shown.phase in (Phase.MENU, Phase.ATTRACT):
            both = tuple(replace(view, phase=shown.phase) for view in both)
        if is_hidden or shown.prompt in (Prompt.MENU, Prompt.SWITCH_FAULT):
            both = tuple(replace(view, prompt=shown.prompt, named=shown.named) for view in both)
        return both


class Errors(logging.Handler):
    """Collects what is logged as an error; all goes where it would go without this, too.

    Args:
        is_quiet: what would go to nobody but the terminal, goes nowhere.

    Attributes:
        told: the first words of each error.
    """

    def __init__(self, *, is_quiet: bool) -> None:
        super().__init__()
        self.told: list[str] = []
        self._is_quiet = is_quiet

    def __enter__(self) -> Errors:
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            self.told.append(record.getMessage().splitlines()[0])
        is_alone = logging.getLogger().handlers == [self]
        if is_alone and logging.lastResort is not None and not self._is_quiet:
            logging.lastResort.handle(record)
