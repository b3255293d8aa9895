"""Every text of the hardware test on the display; a text is a tuple of wordings, longest first.

Never: draws. Keep: whole sentences as they are shown, so that they can be translated.
"""

from __future__ import annotations

from stbpi.service.page import ROLL, Deed, Finding, Page, Verdict

Wordings = tuple[str, ...]

TITLES: dict[Page, Wordings] = {
    Page.HOLD_ON: ("Hold on",),
    Page.LET_GO: ("Let go",),
    Page.SWITCHES: ("Switches",),
    Page.GET_READY: ("Tiles up",),
    Page.WALK: ("Move",),
    Page.RESULT: ("Wiring",),
    Page.DISPLAY: ("Display",),
    Page.BUZZER: ("Buzzer",),
    Page.LAMPS: ("Lamps",),
    Page.END: ("The end",),
}

DEEDS: dict[Deed, Wordings] = {
    Deed.NEXT: ("Let go: next",),
    Deed.SKIP: ("Let go: skip",),
    Deed.PLAY: ("Let go: play",),
    Deed.NOTHING: ("Let go",),
}
"""What letting go of the button does."""

BAD: dict[str, Wordings] = {
    "bouncing": ("bounces",),
    "noisy": ("chatters",),
    "stuck": ("is stuck",),
    "broken": ("is broken",),
}
"""How an input does that is not well, by its state."""

NEXT: Wordings = ("press: next",)
SKIP: Wordings = ("press: skip",)
TEST: Wordings = ("Hardware test",)
HOLD_ON: Wordings = ("begins if you hold on",)
HOLD_LEAVES: Wordings = ("Hold: back to play",)
RAISE_ALL: Wordings = ("Raise all the tiles.",)
THEN_PRESS: Wordings = ("Then press the button",)
TILE: Wordings = ("Tile",)
BUTTON: Wordings = ("Press the roll button",)
DOWN: Wordings = ("down and up again",)
ONCE_MORE: Wordings = ("two moved: once more",)
UP_AGAIN: Wordings = ("now up again",)
CABLE_OFF: Wordings = ("The cable is off",)
ALL_RIGHT: Wordings = ("All is wired right.",)
NOTHING_MOVED: Wordings = ("Nothing has moved.",)
CONFIGURE: Wordings = ("[gpio]",)
DO_YOU_HEAR: Wordings = ("Do you hear it?",)
NO_BUZZER: Wordings = ("There is no buzzer.",)
NO_LAMPS: Wordings = ("There are no lamps.",)
THANKS: Wordings = ("Tests are done.",)


def lamp(number: int) -> Wordings:
    return (f"Lamp {number} is lit",)


def moved(count: int, of: int) -> Wordings:
    """Say how many inputs have been seen moving."""
    return (f"{count} of {of} have moved", f"{count} of {of} moved")


def is_bad(part: str, state: str) -> Wordings:
    """Say how an input does that is not well."""
    return tuple(f"{named(part)} {words}" for words in BAD.get(state, (state,)))


def seen(pin: int) -> Wordings:
    return (f"GPIO {pin} has moved", f"GPIO {pin}")


def finding(one: Finding) -> Wordings:
    """Say what the walk has found of a part, as short as it must be."""
    part = named(one.part)
    match one.verdict:
        case Verdict.SWAPPED:
            return (f"{part}: GPIO {one.pins[0]}, not {one.pin}",)
        case Verdict.SILENT:
            return (f"{part} does not answer",)
        case Verdict.TWO_AT_ONCE:
            return (f"{part} moves {len(one.pins)} lines",)
        case Verdict.SHARED:
            other = named(one.other)
            return (f"{part} moves line of {other}", f"{part} is {other}, too")
        case Verdict.REVERSED:
            return (f"{part} reads reversed",)
        case Verdict.RIGHT:
            return (f"{part} is right",)


def named(part: str) -> str:
    """Name a part: a tile by its number."""
    return part if part == ROLL else part.removeprefix("tile_")
