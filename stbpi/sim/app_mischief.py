"""What goes wrong on the box of the terminal app, line by line, as in a scenario.

Never: asks anybody; the app does.
"""

from __future__ import annotations

import asyncio
import secrets

from stbpi.sim import faults, steps
from stbpi.sim.app_record import Recorder
from stbpi.sim.jumps import Jumps
from stbpi.sim.pace import JumpingClock
from stbpi.sim.simulation import Simulation


class Mischief:
    """Lets things go wrong, and be right again.

    Args:
        recorder: told what happens.

    Attributes:
        clocks: those of the box.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.clocks = Jumps(JumpingClock)
        self._recorder = recorder

    async def let_happen(self, box: Simulation, line: str) -> None:
        """Let something go wrong.

        Raises:
            ScriptError: the line is none that lets anything go wrong, or not on this box.
            StbError: the box does not come back after a cut of the power.
        """
        action = faults.read(line, tile_count=box.tile_count)
        if isinstance(action, steps.PowerCut):
            line = "power cut"
            await asyncio.sleep((action.after_ms or 0) / 1000)
        self._recorder.done(line, at=asyncio.get_running_loop().time())
        match action:
            case steps.Clock():
                self.clocks.jump(action.seconds)
            case steps.PowerCut():
                await box.cut_power()
            case _:
                await faults.fail(box, action, seed=self._recorder.seed or secrets.randbits(32))
