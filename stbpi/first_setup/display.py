"""The part of the interview that is about the display: its chip, its address, how it hangs.

Never: asks for what the bus can tell: an address where something answers is offered first.
"""

from __future__ import annotations

from typing import Any, Protocol

from stbpi.config import Config
from stbpi.errors import PanelError
from stbpi.first_setup.dialogue import Dialogue, Refused
from stbpi.first_setup.trial import Trial
from stbpi.language import _
from stbpi.service.machine import Machine
from stbpi.service.page import Pattern
from stbpi.service.parts import DISPLAYS, i2c
from stbpi.service.told import of_fault

NONE = "none"
GOOD, TURNED, CUT, DARK = "good", "turned", "cut", "dark"


class Answers(Protocol):
    """What has been answered so far."""

    config: Config

    def set(self, section: str, **values: Any) -> None: ...


def ask_display(
    answers: Answers, dialogue: Dialogue, trial: Trial | None, machine: Machine
) -> None:
    """Ask for the display until it shows what it should, or the person goes on without.

    Args:
        answers: are asked and changed.
        dialogue: with the person.
        trial: shows pictures; `None`: nothing is tried.
        machine: is asked what answers on the bus.
    """
    is_wanted = True
    while is_wanted:
        driver = dialogue.choose(
            _("What display has it?"), _drivers(), answers.config.display.driver
        )
        if driver == NONE:
            answers.set("display", driver=driver)
            return
        address = dialogue.ask(
            _("Its I2C address? (0x78 on the board is 0x3C, 0x7A is 0x3D)"),
            offered := _offered(answers.config, machine),
            _address,
            shown=f"0x{offered:02X}",
        )
        answers.set("display", driver=driver, address=address)
        if trial is None:
            return
        seen = _try(answers, dialogue, trial, machine)
        is_wanted = seen != GOOD and dialogue.yes(_("Once more?"), default=seen == CUT)


def _drivers() -> dict[str, str]:
    return {
        "ssd1306": _("128×64, often 0.96 inch"),
        "sh1106": _("128×64, often 1.3 inch"),
        "ssd1309": _("128×64, often 2.42 inch"),
        "ssd1327": _("128×128, grey, often 1.5 inch"),
        NONE: _("there is no display"),
    }


def _offered(config: Config, machine: Machine) -> int:
    """Return an address where something answers, else the one that there is."""
    now = config.display.address
    bus = machine.file(f"/dev/i2c-{config.display.bus}")
    try:
        found = [one for one in (now, *DISPLAYS) if bus.exists() and machine.answers(bus, one)]
    except (ImportError, OSError):
        return now
    return found[0] if found else now


def _address(text: str) -> int:
    try:
        address = int(text, 16 if text.lower().startswith("0x") else 10)
    except ValueError:
        address = 0
    if not 0x08 <= address <= 0x77:
        raise Refused(_("An address from 0x08 to 0x77."))
    return address


def _try(answers: Answers, dialogue: Dialogue, trial: Trial, machine: Machine) -> str:
    """Show a picture, turned round if that is asked for; return what was seen in the end."""
    try:
        while (seen := _seen(answers, dialogue, trial)) == TURNED:
            answers.set("display", rotate=180 - answers.config.display.rotate)
    except PanelError as exc:
        fixes = [finding.fix for finding in i2c(machine, answers.config) if finding.fix]
        dialogue.say(*(f"  ! {line}" for line in (of_fault(exc.what), *fixes)))
        return DARK
    if seen == CUT:
        dialogue.say(
            _("Then it has another chip: sh1106 and ssd1306 are often sold for one another.")
        )
    elif seen == DARK:
        dialogue.say(_("Look at its wires (SDA, SCL, 3.3 V, ground) and its address."))
    return seen


def _seen(answers: Answers, dialogue: Dialogue, trial: Trial) -> str:
    """Ask what the display shows.

    Raises:
        PanelError: it can't be reached.
    """
    with trial.picture(answers.config, Pattern.TEXT):
        seen = dialogue.choose(_("What does it show?"), _sights(answers), GOOD)
    if seen != GOOD:
        return seen
    with trial.picture(answers.config, Pattern.BORDER):
        return GOOD if dialogue.yes(_("And now a thin line at all four edges?")) else CUT


def _sights(answers: Answers) -> dict[str, str]:
    name = answers.config.display.driver
    return {
        GOOD: _("the word {name}, upright").format(name=name),
        TURNED: _("the same, upside down"),
        CUT: _("something else: cut, shifted, specks at an edge"),
        DARK: _("nothing"),
    }
