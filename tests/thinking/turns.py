"""A turn of which everything is known, and who thinks about it at a table in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stbpi.thinking.advice import Coaching
from tests.host import Host

NUMBERS = (5, 4, 6, 2, 5, 6, 4, 3, 3, 2, 1, 2, 4)
"""What the dice show in the turn."""

CLOSED = ((9,), (8,), (4, 7), (1, 6), (5,), (3,))
"""What is closed for them; the last throw, of one die, can't be covered."""

SETTLED_S = 0.01


async def thought(host: Host) -> Coaching | None:
    """Wait until everything has been thought of, and return what is shown of it.

    The clock stands still while somebody thinks.
    """
    await asyncio.sleep(SETTLED_S)
    await host.until_quiet()
    return host.scenes[-1].coaching


async def play(host: Host, look: Callable[[Coaching | None], None] = lambda _: None) -> None:
    """Play the turn; look at what is said after every throw and every cover."""
    for closed in CLOSED:
        await host.press()
        look(await thought(host))
        await host.lower(*closed)
        look(await thought(host))
    await host.hold()
    look(await thought(host))
