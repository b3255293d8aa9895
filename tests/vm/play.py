"""Plays a whole match by hand against `stbpi run`, inside the virtual machine of tests/vm/run.

Two players, two rounds of "classic" on twelve tiles, each of which moves. The hand chooses any
legal cover, chatters with every contact, and now and then does what it may not. In between the
program is killed with a half closed cover, and ended and started again between two turns.
Everything that the journal tells is compared, in full and in order, with what was really done;
dice are the program's only say.

Never: imports the program. Keep: one line a check, `ok …` or `FAIL …`, and a summary at the end.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.vm.oled import TRACE, Oled, drawn, lit
from tests.vm.rig import (
    NEXT_S,
    WATCHDOG_S,
    Fact,
    Hand,
    Journal,
    Program,
    Stuck,
    stay,
    wait_for,
)
from tests.vm.sheet import NAMES, ROUNDS, Cover, Sheet, covers

FOLDER = Path("/run/stbpi")
CONFIG = """\
[gpio]
pin_factory = "{driver}"
[display]
driver = "{display}"
bus = 0
[rules]
preset = "classic"
tiles = 12
rounds = 2
[players]
names = ["Ann", "Bob"]
[journal]
path = "/run/stbpi/journal.db"
"""
ALL = tuple(range(1, 13))
LOUD = ("WARNING", "ERROR", "CRITICAL", "Traceback")


class Checks:
    """Counts what held."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def that(self, claim: str, held: bool, detail: object = "") -> bool:
        """Print a claim and whether it held; `detail` is printed if it did not."""
        if held:
            self.passed += 1
            print(f"ok   {claim}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL {claim}: {detail}", flush=True)
        return held


class Play:
    """The match as it is played; `expected` is what the journal must have told by now.

    Args:
        checks: counts what held.
        chance: of the hand.
        driver: the pin factory.
        display: its chip, or "none".
    """

    def __init__(
        self, checks: Checks, chance: random.Random, *, driver: str, display: str = "ssd1306"
    ) -> None:
        config = configure(driver, display=display)
        self.checks = checks
        self.chance = chance
        self.hand = Hand(Path(os.environ["SIM"]), chance)
        self.oled = Oled() if TRACE.exists() and display != "none" else None
        self.journal = Journal(FOLDER / "journal.db")
        self.program = Program(config, FOLDER)
        self.sheet = Sheet()
        self.expected: list[Fact] = []
        self.boots = 0
        self.killed = False
        self.changes = [self.press_too_soon, self.restart, self.press_with_tiles_down]

    # What the hand does

    def whole_match(self) -> None:
        """Play from the first start to the last stop of the program."""
        self.start()
        self.set_up()
        for round_, seat in itertools.product(range(1, ROUNDS + 1), range(1, len(NAMES) + 1)):
            if self.expected[-1][0] == "match_ended":
                break
            if (round_, seat) != (1, 1):
                self.next_turn(round_, seat)
            self.turn(round_, seat)
        totals = ", ".join(f"{name} {self.sheet.total(i)}" for i, name in enumerate(NAMES, 1))
        self.checks.that(f"match over: {totals}", self.expected[-1][0] == "match_ended")
        self.checks.that("a cover was half closed when the program was killed", self.killed)
        self.looks_different("the result is shown", before=None)
        self.stop()
        if self.oled is not None:
            dark = not lit(self.oled.picture()) and not self.oled.on
            self.checks.that("the OLED is dark in the end", dark, drawn(self.oled.picture()))
        self.compare_moves()
        self.verify_the_dice()
        loud = [line for line in self.program.words() if line.startswith(LOUD)]
        self.checks.that("the program's log has no warning", not loud, loud)

    def verify_the_dice(self) -> None:
        """Compute every throw once more, from what the box had committed to."""
        verify = [sys.executable, "-m", "stbpi", "verify", "--db", str(self.journal.path)]
        done = subprocess.run(verify, capture_output=True, text=True, check=False)
        self.checks.that("stbpi verify finds every throw right", not done.returncode, done.stdout)

    def set_up(self) -> None:
        """Choose two players by lowering tile 2, take the names as they are offered, and start.

        Every other tile is moved before it, since not each may come into a cover.
        """
        shown = self.oled.picture() if self.oled is not None else None
        for tile in (*self.chance.sample(ALL, len(ALL)), 2):
            self.hand.lower(tile)
            self.hand.lift(tile)
        self.looks_different("tile 2 chooses two players", before=shown)
        shown = self.oled.picture() if self.oled is not None else None
        self.hand.press()
        self.looks_different("the names are asked for", before=shown)
        for _ in NAMES:
            stay(NEXT_S)
            self.hand.hold()
        self.told(
            "the match starts with Ann and Bob, classic, two rounds, twelve tiles",
            ("match_started", {"game": "shut_the_box", "preset": "classic", "seats": 2}),
            *(("player_seated", {"seat": i, "player": name}) for i, name in enumerate(NAMES, 1)),
            ("rule", {"field": "tiles", "value": len(ALL)}),
            ("rule", {"field": "rounds", "value": ROUNDS}),
            ("turn_started", {"player": 1, "round": 1}),
        )

    def turn(self, round_: int, seat: int) -> None:
        """Throw and cover until there is no cover."""
        name = NAMES[seat - 1]
        standing: Cover = ALL
        cover: Cover = ()
        while True:
            dice = self.throw(seat, standing, cover)
            standing = tuple(tile for tile in standing if tile not in cover)
            thrown = f"{name} throws {dice[0]}+{dice[1]}"
            rolled = self.rolled(seat, dice)
            covered = self.covered(seat, cover, standing)
            possible = covers(sum(dice), standing)
            if not possible:
                ended = self.sheet.enter(round_, seat, standing)
                self.told(f"{thrown}, no cover, {sum(standing)}", *covered, rolled, *ended)
                return
            cover = self.choose(possible)
            self.told(f"{thrown}, {name} closes {numbers(cover)}", *covered, rolled)
            self.close(seat, dice, cover)
            if cover == standing:
                shut = self.covered(seat, cover, ())
                self.told(f"{name} shuts the box", *shut, *self.sheet.enter(round_, seat, ()))
                return

    def throw(self, seat: int, standing: Cover, cover: Cover) -> tuple[int, int]:
        """Press, and return the dice that the journal tells."""
        before = self.oled.picture() if self.oled is not None else None
        self.hand.press()
        behind = len(self.expected)

        def last() -> Fact | None:
            new = self.journal.facts()[behind:]
            return next((fact for fact in new if fact[0] in ("rolled", "refused")), None)

        wait_for(lambda: last() is not None, 5, f"the throw of {NAMES[seat - 1]}")
        name, body = last() or ("", {})
        match body.get("dice"):
            case [int(a), int(b)] if 1 <= a <= 6 and 1 <= b <= 6:
                self.looks_different(None, before=before)
                return a, b
        raise Stuck(f"{standing} less {cover} stand, expected two dice, found {name} {body}")

    def choose(self, possible: list[Cover]) -> Cover:
        """Choose any cover; one of several tiles, as long as the program was not killed."""
        several = [cover for cover in possible if len(cover) > 1]
        return self.chance.choice(several if several and not self.killed else possible)

    def close(self, seat: int, dice: tuple[int, int], cover: Cover) -> None:
        """Close a cover tile by tile, in any order; once the power is cut in between."""
        order = self.chance.sample(cover, len(cover))
        self.hand.lower(order[0])
        if len(cover) > 1 and not self.killed:
            self.killed = True
            self.cut_power(seat, dice)
        for tile in order[1:]:
            self.hand.lower(tile)

    def raise_all(self) -> None:
        for tile in self.chance.sample(sorted(self.hand.down), len(self.hand.down)):
            self.hand.lift(tile)

    # What happens between two turns

    def next_turn(self, round_: int, seat: int) -> None:
        """Wait out the result, raise the tiles; something else is done each time."""
        started: Fact = ("turn_started", {"player": seat, "round": round_})
        self.changes.pop(0)(started)

    def press_too_soon(self, started: Fact) -> None:
        self.hand.press()
        self.told("a press while the result is shown", ("refused", {"code": "wait", "tiles": []}))
        self.raise_all()
        self.told(f"the turn of {self.player(started)} starts", started)

    def restart(self, started: Fact) -> None:
        self.told(f"the turn of {self.player(started)} starts", started)
        self.stop()
        self.start(resumes=True)
        self.raise_all()

    def press_with_tiles_down(self, started: Fact) -> None:
        self.told(f"the turn of {self.player(started)} starts", started)
        self.hand.press()
        down = sorted(self.hand.down)
        self.told("a press with tiles down", ("refused", {"code": "raise", "tiles": down}))
        self.raise_all()

    def player(self, started: Fact) -> str:
        seat = started[1]["player"]
        return NAMES[seat - 1] if isinstance(seat, int) else "?"

    # The life of the process

    def start(self, *, resumes: bool = False) -> None:
        if self.oled is not None:
            self.oled.listen()
            self.oled.on = False  # after a kill -9 it still shows the last picture
        seconds = self.program.start(meanwhile=self.hand.grip)
        self.boots += 1
        self.checks.that(f"start {self.boots}: READY=1 after {seconds:.1f} s", seconds < 10)
        self.looks_different(f"start {self.boots}: the OLED shows something", before=None)
        if resumes:
            self.told_resumed()

    def stop(self) -> None:
        status, seconds = self.program.terminate()
        claim = f"SIGTERM: exit status {status} after {seconds:.2f} s"
        self.checks.that(claim, status == 0 and seconds < 2)
        self.signs_of_life()

    def cut_power(self, seat: int, dice: tuple[int, int]) -> None:
        """Kill the program with a half closed cover; nobody may throw again."""
        wait_for(lambda: self.journal.moves() == self.hand.moves, 3, "the tile in the journal")
        self.program.kill()
        self.signs_of_life()
        self.start(resumes=True)
        before, after = self.journal.rows()[-2:]
        same = after.match == before.match and after.boot == self.boots
        self.checks.that("kill -9 with a half closed cover: the same match", same, (before, after))
        down = sorted(self.hand.down)
        self.hand.press()
        refused: Fact = ("refused", {"code": "cover", "tiles": self.half_closed(down)})
        claim = f"still {NAMES[seat - 1]}'s {dice[0]}+{dice[1]}, not to be thrown again"
        self.told(claim, refused)

    def half_closed(self, down: list[int]) -> list[int]:
        """Return the tiles that are down but not covered for good in this turn."""
        committed: set[int] = set()
        for name, body in self.expected:
            tiles = body.get("tiles")
            if name == "turn_started":
                committed.clear()
            elif name == "covered" and isinstance(tiles, list):
                committed.update(tiles)
        return [tile for tile in down if tile not in committed]

    def signs_of_life(self) -> None:
        gap = self.program.gaps[-1]
        self.checks.that(f"WATCHDOG=1 at least every {gap:.1f} s", gap < WATCHDOG_S)

    # What is compared

    def rolled(self, seat: int, dice: tuple[int, int]) -> Fact:
        self.sheet.k += 1
        body = {"player": seat, "dice": list(dice), "total": sum(dice), "k": self.sheet.k}
        return "rolled", body

    def covered(self, seat: int, cover: Cover, standing: Cover) -> list[Fact]:
        """Return the event of a cover, if there is one; `standing` is what stands after it."""
        body = {"player": seat, "tiles": list(cover), "standing": list(standing)}
        return [("covered", body)] if cover else []

    def told(self, claim: str, *facts: Fact) -> None:
        """Check that the journal goes on with exactly these facts.

        Raises:
            Stuck: it doesn't.
        """
        behind = len(self.expected)
        self.expected.extend(facts)
        self._wait_for_journal(len(self.expected))
        found = self.journal.facts()[behind:]
        if not self.checks.that(claim, found == list(facts), f"\n  {facts}\n  {found}"):
            raise Stuck("the journal tells something else, see above")

    def told_resumed(self) -> None:
        """Check that the journal goes on with `resumed`; how long the gap was, it may not know."""
        self._wait_for_journal(len(self.expected) + 1)
        name, body = self.journal.facts()[len(self.expected)]
        self.told("it resumes", ("resumed", body if name == "resumed" else {}))

    def _wait_for_journal(self, length: int) -> None:
        what = f"{self.expected[-1]} in the journal"
        wait_for(lambda: len(self.journal.facts()) >= length, 6, what)

    def compare_moves(self) -> None:
        """Check the tiles: one event a move, whatever the contacts did."""
        moves, told = self.hand.moves, self.journal.moves()
        claim = f"{len(moves)} moves of tiles, one event each, despite {self.hand.bounces} bounces"
        self.checks.that(claim, told == moves, f"\n  {moves}\n  {told}")
        facts = self.journal.facts()
        self.checks.that("nothing else was told", facts == self.expected, facts[-3:])

    def looks_different(self, claim: str | None, *, before: bytes | None) -> bytes | None:
        """Wait for a plausible picture that is not the one before; without a claim, be silent."""
        oled = self.oled
        if oled is None:
            return None

        def is_another() -> bool:
            now = oled.picture()
            return oled.on and now != before and 50 < lit(now) < 5000

        try:
            wait_for(is_another, 3, "another picture")
            wait_for(is_steady(oled), 3, "a picture that stays")
        except Stuck as stuck:
            self.checks.that(claim or "the OLED shows a throw", False, stuck)
            print(drawn(oled.picture()))
        else:
            if claim is not None:
                self.checks.that(claim, True)
        return oled.picture()


def is_steady(oled: Oled) -> Callable[[], bool]:
    """Return a test for a picture that has stayed as it is for 0.1 s."""
    seen = (oled.writes, time.monotonic())

    def test() -> bool:
        nonlocal seen
        oled.listen()
        if oled.writes != seen[0]:
            seen = (oled.writes, time.monotonic())
        return time.monotonic() - seen[1] > 0.1

    return test


def numbers(cover: Cover) -> str:
    return " ".join(str(tile) for tile in cover)


def configure(driver: str, *, display: str) -> Path:
    """Write a configuration into a new folder; return its file."""
    FOLDER.mkdir()
    config = FOLDER / "stbpi.toml"
    config.write_text(CONFIG.format(driver=driver, display=display), encoding="utf-8")
    return config


def main(driver: str = "auto") -> int:
    """Play on this driver; return the exit status."""
    seed = int(os.environ.get("STBPI_VM_SEED") or random.randrange(10_000))
    print(f"     STBPI_VM_SEED={seed} bounces and chooses like this again", flush=True)
    checks = Checks()
    play = Play(checks, random.Random(seed), driver=driver)
    if play.oled is None:
        print("     this kernel has no trace of the I2C bus: the OLED is not looked at")
    try:
        play.whole_match()
        told = [line for line in play.program.words() if "the pins are read by gpiod:" in line]
        expected = play.boots if driver == "auto" else 0
        checks.that(f"the choice of a driver was told {expected} times", len(told) == expected)
    except Stuck as stuck:
        checks.that("played to the end", False, stuck)
    if checks.failed:
        print("the end of the journal:", *play.journal.rows()[-15:], sep="\n  ")
        print("the program's last words:", *play.program.words()[-30:], sep="\n  ")
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
