"""The recorder: writes the lines of a recording beside the game, and never in its way.

A thread of its own writes, line by line. When that fails, or takes so long that too many lines
wait, the recording ends with one warning, and the game goes on.

Never: waits for the disk in the loop, but at the end; raises anything there. Keep: a file that
is there is never written over.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from stbpi.box.port import TILE_BOARD, Levels
from stbpi.errors import ScriptError
from stbpi.foreign import reason
from stbpi.games.events import Event, Fault, FaultCleared
from stbpi.games.game import tile_of
from stbpi.language import _
from stbpi.recording.lines import (
    BURST_MS,
    Dealing,
    End,
    Header,
    Item,
    Reading,
    Thought,
    Throw,
    Trouble,
    first_line,
    line,
    written,
)

MOST_WAITING = 100_000
"""So many lines may wait for a disk that hangs: those of five minutes of chatter."""

MOST_BYTES = 1 << 30
"""A recording that is so long ends; a day of chatter is shorter."""

PATIENCE_S = 2.0
"""So long the end waits for the disk; a service has to stop in time."""

NOT_KEPT = ("roll", "menu", "cable", "disk")
"""Faults of these switches, and of those of the tiles, follow from the readings; what is played
does not depend on the disk."""

logger = logging.getLogger(__name__)


class Recorder:
    """Writes one recording; everything but `close` is called in the loop.

    Args:
        path: the file; it is made. A pipe or a device may be there already.

    Raises:
        ScriptError: it can't be.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_made = path.is_file() or not path.exists()
        mode = "x" if self._is_made else "w"
        try:
            self._file = path.open(mode, encoding="ascii", newline="\n", buffering=1)
        except FileExistsError as exc:
            what = _("{path} is there already").format(path=path)
            raise ScriptError(what, _("Name another file.")) from exc
        except OSError as exc:
            what = _("{path}: can't be written: {reason}").format(path=path, reason=reason(exc))
            raise ScriptError(what) from exc
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._has_ended = False
        self._began: float | None = None
        self._levels: Levels | None = None
        self._read_at = 0.0
        self._left_out: Reading | None = None
        self._lost: str | None = None
        self._thread = Thread(target=self._write, name="recording", daemon=True)
        self._thread.start()

    def begin(self, header: Header) -> None:
        """Write the first line; time begins now."""
        self._began = asyncio.get_running_loop().time()
        self._read_at = 0.0
        self._put(written(first_line(header)))

    def read(self, levels: Levels, *, edge: bool) -> None:
        """Take a reading of all switches."""
        if self._has_ended:
            return
        reading = Reading(t=self._now(), levels=levels, edge=edge)
        is_near = reading.t - self._read_at < BURST_MS or self._lost is not None
        if self._lost is not None:
            self._lost = None
            self._add(Trouble(t=reading.t, part=TILE_BOARD, what=None))
        self._read_at = reading.t
        if levels == self._levels and not edge and not is_near:
            self._left_out = reading
            return
        if not is_near:
            self._left_out = None
        self._add(reading)

    def lost(self, what: str) -> None:
        """Take that the switches can't be read for now."""
        if self._lost != what:
            self._lost = what
            self._add(Trouble(t=self._now(), part=TILE_BOARD, what=what))

    def threw(self, dice: tuple[int, ...]) -> None:
        """Take a throw."""
        if dice:
            self._add(Throw(t=self._now(), dice=dice))

    def dealt(self, secret: bytes | None) -> None:
        """Take the bytes that cards are dealt by, if there are any."""
        if secret is not None:
            self._add(Dealing(t=self._now(), bytes=secret.hex()))

    def thought(self, rounds: int) -> None:
        """Take that a bot has thought, and for how many rounds."""
        self._add(Thought(t=self._now(), rounds=rounds))

    def happened(self, event: Event) -> None:
        """Take what the journal was told; only what no reading tells is written."""
        match event:
            case Fault(part=part, what=what) if _comes_from_outside(part):
                self._add(Trouble(t=self._now(), part=part, what=what))
            case FaultCleared(part=part) if _comes_from_outside(part):
                self._add(Trouble(t=self._now(), part=part, what=None))
            case _:
                pass

    def end(self) -> None:
        """Say that the program ends in order."""
        if self._began is not None:
            self._add(End(t=self._now()))

    def close(self) -> None:
        """Write what waits, and close the file; one in which nothing stands is removed."""
        self._waiting.put(None)
        self._thread.join(PATIENCE_S)
        if self._thread.is_alive():
            logger.warning("the end of the recording %s was not written in time", self._path)
            return
        if self._began is None and self._is_made:
            with suppress(OSError):
                self._path.unlink()

    def _now(self) -> float:
        assert self._began is not None
        return (asyncio.get_running_loop().time() - self._began) * 1000

    def _add(self, item: Item) -> None:
        """Write an item, and before it a reading that was left out and begins what is kept."""
        left_out, self._left_out = self._left_out, None
        for one in (item,) if left_out is None else (left_out, item):
            self._put(written(line(one, before=self._levels)))
            if isinstance(one, Reading):
                self._levels = one.levels

    def _put(self, text: str) -> None:
        if self._has_ended:
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self._give_up("the disk does not keep up")
            return
        self._waiting.put(text)

    def _give_up(self, why: str) -> None:
        self._has_ended = True
        logger.warning("the recording %s ends: %s; the game goes on", self._path, why)

    def _write(self) -> None:
        """Write what comes, in a thread."""
        size = 0
        while (text := self._waiting.get()) is not None:
            if self._has_ended:
                continue
            try:
                self._file.write(text)
            except (OSError, ValueError) as exc:  # ValueError: somebody has closed the file
                self._give_up((isinstance(exc, OSError) and exc.strerror) or str(exc))
                continue
            size += len(text)
            if size >= MOST_BYTES:
                self._give_up("it is as long as it may be")
        with suppress(OSError, ValueError):
            self._file.close()


def _comes_from_outside(part: str) -> bool:
    return part not in NOT_KEPT and tile_of(part) is None
