"""The mischief of chaos: what goes wrong around the box, and is put right after a while.

Never: plays. Keep: all chance comes from the random source that is handed in; noise is quick
enough that no level of it is ever believed (a pulse of it is shorter than the settle time), so
that what the box must do stays known.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable

from stbpi.games.game import Tile, tiles
from stbpi.sim.chaos_story import Story

EVERY_S = 60.0
"""So many seconds pass on average between two faults."""

BOUNCE_MS = 30
NOISE = ((30, 20.0), (50, 12.0), (100, 8.0), (300, 4.0), (2000, 1.0))
"""Hertz, and for how many seconds at most: each pulse costs time to play. A contact that chatters
for some seconds is not trusted any more."""

STILL_S = 0.5
"""A contact that has just been moved is not known to be there when it begins to chatter, or its
cable is pulled."""

QUICK_HZ = 300
"""Nobody plays while a contact chatters so quickly: it is over when the next thing is done."""

YEAR_S = 31_557_600


class Mischief:
    """Lets things go wrong.

    Args:
        story: what goes wrong goes there.
        chance: what it chooses.

    Attributes:
        count: how often each kind of fault was let happen.
    """

    def __init__(self, story: Story, chance: random.Random) -> None:
        self.count: Counter[str] = Counter()
        self._story = story
        self._chance = chance
        self._next_at = story.now + self._pause()
        self._repairs: list[tuple[float, str]] = []

    async def pass_by(self) -> None:
        """Put right what is due, and let something go wrong if it is time."""
        story = self._story
        for due, line in sorted(self._repairs):
            if due <= story.now:
                await self._repair(due, line)
        if story.now >= self._next_at:
            self._next_at = story.now + self._pause()
            await self._chance.choice(self._kinds())()

    async def end(self) -> None:
        """Put everything right."""
        for due, line in sorted(self._repairs):
            await self._repair(due, line)

    def _kinds(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        return (
            *(self._bounce, self._bounce, self._bounce_roll, self._stick, self._stick_roll),
            *(
                self._noise,
                self._noise_roll,
                self._oled,
                self._disk,
                self._serial,
                self._clock,
                self._cut,
                self._cut,
            ),
            *((self._cable, self._cable) if self._story.box.has_reference else ()),
        )

    async def _bounce(self) -> None:
        for tile in self._chance.sample(range(1, self._tiles + 1), k=self._chance.randint(1, 4)):
            await self._for(
                f"bounce {tile} {self._chance.randint(1, BOUNCE_MS)}", f"bounce {tile} 0"
            )

    async def _bounce_roll(self) -> None:
        await self._for(f"bounce roll {self._chance.randint(1, BOUNCE_MS)}", "bounce roll 0")

    async def _stick(self) -> None:
        tile = self._a_good_tile()
        if tile is not None:
            await self._for(f"stick {tile}", f"unstick {tile}")

    async def _stick_roll(self) -> None:
        if not self._story.is_roll_noisy:
            await self._for("stick roll", "unstick roll")

    async def _noise(self) -> None:
        tile = self._a_good_tile()
        if tile is not None:
            await self._chatter(str(tile))

    async def _noise_roll(self) -> None:
        if None not in self._story.stuck:
            await self._chatter("roll")

    async def _chatter(self, name: str) -> None:
        hz, most_s = self._chance.choice(NOISE)
        line, repair = f"noise {name} {hz}", f"noise {name} 0"
        seconds = round(self._chance.uniform(most_s / 4, most_s), 2)
        await self._story.wait(STILL_S)
        if hz < QUICK_HZ:
            await self._for(line, repair, seconds=seconds)
        elif not self._is_planned(repair):
            self.count["noise"] += 1
            await self._story.fail(line)
            await self._story.wait(seconds)
            await self._story.fail(repair)

    async def _oled(self) -> None:
        await self._for("oled off", "oled on")

    async def _disk(self) -> None:
        await self._for("disk full", "disk ok")

    async def _cable(self) -> None:
        await self._story.wait(STILL_S)
        await self._for("cable off", "cable on")

    async def _serial(self) -> None:
        await self._for("serial off", "serial on")

    async def _clock(self) -> None:
        years = self._chance.uniform(-30, 30)
        self.count["clock"] += 1
        await self._story.fail(f"clock {round(years * YEAR_S)}")

    async def _cut(self) -> None:
        self.count["power"] += 1
        after_ms = self._chance.choice(
            (None, self._chance.randint(0, 400), self._chance.randint(0, 4000))
        )
        await self._story.cut(after_ms)

    async def _for(self, line: str, repair: str, *, seconds: float | None = None) -> None:
        """Let something go wrong for a while, unless it is wrong already."""
        if self._is_planned(repair):
            return
        lasts_s = seconds if seconds is not None else self._chance.uniform(2, 120)
        self._repairs.append((self._story.now + lasts_s, repair))
        self.count[line.split()[0]] += 1
        await self._story.fail(line)

    def _is_planned(self, repair: str) -> bool:
        return any(repair == planned for _, planned in self._repairs)

    async def _repair(self, due: float, line: str) -> None:
        self._repairs.remove((due, line))
        await self._story.fail(line)

    def _a_good_tile(self) -> Tile | None:
        """Choose a tile whose contact neither sticks nor chatters."""
        good = [
            tile
            for tile in map(Tile, range(1, self._tiles + 1))
            if tile not in self._story.stuck and not self._story.noisy & tiles(tile)
        ]
        return self._chance.choice(good) if good else None

    @property
    def _tiles(self) -> int:
        return self._story.box.tile_count

    def _pause(self) -> float:
        return self._chance.expovariate(1 / EVERY_S)
