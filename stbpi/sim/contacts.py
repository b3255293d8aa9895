"""Contacts: what a simulated switch shows while the hand moves it.

A good contact shows at once where the hand holds it. A worn one bounces for a while after every
change, a loose one chatters all the time, a stuck one keeps its level:

    stuck: keeps its level  >  noisy: chatters  >  bouncing: chatters after a change  >  good

Trains of pulses are played in the loop's time and come from a seed, so that they are
the same every time.

Never: knows a pin or a tile. Keep: a bouncing contact shows the new level for long enough, often
enough, that the old one is never believed again (see `bounces`); the hand may move it at any
time, and the train that is being played then ends at once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Iterator

PULSE_MS = (0.2, 4.0)

LONG_MS = 5.5
"""Longer than the time between two readings: one of them falls into it."""

EVERY_MS = 14.0
"""So long after a long pulse the next one is due. From one to the end of the next it takes at
most 14 + 4 + 4 + 5.5 ms, which is less than the shortest time after which a level is believed by
default (35 ms)."""


def bounces(chance: random.Random, ms: float, level: bool) -> Iterator[tuple[float, bool]]:
    """Make the train of a contact that has just come to a level, and stays there after `ms`.

    A level is believed when some readings in a row agree. However the readings fall, one in each
    such row finds the new level: once believed, it stays so, however long the contact bounces.

    >>> [(round(ms, 1), level) for ms, level in bounces(random.Random(1), 2, True)]
    [(0.3, False), (0.6, True), (0.6, False), (0.3, True), (0.3, True)]
    """
    shortest, longest = (min(pulse, ms / 3) for pulse in PULSE_MS)
    left, since_long, now = ms, 0.0, level
    while True:
        is_long = now == level and since_long >= EVERY_MS
        pulse = LONG_MS if is_long else chance.uniform(shortest, longest)
        if pulse >= left:
            yield left, level
            return
        left -= pulse
        since_long = 0.0 if is_long else since_long + pulse
        now = not now
        yield pulse, now


def noise(chance: random.Random, hz: float, level: bool) -> Iterator[tuple[float, bool]]:
    """Make the endless train of a contact that opens and closes `hz` times a second.

    No two pulses are equally long: an even train would beat with the readings and look like a
    contact that is still.

    Args:
        level: what it shows at first.
    """
    while True:
        level = not level
        yield 1000 / (2 * hz) * chance.uniform(0.5, 1.5), level


class Contact:
    """One contact between the hand and a line.

    Args:
        show: makes the line show a level.
        closed: where the hand holds it at first.
    """

    def __init__(self, show: Callable[[bool], None], *, closed: bool) -> None:
        self._show = show
        self._held = self._shown = closed
        self._is_stuck = False
        self._bounce_ms = self._noise_hz = 0.0
        self._bounce_chance = self._noise_chance = random.Random(0)
        self._train: Iterator[tuple[float, bool]] = iter(())
        self._next: asyncio.TimerHandle | None = None

    @property
    def is_settling(self) -> bool:
        """Whether it chatters, but will come to rest."""
        return self._is_chattering and not self._noise_hz

    @property
    def is_stuck(self) -> bool:
        """Whether it keeps its level."""
        return self._is_stuck

    @property
    def noise_hz(self) -> float:
        """How often a second it chatters; 0 if it doesn't."""
        return self._noise_hz

    @property
    def bounce_ms(self) -> float:
        """How long it chatters after each change."""
        return self._bounce_ms

    @property
    def settling_ms(self) -> float:
        """How long it takes to come to rest after the next change."""
        return 0 if self._is_stuck or self._noise_hz else self._bounce_ms

    def hold(self, closed: bool) -> None:
        """Hold it closed or open; nothing happens if it is held so already."""
        if closed != self._held:
            self._held = closed
            self._follow()

    def reapply(self) -> None:
        """Make the line show what the contact shows."""
        self._show(self._shown)

    def bounce(self, ms: float, *, seed: int) -> None:
        """Let every later change chatter for so long; 0 ends it."""
        self._bounce_ms, self._bounce_chance = ms, random.Random(seed)

    def noise(self, hz: float, *, seed: int) -> None:
        """Let it chatter from now on; 0 ends it."""
        self._noise_hz, self._noise_chance = hz, random.Random(seed)
        self._change()

    def stick(self) -> None:
        """Keep the level that it shows, whatever the hand does."""
        self._is_stuck = True
        self.rest()

    def unstick(self) -> None:
        """Show again where the hand is."""
        self._is_stuck = False
        self._change()

    def rest(self) -> None:
        """Stop chattering, wherever it is."""
        if self._next is not None:
            self._next.cancel()
            self._next = None

    @property
    def _is_chattering(self) -> bool:
        return self._next is not None

    def _change(self) -> None:
        """Come to what is to be shown by what is now wrong with the contact."""
        if self._noise_hz and not self._is_stuck:
            self._play(noise(self._noise_chance, self._noise_hz, self._shown))
        elif self._shown != self._held or self._is_chattering:
            self._follow()

    def _follow(self) -> None:
        """Come to where the hand is, if that can be."""
        if self._is_stuck or self._noise_hz:
            return
        self.rest()
        self._touch(self._held)
        if self._bounce_ms:
            self._play(bounces(self._bounce_chance, self._bounce_ms, self._held))

    def _play(self, train: Iterable[tuple[float, bool]]) -> None:
        """Play a train; a task for each would take most of the time of a long chatter."""
        self.rest()
        self._train = iter(train)
        self._go_on()

    def _go_on(self) -> None:
        self._next = None
        pulse = next(self._train, None)
        if pulse is not None:
            ms, level = pulse
            self._next = asyncio.get_running_loop().call_later(ms / 1000, self._pulse, level)

    def _pulse(self, level: bool) -> None:
        self._touch(level)
        self._go_on()

    def _touch(self, closed: bool) -> None:
        self._shown = closed
        self._show(closed)
