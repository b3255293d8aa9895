"""A broker that can't be used: one clear line, the right exit status, and what is stored stays."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from stbpi import collector as collector_room
from stbpi.cli import main
from tests.collector.box_model import BoxModel
from tests.collector.mosquitto import Mosquitto, free_port, needs_mosquitto, passwords, running
from tests.collector.mqtt_rig import collector, count, events, fill, some_rows, until
from tests.doubles import PATIENCE_S

Said = pytest.CaptureFixture[str]
OPTIONS = ("--mqtt", "--from-mqtt")
needs_paho = pytest.mark.skipif(find_spec("paho") is None, reason="needs paho-mqtt")


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[str]:
    """A port on which nothing ever comes."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    yield str(path)
    for _ in range(2):  # whoever still waits for it reads its end
        with open_end(path):
            pass


@contextmanager
def open_end(path: Path) -> Iterator[None]:
    try:
        fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # nobody reads it
        yield
        return
    yield
    os.close(fd)


def published_runs(path: Path) -> list[tuple[str, int, int]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT box, first, last FROM mqtt_published").fetchall()


def refused(said: Said, *arguments: str) -> list[str]:
    """Run the command, which refuses; return the last two lines that it says."""
    assert main(["collect", "--plain", *arguments]) == 2
    return said.readouterr().err.splitlines()[-2:]


@needs_mosquitto
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("user", ["", "Ann@", "Ann:wrong@"])
def test_a_broker_that_refuses_us_ends_the_program_and_what_was_stored_stays(
    option: str, user: str, tmp_path: Path, pipe: str, capsys: Said
) -> None:
    here = tmp_path / "here.db"
    fill(here, some_rows("bar", 1, 3))
    file = passwords(tmp_path, [("Ann", "right")])
    settings = (f"password_file {file}", "allow_anonymous false")
    with running(tmp_path / "mosquitto", *settings) as found:
        url = found.url.replace("//", f"//{user}")
        said = refused(capsys, pipe, option, url, "--db", str(here))

    assert said == [
        f"stbpi: {found.url} refuses us: Not authorized",
        "Check user and password (mqtt://USER:PASSWORD@…, or STBPI_MQTT_PASSWORD).",
    ]
    assert len(events(here)) == 3


@needs_mosquitto
def test_the_password_may_stand_in_the_environment(tmp_path: Path) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    fill(here, some_rows("bar", 1, 3))
    file = passwords(tmp_path, [("Ann", "right")])
    settings = (f"password_file {file}", "allow_anonymous false")

    async def play(mosquitto: Mosquitto) -> None:
        broker = mosquitto.broker(user="Ann", password="right")
        async with collector(here, publish=broker), collector(there, subscribe=broker):
            await until(lambda: count(there) == 3)

    with running(tmp_path / "mosquitto", *settings) as found:
        asyncio.run(play(found))
    assert events(there) == events(here)


@needs_mosquitto
def test_what_the_broker_does_not_take_is_not_told_as_published(tmp_path: Path) -> None:
    here = tmp_path / "here.db"
    fill(here, some_rows("bar", 1, 3))
    rights = tmp_path / "rights"
    rights.write_text("topic read #\n")

    async def play(mosquitto: Mosquitto) -> None:
        async with collector(here, publish=mosquitto.broker()) as publisher:
            await until(lambda: bool(publisher.heard.texts("waiting")))
        assert (
            "does not take what is published: Not authorized"
            in (publisher.heard.texts("waiting")[0])
        )

    with running(tmp_path / "mosquitto", f"acl_file {rights}", "allow_anonymous true") as found:
        asyncio.run(play(found))
    assert published_runs(here) == []


@needs_mosquitto
def test_whoever_may_not_tell_home_assistant_tells_the_rest(tmp_path: Path) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    fill(here, some_rows("bar", 1, 3))
    rights = tmp_path / "rights"
    rights.write_text("topic readwrite stbpi/#\n")

    async def play(mosquitto: Mosquitto) -> None:
        broker = mosquitto.broker()
        async with collector(here, publish=broker), collector(there, subscribe=broker):
            await until(lambda: count(there) == 3)

    with running(tmp_path / "mosquitto", f"acl_file {rights}", "allow_anonymous true") as found:
        asyncio.run(play(found))


def documented_rights() -> str:
    """The example for Mosquitto, as people find it."""
    text = (Path(collector_room.__file__).parent / "MQTT.md").read_text("utf-8")
    begin = text.index("    user oslo")
    return dedent(text[begin : text.index("\nWith EMQX")])


@needs_mosquitto
def test_the_rights_that_are_documented_suffice_and_no_bar_can_speak_for_another(
    tmp_path: Path,
) -> None:
    oslo, riga, there = (tmp_path / f"{name}.db" for name in ("oslo", "riga", "there"))
    fill(oslo, some_rows("oslo-1", 1, 700))
    fill(riga, some_rows("riga-1", 1, 3))
    file = passwords(tmp_path, [("oslo", "a"), ("centre", "b")])
    rights = tmp_path / "rights"
    rights.write_text(documented_rights())
    settings = (f"password_file {file}", "allow_anonymous false", f"acl_file {rights}")

    async def play(mosquitto: Mosquitto) -> None:
        bar = mosquitto.broker(user="oslo", password="a")
        centre = mosquitto.broker(user="centre", password="b")
        async with collector(oslo, publish=bar) as publisher:
            await until(lambda: published_runs(oslo) == [("oslo-1", 1, 700)])
            async with (
                collector(there, subscribe=centre),
                collector(riga, publish=bar) as liar,
            ):
                await until(lambda: count(there) == 700)
                await until(lambda: bool(liar.heard.texts("waiting")))
            assert publisher.heard.texts("waiting") == []

    with running(tmp_path / "mosquitto", *settings) as found:
        asyncio.run(play(found))
    assert events(there) == events(oslo)
    assert published_runs(riga) == []


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate that nobody knows, and its key."""
    file, key = tmp_path / "certificate", tmp_path / "key"
    wanted = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    names = ("-addext", "subjectAltName=DNS:localhost")
    subprocess.run(
        ["openssl", *wanted.split(), *names, "-keyout", key, "-out", file],
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    return file, key


@needs_mosquitto
def test_tls_is_spoken_with_who_is_trusted_only(
    tmp_path: Path,
    certificate: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Said,
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    fill(here, some_rows("bar", 1, 3))

    async def play(mosquitto: Mosquitto) -> None:
        broker = mosquitto.broker()
        async with collector(here, publish=broker), collector(there, subscribe=broker):
            await until(lambda: count(there) == 3)

    with running(tmp_path / "mosquitto", tls=certificate) as found:
        said = refused(capsys, "--from-mqtt", found.url, "--db", str(there))
        assert said[0] == f"stbpi: {found.url} can't be trusted: CERTIFICATE_VERIFY_FAILED"
        plain = found.url.replace("mqtts:", "mqtt:")
        said = refused(capsys, "--once", "--from-mqtt", plain, "--db", str(there))
        assert said[0] == f"stbpi: {plain} does not answer as an MQTT broker"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        asyncio.run(play(found))
    assert events(there) == events(here)


@needs_mosquitto
def test_a_port_without_tls_is_told(tmp_path: Path, capsys: Said) -> None:
    with running(tmp_path / "mosquitto") as found:
        url = found.url.replace("mqtt:", "mqtts:")
        said = refused(capsys, "--once", "--from-mqtt", url, "--db", str(tmp_path / "there.db"))

    assert said == [
        f"stbpi: {url} does not answer as an MQTT broker",
        "Check host and port; a port for TLS wants mqtts://.",
    ]


@needs_paho
def test_once_does_not_wait_for_a_broker(tmp_path: Path, capsys: Said) -> None:
    url = f"mqtt://127.0.0.1:{free_port()}/stbpi"
    said = refused(capsys, "--once", "--from-mqtt", url, "--db", str(tmp_path / "there.db"))

    assert said[0] == f"stbpi: {url} can't be reached: Connection refused"


@needs_paho
def test_what_a_broker_that_is_away_has_not_got_is_told_at_the_end(
    tmp_path: Path, capsys: Said
) -> None:
    box = BoxModel("bar")
    box.happen(3)
    log, db = tmp_path / "log", tmp_path / "db"
    log.write_bytes(box.hello() + box.send())
    url = f"mqtt://127.0.0.1:{free_port()}/stbpi"

    assert main(["collect", "--plain", str(log), "--mqtt", url, "--db", str(db)]) == 0
    said = capsys.readouterr().err.splitlines()
    assert f"{url} can't be reached: Connection refused; it is tried again." in said
    assert f"{url}: what is not published yet will be the next time." in said
    assert events(db) == box.rows()


@needs_paho
def test_a_host_that_there_is_not_is_told(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    url = "mqtt://nowhere.invalid"
    said = refused(capsys, "--once", "--from-mqtt", url, "--db", str(tmp_path / "there.db"))

    assert said == ["stbpi: there is no host nowhere.invalid", "Check its name, and the network."]


@pytest.mark.parametrize("option", OPTIONS)
def test_it_is_said_what_is_to_be_installed(
    option: str, tmp_path: Path, pipe: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    said = refused(capsys, pipe, option, "mqtt://h", "--db", str(tmp_path / "there.db"))

    assert said == [
        "stbpi: MQTT needs paho-mqtt 2 or later",
        "Install it: pip install 'stbpi[mqtt]'",
    ]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "there is nothing to store anything from"),
        (("--mqtt", "mqtt://h"), "there is nothing to store anything from"),
        (("--from-mqtt", "h"), "h is no address of an MQTT broker"),
        (("-", "--mqtt", "mqtt://h/#"), "mqtt://h/# is no address of an MQTT broker"),
        (
            ("--from-mqtt", "mqtt://h", "--mqtt", "mqtt://Ann@h:1883/stbpi"),
            "what comes from mqtt://h:1883/stbpi can't be published there again",
        ),
    ],
)
def test_what_can_not_be_meant_is_refused_before_anything_is_opened(
    arguments: tuple[str, ...], what: str, tmp_path: Path, capsys: Said
) -> None:
    said = refused(capsys, *arguments, "--db", str(tmp_path / "there.db"))

    assert said[0] == f"stbpi: {what}"
    assert not (tmp_path / "there.db").exists()
