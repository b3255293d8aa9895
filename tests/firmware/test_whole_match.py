"""A whole match between the firmware in MicroPython's virtual machine and the program.

In real time, over a pseudo terminal on which bytes are lost, doubled and garbled, and with the
cable off for five seconds in the middle of a cover.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from stbpi.games.events import (
    Covered,
    Fault,
    FaultCleared,
    MatchEnded,
    Refused,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
)
from stbpi.games.game import Phase, Prompt, StartMatch, Tile
from tests.doubles import SeededDice, chatter
from tests.firmware.noise import one_percent
from tests.firmware.real_box import RealBox, real_box
from tests.firmware.vm_board import VmBoard, needs_vm
from tests.sim.playing import Player, facts

pytestmark = needs_vm

OFF_S = 5.0
SHORT = StartMatch(
    game="shut_the_box", names=("Ann", "Bob"), preset="luk_kassen", house_rules=(("rounds", 1),)
)


class Puller(Player):
    """Plays, and pulls the board's cable once in the middle of a cover.

    What he moves while it is off is seen when it is back.

    Attributes:
        prompt_while_off: what the display asked for meanwhile.
        faults_while_off: the parts that were told to have failed.
    """

    def __init__(self, box: RealBox) -> None:
        super().__init__(box)  # type: ignore[arg-type]  # what he uses of a simulation it has
        self.prompt_while_off: Prompt | None = None
        self.faults_while_off: tuple[str, ...] = ()
        self._box_with_cable = box
        self._is_off = False

    async def flip(self, tile: Tile, *, down: bool) -> None:
        if self._is_off:
            await self._flip_unseen(tile)
            return
        await super().flip(tile, down=down)
        box, view = self._box_with_cable, self._box_with_cable.scene.view
        is_within = view.phase is Phase.COVERING and view.moved and view.left
        if is_within and self.prompt_while_off is None:
            self._is_off = True
            box.board.pull()

    async def _flip_unseen(self, tile: Tile) -> None:
        box = self._box_with_cable
        before = box.scene.view.standing
        await asyncio.sleep(OFF_S / 2)
        box.board.lower(tile)
        self.flips.append(TileDown(tile=tile))
        await asyncio.sleep(OFF_S / 2)
        assert box.scene.view.standing == before
        self.prompt_while_off, self.faults_while_off = box.scene.view.prompt, box.scene.faults
        self._is_off = False
        box.board.plug()
        await box.settle()


@pytest.mark.field("E5")
def test_a_match_over_a_bad_line_with_the_cable_off_for_a_while_is_recorded_as_it_was_played(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"

    async def play(board: VmBoard) -> Puller:
        async with real_box(board, journal, dice=SeededDice(1)) as box:
            board.to_host, board.to_board = one_percent(1), one_percent(2)
            await box.start_match(SHORT)
            player = Puller(box)
            await player.play()
            return player

    with VmBoard(tmp_path) as board:
        player = asyncio.run(play(board))

    assert player.prompt_while_off is Prompt.SWITCH_FAULT
    assert player.faults_while_off == ("tile_board",)
    events = facts(journal)
    assert [e for e in events if isinstance(e, TileDown | TileUp)] == player.flips
    faults = [type(e) for e in events if isinstance(e, Fault | FaultCleared)]
    assert faults == [Fault, FaultCleared]
    assert not [e for e in events if isinstance(e, Refused)]
    assert isinstance(events[-1], MatchEnded)
    turns = [e for e in events if isinstance(e, Rolled | Covered | TurnEnded)]
    for before, after in pairwise(turns):
        if isinstance(after, Covered):
            assert isinstance(before, Rolled)
            assert sum(after.tiles) == before.total
            assert not set(after.standing) & set(after.tiles)
        if isinstance(after, TurnEnded) and isinstance(before, Covered):
            assert after.standing == before.standing
    assert sum(isinstance(e, TurnEnded) for e in turns) == 2


def test_a_button_that_is_held_when_the_cable_is_pulled_throws_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"

    async def play(board: VmBoard) -> None:
        async with real_box(board, journal, dice=SeededDice(1)) as box:
            await box.start_match(SHORT)
            board.press_roll()
            await asyncio.sleep(0.2)
            board.pull()
            board.press_roll(False)
            await asyncio.sleep(1)
            board.plug()
            await box.settle()
            assert box.scene.view.phase is Phase.READY
            await chatter(box.hand.press_roll, [(0, True), (200, False), (200, False)])
            await box.settle()
            assert box.scene.view.phase in (Phase.COVERING, Phase.TURN_OVER)

    with VmBoard(tmp_path) as board:
        asyncio.run(play(board))

    assert sum(isinstance(e, Rolled) for e in facts(journal)) == 1
    assert not [e for e in facts(journal) if isinstance(e, Fault)]


def test_lamps_and_buzzer_of_the_board_are_the_boxs(tmp_path: Path) -> None:
    async def play(board: VmBoard) -> None:
        async with real_box(board, tmp_path / "journal.db", dice=SeededDice(1)) as box:
            board.lower(4)
            await box.settle()
            await box.start_match(SHORT)
            assert box.scene.view.prompt is Prompt.RAISE
            await asyncio.to_thread(board.wait_for, lambda: board.lamps == 1 << 3)
            await asyncio.to_thread(board.wait_for, lambda: board.lamps == 0)
            board.lift(4)
            await box.settle()
            await asyncio.to_thread(board.wait_for, lambda: any(hertz for hertz, _ in board.tones))

    with VmBoard(tmp_path) as board:
        asyncio.run(play(board))
        assert (board.lamps, board.tone) == (0, 0)
