"""What a value in the configuration may be: small checks that say what they expected.

A check takes a value as TOML delivers it and yields a `Problem` for everything that is wrong
with it; a value without problems is used. `written` puts a value back into TOML, so that people
read what they wrote.

Never: knows a key, reads a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

NAME_LENGTH = 12
"""The longest name that fits a line of the display and of the serial log, in characters."""

MOST_PLAYERS = 12

LAST_PIN = 27
RESERVED_PINS: Mapping[int, str] = {
    0: "read by the Pi at its start (HAT identity, data)",
    1: "read by the Pi at its start (HAT identity, clock)",
    2: "the I2C data line of the display (SDA)",
    3: "the I2C clock line of the display (SCL)",
    14: "the serial line's transmit (TXD)",
    15: "the serial line's receive (RXD)",
}
"""BCM numbers that can't be given to a tile, the button or the buzzer, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong with a value.

    Attributes:
        found: what stands there, in words or as it was written.
        expected: what could stand there.
    """

    found: str
    expected: str


Check = Callable[[object], Iterator[Problem]]


def written(value: object) -> str:
    """Write a value as TOML.

    >>> written(("Ann", "Bo")), written(True)
    ('["Ann", "Bo"]', 'true')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str() | Path():
            # JSON's escapes are TOML's, but for this one character.
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007F")
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return f"{{{', '.join(f'{bare(k)} = {written(v)}' for k, v in value.items())}}}"
        case _:
            return str(value)


def bare(key: str) -> str:
    """Write a key as TOML, in quotes only if it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else written(key)


def whole(low: int, high: int, unit: str = "") -> Check:
    """Expect a whole number from `low` to `high`."""

    def check(value: object) -> Iterator[Problem]:
        if not is_whole(value) or not low <= value <= high:
            expected = f"a whole number from {low} to {high} {unit}".rstrip()
            yield Problem(found=written(value), expected=expected)

    return check


def one_of(*values: int | str) -> Check:
    """Expect one of these values."""

    def check(value: object) -> Iterator[Problem]:
        if isinstance(value, bool) or value not in values:
            expected = " or ".join(map(written, values))
            yield Problem(found=written(value), expected=expected)

    return check


def i2c_address(value: object) -> Iterator[Problem]:
    """Expect an I2C address as drivers count it, of 7 bits."""
    if not is_whole(value) or not 0x08 <= value <= 0x77:
        found = f"0x{value:02X}" if is_whole(value) else written(value)
        expected = "an address from 0x08 to 0x77 (a panel marked 0x78 is 0x3C, 0x7A is 0x3D)"
        yield Problem(found=found, expected=expected)


def gpio_chip(value: object) -> Iterator[Problem]:
    """Expect what a GPIO chip is found by: the kernel keeps 31 characters of a label."""
    is_text = isinstance(value, str) and value.isprintable() and value == value.strip() != ""
    if not is_text or not (len(str(value)) < 32 or str(value).startswith("/")):
        yield Problem(found=written(value), expected='"auto", a chip\'s label, or /dev/...')


def yes_or_no(value: object) -> Iterator[Problem]:
    """Expect `true` or `false`."""
    if not isinstance(value, bool):
        yield Problem(found=written(value), expected="true or false")


def box_name(value: object) -> Iterator[Problem]:
    """Expect a name that fits every line of the serial log."""
    fits = isinstance(value, str) and 1 <= len(value) <= NAME_LENGTH and value == value.strip()
    if not fits or not str(value).isascii() or not str(value).isprintable():
        expected = f"1 to {NAME_LENGTH} printable ASCII characters, no blank at an end"
        yield Problem(found=written(value), expected=expected)


def preset(value: object) -> Iterator[Problem]:
    """Expect a text; the game knows which ones are presets."""
    if not isinstance(value, str) or not value:
        yield Problem(found=written(value), expected="the name of a preset")


def house_rule(value: object) -> Iterator[Problem]:
    """Expect a value that a house rule can have; the game knows which ones it has."""
    parts = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not all(map(is_whole, parts)):
        yield Problem(found=written(value), expected="a list of whole numbers")
    elif not all(isinstance(part, int | str) for part in parts):
        yield Problem(found=written(value), expected="a number, a text, true, false or a list")


def file_path(value: object) -> Iterator[Problem]:
    """Expect the whole path of a file: the folder that a service runs in is no place to keep."""
    if not isinstance(value, str) or not Path(value).is_absolute() or "\0" in value:
        yield Problem(found=written(value), expected="the path of a file, from / on")


def player_names(value: object) -> Iterator[Problem]:
    """Expect the names of up to twelve players."""
    if not isinstance(value, list) or len(value) > MOST_PLAYERS:
        expected = f"a list of at most {MOST_PLAYERS} names"
        yield Problem(found=written(value), expected=expected)
        return
    for place, name in enumerate(value):
        if not _is_name(name):
            expected = f"names of 1 to {NAME_LENGTH} printable characters, no blanks, no emoji"
            yield Problem(found=written(name), expected=expected)
        elif name in value[:place]:
            yield Problem(found=f"{written(name)} twice", expected="every name once")


def pin(value: object) -> Iterator[Problem]:
    """Expect the BCM number of a pin that is free to use."""
    if not is_whole(value) or not 0 <= value <= LAST_PIN:
        expected = f"a BCM number from 0 to {LAST_PIN}"
        yield Problem(found=written(value), expected=expected)
    elif value in RESERVED_PINS:
        found = f"GPIO {value} is {RESERVED_PINS[value]}"
        yield Problem(found=found, expected="a pin that is free to use")


def pin_or_none(value: object) -> Iterator[Problem]:
    """Expect the BCM number of a pin that is free to use, or 0 for none."""
    if isinstance(value, bool) or value != 0:
        yield from pin(value)


def tile_pins(value: object) -> Iterator[Problem]:
    """Expect the BCM numbers of 6 to 12 tiles."""
    if not isinstance(value, list):
        yield Problem(found=written(value), expected="a list of 6 to 12 BCM numbers")
        return
    if not 6 <= len(value) <= 12:
        yield Problem(found=f"{len(value)} pins", expected="6 to 12 pins, tile 1 first")
    for number in value:
        yield from pin(number)


def tile_numbers(value: object) -> Iterator[Problem]:
    """Expect the numbers of some tiles."""
    numbers = value if isinstance(value, list) else [value]
    if not isinstance(value, list) or not all(is_whole(n) and 1 <= n <= 12 for n in numbers):
        yield Problem(found=written(value), expected="a list of tiles, 1 to 12")
    elif len(set(numbers)) < len(numbers):
        yield Problem(found=written(value), expected="every tile once")


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a number without fraction; `true` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_name(value: object) -> TypeGuard[str]:
    return (
        isinstance(value, str)
        and 1 <= len(value) <= NAME_LENGTH
        and value.isprintable()
        # Above this a character takes 12 bytes in the serial log, and 12 of them don't fit a line.
        and not any(c.isspace() or c > "\uffff" for c in value)
    )
