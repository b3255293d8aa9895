from __future__ import annotations

import pytest

from stbpi.box.health import HELD_S, IN_VAIN, Health, State
from stbpi.box.port import InputFailed, InputWell, Levels
from stbpi.box.settle import Settle
from stbpi.games.game import NO_TILES, Tile, Tiles, all_tiles, tiles, without

COUNT = 9
SETTLE_MS = 35


class Box:
    """Health that is fed with clean levels, which have settled at once."""

    def __init__(self, *, down: Tiles = NO_TILES, broken: Tiles = NO_TILES) -> None:
        self.health = Health(COUNT, settle_ms=SETTLE_MS, down=down, broken=broken)
        self.now = 100.0
        self.down = down
        self.believed = self.read(down)

    def read(self, down: Tiles | None = None, *, roll: bool = False, cable: bool = True) -> Levels:
        """Read twice, half a second apart."""
        self.down = self.down if down is None else down
        levels = Levels(down=self.down, roll=roll, cable=cable)
        for _ in range(2):
            self.now += 0.5
            believed = self.health.take(levels, levels, now=self.now)
        assert believed is not None
        self.believed = believed
        return believed

    def press(self) -> None:
        self.read(roll=True)
        self.read(roll=False)

    def chatter(self, line: Tiles, *, seconds: float = 6, roll: bool = False) -> None:
        """Let tiles (and the button) change at every reading; nothing of it settles."""
        settled = Levels(down=self.down, roll=False)
        for n in range(round(seconds / 0.005)):
            self.now += 0.005
            noisy = Tiles(self.down ^ line) if n % 2 else self.down
            raw = Levels(down=noisy, roll=roll and n % 2 == 1)
            believed = self.health.take(raw, settled, now=self.now)
            assert believed is not None
            self.believed = believed

    def news(self) -> list[InputFailed | InputWell]:
        return list(self.health.news())

    def state(self, part: str) -> State:
        return next(one.state for one in self.health.report() if one.part == part)


def test_what_is_read_of_good_switches_is_believed() -> None:
    box = Box()
    assert box.read(tiles(2, 9)).down == tiles(2, 9)
    assert box.read(roll=True).roll
    assert box.news() == []


def test_an_input_is_never_seen_until_it_has_moved() -> None:
    box = Box(down=tiles(3))
    assert {one.state for one in box.health.report()} == {State.NEVER_SEEN}

    box.read(tiles(3, 4))
    box.press()

    assert box.state("tile_4") is State.OK
    assert box.state("roll") is State.OK
    assert box.state("tile_3") is State.NEVER_SEEN


@pytest.mark.field("B8")
def test_the_report_says_of_every_input_how_it_does() -> None:
    box = Box(broken=tiles(1))
    box.read(tiles(2))
    box.chatter(tiles(3))
    report = {one.part: one for one in box.health.report()}

    assert [*report] == [*(f"tile_{n}" for n in range(1, COUNT + 1)), "roll"]
    assert report["tile_1"].state is State.BROKEN
    assert (report["tile_2"].down, report["tile_2"].moves) == (True, 1)
    assert report["tile_3"].state is State.NOISY
    assert report["tile_4"].state is State.NEVER_SEEN


def test_a_contact_that_bounces_for_long_is_called_bouncing() -> None:
    box = Box()
    settled = Levels(down=NO_TILES, roll=False)
    for n in range(7):
        box.now += 0.005
        box.health.take(
            Levels(down=NO_TILES if n % 2 else tiles(5), roll=False), settled, now=box.now
        )
    box.read(tiles(5))

    assert box.state("tile_5") is State.BOUNCING
    longest = next(o.bounce_ms for o in box.health.report() if o.part == "tile_5")
    assert 25 <= longest <= 35
    assert box.health.bounced() == (("tile_5", longest),)
    assert box.health.bounced() == ()


@pytest.mark.field("B10")
def test_a_noisy_tile_keeps_its_level_is_told_and_does_not_keep_the_others_from_playing() -> None:
    box = Box(down=tiles(4))
    box.chatter(tiles(4))

    assert box.news() == [InputFailed(part="tile_4", what="noisy")]
    assert box.news() == []
    assert box.believed.down == tiles(4)
    assert box.read(without(all_tiles(COUNT), tiles(4))).down == all_tiles(COUNT)


def test_a_noisy_tile_is_told_to_be_well_after_a_quiet_minute_and_read_again() -> None:
    box = Box(down=tiles(4))
    box.chatter(tiles(4))
    box.news()
    box.read(NO_TILES)
    assert box.believed.down == tiles(4)

    box.now += 60
    box.read()

    assert box.news() == [InputWell(part="tile_4")]
    assert box.believed.down == NO_TILES


def test_a_noisy_roll_button_is_not_pressed() -> None:
    box = Box()
    box.chatter(NO_TILES, roll=True)

    assert box.news() == [InputFailed(part="roll", what="noisy")]
    assert box.health.is_roll_noisy
    assert not box.believed.roll


@pytest.mark.field("B18")
def test_while_the_cable_is_off_no_tile_moves() -> None:
    box = Box(down=tiles(1, 2))
    believed = box.read(NO_TILES, cable=False)

    assert believed.down == tiles(1, 2)
    assert box.news() == [InputFailed(part="cable", what="unplugged")]
    assert box.read(tiles(2), cable=True).down == tiles(2)
    assert box.news() == [InputWell(part="cable")]


def test_a_broken_tile_is_not_read_but_closed_and_opened_by_hand() -> None:
    box = Box(broken=tiles(4))
    assert box.news() == [InputFailed(part="tile_4", what="broken")]
    assert box.read(tiles(4, 5)).down == tiles(5)

    box.health.flip(Tile(4))
    assert box.read().down == tiles(4, 5)
    box.health.flip(Tile(4))
    assert box.read().down == tiles(5)


def test_a_broken_tile_is_at_first_where_it_was_when_the_box_was_last_seen() -> None:
    assert Box(down=tiles(4), broken=tiles(4)).read(NO_TILES).down == tiles(4)


def test_only_broken_tiles_can_be_flipped() -> None:
    box = Box(broken=tiles(4))
    box.health.flip(Tile(5))

    assert box.read().down == NO_TILES


def test_what_is_declared_is_told_and_read_soon() -> None:
    box, woken = Box(), []
    box.health.on_change = lambda: woken.append(True)
    box.health.declare(Tile(4), broken=True)
    assert box.news() == [InputFailed(part="tile_4", what="broken")]
    box.read(tiles(4))
    assert box.believed.down == NO_TILES

    box.health.declare(Tile(4), broken=False)
    assert box.news() == [InputWell(part="tile_4")]
    assert box.read().down == tiles(4)
    assert woken == [True, True]


def test_a_noisy_tile_that_is_declared_broken_is_told_to_be_broken() -> None:
    box = Box()
    box.chatter(tiles(4))
    box.news()
    box.health.declare(Tile(4), broken=True)

    assert box.news() == [InputFailed(part="tile_4", what="broken")]


def test_a_tile_that_stays_where_it_is_in_spite_of_several_presses_is_stuck() -> None:
    box = Box(down=tiles(4))
    box.health.ask(tiles(4))
    for _ in range(IN_VAIN - 1):
        box.press()
    assert box.news() == []

    box.press()

    assert box.news() == [InputFailed(part="tile_4", what="stuck")]
    assert box.state("tile_4") is State.STUCK


def test_a_stuck_tile_that_moves_is_well() -> None:
    box = Box(down=tiles(4))
    box.health.ask(tiles(4))
    for _ in range(IN_VAIN):
        box.press()
    box.news()
    box.read(NO_TILES)

    assert box.news() == [InputWell(part="tile_4")]
    assert box.state("tile_4") is State.OK


def test_a_tile_is_not_stuck_while_others_are_being_moved() -> None:
    box = Box(down=tiles(1, 2, 4))
    for down in (tiles(1, 2, 4), tiles(2, 4), tiles(4)):
        box.read(down)
        box.health.ask(down)
        for _ in range(IN_VAIN - 1):
            box.press()

    assert box.news() == []


def test_many_tiles_are_not_stuck_together() -> None:
    box = Box(down=all_tiles(COUNT))
    box.health.ask(all_tiles(COUNT))
    for _ in range(2 * IN_VAIN):
        box.press()

    assert box.news() == []


def test_a_roll_button_that_nobody_could_hold_for_so_long_is_stuck_until_it_is_up() -> None:
    box = Box()
    box.read(roll=True)
    box.now += HELD_S
    box.read(roll=True)
    assert box.news() == [InputFailed(part="roll", what="stuck")]
    assert box.believed.roll

    box.read(roll=False)
    assert box.news() == [InputWell(part="roll")]


@pytest.mark.parametrize("gap_s", [0.005, 0.2, 0.31, 2.0])
def test_a_change_is_believed_however_long_the_loop_stood_still_in_the_middle(gap_s: float) -> None:
    """One reading sees the change, the next one comes late; it settles only after that."""
    box = Box()
    settle = Settle(8)
    levels = [Levels(down=NO_TILES, roll=False)] * 9 + [Levels(down=tiles(4), roll=True)] * 9
    for number, raw in enumerate(levels):
        box.now += gap_s if number == 10 else 0.005
        box.believed = box.health.take(raw, settle.take(raw), now=box.now) or box.believed

    assert (box.believed.down, box.believed.roll) == (tiles(4), True)


# The menu button, and what is lost


def test_a_menu_button_is_believed_until_it_chatters() -> None:
    health = Health(COUNT, settle_ms=SETTLE_MS)
    pressed, released = (Levels(down=NO_TILES, roll=False, menu=menu) for menu in (True, False))
    now = 100.0
    for levels in (released, pressed):
        for _ in range(2):
            now += 0.5
            believed = health.take(levels, levels, now=now)
    assert believed is not None
    assert believed.menu
    for n in range(1200):
        now += 0.005
        believed = health.take(pressed if n % 2 else released, released, now=now)
    assert believed is not None
    assert not believed.menu
    assert list(health.news()) == [InputFailed(part="menu", what="noisy")]


def test_a_button_that_was_down_when_everything_was_lost_was_not_pressed_in_vain() -> None:
    box = Box()
    box.health.ask(tiles(4))
    for _ in range(IN_VAIN):
        box.read(roll=True)
        box.health.lose()
        box.read(roll=False)
    assert box.state("tile_4") is not State.STUCK


def test_a_button_that_was_down_for_long_before_it_was_lost_is_not_stuck_afterwards() -> None:
    box = Box()
    box.read(roll=True)
    box.now += HELD_S
    box.health.lose()
    box.read(roll=True)
    assert box.news() == []
