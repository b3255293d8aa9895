"""The page for people who write receivers: what it says is so, and its receivers receive."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from stbpi.games.events import BY_NAME, HIDDEN, SECRET
from stbpi.games.game import Prompt
from stbpi.games.glueckshaus.match import MatchWhy as GlueckshausWhy
from stbpi.games.luk_fu.outcome import MatchWhy as LukFuWhy
from stbpi.games.shut_the_box.tally import MatchWhy, TurnWhy
from stbpi.serial_log import lines
from stbpi.serial_log.lines import Heartbeat, Hello, Resume, decode
from stbpi.serial_log.sender import ASKED_S, HEARTBEAT_S
from tests.serial_log.feeder import EVENTS
from tests.serial_log.judge import TRANSCRIPT

ROOT = Path(__file__).parents[2]
PAGE = (Path(lines.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
PATIENCE_S = 60


def blocks(kind: str) -> list[str]:
    found = re.findall(r"^```([^\n]*)\n(.+?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [text for is_kind, text in found if is_kind == kind]


# What it says


def test_every_event_is_described_with_its_members_in_order() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| .+ \|$", PAGE, re.MULTILINE)
    described = {name: re.findall(r"`(\w+)`", members) for name, members in rows}

    assert described == {
        name: [field.name for field in fields(kind)] for name, kind in BY_NAME.items()
    }
    assert [*described] == [*BY_NAME]


@pytest.mark.parametrize(
    ("what", "words"),
    [("`code` is", [*Prompt]), ("`why` of a turn is", [*TurnWhy]),
     ("`why` of a match is", [*dict.fromkeys([*MatchWhy, *GlueckshausWhy, *LukFuWhy])])],
)  # fmt: skip
def test_every_word_is_listed_and_no_other(what: str, words: list[str]) -> None:
    [listed] = re.findall(rf"^- {what} one of (.+)\.$", PAGE, re.MULTILINE)

    assert re.findall(r"`(\w+)`", listed) == words


@pytest.mark.parametrize(("heading", "of"), [("hello", Hello), ("heartbeat", Heartbeat)])
def test_a_line_that_is_no_event_is_shown(heading: str, of: type) -> None:
    shown = re.findall(rf"^\*\*{heading}\*\*.+?```json lines\n(.+?)\n```", PAGE, re.M | re.S)

    assert [type(decode(line.encode())) for line in shown] == [of]


def test_the_members_of_a_hello_are_described() -> None:
    table = PAGE.partition("**hello**")[2].partition("**heartbeat**")[0]

    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == [field.name for field in fields(Hello)]


def test_what_is_quoted_was_told() -> None:
    quoted = [line for block in blocks("json lines") for line in block.splitlines()]
    told = [line for line in quoted if not isinstance(decode(line.encode()), Resume)]

    assert len(told) > 7
    assert set(told) < set(TRANSCRIPT.decode().split("\r\n"))
    assert len(quoted) == len(told) + 1


def test_the_check_can_be_followed() -> None:
    [whole] = [block for block in blocks("json lines") if block.startswith('{"n":27')]
    [part] = [block for block in blocks("") if block.startswith('{"n":27')]
    before = part.strip().encode()

    assert whole == f'{before.decode()},"c":"{crc32(before):08x}"}}\n'
    assert f"these {len(before)} bytes" in PAGE
    assert f"`123456789` is `{crc32(b'123456789'):08x}`" in PAGE


def test_its_numbers_are_those_of_the_program() -> None:
    assert f"{lines.LONGEST} bytes at most" in PAGE
    assert f"{len(str(lines.LARGEST))} digits at most" in PAGE
    assert f"`protocol` | version of what is written here: {lines.PROTOCOL} |" in PAGE
    assert f"every {HEARTBEAT_S:.0f} seconds" in PAGE
    assert ASKED_S == 2
    assert "Two seconds after hello" in PAGE
    assert f"`{SECRET}` has the value `{HIDDEN}`" in PAGE


# Its receivers


@contextmanager
def running(*command: str | Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command until this is left."""
    process = subprocess.Popen(
        [*map(str, command)], stdout=subprocess.PIPE, text=True, env=more or None
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def box(*options: str) -> Iterator[str]:
    """A box that tells the transcript; the name of its port."""
    feeder = (sys.executable, "-m", "tests.serial_log.feeder", *options)
    with running(*feeder, PYTHONPATH=str(ROOT)) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


def wait_for(is_so: Callable[[], bool]) -> None:
    latest = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < latest, "it takes too long"
        time.sleep(0.01)


def kept(db: Path) -> list[str]:
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(db)) as opened:
        rows = opened.execute("SELECT line FROM events WHERE box = 'pub-3' ORDER BY n")
        return [line + "\r\n" for (line,) in rows]
    return []


def has_kept(db: Path, enough: int) -> bool:
    return len(kept(db)) >= enough


TOLD = [line.decode() for line in EVENTS]


def test_the_receiver_in_python_has_everything_after_a_bad_cable(tmp_path: Path) -> None:
    [program] = blocks("python")
    script, db = tmp_path / "receive.py", tmp_path / "box.db"
    script.write_text(program)

    for lose, enough in (("7", 30), ("5", 50), ("0", len(TOLD))):
        with (
            box("--pause", "0.002", "--lose", lose) as port,
            running(sys.executable, script, port, db),
        ):
            wait_for(partial(has_kept, db, enough))

    assert kept(db) == TOLD


def test_the_receiver_in_shell_asks_for_what_it_lacks(tmp_path: Path) -> None:
    [program] = blocks("sh")
    script, log = tmp_path / "receive.sh", tmp_path / "box.log"
    script.write_text(program)

    def whole() -> list[str]:
        told = subprocess.run(
            ["sort", "-t:", "-k2,2n", "-u", log], capture_output=True, text=True, check=True
        )
        return [line + "\r\n" for line in told.stdout.splitlines()]

    log.touch()
    with box("--pause", "0.01", "--lose", "9") as port, running("sh", script, port, log):
        wait_for(lambda: TOLD[-1] in whole())
    before = log.read_bytes().splitlines()
    assert whole() == [line for n, line in enumerate(TOLD, 1) if n % 9]
    with box("--pause", "0.01") as port, running("sh", script, port, log):
        wait_for(lambda: whole() == TOLD)

    after = log.read_bytes().splitlines()
    assert after[len(before)].startswith(b'{"n":9,')
    assert all(decode(line) for line in after)
