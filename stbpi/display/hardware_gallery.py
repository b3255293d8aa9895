"""The gallery of the hardware test: one view of every screen, and those with the most to fit.

`gallery` puts them among its examples, with `test_` before their names.

Never: draws.
"""

from __future__ import annotations

from dataclasses import replace

from stbpi.service.page import (
    ROLL,
    Correction,
    Deed,
    Finding,
    HardwareView,
    Input,
    Page,
    Pattern,
    Result,
    Verdict,
    Wiring,
)

WIRING = Wiring(
    tiles=(5, 6, 12, 13, 16, 19, 20, 21, 22, 23, 24, 25),
    roll=17,
    closed_is="down",
    display="ssd1306",
    has_buzzer=True,
)
PINS = WIRING.pins


def an_input(part: str, *, state: str = "ok", down: bool = False, moves: int = 4) -> Input:
    return Input(part=part, pin=PINS[part], state=state, down=down, moves=moves, bounce_ms=3)


INPUTS = tuple(an_input(part) for part in PINS)
SOME_BAD = tuple(
    replace(
        one,
        down=one.part in ("tile_3", "tile_9", ROLL),
        state={"tile_4": "noisy", "tile_11": "bouncing"}.get(one.part, one.state),
    )
    for one in INPUTS
)


def finding(part: str, verdict: Verdict, *pins: int, other: str = "") -> Finding:
    return Finding(part=part, verdict=verdict, pin=PINS[part], pins=pins, other=other)


CORRECTION = Correction(
    tiles=(16, 6, 12, 13, 5, 19, 20, 21, 22, 23, 24, 17), roll=25, closed_is="up"
)
SWAPPED = Result(
    findings=(
        finding("tile_1", Verdict.SWAPPED, 16),
        finding("tile_5", Verdict.SWAPPED, 5),
        finding("tile_12", Verdict.SWAPPED, 17),
        finding(ROLL, Verdict.SWAPPED, 25),
    ),
    correction=CORRECTION,
)
BAD = Result(
    findings=(
        finding("tile_3", Verdict.TWO_AT_ONCE, 12, 13),
        finding("tile_4", Verdict.SILENT),
        finding("tile_10", Verdict.SHARED, 23, other="tile_11"),
        finding(ROLL, Verdict.REVERSED, 17),
    ),
)

ON_TEST = HardwareView(
    page=Page.SWITCHES,
    inputs=INPUTS,
    driver="ssd1306",
    has_buzzer=True,
    is_by_button=True,
)
WALK = replace(ON_TEST, page=Page.WALK, part="tile_12")

VIEWS: dict[str, HardwareView] = {
    "hold_on": HardwareView(page=Page.HOLD_ON),
    "let_go": HardwareView(page=Page.LET_GO),
    "switches": replace(
        ON_TEST, inputs=tuple(replace(one, state="never_seen", moves=0) for one in INPUTS)
    ),
    "switches_bad": replace(ON_TEST, inputs=SOME_BAD),
    "switches_nine": replace(ON_TEST, inputs=(*INPUTS[:9], INPUTS[-1])),
    "switches_cable_off": replace(ON_TEST, inputs=SOME_BAD, has_cable=False),
    "get_ready": replace(ON_TEST, page=Page.GET_READY, inputs=SOME_BAD),
    "walk": WALK,
    "walk_seen": replace(WALK, seen=("tile_12",)),
    "walk_again": replace(WALK, part="tile_3", is_again=True),
    "walk_roll": replace(WALK, part=ROLL),
    "walk_held": replace(WALK, deed=Deed.SKIP),
    "result_right": replace(
        ON_TEST, page=Page.RESULT, result=Result(findings=(finding("tile_1", Verdict.RIGHT, 5),))
    ),
    "result_swapped": replace(ON_TEST, page=Page.RESULT, result=SWAPPED),
    "result_configure": replace(ON_TEST, page=Page.RESULT, result=SWAPPED, leaf=1),
    "result_bad": replace(ON_TEST, page=Page.RESULT, result=BAD),
    **{pattern.value: replace(ON_TEST, page=Page.DISPLAY, pattern=pattern) for pattern in Pattern},
    "display": replace(ON_TEST, page=Page.DISPLAY, pattern=Pattern.ALL_ON, deed=Deed.PLAY),
    "buzzer": replace(ON_TEST, page=Page.BUZZER),
    "no_buzzer": replace(ON_TEST, page=Page.BUZZER, has_buzzer=False),
    "lamps": replace(ON_TEST, page=Page.LAMPS),
    "lamp": replace(ON_TEST, page=Page.LAMPS, lamps=12, lamp=11),
    "end": replace(ON_TEST, page=Page.END, is_by_button=False),
}
