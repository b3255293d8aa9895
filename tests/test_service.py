"""The real process, as its systemd unit starts it: no terminal, no stdin, in `/`."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from uuid import uuid4

import pytest

from stbpi.config_checks import written
from stbpi.errors import JournalError
from stbpi.games.events import (
    Event,
    Fault,
    MatchStarted,
    PlayerSeated,
    Resumed,
    Rolled,
    TurnStarted,
)
from stbpi.journal.store import Journal
from tests.doubles import PATIENCE_S, ServiceManager
from tests.processes import ended, start
from tests.sim.playing import facts

MATCH = (
    MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),
    PlayerSeated(seat=1, player="Ann"),
    TurnStarted(player=1, round=1),
    Rolled(player=1, dice=(6, 5), total=11, k=1),
)


def config(folder: Path, text: str = "", *, driver: str = "none", pins: str = "mock") -> Path:
    """Write a configuration of a box without hardware; its journal lies beside it."""
    path = folder / "stbpi.toml"
    path.write_text(
        f"[journal]\npath = {written(folder / 'journal.db')}\n"
        f'[display]\ndriver = "{driver}"\nbus = 31\n'
        f'[gpio]\npin_factory = "{pins}"\n{text}',
        encoding="utf-8",
    )
    return path


class Service:
    """A box that runs in a process of its own."""

    def __init__(self, config: Path, address: str, *, watchdog_s: float = 0) -> None:
        self.systemd = ServiceManager(address)
        self.process = start(
            "run", "--config", str(config), more=self.systemd.environ(watchdog_s=watchdog_s)
        )

    def wait_until_ready(self) -> None:
        assert self.systemd.next() == "READY=1\nSTATUS=playing"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, float]:
        """Send a signal; return status, stderr and how long it took, in seconds."""
        asked = time.monotonic()
        self.process.send_signal(how)
        status, said = ended(self.process)
        return status, said, time.monotonic() - asked

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self.systemd.close()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[ExitStack]:
    """Services that are ended and cleaned up, whatever happens."""
    with ExitStack() as stack:
        yield stack


def run_service(
    services: ExitStack, config: Path, *, address: str = "", watchdog_s: float = 0
) -> Service:
    """Start a service and wait until it is ready."""
    name = address or str(config.with_name(uuid4().hex))
    service = services.enter_context(closing(Service(config, name, watchdog_s=watchdog_s)))
    service.wait_until_ready()
    return service


# Start and stop


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.field("D13")
def test_it_says_when_it_is_ready_and_is_gone_two_seconds_after_a_signal(
    tmp_path: Path, services: ExitStack, how: signal.Signals
) -> None:
    service = run_service(services, config(tmp_path))

    status, said, seconds = service.stop(how)

    assert (status, said) == (0, "")
    assert seconds < 2
    assert service.systemd.received() == ["STOPPING=1"]


@pytest.mark.field("F5")
def test_it_finds_a_socket_without_a_file(tmp_path: Path, services: ExitStack) -> None:
    service = run_service(services, config(tmp_path), address=f"@stbpi-{uuid4()}")

    assert service.stop()[0] == 0


def test_it_plays_on_without_its_display_and_says_so_once(
    tmp_path: Path, services: ExitStack
) -> None:
    service = run_service(services, config(tmp_path, driver="ssd1306"))
    wait_until_recorded(tmp_path / "journal.db", 1)

    status, said, seconds = service.stop()

    assert status == 0
    assert seconds < 2
    assert said.count("\n") == 1
    assert said.startswith("WARNING stbpi.display.display: the game goes on without display: ")
    assert facts(tmp_path / "journal.db") == [
        Fault(part="display", what="the I2C bus of the display is missing")
    ]


def wait_until_recorded(journal: Path, count: int) -> None:
    latest = time.monotonic() + PATIENCE_S
    while time.monotonic() < latest:
        with suppress(JournalError):  # its file is there before anything is in it
            if len(facts(journal)) >= count:
                return
        time.sleep(0.02)


def test_it_feeds_its_watchdog_twice_as_often_as_it_must(
    tmp_path: Path, services: ExitStack
) -> None:
    service = run_service(services, config(tmp_path), watchdog_s=0.4)
    times = []
    for _ in range(5):
        assert service.systemd.next() == "WATCHDOG=1"
        times.append(time.monotonic())

    assert 0.18 < (times[-1] - times[0]) / 4 < 0.35
    assert service.stop()[0] == 0


def test_it_goes_on_after_it_was_killed(tmp_path: Path, services: ExitStack) -> None:
    path, journal = config(tmp_path), tmp_path / "journal.db"
    record(journal, MATCH)
    for _ in range(2):
        killed = run_service(services, path)
        killed.process.kill()
        assert ended(killed.process) == (-signal.SIGKILL, "")
    assert run_service(services, path).stop()[:2] == (0, "")

    *before, first, second, third = facts(journal)
    assert tuple(before) == MATCH
    assert all(isinstance(event, Resumed) for event in (first, second, third))


def record(journal: Path, events: tuple[Event, ...]) -> None:
    with closing(Journal(journal)) as opened:
        opened.record(events, t=1, wall=None)
        opened.sync()


def test_a_second_one_on_the_same_journal_says_so_and_the_first_plays_on(
    tmp_path: Path, services: ExitStack
) -> None:
    path = config(tmp_path)
    first = run_service(services, path)

    status, said = ended(start("run", "--config", str(path)))

    assert status == 3
    process = f"another stbpi (process {first.process.pid})"
    assert said.startswith(f"stbpi: {process} plays with the journal {tmp_path / 'journal.db'}: ")
    assert f"-m stbpi run --config {path}"[:30] in said
    assert said.endswith("\nStop that one, or name another file (--journal, or [journal] path).\n")
    assert first.stop()[:2] == (0, "")


@pytest.mark.field("F3")
def test_it_plays_where_nothing_can_be_saved_and_says_so_once(
    tmp_path: Path, services: ExitStack
) -> None:
    path = config(tmp_path)
    nowhere = "/proc/stbpi/journal.db"
    text = path.read_text("utf-8").replace(written(tmp_path / "journal.db"), written(nowhere))
    path.write_text(text, "utf-8")
    service = run_service(services, path)

    status, said, _ = service.stop()

    assert status == 0
    assert said.splitlines() == [
        f"WARNING stbpi.journal.writer: the journal {nowhere} can't be opened: "
        "No such file or directory; the game goes on unsaved"
    ]


# What it can't use


def contents(folder: Path) -> dict[str, bytes]:
    """Read all files of a folder, lock files apart."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith("-lock")
    }


def refused(folder: Path, *, path: Path | None = None) -> str:
    """Start a box that can't be used; return what it says, on one line or two."""
    before = contents(folder)
    process = start("run", "--config", str(path or folder / "stbpi.toml"))
    status, said = ended(process)

    assert status == 2, said
    assert "Traceback" not in said
    assert said.startswith("stbpi: ")
    assert said.count("\n") in (1, 2), said
    assert contents(folder) == before
    return said.removeprefix("stbpi: ").replace(f"{folder}/", "")


def test_a_configuration_that_is_not_there(tmp_path: Path) -> None:
    said = refused(tmp_path, path=tmp_path / "none.toml")

    assert said == (
        "none.toml (--config): can't be read: No such file or directory; expected a TOML file\n"
    )


def test_a_configuration_that_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    assert "can't be read: Is a directory" in refused(tmp_path, path=tmp_path / "folder")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("roll = 5", "gpio.roll: GPIO 5 is for the roll button and for tile 1; expected every"),
        ("rolls = 17", "Did you mean gpio.roll?"),
        ("roll = ", "expected a TOML file"),
        ("[rules]\npreset = 'luk_kasse'", "rules.preset: luk_kasse; expected the name of a preset"),
        ("tiles = [5, 6, 12, 13, 16, 19]", "at most 6: so many tiles are in gpio.tiles"),
        ("[rules]\nrounds = 99", "rules.rounds: 99; expected 0 or a whole number from 1 to 20"),
    ],
    ids=["a pin used twice", "a key", "no TOML", "a preset", "too few tiles", "a rule"],
)
def test_a_configuration_that_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    config(tmp_path, text)

    assert says in refused(tmp_path)


def test_a_journal_that_is_no_database(tmp_path: Path) -> None:
    config(tmp_path)
    (tmp_path / "journal.db").write_bytes(b"Dear diary, today we shut the box.\n" * 100)

    assert refused(tmp_path) == (
        "the journal journal.db can't be opened: file is not a database\n"
        "Move the file away (keep it), or name another one (--journal, or [journal] path).\n"
    )


def test_a_journal_that_is_the_database_of_another_program(tmp_path: Path) -> None:
    config(tmp_path)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()

    assert "is the database of another program" in refused(tmp_path)


def test_a_journal_of_a_newer_program(tmp_path: Path) -> None:
    config(tmp_path)
    record(tmp_path / "journal.db", MATCH)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as newer:
        newer.execute("PRAGMA user_version = 99")

    assert "has version 99" in refused(tmp_path)


def test_a_journal_in_a_place_where_none_can_be(tmp_path: Path) -> None:
    config(tmp_path)
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    path = tmp_path / "stbpi.toml"
    path.write_text(path.read_text("utf-8").replace("journal.db", "file/journal.db"), "utf-8")

    assert "the journal file/journal.db can't be opened: " in refused(tmp_path)


def is_a_pi() -> bool:
    model = Path("/proc/device-tree/model")
    return model.exists() and "Raspberry" in model.read_text(errors="replace")


@pytest.mark.skipif(is_a_pi(), reason="on a Raspberry Pi lgpio works")
def test_hardware_that_is_not_there(tmp_path: Path) -> None:
    path = config(tmp_path, pins="lgpio")
    empty = tmp_path / "empty"
    empty.mkdir()

    status, said = ended(start("run", "--config", str(path), cwd=empty))

    assert status == 3
    assert "Traceback" not in said
    assert said.startswith("stbpi: ")
    assert said.count("\n") == 2, said
    assert list(empty.iterdir()) == []
    assert set(contents(tmp_path)) == {"stbpi.toml"}
