"""The app of a real box on a tile board: its tiles and its button are real, its display is here.

The program reads the board, lights its lamps and sounds its buzzer; the tiles in the picture
follow the real ones.

Never: moves a tile, or presses the button.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_driver import Pins
from stbpi.box.port import Levels, Switches, ToneLine
from stbpi.box.tile_board import TileBoard
from stbpi.build import Parts
from stbpi.config import Config
from stbpi.dice.source import Dice
from stbpi.games.game import Tiles
from stbpi.journal.reader import LastMatch
from stbpi.language import _
from stbpi.sim.app_screen import SimulatorApp


class BoardApp(SimulatorApp):
    """The app; its box must have been started when it runs.

    Args:
        config: of the box; its switches are on a tile board.
        journal: the journal's file.
        dice: what is thrown.
        last: the match that the journal ends with, if any.
        folder: where pictures and scenarios are written.
        board: the tile board; by default the one that is configured.
    """

    def __init__(
        self,
        config: Config,
        *,
        journal: Path,
        dice: Dice,
        last: LastMatch | None,
        folder: Path,
        board: TileBoard | None = None,
    ) -> None:
        its = board or TileBoard(config.tile_board.port)

        def around(parts: Parts) -> Parts:
            return replace(parts, pins=_Pins(its, self._follow), lamps=its.light)

        super().__init__(
            config, journal=journal, dice=dice, last=last, folder=folder, around=around
        )
        self._helper.is_on = False

    def action_press(self, seconds: float = 0) -> None:
        self._tell_that_it_is_real()

    def action_toggle_help(self) -> None:
        self._tell_that_it_is_real()

    def _move_hand(self, down: Tiles) -> None:
        self._tell_that_it_is_real()

    def _tell_that_it_is_real(self) -> None:
        with self._speaking():
            self._say(_("Tiles and button are those of the real box."))

    def _follow(self, levels: Levels) -> None:
        """Show the tiles as they are on the box."""
        if levels.down != self.box.hand.down:
            if self.is_running:
                super()._move_hand(levels.down)
            else:
                self.box.hand.move(levels.down)


class _Pins:
    """The board, whose readings are looked at."""

    def __init__(self, board: TileBoard, look: Callable[[Levels], None]) -> None:
        self._board = board
        self._look = look

    def switches(self, contacts: Contacts) -> Switches:
        return _Switches(self._board.switches(contacts), self._look)

    def tones(self, pin: int) -> ToneLine:
        return self._board.tones(pin)

    def close(self) -> None:
        self._board.close()


class _Switches:
    def __init__(self, switches: Switches, look: Callable[[Levels], None]) -> None:
        self.count = switches.count
        self._switches = switches
        self._look = look

    def levels(self) -> Levels:
        levels = self._switches.levels()
        self._look(levels)
        return levels

    def on_edge(self, wake: Callable[[], None]) -> None:
        self._switches.on_edge(wake)

    def close(self) -> None:
        self._switches.close()


if TYPE_CHECKING:
    _fit: tuple[type[Pins], type[Switches]] = (_Pins, _Switches)
