"""The command, in a process of its own."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from stbpi.cli import main
from tests.collector.box_model import BoxModel
from tests.collector.pty_box import PtyBox
from tests.doubles import PATIENCE_S
from tests.processes import environ

KILLS = 12


def start(*arguments: str, preexec_fn: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "stbpi", "collect", *arguments],
        env=environ({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=preexec_fn,
    )


def collect(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    with start(*arguments) as process:
        out, err = process.communicate(given, timeout=PATIENCE_S * 3)
    return process.returncode, out.decode(), err.decode()


def stored(db: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(db)) as connection:
        return connection.execute("SELECT box, n FROM events ORDER BY box, n").fetchall()


def rows(db: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as connection:
        return connection.execute("SELECT * FROM events ORDER BY box, n").fetchall()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "collection.db"


def log_of(box: BoxModel) -> bytes:
    return box.hello() + box.send()


def test_a_captured_log_from_a_pipe_is_stored_and_told(db: Path) -> None:
    box = BoxModel(count=5)

    status, out, err = collect("-", "--db", str(db), given=log_of(box))

    assert status == 0
    assert rows(db) == box.rows()
    assert out.splitlines()[0] == "bar#1 1 rolled player=2 dice=2,3 total=5 k=1"
    assert len(out.splitlines()) == 5
    assert err.splitlines() == [
        "-: open",
        "-: this is box bar with 9 tiles, 5 events to come",
        "-: read to its end",
        "5 events were stored · 0 events are missing · 0 pieces were kept apart",
    ]


def test_what_was_stored_is_not_told_again(db: Path, tmp_path: Path) -> None:
    box = BoxModel(count=5)
    log = tmp_path / "captured.log"
    log.write_bytes(log_of(box))
    collect(str(log), "--db", str(db))

    status, out, _ = collect(str(log), "--db", str(db), "--json")

    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [one["notice"] for one in told] == ["opened", "hello", "ended"]
    assert rows(db) == box.rows()


def test_json_has_the_members_of_a_line_and_the_box(db: Path) -> None:
    _, out, err = collect("-", "--db", str(db), "--json", given=log_of(BoxModel(count=1)))

    event = next(one for one in map(json.loads, out.splitlines()) if "e" in one)
    own = {"e": "rolled", "player": 2, "dice": [2, 3], "total": 5, "k": 1}
    place = {"box": "bar", "n": 1, "boot": 1, "match": 1, "t": 10, "wall": 1_800_000_001}
    assert event == place | own
    assert err == ""


def test_a_fifo_is_read_to_its_end(db: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    box = BoxModel(count=50)

    def write() -> None:
        with fifo.open("wb") as pipe:
            pipe.write(log_of(box))

    writer = threading.Thread(target=write)
    writer.start()
    status, _, _ = collect(str(fifo), "--db", str(db))
    writer.join()

    assert status == 0
    assert rows(db) == box.rows()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_everything_stored(db: Path, number: signal.Signals) -> None:
    box = BoxModel(count=700)
    with start("-", "--db", str(db)) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(log_of(box))
        process.stdin.flush()
        for _ in range(700):
            process.stdout.readline()
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 0
    assert b"700 events were stored" in err
    assert rows(db) == box.rows()


def test_nobody_reads_what_is_told(db: Path) -> None:
    box = BoxModel(count=20_000)
    with start("-", "--db", str(db)) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        process.communicate(log_of(box), timeout=PATIENCE_S)

    assert process.returncode == 0
    assert rows(db) == box.rows()[: len(rows(db))]
    assert rows(db)


@contextmanager
def running(port: str, db: Path) -> Iterator[subprocess.Popen[bytes]]:
    with start(port, "--db", str(db), "--plain") as process:
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


def wait_for(process: subprocess.Popen[bytes], lines: int) -> None:
    assert process.stdout is not None
    for _ in range(lines):
        assert process.stdout.readline()


def test_a_collector_that_is_killed_again_and_again_has_every_event_once(db: Path) -> None:
    box = BoxModel()
    with PtyBox(box, rate=15, count=4000) as line:
        for kill in range(KILLS):
            with running(line.port, db) as process:
                wait_for(process, 10 + 37 * kill % 100)
        with running(line.port, db) as process:
            seen = len(stored(db))
            wait_for(process, 4000 - seen)
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=PATIENCE_S)

    assert process.returncode == 0
    assert rows(db) == box.rows()
    assert len(rows(db)) == 4000


def test_a_disk_that_is_full_is_told_and_what_was_stored_stays(db: Path) -> None:
    box = BoxModel(count=3000)
    collect("-", "--db", str(db), given=box.hello() + box.send(100))

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    with start("-", "--db", str(db), preexec_fn=small) as process:
        _, err = process.communicate(box.hello() + box.send(), timeout=PATIENCE_S)

    said = err.decode().splitlines()
    assert process.returncode == 3
    assert f"stbpi: the collection {db} can't be used: " in said[-2]
    assert said[-1].startswith("What is stored stays.")
    assert "Traceback" not in err.decode()
    assert rows(db)[:100] == box.rows()[:100]
    assert rows(db) == box.rows()[: len(rows(db))]


@pytest.mark.parametrize(
    ("port", "says"),
    [
        ("/dev/null", "is no serial port"),
        ("/dev", "is no serial port"),
        ("captured.log", "can't be read: No such file or directory"),
        ("nothing://at/all", "is no serial port"),
    ],
)
def test_what_can_never_be_a_port_is_refused(
    db: Path, capsys: pytest.CaptureFixture[str], port: str, says: str
) -> None:
    status = main(["collect", port, "--db", str(db)])

    said = capsys.readouterr().err.splitlines()
    assert status == 2
    assert said[0].startswith("stbpi: ")
    assert says in said[0]
    assert len(said) <= 3


def test_a_port_that_is_not_there_is_refused_if_it_is_not_waited_for(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["collect", "/dev/ttyUSB99", "--once", "--db", str(db)])

    said = capsys.readouterr().err.splitlines()
    assert status == 2
    assert said[0] == "stbpi: there is no serial port /dev/ttyUSB99"


def test_a_port_that_is_not_there_is_waited_for(db: Path) -> None:
    with start("/dev/ttyUSB99", "--db", str(db)) as process:
        assert process.stderr is not None
        first = process.stderr.readline().decode()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)

    assert first == "there is no serial port /dev/ttyUSB99; it is tried again.\n"
    assert process.returncode == 0


@pytest.mark.parametrize("baud", ["0", "-5", "fast", "99999999"])
def test_a_baud_rate_that_makes_no_sense_is_refused(
    db: Path, capsys: pytest.CaptureFixture[str], baud: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["collect", "/dev/ttyUSB99", f"--baud={baud}", "--db", str(db)])

    assert caught.value.code == 2
    assert "expected a number of bits a second" in capsys.readouterr().err


def test_a_newer_database_is_refused(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    collect("-", "--db", str(db), given=log_of(BoxModel(count=1)))
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA user_version = 7")

    status = main(["collect", "/dev/ttyUSB99", "--db", str(db)])

    assert status == 2
    assert "has version 7, this stbpi knows 1" in capsys.readouterr().err


def test_no_permission_is_told_with_the_group_that_has_it(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    status = main(["collect", "/dev/ttyUSB99", "--db", str(db)])

    said = capsys.readouterr().err.splitlines()
    assert status == 3
    assert said[:2] == [
        "stbpi: the serial port /dev/ttyUSB99 may not be used",
        "Add the user to group dialout (sudo usermod -aG dialout NAME) and log in again.",
    ]
