"""Tasks: the pauses of one that tries again and again."""

from __future__ import annotations

import asyncio

from stbpi.sim.virtual import run
from stbpi.tasks import Pauses


def test_each_pause_is_twice_as_long_until_it_is_the_longest_and_they_can_begin_anew() -> None:
    async def main() -> list[float]:
        loop, pauses, rested = asyncio.get_running_loop(), Pauses(1.0, 5.0), []
        for begins_anew in (False, False, False, False, False, True, False):
            if begins_anew:
                pauses.begin_anew()
            began = loop.time()
            await pauses.rest()
            rested.append(loop.time() - began)
        return rested

    assert run(main()) == [1.0, 2.0, 4.0, 5.0, 5.0, 1.0, 2.0]
