"""A collector without ports: bytes are handed in, and its clock is moved."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from stbpi.collector.database import Row
from stbpi.collector.intake import Intake
from stbpi.collector.notices import Notice
from stbpi.collector.store import Store
from tests.collector.box_model import WALL, BoxModel

Damage = tuple[str, str | None, str, int, bytes]


class Rig:
    """An intake over a database.

    Attributes:
        said: what it had to say.
        now: its time, in seconds.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = 0.0
        self.said: list[Notice] = []
        self.wall = WALL
        self.start()

    def start(self) -> None:
        """Start the program."""
        self._store = Store(self.path)
        self.intake = Intake(self._store, wall=lambda: self.wall, say=self.said.append)

    def kill(self) -> None:
        """End the program at once, and start it again; what is not committed is gone."""
        self._store.close()
        self.start()

    def open(self, port: str = "port", *, can_ask: bool = True) -> None:
        self.intake.opened(port, can_ask=can_ask)

    def came(self, data: bytes, port: str = "port") -> None:
        self.intake.came(port, data, self.now)

    def asks(self, seconds: float = 0) -> bytes:
        """Let time pass; return what is sent then."""
        self.now += seconds
        return b"".join(data for _, data in self.intake.asks(self.now))

    def settle(self, box: BoxModel, *, steps: int = 60) -> None:
        """Play on with a line on which nothing is lost, until nothing is asked for any more."""
        quiet = 0
        for _ in range(steps):
            asked = self.asks(1)
            box.hear(asked)
            sent = box.send()
            self.came(box.heartbeat() + sent)
            quiet = 0 if asked or sent else quiet + 1
            if quiet > 3 and not any(known.missing for known in self.intake.boxes.values()):
                break
        self.intake.commit()

    def rows(self, box: str | None = None) -> list[Row]:
        """What is stored."""
        with closing(sqlite3.connect(self.path)) as db:
            found = db.execute("SELECT * FROM events ORDER BY box, n").fetchall()
        return [Row(*row) for row in found if box in (None, row[0])]

    def damaged(self) -> list[Damage]:
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(
                "SELECT port, box, why, length, data FROM damaged ORDER BY id"
            ).fetchall()

    def codes(self) -> list[str]:
        return [notice.code for notice in self.said]

    def close(self) -> None:
        self._store.close()
