"""The screens of the hardware test.

The headline says which page it is, and what a press does; the rest is the page's own. The
patterns of the display page fill the whole panel.

Never: keeps anything between two pictures, holds a word (`hardware_words` does).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stbpi.display import hardware_words as words
from stbpi.display.draw import HEIGHT, WIDTH, Align, Box, Canvas, Look
from stbpi.display.fonts import HUGE, LARGE, SMALL
from stbpi.display.headline import HEADLINE
from stbpi.display.texts import Text
from stbpi.service.page import (
    ROLL,
    Correction,
    Deed,
    Finding,
    HardwareView,
    Input,
    Page,
    Pattern,
    Verdict,
)

WELL = ("ok", "never_seen")
ROWS, ROW = 4, 12
LONGEST_ROW = 21  # characters
SQUARE = 8


def draw_test(canvas: Canvas, view: HardwareView) -> str:
    """Draw a view and return the name of its screen, which is public and stable."""
    if view.pattern is not None and view.deed is Deed.NONE:
        _pattern(canvas, view.pattern, view.driver)
        return f"test_{view.pattern}"
    _headline(canvas, view)
    match view.page:
        case Page.HOLD_ON | Page.LET_GO:
            _beginning(canvas, view)
        case Page.SWITCHES:
            _switches(canvas, view)
        case Page.GET_READY:
            _lines(canvas, (words.RAISE_ALL, words.THEN_PRESS))
            _row_of_tiles(canvas, view.inputs)
        case Page.WALK:
            _walk(canvas, view)
        case Page.RESULT:
            _result(canvas, view)
        case Page.DISPLAY:
            pass
        case Page.BUZZER:
            _line(canvas, words.DO_YOU_HEAR if view.has_buzzer else words.NO_BUZZER)
        case Page.LAMPS:
            _lamps(canvas, view)
        case Page.END:
            _line(canvas, words.THANKS)
    return f"test_{view.page}"


def _headline(canvas: Canvas, view: HardwareView) -> None:
    canvas.fill(HEADLINE)
    line = HEADLINE._replace(x=1, w=WIDTH - 2)
    if view.deed is not Deed.NONE:
        canvas.text(line, words.DEEDS[view.deed], LARGE, SMALL, ink=False)
        return
    title = words.CONFIGURE[view.section] if _is_to_configure(view) else words.TITLES[view.page]
    if view.is_by_button and view.part != ROLL:
        key = words.SKIP if view.part else words.NEXT
        canvas.pair(line, title, key, LARGE, SMALL, ink=False)
    else:
        canvas.text(line, title, LARGE, SMALL, ink=False)


def _beginning(canvas: Canvas, view: HardwareView) -> None:
    canvas.text(Box(0, 20, WIDTH, 14), words.TEST, LARGE, SMALL)
    text = words.HOLD_ON if view.page is Page.HOLD_ON else words.HOLD_LEAVES
    canvas.text(Box(0, 40, WIDTH, 12), text, SMALL)


def _switches(canvas: Canvas, view: HardwareView) -> None:
    """Draw every level, with arrows at what is not well, and what that is."""
    told = [words.is_bad(one.part, one.state) for one in view.inputs if one.state not in WELL]
    if not view.has_cable:
        told.insert(0, words.CABLE_OFF)
    if not told:
        moved = sum(one.moves > 0 for one in view.inputs)
        told.append(words.moved(moved, len(view.inputs)))
    for row, text in enumerate(told[:2]):
        canvas.text(Box(0, 16 + row * ROW, WIDTH - 16, ROW), text, SMALL)
    if any(one.part == ROLL and one.down for one in view.inputs):
        canvas.fill(Box(WIDTH - 11, 18, 10, 10))
    _row_of_tiles(canvas, view.inputs)


def _row_of_tiles(canvas: Canvas, inputs: Sequence[Input]) -> None:
    tiles = [one for one in inputs if one.part != ROLL]
    if tiles:
        looks = [Look.DOWN if one.down else Look.UP for one in tiles]
        bad = [number for number, one in enumerate(tiles, 1) if one.state not in WELL]
        canvas.tiles(looks, bad)


def _walk(canvas: Canvas, view: HardwareView) -> None:
    pins = {one.part: one.pin for one in view.inputs}
    if not view.has_cable:
        hint: Text = words.CABLE_OFF
    elif view.seen:
        hint = words.UP_AGAIN if view.part != ROLL else words.seen(pins[view.seen[0]], view.section)
    elif view.is_again:
        hint = words.ONCE_MORE
    else:
        hint = words.DOWN if view.part != ROLL else ""
    if view.part == ROLL:
        canvas.text(Box(0, 20, WIDTH, 14), words.BUTTON, LARGE, SMALL)
    else:
        canvas.text(Box(0, 20, 64, 22), words.TILE, HUGE, LARGE, align=Align.RIGHT)
        canvas.text(Box(76, 20, WIDTH - 76, 22), words.named(view.part), HUGE, LARGE)
    if hint:
        canvas.text(Box(0, 48, WIDTH, 14), hint, LARGE, SMALL, align=Align.CENTRE)


def _result(canvas: Canvas, view: HardwareView) -> None:
    result = view.result
    wrong = _findings(view)
    if wrong:
        _lines(canvas, tuple(words.finding(one) for one in wrong))
    elif result.correction is not None:
        _lines(canvas, tuple(_configuration(result.correction)))
    else:
        is_right = any(one.verdict is Verdict.RIGHT for one in result.findings)
        _line(canvas, words.ALL_RIGHT if is_right else words.NOTHING_MOVED)


def _findings(view: HardwareView) -> tuple[Finding, ...]:
    """Return the findings of this leaf of a result."""
    return view.result.wrong[ROWS * view.leaf : ROWS * (view.leaf + 1)]


def _is_to_configure(view: HardwareView) -> bool:
    is_result = view.page is Page.RESULT and view.result.correction is not None
    return is_result and not _findings(view)


def _configuration(correction: Correction) -> Iterator[str]:
    """Write what to configure, in as many rows as there are."""
    row = "tiles="
    for number, pin in enumerate(correction.tiles, start=1):
        text = f"{pin}," if number < len(correction.tiles) else f"{pin}"
        if len(row) + len(text) > LONGEST_ROW:
            yield row
            row = ""
        row += text
    yield row
    yield f"roll={correction.roll}"
    yield f'closed_is="{correction.closed_is}"'


def _lamps(canvas: Canvas, view: HardwareView) -> None:
    _line(canvas, words.lamp(view.lamp) if view.lamp else words.NO_LAMPS)


def _line(canvas: Canvas, text: Text) -> None:
    canvas.text(Box(0, 26, WIDTH, 14), text, LARGE, SMALL, align=Align.CENTRE)


def _lines(canvas: Canvas, lines: Sequence[Text]) -> None:
    for row, text in enumerate(lines):
        canvas.text(Box(0, 16 + row * ROW, WIDTH, ROW), text, SMALL)


def _pattern(canvas: Canvas, pattern: Pattern, driver: str) -> None:
    everything = Box(0, 0, WIDTH, HEIGHT)
    match pattern:
        case Pattern.BORDER:
            canvas.fill(everything)
            canvas.fill(Box(1, 1, WIDTH - 2, HEIGHT - 2), False)
        case Pattern.CHECKERBOARD:
            for y in range(0, HEIGHT, SQUARE):
                for x in range(y % (2 * SQUARE), WIDTH, 2 * SQUARE):
                    canvas.fill(Box(x, y, SQUARE, SQUARE))
        case Pattern.ALL_ON:
            canvas.fill(everything)
        case Pattern.ALL_OFF:
            pass
        case Pattern.TEXT:
            canvas.text(everything, driver, HUGE, LARGE, align=Align.CENTRE)
