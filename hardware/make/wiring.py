"""The pin map as it stands in pins.toml, as values.

Never: knows what is drawn of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).parents[1]
GROUND = "GND"
GROUND_COLOUR = "black"

_NAMES = {
    "roll": "roll button",
    "menu": "menu button",
    "reference": "reference contact",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One wire, from a pin to what is joined to it.

    Attributes:
        part: `tile_7`, `roll`, `menu`, `buzzer`, `reference`, `lamps`, `SDA`, `SCL`, `3V3`, `5V`
            or `GND`.
        line: its number for programs (BCM, or GP of a Pico); -1 = supply or ground.
        pin: its place on the board.
        colour: a key of the map's colours.
        connector: a key of the map's connectors.
        way: its place there, from 1.
    """

    part: str
    line: int
    pin: int
    colour: str
    connector: str
    way: int

    @property
    def tile(self) -> int:
        """The number of its tile; 0 if it has none."""
        return int(self.part.removeprefix("tile_")) if self.part.startswith("tile_") else 0

    @property
    def is_input(self) -> bool:
        """Whether a contact ties it to ground."""
        return bool(self.tile) or self.part in ("roll", "menu", "reference")

    @property
    def name(self) -> str:
        """What people call it."""
        return _NAMES.get(self.part, self.part.replace("_", " "))


@dataclass(frozen=True, slots=True, kw_only=True)
class Connector:
    """A connector of the carrier board.

    Attributes:
        ways: how many.
        length: of its cable, in metres.
        what: what is joined to it.
    """

    ways: int
    length: float
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A computer, and the wires of a box that is built with it.

    Attributes:
        key: `pi` or `pico`.
        prefix: what stands before the number of a line.
        pull_ups: the pin that the pull-up resistors hang on.
        wires: by connector and way.
    """

    key: str
    prefix: str
    pull_ups: int
    wires: tuple[Wire, ...]

    def line(self, wire: Wire) -> str:
        """Write a line as people read it: `GPIO20`; the part of supply and ground."""
        return f"{self.prefix}{wire.line}" if wire.line >= 0 else wire.part

    def with_tiles(self, count: int) -> Board:
        """Return the same board in a box with so many tiles."""
        return replace(self, wires=tuple(wire for wire in self.wires if wire.tile <= count))

    def at(self, connector: str) -> tuple[Wire, ...]:
        """Return the wires of a connector, by way."""
        return tuple(wire for wire in self.wires if wire.connector == connector)

    def of(self, part: str) -> Wire:
        """Return the wire of a part that has one."""
        return next(wire for wire in self.wires if wire.part == part)

    @property
    def connectors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wire.connector for wire in self.wires))

    @property
    def tiles(self) -> int:
        return sum(1 for wire in self.wires if wire.tile)

    @property
    def inputs(self) -> tuple[Wire, ...]:
        return tuple(wire for wire in self.wires if wire.is_input)


@dataclass(frozen=True, slots=True, kw_only=True)
class PinMap:
    """Everything that pins.toml says.

    Attributes:
        colours: of wires, with their codes by IEC 60757.
        connectors: of the carrier board.
        pi: the box with its switches on a Raspberry Pi.
        pico: the tile board.
    """

    colours: Mapping[str, str]
    connectors: Mapping[str, Connector]
    pi: Board
    pico: Board


def pin_map(path: Path = HARDWARE / "pins.toml") -> PinMap:
    """Read the pin map."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    connectors = {name: Connector(**about) for name, about in told["connectors"].items()}
    return PinMap(
        colours=told["colours"],
        connectors=connectors,
        pi=_board("pi", "GPIO", told["pi"], line="bcm", pin="header"),
        pico=_board("pico", "GP", told["pico"], line="gp", pin="pin"),
    )


def _board(key: str, prefix: str, told: Mapping[str, Any], *, line: str, pin: str) -> Board:
    wires = sorted(_wires(told, line, pin), key=lambda wire: (wire.connector, wire.way))
    pull_ups = told["board"]["pull_ups"][pin]
    return Board(key=key, prefix=prefix, pull_ups=pull_ups, wires=tuple(wires))


def _wires(told: Mapping[str, Any], line: str, pin: str) -> Iterator[Wire]:
    for section in ("tiles", "controls", "display", "supply"):
        for name, about in told.get(section, {}).items():
            yield Wire(
                part=f"tile_{name}" if section == "tiles" else name,
                line=about.get(line, -1),
                pin=about[pin],
                colour=about["colour"],
                connector=about["connector"],
                way=about["way"],
            )
    for connector, about in told["ground"].items():
        yield Wire(
            part=GROUND,
            line=-1,
            pin=about[pin],
            colour=GROUND_COLOUR,
            connector=connector,
            way=about["way"],
        )
