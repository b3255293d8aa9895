from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from stbpi.box.gpio_contacts import Contacts
from stbpi.box.port import (
    TILE_BOARD,
    HeldSinceStart,
    InputFailed,
    InputWell,
    Levels,
    MenuPressed,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
    Signal,
    Switches,
    TilesSettled,
)
from stbpi.box.scanner import Scanner
from stbpi.box.tile_board import TileBoard
from stbpi.box.tile_board_lines import Counters
from stbpi.box.tile_board_link import Link
from stbpi.errors import BoardLostError, BoxError
from stbpi.games.game import NO_TILES, tiles
from stbpi.sim.virtual import run
from tests.box.boards import Bus, FakeBoard, FakePort
from tests.box.test_scanner import running

ROLL, MENU, REFERENCE = 13, 14, 15
TILES = tuple(range(1, 13))
LOST_S = 6.0
"""A board that is silent, and no longer plugged in, is told within this time."""


class Table:
    """A driver with a scanner on it, and all that was said."""

    def __init__(self, *boards: FakeBoard, port: str = "auto") -> None:
        self.bus = Bus(*boards)
        self.driver = TileBoard(port, opens=self.bus.opens, search=self.bus.search)
        self.switches = self.open()
        self.signals: list[Signal] = []
        self.scanner = Scanner(
            self.switches, self.signals.append, settle_ms=35, marks_ms=(800, 3000)
        )

    def open(self) -> Switches:
        return self.driver.switches(Contacts(TILES, ROLL, menu_pin=MENU))

    def since(self) -> list[Signal]:
        """Return what was said since the last call."""
        said, self.signals[:] = list(self.signals), []
        return said


def at_the_table(
    story: Callable[[Table], Awaitable[None]], *boards: FakeBoard, port: str = "auto"
) -> None:
    async def play() -> None:
        table = Table(*(boards or (FakeBoard(),)), port=port)
        try:
            async with running(table.scanner):
                await asyncio.sleep(0.503)
                await story(table)
        finally:
            table.switches.close()
            await asyncio.sleep(0.01)

    run(play())


def board_of(table: Table) -> FakeBoard:
    return table.bus.boards[0]


def test_the_first_snapshot_is_told_when_it_has_settled() -> None:
    board = FakeBoard()
    board.closed = 0b1001

    async def story(table: Table) -> None:
        assert table.signals == [TilesSettled(down=tiles(1, 4))]

    at_the_table(story, board)


def test_moved_tiles_and_the_button_are_what_they_are_on_pins() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        table.since()
        board.contacts(2, 12)
        await asyncio.sleep(0.06)
        assert table.since() == [TilesSettled(down=tiles(2, 12))]
        board.contacts(2, 12, ROLL)
        await asyncio.sleep(0.2)
        board.contacts(2, 12)
        await asyncio.sleep(0.06)
        pressed, released = table.since()
        assert pressed == RollPressed()
        assert isinstance(released, RollReleased)
        assert abs(released.held_ms - 200) < 10

    at_the_table(story)


def test_the_menu_button_is_told_at_its_press() -> None:
    async def story(table: Table) -> None:
        table.since()
        for contacts in ((MENU,), (), (MENU,), ()):
            board_of(table).contacts(*contacts)
            await asyncio.sleep(0.1)
        assert table.since() == [MenuPressed()] * 2

    at_the_table(story)


def test_a_menu_button_that_is_down_at_the_start_is_no_press() -> None:
    board = FakeBoard()
    board.closed = 1 << MENU - 1

    async def story(table: Table) -> None:
        board.contacts()
        await asyncio.sleep(0.1)
        assert MenuPressed() not in table.signals

    at_the_table(story, board)


@pytest.mark.parametrize("closed_is", ["down", "up"])
def test_contacts_may_be_wired_in_any_order_and_polarity(closed_is: str) -> None:
    async def play() -> None:
        board = FakeBoard()
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        switches = driver.switches(
            Contacts((12, 3, ROLL, 5, 6, 7), 1, closed_is=closed_is, reference_pin=REFERENCE)
        )
        switches.on_edge(lambda: None)
        await asyncio.sleep(0.1)
        board.contacts(12, ROLL, 1)
        await asyncio.sleep(0.01)
        down = tiles(1, 3) if closed_is == "down" else tiles(2, 4, 5, 6)
        assert switches.count == 6
        assert switches.levels() == Levels(down=down, roll=True, cable=False)
        board.contacts(REFERENCE)
        await asyncio.sleep(0.01)
        assert switches.levels().cable
        assert not switches.levels().roll
        switches.close()

    run(play())


def test_every_snapshot_is_acknowledged() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        board.contacts(1)
        board.contacts()
        await asyncio.sleep(3)
        assert board.heard.count("A 02") >= 3

    at_the_table(story)


def test_a_change_wakes_and_a_heartbeat_does_not() -> None:
    async def play() -> None:
        board = FakeBoard()
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        woken: list[float] = []
        switches = driver.switches(Contacts(TILES, ROLL))
        switches.on_edge(lambda: woken.append(asyncio.get_running_loop().time()))
        await asyncio.sleep(0.1)
        woken.clear()
        await asyncio.sleep(10)
        assert woken == []
        board.contacts(4)
        await asyncio.sleep(10)
        assert len(woken) == 1
        switches.close()

    run(play())


def test_an_exception_behind_a_snapshot_does_not_end_the_link(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        board = FakeBoard()
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        switches = driver.switches(Contacts(TILES, ROLL))

        def wake() -> None:
            raise RuntimeError("nobody home")

        switches.on_edge(wake)
        await asyncio.sleep(0.1)
        board.contacts(4)
        await asyncio.sleep(0.1)
        assert switches.levels().down == tiles(4)
        switches.close()

    run(play())
    assert "a change could not be passed on" in caplog.text


# Lost, and found again


@pytest.mark.field("E5")
def test_a_board_that_is_unplugged_is_told_and_play_goes_on_with_what_it_says_then() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        board.contacts(3)
        await asyncio.sleep(0.1)
        table.since()
        board.unplug()
        await asyncio.sleep(LOST_S)
        assert table.since() == [
            InputFailed(part=TILE_BOARD, what="no tile board is plugged in"),
        ]
        board.closed = 0b111
        board.plug_in("/dev/ttyACM7")
        await asyncio.sleep(10)
        assert table.since() == [
            InputWell(part=TILE_BOARD),
            TilesSettled(down=tiles(1, 2, 3)),
        ]

    at_the_table(story)


def test_what_is_back_at_once_is_no_fault_and_its_tiles_are_told_anew() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        table.since()
        board.unplug()
        await asyncio.sleep(0.2)
        board.plug_in()
        await asyncio.sleep(2)
        assert table.since() == [TilesSettled(down=NO_TILES)]

    at_the_table(story)


@pytest.mark.parametrize("is_down_then", [True, False])
def test_a_button_that_is_held_when_the_link_breaks_is_no_press(is_down_then: bool) -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        board.contacts(ROLL)
        await asyncio.sleep(0.1)
        assert table.since()[-1] == RollPressed()
        board.unplug()
        await asyncio.sleep(LOST_S)
        board.closed = 1 << ROLL - 1 if is_down_then else 0
        board.plug_in()
        await asyncio.sleep(10)
        board.contacts()
        await asyncio.sleep(0.1)
        assert table.since() == [
            RollLost(),
            InputFailed(part=TILE_BOARD, what="no tile board is plugged in"),
            InputWell(part=TILE_BOARD),
            TilesSettled(down=NO_TILES),
        ]
        board.contacts(ROLL)
        await asyncio.sleep(0.1)
        assert table.since() == [RollPressed()]

    at_the_table(story)


def test_a_hold_is_timed_here_and_not_on_the_line() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        table.since()
        board.contacts(ROLL)
        await asyncio.sleep(1)
        assert table.since() == [RollPressed(), RollHeld(held_ms=800)]

    at_the_table(story)


def test_a_button_that_is_held_at_power_up_is_told_as_that() -> None:
    async def play() -> None:
        board = FakeBoard()
        board.closed = 1 << ROLL - 1
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        switches = driver.switches(Contacts(TILES, ROLL))
        signals: list[Signal] = []
        scanner = Scanner(switches, signals.append, settle_ms=35, start_marks_ms=(3000, 6000))
        async with running(scanner):
            await asyncio.sleep(4)
        assert signals == [TilesSettled(down=NO_TILES), HeldSinceStart(held_ms=3000)]
        switches.close()

    run(play())


def test_without_a_board_the_box_is_told_so_and_starts() -> None:
    board = FakeBoard()
    board.is_plugged = False

    async def story(table: Table) -> None:
        assert table.signals == []
        assert not table.scanner.ready.is_set()
        await asyncio.sleep(3)
        assert table.signals == [InputFailed(part=TILE_BOARD, what="no tile board is plugged in")]
        assert table.scanner.ready.is_set()
        assert table.scanner.quiet
        progress = table.scanner.progress
        await asyncio.sleep(3)
        assert progress < table.scanner.progress < progress + 100
        board.plug_in()
        await asyncio.sleep(10)
        assert table.signals[1:] == [InputWell(part=TILE_BOARD), TilesSettled(down=NO_TILES)]

    at_the_table(story, board)


def test_a_board_that_falls_silent_is_lost_though_it_is_plugged_in() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        table.since()
        board.is_deaf = True
        await asyncio.sleep(LOST_S)
        (fault,) = table.since()
        assert isinstance(fault, InputFailed)
        assert fault.part == TILE_BOARD
        board.is_deaf = False
        await asyncio.sleep(15)
        assert table.since() == [InputWell(part=TILE_BOARD), TilesSettled(down=NO_TILES)]

    at_the_table(story)


def test_a_board_is_looked_for_more_and_more_rarely() -> None:
    async def story(table: Table) -> None:
        table.bus.searches = 0
        await asyncio.sleep(60)
        assert 5 <= table.bus.searches <= 10

    board = FakeBoard()
    board.is_plugged = False
    at_the_table(story, board)


def test_what_is_wrong_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def story(table: Table) -> None:
        board_of(table).unplug()
        await asyncio.sleep(60)

    with caplog.at_level(logging.WARNING):
        at_the_table(story)
    assert [record.message for record in caplog.records] == [
        "the game waits for the tile board: the tile board at /dev/ttyACM0 has gone. "
        "Plug it in again.",
        "the game waits for the tile board: no tile board is plugged in. Plug it in, or name its "
        'port: port = "..." in [tile_board].',
    ]


# Which board


@pytest.mark.parametrize(
    ("identity", "what", "do"),
    [
        (
            "V 2 3.0 pico 12 -",
            "the tile board at /dev/ttyACM0 has firmware 3.0, which speaks protocol 2; this "
            "program speaks protocol 1",
            "Update this program, or install the firmware that belongs to it (firmware/README.md).",
        ),
        (
            "V 0 0.0 pico 12 -",
            "the tile board at /dev/ttyACM0 has firmware 0.0, which speaks protocol 0; this "
            "program speaks protocol 1",
            "Install the firmware that belongs to this program (firmware/README.md).",
        ),
        (
            "V 1 0.1 pico 9 -",
            "the tile board at /dev/ttyACM0 has 9 contacts for tiles, and 12 are needed",
            "Correct tile_board.tiles.",
        ),
        (
            "",
            "no tile board answers at /dev/ttyACM0",
            "Plug it in anew; if it stays silent, install its firmware (firmware/README.md).",
        ),
    ],
)
def test_a_board_that_does_not_fit_is_an_error_that_says_what_to_do(
    identity: str, what: str, do: str
) -> None:
    async def story(table: Table) -> None:
        await asyncio.sleep(LOST_S)
        with pytest.raises(BoardLostError) as caught:
            table.switches.levels()
        assert (caught.value.what, caught.value.do) == (what, do)
        assert len(caught.value.mark) <= 60
        assert caught.value.mark.isascii()

    at_the_table(story, FakeBoard(identity=identity))


def test_of_several_devices_the_one_is_taken_that_answers() -> None:
    others = [
        FakeBoard("/dev/ttyACM0", identity=""),
        FakeBoard("/dev/ttyACM2", identity="V 9 9 x 9 -"),
    ]
    right = FakeBoard("/dev/ttyACM1")

    async def story(table: Table) -> None:
        await asyncio.sleep(5)
        right.contacts(5)
        await asyncio.sleep(0.01)
        assert table.switches.levels().down == tiles(5)
        assert all({line[0] for line in board.heard} <= {"V", "A"} for board in others)

    at_the_table(story, *others, right)


def test_two_boards_that_both_fit_are_named() -> None:
    async def story(table: Table) -> None:
        await asyncio.sleep(5)
        with pytest.raises(BoardLostError, match="more than one") as caught:
            table.switches.levels()
        assert caught.value.what.endswith("/dev/ttyACM0, /dev/ttyACM1")

    at_the_table(story, FakeBoard("/dev/ttyACM0"), FakeBoard("/dev/ttyACM1"))


def test_two_devices_that_are_no_boards_are_named() -> None:
    async def story(table: Table) -> None:
        await asyncio.sleep(5)
        with pytest.raises(BoardLostError, match="at /dev/ttyACM0, /dev/ttyACM1"):
            table.switches.levels()

    at_the_table(
        story, FakeBoard("/dev/ttyACM0", identity=""), FakeBoard("/dev/ttyACM1", identity="")
    )


def test_a_port_that_is_configured_is_not_searched_for() -> None:
    async def story(table: Table) -> None:
        assert table.switches.levels().down == NO_TILES
        assert table.bus.searches == 0
        board_of(table).unplug()
        await asyncio.sleep(3)
        with pytest.raises(BoardLostError, match="there is no tile board at /dev/stbpi-tiles"):
            table.switches.levels()

    at_the_table(story, FakeBoard("/dev/stbpi-tiles"), port="/dev/stbpi-tiles")


# A line that is no good


def test_a_bad_line_is_made_up_for() -> None:
    chance = Random(1)

    def spoil(data: bytes) -> bytes:
        spoiled = bytearray()
        for byte in data:
            match chance.randrange(100):
                case 0:
                    pass
                case 1:
                    spoiled += bytes([byte, byte])
                case 2:
                    spoiled.append(chance.randrange(256))
                case _:
                    spoiled.append(byte)
        return bytes(spoiled)

    async def story(table: Table) -> None:
        board = board_of(table)
        board.spoil = spoil
        for _ in range(200):
            down = [tile for tile in TILES if chance.random() < 0.5]
            board.contacts(*down)
            await asyncio.sleep(1)
            assert table.switches.levels().down == tiles(*down)
        assert not [said for said in table.signals if isinstance(said, InputFailed)]

    at_the_table(story)


def test_an_idle_line_carries_less_than_a_hundred_bytes_a_second() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        table.driver.light(tiles(1, 2), tiles(3))
        await asyncio.sleep(1)
        board.said = board.got = 0
        await asyncio.sleep(60)
        assert (board.said + board.got) / 60 < 60

    at_the_table(story)


# Lamps and buzzer


def lamp_lines(board: FakeBoard) -> list[str]:
    """Return what the lamps were told, without what was only said again."""
    said = [line for line in board.heard if line.startswith("L")]
    return [line for n, line in enumerate(said) if n == 0 or line != said[n - 1]]


def test_lamps_are_lit_again_when_the_board_is_back_or_has_started_anew() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        table.driver.light(tiles(1, 9), tiles(4))
        await asyncio.sleep(0.1)
        assert lamp_lines(board)[-1] == "L 0101 0008"
        board.unplug()
        await asyncio.sleep(0.1)
        table.driver.light(tiles(2), NO_TILES)
        board.plug_in()
        await asyncio.sleep(3)
        assert lamp_lines(board)[-1] == "L 0002"
        board.heard.clear()
        board.start_anew()
        await asyncio.sleep(2)
        assert {"N 1", "L 0002"} <= set(board.heard)

    at_the_table(story)


def test_a_board_without_lamps_or_buzzer_is_told_of_none() -> None:
    async def story(table: Table) -> None:
        table.driver.light(tiles(1), NO_TILES)
        table.driver.tones(1).sound(440)
        await asyncio.sleep(3)
        assert {line[0] for line in board_of(table).heard} == {"A", "V", "N", "P"}

    at_the_table(story, FakeBoard(identity="V 1 0.1.0 pico 12 menu"))


def test_a_tone_lasts_until_the_next_one() -> None:
    async def story(table: Table) -> None:
        board = board_of(table)
        tones = table.driver.tones(1)
        board.heard.clear()
        tones.sound(440, 0.25)
        await asyncio.sleep(0.1)
        tones.sound(0)
        await asyncio.sleep(0.1)
        tones.sound(880)
        tones.close()
        await asyncio.sleep(0.1)
        said = [line for line in board.heard if line[0] == "B"]
        assert said == ["B 440 10000 250", "B 0 0 500", "B 0 0 500"]

    at_the_table(story)


def test_a_tone_before_there_is_a_board_is_not_heard_and_no_error() -> None:
    TileBoard().tones(1).sound(440)


def test_at_the_end_lamps_are_dark_and_the_port_is_let_go() -> None:
    async def play() -> None:
        board = FakeBoard()
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        switches = driver.switches(Contacts(TILES, ROLL))
        driver.light(tiles(1), NO_TILES)
        switches.on_edge(lambda: None)
        await asyncio.sleep(0.5)
        assert "L 0001" in board.heard
        switches.close()
        switches.close()
        with pytest.raises(BoxError, match="not open"):
            switches.levels()
        await asyncio.sleep(0.5)
        assert board.heard[-2:] == ["L 0000", "B 0 0 500"]
        heard = len(board.heard)
        await asyncio.sleep(10)
        assert len(board.heard) == heard
        driver.close()

    run(play())


def test_the_switches_can_be_opened_again_after_a_power_cut() -> None:
    async def play() -> None:
        board = FakeBoard()
        bus = Bus(board)
        driver = TileBoard(opens=bus.opens, search=bus.search)
        for _ in range(2):
            switches = driver.switches(Contacts(TILES, ROLL))
            switches.on_edge(lambda: None)
            await asyncio.sleep(3)
            assert switches.levels().down == NO_TILES
            switches.close()

    run(play())


# The doctor


def test_a_look_tells_who_the_board_is_and_how_it_does() -> None:
    async def play() -> None:
        board = FakeBoard()
        board.closed = 0b11
        bus = Bus(board)
        contacts = Contacts(TILES, ROLL, menu_pin=MENU)
        found = await TileBoard(opens=bus.opens, search=bus.search).look(contacts)
        assert found.address == "/dev/ttyACM0"
        assert (found.identity.version, found.identity.board) == ("0.1.0", "pico")
        assert found.levels == Levels(down=tiles(1, 2), roll=False)
        assert found.counters == Counters(dropped=1, bad=2, resets=3)
        assert board.got < 100

    run(play())


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (FakeBoard(identity="V 1 0.1.0 pico 6 -"), "6 contacts for tiles, and 12 are needed"),
        (FakeBoard("/dev/ttyACM0", identity=""), "no tile board answers at /dev/ttyACM0"),
    ],
)
def test_a_look_at_a_board_that_can_not_be_used_says_why(board: FakeBoard, said: str) -> None:
    async def play() -> None:
        bus = Bus(board)
        contacts = Contacts(TILES, ROLL, menu_pin=MENU)
        with pytest.raises(BoardLostError, match=said):
            await TileBoard(opens=bus.opens, search=bus.search).look(contacts)

    run(play())


def test_a_look_where_the_port_is_not_there_says_so() -> None:
    async def play() -> None:
        bus = Bus()
        contacts = Contacts(TILES, ROLL, menu_pin=MENU)
        with pytest.raises(BoardLostError, match="there is no tile board at /dev/ttyACM9"):
            await TileBoard("/dev/ttyACM9", opens=bus.opens).look(contacts)

    run(play())


def test_an_answer_that_is_lost_again_and_again_is_waited_for() -> None:
    board = FakeBoard()
    lost: list[bytes] = []

    def spoil(data: bytes) -> bytes:
        if data.startswith(b"V") and len(lost) < 20:
            lost.append(data)
            return b""
        return data

    async def story(table: Table) -> None:
        await asyncio.sleep(6)
        assert len(lost) == 20
        assert table.switches.levels().down == NO_TILES
        assert board.opened == 1

    board.spoil = spoil
    at_the_table(story, board)


def test_a_board_that_tells_its_switches_and_nothing_else_is_given_up() -> None:
    board = FakeBoard()
    board.spoil = lambda data: b"" if data.startswith(b"V") else data

    async def story(table: Table) -> None:
        await asyncio.sleep(15)
        with pytest.raises(BoardLostError, match="no tile board answers"):
            table.switches.levels()
        assert board.opened > 1

    at_the_table(story, board)


def test_a_board_whose_heartbeat_is_lost_is_asked_for_a_sign_before_it_is_given_up() -> None:
    board = FakeBoard()

    async def story(table: Table) -> None:
        table.since()
        board.spoil = lambda data: b"" if data.startswith(b"S") else data
        await asyncio.sleep(20)
        assert table.since() == []
        assert board.opened == 1

    at_the_table(story, board)


class SlowPort(FakePort):
    """A port that may take a few bytes at a time."""

    is_slow = False

    async def write(self, data: bytes) -> int:
        if not self.is_slow:
            return await super().write(data)
        await asyncio.sleep(0.01)
        return await super().write(data[:3])


def test_the_lamps_go_out_though_a_line_was_torn_when_the_link_ended() -> None:
    async def play() -> None:
        board = FakeBoard()
        port = SlowPort(board)
        await port.open()
        link = Link(port, board.address)
        await link.greet()
        port.is_slow = True
        link.show_lamps(0b11, 0)
        talking = asyncio.create_task(link.run())
        while not (board.lamps and board._rest.startswith(b"L")):
            await asyncio.sleep(0.001)
        talking.cancel()
        await asyncio.wait({talking})
        await link.part(within_s=1)
        assert (board.lamps, board.heard[-1]) == ("L 0000", "B 0 0 500")

    run(play())
