"""The pages, and what is refused."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import httpx
import pytest

from stbpi.board.guard import HEADERS, LONGEST_ADDRESS
from stbpi.language import speaking
from tests.board.asked import Elements, ask
from tests.board.live import EVENING
from tests.books.journals import Box, left
from tests.history.hand import WORKED, Hand
from tests.history.mixed import evening
from tests.history.stores import collected, journal

PAGES = ("/", "/tv", "/box", "/tonight", "/match/bar:1")
EVIL = "<script>alert(1)</script>", "\"'><img src=x onerror=x>"


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    box = Box(EVENING - 24 * 3600)
    box.plays(left(3, 9), left(2, 8), names=("Old", "Older"), rules=[("rounds", 1)])
    box.after(24 * 3600)
    box.plays(left(3), left(2, 8), names=("Ann", "Bo"), rules=[("rounds", 1)])
    box.plays(left(4), left(7), names=("=1+1", "Ann"), preset="digits", rules=[("rounds", 1)])
    Hand(box, ("Ann", "Bo")).throws(((4, 5), (9,)))
    return journal(tmp_path / "bar.db", box.recorded)


def test_every_page_is_there(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in PAGES:
            answer = await client.get(place)
            assert (place, answer.status_code) == (place, 200)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert {key: answer.headers[key] for key in HEADERS} == HEADERS
            assert "style" not in [key for key, _ in Elements(answer.text).attributes]

    ask(stored, talk)


def test_the_head_of_every_page_can_be_asked_for(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in PAGES:
            answer = await client.head(place)
            assert (answer.status_code, answer.content) == (200, b"")

    ask(stored, talk)


def test_every_link_leads_somewhere(stored: Path) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")

    async def talk(client: httpx.AsyncClient) -> None:
        waiting, seen = ["/"], set[str]()
        while waiting:
            place = waiting.pop()
            answer = await client.get(place)
            assert (place, answer.status_code) == (place, 200)
            seen.add(place)
            if "html" in answer.headers["content-type"]:
                links = {*Elements(answer.text).links} - seen
                waiting += [link for link in links if link not in waiting]
        assert {"/tonight.csv", "/match/bar:2?lang=lv", "/static/board.css"} <= seen

    ask(stored, talk)


def test_the_matches_of_this_evening_are_listed(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/tonight")).text)
        assert "*Ann 3, Bo 10" in page.text
        assert "Older" not in page.text
        told = (await client.get("/tonight.json")).json()
        assert [match["match"] for match in told["matches"]] == [2, 3, 4]

    ask(stored, talk)


def test_a_table_for_spreadsheets_has_no_formula(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        answer = await client.get("/tonight.csv")
        rows = [*csv.DictReader(io.StringIO(answer.text))]
        assert [row["match"] for row in rows] == ["2", "3", "4"]
        assert rows[1]["players"] == '["=1+1", "Ann"]'

    ask(stored, talk)


def test_a_match_is_a_sheet(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/match/bar:2")).text)
        assert "2 8 = 10" in page.text
        assert "Ann wins." in page.text
        told = (await client.get("/match/bar:2.json")).json()
        assert [turn["score"] for turn in told["matches"][0]["turns"]] == [3, 10]

    ask(stored, talk)


def test_a_match_is_told_event_by_event(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        steps = (await client.get("/match/bar:4/steps.json")).json()["steps"]
        assert steps[0]["said"] == "A match begins: Luk kassen."
        assert [step["standing"] for step in steps][-1] == [1, 2, 3, 4, 5, 6, 7, 8]
        assert steps[-1]["said"] == "Tile 9 is closed."
        danish = (await client.get("/match/bar:4/steps.json?lang=da")).json()["steps"]
        assert danish[-1]["said"] != "Tile 9 is closed."

    ask(stored, talk)


def test_the_luck_of_a_turn_is_told(tmp_path: Path) -> None:
    box = Box(EVENING)
    hand = Hand(box, ("Ann", "Bo"))
    hand.throws(*WORKED)
    hand.goes_on()

    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/match/bar:1")).text)
        assert "Luck and skill of the turns" in page.text
        told = (await client.get("/match/bar:1.json")).json()
        assert told["matches"][0]["turns"][0]["skill"][0]["luck"] == pytest.approx(10.47, abs=0.01)

    ask(journal(tmp_path / "bar.db", box.recorded), talk)


def test_matches_of_all_games_are_sheets(tmp_path: Path) -> None:
    played = evening(tmp_path / "bar.db")
    last = played.recorded[-1].match

    async def talk(client: httpx.AsyncClient) -> None:
        for number in range(1, last + 1):
            answer = await client.get(f"/match/bar:{number}")
            assert (number, answer.status_code) == (number, 200)
            assert "table" in Elements(answer.text).tags
            assert (await client.get(f"/match/bar:{number}.json")).status_code == 200
            steps = (await client.get(f"/match/bar:{number}/steps.json")).json()["steps"]
            assert len(steps) == sum(one.match == number for one in played.recorded)

    ask(tmp_path / "bar.db", talk)


def test_a_name_is_never_markup(tmp_path: Path) -> None:
    boxes = {}
    for name in EVIL:
        box = Box(EVENING)
        box.plays(left(3), left(2), names=(name, "Bo"), rules=[("rounds", 1)])
        boxes[name[:12]] = box.recorded
    path = collected(tmp_path / "c.db", boxes)

    async def talk(client: httpx.AsyncClient) -> None:
        for box, name in zip(boxes, EVIL, strict=True):
            match = str(httpx.URL("http://board/match/x").copy_with(path=f"/match/{box}:1"))
            for place in ("/", "/tonight", match, f"/tv?{httpx.QueryParams(box=box)}"):
                answer = await client.get(place)
                page = Elements(answer.text)
                assert answer.status_code == 200
                assert "<script>" not in answer.text and "<img" not in answer.text
                assert not [key for key, _ in page.attributes if key.startswith("on")]
                assert place.startswith("/tv") or name in page.text

    ask(path, talk)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_nothing_can_be_changed(method: str, stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in (*PAGES, "/events"):
            answer = await client.request(method, place, content=b"x" * 100_000)
            assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
            assert answer.text == "Nothing can be changed here.\n"

    ask(stored, talk)


@pytest.mark.parametrize(
    "place",
    [
        *("/nope", "/static/", "/static/app.py", "/static/..%2fapp.py", "/static/%2e%2e/hub.py"),
        *("/match/", "/match/bar", "/match/bar:", "/match/bar:99", "/match/elsewhere:1"),
        *("/match/bar:0", "/match/bar:-1", "/match/bar:1e3", "/match/bar:12345678901234567890"),
        *("/match/bar:1.jsonp", "/match/..%2f..%2fetc%2fpasswd:1", "/match/bar%00:1"),
        *("//elsewhere.example/", "/%5celsewhere.example"),
    ],
)
def test_what_is_not_there_is_a_clear_page(place: str, stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        answer = await client.get(
            httpx.URL("http://board").join("/").copy_with(raw_path=place.encode())
        )
        page = Elements(answer.text)
        assert answer.status_code == 404
        assert "There is no such" in page.text
        assert all(link.startswith("/") and not link.startswith("//") for link in page.links)

    ask(stored, talk)


def test_an_address_that_is_too_long_is_refused(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in ("/" + "x" * LONGEST_ADDRESS, "/?lang=" + "x" * LONGEST_ADDRESS):
            answer = await client.get(place)
            assert (answer.status_code, answer.text) == (414, "The address is too long.\n")

    ask(stored, talk)


@pytest.mark.parametrize(
    ("asked", "accepted", "spoken"),
    [
        ("", "", "en"),
        ("", "da", "da"),
        ("", "fr, de;q=0.9, lv;q=0.5, da;q=0.4", "lv"),
        ("", "nn-NO", "nb"),
        ("", "da;q=0, nb;q=0.1", "nb"),
        ("", ";;;q=9, ***, \x7f", "en"),
        ("?lang=lv", "da", "lv"),
        ("?lang=xx", "da", "da"),
        ("?lang=lv&lang=da", "", "da"),
    ],
)
def test_a_page_is_in_the_language_of_who_asks(
    asked: str, accepted: str, spoken: str, stored: Path
) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get(f"/{asked}", headers={"Accept-Language": accepted})).text)
        assert dict(page.attributes)["lang"] == spoken
        kept = [link for link in page.links if link.startswith("/tonight")]
        assert kept == [f"/tonight?lang={spoken}" if "xx" not in asked and asked else "/tonight"]

    ask(stored, talk)


def test_the_language_of_the_program_is_that_of_who_names_none(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        with speaking("da"):
            page = Elements((await client.get("/")).text)
        assert dict(page.attributes)["lang"] == "da"

    ask(stored, talk)


def test_what_can_not_be_read_is_a_clear_page(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        stored.rename(stored.with_name("away.db"))
        answer = await client.get("/tonight")
        assert answer.status_code == 503
        assert "there is no journal at" in Elements(answer.text).text

    ask(stored, talk)


def test_a_page_that_fails_tells_nothing_of_how(
    stored: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("stbpi.board.pages.boards.tonight", fail)

    async def talk(client: httpx.AsyncClient) -> None:
        answer = await client.get("/tonight")
        assert answer.status_code == 500
        assert answer.text == "This page can't be made; what is wrong stands in the log.\n"

    ask(stored, talk)
    assert "ZeroDivisionError" in caplog.text


def test_who_asks_for_the_head_of_the_events_gets_it(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        answer = await client.head("/events")
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"

    ask(stored, talk)
