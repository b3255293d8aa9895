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

from stbpi.games import bot_kinds
from stbpi.hours_of_day import are_hours
from stbpi.language import Message, _, either, message, plural

NAME_LENGTH = 12
"""The longest name that fits a line of the display and of the serial log, in characters."""

MOST_PLAYERS = 12

GREETING_LENGTH = 54
"""Three lines of 18 characters, in characters."""

ADDRESS_LENGTH = 53
"""What a QR code of 29 modules a side holds, in characters: two pixels each on the display."""

LAST_PIN = 27
RESERVED_PINS: Mapping[int, Message] = {
    0: message("GPIO {pin} is read by the Pi at its start (HAT identity, data)", pin=0),
    1: message("GPIO {pin} is read by the Pi at its start (HAT identity, clock)", pin=1),
    2: message("GPIO {pin} is the I2C data line of the display (SDA)", pin=2),
    3: message("GPIO {pin} is the I2C clock line of the display (SCL)", pin=3),
    14: message("GPIO {pin} is the serial line's transmit (TXD)", pin=14),
    15: message("GPIO {pin} is the serial line's receive (RXD)", pin=15),
}
"""BCM numbers that can't be given to a tile, the button or the buzzer, and why."""

_WHOLE: Mapping[str, Message] = {
    "": message("a whole number from {low} to {high}"),
    "milliseconds": message("a whole number from {low} to {high} milliseconds"),
    "minutes": message("a whole number from {low} to {high} minutes"),
    "bits a second": message("a whole number from {low} to {high} bits a second"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong with a value.

    Attributes:
        found: what stands there, in words or as it was written.
        expected: what could stand there.
        nearest: the nearest known value, where the values have names.
    """

    found: str
    expected: str
    nearest: str = ""


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
    """Expect a whole number from `low` to `high`; the unit is a key of `_WHOLE`."""
    wanted = _WHOLE[unit]

    def check(value: object) -> Iterator[Problem]:
        if not is_whole(value) or not low <= value <= high:
            expected = str(wanted).format(low=low, high=high)
            yield Problem(found=written(value), expected=expected)

    return check


def one_of(*values: int | str) -> Check:
    """Expect one of these values."""

    def check(value: object) -> Iterator[Problem]:
        if isinstance(value, bool) or value not in values:
            yield Problem(
                found=written(value),
                expected=either(map(written, values)),
                nearest=_nearest(value, values),
            )

    return check


def i2c_address(value: object) -> Iterator[Problem]:
    """Expect an I2C address as drivers count it, of 7 bits."""
    if not is_whole(value) or not 0x08 <= value <= 0x77:
        found = f"0x{value:02X}" if is_whole(value) else written(value)
        expected = _("an address from 0x08 to 0x77 (a panel marked 0x78 is 0x3C, 0x7A is 0x3D)")
        yield Problem(found=found, expected=expected)


def gpio_chip(value: object) -> Iterator[Problem]:
    """Expect what a GPIO chip is found by: the kernel keeps 31 characters of a label."""
    is_text = isinstance(value, str) and value.isprintable() and value == value.strip() != ""
    if not is_text or not (len(str(value)) < 32 or str(value).startswith("/")):
        expected = _("{auto}, a chip's label, or {device}")
        yield Problem(
            found=written(value), expected=expected.format(auto='"auto"', device="/dev/...")
        )


def yes_or_no(value: object) -> Iterator[Problem]:
    """Expect `true` or `false`."""
    if not isinstance(value, bool):
        yield Problem(found=written(value), expected=either(["true", "false"]))


def hours_or(word: str, *, example: str) -> Check:
    """Expect from when to when, or a word."""

    def check(value: object) -> Iterator[Problem]:
        if not isinstance(value, str) or not (value == word or are_hours(value)):
            expected = _("{word}, or from when to when: {example}")
            yield Problem(
                found=written(value),
                expected=expected.format(word=written(word), example=written(example)),
            )

    return check


def greeting(value: object) -> Iterator[Problem]:
    """Expect a text that fits three lines of the display."""
    if not isinstance(value, str) or len(value) > GREETING_LENGTH or not value.isprintable():
        expected = _("a text of at most {length} characters")
        yield Problem(found=written(value), expected=expected.format(length=GREETING_LENGTH))


def box_name(value: object) -> Iterator[Problem]:
    """Expect a name that fits every line of the serial log."""
    fits = isinstance(value, str) and 1 <= len(value) <= NAME_LENGTH and value == value.strip()
    if not fits or not str(value).isascii() or not str(value).isprintable():
        expected = _("1 to {length} printable ASCII characters, no blank at an end")
        yield Problem(found=written(value), expected=expected.format(length=NAME_LENGTH))


def preset(value: object) -> Iterator[Problem]:
    """Expect a text; the game knows which ones are presets."""
    if not isinstance(value, str) or not value:
        yield Problem(found=written(value), expected=_("the name of a preset"))


def house_rule(value: object) -> Iterator[Problem]:
    """Expect a value that a house rule can have; the game knows which ones it has."""
    parts = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not all(map(is_whole, parts)):
        yield Problem(found=written(value), expected=_("a list of whole numbers"))
    elif not all(isinstance(part, int | str) for part in parts):
        expected = _("a number, a text, {true}, {false} or a list")
        yield Problem(found=written(value), expected=expected.format(true="true", false="false"))


def file_path(value: object) -> Iterator[Problem]:
    """Expect the whole path of a file: the folder that a service runs in is no place to keep."""
    if not isinstance(value, str) or not Path(value).is_absolute() or "\0" in value:
        yield Problem(found=written(value), expected=_("the path of a file, from / on"))


def board_address(value: object) -> Iterator[Problem]:
    """Expect an address whose QR code the display has room for, or nothing."""
    pattern = r"https?://[!-~]+"
    if not isinstance(value, str) or (value and re.fullmatch(pattern, value) is None):
        expected = _("an address ({address}), or {nothing} for none")
        said = expected.format(address="http://...", nothing='""')
        yield Problem(found=written(value), expected=said)
    elif len(value) > ADDRESS_LENGTH:
        expected = _("at most {length} characters: a longer address makes a code too fine to read")
        yield Problem(found=written(value), expected=expected.format(length=ADDRESS_LENGTH))


def serial_port(value: object) -> Iterator[Problem]:
    """Expect a serial port as pyserial names it, or nothing."""
    is_text = isinstance(value, str) and value.isprintable() and value == value.strip()
    if not is_text or not (value == "" or re.match(r"/.|[a-z0-9]+://", str(value))):
        expected = _("a device ({device}), an address ({address}), or {nothing} for none")
        example = {"device": "/dev/serial0", "address": "socket://host:port", "nothing": '""'}
        yield Problem(found=written(value), expected=expected.format(**example))


def player_names(value: object) -> Iterator[Problem]:
    """Expect the names of up to twelve players."""
    if not isinstance(value, list) or len(value) > MOST_PLAYERS:
        expected = _("a list of at most {most} names").format(most=MOST_PLAYERS)
        yield Problem(found=written(value), expected=expected)
        return
    for place, name in enumerate(value):
        if not _is_name(name):
            expected = _("names of 1 to {length} printable characters, no blanks, no emoji")
            yield Problem(found=written(name), expected=expected.format(length=NAME_LENGTH))
        elif name in value[:place]:
            found = _("{name} twice").format(name=written(name))
            yield Problem(found=found, expected=_("every name once"))


def bots(value: object) -> Iterator[Problem]:
    """Expect up to eleven bots, in a list or in a text."""
    wanted = _listed(value) if isinstance(value, str) else value
    if not isinstance(wanted, list) or len(wanted) >= MOST_PLAYERS:
        expected = _("a list of at most {most} bots").format(most=MOST_PLAYERS - 1)
        yield Problem(found=written(value), expected=expected)
        return
    for bot in wanted:
        if not (isinstance(bot, str) and bot_kinds.is_known(bot)):
            yield Problem(
                found=written(bot),
                expected=_("one of {known}").format(known=", ".join(bot_kinds.EXAMPLES)),
                nearest=bot_kinds.nearest(str(bot)),
            )


def bot_names(value: str | list[str]) -> tuple[str, ...]:
    """Return the bots of a list or a text, each as it is written in full."""
    given = _listed(value) if isinstance(value, str) else value
    return tuple(bot_kinds.written(*bot_kinds.parted(bot)) for bot in given)


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def pin(value: object) -> Iterator[Problem]:
    """Expect the BCM number of a pin that is free to use."""
    if not is_whole(value) or not 0 <= value <= LAST_PIN:
        expected = _("a BCM number from 0 to {last}").format(last=LAST_PIN)
        yield Problem(found=written(value), expected=expected)
    elif value in RESERVED_PINS:
        yield Problem(found=str(RESERVED_PINS[value]), expected=_("a pin that is free to use"))


def pin_or_none(value: object) -> Iterator[Problem]:
    """Expect the BCM number of a pin that is free to use, or 0 for none."""
    if isinstance(value, bool) or value != 0:
        yield from pin(value)


def tile_pins(value: object) -> Iterator[Problem]:
    """Expect the BCM numbers of 6 to 12 tiles."""
    if not isinstance(value, list):
        yield Problem(found=written(value), expected=_("a list of 6 to 12 BCM numbers"))
        return
    if not 6 <= len(value) <= 12:
        found = plural("{n} pin", "{n} pins", len(value))
        yield Problem(found=found, expected=_("6 to 12 pins, tile 1 first"))
    for number in value:
        yield from pin(number)


def board_port(value: object) -> Iterator[Problem]:
    """Expect a serial port, or that one is looked for."""
    if value != "auto" and (value == "" or any(serial_port(value))):
        expected = _("{auto}, a device ({device}) or an address ({address})")
        example = {"auto": '"auto"', "device": "/dev/ttyACM0", "address": "socket://host:port"}
        yield Problem(found=written(value), expected=expected.format(**example))


def tile_contacts(value: object) -> Iterator[Problem]:
    """Expect the numbers of 6 to 12 contacts of a tile board."""
    numbers = value if isinstance(value, list) else []
    if not 6 <= len(numbers) <= 12 or not all(is_whole(n) and 1 <= n <= 15 for n in numbers):
        yield Problem(found=written(value), expected=_("a list of 6 to 12 contacts, 1 to 15"))


def tile_numbers(value: object) -> Iterator[Problem]:
    """Expect the numbers of some tiles."""
    numbers = value if isinstance(value, list) else [value]
    if not isinstance(value, list) or not all(is_whole(n) and 1 <= n <= 12 for n in numbers):
        yield Problem(found=written(value), expected=_("a list of tiles, 1 to 12"))
    elif len(set(numbers)) < len(numbers):
        yield Problem(found=written(value), expected=_("every tile once"))


def _nearest(value: object, values: tuple[int | str, ...]) -> str:
    """Return the word that was meant; nothing if none is like it."""
    from difflib import get_close_matches  # for mistakes only

    words = [word for word in values if isinstance(word, str)]
    return next(iter(get_close_matches(value, words, n=1)), "") if isinstance(value, str) else ""


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
