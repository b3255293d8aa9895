"""Every page of the board is asked for, and what watchers hear: no forgotten name is told.

A new page fails here until it is known what stands in its address.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import aclosing, closing
from html import unescape
from pathlib import Path
from urllib.parse import quote, urljoin

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from stbpi.board.aftermath import last_turn
from stbpi.board.app import Board
from stbpi.board.hub import Hub
from stbpi.board.scores import Scores
from stbpi.board.source import Source
from stbpi.board.stored import Shelf
from stbpi.clock import SystemClock
from stbpi.forgotten.names import forgotten, write
from stbpi.games.events import RecordNamed
from stbpi.scorebook.book import Book
from stbpi.scorebook.entries import read_new
from tests.board.live import EVENING, WrittenBox, messages, of_kind
from tests.books.journals import left
from tests.forgotten.past import LETTERS, NAME, all_games_in, box_in, forget, tells

LEAGUE = f"""
kind = "round_robin"
players = ["{NAME}", "Bo", "Cid"]
since = 2026-01-01
"""

IN_ADDRESSES = {
    "/players/{name:path}": ("N.N. 1", "N.N. 1.json", "N.N. 1.csv", "Bo.json"),
    "/match/{place:path}": ("1", "2", "3", "1.json", "3.csv", "2/steps.json", "3/events.csv"),
    "/league/{place}": ("1", "1.json", "1.csv"),
    "/score/{place}": ("SHEET", "SHEET.json"),
}
"""What stands for a part of an address, by the route."""

NOT_ASKED = {"/events", "/static/{name}"}
"""Watchers are asked for below; files are the same for everybody."""


def addresses(app: Starlette, box: str, sheet: str) -> Iterator[str]:
    """List the addresses of all pages."""
    for route in app.routes:
        assert isinstance(route, Route)
        if route.path in NOT_ASKED or "GET" not in (route.methods or ()):
            continue
        if "{" not in route.path:
            yield route.path
            continue
        for place in IN_ADDRESSES[route.path]:
            named = f"{box}:{place}" if route.path.startswith("/match") else place
            yield re.sub(r"\{.*\}", quote(named.replace("SHEET", sheet), safe="/:"), route.path)


async def crawled(app: Starlette, box: str, sheet: str) -> dict[str, str]:
    """Return every page, and those that they lead to, by their addresses."""
    seen: dict[str, str] = {}
    waiting = [*addresses(app, box, sheet)]
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
        while waiting:
            address = waiting.pop()
            if address in seen or address.startswith(("/static", "/events")):
                continue
            answer = await client.get(address)
            assert answer.status_code == 200 or "events.csv" in address, (address, answer.text)
            seen[address] = answer.text
            links = re.findall(r'href="(/[^"]*|\?[^"]*)"', answer.text)
            waiting += [urljoin(address, unescape(link)) for link in links if "lang=" not in link]
    return seen


async def some(app: Starlette, box: str, sheet: str) -> dict[str, str]:
    """Return some pages, which may be kept by the board."""
    transport = httpx.ASGITransport(app)
    kept = ("/", "/ever", "/players.json", "/ratings", f"/match/{box}:1", f"/score/{sheet}.json")
    async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
        return {address: (await client.get(address)).text for address in kept}


@pytest.mark.parametrize("make_in", [box_in, all_games_in])
def test_no_page_tells_a_name_that_is_forgotten(
    make_in: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stbpi.board.app.Guard", lambda app, names: app)
    path = make_in(tmp_path)
    plan, sheets = tmp_path / "league.toml", tmp_path / "sheets.db"
    plan.write_text(LEAGUE)
    with closing(Book(sheets, SystemClock(), lambda: EVENING)) as book:
        asked = {"id": "a" * 16, "players": [NAME, "Bo"], "preset": "luk_kassen", "rules": {}}
        sheet = book.make(read_new(json.dumps(asked).encode()))
        shelf = Shelf(path, "", lambda: EVENING)
        hub = Hub(Source(path), last_turn(shelf))
        app = Board(hub, shelf, Scores(book), [plan]).app()
        assert isinstance(app, Starlette)

        async def pages() -> tuple[dict[str, str], dict[str, str]]:
            await hub.look()
            before = await some(app, path.stem, sheet)
            for one in (path, sheets):
                forget(one, NAME, LETTERS)
            await hub.look()
            after = await crawled(app, path.stem, sheet)
            await hub.close()
            return before, after

        before, after = asyncio.run(pages())

    assert {address for address, text in after.items() if tells(text)} == set()
    assert [address for address, text in before.items() if tells(text)]
    assert sum("N.N. 1" in text for text in after.values()) > 10


def test_no_watcher_hears_a_name_that_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "anchor.db"
    with closing(WrittenBox(path)) as box:
        box.plays(left(3), left(2, 8), names=(NAME, "Bo"), preset="luk_kassen")

        async def told() -> list[bytes]:
            hub = Hub(Source(path), lambda box, match: None)
            await hub.look()
            async with aclosing(hub.watch("en")) as watching:
                said = [await anext(watching), await anext(watching)]
                write(path, forgotten(path).with_name(NAME, taken=()))
                await hub.look()
                said.append(await anext(watching))
                box.plays(left(3), names=(NAME, "Bo"), preset="luk_kassen")
                box.tell(RecordNamed(player=1, name=NAME[:3]))
                await hub.look()
                said.append(await anext(watching))
            async with aclosing(hub.watch("en", "anchor=1")) as watching:
                said += [await anext(watching), await anext(watching)]
            await hub.close()
            return said

        _retry, first, forgets, plays, _again, missed = asyncio.run(told())

    assert tells(first) == [NAME]
    for said in (forgets, plays, missed):
        assert tells(said) == []
        names = [one["name"] for one in of_kind("state", messages(said))[-1]["players"]]
        assert names == ["N.N. 1", "Bo"]
    assert of_kind("state", messages(forgets))[-1]["reset"]
    seated = [one for one in of_kind("happened", messages(missed)) if one["e"] == "player_seated"]
    assert [one["player"] for one in seated] == ["N.N. 1", "Bo"] * 2
