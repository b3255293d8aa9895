"""The parts of a box, recorded: each does what it did, and says what came through it.

Never: changes what a part does.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import stbpi
from stbpi import config as configuration
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_driver import Pins
from stbpi.box.port import Levels, Switches, ToneLine
from stbpi.build import Parts
from stbpi.clock import Clock
from stbpi.config import Config
from stbpi.dice.lot import Lot, commitment
from stbpi.dice.source import Dice
from stbpi.errors import BoardLostError
from stbpi.forgotten.names import Names
from stbpi.games.events import DealCommitted, Event
from stbpi.games.game import NO_TILES, moves
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import NO_SECRETS
from stbpi.journal.store import Journal
from stbpi.journal.writer import Store
from stbpi.language import chosen
from stbpi.recording.lines import Header, zone_at
from stbpi.recording.recorder import Recorder
from stbpi.thinking.thinker import Matter, Thinker

LEFT_OUT = ("journal", "serial")
"""Sections of the configuration that are of no use anywhere else."""


def recorded(parts: Parts, config: Config, recorder: Recorder) -> Parts:
    """Return the parts of a box whose next start is recorded.

    Args:
        parts: of the box.
        config: of the box.
        recorder: gets what comes through them, from when the program has its journal.
    """

    def begin(journal: Journal) -> Store:
        recorder.begin(_header(config, journal, parts.clock))
        return _Store(parts.store(journal), recorder)

    return replace(
        parts,
        pins=_Pins(parts.pins, recorder),
        dice=_Dice(parts.dice, recorder),
        store=begin,
        thinker=partial(_Thinker, recorder),
    )


def _header(config: Config, journal: Journal, clock: Clock) -> Header:
    tables = configuration.tables(config)
    tables["language"]["language"] = chosen(config.language.language, os.environ)
    names = Names(journal.path).safely()
    tables["players"]["names"] = [one for one in config.players.names if not names.has(one)]
    newest, wall = journal.found.newest, clock.wall()
    return Header(
        program=stbpi.__version__,
        config={name: table for name, table in tables.items() if name not in LEFT_OUT},
        wall=wall,
        zone=zone_at(wall),
        left_wall=newest.wall if newest is not None else None,
        left=tuple(map(names.event, _left(journal))),
        secrets=_secrets(journal),
    )


def _left(journal: Journal) -> tuple[Event, ...]:
    """Return the events that bring a new journal to where this one is, as far as the play goes."""
    found = journal.found
    if found.newest is None:
        return ()
    if found.last is None:
        return (*found.settings, *moves(NO_TILES, found.down), found.newest.event)
    match = tuple(recorded.event for recorded in found.last.events)
    return (*found.settings, *moves(NO_TILES, found.last.down), *match)


def _secrets(journal: Journal) -> Mapping[str, str]:
    """Return the bytes that the cards of the last match are dealt by, by their commitments."""
    last, kept = journal.found.last, journal.found.secrets
    events = (recorded.event for recorded in last.events) if last is not None else ()
    committed = (event.sha for event in events if isinstance(event, DealCommitted))
    return {sha: kept[sha] for sha in committed if _fits(sha, kept.get(sha, ""))}


def _fits(sha: str, digits: str) -> bool:
    """Say whether the disk has kept these bytes well."""
    try:
        return commitment(bytes.fromhex(digits)) == sha
    except (TypeError, ValueError):
        return False


class _Pins:
    def __init__(self, pins: Pins, recorder: Recorder) -> None:
        self._pins = pins
        self._recorder = recorder

    def switches(self, contacts: Contacts) -> Switches:
        return _Switches(self._pins.switches(contacts), self._recorder)

    def tones(self, pin: int) -> ToneLine:
        return self._pins.tones(pin)

    def close(self) -> None:
        self._pins.close()


class _Switches:
    """An edge comes in any thread; like the scanner's own, its mark is put off before a reading."""

    def __init__(self, switches: Switches, recorder: Recorder) -> None:
        self.count = switches.count
        self._switches = switches
        self._recorder = recorder
        self._has_edge = False

    def levels(self) -> Levels:
        edge, self._has_edge = self._has_edge, False
        try:
            levels = self._switches.levels()
        except BoardLostError as exc:
            self._recorder.lost(exc.mark)
            raise
        self._recorder.read(levels, edge=edge)
        return levels

    def on_edge(self, wake: Callable[[], None]) -> None:
        def wake_and_note() -> None:
            self._has_edge = True
            wake()

        self._switches.on_edge(wake_and_note)

    def close(self) -> None:
        self._recorder.end()
        self._switches.close()


class _Dice:
    def __init__(self, dice: Dice, recorder: Recorder) -> None:
        self._dice = dice
        self._recorder = recorder

    def draw(self) -> bytes | None:
        return self._dice.draw()

    def deal(self) -> bytes | None:
        secret = self._dice.deal()
        self._recorder.dealt(secret)
        return secret

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        dice = self._dice.throw(count, lot)
        self._recorder.threw(dice)
        return dice


class _Thinker(Thinker):
    """Says for how many rounds a bot has thought, when it has."""

    def __init__(self, recorder: Recorder, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._recorder = recorder
        self._rounds = 0

    def _hurry(self) -> Callable[[], bool]:
        may_go_on, self._rounds = super()._hurry(), 0

        def counted() -> bool:
            goes_on = may_go_on()
            self._rounds += goes_on
            return goes_on

        return counted

    def _thought(
        self, matter: Matter[Any, Any], question: object, job: asyncio.Future[Any]
    ) -> None:
        if matter is self._move and not self._is_closed:
            self._recorder.thought(self._rounds)
        super()._thought(matter, question, job)


class _Store:
    def __init__(self, store: Store, recorder: Recorder) -> None:
        self._store = store
        self._recorder = recorder

    def record(
        self,
        events: Iterable[Event],
        *,
        t: int,
        wall: int | None,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> tuple[Recorded, ...]:
        recorded = self._store.record(events, t=t, wall=wall, secrets=secrets)
        for one in recorded:
            self._recorder.happened(one.event)
        return recorded

    def sync(self) -> tuple[Recorded, ...]:
        return self._store.sync()


if TYPE_CHECKING:
    _fit: tuple[type[Pins], type[Switches], type[Dice], type[Store]] = (
        _Pins,
        _Switches,
        _Dice,
        _Store,
    )
