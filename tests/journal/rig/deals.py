"""Deals on watched storage: what a cut of the power leaves is gone on with, with the same hands.

Never: folds a match in another way than the program.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import rmtree

from stbpi.box.health import Health
from stbpi.clock import SystemClock
from stbpi.dice.source import RandomDice
from stbpi.dice.verify import Fact
from stbpi.games.events import (
    DealCommitted,
    DealRevealed,
    Event,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    TileDown,
    encode,
)
from stbpi.games.game import Choose, Command, Deal, EndMatch, StartMatch, tiles
from stbpi.games.luk_fu import LukFu, State
from stbpi.games.luk_fu.seen import Say, choices, said
from stbpi.games.luk_fu.verify import checker
from stbpi.journal.recorded import Recorded
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from stbpi.journal.writer import Writer
from stbpi.play import Play
from tests.journal.rig.checks import BrokenPromiseError, moments, variants
from tests.journal.rig.cuts import Disk, Image
from tests.journal.rig.match import JOURNAL
from tests.journal.rig.storage import Storage
from tests.journal.rig.sweeps import Case, Log
from tests.journal.rig.vfs import watched_by

GAME = LukFu()
START = StartMatch(game="luk_fu", names=("Anna",), preset="tsoi", house_rules=())


@dataclass(slots=True)
class Played:
    """What was played.

    Attributes:
        log: what was done to the disk.
        states: the match after so many events, where the disk was waited for; `None` before it.
    """

    log: Log = field(default_factory=list)
    states: dict[int, State | None] = field(default_factory=lambda: {0: None})


class _Evening:
    """Plays matches, each event written when it happens."""

    def __init__(self, journal: Journal, storage: Storage, played: Played) -> None:
        self._journal = journal
        self._storage = storage
        self._played = played
        self._chance = random.Random(7)
        self._secret = b""
        self._state: State | None = None

    def play(self) -> None:
        self._do(START)
        self._choose("pass", "pass", "pass")
        self._play_on(6)
        self._tell(MatchSetAside())
        self._tell(MatchContinued())
        self._play_on(99)
        self._do(START)
        self._play_on(8)
        self._do(EndMatch())
        self._do(START)
        self._play_on(5)
        assert self._state is not None
        self._tell(MatchSetAside(), *GAME.reveal(self._state))
        self._do(START)
        self._play_on(3)

    def _do(self, command: Command) -> None:
        if isinstance(command, StartMatch):
            self._state = GAME.new(tiles(), complain_ms=0)
        assert self._state is not None
        self._tell(*GAME.decide(self._state, command))
        if GAME.wants_deal(self._state):
            self._secret = self._chance.randbytes(32)
            self._do(Deal(secret=self._secret))

    def _choose(self, *words: str) -> None:
        for what in words:
            assert self._state is not None
            self._do(Choose(seat=self._state.public.turn, what=what))

    def _play_on(self, most: int) -> None:
        """Let everybody choose something, most often what doesn't end it."""
        for _ in range(most):
            assert self._state is not None
            if self._state.ended is not None:
                return
            seat = self._state.public.turn
            able = choices(GAME.seen(self._state, seat))
            choice = able[0] if isinstance(able[0], Say) else self._chance.choice(able)
            self._choose(said(choice))

    def _tell(self, *events: Event) -> None:
        committed = [event.sha for event in events if isinstance(event, DealCommitted)]
        secrets = dict.fromkeys(committed, self._secret.hex())
        self._journal.record(events, t=1, wall=None, secrets=secrets)
        self._journal.sync()
        for event in events:
            self._state = GAME.evolve(self._state, event) if self._state is not None else None
            if isinstance(event, DealCommitted) and self._state is not None:
                self._state = GAME.with_secret(self._state, self._secret)
        self._played.states[self._journal.last_n] = self._state
        self._storage.mark(self._journal.last_n)


def play(folder: Path) -> Played:
    """Play an evening of Luk Fu in a folder.

    Raises:
        RigUnavailableError: SQLite can't be watched.
    """
    storage, played = Storage(), Played()
    with watched_by(storage), closing(Journal(folder / JOURNAL)) as journal:
        _Evening(journal, storage, played).play()
    played.log = storage.log
    return played


class DealJudge:
    """Starts the program on what cuts have left, in a folder of its own.

    Attributes:
        images: how many different ones were looked at.
        goes_on: how many of them had a deal that is gone on with.
        deals_anew: how many had a match whose cards are still to be dealt.
    """

    def __init__(self, folder: Path, played: Played) -> None:
        self.images = self.goes_on = self.deals_anew = 0
        self._folder = folder / "reopened"
        self._states = played.states
        self._known: dict[bytes, int] = {}

    def look(self, image: Image, *, shown: int) -> int:
        """Start the program; raises `BrokenPromiseError` if it goes on otherwise than before."""
        mark = hashlib.sha256()
        for name, content in sorted(image.items()):
            mark.update(f"{name} {len(content)} ".encode() + content)
        if mark.digest() not in self._known:
            self.images += 1
            self._known[mark.digest()] = self._found(image)
        if self._known[mark.digest()] < shown:
            raise BrokenPromiseError(f"event {shown} was shown, and is not there")
        return 1

    def _found(self, image: Image) -> int:
        rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        for name, content in image.items():
            (self._folder / name).write_bytes(content)
        with closing(Journal(self._folder / JOURNAL)) as journal:
            found = tuple(journal.events())
            before = past(journal, wall=None)
            hidden = hidden_in(before.match)
            if dict(before.secrets).keys() != hidden:
                raise BrokenPromiseError(f"{len(before.secrets)} secrets, {len(hidden)} hidden")
            self._compare(found, Play(
                "shut_the_box",
                Writer(journal, clock=SystemClock(), on_fault=lambda _: None),
                past=before,
                dice=RandomDice(),
                complain_ms=0,
                inputs=Health(12, settle_ms=35, down=before.down, broken=tiles()),
            ))  # fmt: skip
            journal.record([TileDown(tile=3)], t=1, wall=None)
            journal.sync()
        return len(found)

    def _compare(self, found: Sequence[Recorded], play: Play) -> None:
        if len(found) not in self._states:
            raise BrokenPromiseError(f"{len(found)} events end in the middle")
        before, state = self._states[len(found)], play._state
        if state != before:
            raise BrokenPromiseError(f"after {len(found)} events the match is another one")
        if before is not None:
            self.goes_on += bool(before.hands)
            self.deals_anew += before.wants_deal
        deals = checker()
        for one in found:
            deals.take(
                Fact(n=one.n, at=one.n, match=one.match, e=one.event.e, members=encode(one.event))
            )
        wrong = [it.problem for it in deals.checked().values() if it.problem is not None]
        if wrong:
            raise BrokenPromiseError(f"the cards don't fit: {wrong[0].words}")


def hidden_in(match: Sequence[Event]) -> set[str]:
    """Return the commitments of a match that nothing has revealed; its last one at most."""
    hidden: set[str] = set()
    for event in match:
        match event:
            case MatchStarted() | DealRevealed():
                hidden = set()
            case DealCommitted(sha=sha):
                hidden = {sha}
            case _:
                pass
    return hidden


def deal_cuts(log: Log, judge: DealJudge, *, seeds: int) -> Iterator[Case]:
    """Cut the power after every operation of an evening."""
    disk = Disk()
    for n, shown in moments(log, disk, is_wanted=lambda _: True):
        for cut, image in variants(disk, n, seeds=seeds):
            yield Case(name=f"deals {cut}", check=partial(judge.look, image, shown=shown))
