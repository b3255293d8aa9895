"""Choices of a scenario: what players choose when it is their turn, taken as time passes.

They queue up by player, also over a cut of the power. A bot for whom there is none decides by
itself.

Never: knows what is legal. Keep: a choice is taken sooner than any bot has thought.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from stbpi.games.game import Choose, Phase
from stbpi.sim.simulation import Simulation

PAUSE_S = 0.1
"""How long it is a player's turn before his choice is taken."""

PATIENCE_S = 3.0
"""Who waits for choices to be taken gives up when none was for so long."""

LOOK_S = 0.02

ON = "on"
"""Said before cards where something else could be chosen; nothing is chosen by it alone."""

_CHOOSING = (Phase.CALLING, Phase.LEADING, Phase.FOLLOWING)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chooses, and the line that says so."""

    what: str
    line: int


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be chosen now, by whom, and how many choices of his queue that takes."""

    name: str
    seat: int
    choice: Choice
    takes: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A choice was refused."""

    line: int
    error: BaseException


class Choices:
    """The choices of a script for the players on one box.

    Args:
        box: where they play; `None` before it is built.
        may_choose: says whether cards are dealt by now.
    """

    def __init__(
        self, box: Callable[[], Simulation | None], *, may_choose: Callable[[], bool]
    ) -> None:
        self._box = box
        self._may_choose = may_choose
        self._queues: dict[str, deque[Choice]] = {}
        self._refusal: Refusal | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, name: str, what: str, *, line: int) -> None:
        """Put a choice behind those that a player has already."""
        self._queues.setdefault(name, deque()).append(Choice(what, line))
        self._go_on()

    def names(self) -> Iterator[tuple[str, int]]:
        """Yield whoever has choices, each with the line of the first."""
        yield from ((name, queue[0].line) for name, queue in self._queues.items() if queue)

    def refusal(self) -> Refusal | None:
        """Return the choice that was refused since this was asked last."""
        refusal, self._refusal = self._refusal, None
        if refusal is not None:
            self._go_on()
        return refusal

    async def all_taken(self) -> None:
        """Let time pass until no choice is left, one was refused, or nobody takes any.

        Somebody who plays on, and with nothing, is refused.
        """
        left, quiet_s = self._left(), 0.0
        while left and self._refusal is None and quiet_s < PATIENCE_S:
            await asyncio.sleep(LOOK_S)
            quiet_s = quiet_s + LOOK_S if self._left() == left else 0.0
            left = self._left()
        due = self._due(is_last=True)
        if due is not None and self._refusal is None:
            await self._choose(due)

    async def close(self) -> None:
        """Take no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _left(self) -> int:
        return sum(map(len, self._queues.values()))

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._take())

    async def _take(self) -> None:
        while self._left() and self._refusal is None:
            due, waited_s = self._due(), 0.0
            while due is not None and waited_s < PAUSE_S and self._due() == due:
                await asyncio.sleep(LOOK_S)
                waited_s += LOOK_S
            if due is not None and self._due() == due:
                await self._choose(due)
            await asyncio.sleep(LOOK_S)

    def _due(self, *, is_last: bool = False) -> Due | None:
        """Return what is to be chosen now.

        Args:
            is_last: nothing follows what is in the queues.
        """
        box = self._box()
        scene = None if box is None else box.daemon.table.scene
        if scene is None or scene.page is not None or not self._may_choose():
            return None
        view = scene.view
        name = next((one.name for one in view.players if one.seat == view.player), "")
        queue = self._queues.get(name)
        if not queue or view.player is None or view.phase not in _CHOOSING:
            return None
        if queue[0].what != ON or (is_last and len(queue) == 1):
            return Due(name, view.player, queue[0], takes=1)
        return Due(name, view.player, queue[1], takes=2) if len(queue) > 1 else None

    async def _choose(self, due: Due) -> None:
        """Let a player choose; a choice that a cut of the power has lost is left in the queue."""
        box = self._box()
        assert box is not None
        what, plays_on = due.choice.what, due.takes > 1
        before = box.disk.recorded[-1].n
        asked = asyncio.create_task(
            box.operate(Choose(seat=due.seat, what=what, plays_on=plays_on))
        )
        await asyncio.wait({asked})
        error = None
        if not asked.cancelled():
            error = asked.exception()
        else:
            await asyncio.sleep(PAUSE_S)  # the power is back by then
            later = (one.event for one in box.disk.recorded if one.n > before)
            if not any(getattr(event, "player", None) == due.seat for event in later):
                return
        for _ in range(due.takes):
            self._queues[due.name].popleft()
        if error is not None:
            self._refusal = Refusal(due.choice.line, error)
