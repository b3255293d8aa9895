"""What the pins of `stbpi run` must live through, inside the virtual machine of tests/vm/run.

A line that somebody else holds, a user who may not use them, a chip that is not there, a button
that is down from the start, a line that chatters a thousand times a second, and a chip that goes.
And the buzzer must swing, by the kernel's own line alone.

Never: imports the program. Keep: one line a check, `ok …` or `FAIL …`, and a summary at the end.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.vm.play import ALL, FOLDER, Checks, Play
from tests.vm.rig import BUZZER_PIN, ROLL_PIN, TILE_PINS, Fact, Stuck, stay, wait_for

CHIP = Path("/dev/gpiochip0")
ENVIRONMENT = 3
DRIVERS = ("gpiod", "lgpio", "rpigpio")
CHATTER_S = 10
BURST_S, BURST = 0.01, 10  # a tick of this kernel, and a thousand changes a second

HOLD = """
import sys, gpiod
with gpiod.request_lines("/dev/gpiochip0", {5: None}, consumer="somebody"):
    print("held", flush=True)
    sys.stdin.read()
"""

RUN = """
import os, sys
os.execv(sys.argv[1], [sys.argv[1], "-m", "stbpi", "run", "--config", sys.argv[2]])
"""

# PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root may what a file's mode says.
WITHOUT_RIGHTS = """
import ctypes
for capability in (1, 2):
    assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0
"""

RPI_LGPIO = {"RPI_LGPIO_REVISION": "b03114"}
"""So that rpi-lgpio doesn't ask the machine's device tree."""


class Pins:
    """One misfortune after the other."""

    def __init__(self, checks: Checks, chance: random.Random) -> None:
        self.checks = checks
        self.play = Play(checks, chance, driver="auto")

    def everything(self) -> None:
        for driver in DRIVERS:
            self.line_is_busy(driver)
            self.may_not(driver)
        self.two_boxes()
        self.button_is_down_at_start()
        self.buzzer_sounds()
        self.line_chatters()
        self.chip_goes()

    # Before it starts

    def line_is_busy(self, driver: str) -> None:
        with holding():
            self.refused(
                f"{driver}, busy", driver, "pin 5 is in use by somebody\nStop that program, or"
            )

    def may_not(self, driver: str) -> None:
        CHIP.chmod(0)
        try:
            self.refused(f"{driver}, closed", driver, "usermod -aG gpio", run=WITHOUT_RIGHTS + RUN)
        finally:
            CHIP.chmod(0o600)

    def two_boxes(self) -> None:
        """Another program on the same pins, which has a journal of its own."""
        play = self.play
        play.start()
        pid = play.program.pid
        text = f"pin 5 is in use by another stbpi, process {pid}\nEnd it: sudo systemctl stop"
        for driver in DRIVERS:
            self.refused(f"{driver}, two boxes", driver, text)
        play.stop()

    def refused(self, claim: str, driver: str, *texts: str, run: str = RUN) -> None:
        """Start the program, which must end at once with a message of two lines."""
        folder = FOLDER / "other"
        folder.mkdir(exist_ok=True)
        config = folder / "stbpi.toml"
        text = f'[gpio]\npin_factory = "{driver}"\n[journal]\npath = "{folder}/journal.db"\n'
        config.write_text(text, encoding="utf-8")
        ended = subprocess.run(
            [sys.executable, "-c", run, sys.executable, str(config)],
            env={**os.environ, **RPI_LGPIO, "RUNTIME_DIRECTORY": str(folder)},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        said = ended.stderr[ended.stderr.find("stbpi: ") :]
        is_told = all(text in said for text in texts) and said.count("\n") == 2
        held = ended.returncode == ENVIRONMENT and is_told and "Traceback" not in ended.stderr
        first = said.partition("\n")[0]
        self.checks.that(f"{claim}: {first}", held, (ended.returncode, ended.stderr))

    # While it runs

    def button_is_down_at_start(self) -> None:
        play = self.play
        play.program.start(meanwhile=lambda: play.hand.pull(ROLL_PIN, closed=True))
        stay(0.5)
        play.hand.pull(ROLL_PIN, closed=False)
        stay(0.5)
        nothing = play.journal.facts()
        self.checks.that("a button that is down at the start is no press", not nothing, nothing)
        play.set_up()

    def buzzer_sounds(self) -> None:
        """A press that is refused is heard, and then it is silent."""
        play = self.play
        play.hand.lower(1)
        play.hand.press()
        changes = sum(a != b for a, b in itertools.pairwise(play.hand.levels(BUZZER_PIN, 1.0)))
        self.checks.that(f"a refused press is heard: {changes} edges seen", changes > 20)
        play.told("and told", ("refused", {"code": "raise", "tiles": [1]}))
        silent = set(play.hand.levels(BUZZER_PIN, 1.0))
        self.checks.that("then the line is low", silent == {"0"}, silent)
        play.hand.lift(1)
        loaded = Path(f"/proc/{play.program.pid}/maps").read_text()
        self.checks.that("lgpio is not loaded", "lgpio" not in loaded)

    def line_chatters(self) -> None:
        """The match goes on while the last tile's line, which nobody plays with, chatters."""
        play = self.play
        before = play.program.cpu_s()
        chatter = Chatter(play, TILE_PINS[-1])
        chatter.start()
        begin = time.monotonic()
        while time.monotonic() - begin < CHATTER_S:
            play.hand.lower(1)
            play.hand.lift(1)
        chatter.stop()
        seconds = time.monotonic() - begin
        rate, load = chatter.changes / seconds, (play.program.cpu_s() - before) / seconds
        claim = f"{rate:.0f} changes a second for {seconds:.0f} s: {load:.0%} of the processor"
        self.checks.that(claim, rate > 500 and load < 0.5)
        moves = [fact for fact in play.hand.moves if fact[1] == {"tile": 1}]

        def told() -> list[Fact]:
            return [fact for fact in play.journal.moves() if fact[1] == {"tile": 1}]

        wait_for(lambda: len(told()) >= len(moves), 3, "the last move in the journal")
        self.checks.that(f"all {len(moves)} moves of tile 1 were told", told() == moves, told())
        dice = play.throw(1, ALL, ())
        self.checks.that(f"then Ann throws {dice[0]}+{dice[1]}", sum(dice) > 1)

    def chip_goes(self) -> None:
        Path("/sys/kernel/config/gpio-sim/box/live").write_text("0", encoding="ascii")
        status = self.play.program.ended_by_itself()
        words = self.play.program.words()
        told = [line for line in words if line.startswith("stbpi: the GPIO chip has gone")]
        claim = f"a chip that goes: exit status {status}, {told}"
        self.checks.that(claim, status == ENVIRONMENT and len(told) == 1, words[-10:])


class Chatter:
    """A line that opens and closes all the time."""

    def __init__(self, play: Play, pin: int) -> None:
        self.changes = 0
        self._hand = play.hand
        self._pin = pin
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ends.set()
        self._thread.join()
        self._hand.pull(self._pin, closed=False)

    def _run(self) -> None:
        while not self._ends.is_set():
            for _ in range(BURST):
                self.changes += 1
                self._hand.pull(self._pin, closed=self.changes % 2 == 1)
            time.sleep(BURST_S)


@contextmanager
def holding() -> Iterator[None]:
    """Let another program hold the line of tile 1."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        yield
        other.stdin.close()


def main() -> int:
    """Let everything happen; return the exit status."""
    seed = int(os.environ.get("STBPI_VM_SEED") or random.randrange(10_000))
    print(f"     STBPI_VM_SEED={seed} bounces like this again", flush=True)
    checks = Checks()
    pins = Pins(checks, random.Random(seed))
    try:
        pins.everything()
    except Stuck as stuck:
        checks.that("played to the end", False, stuck)
    if checks.failed:
        print("the program's last words:", *pins.play.program.words()[-30:], sep="\n  ")
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
