"""Anything at all for the decoder of the serial log.

    python -m tests.soak.fuzz_lines --seconds 3600

With atheris (`pip install atheris`) the inputs are led by what the decoder has done with others;
without it they are drawn by chance. Ends with 1 at the first failure, and names the file with the
input that it was written to; `--again FILE` tries that one alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from traceback import format_exc

Judge = Callable[[bytes], str | None]

LONGEST = 4096
SHORT = (0, 1, 2, 6, 12, 36, 240, 600, LONGEST)
TELL_S = 10

CORPUS = Path(gettempdir()) / "stbpi-fuzz-lines"
"""Inputs of atheris that are worth going on from, the next time too."""


def judged(judge: Judge, given: bytes) -> None:
    """Judge what the decoder makes of an input; the first failure is the end of the program."""
    try:
        found = judge(given)
    except Exception:  # whatever it is, the input must be kept
        found = format_exc()
    if found is None:
        return
    path = Path(f"fuzz-lines-{int(time.time())}.bin").absolute()
    path.write_bytes(given)
    print(f"{found}\n{path}: {len(given)} bytes", file=sys.stderr, flush=True)
    os._exit(1)  # atheris would go on, or end in its own way


def by_chance(seconds: float, seed: int) -> None:
    from tests.serial_log.judge import TRANSCRIPT, judge

    chance = random.Random(seed)
    began = told = time.monotonic()
    count = 0
    while (now := time.monotonic()) - began < seconds:
        given = chance.randbytes(chance.choice(SHORT))
        if chance.random() < 0.3:  # as noise around lines
            at = chance.randrange(len(TRANSCRIPT))
            given = b"\0" + given + TRANSCRIPT[at : at + chance.choice(SHORT)] + given[:9]
        judged(judge, given)
        count += 1
        if now - told >= TELL_S:
            told = now
            print(f"{now - began:7.0f} s  {count} inputs", flush=True)
    print(f"{seconds:7.0f} s  {count} inputs, seed {seed}: nothing found")


def with_atheris(seconds: int, seed: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["stbpi.serial_log"]):
        from tests.serial_log.judge import TRANSCRIPT, judge
    CORPUS.mkdir(exist_ok=True)
    for number, line in enumerate(TRANSCRIPT.splitlines(keepends=True)):
        (CORPUS / f"{number}.bin").write_bytes(b"\0" + line)
    options = [
        str(CORPUS),
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-max_len={LONGEST}",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options], lambda given: judged(judge, given))
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fuzz_lines")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--chance", action="store_true", help="by chance, although atheris is here")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try this input alone")
    arguments = parser.parse_args()
    if arguments.again is not None:
        from tests.serial_log.judge import judge

        judged(judge, arguments.again.read_bytes())
    elif arguments.chance or importlib.util.find_spec("atheris") is None:
        by_chance(arguments.seconds, arguments.seed)
    else:
        with_atheris(arguments.seconds, arguments.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
