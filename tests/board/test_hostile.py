"""What nobody should send or have stored: a clear answer, and nothing breaks."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import Message

from stbpi.board.guard import HEADERS
from stbpi.journal.reader import to_row
from tests.board.live import EVENING, asking
from tests.books.journals import Box, left
from tests.history.hand import WORKED, Hand
from tests.history.stores import Stored, journal_of_rows

EVIL = "<script>\"'&"

WILD: tuple[tuple[str, str, object], ...] = (
    ("turn_started", "round", 2**62),
    ("turn_started", "player", 2**64),
    ("turn_started", "player", -1),
    ("turn_ended", "standing", [2**33]),
    ("turn_ended", "score", 10**400),
    ("turn_ended", "total", float("nan")),
    ("turn_ended", "why", "\ud800"),
    ("rolled", "dice", [2**63, -1]),
    ("rolled", "total", "7"),
    ("covered", "tiles", [2**62, 0]),
    ("match_started", "seats", 2**40),
    ("match_started", "preset", EVIL),
    ("match_started", "game", "chess"),
    ("player_seated", "player", "\ud800\u202e\x00"),
    ("player_seated", "seat", 0),
    ("match_ended", "winners", [0, 99, -1]),
    ("match_ended", "ms", -(2**63)),
)
"""An event, one of its members, and what stands there in place of what was told."""

DAMAGE = ("", "{", "[]", "null", "NaN", '{"player":1e999}', "[" * 3000, '{"a":' * 3000)

WALLS = (-(2**63), 0, 253_402_300_800, 2**63 - 1)
NAMES = (EVIL, "", "undone")
MATCHES = len(WILD) + len(DAMAGE) + len(WALLS) + len(NAMES) + 3

LISTS = ("tonight", "season", "ever", "players", "audits") + (
    ("ratings",) if find_spec("openskill") else ()
)

PAGES = (
    *("/", "/tv", "/box", "/tonight/slides.json", "/tonight/boards.csv"),
    *(f"/{page}{form}" for page in LISTS for form in ("", ".json", ".csv")),
)


def played() -> Iterator[list[Stored]]:
    """Yield the rows of matches that are all alike, without end; they have no numbers yet."""
    box = Box(EVENING)
    Hand(box, ("Ann", "Bo")).throws(*WORKED)
    box.plays(left(3), left(2), names=("Ann", "Bo"), rules=[("rounds", 1)])
    rows: list[Stored] = [to_row(one) for one in box.recorded]
    while True:
        yield rows


def numbered(matches: list[list[Stored]]) -> list[Stored]:
    """Give the rows of matches their numbers; what was changed in them stays."""
    rows: list[Stored] = []
    for match, of_match in enumerate(matches, start=1):
        rows += [
            (len(rows) + i, boot, match, *rest)
            for i, (_n, boot, _match, *rest) in enumerate(of_match, start=1)
        ]
    return rows


def changed(rows: list[Stored], event: str, key: str, value: object) -> list[Stored]:
    found = []
    for *head, e, body in rows:
        told = json.loads(str(body))
        if e == event:
            told[key] = value
        found.append((*head, e, json.dumps(told)))
    return found


def damaged(rows: list[Stored], place: int, values: dict[int, object]) -> list[Stored]:
    """Put other values into the columns of a row."""
    row = tuple(values.get(i, value) for i, value in enumerate(rows[place]))
    return [*rows[:place], row, *rows[place + 1 :]]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of matches in each of which something is wrong, and a sound one at the end."""
    alike = played()
    matches = [changed(next(alike), *one) for one in WILD]
    matches += [damaged(next(alike), 4, {6: body}) for body in DAMAGE]
    matches += [damaged(next(alike), 3, {4: wall}) for wall in WALLS]
    matches += [damaged(next(alike), 3, {column: 2**63 - 1}) for column in (1, 3)]
    matches += [damaged(next(alike), 3, {5: name}) for name in NAMES]
    sound = changed(next(alike), "player_seated", "player", EVIL)
    matches += [[row for row in sound if row[5] != "undone"]]
    rows = numbered(matches)
    rows += [(2**63 - 1, 1, len(matches), 0, EVENING, "tile_down", '{"tile":4611686018427387904}')]
    return journal_of_rows(tmp_path_factory.mktemp("wild") / "bar.db", rows)


def test_nothing_that_is_stored_breaks_a_page(stored: Path) -> None:
    async def story() -> None:
        async with asking(stored) as client:
            matches = [f"/match/bar:{number}" for number in range(1, MATCHES + 2)]
            for place in (*PAGES, *matches, *(f"{one}/steps.json" for one in matches)):
                answer = await client.get(place)
                assert (place, answer.status_code) in ((place, 200), (place, 404))
                assert {key: answer.headers[key] for key in HEADERS} == HEADERS
                kind = answer.headers["content-type"]
                if "json" in kind:
                    json.loads(answer.text, parse_constant=_no_number)
                elif "csv" in kind:
                    cells = [c for row in csv.reader(io.StringIO(answer.text)) for c in row]
                    assert not [c for c in cells if c.startswith(("=", "+", "@"))]
                else:
                    assert "<script>" not in answer.text
            page = (await client.get(f"/match/bar:{MATCHES}")).text
            assert escape(EVIL) in page
            assert "is over" in page or "wins" in page

    asyncio.run(story())


def _no_number(text: str) -> None:
    raise AssertionError(f"{text} is no JSON")


# What is asked


_PIECES = st.sampled_from(
    (
        *("/", "//", "..", "%2e%2e", "%2f", "%00", "\\", "%5c", ";", "?", "#", "&", "=", "%", "<"),
        *("tv", "box", "tonight", "season", "ever", "players", "ratings", "audits", "match"),
        *("static", "score", "events", "league", "steps", "bar:1", ".json", ".csv", "Ann"),
        *("bar:99999999999", "board.css", "etc/passwd", "http://evil.example/", "lang=da"),
        *("season=2026-Q9", "day=9999-12-31", "day=0000-00-00", "match=1", "name=", "\ud7ff"),
    )
)
_ADDRESSES = st.lists(_PIECES | st.text(max_size=5), max_size=7).map("/".join) | st.lists(
    _PIECES, max_size=7
).map("".join)
_HEADERS = st.dictionaries(
    st.sampled_from(
        (
            *(b"host", b"accept-language", b"last-event-id", b"if-none-match", b"origin"),
            *(b"cookie", b"content-type", b"content-length", b"upgrade", b"range", b"x-forwarded"),
        )
    ),
    st.binary(max_size=40) | st.sampled_from((b"bar=9", b"da;q=9", b"application/json", b"-1")),
)
_METHODS = st.sampled_from(("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "bREW"))


def ask(
    runner: asyncio.Runner, app: Any, method: str, address: str, headers: dict[bytes, bytes]
) -> tuple[int, dict[bytes, bytes]]:
    """Ask as uvicorn does; return the status and the headers of the answer."""
    raw, _, query = address.encode("utf-8", "replace").partition(b"?")
    sent: list[Message] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(raw.decode("utf-8")),
        "raw_path": raw,
        "query_string": query,
        "root_path": "",
        "headers": [*headers.items()],
        "client": None,
        "server": ("board", 80),
    }
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked or method in ("GET", "HEAD"):
            return {"type": "http.disconnect"}
        asked = True
        return {"type": "http.request", "body": query, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    runner.run(app(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"])


@pytest.fixture(scope="module")
def board(stored: Path) -> Iterator[tuple[asyncio.Runner, Any]]:
    with asyncio.Runner() as runner:
        context = asking(stored)
        client = runner.run(context.__aenter__())
        transport = client._transport
        assert isinstance(transport, httpx.ASGITransport)
        yield runner, transport.app
        runner.run(context.__aexit__(None, None, None))


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(method=_METHODS, address=_ADDRESSES, headers=_HEADERS)
def test_whatever_is_asked_gets_a_clear_answer_with_all_headers(
    board: tuple[asyncio.Runner, Any], method: str, address: str, headers: dict[bytes, bytes]
) -> None:
    status, answered = ask(*board, method, "/" + address, headers)

    assert status < 500 or status == 503
    assert {key: answered[key.lower().encode()].decode() for key in HEADERS} == HEADERS


def test_what_fails_all_the_same_is_told_with_all_headers(
    stored: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("stbpi.board.app.live", fail)

    async def story() -> None:
        async with asking(stored) as client:
            answer = await client.get("/tv")
            assert answer.status_code == 500
            assert answer.text.startswith("This page can't be made")
            assert {key: answer.headers[key] for key in HEADERS} == HEADERS

    asyncio.run(story())
    assert "a page failed" in caplog.text
