"""Every text of the hardware test on the display; wordings are parted by `|`, longest first.

Never: draws. Keep: whole sentences as they are shown, so that they can be translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stbpi.language import Message, counted, message
from stbpi.service.page import GPIO, ROLL, Deed, Finding, Page, Verdict

TITLES: Mapping[Page, Message] = {
    Page.HOLD_ON: message("Hold on"),
    Page.LET_GO: message("Let go"),
    Page.SWITCHES: message("Switches"),
    Page.GET_READY: message("Tiles up"),
    Page.WALK: message("Move"),
    Page.RESULT: message("Wiring"),
    Page.DISPLAY: message("Display"),
    Page.BUZZER: message("Buzzer"),
    Page.LAMPS: message("Lamps"),
    Page.END: message("The end"),
}

DEEDS: Mapping[Deed, Message] = {
    Deed.NEXT: message("Let go: next"),
    Deed.SKIP: message("Let go: skip"),
    Deed.PLAY: message("Let go: play"),
    Deed.NOTHING: message("Let go"),
}
"""What letting go of the button does."""

BAD: Mapping[str, Message] = {
    "bouncing": message("{part} bounces"),
    "noisy": message("{part} chatters"),
    "stuck": message("{part} is stuck"),
    "broken": message("{part} is broken"),
}
"""How an input does that is not well, by its state."""

NEXT = message("press: next")
SKIP = message("press: skip")
TEST = message("Hardware test")
HOLD_ON = message("begins if you hold on")
HOLD_LEAVES = message("Hold: back to play")
RAISE_ALL = message("Raise all the tiles.")
THEN_PRESS = message("Then press the button")
TILE = message("Tile")
BUTTON_NAME = message("roll")
BUTTON = message("Press the roll button")
DOWN = message("down and up again")
ONCE_MORE = message("two moved: once more")
UP_AGAIN = message("now up again")
CABLE_OFF = message("The cable is off")
ALL_RIGHT = message("All is wired right.")
NOTHING_MOVED = message("Nothing has moved.")
CONFIGURE = {GPIO: message("[gpio]"), "tile_board": message("[tile_board]")}
DO_YOU_HEAR = message("Do you hear it?")
NO_BUZZER = message("There is no buzzer.")
NO_LAMPS = message("There are no lamps.")
THANKS = message("Tests are done.")


def lamp(number: int) -> Message:
    return message("Lamp {number} is lit", number=number)


def moved(count: int, of: int) -> Message:
    """Say how many inputs have been seen moving."""
    return counted(
        "{n} of {all} has moved|{n} of {all} moved",
        "{n} of {all} have moved|{n} of {all} moved",
        count,
        all=of,
    )


def is_bad(part: str, state: str) -> Message:
    """Say how an input does that is not well."""
    return replace(BAD[state], values=(("part", named(part)),))


def seen(pin: int, section: str) -> Message:
    if section != GPIO:
        return message("Contact {pin} has moved|contact {pin}", pin=pin)
    return message("GPIO {pin} has moved|GPIO {pin}", pin=pin)


def finding(one: Finding) -> Message:
    """Say what the walk has found of a part, as short as it must be."""
    part = named(one.part)
    match one.verdict:
        case Verdict.SWAPPED if one.section != GPIO:
            return message("{part}: {found}, not {pin}", part=part, found=one.pins[0], pin=one.pin)
        case Verdict.SWAPPED:
            return message(
                "{part}: GPIO {found}, not {pin}|{part}: {found}, not {pin}",
                part=part,
                found=one.pins[0],
                pin=one.pin,
            )
        case Verdict.SILENT:
            return message("{part} does not answer", part=part)
        case Verdict.TWO_AT_ONCE:
            return counted(
                "{part} moves {n} line", "{part} moves {n} lines", len(one.pins), part=part
            )
        case Verdict.SHARED:
            return message(
                "{part} moves line of {other}|{part} is {other}, too",
                part=part,
                other=named(one.other),
            )
        case Verdict.REVERSED:
            return message("{part} reads reversed", part=part)
        case Verdict.RIGHT:
            return message("{part} is right", part=part)


def named(part: str) -> Message | str:
    """Name a part: a tile by its number."""
    return BUTTON_NAME if part == ROLL else part.removeprefix("tile_")
