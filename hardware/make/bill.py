"""Bills of materials: parts.toml times what the pin map has of everything."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.make.harness import board_of
from hardware.make.wiring import HARDWARE, Board, PinMap

FOLDER = HARDWARE / "bom"
USES = ("basic", "filter", "comfort")
COLUMNS = (
    *("ref", "quantity", "description", "maker", "type", "alternative", "use"),
    *("each_from_eur", "each_to_eur", "from_eur", "to_eur"),
)
_LAMPS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A line of parts.toml, which says what the fields mean."""

    ref: str
    what: str
    maker: str
    type: str
    low: float
    high: float
    instead: str = ""
    per: str = "box"
    each: int = 1
    times: int = 1
    use: str = "basic"
    builds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A part of one build, with how many of it, and their names on the drawings."""

    part: Part
    quantity: int
    refs: str

    @property
    def low(self) -> float:
        return round(self.quantity * self.part.low, 2)

    @property
    def high(self) -> float:
        return round(self.quantity * self.part.high, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """All parts.

    Attributes:
        builds: what each build is.
        parts: of all builds.
    """

    builds: Mapping[str, str]
    parts: tuple[Part, ...]


def parts(path: Path = HARDWARE / "parts.toml") -> Parts:
    """Read the parts."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return Parts(builds=told["builds"], parts=tuple(_part(about) for about in told["part"]))


def _part(about: Mapping[str, Any]) -> Part:
    return Part(**{**about, "builds": tuple(about.get("builds", ()))})


def items(pins: PinMap, every: Parts, build: str) -> tuple[Item, ...]:
    """Return what a build takes."""
    there = counts(pins, build)
    filters = filter_numbers(pins, build)
    found = []
    for part in every.parts:
        quantity = -(-there.get(part.per, 0) // part.each) * part.times
        if quantity and (not part.builds or build in part.builds):
            is_numbered = part.per == "input" and part.each == 1
            numbers = filters if is_numbered else range(1, quantity + 1)
            found.append(Item(part=part, quantity=quantity, refs=_refs(part.ref, numbers)))
    return tuple(found)


def filter_numbers(pins: PinMap, build: str) -> list[int]:
    """Return the numbers of the input filters that a build has, as the schematic counts them."""
    board, (key, _, _) = board_of(pins, build), build.partition("-")
    whole: Board = getattr(pins, key)
    return [number for number, wire in enumerate(whole.inputs, 1) if wire in board.inputs]


def counts(pins: PinMap, build: str) -> dict[str, int]:
    """Count what there is in a build, by the names that `per` may have."""
    board = board_of(pins, build)
    return {
        "box": 1,
        "tile": board.tiles,
        "menu": sum(wire.part == "menu" for wire in board.wires),
        "input": len(board.inputs),
        "lamp": _LAMPS if any(wire.part == "lamps" for wire in board.wires) else 0,
        "colour": len({wire.colour for wire in board.wires}),
        "contact": len(board.wires),
        **dict.fromkeys(board.connectors, 1),
    }


def bill(found: Sequence[Item]) -> str:
    """Write a bill as CSV."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for item in found:
        part = item.part
        write.writerow(
            [
                *(item.refs, item.quantity, part.what, part.maker, part.type, part.instead),
                part.use,
                *(f"{euros:.2f}" for euros in (part.low, part.high, item.low, item.high)),
            ]
        )
    return out.getvalue()


def total(found: Sequence[Item], *uses: str) -> tuple[float, float]:
    """Return what a build costs, from and to, in euros; of some uses, or of all."""
    ours = [item for item in found if not uses or item.part.use in uses]
    return round(sum(item.low for item in ours), 2), round(sum(item.high for item in ours), 2)


def cost_table(pins: PinMap, every: Parts) -> str:
    """Write what the builds cost, for README.md."""
    lines = [
        "| build | basic parts | everything | list |",
        "|---|---|---|---|",
    ]
    for build, what in every.builds.items():
        found = items(pins, every, build)
        basic, whole = total(found, "basic"), total(found)
        lines.append(
            f"| {what} | {_range(basic)} | {_range(whole)} | [bom/{build}.csv](bom/{build}.csv) |"
        )
    return "\n".join(lines)


def _range(cost: tuple[float, float]) -> str:
    low, high = cost
    return f"{low:.0f} to {high:.0f} €"


def _refs(ref: str, numbers: Sequence[int]) -> str:
    """Write the names on the drawings: `R1-R9 R13`; `ref` ends in a dash if it has numbers."""
    if not ref.endswith("-"):
        return ref
    kind, runs = ref.rstrip("1-"), list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"{kind}{a}-{kind}{b}" if a < b else f"{kind}{a}" for a, b in runs)
