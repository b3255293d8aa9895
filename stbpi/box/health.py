"""Health: how well each input works, and what is believed in place of one that doesn't.

    ok · bouncing · noisy · stuck · never seen · broken

A noisy line keeps the level it had before (`restless`). A broken tile is one that a person has
declared so, in the configuration or in the menu: its switch is not looked at any more, and the
menu closes and opens it. While the tiles' cable is off, or may be, no tile moves (`cable`). A tile
is stuck if a person is asked to move it, presses the button again and again, and it stays where it
is; the roll button is stuck if nobody could be holding it for so long. What is stuck is believed
all the same: it is told, that is all.

Never: reads a clock, knows why a tile is to be moved. Keep: one bad input never keeps the others
from being believed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from stbpi.box.cable import Cable
from stbpi.box.port import InputFailed, InputWell, Levels
from stbpi.box.restless import Line
from stbpi.box.settle import CABLE, MENU, ROLL, line_of, lines_of, pack, unpack
from stbpi.games.game import NO_TILES, Tile, Tiles, all_tiles, members, tiles, without

IN_VAIN = 3
"""A tile that has not moved after so many presses, all in vain because of it, is stuck."""

HELD_S = 30.0
"""A roll button that is down for so long is stuck."""

FEW = 3
"""More tiles than that are not stuck: nobody has begun to move them."""

EDGE_S = 0.002
"""An edge is known a little later than it came."""

BOUNCES = 0.6
"""A line that bounces for longer than this part of the settle time is worth a new switch."""


class State(StrEnum):
    """How well an input works; the values are public."""

    OK = "ok"
    BOUNCING = "bouncing"
    NOISY = "noisy"
    STUCK = "stuck"
    NEVER_SEEN = "never_seen"
    BROKEN = "broken"


_TOLD = (State.NOISY, State.STUCK, State.BROKEN)
CABLE_OFF = "unplugged"


@dataclass(frozen=True, slots=True, kw_only=True)
class InputHealth:
    """How one input does.

    Attributes:
        part: `tile_4` or `roll`.
        state: how well it works.
        down: it is down (or pressed), as believed.
        raw: it is down (or pressed), as read last.
        moves: how often it has moved since the start.
        bounce_ms: how long it has bounced at the most.
    """

    part: str
    state: State
    down: bool
    raw: bool
    moves: int
    bounce_ms: int


class Health:
    """Watches all inputs of a box.

    Args:
        count: how many tiles are wired.
        settle_ms: how long a level must last to be believed.
        down: the tiles that were down when the box was last seen.
        broken: the tiles that are declared broken.
        has_reference: whether a contact tells that the tiles' cable is plugged in.

    Attributes:
        on_change: called when something is declared, so that the next reading comes soon.
        broken: the tiles that are declared broken.
    """

    def __init__(
        self,
        count: int,
        *,
        settle_ms: int,
        down: Tiles = NO_TILES,
        broken: Tiles = NO_TILES,
        has_reference: bool = False,
    ) -> None:
        self.on_change: Callable[[], None] = _nobody
        self.broken = broken
        self._bounces_told: dict[str, int] = {}
        self._settle_ms = settle_ms
        self._tiles = members(all_tiles(count))
        self._lines = {
            mask: Line(level=bool(lines_of(down) & mask), settle_s=settle_ms / 1000)
            for mask in (ROLL, MENU, *(line_of(tile) for tile in self._tiles))
        }
        self._down = down
        self._believed = lines_of(down)
        self._uneasy = set(self._lines)
        self._noisy = 0
        self._waiting = sum(self._lines) & ~self._believed
        self._wrong: tuple[int, ...] = ()
        self._edge_at = -math.inf
        self._raw = -1
        self._cable = Cable(has_reference=has_reference)
        self._unsure = NO_TILES
        self._told: dict[str, str] = {}
        self._asked = _Asked()
        self._roll_down_since: float | None = None
        self._is_roll_stuck = False

    # What is believed

    def take(
        self, raw: Levels, settled: Levels | None, *, now: float, edged: bool = False
    ) -> Levels | None:
        """Take a reading; return what is to be believed, `None` before anything has settled.

        Args:
            raw: what was read.
            settled: what has settled of it.
            now: when it was read, in seconds of any clock that never goes back.
            edged: a line has had an edge since the reading before.
        """
        if edged:
            self._edge_at = now
        silent = now - self._edge_at >= self._settle_ms / 1000 - EDGE_S
        mask = pack(raw)
        changed = 0 if self._raw < 0 else mask ^ self._raw
        self._raw = mask
        if changed:
            self._uneasy |= {line for line in self._lines if line & changed}
        levels = None if settled is None else pack(settled)
        self._waiting = 0
        for bit in tuple(self._uneasy):
            line = self._lines[bit]
            is_settled = None if levels is None else bool(levels & bit)
            moved = bool(bit & changed)
            is_at_rest = line.take(changed=moved, settled=is_settled, now=now, silent=silent)
            self._believed = self._believed | bit if line.believed else self._believed & ~bit
            self._noisy = self._noisy | bit if line.is_noisy else self._noisy & ~bit
            if (self._believed ^ mask) & bit:
                self._waiting |= bit
            elif is_at_rest:
                self._uneasy.discard(bit)
        is_plugged_in = settled is None or settled.cable
        is_still = not sum(self._uneasy) & ~(ROLL | MENU | self.unbelieved)
        self._cable.watch(closed=raw.cable, settled=is_plugged_in, is_at_rest=is_still, now=now)
        if settled is None:
            return None
        passed = self._cable.passed(unpack(self._believed), now=now)
        return None if passed is None else self._in_place(passed, now)

    def lose(self) -> None:
        """Take that nothing can be read for now: a button that was down is not let go by that."""
        self._roll_down_since = None
        self._is_roll_stuck = False
        self._asked.lose()
        self._cable.lose()

    @property
    def unbelieved(self) -> int:
        """The lines that are not believed at present, as a mask (see `settle.pack`)."""
        return self._noisy | lines_of(self.broken) | self._cable.is_off * CABLE

    @property
    def is_waiting(self) -> bool:
        """Whether something has settled but must be so for longer to be believed."""
        return bool(self._waiting & ~self.unbelieved) or self._cable.is_waiting

    @property
    def is_at_ease(self) -> bool:
        """Whether nothing is expected of a reading that shows what the one before has shown."""
        return not self._uneasy and self._cable.is_at_ease

    @property
    def is_roll_noisy(self) -> bool:
        """Whether the roll button is not believed."""
        return self._lines[ROLL].is_noisy

    @property
    def is_roll_in_doubt(self) -> bool:
        """Whether the roll button is not believed, or has been down for too long."""
        return self._is_roll_stuck or self.is_roll_noisy

    def _in_place(self, believed: Levels, now: float) -> Levels:
        """Put what is known in place of what can't be read."""
        if self._cable.is_in_doubt:
            self._unsure = all_tiles(len(self._tiles))
        else:  # a noisy line falls back to where it was, which may have been an open cable
            self._unsure = Tiles(self._unsure & unpack(self._noisy).down)
        kept = Tiles(self.broken | self._unsure)
        down = Tiles(without(believed.down, kept) | self._down & kept)
        moved, self._down = Tiles(down ^ self._down), down
        is_pressed = believed.roll and not self.is_roll_noisy
        self._watch_roll(is_pressed, now)
        self._asked.take(moved, is_pressed=is_pressed)
        menu = believed.menu and not self._lines[MENU].is_noisy
        return Levels(down=down, roll=is_pressed, cable=not self._cable.is_off, menu=menu)

    def _watch_roll(self, is_pressed: bool, now: float) -> None:
        if not is_pressed:
            self._roll_down_since = None
        elif self._roll_down_since is None:
            self._roll_down_since = now
        since = self._roll_down_since
        self._is_roll_stuck = since is not None and now - since >= HELD_S

    # What a person does about it

    def ask(self, asked: Tiles) -> None:
        """Say which tiles a person is asked to move."""
        self._asked.ask(asked)

    def declare(self, tile: Tile, *, broken: bool) -> None:
        """Declare a tile broken, or working again."""
        self.broken = (
            Tiles(self.broken | tiles(tile)) if broken else without(self.broken, tiles(tile))
        )
        self._asked.forget(tiles(tile))
        self.on_change()

    def flip(self, tile: Tile) -> None:
        """Close a broken tile that is open, or open it."""
        self._down = Tiles(self._down ^ tiles(tile) & self.broken)
        self.on_change()

    # What is told of it

    def news(self) -> Iterator[InputFailed | InputWell]:
        """Tell what has failed or is well again since the last call."""
        before_it, self._wrong = self._wrong, self._what_is_wrong()
        if self._wrong == before_it:
            return
        now = {one.part: one.state.value for one in self._report_of_failing() if one.state in _TOLD}
        if self._cable.is_off:
            now["cable"] = CABLE_OFF
        before, self._told = self._told, now
        if now == before:
            return
        for part in before:
            if part not in now:
                yield InputWell(part=part)
        for part, what in now.items():
            if before.get(part) != what:
                yield InputFailed(part=part, what=what)

    def report(self) -> tuple[InputHealth, ...]:
        """Return how all inputs do: the tiles, then the roll button."""
        return (*(self._of_tile(tile) for tile in self._tiles), self._of_roll())

    def bounced(self) -> tuple[tuple[str, int], ...]:
        """Return which parts have bounced longer than was told of them, and for how many ms."""
        news = tuple(
            (one.part, one.bounce_ms)
            for one in self.report()
            if one.bounce_ms > self._bounces_told.get(one.part, 0)
        )
        self._bounces_told.update(news)
        return news

    def _what_is_wrong(self) -> tuple[int, ...]:
        """Return all that `news` is made of."""
        stuck = self._asked.stuck
        return self._noisy, self.broken, stuck, self._is_roll_stuck, self._cable.is_off

    def _report_of_failing(self) -> Iterator[InputHealth]:
        suspects = self.broken | self._asked.stuck
        for tile in self._tiles:
            if suspects & tiles(tile) or self._lines[line_of(tile)].is_noisy:
                yield self._of_tile(tile)
        if self.is_roll_in_doubt:
            yield self._of_roll()
        if self._lines[MENU].is_noisy:
            yield self._of("menu", MENU, down=False, is_broken=False, is_stuck=False)

    def _of_tile(self, tile: Tile) -> InputHealth:
        return self._of(
            f"tile_{tile}",
            line_of(tile),
            down=bool(self._down & tiles(tile)),
            is_broken=bool(self.broken & tiles(tile)),
            is_stuck=bool(self._asked.stuck & tiles(tile)),
        )

    def _of_roll(self) -> InputHealth:
        roll = self._lines[ROLL]
        is_pressed = roll.believed and not roll.is_noisy
        return self._of(
            "roll", ROLL, down=is_pressed, is_broken=False, is_stuck=self._is_roll_stuck
        )

    def _of(
        self, part: str, mask: int, *, down: bool, is_broken: bool, is_stuck: bool
    ) -> InputHealth:
        line = self._lines[mask]
        bounce_ms = round(line.bounce_s * 1000)
        if is_broken:
            state = State.BROKEN
        elif line.is_noisy:
            state = State.NOISY
        elif is_stuck:
            state = State.STUCK
        elif not line.moves:
            state = State.NEVER_SEEN
        else:
            bounces = bounce_ms > BOUNCES * self._settle_ms
            state = State.BOUNCING if bounces else State.OK
        return InputHealth(
            part=part,
            state=state,
            down=down,
            raw=bool(self._raw & mask),
            moves=line.moves,
            bounce_ms=bounce_ms,
        )


class _Asked:
    """The tiles that a person is asked to move, and those of them that don't answer."""

    def __init__(self) -> None:
        self.stuck = NO_TILES
        self._asked = NO_TILES
        self._presses = 0
        self._was_pressed = False

    def ask(self, asked: Tiles) -> None:
        if without(asked, self._asked):
            self._presses = 0
        self._asked = asked

    def forget(self, gone: Tiles) -> None:
        self.stuck = without(self.stuck, gone)
        self._presses = 0

    def lose(self) -> None:
        """Take that nothing can be read for now."""
        self._was_pressed = False

    def take(self, moved: Tiles, *, is_pressed: bool) -> None:
        """Take what has just happened at the box."""
        if moved:
            self.stuck = without(self.stuck, moved)
            self._presses = 0
        if self._was_pressed and not is_pressed:
            self._presses += 1
            if self._presses >= IN_VAIN and self._asked.bit_count() <= FEW:
                self.stuck = Tiles(self.stuck | self._asked)
        self._was_pressed = is_pressed


def _nobody() -> None:
    """Nobody reads yet."""
