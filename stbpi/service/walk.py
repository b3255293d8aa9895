"""The walk: a person moves one part after the other, and the lines that move tell the wiring.

Each part is moved and moved back, and only then the next one is asked for: so every step begins
with all tiles up, and two tiles on one contact give themselves away by moving the same line. If
two lines move at once, that may have been a sleeve: the part is asked for once more.

Never: reads a clock or a pin, knows what is shown. Keep: a correction is offered only if it
follows from what was seen; a pin that nobody has moved stays with its part where it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.box.health import InputHealth, State
from stbpi.service.page import ROLL, Correction, Finding, Result, Verdict, Wiring

STILL_S = 0.3
"""A part that is back, and has not moved for so long, has answered."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """The lines that a part has moved, and whether they read the other way round before."""

    lines: tuple[str, ...]
    is_reversed: bool = False


class Walk:
    """Watches which line moves when a part is moved.

    Args:
        wiring: what the configuration says.

    Attributes:
        is_again: the part is asked for once more, as two lines had moved.
        seen: the parts whose lines have moved since it was asked for.
    """

    def __init__(self, wiring: Wiring) -> None:
        self.is_again = False
        self.seen: tuple[str, ...] = ()
        self._wiring = wiring
        self._part = ""
        self._answers: dict[str, _Answer] = {}
        self._base: dict[str, InputHealth] = {}
        self._last: tuple[object, ...] = ()
        self._moved_at = 0.0

    @property
    def is_begun(self) -> bool:
        """Whether any part has answered, or was passed over."""
        return bool(self._answers)

    def ask(self, part: str, report: Sequence[InputHealth]) -> None:
        """Begin a step: forget what is known of a part, and watch for it."""
        self.is_again = False
        self._part = part
        self._answers.pop(part, None)
        self._watch(report)

    def watch_anew(self, report: Sequence[InputHealth]) -> None:
        """Forget what has moved since the part was asked for."""
        self._watch(report)

    def take(self, report: Sequence[InputHealth], *, now: float) -> bool:
        """Take how the inputs do; return whether the part has answered."""
        heard = {one.part: one for one in report if one.state is not State.NOISY}
        stands = tuple((one.part, one.raw, one.moves) for one in heard.values())
        if stands != self._last:
            self._last, self._moved_at = stands, now
        moved = [p for p, one in heard.items() if one.moves > self._base[p].moves]
        self.seen = tuple(moved)
        is_back = all(heard[part].raw == self._base[part].raw for part in moved)
        if not moved or not is_back or now - self._moved_at < STILL_S:
            return False
        if len(moved) > 1 and not self.is_again:
            self.is_again = True
            self._watch(report)
            return False
        is_reversed = len(moved) == 1 and self._reads_reversed(moved[0])
        self._answers[self._part] = _Answer(tuple(moved), is_reversed)
        return True

    def pass_over(self) -> None:
        """Take it that the part does not answer."""
        self._answers[self._part] = _Answer(())

    def result(self) -> Result:
        """Say what was found so far."""
        is_reversed = self._is_all_reversed()
        findings = tuple(
            self._finding(part, all_are_reversed=is_reversed) for part in self._answers
        )
        return Result(findings=findings, correction=self._correction(is_reversed))

    def _watch(self, report: Sequence[InputHealth]) -> None:
        self._base = {one.part: one for one in report}
        self._last, self.seen = (), ()

    def _reads_reversed(self, line: str) -> bool:
        """Say whether a part that is at rest (a tile that is up) has the wrong level on a line."""
        closes_down = self._wiring.closed_is == "down"
        is_closed = self._base[line].raw == (line == ROLL or closes_down)
        return is_closed != (self._part != ROLL and not closes_down)

    def _is_all_reversed(self) -> bool:
        tiles = [answer for part, answer in self._answers.items() if part != ROLL and answer.lines]
        return len(tiles) > 1 and all(answer.is_reversed for answer in tiles)

    def _finding(self, part: str, *, all_are_reversed: bool) -> Finding:
        answer, pins = self._answers[part], self._wiring.pins
        other = self._other(part)
        if not answer.lines:
            verdict = Verdict.SILENT
        elif len(answer.lines) > 1:
            verdict = Verdict.TWO_AT_ONCE
        elif other:
            verdict = Verdict.SHARED
        elif answer.lines != (part,):
            verdict = Verdict.SWAPPED
        elif answer.is_reversed and (part == ROLL or not all_are_reversed):
            verdict = Verdict.REVERSED
        else:
            verdict = Verdict.RIGHT
        found = tuple(pins[line] for line in answer.lines)
        return Finding(
            part=part,
            verdict=verdict,
            pin=pins[part],
            pins=found,
            other=other,
            section=self._wiring.section,
        )

    def _other(self, part: str) -> str:
        """Return another part that has moved the line of this one; an empty text if none has."""
        mine = self._answers[part].lines
        others = (p for p, a in self._answers.items() if p != part and a.lines == mine)
        return next(others, "") if len(mine) == 1 else ""

    def _correction(self, is_reversed: bool) -> Correction | None:
        found: dict[str, str] = {}
        for part, answer in self._answers.items():
            if len(answer.lines) > 1 or self._other(part):
                return None
            if answer.lines:
                found[part] = answer.lines[0]
        pins = self._wiring.pins
        free = [part for part in pins if part not in found.values()]
        unheard = [part for part in pins if part not in found]
        kept = [part for part in unheard if part in free]
        others = iter([line for line in free if line not in kept])
        lines = {**found, **{p: p if p in kept else next(others) for p in unheard}}
        closed_is = self._wiring.closed_is
        if is_reversed:
            closed_is = "up" if closed_is == "down" else "down"
        tiles = tuple(pins[lines[part]] for part in pins if part != ROLL)
        wired = self._wiring
        correction = Correction(
            tiles=tiles, roll=pins[lines[ROLL]], closed_is=closed_is, section=wired.section
        )
        as_it_is = Correction(
            tiles=wired.tiles, roll=wired.roll, closed_is=wired.closed_is, section=wired.section
        )
        return None if correction == as_it_is else correction
