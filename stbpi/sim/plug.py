"""The plug of the simulated tiles' cable: its contacts part and mate one after the other.

They do so in any order within some hundredths of a second, and each of them bounces, as the
contacts of a plug do that a hand pulls off or puts in. A line of the cable is closed where the
contact at its end and that of the plug both are.

Never: knows what a line is for. Keep: the same seed gives the same bounces, in the loop's time.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial

from stbpi.sim.contacts import Contact

WITHIN_MS = 60.0
"""From the first contact to the last."""

BOUNCE_MS = 25.0
"""No contact bounces for longer."""


class Plug:
    """A plug that is in at first.

    Args:
        pins: the lines of the cable.
        changed: called whenever another line is joined or parted.
    """

    def __init__(self, pins: Sequence[int], changed: Callable[[], None]) -> None:
        self._changed = changed
        self._joined = set(pins)
        self._contacts = {pin: Contact(partial(self._show, pin), closed=True) for pin in pins}
        self._due: dict[int, asyncio.TimerHandle] = {}
        self.is_out = False

    @property
    def is_settling(self) -> bool:
        """Whether contacts have still to part or mate, or bounce."""
        return bool(self._due) or any(one.is_settling for one in self._contacts.values())

    def joins(self, pin: int) -> bool:
        """Say whether a line is joined now; one that is not in the cable always is."""
        return pin in self._joined or pin not in self._contacts

    def pull(self, *, seed: int) -> None:
        """Pull it; nothing happens if it is out already."""
        self._move(is_out=True, seed=seed)

    def put_in(self, *, seed: int) -> None:
        """Put it in; nothing happens if it is in already."""
        self._move(is_out=False, seed=seed)

    def rest(self) -> None:
        """Let all contacts be as they are now."""
        self._call_off()
        for contact in self._contacts.values():
            contact.rest()

    def _call_off(self) -> None:
        for due in self._due.values():
            due.cancel()
        self._due.clear()

    def _move(self, *, is_out: bool, seed: int) -> None:
        if is_out == self.is_out:
            return
        self.is_out = is_out
        self._call_off()
        chance, later = random.Random(seed), asyncio.get_running_loop().call_later
        for pin, contact in self._contacts.items():
            contact.bounce(chance.uniform(0, BOUNCE_MS), seed=chance.randrange(1 << 32))
            after_s = chance.uniform(0, WITHIN_MS) / 1000
            self._due[pin] = later(after_s, self._touch, pin, not is_out)

    def _touch(self, pin: int, closed: bool) -> None:
        del self._due[pin]
        self._contacts[pin].hold(closed)

    def _show(self, pin: int, closed: bool) -> None:
        (self._joined.add if closed else self._joined.discard)(pin)
        self._changed()
