"""The hardware test of a box on a tile board."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from stbpi.box.tile_board import TileBoard
from stbpi.build import Parts
from stbpi.config import BoxSection, Config, DisplaySection, TileBoardSection
from stbpi.service import keys
from stbpi.service.page import HardwareView, Page
from stbpi.service.session import Session
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import VirtualClock, run
from tests.box.boards import Bus, FakeBoard
from tests.doubles import SeededDice
from tests.service.test_session_moves import Teller

CONFIG = Config(
    box=replace(BoxSection(), inputs="tile_board"),
    tile_board=replace(TileBoardSection(), tiles=(1, 2, 3, 4, 5, 7, 6, 8, 9)),
    display=replace(DisplaySection(), driver="none"),
)

Story = Callable[[Session, Teller, FakeBoard], Awaitable[None]]


def in_session(story: Story) -> list[str]:
    """Tell a story of a session; return what is to be fixed."""

    async def main() -> list[str]:
        board, teller = FakeBoard(), Teller()
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        parts = Parts(
            clock=VirtualClock(asyncio.get_running_loop(), wall=None),
            dice=SeededDice(1),
            pins=driver,
            lamps=driver.light,
            bus=PanelModel,
            wired=lambda: None,
            journal=Path("/nowhere/journal.db"),
        )
        session = Session(CONFIG, parts, teller)
        life = asyncio.create_task(session.run(lambda press: None))
        try:
            await asyncio.sleep(0.5)
            await story(session, teller, board)
        finally:
            session.quit()
            await life
            await asyncio.sleep(0.5)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert board.lamps == "L 0000"
        session.end()
        return teller.to_fix

    return run(main())


def now(teller: Teller) -> HardwareView:
    return teller.views[-1]


async def to_and_fro(board: FakeBoard, contact: int) -> None:
    board.contacts(contact)
    await asyncio.sleep(0.3)
    board.contacts()
    await asyncio.sleep(0.6)


def test_one_lamp_after_the_other_is_lit() -> None:
    async def story(session: Session, teller: Teller, board: FakeBoard) -> None:
        session.press(keys.NEXT)
        session.press(keys.SKIP)
        while now(teller).page is not Page.LAMPS:
            session.press(keys.NEXT)
        for lamp in range(1, 10):
            await asyncio.sleep(0.1)
            assert (now(teller).page, now(teller).lamp) == (Page.LAMPS, lamp)
            assert board.lamps == f"L {1 << lamp - 1:04x}"
            session.press(keys.NEXT)
        assert now(teller).page is Page.END

    in_session(story)


def test_cables_that_are_swapped_are_told_as_contacts_of_the_board() -> None:
    async def story(session: Session, teller: Teller, board: FakeBoard) -> None:
        session.press(keys.NEXT)
        session.press(keys.NEXT)
        for contact in (*range(1, 10), 13):
            await to_and_fro(board, contact)
        assert now(teller).page is Page.RESULT
        correction = now(teller).result.correction
        assert correction is not None
        assert correction.section == "tile_board"
        assert correction.tiles == (1, 2, 3, 4, 5, 6, 7, 8, 9)

    to_fix = in_session(story)
    assert len(to_fix) == 2
    assert all("contact" in text and "GPIO" not in text for text in to_fix)


def test_a_board_that_is_unplugged_is_like_a_cable_that_is_off() -> None:
    async def story(session: Session, teller: Teller, board: FakeBoard) -> None:
        board.unplug()
        await asyncio.sleep(4)
        assert not now(teller).has_cable
        board.plug_in()
        await asyncio.sleep(10)
        assert now(teller).has_cable

    in_session(story)
