"""The service under a real systemd as process 1, in the virtual machine of tests/vm/run.

It is installed with the very commands of systemd/README.md (but for the packages), started, and
then everything happens to it that it must live through: it hangs, is killed again and again, may
not use the pins, is stopped, has a wrong configuration. A cover that was half closed before must
be the same after.

Never: imports the program. Keep: one line a check, `ok …` or `FAIL …`, and a summary at the end.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.vm import systemd_sandbox as sandbox
from tests.vm.oled import TRACE, Oled, drawn, lit
from tests.vm.play import Checks
from tests.vm.rig import WATCHDOG_S, Fact, Hand, Journal, Stuck, wait_for
from tests.vm.sheet import covers
from tests.vm.systemd_board import look_at_the_board
from tests.vm.systemd_install import CONFIG, STATE, install
from tests.vm.systemd_unit import add_to_unit, command, log, main_pid, show

# With three dice there is a cover of several tiles for every throw.
RIGHT = "[display]\nbus = 0\n[rules]\ndice = 3\n"
WRONG = RIGHT + "[box]\nsettle = 40\n"
LGPIO = RIGHT + '[gpio]\npin_factory = "lgpio"\n'
ALL = tuple(range(1, 10))
PINS = Path("/dev/gpiochip0")
KILLS = 8  # systemd's own limit is 5 starts in 10 s
QUICK = "RestartSec=100ms"


class Play:
    """What happens to the service, one thing after the other."""

    def __init__(self, checks: Checks, chance: random.Random) -> None:
        self.checks = checks
        self.hand = Hand(Path(os.environ["SIM"]), chance)
        self.oled = Oled() if TRACE.exists() else None
        self.journal = Journal(STATE / "journal.db")
        self.cover: tuple[int, ...] = ()
        self.before: list[Fact] = []

    def everything(self) -> None:
        start = install(self.checks)
        CONFIG.write_text(RIGHT, encoding="utf-8")
        self.starts(start)
        sandbox.look_at(main_pid(), self.checks)
        self.closes_half_a_cover()
        look_at_the_board(self.checks)
        self.hangs()
        add_to_unit(QUICK)
        self.is_killed_again_and_again()
        self.may_not_use_the_pins()
        self.plays_on()
        self.stops()
        self.has_a_wrong_configuration()
        self.is_started_again()

    # The life of the service

    def starts(self, start: list[str]) -> None:
        """Run the last command of the README: it must return when the service is ready."""
        command("systemctl", "log-level", "debug")
        starter = subprocess.Popen(start, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_for(lambda: main_pid() != 0, 20, "the service's process")
        waits = show("ActiveState") == "activating" and starter.poll() is None
        _, complaint = starter.communicate(timeout=40)
        active = (show("ActiveState"), show("SubState"), show("StatusText"))
        command("systemctl", "log-level", "notice")
        took_s = seconds("ActiveEnterTimestamp") - seconds("ExecMainStartTimestamp")
        self.checks.that("Type=notify: the start waits for READY=1", waits)
        held = starter.returncode == 0 and active == ("active", "running", "playing")
        claim = f"active and playing, {took_s:.1f} s after its process was made"
        if not self.checks.that(claim, held, (active, complaint)):
            raise Stuck("the service did not start")
        self.was_told("READY=1")
        self.checks.that("it is enabled", show("UnitFileState") == "enabled")

    def was_told(self, line: str) -> None:
        """Check that systemd has heard this from the main process, and believed it."""
        heard = [said for said in log("debug") if "notification message" in said and line in said]
        self.checks.that(f"systemd was told {line}", len(heard) == 1, heard)

    def closes_half_a_cover(self) -> None:
        """Start a match, throw, and close the first tile of a cover of several."""
        self.press_until("turn_started", "the match starts")
        total = self.press_until("rolled", "the dice are thrown")["total"]
        assert isinstance(total, int)
        if self.oled is not None:
            shows = self.shows_something(self.oled)
            self.checks.that("the OLED shows something", shows, drawn(self.oled.picture()))
        self.cover = max(covers(total, ALL), key=len)
        self.hand.lower(self.cover[0])
        wait_for(lambda: self.journal.moves() == self.hand.moves, 5, "the tile in the journal")
        self.before = self.journal.facts()

    def hangs(self) -> None:
        """Stop the process as if it hung: only the watchdog can end it."""
        pid = main_pid()
        begin = time.monotonic()
        os.kill(pid, signal.SIGSTOP)
        self.next_pid(pid)
        self.wait(is_active, 20, "a process that is ready")
        seconds = time.monotonic() - begin
        restarts, said = show("NRestarts"), [line for line in log() if "Watchdog timeout" in line]
        held = restarts == "1" and len(said) == 1 and seconds > WATCHDOG_S / 2
        self.checks.that(
            f"it hangs: the watchdog ends it, back after {seconds:.0f} s", held, (restarts, said)
        )
        self.resumed("it hung")

    def is_killed_again_and_again(self) -> None:
        """Kill it as soon as it is there, more often than systemd's own limit would bear."""
        begin = time.monotonic()
        pid = main_pid()
        for _ in range(KILLS):
            os.kill(pid, signal.SIGKILL)
            pid = self.next_pid(pid)
        seconds = time.monotonic() - begin
        self.wait(is_active, 30, "a process that is ready")
        restarts = int(show("NRestarts"))
        self.checks.that(
            f"killed {KILLS} times in {seconds:.0f} s: it never gives up",
            restarts == 1 + KILLS and seconds < 2 * KILLS,
            restarts,
        )
        self.resumed("it was killed")

    def may_not_use_the_pins(self) -> None:
        """Take the right on the pins away for a while: it is tried again, and says why."""
        behind, group = len(log()), PINS.stat().st_gid
        shutil.chown(PINS, group=0)
        os.kill(main_pid(), signal.SIGTERM)

        def refusals() -> int:
            return sum("status=3/" in line for line in log()[behind:])

        self.wait(lambda: refusals() >= 2, 30, "two attempts with exit status 3")
        shutil.chown(PINS, group=group)
        self.wait(is_active, 30, "the service, with the pins open again")
        self.checks.that("no right on the pins: exit status 3, tried until there is one", True)
        said = "\n".join(log()[behind:])
        helps = "stbpi: " in said and "group gpio" in said
        self.checks.that("the log says which group is missing", helps, said)
        self.resumed("it had no pins")

    def plays_on(self) -> None:
        for tile in self.cover[1:]:
            self.hand.lower(tile)
        self.hand.press()
        wait_for(lambda: len(self.journal.facts()) > len(self.before), 5, "a cover")
        name, body = self.journal.facts()[len(self.before)]
        held = name == "covered" and body["tiles"] == list(self.cover)
        self.checks.that(f"the cover {self.cover} can be finished, and counts", held, (name, body))

    def stops(self) -> None:
        if self.oled is not None:
            self.shows_something(self.oled)
        command("systemctl", "log-level", "debug")
        done = command("systemctl", "stop", "stbpi")
        command("systemctl", "log-level", "notice")
        claim = f"it stops in {done.seconds:.1f} s, with exit status 0"
        ended = (done.status, show("Result"), show("ExecMainStatus"), show("ActiveState"))
        held = done.seconds < 2 and ended == (0, "success", "0", "inactive")
        self.checks.that(claim, held, ended)
        self.was_told("STOPPING=1")
        if self.oled is not None:
            dark = not lit(self.oled.picture()) and not self.oled.on
            self.checks.that("the OLED is dark in the end", dark, drawn(self.oled.picture()))

    def has_a_wrong_configuration(self) -> None:
        """Start with a wrong key; before that, the probe runs in the same sandbox."""
        outside = sandbox.prepare()
        add_to_unit(QUICK, f"ExecStartPre={sandbox.COMMAND}")
        self.before = self.journal.facts()
        CONFIG.write_text(WRONG, encoding="utf-8")
        done = command("systemctl", "start", "stbpi")
        ended = (show("ActiveState"), show("Result"), show("ExecMainStatus"))
        time.sleep(1)  # ten times as long as it would take to try again
        ended_for_good = (show("ActiveState"), show("NRestarts")) == ("failed", "0")
        held = done.status != 0 and ended == ("failed", "exit-code", "2") and ended_for_good
        self.checks.that("a wrong configuration: exit status 2, not tried again", held, ended)
        said = log()
        named = [line for line in said if line.startswith("stbpi: ") and "settle" in line]
        self.checks.that("the log names the wrong key once", len(named) == 1, said[-20:])
        loud = [line for line in said if "Traceback" in line]
        self.checks.that("and there was no traceback", not loud, said)
        sandbox.judge(self.checks, outside, sandbox.outcomes(said))

    def is_started_again(self) -> None:
        """Put the configuration right and restart, as the README says; now with lgpio."""
        add_to_unit()
        CONFIG.write_text(LGPIO, encoding="utf-8")
        restart = subprocess.Popen(["systemctl", "restart", "stbpi"])
        self.wait(lambda: restart.poll() is not None, 30, "the restart")
        held = restart.returncode == 0 and is_active()
        self.checks.that("put right and restarted, with lgpio: it plays", held)
        self.resumed("its configuration was wrong", same_throw=False)
        self.hand.press()
        wait_for(lambda: len(self.journal.facts()) > len(self.before), 6, "an answer to the button")
        self.checks.that("the button is heard", True)

    # What is compared

    def press_until(self, wanted: str, what: str) -> dict[str, object]:
        """Press the button; return the fields of the event that must follow."""
        behind = len(self.journal.facts())
        self.hand.press()

        def found() -> list[dict[str, object]]:
            return [body for name, body in self.journal.facts()[behind:] if name == wanted]

        wait_for(lambda: bool(found()), 5, what)
        return found()[0]

    def resumed(self, claim: str, *, same_throw: bool = True) -> None:
        """Check that the same match goes on, after `resumed` and nothing else."""
        behind = len(self.before)
        wait_for(lambda: self.journal.facts()[behind:] != [], 6, "resumed in the journal")
        time.sleep(0.3)
        rows = self.journal.rows()
        new = [name for name, _ in self.journal.facts()[behind:]]
        match = {row.match for row in rows}
        self.checks.that(f"{claim}: resumed, the same match", set(new) == {"resumed"}, (new, match))
        if same_throw:
            self.hand.press()
            refused = ("refused", {"code": "cover", "tiles": [self.cover[0]]})
            wait_for(lambda: self.journal.facts()[-1][0] != "resumed", 6, "an answer to the button")
            last = self.journal.facts()[-1]
            self.checks.that(f"{claim}: the same throw, half covered", last == refused, last)
        self.before = self.journal.facts()

    def shows_something(self, oled: Oled) -> bool:
        try:
            wait_for(lambda: 50 < lit(oled.picture()) < 5000 and oled.on, 4, "a picture")
        except Stuck:
            return False
        return True

    def next_pid(self, pid: int) -> int:
        """Wait for the process that comes after this one; return its id."""
        self.wait(lambda: main_pid() not in (0, pid), 40, "a new process")
        return main_pid()

    def wait(self, condition: Callable[[], bool], seconds: float, what: str) -> None:
        """Wait, with a hand that keeps the tiles where they are."""
        over = threading.Event()

        def grip() -> None:
            while not over.wait(0.005):
                self.hand.grip()

        holds = threading.Thread(target=grip)
        holds.start()
        try:
            wait_for(condition, seconds, what, nap_s=0.1)
        finally:
            over.set()
            holds.join()


def seconds(name: str) -> float:
    """Return one of the service's points in time, in seconds since the start of the machine."""
    return int(show(f"{name}Monotonic")) / 1e6


def is_active() -> bool:
    return show("ActiveState") == "active"


def main() -> int:
    """Play; return the exit status."""
    print(f"     {command('systemctl', '--version').said.splitlines()[0]}", flush=True)
    checks = Checks()
    chance = random.Random(int(os.environ.get("STBPI_VM_SEED") or 0))
    play = Play(checks, chance)
    if play.oled is None:
        print("     this kernel has no trace of the I2C bus: the OLED is not looked at")
    begin = time.monotonic()
    try:
        play.everything()
    except (Stuck, OSError, subprocess.TimeoutExpired) as stuck:
        checks.that("lived through all of it", False, stuck)
    if checks.failed:
        print("the end of the journal:", *play.journal.rows()[-15:], sep="\n  ")
        print("the end of the log:", *log()[-40:], sep="\n  ")
    print(f"{checks.passed} passed, {checks.failed} failed, {time.monotonic() - begin:.0f} s")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
