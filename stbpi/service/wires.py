"""Where a line is, for whoever looks for it: its name, its pin, and the colour of its wire.

Colours are those of a box that is wired as hardware/ says. A part that has another line by the
configuration is named without one, since nobody knows which wire that is.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.box.wiring import PI, PICO, Wire
from stbpi.language import Message, _, message
from stbpi.service.header import header_pin
from stbpi.service.page import GPIO

_CONTACTS = (*(f"tile_{number}" for number in range(1, 13)), "roll", "menu", "reference")
"""Parts of a tile board, contact 1 first."""

_COLOURS: Mapping[str, Message] = {
    "black": message("black"),
    "brown": message("brown"),
    "red": message("red"),
    "orange": message("orange"),
    "yellow": message("yellow"),
    "green": message("green"),
    "blue": message("blue"),
    "violet": message("violet"),
    "grey": message("grey"),
    "white": message("white"),
    "pink": message("pink"),
    "turquoise": message("turquoise"),
    "beige": message("beige"),
}


def where(line: int, section: str, part: str = "") -> str:
    """Say where a line is: `GPIO20 · pin 38 · violet`.

    Args:
        line: its number by the configuration.
        section: of the configuration, `gpio` or `tile_board`.
        part: whose wire it is; without one the colour is left out.
    """
    said = [f"GPIO{line}"]
    if section != GPIO:
        said = [_("contact {pin}").format(pin=line)]
        said += [f"GP{wire.line}" for wire in _on_tile_board(line)]
    if pin := pin_of(line, section):
        said.append(_("pin {pin}").format(pin=pin))
    if colour := colour_of(line, section, part):
        said.append(str(_COLOURS[colour]))
    return " · ".join(said)


def pin_of(line: int, section: str) -> int:
    """Return the pin of a line, on the Pi's header or on the Pico's edge; 0 if it has none."""
    if section == GPIO:
        return header_pin(line)
    return sum(wire.pin for wire in _on_tile_board(line))


def colour_of(line: int, section: str, part: str) -> str:
    """Return the colour of a part's wire, in English; nothing if the part is wired otherwise."""
    if section == GPIO:
        wire = PI.get(part)
        return wire.colour if wire and wire.line == line else ""
    return "".join(wire.colour for wire in _on_tile_board(line) if PICO.get(part) == wire)


def said_colour(colour: str) -> str:
    """Say a colour in the current language."""
    return str(_COLOURS[colour])


def _on_tile_board(contact: int) -> list[Wire]:
    """Return the wire of a tile board's contact, if it has such a contact."""
    return [PICO[part] for part in _CONTACTS[contact - 1 : contact]] if contact > 0 else []
