"""The list of players, and the page of one: whatever he is called."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from stbpi.forgotten.names import forgotten, write
from stbpi.games.game import Undo
from tests.board.asked import Elements, ask
from tests.board.live import EVENING
from tests.books.journals import Box, left
from tests.history.hand import WORKED, Hand
from tests.history.mixed import evening
from tests.history.stores import collected, journal

NAMES = (
    *("Ann", "Bo Æblegård", "Žanete", "李", "🎲🎲"),
    *("a/b", "/", "//x", "..", ".", "../../etc", "a\\b", "C:", "%2F", "%", "100%25"),
    *("x.csv", "x.json", ".csv", "x?y=1", "#top", "a&b=c", "a+b", "a;b", "'\"><b>", "<script>"),
    *("=1+1", "@SUM(A1)", "-1", "{player}", "%s", "&amp;", "\u202egnp", "javascript:1", "P1x"),
)
"""What somebody may be called; a name has at most 12 characters."""

STRANGERS = ("P1", "P12")


def named(path: Path, names: Sequence[str]) -> Path:
    """A journal with a match of two players for every two names."""
    box = Box(EVENING)
    for at in range(0, len(names) - 1, 2):
        box.plays(left(3), left(9), names=names[at : at + 2], rules=[("rounds", 1)])
    return journal(path, box.recorded)


def test_whatever_somebody_is_called_his_page_is_found(tmp_path: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        listed = Elements((await client.get("/players?lang=en")).text)
        links = [link for link in listed.links if link.startswith("/players/")]
        seen = set()
        for link in links:
            answer = await client.get(link)
            page = Elements(answer.text)
            assert (link, answer.status_code) == (link, 200)
            assert "<script" not in answer.text and "<b>" not in answer.text
            name = "".join(page.heads)
            seen.add(name)
            tongue = [link for link in page.links if "lang=da" in link]
            assert "".join(Elements((await client.get(tongue[0])).text).heads) == name
            files = [link for link in page.links if ".csv" in link or ".json" in link][-2:]
            table, told = [await client.get(urljoin(link, file)) for file in files]
            assert told.json()["name"] == name
            assert table.headers["content-type"].startswith("text/csv")
        assert seen == {*NAMES}

    assert all(len(name) <= 12 for name in NAMES)
    ask(named(tmp_path / "bar.db", [*NAMES, "Ann"]), talk)


def test_who_has_never_played_has_no_page(tmp_path: Path) -> None:
    path = named(tmp_path / "bar.db", ["Ann", "P1"])

    async def talk(client: httpx.AsyncClient) -> None:
        for place in ("Nobody", "ann", "Ann%20", "P1", "", "Ann/", "%00", "x" * 500, "%ff"):
            for form in ("", ".json", ".csv"):
                answer = await client.get(f"/players/{place}{form}")
                assert (place, answer.status_code) == (place, 404)
                assert "Nobody is called so who has played here." in Elements(answer.text).text

    ask(path, talk)


def test_a_name_is_no_formula_of_a_spreadsheet(tmp_path: Path) -> None:
    path = named(tmp_path / "bar.db", ["=1+1", "@SUM(A1)"])

    async def talk(client: httpx.AsyncClient) -> None:
        for page in ("/players.csv", "/ever.csv", "/season.csv", "/tonight/boards.csv"):
            rows = [*csv.DictReader(io.StringIO((await client.get(page)).text))]
            assert {row["player"] for row in rows} == {"'=1+1", "'@SUM(A1)"}

    ask(path, talk)


def test_a_player_is_told_as_his_turns_stand_in_the_end(tmp_path: Path) -> None:
    box = Box(EVENING)
    box.plays(
        *(left(3, 9), left(2), left(), left(1), Undo(), left(7)),
        names=("Ann", "Bo"),
        preset="luk_kassen",
        rules=[("rounds", 2), ("shut", "zero")],
    )
    box.plays(left(1, 2), left(9), names=("Ann", "Cid"), preset="luk_kassen", rules=[("rounds", 1)])
    box.plays(left(9, 8), left(1), names=("Bo", "Cid"), preset="luk_kassen", rules=[("rounds", 1)])

    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/players/Ann.json")).json()
        [part] = told["parts"]
        assert (told["matches"], told["evenings"]) == (2, ["2026-01-05"])
        assert (part["won"], part["matches"], part["turns"], part["shut"]) == (1, 2, 3, 1)
        assert part["lefts"] == {"0": 1, "3": 1, "12": 1}
        assert part["spread"] | {"0": 1, "1": 1, "10": 1} == part["spread"]
        assert [(m["match"], m["won"], m["place"], m["total"]) for m in told["form"]] == [
            (2, True, 1, 3),
            (1, False, 2, 12),
        ]
        page = Elements((await client.get("/players/Ann")).text)
        labels = [value or "" for key, value in page.attributes if key == "aria-label"]
        about = "Turns by the points that they left standing"
        assert [label for label in labels if label.startswith(f"{about}: 0: 1, 1–4: 1, 5–9: 0")]
        known = (await client.get("/players.json")).json()["rows"]
        assert [(one["player"], one["matches"], one["won"]) for one in known] == [
            ("Ann", 2, 1),
            ("Bo", 2, 1),
            ("Cid", 2, 1),
        ]

    ask(journal(tmp_path / "bar.db", box.recorded), talk)


def test_luck_is_told_beside_what_was_won(tmp_path: Path) -> None:
    box = Box(EVENING)
    hand = Hand(box, ("Ann", "Bo"), rules=[("rounds", 1)])
    hand.throws(*WORKED)
    hand.goes_on()
    hand.throws(*WORKED)

    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/players/Ann.json")).json()
        [judged] = told["parts"][0]["skill"]
        assert (judged["turns"], judged["luck"]) == (1, pytest.approx(10.47, abs=0.01))
        page = Elements((await client.get("/players/Ann")).text)
        assert "+10.5" in page.texts and "+10.47" in page.texts
        assert "Luck and skill, in points a turn" in page.text

    ask(collected(tmp_path / "c.db", {"bar": box.recorded}), talk)


def test_a_name_that_is_forgotten_is_nowhere(tmp_path: Path) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")
    path = named(tmp_path / "bar.db", ["Ann", "Secret"])
    plan = tmp_path / "rr.toml"
    plan.write_text('kind = "round_robin"\nplayers = ["Ann", "Secret"]\n')
    pages = ("/tonight", "/ever", "/players", "/ratings", "/audits", "/league")

    async def talk(client: httpx.AsyncClient) -> None:
        assert (await client.get("/players/Secret")).status_code == 200
        write(path, forgotten(path).with_name("Secret", taken=()))
        for page in pages:
            for form in ("", ".csv", ".json") if page != "/league" else ("", "/1.csv", "/1.json"):
                answer = await client.get(page + form)
                assert (page, answer.status_code) == (page, 200)
                assert "Secret" not in answer.text, page + form
        assert (await client.get("/players/Secret")).status_code == 404
        assert (await client.get("/players/N.N.%201")).status_code == 200

    ask(path, talk, leagues=[plan])


def test_bots_are_marked_and_hold_no_record(tmp_path: Path) -> None:
    box = Box(EVENING)
    box.plays(
        *(left(1), left(9)),
        names=("Robot", "Ann"),
        bots=("random", ""),
        preset="luk_kassen",
        rules=[("rounds", 1)],
    )

    async def talk(client: httpx.AsyncClient) -> None:
        [board] = (await client.get("/ever.json")).json()["rows"]
        assert [(line["player"], line["bot"], line["total"]) for line in board["lines"]] == [
            ("Robot", True, None),
            ("Ann", False, 9),
        ]
        assert [best["player"] for best in board["totals"]] == ["Ann"]
        assert "Robot (bot)" in Elements((await client.get("/ever")).text).text
        assert Elements((await client.get("/players/Robot")).text).heads == ["Robot (bot)"]

    ask(journal(tmp_path / "bar.db", box.recorded), talk)


def test_what_only_one_game_counts_is_told_of_its_players(tmp_path: Path) -> None:
    evening(tmp_path / "bar.db")

    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/players/Ann.json")).json()
        games = {(part["game"], part["preset"]): part for part in told["parts"]}
        house = games["glueckshaus", "glueckshaus"]
        assert house["values"]["throws"] > 0 and house["turns"] is None
        page = Elements((await client.get("/players/Ann")).text)
        assert "Luk Fu · Miss Tsoi's rules" in page.texts

    ask(tmp_path / "bar.db", talk)
