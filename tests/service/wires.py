"""A box whose wires go anywhere, as the health of its inputs reports it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from stbpi.box.health import InputHealth, State
from stbpi.service.hardware_test import HardwareTest
from stbpi.service.page import ROLL, Page, Verdict, Wiring

PINS = (5, 6, 12, 13, 16, 19, 20, 21, 22, 23, 24, 25)
STEP_S = 0.1


def wiring(count: int = 12, *, closed_is: str = "down", lamps: int = 0) -> Wiring:
    return Wiring(
        tiles=PINS[:count],
        roll=17,
        closed_is=closed_is,
        display="sh1106",
        has_buzzer=True,
        lamps=lamps,
    )


@dataclass
class Box:
    """A box and a test of it.

    Attributes:
        wires: the lines that each part is joined to, as the parts that they should belong to.
        closed_when: whether the tiles' contacts close when they are "down" or "up".
        now: seconds.
        down: the parts that are down (or pressed).
        states: of the inputs that are not ok.
    """

    wired: Wiring
    wires: Mapping[str, tuple[str, ...]]
    closed_when: str = "down"
    rows: int = 0
    now: float = 0.0
    down: set[str] = field(default_factory=set)
    states: dict[str, State] = field(default_factory=dict)
    has_cable: bool = True

    def __post_init__(self) -> None:
        self.test = HardwareTest(self.wired, rows=self.rows)
        self._lines = {
            line: InputHealth(
                part=line,
                state=State.NEVER_SEEN,
                down=self._level(line),
                raw=self._level(line),
                moves=0,
                bounce_ms=0,
            )
            for line in self.wired.pins
        }
        self.look()

    def look(self, times: int = 1) -> None:
        """Let time pass, and the test see how the inputs do."""
        for _ in range(times):
            for line, before in self._lines.items():
                level, state = self._level(line), self.states.get(line, State.OK)
                moves = before.moves + (level != before.raw)
                self._lines[line] = replace(before, raw=level, down=level, moves=moves, state=state)
            self.test.take(tuple(self._lines.values()), now=self.now, has_cable=self.has_cable)
            self.now += STEP_S

    def to_and_fro(self, *parts: str) -> None:
        """Move parts, together, and move them back."""
        self.down |= set(parts)
        self.look(10)
        self.down -= set(parts)
        self.look(10)

    def begin_walk(self) -> None:
        while not self.test.part:
            self.test.next()

    def walk(self) -> None:
        """Do all that the walk asks for; what does not answer is passed over."""
        self.begin_walk()
        while part := self.test.part:
            for _ in range(2):
                if self.test.part == part:
                    self.to_and_fro(part)
            if self.test.part == part:
                self.test.skip()
        assert self.test.view.page is Page.RESULT

    def verdicts(self) -> dict[str, Verdict]:
        return {one.part: one.verdict for one in self.test.result.findings}

    def _level(self, line: str) -> bool:
        is_closed = any(
            self._is_closed(part) for part, lines in self.wires.items() if line in lines
        )
        return is_closed if line == ROLL else is_closed == (self.wired.closed_is == "down")

    def _is_closed(self, part: str) -> bool:
        is_down = part in self.down
        return is_down if part == ROLL else is_down == (self.closed_when == "down")


def straight(wired: Wiring) -> dict[str, tuple[str, ...]]:
    """Wires that all go where they should."""
    return {part: (part,) for part in wired.pins}
