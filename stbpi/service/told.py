"""What the hardware test says in a terminal: the table of inputs, the page, the result.

Plain lines of text, in ASCII; `objects` for programs. The names in the objects are public.

Never: prints, knows a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator

from stbpi.service.header import header_pin
from stbpi.service.page import (
    ROLL,
    Correction,
    Finding,
    HardwareView,
    Input,
    Page,
    Pattern,
    Result,
    Verdict,
)

TITLES = {
    Page.SWITCHES: "Switches",
    Page.GET_READY: "Walk through the tiles",
    Page.WALK: "Walk through the tiles",
    Page.RESULT: "What the walk has found",
    Page.DISPLAY: "Display",
    Page.BUZZER: "Buzzer",
    Page.LAMPS: "Lamps",
    Page.END: "The end",
}

_PATTERNS = {
    Pattern.BORDER: "a line around the whole panel",
    Pattern.CHECKERBOARD: "a checkerboard",
    Pattern.ALL_ON: "every pixel lit",
    Pattern.ALL_OFF: "nothing: every pixel dark",
}

BAD_STATES = ("bouncing", "noisy", "stuck", "broken")


def table(view: HardwareView) -> Iterator[str]:
    """Write the table of inputs, with its heading."""
    yield f"{'input':12}{'GPIO':>5}{'header':>8}  {'level':9}{'health':12}{'moves':>5}{'bounce':>9}"
    for one in view.inputs:
        pin = header_pin(one.pin) or "-"
        health = one.state.replace("_", " ")
        level = level_of(one)
        bounce = f"{one.bounce_ms} ms"
        yield (
            f"{name_of(one.part):12}{one.pin:>5}{pin:>8}  {level:9}{health:12}"
            f"{one.moves:>5}{bounce:>9}"
        )


def line_of(one: Input) -> str:
    """Write one input in a line of its own."""
    state = one.state.replace("_", " ")
    return f"{name_of(one.part)} ({where(one.pin)}): {level_of(one)}, {state}"


def page(view: HardwareView) -> Iterator[str]:
    """Write what is to be done on a page, and what has been found."""
    if not view.has_cable:
        yield "The tiles' cable is off: no tile can be read."
    match view.page:
        case Page.SWITCHES:
            yield "Move every tile and press the button: levels and health are live."
        case Page.GET_READY:
            yield "Raise all tiles. Then move them one by one, as you are asked."
        case Page.WALK:
            yield from _step(view)
        case Page.RESULT:
            yield from result(view.result)
        case Page.DISPLAY:
            yield _of_display(view)
        case Page.BUZZER if view.has_buzzer:
            yield "The buzzer plays a few tones, low to high. Do you hear all of them?"
        case Page.BUZZER:
            yield "The configuration has no buzzer that may sound."
        case Page.LAMPS if view.lamp:
            yield f"Lamp {view.lamp} of {view.lamps} is lit."
        case Page.LAMPS:
            yield "This box has no lamps: the Pi's own pins drive none."
        case _:
            yield "That was everything."


def result(found: Result) -> Iterator[str]:
    """Write what the walk has found, and what to configure."""
    if not found.findings:
        return
    wrong = found.wrong
    if not wrong and found.correction is None:
        yield f"Wired right: {len(found.findings)} of {len(found.findings)}."
    for one in wrong:
        yield _finding(one)
    if found.correction is not None:
        if not wrong:
            yield "Every tile reads down while it is up."
        yield "Put this into the configuration, under [gpio], in place of what is there:"
        yield from toml(found.correction)


def toml(correction: Correction) -> Iterator[str]:
    """Write what to configure, ready to be pasted."""
    yield f"tiles = [{', '.join(map(str, correction.tiles))}]"
    yield f"roll = {correction.roll}"
    yield f'closed_is = "{correction.closed_is}"'


def object_of_input(one: Input) -> dict[str, object]:
    return {
        "input": one.part,
        "gpio": one.pin,
        "header": header_pin(one.pin) or None,
        "state": one.state,
        "down": one.down,
        "moves": one.moves,
        "bounce_ms": one.bounce_ms,
    }


def object_of_page(view: HardwareView) -> dict[str, object]:
    return {"page": view.page.value, "ask": view.part or None, "cable": view.has_cable}


def object_of_result(found: Result, to_fix: list[str]) -> dict[str, object]:
    correction = found.correction
    return {
        "walk": [
            {
                "input": one.part,
                "verdict": one.verdict.value,
                "gpio": one.pin,
                "found": list(one.pins),
            }
            for one in found.findings
        ],
        "configure": None
        if correction is None
        else {
            "tiles": list(correction.tiles),
            "roll": correction.roll,
            "closed_is": correction.closed_is,
        },
        "to_fix": to_fix,
    }


def to_fix(view: HardwareView) -> list[str]:
    """Write what is to be fixed, one sentence each; nothing if all is well."""
    inputs = [line_of(one) for one in view.inputs if one.state in BAD_STATES]
    found = [_finding(one) for one in view.result.wrong]
    cable = [] if view.has_cable else ["The tiles' cable is off."]
    if view.result.correction is not None and not found:
        found = ["Every tile reads down while it is up."]
    return [*cable, *inputs, *found]


def name_of(part: str) -> str:
    """Name a part: `tile 4`, `roll button`."""
    return "roll button" if part == ROLL else part.replace("_", " ")


def level_of(one: Input) -> str:
    if one.part == ROLL:
        return "pressed" if one.down else "up"
    return "down" if one.down else "up"


def where(pin: int) -> str:
    """Say where a line is, for whoever looks at the header."""
    header = header_pin(pin)
    return f"GPIO {pin}, pin {header}" if header else f"GPIO {pin}"


def _step(view: HardwareView) -> Iterator[str]:
    is_roll = view.part == ROLL
    if is_roll:
        yield "Press the roll button and let it go."
    else:
        yield f"Move {name_of(view.part)} down and up again."
    pins = {one.part: one.pin for one in view.inputs}
    if view.seen:
        moved = " and ".join(where(pins[part]) for part in view.seen)
        back = "let it go" if is_roll else "move it up again"
        yield f"Seen: {moved}. Now {back}, and wait a moment."
    elif view.is_again:
        yield "Two lines have moved at once. Once more, please, this one alone."


def _finding(one: Finding) -> str:
    name = name_of(one.part)
    match one.verdict:
        case Verdict.RIGHT:
            return f"{name}: right"
        case Verdict.SWAPPED:
            return f"{name} is wired to {where(one.pins[0])}, configured is {where(one.pin)}"
        case Verdict.SILENT:
            return f"{name} does not answer: look at its switch and at {where(one.pin)}"
        case Verdict.TWO_AT_ONCE:
            lines = " and ".join(where(pin) for pin in one.pins)
            return f"{name} moves {lines} at once: they touch each other, or two moved"
        case Verdict.SHARED:
            return f"{name} and {name_of(one.other)} are on the same line, {where(one.pins[0])}"
        case Verdict.REVERSED:
            return f"{name} reads the other way round: use the other contact of its switch"


def _of_display(view: HardwareView) -> str:
    if view.driver == "none":
        return "The configuration has no display."
    if view.pattern is None or view.pattern is Pattern.TEXT:
        return f"The display ({view.driver}) shows its driver's name."
    return f"The display ({view.driver}) shows {_PATTERNS[view.pattern]}."
