"""Telling systemd: exactly what it expects, and nothing at all without it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from stbpi.notify import Notifier
from tests.doubles import ServiceManager


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServiceManager]:
    is_path = request.param == "path"
    with closing(ServiceManager(str(tmp_path / "s") if is_path else f"@stbpi-{uuid4()}")) as it:
        yield it


@pytest.mark.field("F5")
def test_a_message_arrives_as_it_is(systemd: ServiceManager) -> None:
    Notifier(systemd.environ()).send("READY=1\nSTATUS=playing")

    assert systemd.received() == ["READY=1\nSTATUS=playing"]


@pytest.mark.field("F5")
def test_without_a_socket_nothing_happens() -> None:
    notifier = Notifier({"WATCHDOG_USEC": "10000000"})
    notifier.send("READY=1")

    assert notifier.watchdog_s == 0


@pytest.mark.field("F5")
@pytest.mark.parametrize("address", ["/nowhere/at/all", "@nobody-listens", "/" + "x" * 200, "@"])
def test_a_manager_that_does_not_listen_is_no_problem(address: str) -> None:
    Notifier({"NOTIFY_SOCKET": address}).send("READY=1")


def test_a_manager_that_does_not_read_holds_nothing_up(systemd: ServiceManager) -> None:
    notifier = Notifier(systemd.environ())
    for _ in range(2000):
        notifier.send("WATCHDOG=1")

    assert set(systemd.received()) == {"WATCHDOG=1"}


def test_a_watchdog_is_fed_twice_as_often_as_it_looks(systemd: ServiceManager) -> None:
    assert Notifier(systemd.environ(watchdog_s=10)).watchdog_s == 5
    assert Notifier(systemd.environ()).watchdog_s == 0


@pytest.mark.field("F5")
@pytest.mark.parametrize(
    ("pid", "watchdog_s"), [(os.getpid(), 5), (os.getpid() + 1, 0)], ids=["own", "another"]
)
def test_the_watchdog_of_another_process_is_not_fed(
    systemd: ServiceManager, pid: int, watchdog_s: float
) -> None:
    environ = {**systemd.environ(watchdog_s=10), "WATCHDOG_PID": str(pid)}

    assert Notifier(environ).watchdog_s == watchdog_s


@pytest.mark.parametrize("usec", ["", "0", "-5", "soon", "1e6", "²"])
def test_a_watchdog_without_a_sensible_time_is_none(systemd: ServiceManager, usec: str) -> None:
    environ = {**systemd.environ(), "WATCHDOG_USEC": usec}

    assert Notifier(environ).watchdog_s == 0
