"""How long a change of a contact takes to the host: `python -m tests.firmware.latency`.

From the moment a level changes in the virtual machine's pins to its whole snapshot at the host's
end of the line, settling (two scans after the one that sees it first) included.
"""

from __future__ import annotations

import json
import os
import select
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.doubles import PATIENCE_S
from tests.firmware.host_model import HostModel
from tests.firmware.vm_board import REFERENCE, VmBoard

COUNT = 200
REST_S = 0.011  # no multiple of a scan, so that changes fall anywhere between two of them
SETTLE_MS = 2 * 2


def latencies(board: VmBoard, count: int = COUNT) -> list[float]:
    """Change contacts so many times; return how long each took to be told, in ms."""
    host = HostModel()
    line = os.open(board.path, os.O_RDWR | os.O_NOCTTY)
    took = []
    try:
        _until_told(line, host, board.down)
        for number in range(count):
            time.sleep(REST_S)
            began = time.perf_counter()
            board.stand(REFERENCE | 1 << number % 12)
            _until_told(line, host, board.down)
            took.append((time.perf_counter() - began) * 1000)
    finally:
        os.close(line)
    return took


def _until_told(line: int, host: HostModel, down: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while host.down != down:
        if time.monotonic() > until:
            raise TimeoutError(host.heard[-3:])
        readable, _, _ = select.select([line], [], [], 0.1)
        told = os.read(line, 4096) if readable else b""
        os.write(line, host.take(round(time.monotonic() * 1000), told))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, VmBoard(Path(folder)) as board:
        took = latencies(board)
    figure = {
        "name": "change to snapshot at the host",
        "count": len(took),
        "median_ms": round(median(took), 2),
        "p95_ms": round(quantiles(took, n=20)[-1], 2),
        "settling_ms": SETTLE_MS,
    }
    print(json.dumps(figure))
    return 0


if __name__ == "__main__":
    sys.exit(main())
