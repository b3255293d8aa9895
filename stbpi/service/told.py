"""What the hardware test says in a terminal: the table of inputs, the page, the result.

Plain lines of text; `objects` for programs. The names in the objects are public.

Never: prints, knows a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stbpi.language import Message, _, all_of, message
from stbpi.service.page import (
    GPIO,
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
from stbpi.service.wires import colour_of, pin_of, said_colour, where

TITLES: Mapping[Page, Message] = {
    Page.SWITCHES: message("Switches"),
    Page.GET_READY: message("Walk through the tiles"),
    Page.WALK: message("Walk through the tiles"),
    Page.RESULT: message("What the walk has found"),
    Page.DISPLAY: message("Display"),
    Page.BUZZER: message("Buzzer"),
    Page.LAMPS: message("Lamps"),
    Page.END: message("The end"),
}

_PATTERNS: Mapping[Pattern, Message] = {
    Pattern.BORDER: message("The display ({driver}) shows a line around the whole panel."),
    Pattern.CHECKERBOARD: message("The display ({driver}) shows a checkerboard."),
    Pattern.ALL_ON: message("The display ({driver}) shows every pixel lit."),
    Pattern.ALL_OFF: message("The display ({driver}) shows nothing: every pixel dark."),
    Pattern.TEXT: message("The display ({driver}) shows its driver's name."),
}

_STATES: Mapping[str, Message] = {
    # TRANSLATORS: how an input does, as all of these up to "broken"
    "ok": message("ok"),
    "bouncing": message("bouncing"),
    "noisy": message("noisy"),
    "stuck": message("stuck"),
    "never_seen": message("never seen"),
    "broken": message("broken"),
}

_FAULTS = (
    message("{library} is not installed"),
    message("{library} can't be loaded"),
    message("the I2C bus of the display is missing"),
    message("this user may not use the I2C bus"),
    message("the I2C bus of the display hangs"),
    message("no display answers at {address}"),
)
"""What a display fails with, as its errors and fault events say it."""

BAD_STATES = ("bouncing", "noisy", "stuck", "broken")

_PIN: Mapping[str, str] = {GPIO: "gpio", "tile_board": "contact"}

_COLUMNS = ("{:<{}}", "{:>{}}", "{:>{}}", "  {:<{}}", "{:<{}}", "{:<{}}", "{:>{}}", "{:>{}}")
_WIDTHS = (12, 5, 7, 10, 9, 11, 6, 9)


def table(view: HardwareView) -> Iterator[str]:
    """Write the table of inputs, with its heading."""
    is_gpio = all(one.section == GPIO for one in view.inputs)
    line = "GPIO" if is_gpio else _("contact")
    heading = (_("input"), line, _("pin"), _("wire"), _("level"), _("health"), _("moves"))
    rows = [(*heading, _("bounce"))]
    for one in view.inputs:
        pin = str(pin_of(one.pin, one.section) or "-")
        colour = colour_of(*_wired(one))
        wire = said_colour(colour) if colour else "-"
        moves, bounce = str(one.moves), f"{one.bounce_ms} ms"
        health, level = str(_STATES[one.state]), level_of(one)
        rows.append((name_of(one.part), str(one.pin), pin, wire, level, health, moves, bounce))
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths = [max(width, most + 1) for width, most in zip(_WIDTHS, longest, strict=True)]
    for row in rows:
        cells = zip(_COLUMNS, row, widths, strict=True)
        yield "".join(form.format(cell, width) for form, cell, width in cells)


def line_of(one: Input) -> str:
    """Write one input in a line of its own."""
    # TRANSLATORS: "tile 4 · GPIO13 · pin 33 · yellow: down, bouncing"
    return _("{input} · {line}: {level}, {health}").format(
        input=name_of(one.part),
        line=where(*_wired(one)),
        level=level_of(one),
        health=_STATES[one.state],
    )


def page(view: HardwareView) -> Iterator[str]:
    """Write what is to be done on a page, and what has been found."""
    if not view.has_cable:
        yield _("The tiles' cable is off: no tile can be read.")
    match view.page:
        case Page.SWITCHES:
            yield _("Move every tile and press the button: levels and health are live.")
        case Page.GET_READY:
            yield _("Raise all tiles. Then move them one by one, as you are asked.")
        case Page.WALK:
            yield from _step(view)
        case Page.RESULT:
            yield from result(view.result)
        case Page.DISPLAY:
            yield _of_display(view)
        case Page.BUZZER if view.has_buzzer:
            yield _("The buzzer plays a few tones, low to high. Do you hear all of them?")
        case Page.BUZZER:
            yield _("The configuration has no buzzer that may sound.")
        case Page.LAMPS if view.lamp:
            yield _("Lamp {lamp} of {lamps} is lit.").format(lamp=view.lamp, lamps=view.lamps)
        case Page.LAMPS:
            yield _("This box has no lamps: the Pi's own pins drive none.")
        case Page.END | Page.HOLD_ON | Page.LET_GO:
            yield _("That was everything.")


def result(found: Result) -> Iterator[str]:
    """Write what the walk has found, and what to configure."""
    if not found.findings:
        return
    wrong = found.wrong
    if not wrong and found.correction is None:
        every = len(found.findings)
        yield _("Wired right: {right} of {all}.").format(right=every, all=every)
    for one in wrong:
        yield _finding(one)
    if found.correction is not None:
        if not wrong:
            yield _("Every tile reads down while it is up.")
        yield _(
            "Put this into the configuration, under {section}, in place of what is there:"
        ).format(section=f"[{found.correction.section}]")
        yield from toml(found.correction)


def toml(correction: Correction) -> Iterator[str]:
    """Write what to configure, ready to be pasted."""
    yield f"tiles = [{', '.join(map(str, correction.tiles))}]"
    yield f"roll = {correction.roll}"
    yield f'closed_is = "{correction.closed_is}"'


def object_of_input(one: Input) -> dict[str, object]:
    return {
        "input": one.part,
        **_object_of_wire(one),
        "state": one.state,
        "down": one.down,
        "moves": one.moves,
        "bounce_ms": one.bounce_ms,
    }


def _object_of_wire(one: Input) -> dict[str, object]:
    place = "header" if one.section == GPIO else "pin"
    return {
        _PIN[one.section]: one.pin,
        place: pin_of(one.pin, one.section) or None,
        "wire": colour_of(*_wired(one)) or None,
    }


def _wired(one: Input | Finding) -> tuple[int, str, str]:
    """Return what tells where the wire of an input is."""
    return one.pin, one.section, one.part


def object_of_page(view: HardwareView) -> dict[str, object]:
    return {"page": view.page.value, "ask": view.part or None, "cable": view.has_cable}


def object_of_result(found: Result, to_fix: list[str]) -> dict[str, object]:
    correction = found.correction
    return {
        "walk": [
            {
                "input": one.part,
                "verdict": one.verdict.value,
                _PIN[one.section]: one.pin,
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
    cable = [] if view.has_cable else [_("The tiles' cable is off.")]
    if view.result.correction is not None and not found:
        found = [_("Every tile reads down while it is up.")]
    return [*cable, *inputs, *found]


def of_fault(what: str) -> str:
    """Write what is wrong with the display.

    Args:
        what: the same as a fault event has it.
    """
    address = "".join(re.findall(r"0x\w\w", what))
    values = {"address": address, "library": what.partition(" ")[0]}
    known = (text for text in _FAULTS if text.text.format(**values) == what)
    said = next((str(text).format(**values) for text in known), what)
    return _("display: {what}").format(what=said)


def name_of(part: str) -> str:
    """Name a part: `tile 4`, `roll button`."""
    if part == ROLL:
        return _("roll button")
    return _("tile {tile}").format(tile=part.removeprefix("tile_"))


def level_of(one: Input) -> str:
    if one.part == ROLL:
        return _("pressed") if one.down else _("not pressed")
    return _("down") if one.down else _("up")


def _step(view: HardwareView) -> Iterator[str]:
    is_roll = view.part == ROLL
    if is_roll:
        yield _("Press the roll button and let it go.")
    else:
        yield _("Move {tile} down and up again.").format(tile=name_of(view.part))
    lines = {one.part: where(*_wired(one)) for one in view.inputs}
    if view.seen:
        moved = all_of([lines[part] for part in view.seen])
        if is_roll:
            yield _("Seen: {lines}. Now let it go, and wait a moment.").format(lines=moved)
        else:
            yield _("Seen: {lines}. Now move it up again, and wait a moment.").format(lines=moved)
    elif view.is_again:
        yield _("Two lines have moved at once. Once more, please, this one alone.")


def _finding(one: Finding) -> str:
    match one.verdict:
        case Verdict.RIGHT:
            said = _("{part}: right")
        case Verdict.SWAPPED:
            said = _("{part} is wired to {lines}, configured is {line}")
        case Verdict.SILENT:
            said = _("{part} does not answer: look at its switch and at {line}")
        case Verdict.TWO_AT_ONCE:
            said = _("{part} moves {lines} at once: they touch each other, or two moved")
        case Verdict.SHARED:
            said = _("{part} and {other} are on the same line, {lines}")
        case Verdict.REVERSED:
            said = _("{part} reads the other way round: use the other contact of its switch")
    return said.format(
        part=name_of(one.part),
        other=name_of(one.other),
        line=where(*_wired(one)),
        lines=all_of([where(pin, one.section) for pin in one.pins]),
    )


def _of_display(view: HardwareView) -> str:
    if view.driver == "none":
        return _("The configuration has no display.")
    return str(_PATTERNS[view.pattern or Pattern.TEXT]).format(driver=view.driver)
