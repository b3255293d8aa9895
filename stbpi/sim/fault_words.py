"""Faults in words, for whoever chooses one; the same as lines of a scenario.

Never: lets anything go wrong.
"""

from __future__ import annotations

from typing import assert_never

from stbpi.language import _
from stbpi.sim import steps
from stbpi.sim.faults import Fault


def offered(tile: int) -> tuple[str, ...]:
    """List what can go wrong with a tile, and with everything else."""
    return (
        *(f"bounce {tile} 30", f"noise {tile} 200", f"stick {tile}"),
        *("bounce roll 30", "noise roll 200", "stick roll"),
        *("cable off", "oled off", "disk full", "serial off", "power cut"),
        *("clock 86400", "clock -86400"),
    )


def described(action: Fault) -> str:
    """Say what happens."""
    match action:
        case steps.Bounce() | steps.Noise() | steps.Stick():
            return _contact(action)
        case steps.Cable(is_on=False):
            return _("The tiles' cable is pulled off")
        case steps.Cable():
            return _("The tiles' cable is put back")
        case steps.Oled(is_on=False):
            return _("The display is unplugged")
        case steps.Oled():
            return _("The display is plugged in again")
        case steps.Disk(is_full=True):
            return _("The disk is full")
        case steps.Disk():
            return _("The disk has room again")
        case steps.Serial(is_on=False):
            return _("The cable of the serial log is pulled off")
        case steps.Serial():
            return _("The cable of the serial log is plugged in again")
        case steps.PowerCut():
            return _("The power is cut, and comes back")
        case steps.Clock(seconds=seconds):
            return _clock(seconds)
        case _:
            assert_never(action)


def _clock(seconds: float) -> str:
    match seconds:
        case 86_400:
            return _("The clock jumps ahead by a day")
        case -86_400:
            return _("The clock jumps back by a day")
        case _ if seconds < 0:
            return _("The clock jumps back by {seconds} seconds").format(seconds=f"{-seconds:g}")
        case _:
            return _("The clock jumps ahead by {seconds} seconds").format(seconds=f"{seconds:g}")


def _contact(action: steps.Bounce | steps.Noise | steps.Stick) -> str:
    if action.tile is None:
        return _button(action)
    match action:
        case steps.Bounce(ms=0):
            text = _("Tile {tile} does not bounce any more")
        case steps.Bounce():
            text = _("Tile {tile} bounces whenever it is moved")
        case steps.Noise(hz=0):
            text = _("Tile {tile} does not chatter any more")
        case steps.Noise():
            text = _("Tile {tile} chatters all the time")
        case steps.Stick(is_stuck=True):
            text = _("Tile {tile} is stuck: its switch stays as it is")
        case _:
            text = _("Tile {tile} is not stuck any more")
    return text.format(tile=action.tile)


def _button(action: steps.Bounce | steps.Noise | steps.Stick) -> str:
    match action:
        case steps.Bounce(ms=0):
            return _("The roll button does not bounce any more")
        case steps.Bounce():
            return _("The roll button bounces whenever it is pressed")
        case steps.Noise(hz=0):
            return _("The roll button does not chatter any more")
        case steps.Noise():
            return _("The roll button chatters all the time")
        case steps.Stick(is_stuck=True):
            return _("The roll button is stuck: its switch stays as it is")
        case _:
            return _("The roll button is not stuck any more")
