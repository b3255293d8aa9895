"""The page for people who write receivers: what it says is so, and its receivers receive."""

from __future__ import annotations

import json
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
from typing import Any
from zlib import crc32

import pytest

from stbpi.dice.verify import Fact
from stbpi.games.events import BY_NAME, HIDDEN, SECRET, encode
from stbpi.games.game import Prompt
from stbpi.games.luk_fu.cards import read
from stbpi.games.luk_fu.deal import opened
from stbpi.games.luk_fu.verify import checker
from stbpi.games.registry import NAMES
from stbpi.serial_log import lines, schema
from stbpi.serial_log.lines import EventLine, Heartbeat, Hello, Resume, decode
from stbpi.serial_log.sender import ASKED_S, HEARTBEAT_S
from tests.games.glueckshaus.playing import Play
from tests.serial_log.feeder import EVENTS
from tests.serial_log.judge import TRANSCRIPT
from tests.serial_log.test_schema import wrong

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
    [
        ("`code` is", (*Prompt,)),
        ("`game` is", NAMES),
        ("`why` of a turn is", schema.words()["turn_ended.why"]),
        ("`why` of a match is", schema.words()["match_ended.why"]),
    ],
)
def test_every_word_is_listed_and_no_other(what: str, words: tuple[str, ...]) -> None:
    [listed] = re.findall(rf"^- {what} one of (.+)\.$", PAGE, re.MULTILINE)

    assert re.findall(r"`(\w+)`", listed) == list(words)


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


def lines_of(game: str) -> list[EventLine]:
    """Return the lines of another game that are shown."""
    [block] = blocks(f"json lines of {game}")
    found = [decode(line.encode()) for line in block.splitlines()]
    return [line for line in found if isinstance(line, EventLine)]


def members(line: EventLine) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line.body)
    return told


def test_the_lines_of_glueckshaus_are_what_is_told_of_these_throws() -> None:
    play = Play("Ann", "Bob", chips=3)
    play.throws((6, 3), (5, 4))
    told = [(event.e, json.loads(json.dumps(encode(event)))) for event in play.events]
    shown = [(line.e, members(line)) for line in lines_of("Glückshaus")]

    first = told.index(shown[0])
    assert told[first : first + len(shown)] == shown
    assert [e for e, _ in shown].count("rolled") == 2


def test_the_lines_of_luk_fu_are_a_deal_that_can_be_followed() -> None:
    shown = lines_of("Luk Fu")
    deals = checker()
    for at, line in enumerate(shown):
        told = members(line)
        deals.take(Fact(n=line.n, at=at, match=line.match, e=line.e, members=told))
    (found,) = deals.checked().values()
    by_name = {line.e: members(line) for line in shown}
    down = next(members(line) for line in shown if '"sealed"' in line.body)
    of_bot1 = next(members(line) for line in shown if '"face_down":"c1,' in line.body)

    assert (found.deals, found.unchecked, found.problem) == (1, (), None)
    secret = bytes.fromhex(by_name["deal_revealed"]["bytes"])
    assert opened(secret, 1, down["sealed"]) == read(of_bot1["face_down"])


@pytest.mark.parametrize("game", ["Glückshaus", "Luk Fu"])
def test_the_lines_of_other_games_are_as_the_schema_says(game: str) -> None:
    [block] = blocks(f"json lines of {game}")

    assert not [found for line in block.splitlines() for found in wrong(line)]
    assert len(lines_of(game)) == len(block.splitlines())


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
