"""`/score` over HTTP: sheets, entries, and what strangers send."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from stbpi.board.guard import HEADERS
from stbpi.board.scores import LONGEST_BODY
from stbpi.forgotten.names import Forgotten, write
from stbpi.scorebook import book as books
from stbpi.scorebook import store as stores
from tests.board.asked import Elements
from tests.board.live import asking
from tests.books.journals import Box, left
from tests.history.stores import journal
from tests.scorebook.posts import new, plain, rule, turn, undo

Talk = Callable[[httpx.AsyncClient], Awaitable[None]]

EVIL = "<b>Bo</b>"
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    box = Box()
    box.plays(left(3), names=("Ann",))
    return journal(tmp_path / "bar.db", box.recorded)


def ask(path: Path, *talks: Talk) -> None:
    """Talk to a board; it is started anew for each talk."""

    async def talking(talk: Talk) -> None:
        async with asking(path) as client:
            await talk(client)

    for talk in talks:
        asyncio.run(talking(talk))


async def begun(client: httpx.AsyncClient, *players: str, **rules: object) -> str:
    """Begin a sheet, and return its address."""
    answer = await client.post("/score", json=new(*players, **rules))
    assert answer.status_code == 201
    return f"/score/{answer.json()['sheet']}"


async def sent(client: httpx.AsyncClient, sheet: str, *entries: dict[str, Any]) -> Any:
    """Send entries; return how the sheet stands then."""
    for entry in entries:
        answer = await client.post(sheet, json=entry)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    return answer.json()


def shape(told: Any) -> list[Any]:
    return [[player["total"] for player in told["players"]], told["round"], told["seat"]]


def test_a_sheet_is_kept_while_the_board_starts_anew(stored: Path) -> None:
    kept: dict[str, str] = {}

    async def first(client: httpx.AsyncClient) -> None:
        kept["sheet"] = await begun(client, "Ann", "Bo", rounds="2")
        told = await sent(client, kept["sheet"], turn(1, 1, 2, 5, 7))
        assert shape(told) == [[14, 0], 1, 2]

    async def second(client: httpx.AsyncClient) -> None:
        told = (await client.get(f"{kept['sheet']}.json")).json()
        assert shape(told) == [[14, 0], 1, 2]
        told = await sent(client, kept["sheet"], turn(1, 2, 9), rule("scoring", "digits", "sum"))
        assert shape(told) == [[257, 9], 2, 1]
        assert told["change"]["lines"] == ["Ann: 14 is 257 now."]
        told = await sent(client, kept["sheet"], undo(1, 2, 9))
        assert shape(told) == [[257, 0], 1, 2]
        assert told["last"] == {"round": 1, "seat": 1, "standing": [2, 5, 7]}
        table = await client.get(f"{kept['sheet']}.csv")
        assert table.headers["content-type"].startswith("text/csv")
        assert table.text.splitlines() == [
            "round,player,standing,score,counts,total",
            '1,Ann,"[2, 5, 7]",257,true,257',
        ]

    ask(stored, first, second)


def test_the_pages_hold_no_script_and_say_what_they_need(stored: Path) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")

    async def talk(client: httpx.AsyncClient) -> None:
        for place in ("/score", await begun(client, EVIL)):
            answer = await client.get(place)
            page = Elements(answer.text)
            assert {key: answer.headers[key] for key in HEADERS} == HEADERS
            assert page.tags.count("script") == 1
            assert "style" not in page.tags
            assert not [key for key, _ in page.attributes if key == "style" or key.startswith("on")]
            assert "This page needs JavaScript." in page.text
            assert "<b>" not in answer.text
            assert (await client.head(place)).content == b""
            for link in page.links:
                assert (await client.get(link)).status_code == 200

    ask(stored, talk)


def test_a_form_offers_the_six_rules_first_and_all_the_others(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/score/rules.json?preset=canoga&knock_out=45")).json()
        rules = {rule["field"]: rule for rule in told["rules"]}
        first = [field for field, rule in rules.items() if rule["first"]]
        assert first == ["tiles", "rounds", "scoring", "one_die", "shut", "knock_out"]
        assert (rules["tiles"]["value"], rules["one_die"]["value"]) == ("10", "high_down")
        assert rules["knock_out"]["said"] == "A player whose total reaches 45 is out at once."
        assert [value for value, *_ in rules["knock_out"]["values"]] == [
            str(value) for value in range(0, 201, 5)
        ]
        assert [value for value, *_ in rules["rounds"]["values"]] == [*map(str, range(21))]
        assert len(rules) == 22
        danish = (await client.get("/score/rules.json?lang=da")).json()
        assert danish["about"] != told["about"]
        for wrong in ("preset=nope", "tiles=99", "colour=red", "tiles=", "rounds=0&shut=zero"):
            answer = await client.get(f"/score/rules.json?{wrong}")
            assert (wrong, answer.status_code // 100) == (wrong, 4)
            assert answer.json()["what"]

    ask(stored, talk)


def test_only_what_is_new_is_told_again(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        sheet = await begun(client, "Ann", "Bo")
        answer = await client.get(f"{sheet}.json")
        known = {"If-None-Match": answer.headers["etag"]}
        again = await client.get(f"{sheet}.json", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert (await client.get(f"{sheet}.json?lang=da", headers=known)).status_code == 200
        write(stored.with_name("sheets.db"), Forgotten().with_name("Bo", taken=()))
        answer = await client.get(f"{sheet}.json", headers=known)
        assert answer.json()["players"][1]["name"] == "N.N. 1"
        known = {"If-None-Match": answer.headers["etag"]}
        await sent(client, sheet, turn(1, 1, 9))
        assert (await client.get(f"{sheet}.json", headers=known)).status_code == 200

    ask(stored, talk)


def test_looking_changes_nothing(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        assert (await client.get("/score")).status_code == 200
        assert [file.name for file in stored.parent.glob("sheets*")] == []
        sheet = await begun(client, "Ann")
        before = files_in(stored.parent)
        for place in ("/score", sheet, f"{sheet}.json", f"{sheet}.json?match=1"):
            assert (await client.get(place)).status_code == 200
            assert (await client.head(place)).status_code == 200
        assert files_in(stored.parent) == before

    ask(stored, talk)


def files_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if "-shm" not in file.name}


def test_what_fits_no_more_is_refused_with_how_it_stands(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        sheet = await begun(client, "Ann", "Bo")
        await sent(client, sheet, turn(1, 1, 9))
        answer = await client.post(sheet, json=turn(1, 1, 8))
        assert answer.status_code == 409
        told = answer.json()
        assert told["what"] == "Somebody else was faster."
        assert told["do"] == "The turn of Ann in round 1 has been entered: 9."
        assert shape(told["now"]) == [[9, 0], 1, 2]

    ask(stored, talk)


def test_of_many_who_enter_the_same_turn_one_is_taken(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        sheet = await begun(client, "Ann", "Bo")
        entries = [turn(1, 1, tile) for tile in range(1, 9)]
        answers = await asyncio.gather(*(client.post(sheet, json=entry) for entry in entries))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        taken = next(one for one in answers if one.status_code == 200).json()
        assert (await client.get(f"{sheet}.json")).json() == taken
        same = turn(1, 2, 9)
        answers = await asyncio.gather(*(client.post(sheet, json=same) for _again in range(8)))
        assert [shape(answer.json())[1:] for answer in answers] == [[2, 1]] * 8

    ask(stored, talk)


def test_an_earlier_match_can_still_be_read(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        sheet = await begun(client, "Ann", "Bo", rounds="1")
        await sent(client, sheet, turn(1, 1), plain("again"), plain("end", 2))
        told = (await client.get(f"{sheet}.json?match=1")).json()
        assert (told["match"], told["matches"], told["words"]["next"]) == (1, 2, "Ann wins.")
        page = Elements((await client.get(f"{sheet}?match=1&lang=da")).text)
        assert ("data-match", "1") in page.attributes
        assert f"{sheet}?match=1&lang=lv" in page.links
        for match in ("3", "-1", "x", "1e3", "99999999", "²"):
            answer = await client.get(f"{sheet}.json", params={"match": match})
            assert (match, answer.status_code) == (match, 404)

    ask(stored, talk)


NO_PLACES = (
    *("/score/x", "/score/nope.json", "/score/..%2f..%2fetc%2fpasswd"),
    *("/score/../bar.db", "/score/" + "x" * 22, "/score/" + "%00" * 22, "/score/rules.json/x"),
    *("/score/" + "x" * 22 + ".jsonp", "/score/%F0%9F%8E%B2"),
)


def test_a_secret_that_opens_nothing_is_not_found(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in NO_PLACES:
            url = httpx.URL("http://board/").copy_with(raw_path=place.encode())
            assert (place, (await client.get(url)).status_code) == (place, 404)
            answer = await client.request("POST", url, json=turn(1, 1, 9))
            assert (place, answer.status_code in (404, 405)) == (place, True)
        assert not stored.with_name("sheets.db").exists()

    ask(stored, talk)


NO_ENTRIES = (
    *(
        b"",
        b"{",
        b"null",
        b"[]",
        b'"x"',
        b"\xff\xfe",
        b"[" * 8000,
        b'{"a":' * 2000,
        b"1" * 9000,
    ),
    *(b"{}", b'{"do":"turn"}', b'{"id":"\\ud800","do":"end","match":1}'),
)


def test_what_is_no_entry_is_refused(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in ("/score", await begun(client, "Ann")):
            for body in NO_ENTRIES:
                answer = await client.post(place, content=body, headers=JSON)
                assert (body, answer.status_code) == (body, 400)
                assert answer.json()["what"] == "This is no entry of a score sheet."

    ask(stored, talk)


NO_VALUES: tuple[dict[str, Any], ...] = (
    *({"round": 0}, {"round": 10**30}, {"round": 1.0}, {"round": True}, {"round": "1"}),
    *({"seat": -1}, {"seat": None}, {"match": 10**9}, {"match": []}, {"match": {}}),
    *({"standing": None}, {"standing": "9"}, {"standing": [0]}, {"standing": [13]}),
    *({"standing": [9, 9]}, {"standing": [[]]}, {"standing": [True]}, {"standing": [1] * 5000}),
    *({"id": ""}, {"id": "x" * 15}, {"id": "x" * 65}, {"id": "../../../etc/passwd"}, {"id": 7}),
    *({"do": "drop"}, {"do": None}, {"do": ["turn"]}),
    {"do": "set", "field": "tiles=9 x", "value": "9", "was": "9"},
    {"do": "set", "field": "tiles", "value": "9" * 100, "was": "9"},
    {"do": "set", "field": "tiles", "value": "9\n", "was": "9"},
    {"do": "set", "field": "tiles", "value": 9, "was": "9"},
)


def test_values_that_no_page_sends_are_refused(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        sheet = await begun(client, "Ann")
        for wrong in NO_VALUES:
            answer = await client.post(sheet, json={**turn(1, 1, 9), **wrong})
            assert (wrong, answer.status_code) == (wrong, 400)
            assert answer.json()["what"] == "This is no entry of a score sheet."
        assert shape((await client.get(f"{sheet}.json")).json()) == [[0], 1, 1]

    ask(stored, talk)


NO_SHEETS: tuple[dict[str, Any], ...] = (
    *({"players": []}, {"players": ["Ann", "Ann"]}, {"players": [""]}, {"players": ["A B"]}),
    *({"players": ["x" * 13]}, {"players": ["a\x00"]}, {"players": ["🎲"]}, {"players": [7]}),
    *({"players": [["Ann"]]}, {"players": [f"P{n}" for n in range(13)]}, {"players": "Ann"}),
    *({"players": ["\u202eAnn"]}, {"preset": "nope"}, {"preset": 7}, {"preset": "../x"}),
    *({"rules": []}, {"rules": {"tiles": "99"}}, {"rules": {"tiles": ["9"]}}),
    *({"rules": {"rounds": "0", "shut": "zero"}}, {"rules": {"stakes": "pool"}}),
    {"rules": {f"r{'x' * n}": "1" for n in range(1, 50)}},
)


def test_a_sheet_that_can_not_be_is_refused(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for wrong in NO_SHEETS:
            answer = await client.post("/score", json={**new("Ann"), **wrong})
            assert (wrong, answer.status_code // 100) == (wrong, 4)
            assert answer.json()["what"]
        assert (await client.post("/score", json=new("Ann"))).status_code == 201
        with closing(stores.Store(stored.with_name("sheets.db"))) as store:
            assert store.count() == 1

    ask(stored, talk)


def test_a_name_is_never_markup(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        sheet = await begun(client, EVIL, "'\"&")
        answer = await client.get(f"{sheet}.json")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert [player["name"] for player in answer.json()["players"]] == [EVIL, "'\"&"]

    ask(stored, talk)


SENDERS: tuple[tuple[dict[str, str], int], ...] = (
    ({}, 201),
    ({"Origin": "http://board"}, 201),
    ({"Origin": "http://board", "Sec-Fetch-Site": "same-origin"}, 201),
    ({"Origin": "http://elsewhere.example"}, 403),
    ({"Origin": "http://board.elsewhere.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://[board"}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"Sec-Fetch-Site": "none"}, 403),
    ({"Content-Type": "text/plain"}, 415),
    ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ({"Content-Type": "multipart/form-data; boundary=application/json"}, 415),
    ({"Content-Type": "application/json; charset=utf-8"}, 201),
)


def test_pages_of_other_places_can_send_nothing(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for headers, status in SENDERS:
            body = json.dumps(new("Ann"))
            answer = await client.post("/score", content=body, headers={**JSON, **headers})
            assert (headers, answer.status_code) == (headers, status)
            assert "access-control-allow-origin" not in answer.headers
        with closing(stores.Store(stored.with_name("sheets.db"))) as store:
            assert store.count() == [status for _headers, status in SENDERS].count(201)

    ask(stored, talk)


def test_what_is_too_long_is_not_read(stored: Path) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1000
            yield b" " * 1000

    async def talk(client: httpx.AsyncClient) -> None:
        long = json.dumps(new("Ann")).ljust(LONGEST_BODY + 1).encode()
        said = await client.post("/score", content=long, headers=JSON)
        streamed = await client.post("/score", content=endless(), headers=JSON)
        for answer in (said, streamed):
            assert (answer.status_code, answer.headers["connection"]) == (413, "close")
            assert answer.json()["what"] == "This is too long."
        assert read <= LONGEST_BODY + 1000
        fits = json.dumps(new("Ann")).ljust(LONGEST_BODY).encode()
        assert (await client.post("/score", content=fits, headers=JSON)).status_code == 201

    ask(stored, talk)


def test_there_is_no_other_way_to_change_a_sheet(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        for place in ("/score", "/score/rules.json", await begun(client, "Ann")):
            for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
                assert (await client.request(method, place, json={})).status_code == 405
        assert (await client.post("/score/rules.json", json=turn(1, 1, 9))).status_code == 404
        assert (await client.post("/tonight", json={})).status_code == 405

    ask(stored, talk)


def test_too_many_new_sheets_are_refused(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_AN_HOUR", 1)

    async def talk(client: httpx.AsyncClient) -> None:
        await begun(client, "Ann")
        answer = await client.post("/score", json=new("Ann"))
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "600")
        assert answer.json()["do"] == "Try again later."

    ask(stored, talk)


def test_where_nothing_can_be_written_it_says_so_and_all_else_is_there(stored: Path) -> None:
    (stored.parent / "sheets.db").mkdir()

    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/score")).text)
        assert "No score sheet can be kept here now." in page.text
        assert os.fspath(stored.parent / "sheets.db") in page.text
        assert "--sheets" in page.text
        answer = await client.post("/score", json=new("Ann"))
        assert answer.status_code == 503
        assert "can't be used" in answer.json()["what"]
        assert (await client.get("/tonight")).status_code == 200

    ask(stored, talk)
