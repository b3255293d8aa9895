"""The replay: what a real box has recorded, played once more by the same program.

The switches show what they showed, at the same times, reading by reading; the dice fall as they
fell, and cards are dealt as they were; a display that failed then fails again. Everything behind
that is the program itself, so what settled settles again, and what went wrong goes wrong again
where it can be looked at. Bots think again, for as many rounds as then, and know what they do when
they knew it then.

Never: judges what the program makes of it. Keep: a reading is taken when it was taken then; a
box at rest, whose readings were not kept, is read as a scanner reads it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from stbpi import config as configuration
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.port import TILE_BOARD, Levels, Switches, ToneLine
from stbpi.box.scanner import LEFT_ALONE_S, RARELY_S, Scanner
from stbpi.build import Parts
from stbpi.config import Config
from stbpi.daemon import Daemon
from stbpi.dice.source import ScriptedDice
from stbpi.errors import BoardLostError, ConfigError, DiceRanOut, ScriptError
from stbpi.games.game import NO_TILES
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal
from stbpi.language import _
from stbpi.recording.lines import (
    Dealing,
    Header,
    Reading,
    Recording,
    Thought,
    Throw,
    Trouble,
    read,
    zone_at,
)
from stbpi.sim.gif import Film, looking_at
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import Flow, VirtualClock, run
from stbpi.thinking.thinker import Matter, Thinker

IDLE_S = 0.1
SCAN_S = 0.005

AFTERWARDS_S = 3.0
"""So long a recording without an end goes on: what was under way shall come to its end."""


def play_recording(
    path: Path,
    *,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
    speed: float = 0.0,
    film: Film | None = None,
) -> None:
    """Play a recording.

    Args:
        path: the file.
        tell: called with each event as a line of JSON.
        warn: called with what a person should know of the recording.
        speed: so many times faster than real time; 0 = at once.
        film: takes pictures of the display.

    Raises:
        ScriptError: it can't be read or carried out; says the line.
        StbError: this program can't play it.
    """
    recording = read(path)
    if recording.cut_line:
        what = _("{path}:{line}: the last line is cut off and is left out")
        warn(what.format(path=path, line=recording.cut_line))
    elif not recording.has_end:
        warn(_("{path}: the recording breaks off: its end is missing").format(path=path))
    config = _config(recording)
    display = config.display
    panel = PanelModel(
        chip="ssd1306" if display.driver == "none" else display.driver, address=display.address
    )
    look = looking_at(film, lambda: panel)
    with TemporaryDirectory(prefix="stbpi-") as directory:
        replay = Replay(
            recording, config, journal=Path(directory) / "journal.db", panel=panel, tell=tell
        )
        run(replay.play(), threads=False, flow=Flow(speed=speed, look=look))


class Replay:
    """One replay.

    Args:
        recording: what is played.
        config: of the box.
        journal: a file that does not exist yet.
        panel: the model of the display.
        tell: called with each event as a line of JSON.
    """

    def __init__(
        self,
        recording: Recording,
        config: Config,
        *,
        journal: Path,
        panel: PanelModel,
        tell: Callable[[str], None],
    ) -> None:
        self._recording = recording
        self._config = config
        self._journal = journal
        self._panel = panel
        self._tell = tell

    async def play(self) -> None:
        """Play it to its end; raises what `play_recording` raises."""
        recording, config = self._recording, self._config
        header = _in_this_zone(recording.header)
        _leave(header, self._journal)
        loop = asyncio.get_running_loop()
        switches = RecordedSwitches(recording, count=len(config.wired.tiles))
        dice = ScriptedDice()
        parts = Parts(
            clock=VirtualClock(loop, wall=header.wall),
            dice=dice,
            pins=_Pins(switches),
            bus=lambda: self._panel,
            wired=lambda: None,
            journal=self._journal,
            synced=False,
            scanner=RecordedScanner,
            thinker=partial(RecordedThinker, recording),
        )
        daemon = Daemon(config, parts)
        daemon.writer.on_events.append(self._hear)

        async def tell_trouble(trouble: Trouble) -> None:
            """Tell it when everything has been handled that was told before it."""
            while not daemon.table.quiet:
                await asyncio.sleep(0)
            daemon.table.tell_fault(trouble.part, trouble.what)

        switches.on_trouble, switches.on_end = tell_trouble, daemon.stop
        dice.add(die for item in recording.items if isinstance(item, Throw) for die in item.dice)
        dealt = (item.bytes for item in recording.items if isinstance(item, Dealing))
        dice.deals.extend(map(bytes.fromhex, dealt))
        try:
            await daemon.run()
        except DiceRanOut as exc:
            if not recording.has_end:
                return  # what was thrown then is cut off
            raise ScriptError(
                _("the recording has no more throws: the play has gone another way"),
                path=str(recording.path),
                line=len(recording.items) + 1,
            ) from exc

    def _hear(self, events: tuple[Recorded, ...]) -> None:
        for recorded in events:
            self._tell(recorded.line())


class RecordedSwitches:
    """The driver: it shows what was read.

    Args:
        recording: what was read, and when.
        count: how many tiles are wired.

    Attributes:
        items: what was read, and what failed meanwhile, in order.
        now: what is shown.
        lost: why nothing can be read; `None` while it can.
        end_s: when the recording ends.
        on_trouble: called when something has failed.
        on_end: called at the end.
    """

    def __init__(self, recording: Recording, *, count: int) -> None:
        self.count = count
        self.items = [item for item in recording.items if isinstance(item, Reading | Trouble)]
        self.now = Levels(down=NO_TILES, roll=False)
        self.lost: str | None = None
        self.on_trouble: Callable[[Trouble], Awaitable[None]] = _nothing_yet
        self.on_end: Callable[[], None] = _nothing
        last_s = recording.items[-1].t / 1000 if recording.items else 0.0
        self.end_s = last_s if recording.has_end else last_s + AFTERWARDS_S

    def levels(self) -> Levels:
        if self.lost is not None:
            raise BoardLostError(self.lost, mark=self.lost)
        return self.now

    def on_edge(self, wake: Callable[[], None]) -> None:
        """Do nothing: a recorded reading says itself whether an edge came before it."""

    def close(self) -> None:
        """Do nothing."""


class RecordedScanner(Scanner):
    """The scanner; instead of choosing when to read, it reads when it was done then."""

    async def run(self) -> None:
        switches = self._switches
        assert isinstance(switches, RecordedSwitches)
        self.health.on_change = self._look_soon
        for item in switches.items:
            await self._rest_until(item.t / 1000)
            if isinstance(item, Trouble) and item.part == TILE_BOARD:
                switches.lost = item.what
                if item.what is not None:
                    self._scan(item.t / 1000)
            elif isinstance(item, Trouble):
                await switches.on_trouble(item)
            else:
                switches.now = item.levels
                self._edge_pending = self._edge_pending or item.edge
                self._scan(item.t / 1000)
        asyncio.get_running_loop().call_at(switches.end_s, switches.on_end)
        await asyncio.sleep(SCAN_S)
        await super().run()

    def _look_soon(self) -> None:
        self._edge_pending = True

    async def _rest_until(self, then: float) -> None:
        """Wait, and take the readings of a box at rest, which were not kept."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not self._is_lost:
            step = RARELY_S if loop.time() - began >= LEFT_ALONE_S else IDLE_S
            if loop.time() + step > then - SCAN_S:
                break
            await asyncio.sleep(step)
            self._scan(loop.time())
        await asyncio.sleep(max(then - loop.time(), 0))


class RecordedThinker(Thinker):
    """The thinker; its bots take the time that they took then.

    Args:
        recording: what bots have thought; they think freely behind its end, and where it is of a
            version that doesn't tell.
        arguments, options: as any has them.
    """

    def __init__(self, recording: Recording, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._thoughts = (item for item in recording.items if isinstance(item, Thought))
        self._then: Thought | None = None

    def _hurry(self) -> Callable[[], bool]:
        self._then = next(self._thoughts, None)
        if self._then is None:
            return super()._hurry()
        rounds = iter(range(self._then.rounds))
        return lambda: next(rounds, None) is not None

    def _thought(
        self, matter: Matter[Any, Any], question: object, job: asyncio.Future[Any]
    ) -> None:
        answer = partial(super()._thought, matter, question, job)
        if matter is self._move and self._then is not None:
            asyncio.get_running_loop().call_at(self._then.t / 1000, answer)
        else:
            answer()


class _Pins:
    """The pins of a replay: switches, and a buzzer that nobody hears."""

    def __init__(self, switches: Switches) -> None:
        self._switches = switches

    def switches(self, contacts: Contacts) -> Switches:
        return self._switches

    def tones(self, pin: int) -> ToneLine:
        return _Silence()

    def close(self) -> None:
        """Do nothing."""


class _Silence:
    def sound(self, hertz: int, duty: float = 0.5) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def _in_this_zone(header: Header) -> Header:
    """Put the wall clock so that the local time here is what it was there: for opening hours."""
    wall, left_wall = header.wall, header.left_wall
    ahead_s = header.zone - zone_at(wall)
    return replace(
        header,
        wall=None if wall is None else wall + ahead_s,
        left_wall=None if left_wall is None else left_wall + ahead_s,
    )


def _leave(header: Header, journal: Path) -> None:
    """Make a journal that tells what that of the box told when the recording began."""
    if header.left:
        with closing(Journal(journal, synced=False)) as left:
            left.record(header.left, t=0, wall=header.left_wall, secrets=header.secrets)
            left.sync()


def _config(recording: Recording) -> Config:
    """Return the configuration of the box, which shall not speak here.

    Raises:
        ScriptError: this program can't use it.
    """
    try:
        config = configuration.from_tables(recording.header.config, source="")
    except ConfigError as exc:
        raise ScriptError(exc.what, exc.do, path=str(recording.path), line=1) from exc
    return replace(config, sound=replace(config.sound, speech="off"))


async def _nothing_yet(_: Trouble) -> None:
    """Nobody is to be told."""


def _nothing() -> None:
    """Nobody waits for the end."""


if TYPE_CHECKING:
    _fit: tuple[type[Switches], type[ToneLine]] = (RecordedSwitches, _Silence)
