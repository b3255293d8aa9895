"""What the hardware test shows: plain values, made by the test, drawn by display and terminal.

Parts are named as in faults: `tile_4`, `roll`. Pins are BCM numbers.

Never: decides anything. Keep: no import but the language's, so that a scene can hold a view.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

ROLL = "roll"
GPIO = "gpio"


class Page(StrEnum):
    """A page of the test, in order; the values are public."""

    HOLD_ON = "hold_on"
    """Not begun yet: the button is held since power-up, and holding on begins the test."""
    LET_GO = "let_go"
    SWITCHES = "switches"
    GET_READY = "get_ready"
    WALK = "walk"
    RESULT = "result"
    DISPLAY = "display"
    BUZZER = "buzzer"
    LAMPS = "lamps"
    END = "end"


class Pattern(StrEnum):
    """What the display page shows, in order."""

    BORDER = "border"
    CHECKERBOARD = "checkerboard"
    ALL_ON = "all_on"
    ALL_OFF = "all_off"
    TEXT = "text"


class Deed(StrEnum):
    """What letting go of the roll button would do now."""

    NONE = "none"
    NEXT = "next"
    SKIP = "skip"
    PLAY = "play"
    NOTHING = "nothing"


class Verdict(StrEnum):
    """What the walk has found of a part; the values are public."""

    RIGHT = "right"
    SWAPPED = "swapped"
    """Another line than its own has moved."""
    SILENT = "silent"
    TWO_AT_ONCE = "two_at_once"
    SHARED = "shared"
    """It moves the line that another part has moved."""
    REVERSED = "reversed"
    """It reads the other way round: down while it is up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """What the configuration says is wired to which pin.

    Attributes:
        tiles: of tiles 1, 2, 3 …
        roll: of the roll button.
        closed_is: what a closed tile contact means, `down` or `up`.
        display: the display's driver, or `none`.
        has_buzzer: there is a buzzer that may sound.
        lamps: how many lamps can be lit; the Pi's own pins have none.
        section: of the configuration that says so, `gpio` or `tile_board`.
    """

    tiles: tuple[int, ...]
    roll: int
    closed_is: str
    display: str
    has_buzzer: bool
    lamps: int = 0
    section: str = GPIO

    @property
    def pins(self) -> dict[str, int]:
        """The pin of each part: the tiles, then the roll button."""
        pins = {f"tile_{number}": pin for number, pin in enumerate(self.tiles, start=1)}
        return {**pins, ROLL: self.roll}


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One input, as it is now.

    Attributes:
        part: which.
        pin: its pin by the configuration.
        section: of the configuration, which says what pins are: `gpio` or `tile_board`.
        state: how well it works (a value of `health.State`).
        down: it is down (or pressed), as read last.
        moves: how often it has moved.
        bounce_ms: how long it has bounced at the most.
    """

    part: str
    pin: int
    state: str
    down: bool
    moves: int
    bounce_ms: int
    section: str = GPIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the walk has found of one part.

    Attributes:
        part: which.
        verdict: what.
        pin: its pin by the configuration.
        pins: of the lines that have moved.
        other: the part that has moved the same line before, if `shared`.
        section: of the configuration, which says what pins are.
    """

    part: str
    verdict: Verdict
    pin: int
    pins: tuple[int, ...] = ()
    other: str = ""
    section: str = GPIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What the configuration must say for everything to be right, in which section."""

    tiles: tuple[int, ...]
    roll: int
    closed_is: str
    section: str = GPIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the walk has found.

    Attributes:
        findings: of every part that was asked for.
        correction: what to configure; `None` if nothing, or if only tools can help.
    """

    findings: tuple[Finding, ...] = ()
    correction: Correction | None = None

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """What is not right."""
        return tuple(one for one in self.findings if one.verdict is not Verdict.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareView:
    """What is to be shown.

    Attributes:
        page: which page.
        inputs: all inputs, the roll button last.
        has_cable: the tiles' cable is on, as far as can be known.
        part: the part that is to be moved, while walking.
        seen: the parts whose lines have moved since it was asked for.
        is_again: it is asked for once more, as two lines had moved.
        result: of the walk so far.
        leaf: which of the parts of a long result, from 0.
        pattern: of the display.
        driver: of the display.
        has_buzzer: there is a buzzer that may sound.
        lamps: how many lamps there are.
        lamp: the lamp that is to be lit, from 1; 0 = none.
        is_by_button: the roll button works the test.
        deed: what letting go of the button would do.
        section: of the configuration that says what is wired where, `gpio` or `tile_board`.
    """

    page: Page
    inputs: tuple[Input, ...] = ()
    has_cable: bool = True
    part: str = ""
    seen: tuple[str, ...] = ()
    is_again: bool = False
    result: Result = Result()
    leaf: int = 0
    pattern: Pattern | None = None
    driver: str = ""
    has_buzzer: bool = False
    lamps: int = 0
    lamp: int = 0
    is_by_button: bool = False
    deed: Deed = Deed.NONE
    section: str = GPIO
