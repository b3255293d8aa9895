"""The boards of tonight, of a season and of all time, against a count of the events by hand."""

from __future__ import annotations

import asyncio
import csv
import io
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest

from stbpi.board import almanac
from stbpi.board.almanac import Almanac, Chronicle
from stbpi.games.events import MatchEnded, MatchStarted, PlayerSeated, TurnEnded, Undone
from stbpi.games.game import Undo
from stbpi.journal.recorded import Recorded
from stbpi.language import LANGUAGES
from tests.board.asked import Elements, ask
from tests.board.live import EVENING, WrittenBox, asking
from tests.books.journals import STOPPED, Box, left
from tests.history.mixed import evening
from tests.history.stores import collected, journal

DAY = 24 * 3600
HOUSE = [("rounds", 2)]


def bar() -> tuple[Box, Box]:
    """Two boxes: one has been there for a year, with matches undone, stopped and going on."""
    old, new = Box(EVENING - 400 * DAY), Box(EVENING)
    old.plays(left(5), left(), names=("Ann", "Bo"), preset="luk_kassen", rules=[("rounds", 1)])
    old.after(400 * DAY)
    old.plays(
        *(left(3, 9), left(2, 8), left(1), Undo(), left(4), left(5)),
        names=("Ann", "Bo"),
        preset="luk_kassen",
        rules=HOUSE,
    )
    old.plays(left(9), left(8), STOPPED, names=("Bo", "Cid"), preset="luk_kassen", rules=HOUSE)
    new.plays(
        *(left(2), left(9), left(3), left(8)),
        names=("Cid", "Ann"),
        preset="luk_kassen",
        rules=HOUSE,
    )
    new.plays(left(1), names=("P1", "Cid"), preset="luk_kassen", rules=HOUSE)
    return old, new


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    old, new = bar()
    return collected(tmp_path / "c.db", {"old": old.recorded, "new": new.recorded})


def by_hand(recorded: Iterable[Recorded]) -> dict[str, Counter[str]]:
    """Count matches and turns of each player from nothing but the events."""
    matches: dict[int, list[Recorded]] = {}
    for one in recorded:
        matches.setdefault(one.match, []).append(one)
    found: dict[str, Counter[str]] = {}
    for events in matches.values():
        names = [e.event.player for e in events if isinstance(e.event, PlayerSeated)]
        turns: list[TurnEnded] = []
        winners: tuple[int, ...] | None = None
        for one in events:
            match one.event:
                case TurnEnded():
                    turns.append(one.event)
                case Undone():
                    turns.pop()
                case MatchEnded(winners=those, why=why) if why != "stopped":
                    winners = those
                case _:
                    pass
        for seat, name in enumerate(names, start=1):
            counts = found.setdefault(name, Counter())
            counts["turns"] += sum(turn.player == seat for turn in turns)
            counts["shut"] += sum(turn.player == seat and not turn.standing for turn in turns)
            counts["matches"] += winners is not None
            counts["won"] += winners is not None and seat in winners
    return found


def lines(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the lines of the only board."""
    [board] = told["boards"] if "season" not in told else told["rows"]
    return {line["player"]: line for line in board["lines"]}


def assert_same(told: dict[str, Any], recorded: Iterable[Recorded]) -> None:
    expected = by_hand(recorded)
    expected.pop("P1", None)
    found = lines(told)
    assert found.keys() == expected.keys()
    for name, counts in expected.items():
        assert {key: found[name][key] for key in counts} == counts, name


def test_all_time_is_what_a_count_by_hand_says(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/ever.json")).json()
        old, new = bar()
        moved = [(one.match + 100, one) for one in new.recorded]  # numbers of their own
        both = [*old.recorded, *(_numbered(one, match) for match, one in moved)]
        assert_same(told, both)
        [board] = told["rows"]
        assert (board["preset"], board["tiles"], board["matches"]) == ("luk_kassen", 9, 5)
        assert board["rules"] == {"rounds": 2}
        assert [(b["player"], b["value"], b["match"]) for b in board["totals"]] == [
            ("Cid", 5, 1),
            ("Bo", 15, 2),
            ("Ann", 16, 2),
            ("Ann", 17, 1),
        ]
        assert (board["turn"]["player"], board["turn"]["value"]) == ("P1", 1)

    ask(stored, talk)


def _numbered(one: Recorded, match: int) -> Recorded:
    return Recorded(n=one.n, boot=one.boot, match=match, t=one.t, wall=one.wall, event=one.event)


def test_streaks_are_of_matches_one_after_the_other(tmp_path: Path) -> None:
    box = Box(EVENING)
    for winner in "AABAAAB":
        scores = (left(1), left(9)) if winner == "A" else (left(9), left(1))
        box.plays(*scores, names=("A", "B"), rules=[("rounds", 1)])

    async def talk(client: httpx.AsyncClient) -> None:
        found = lines((await client.get("/ever.json")).json())
        assert (found["A"]["streak"], found["B"]["streak"]) == (3, 1)

    ask(journal(tmp_path / "bar.db", box.recorded), talk)


def test_a_season_can_be_chosen(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        now = (await client.get("/season.json")).json()
        assert (now["season"], now["since"], now["until"]) == ("2026", "2026-01-01", "2026-12-31")
        assert now["rows"][0]["matches"] == 4
        page = Elements((await client.get("/season")).text)
        older = next(link for link in page.links if "season=2024-12" in link)
        assert "Season 2024-12" in Elements((await client.get(older)).text).heads
        then = (await client.get("/season.json?season=2024-Q4")).json()
        assert lines(then)["Bo"]["won"] == 1
        assert (await client.get("/season.json?season=1999")).json()["rows"] == []
        for wrong in ("x", "2026-13", "2026-Q5", "0000", "<b>", "2026\n"):
            answer = await client.get("/season", params={"season": wrong})
            assert (wrong, answer.status_code) == (wrong, 404)
            assert "is no season" in Elements(answer.text).text

    ask(stored, talk)


def test_tonight_is_what_was_begun_tonight(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/tonight.json")).json()
        assert len(told["matches"]) == 4
        assert lines(told)["Ann"]["won"] == 0
        rows = [*csv.DictReader(io.StringIO((await client.get("/tonight/boards.csv")).text))]
        assert {row["player"]: row["won"] for row in rows} == {"Cid": "1", "Bo": "1", "Ann": "0"}

    ask(stored, talk)


def test_what_is_undone_later_is_counted_anew_and_nothing_else_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[list[int]] = []
    whole = almanac._read

    def noted(archive: Any, keys: list[Any]) -> Any:
        read.append([key.match for key in keys])
        return whole(archive, keys)

    monkeypatch.setattr(almanac, "_read", noted)
    box = WrittenBox(tmp_path / "bar.db")
    box.plays(left(3), left(9), names=("Ann", "Bo"), rules=HOUSE)
    box.plays(left(3), left(9), names=("Ann", "Bo"), rules=HOUSE)

    async def talk(client: httpx.AsyncClient) -> None:
        assert lines((await client.get("/ever.json")).json())["Bo"]["turns"] == 2
        await client.get("/players/Bo")
        assert read == [[1, 2]]
        box.tell(Undone(what="turn", player=2, round=1))
        assert lines((await client.get("/ever.json")).json())["Bo"]["turns"] == 1
        assert read == [[1, 2], [2]]
        box.tell(MatchStarted(game="shut_the_box", preset="classic", seats=1))
        await client.get("/ever.json")
        assert read[2:] == [[3]]

    ask(box.path, talk)
    box.close()


def test_a_match_that_goes_on_is_read_anew_whatever_its_game(tmp_path: Path) -> None:
    played = evening(tmp_path / "all.db").recorded
    throws = [one for one in played if one.match == 2]
    path = collected(tmp_path / "c.db", {"bar": throws[: len(throws) // 2]})

    def own(told: dict[str, Any]) -> float:
        return float(lines(told)["Ann"]["values"]["throws"])

    async def talk(client: httpx.AsyncClient) -> None:
        before = own((await client.get("/ever.json")).json())
        rest = collected(tmp_path / "rest.db", {"bar": throws})
        rest.replace(path)
        after = own((await client.get("/ever.json")).json())
        assert 0 < before < after

    ask(path, talk)


def test_a_page_that_takes_long_holds_up_no_other(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")
    go_on = threading.Event()
    read = Almanac.read

    def slow(self: Almanac) -> Chronicle:
        assert go_on.wait(20)
        return read(self)

    monkeypatch.setattr(Almanac, "read", slow)

    async def talking() -> None:
        async with asking(stored) as client:
            pages = ("/ever", "/players", "/ratings", "/season")
            waiting = [asyncio.create_task(client.get(page)) for page in pages]
            for page in ("/tonight", "/match/old:1", "/audits", "/"):
                assert (await client.get(page)).status_code == 200
            assert not any(task.done() for task in waiting)
            go_on.set()
            assert [(await task).status_code for task in waiting] == [200] * 4

    asyncio.run(talking())


def test_every_page_is_in_every_language_and_has_no_style(tmp_path: Path) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")
    evening(tmp_path / "bar.db")
    pages = ("/tonight", "/season", "/ever", "/players", "/players/Ann", "/ratings", "/audits")

    async def talk(client: httpx.AsyncClient) -> None:
        for page in pages:
            for lang in LANGUAGES:
                answer = await client.get(page, params={"lang": lang})
                found = Elements(answer.text)
                assert (page, lang, answer.status_code) == (page, lang, 200)
                assert dict(found.attributes)["lang"] == lang
                assert "style" not in [key for key, _ in found.attributes] + found.tags
            for form in ("csv", "json"):
                assert (await client.get(f"{page}.{form}")).status_code == 200

    ask(tmp_path / "bar.db", talk)
