"""The program is killed while it plays; `tests.soak.kill` does that, and finds out lies."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.journal.store import Journal
from tests.journal.places import MATCH, MOVED, written
from tests.processes import ROOT
from tests.soak.kill import EVENT, ROLL, Tally, WrongError


@pytest.mark.field("C9")
@pytest.mark.field("F1")
def test_what_a_killed_program_had_shown_is_on_the_disk() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.kill", "--count", "10"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    told = re.fullmatch(r"killed 10 times: (\d+) events .* (\d+) had been said, .*\n", done.stdout)
    assert told is not None
    assert int(told[1]) >= int(told[2]) > 0


@pytest.fixture
def lines(path: Path) -> list[str]:
    """What a program says that plays the first throw of a match."""
    with closing(Journal(path)) as journal:
        recorded = written(journal, *MATCH, MOVED)
    return [*(EVENT + one.line() for one in recorded), f"{ROLL}6,5"]


def test_more_may_be_on_the_disk_than_there_was_time_to_say(path: Path, lines: list[str]) -> None:
    tally = Tally(path)
    tally.check(lines[:2])
    tally.check([])
    tally.check_all()

    assert (tally.kills, tally.events, tally.said) == (2, 5, 2)


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        ([EVENT + '{"n":6}'], "was shown"),
        ([f"{ROLL}1,1"], "the throw 1,1 was shown"),
    ],
)
def test_what_was_shown_and_is_not_on_the_disk_is_found_out(
    path: Path, lines: list[str], lie: list[str], says: str
) -> None:
    with pytest.raises(WrongError, match=says):
        Tally(path).check([*lines, *lie])


def test_what_has_changed_on_the_disk_is_found_out(path: Path, lines: list[str]) -> None:
    tally = Tally(path)
    tally.check(lines)
    path.unlink()
    with closing(Journal(path)) as journal:
        written(journal, MOVED)

    with pytest.raises(WrongError, match="has changed"):
        tally.check_all()
