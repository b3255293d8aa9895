"""The box on a tile board: switches, lamps and buzzer behind a line of USB.

    looked for ──one answers──▶ linked: snapshots come, the scanner is woken
        ▲                          │ gone, silent, or another firmware
        └──── again in 1 to 8 s ◀──┘ until then the switches are lost, not up

The levels are those of the newest snapshot, so what stands above sees a board as it sees pins. A
board that is lost is nothing of a switch: `levels` raises, nothing moves, and the scanner begins
anew with the first snapshot after that.

Never: debounces; waits, but in a task of its own. Keep: the task lives from `on_edge` to `close`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from stbpi.box.gpio_contacts import Contacts
from stbpi.box.port import Levels, Switches, ToneLine
from stbpi.box.tile_board_errors import silent, unusable
from stbpi.box.tile_board_lines import Counters, Identity
from stbpi.box.tile_board_link import Link
from stbpi.box.tile_board_search import AUTO, Search, plugged_in, serial_port
from stbpi.errors import BoardLostError, BoxError, PortError
from stbpi.games.game import Tiles
from stbpi.language import _
from stbpi.serial_log.port import Port
from stbpi.tasks import Pauses

SOONEST_S, LATEST_S = 1.0, 8.0
"""A board that is lost is looked for again after so long, and after twice as long each time."""

MOST_TILES = 12
LONGEST_TONE_MS = 10_000
LAST_WORDS_S = 0.3

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a board that was looked at.

    Attributes:
        address: where it is.
        identity: who it is.
        levels: what its contacts say.
        counters: what it counts.
    """

    address: str
    identity: Identity
    levels: Levels
    counters: Counters


class TileBoard:
    """One board: its switches, its lamps and its buzzer.

    Args:
        port: where it is; "auto": it is looked for on USB.
        opens: makes the port of an address.
        search: lists the addresses where a board may be, in a thread.
    """

    def __init__(
        self,
        port: str = AUTO,
        *,
        opens: Callable[[str], Port] = serial_port,
        search: Callable[[], list[str]] = plugged_in,
    ) -> None:
        self._search = Search(port, opens=opens, search=search)
        self._link: Link | None = None
        self._lost = silent([])
        self._logged = ""
        self._most = 0
        self._lamps = (0, 0)
        self._wake: Callable[[], None] = _nobody
        self._loop: asyncio.AbstractEventLoop | None = None
        self._life: asyncio.Task[None] | None = None
        self._former: asyncio.Task[None] | None = None

    # The pins of a box

    def switches(self, contacts: Contacts) -> Switches:
        """Return the switches; pins are the board's contacts, from 1 (bit 0 of a snapshot)."""
        self._most = _most_of(contacts)
        return _Switches(self, contacts)

    def tones(self, pin: int) -> ToneLine:
        """Return the buzzer; a board has one at the most, wherever it is."""
        return _Tones(self)

    def close(self) -> None:
        """Do nothing: the port is closed with the switches."""

    # What else it does

    def light(self, lit: Tiles, blinking: Tiles) -> None:
        """Light the lamps of these tiles and no other, now and when the board comes back."""
        self._lamps = (lit, blinking)
        if self._link is not None:
            self._link.show_lamps(lit, blinking)

    def sound(self, hertz: int, duty: float) -> None:
        """Make a tone; in any thread. A board that is lost is silent."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: the board has been told already
                self._loop.call_soon_threadsafe(self._sound, hertz, duty)

    def closed(self) -> int:
        """Return the contacts that are closed; bit 0 is contact 1.

        Raises:
            BoardLostError: there is no board now.
        """
        if self._life is not None and self._life.done():
            self._life.result()  # it ends with a bug only, which is to be known
        if self._link is None or self._link.snapshot is None:
            raise self._lost.with_traceback(None)
        return self._link.snapshot.closed

    def begin(self, wake: Callable[[], None]) -> None:
        """Call `wake` when anything may have changed; look for the board, if nobody does."""
        self._wake = wake
        if self._life is None:
            self._loop = asyncio.get_running_loop()
            self._life = self._loop.create_task(self._live(self._former))

    def end(self) -> None:
        """Let go of the board."""
        life, self._life = self._life, None
        if life is not None:
            life.cancel()
            self._former = life

    async def look(self, contacts: Contacts) -> Found:
        """Look for the board once, and let go of it.

        Args:
            contacts: what is wired to it.

        Raises:
            BoardLostError: there is none that can be used.
        """
        link = await self._search.connect(_most_of(contacts))
        try:
            snapshot, counters = await link.ask()
        except PortError as exc:
            raise unusable(link.address, exc) from exc
        finally:
            await link.port.close()
        if snapshot is None or counters is None:
            raise silent([link.address])
        assert link.identity is not None
        return Found(link.address, link.identity, levels_of(contacts, snapshot.closed), counters)

    # Its life

    async def _live(self, former: asyncio.Task[None] | None) -> None:
        if former is not None:
            await asyncio.wait({former})  # it may have the port still
        pauses = Pauses(SOONEST_S, LATEST_S)
        while True:
            try:
                link = await self._search.connect(self._most)
                pauses.begin_anew()
                await self._be_linked(link)
            except BoardLostError as exc:
                self._lose(exc)
            await pauses.rest()

    async def _be_linked(self, link: Link) -> None:
        assert link.identity is not None
        logger.info("the switches are read by a tile board: %s", link.address)
        try:
            self._link, self._logged = link, ""
            link.on_snapshot = lambda snapshot: self._wake()
            link.show_lamps(*self._lamps)
            self._wake()
            await link.run()
        except PortError as exc:
            raise unusable(link.address, exc) from exc
        finally:
            self._link = None
            try:
                with suppress(PortError, TimeoutError):
                    await link.part(within_s=LAST_WORDS_S)
            finally:
                await link.port.close()

    def _lose(self, exc: BoardLostError) -> None:
        if exc.what != self._logged:
            logger.warning("the game waits for the tile board: %s", f"{exc.what}. {exc.do}")
        self._lost, self._logged = exc, exc.what
        self._wake()

    def _sound(self, hertz: int, duty: float) -> None:
        if self._link is not None:
            self._link.sound(hertz, LONGEST_TONE_MS if hertz else 0, duty)


class _Switches:
    """The switches of a board."""

    def __init__(self, board: TileBoard, contacts: Contacts) -> None:
        self.count = contacts.count
        self._board = board
        self._contacts = contacts
        self._is_open = True

    def levels(self) -> Levels:
        if not self._is_open:
            raise BoxError(_("the switches are not open any more"))
        return levels_of(self._contacts, self._board.closed())

    def on_edge(self, wake: Callable[[], None]) -> None:
        self._board.begin(partial(_pass_on, wake))

    def close(self) -> None:
        self._is_open = False
        self._board.end()


class _Tones:
    """The buzzer of a board."""

    def __init__(self, board: TileBoard) -> None:
        self._board = board

    def sound(self, hertz: int, duty: float = 0.5) -> None:
        self._board.sound(hertz, duty)

    def close(self) -> None:
        self._board.sound(0, 0.5)


def _most_of(contacts: Contacts) -> int:
    """Return the highest number of a contact for a tile that is used."""
    return max((pin for pin in contacts.pins if pin <= MOST_TILES), default=0)


def levels_of(contacts: Contacts, closed: int) -> Levels:
    """Return what it means that these contacts of a board are closed; bit 0 is contact 1."""
    bits = (closed >> pin - 1 & 1 for pin in contacts.pins)
    return contacts.levels(sum(bit << place for place, bit in enumerate(bits)))


def _pass_on(wake: Callable[[], None]) -> None:
    try:
        wake()
    except Exception:  # whoever is woken must not end the link
        logger.exception("a change could not be passed on; the next scan will see it")


def _nobody() -> None:
    """Nobody is to be woken yet."""


if TYPE_CHECKING:
    _fits: tuple[type[Switches], type[ToneLine]] = (_Switches, _Tones)
