"""The player of chaos: plays by what the display shows, as people do.

He thinks before he acts, sweeps over several tiles or flips them one by one, tries wrong covers
and changes his mind, lifts what is closed already, presses when he may not, opens the menu, goes
away. What the display does not show although his hand has done it, he takes for a bad contact.

Never: knows more of the box than the display shows, but for what is legal; knows a game (its
module `chaos` does). Keep: all chance comes from the random source that is handed in.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from stbpi.desk.page import Act, MenuLine
from stbpi.games.game import (
    Phase,
    Prompt,
    Tile,
    Tiles,
    all_tiles,
    members,
    tiles,
    without,
)
from stbpi.sim.chaos_rules import change
from stbpi.sim.chaos_story import Story

MENU_HOLD = "hold 3.3"
HOLDS_S = ((0.9, 1.5), (1.7, 2.2), (2.4, 2.9))
"""The button says something else from 0.8, 1.6, 2.3 and 3 s on."""

PATIENCE_S = 150
"""A tile that is shown wrongly for so long, with a good contact, is a bug."""


class Player:
    """Plays for everybody at the box.

    Args:
        story: what he does goes there.
        chance: what he chooses.
    """

    def __init__(self, story: Story, chance: random.Random) -> None:
        self._story = story
        self._chance = chance
        self._wants_end = False

    async def act(self) -> None:
        """Think, and do the next thing."""
        await self._think()
        story = self._story
        is_at_play = story.scene.page is None and not story.is_calling
        if story.misread and is_at_play and self._is_likely(0.7):
            await self._mend(story.misread)
            return
        if self._is_likely(0.02):
            await self._strange()
            return
        await self._deeds()[story.view.phase]()

    def _deeds(self) -> dict[Phase, Callable[[], Awaitable[None]]]:
        return {
            Phase.SETUP: self._set_up,
            Phase.RAISE_TILES: self._put_right,
            Phase.READY: self._throw,
            Phase.COVERING: self._cover,
            Phase.WRONG: self._put_right,
            Phase.CALLING: self._choose,
            Phase.LEADING: self._choose,
            Phase.FOLLOWING: self._choose,
            Phase.TURN_OVER: self._look_on,
            Phase.MATCH_OVER: self._play_again,
            Phase.MENU: self._in_the_menu,
            Phase.ATTRACT: self._come_by,
        }

    # In a turn

    async def _put_right(self) -> None:
        """Move the tiles that the display names: all, some, or also another."""
        view = self._story.view
        named = self._some(view.named, all_with=0.85)
        if self._is_likely(0.03):
            named = Tiles(named | self._any_tile())
        if view.prompt is Prompt.RAISE:
            await self._move(named, down=False)
        else:
            await self._move(named, down=True)

    async def _throw(self) -> None:
        """Throw, with fewer dice now and then, allowed or not."""
        story = self._story
        if self._match_is_long():
            self._wants_end = True
            await self._press(MENU_HOLD)
        elif story.view.is_bots_turn:
            await self._look_at_the_bot()
        elif story.view.real_dice and not story.view.moved:
            await self._throw_real_dice()
        elif self._is_likely(0.02):
            await self._move(self._any_tile(), down=True)
        elif self._is_likely(0.4 if story.view.dice_allowed[:-1] else 0.02):
            await self._press(self._hold())
        else:
            await self._press("press")

    async def _look_at_the_bot(self) -> None:
        """Let the bot act; some press all the same, or move a tile."""
        if self._is_likely(0.1):
            await self._press("press" if self._is_likely(0.8) else self._hold())
        elif self._is_likely(0.05):
            await self._move(self._any_tile(), down=self._is_likely(0.5))
        else:
            await self._story.wait(self._seconds(0.5, 3))

    async def _throw_real_dice(self) -> None:
        """Close tiles for a throw, or say that none fits it; some press without either."""
        if self._is_likely(0.05):
            await self._press("press")
        elif self._is_likely(0.2):
            await self._tell_no_move()
        else:
            await self._towards(self._chance.choice(self._ways()))

    async def _tell_no_move(self) -> None:
        if self._is_likely(0.5):
            await self._story.operate("no_move")
        else:
            await self._press(MENU_HOLD)

    async def _cover(self) -> None:
        view = self._story.view
        if view.prompt is Prompt.CLOSE_AGAIN:
            await self._move(view.named, down=True)
        elif view.prompt is Prompt.WAIT:
            await self._look_at_the_bot()
        elif view.left == 0 or (view.real_dice and not view.moved):
            await self._covered()
        elif self._is_likely(0.03):
            await self._press("press")
        elif view.may_stop and self._is_likely(0.05):
            await self._stop()
        elif self._is_likely(0.03):
            await self._move(self._any_tile(), down=True)
        else:
            await self._towards(self._chance.choice(self._ways()))

    async def _covered(self) -> None:
        """Throw again, or change his mind."""
        moved = self._moved()
        if moved and self._is_likely(0.06):
            await self._move(self._some(moved, all_with=0.5), down=False)
        elif self._story.view.committed & self._story.hand and self._is_likely(0.03):
            await self._move(self._one_of(self._story.view.committed), down=False)
        else:
            await self._throw()

    async def _towards(self, cover: Tiles) -> None:
        """Raise what is not in the cover, then close it: at a sweep, or tile by tile."""
        surplus = without(self._moved(), cover)
        if surplus:
            await self._move(surplus, down=False)
            return
        await self._close(without(cover, self._story.hand))

    async def _close(self, some: Tiles) -> None:
        """Close tiles at a sweep, or tile by tile as long as that is what is asked for."""
        if self._is_likely(0.5):
            await self._move(some, down=True)
            return
        phase = self._story.view.phase
        for tile in self._shuffled(some):
            await self._story.lower(tiles(tile))
            await self._story.wait(self._seconds(0.3, 2))
            if self._story.view.phase is not phase:
                return

    async def _choose(self) -> None:
        """Choose by tiles, presses and a hold; some do so before anything is offered."""
        prompt = self._story.view.prompt
        offered = self._story.oracle.chaos.offered(self._story.view)
        other_tiles = 0.6 if prompt is Prompt.CLAIM else 0.2
        if prompt is Prompt.WAIT:
            await self._look_at_the_bot()
        elif self._is_likely(0.02):
            await self._press(MENU_HOLD)
        elif self._is_likely(0.03):
            await self._move(self._any_tile(), down=self._is_likely(0.5))
        elif self._is_likely(other_tiles) or not (offered or self._is_likely(0.05)):
            way = self._chance.choice(self._ways())
            await self._move(without(self._moved(), way), down=False)
            await self._close(without(way, self._story.hand))
        elif offered > 1 and self._is_likely(0.5):
            await self._press("press")
        else:
            await self._press(self._hold() if self._is_likely(0.9) else "press")

    async def _stop(self) -> None:
        if self._is_likely(0.5):
            await self._story.operate("stop")
        else:
            await self._press(MENU_HOLD)

    async def _look_on(self) -> None:
        """Look at the result; some press, some move tiles, most wait."""
        if self._is_likely(0.1):
            await self._press("press")
        elif self._is_likely(0.1):
            await self._move(self._any_tile(), down=self._is_likely(0.5))
        await self._story.wait(2.2)

    # Around a match

    async def _play_again(self) -> None:
        self._wants_end = False
        await self._story.expect_all()
        if self._is_likely(0.08):
            await self._press(MENU_HOLD)
        elif self._is_likely(0.4):
            await self._press(self._hold())
        else:
            await self._press("press")

    async def _set_up(self) -> None:
        story = self._story
        if self._is_likely(0.1):
            await self._press(MENU_HOLD)
        elif self._is_likely(0.5):
            await self._press(self._hold())
        elif self._is_likely(0.5):
            key = tiles(min(self._chance.choice((1, 2, 2, 3, 4, 6, 8)), story.view.tiles))
            if story.hand & key:
                await self._move(key, down=False)
            await self._move(key, down=True)
        else:
            await self._press("press")

    async def _come_by(self) -> None:
        """Come to a box that calls for players: press, hold, or move a tile."""
        if self._is_likely(0.6):
            await self._press(self._hold() if self._is_likely(0.3) else "press")
        else:
            await self._move(self._any_tile(), down=self._is_likely(0.5))

    async def _in_the_menu(self) -> None:
        menu = self._story.scene.menu
        if menu is None:
            await self._press(self._hold() if self._is_likely(0.4) else "press")
        elif self._is_wanted(menu.chosen):
            self._wants_end = False
            await self._press(self._hold())
        elif self._is_likely(0.03):
            await self._move(self._any_tile(), down=self._is_likely(0.5))
        elif self._is_likely(0.03):
            await self._story.wait(16)
        else:
            await self._press("press")

    def _is_wanted(self, line: MenuLine) -> bool:
        """Say whether he chooses a line of the menu when he comes to it."""
        match line.act:
            case Act.NO_MOVE:
                return self._is_likely(0.7)
            case Act.END:
                return self._wants_end or self._is_likely(0.15)
            case Act.OPEN | Act.CLOSE if line.tile is not None:
                return bool(self._story.misread & tiles(line.tile)) or self._is_likely(0.05)
            case Act.MEND:
                return self._is_likely(0.4)
            case Act.BREAK:
                return self._is_likely(0.02)
            case Act.SWITCHES:
                return self._is_likely(0.5 if self._story.broken else 0.1)
            case Act.RULES | Act.LANDLORD:
                return False
            case Act.GAME:
                return self._is_likely(0.6)
            case _:
                return self._is_likely(0.2)

    # Anywhere

    async def _strange(self) -> None:
        """Do what nobody would think of."""
        story = self._story
        if story.scene.page is not None or story.is_calling:
            return
        match self._chance.randrange(6):
            case 0 if story.oracle.is_playing:
                await story.operate(self._chance.choice(("undo", "undo", "stop", "no_move")))
            case 1 if story.oracle.is_playing and story.oracle.chaos.VALUES:
                field, value = change(story.view.game, self._chance)
                await story.operate(f"set {field}={value}")
            case 2:
                await self._press(MENU_HOLD)
            case 3:
                await self._move(self._any_tile(), down=self._is_likely(0.5))
            case 4:
                await story.wait(self._seconds(20, 300))
            case _ if self._is_likely(0.1):
                await story.wait(self._seconds(700, 2000))

    async def _mend(self, misread: Tiles) -> None:
        """Mend the contacts of tiles that are shown wrongly, and wait until they are trusted."""
        story = self._story
        if misread & story.broken:
            await self._press(MENU_HOLD)
            return
        if story.is_cable_off:
            await story.fail("cable on")
        for tile in members(misread):
            if tile in story.stuck:
                await story.fail(f"unstick {tile}")
            if story.noisy & tiles(tile):
                await story.fail(f"noise {tile} 0")
        since = story.now
        while story.misread and story.now - since < PATIENCE_S:
            await story.wait(self._seconds(2, 20))
        await story.expect_standing()

    async def _press(self, line: str) -> None:
        story = self._story
        if not story.may_press:
            await story.wait(2)
        if "roll" in story.scene.faults:
            await self._leave_the_button_alone()
        await story.button(line)
        if None in story.stuck and self._is_likely(0.5):
            await story.fail("unstick roll")

    async def _leave_the_button_alone(self) -> None:
        """Mend the button, and wait until it is trusted again."""
        story = self._story
        if story.is_roll_noisy:
            await story.fail("noise roll 0")
        since = story.now
        while "roll" in story.scene.faults and story.now - since < PATIENCE_S:
            await story.wait(self._seconds(10, 30))

    async def _move(self, some: Tiles, *, down: bool) -> None:
        """Move tiles, at a sweep or one by one; in the set-up always one by one."""
        story = self._story
        moved = without(some, story.hand) if down else Tiles(some & story.hand)
        if not moved:
            return
        move = story.lower if down else story.lift
        if story.view.phase is not Phase.SETUP and self._is_likely(0.7):
            await move(moved)
            return
        for tile in self._shuffled(moved):
            await move(tiles(tile))
            await story.wait(self._seconds(0.3, 1))

    async def _think(self) -> None:
        """Think for as long as people in a bar do, or talk to somebody first."""
        if self._is_likely(0.2):
            await self._story.wait(self._seconds(8, 30))
        else:
            await self._story.wait(self._seconds(1.5, 8))

    # Chance

    def _is_likely(self, p: float) -> bool:
        return self._chance.random() < p

    def _hold(self) -> str:
        """Hold the button for a while that is clearly between two of its marks."""
        return f"hold {self._seconds(*self._chance.choice(HOLDS_S))}"

    def _seconds(self, least: float, most: float) -> float:
        return round(self._chance.uniform(least, most), 2)

    def _some(self, of: Tiles, *, all_with: float) -> Tiles:
        """Return all of them, or one."""
        return of if not of or self._is_likely(all_with) else self._one_of(of)

    def _one_of(self, of: Tiles) -> Tiles:
        return tiles(self._chance.choice(members(of)))

    def _shuffled(self, some: Tiles) -> list[Tile]:
        return self._chance.sample(members(some), k=some.bit_count())

    def _any_tile(self) -> Tiles:
        return tiles(self._chance.randint(1, self._story.box.tile_count))

    # What he sees

    def _match_is_long(self) -> bool:
        oracle = self._story.oracle
        return oracle.chaos.is_long(oracle.match) and self._is_likely(0.5)

    def _moved(self) -> Tiles:
        """Return the tiles that he has closed since the throw."""
        view = self._story.view
        return without(Tiles(all_tiles(view.tiles) & ~view.standing), view.committed)

    def _ways(self) -> tuple[Tiles, ...]:
        """List which tiles may be closed together."""
        return self._story.oracle.chaos.ways(self._story.oracle.match)
