"""A real broker on the loopback, with a port, a folder and users of its own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from stbpi.collector.mqtt_topics import Broker
from tests.doubles import PATIENCE_S

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")

CLIENTS = ("mosquitto_sub", "mosquitto_pub", "mosquitto_passwd")

needs_mosquitto = pytest.mark.skipif(
    PROGRAM is None or not all(map(shutil.which, CLIENTS)) or find_spec("paho") is None,
    reason="needs mosquitto, mosquitto-clients and paho-mqtt",
)


class Mosquitto:
    """The broker; what it keeps outlives `stop`, and what it has not written dies with `kill`.

    Args:
        folder: where it keeps things.
        settings: lines of its configuration.
        tls: the files of its certificate and key, if it speaks TLS.
    """

    def __init__(self, folder: Path, *settings: str, tls: tuple[Path, Path] | None = None) -> None:
        self.port = free_port()
        self.is_tls = tls is not None
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = folder
        folder.mkdir(exist_ok=True)
        lines = [
            f"listener {self.port} 127.0.0.1",
            *([f"certfile {tls[0]}", f"keyfile {tls[1]}"] if tls else []),
            *(settings or ("allow_anonymous true",)),
            "user root",
            "persistence true",
            f"persistence_location {folder}/",
            f"log_dest file {folder}/log",
        ]
        self._config = folder / "mosquitto.conf"
        self._config.write_text("".join(f"{line}\n" for line in lines))

    def start(self) -> None:
        """Start it, and wait until it listens."""
        assert PROGRAM is not None
        self._process = subprocess.Popen(
            [PROGRAM, "-c", self._config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        late = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < late, "mosquitto does not start"

    def stop(self) -> None:
        """End it; it keeps what it has."""
        self._end(subprocess.Popen.terminate)

    def kill(self) -> None:
        """End it at once."""
        self._end(subprocess.Popen.kill)

    def broker(self, *, user: str = "", password: str = "", base: str = "stbpi") -> Broker:
        return Broker(
            host="localhost" if self.is_tls else "127.0.0.1",
            port=self.port,
            is_tls=self.is_tls,
            user=user,
            password=password,
            base=base,
        )

    @property
    def url(self) -> str:
        return self.broker().name

    def _end(self, how: object) -> None:
        process, self._process = self._process, None
        if process is not None:
            assert callable(how)
            how(process)
            process.wait(timeout=PATIENCE_S)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(
    folder: Path, *settings: str, tls: tuple[Path, Path] | None = None
) -> Iterator[Mosquitto]:
    mosquitto = Mosquitto(folder, *settings, tls=tls)
    mosquitto.start()
    try:
        yield mosquitto
    finally:
        mosquitto.kill()


def passwords(folder: Path, users: Iterable[tuple[str, str]]) -> Path:
    """Make a password file; the program that makes it comes with the broker."""
    file = folder / "passwords"
    file.write_text("".join(f"{user}:{password}\n" for user, password in users))
    subprocess.run(["mosquitto_passwd", "-U", file], check=True, timeout=PATIENCE_S)
    return file
