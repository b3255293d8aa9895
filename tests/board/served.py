"""A board in a process of its own, and watchers who talk to it over a socket.

Never: asserts anything.
"""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.board.live import Told, messages
from tests.doubles import PATIENCE_S
from tests.processes import start

HOST = "127.0.0.1"


class Served:
    """A board that runs.

    Attributes:
        process: it.
        port: where it listens.
    """

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection((HOST, self.port), timeout=PATIENCE_S)

    def answer(self, said: bytes) -> bytes:
        """Say something, and return the whole answer."""
        with self.connect() as connection:
            connection.sendall(said)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    @contextmanager
    def watching(self, known: str = "") -> Iterator[Watching]:
        with self.connect() as connection:
            head = f"Last-Event-ID: {known}\r\n" if known else ""
            connection.sendall(f"GET /events HTTP/1.1\r\nHost: board\r\n{head}\r\n".encode())
            yield Watching(connection)

    def stop(self) -> int:
        """End it as the system does; return its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE_S)


class Watching:
    """A watcher, who reads what he is told."""

    def __init__(self, connection: socket.socket) -> None:
        self._file = connection.makefile("rb")
        while self._file.readline() != b"\r\n":
            pass
        self._rest = b""

    def next(self) -> list[Told]:
        """Return what is told next; nothing when the board has ended it."""
        while b"\n\n" not in self._rest:
            size = int(self._file.readline().strip() or b"0", 16)
            if not size:
                return []
            self._rest += self._file.read(size)
            self._file.readline()
        whole, _end, self._rest = self._rest.rpartition(b"\n\n")
        return messages(whole + b"\n\n")

    def until(self, n: int) -> list[Told]:
        """Return what is told until a box stands as it does behind an event."""
        told: list[Told] = []
        while not any(kind == "state" and data["n"] == n for kind, _, data in told):
            more = self.next()
            if not more:
                raise EOFError("the board has gone")
            told += more
        return told


@contextmanager
def serving(
    path: Path,
    *,
    port: int = 0,
    option: str = "--journal",
    more: Sequence[str] = (),
    environ: Mapping[str, str] | None = None,
) -> Iterator[Served]:
    """Serve what is stored; whatever is left of it is ended."""
    sheets = str(path.with_name("sheets.db"))
    options = (option, str(path), "--port", str(port), "--sheets", sheets, *more)
    process = start("board", *options, more=environ)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield Served(process, int(line.rpartition(f"{HOST}:")[2].partition("/")[0]))
    finally:
        process.kill()
        process.communicate()
