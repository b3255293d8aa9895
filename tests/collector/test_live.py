"""The live view: what it shows at 80 columns, and how it ends.

`pytest tests/collector/test_live.py --snapshot-update` takes the pictures anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
from textual.pilot import Pilot

from stbpi.collector.live import LiveApp
from stbpi.collector.sources import Ear
from stbpi.collector.store import Store
from stbpi.errors import AddressError
from stbpi.games.events import Covered, Event, Rolled, TurnEnded, TurnStarted
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import encode
from tests.collector.box_model import WALL, BoxModel, opening_of

Compare = Callable[..., bool]

PLAYED: tuple[Event, ...] = (
    TurnStarted(player=1, round=1),
    Rolled(player=1, dice=(6, 5), total=11, k=1),
    Covered(player=1, tiles=(2, 9), standing=(1, 3, 4, 5, 6, 7, 8)),
    Rolled(player=1, dice=(1, 1), total=2, k=2),
    TurnEnded(player=1, standing=(1, 3, 4, 5, 6, 7, 8), score=34, why="no_move", total=34),
    TurnStarted(player=2, round=1),
    Rolled(player=2, dice=(6, 6), total=12, k=3),
)


class Staged:
    """Lines that have come, and none that come later."""

    def __init__(self, *told: tuple[str, bytes]) -> None:
        self._told = told
        self.has_told = asyncio.Event()

    async def run(self, ear: Ear) -> None:
        for port, data in self._told:
            ear.opened(port, lambda _: None)
            ear.came(port, data)
        await asyncio.sleep(0.3)
        self.has_told.set()
        await asyncio.Event().wait()


class Broken:
    """Nothing that can be read."""

    async def run(self, ear: Ear) -> None:
        raise AddressError("it can't be read")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "collection.db")) as store:
        yield store


def evening() -> Staged:
    bar = BoxModel("bar")
    bar.events = opening_of(3, 1)
    bar.events += [
        Recorded(n=n, boot=1, match=3, t=n, wall=None, event=event)
        for n, event in enumerate(PLAYED, 4)
    ]
    bar.last = 10
    club = BoxModel("Club 2", count=400)
    lost = club.send(120)
    club._place = 150
    return Staged(
        ("/dev/ttyUSB0", bar.hello() + bar.send() + b"?#!\r\n"),
        ("/dev/ttyUSB1", club.hello() + lost + club.send(30)),
    )


def live(store: Store, source: Staged | Broken) -> LiveApp:
    return LiveApp(store, [source], wall=lambda: WALL, now=lambda: 0.0)


@pytest.mark.skipif(
    int(version("textual").split(".")[0]) < 8, reason="older ones draw other borders"
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_live_view(store: Store, snap_compare: Compare, size: tuple[int, int]) -> None:
    source = evening()

    async def told(pilot: Pilot[None]) -> None:
        await source.has_told.wait()
        pilot.app.show()  # type: ignore[attr-defined]
        await pilot.pause()

    assert snap_compare(live(store, source), terminal_size=size, run_before=told)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_a_key_ends_it_with_everything_stored(store: Store, key: str) -> None:
    source = evening()
    app = live(store, source)

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(key)
            await pilot.pause()

    asyncio.run(play())

    assert app.error is None
    assert store.runs("bar") == ((1, 10),)
    assert store.runs("Club 2") == ((1, 120), (151, 180))


def test_an_error_ends_it_and_is_kept(store: Store) -> None:
    app = live(store, Broken())

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()

    asyncio.run(play())

    assert isinstance(app.error, AddressError)


def test_encoded_events_of_the_evening_are_lines() -> None:
    assert all(encode(one).endswith(b"\r\n") for one in opening_of(1, 1))
