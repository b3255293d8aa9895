"""Faults: what can go wrong around the program, by the verbs of a scenario.

Scenarios and the terminal app let the same things fail; what is wrong now is told in the words
that cause it.

Never: reaches into the program. Rule: DESIGN.md section 6, the table of verbs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from stbpi.errors import ScriptError
from stbpi.games.game import Tile
from stbpi.language import _
from stbpi.sim import script, steps
from stbpi.sim.simulation import Simulation

Fault = steps.Failing | steps.PowerCut
"""What can go wrong around the program."""

VERBS = "bounce, noise, stick, unstick, cable, oled, disk, serial, clock, power cut"


def read(line: str, *, tile_count: int) -> Fault:
    """Read one line that lets something go wrong.

    Args:
        line: as in a scenario.
        tile_count: how many tiles the box has.

    Raises:
        ScriptError: it is no such line, or names a tile that the box lacks.
    """
    match [step.action for step in script.read(line, path="")]:
        case [steps.Bounce() | steps.Noise() | steps.Stick() as action]:
            if action.tile is not None and action.tile > tile_count:
                raise ScriptError(_("this box has tiles 1 to {last}").format(last=tile_count))
            return action
        case [steps.Cable() | steps.Oled() | steps.Disk() | steps.Serial() as action]:
            return action
        case [steps.Clock() | steps.PowerCut() as action]:
            return action
        case _:
            raise ScriptError(
                _("one thing that goes wrong is expected"),
                _("Known are: {known}.").format(known=VERBS),
            )


async def fail(box: Simulation, action: steps.OnBox, *, seed: int) -> None:
    """Let something go wrong, or be right again.

    Args:
        box: where; it has the tile that the action names.
        action: what.
        seed: of the pulses of a contact that chatters, or bounces as a plug is moved.

    Raises:
        ScriptError: it can't go wrong on this box.
    """
    match action:
        case steps.Bounce():
            box.hand.contact(action.tile).bounce(action.ms, seed=seed)
        case steps.Noise():
            box.hand.contact(action.tile).noise(action.hz, seed=seed)
            if not action.hz:
                await box.settle()
        case steps.Stick(is_stuck=True):
            box.hand.contact(action.tile).stick()
        case steps.Stick():
            box.hand.contact(action.tile).unstick()
            await box.settle()
        case steps.Cable():
            if action.is_on:
                box.hand.plug_cable(seed=seed)
            else:
                box.hand.pull_cable(seed=seed)
            await box.settle()
        case steps.Oled():
            if action.is_on:
                box.panel.plug_in()
            else:
                box.panel.unplug()
        case steps.Disk():
            box.disk.is_full = action.is_full
        case steps.Serial():
            if box.has_real_line:
                raise ScriptError(_("the serial log goes to a real port: pull its cable"))
            (box.line.plug_in if action.is_on else box.line.pull)()
        case _:
            assert_never(action)


def wrong_now(box: Simulation) -> tuple[str, ...]:
    """List what is wrong with a box, as the lines that would make it so.

    A part that was put right is not listed, though the program may not trust it yet.
    """
    return tuple(wrong for wrong, _ in _wrong(box))


def undoing(box: Simulation) -> tuple[str, ...]:
    """List the lines that would put right what is wrong with a box."""
    return tuple(line for _, line in _wrong(box))


def _wrong(box: Simulation) -> Iterator[tuple[str, str]]:
    for tile in (*map(Tile, range(1, box.tile_count + 1)), None):
        name = "roll" if tile is None else str(tile)
        contact = box.hand.contact(tile)
        if contact.bounce_ms:
            yield f"bounce {name} {contact.bounce_ms:g}", f"bounce {name} 0"
        if contact.noise_hz:
            yield f"noise {name} {contact.noise_hz:g}", f"noise {name} 0"
        if contact.is_stuck:
            yield f"stick {name}", f"unstick {name}"
    if box.hand.is_cable_off:
        yield "cable off", "cable on"
    if not box.panel.is_plugged_in:
        yield "oled off", "oled on"
    if box.disk.is_full:
        yield "disk full", "disk ok"
    if not box.line.is_plugged_in:
        yield "serial off", "serial on"
