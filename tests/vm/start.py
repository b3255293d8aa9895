"""Starts `stbpi run` in the virtual machine of tests/vm/run again and again, for tests.bench.start.

With the driver that `auto` takes, on real lines, the buzzer on one of them, and a display.

Never: imports the program. Keep: `start: {…}`, a line each pair.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.bench.started import pairs

FOLDER = Path("/run/stbpi")
PAIRS = 5
CONFIG = """\
[gpio]
pin_factory = "auto"
[display]
driver = "ssd1306"
bus = 0
[sound]
on = true
"""


def main() -> int:
    """Measure; return the exit status."""
    FOLDER.mkdir()
    for program, libraries in pairs(FOLDER, CONFIG, PAIRS):
        pair = {"program": asdict(program), "libraries": asdict(libraries)}
        print(f"start: {json.dumps(pair)}", flush=True)
    log = FOLDER.joinpath("log").read_text(encoding="utf-8").splitlines()
    loud = [line for line in log if not line.startswith("INFO")]
    print(*loud, sep="\n")
    return 1 if loud else 0


if __name__ == "__main__":
    sys.exit(main())
