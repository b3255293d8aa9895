"""What a landlord looks over: audits, ratings and leagues."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from stbpi.board import audit
from stbpi.cli import main
from stbpi.games.events import (
    Bounced,
    Cleared,
    Event,
    Fault,
    FaultCleared,
    OperatorEntered,
    OperatorRefused,
    Refused,
    Resumed,
    Rolled,
    RulesChanged,
    SettingChanged,
)
from stbpi.games.game import Undo
from tests.board.asked import Elements, ask
from tests.board.live import EVENING
from tests.books.journals import STOPPED, Box, left
from tests.dice.logs import Bench
from tests.history.hand import Hand
from tests.history.stores import collected, journal

DAY = 24 * 3600

BESIDES: tuple[tuple[Event, str], ...] = (
    (Fault(part="tile_4", what="stuck"), "Tile 4 bad (stuck)"),
    (FaultCleared(part="tile_4", what="stuck"), "In order again: tile 4"),
    (OperatorEntered(), "The landlord's drawers were opened"),
    (OperatorRefused(), "The landlord's key was tried in vain"),
    (SettingChanged(key="sound.volume", value=3), "A setting was changed: sound.volume = 3"),
    (SettingChanged(key="box.key", value="1234567"), "A setting was changed: box.key = hidden"),
    (
        RulesChanged(field="one_die", value="total_6"),
        "A rule was changed in the match: one_die = total_6",
    ),
    (Cleared(what="records"), "The records were cleared"),
    (Bounced(part="tile_7", ms=31), "The contact has bounced for 31 ms: tile 7"),
    (Resumed(gap_ms=3_725_000), "The box was switched on; it was off for 1:02:05"),
)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    box = Box(EVENING - DAY)
    box.plays(left(1), names=("Yesterday",), rules=[("rounds", 1)])
    box.after(DAY)
    hand = Hand(box, ("Ann", "Bo"))
    hand.throws(((4, 5), (9,)))
    box.tell(Refused(code="raise", tiles=(3, 4)), Refused(code="raise", tiles=(3, 4)))
    box.tell(*(event for event, _said in BESIDES))
    box.plays(left(3), Undo(), left(2), STOPPED, names=("Cid", "Dee"), preset="luk_kassen")
    return journal(tmp_path / "bar.db", box.recorded)


def test_what_has_happened_besides_the_play_is_told(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/audits")).text)
        for said in (
            *(said for _event, said in BESIDES),
            "Ann has closed wrong tiles: 3, 4",
            "The turn of Cid in round 1 was taken back",
            "The match was stopped",
        ):
            assert page.texts.count(said) == 1, said
        assert "1234567" not in page.text
        told = (await client.get("/audits.json")).json()
        [box] = told["boxes"]
        assert (told["evening"], box["starts"], box["counts"]["matches_started"]) == (
            "2026-01-05",
            1,
            2,
        )
        assert box["counts"]["wrong_covers"] == 1
        assert box["counts"]["tile_complaints"]["3"] == 1
        rows = [*csv.DictReader(io.StringIO((await client.get("/audits.csv")).text))]
        assert [row["e"] for row in rows] == [one["e"] for one in box["happened"]]
        assert "1234567" not in str(told) + str(rows)

    ask(stored, talk)


def test_older_evenings_can_be_chosen(stored: Path) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/audits")).text)
        before = next(link for link in page.links if "day=2026-01-04" in link)
        then = Elements((await client.get(before)).text)
        assert "Audits of 4 Jan 2026" in then.heads
        assert "Nothing has to be looked at." in then.text
        empty = Elements((await client.get("/audits?day=1999-12-31")).text)
        assert "Nothing has happened on this evening." in empty.text
        for wrong in ("x", "2026-02-30", "99999-01-01", "<b>"):
            answer = await client.get("/audits", params={"day": wrong})
            assert (wrong, answer.status_code) == (wrong, 404)

    ask(stored, talk)


@pytest.mark.parametrize("is_honest", [True, False])
def test_dice_are_checked(is_honest: bool, tmp_path: Path) -> None:
    bench = Bench()
    bench.play(20)
    box = Box(EVENING)
    has_changed = is_honest
    for event in bench.events:
        if isinstance(event, Rolled) and event.dice and not has_changed:
            dice = (event.dice[0] % 6 + 1, *event.dice[1:])
            event, has_changed = replace(event, dice=dice), True
        box.tell(event)

    async def talk(client: httpx.AsyncClient) -> None:
        [told] = (await client.get("/audits.json")).json()["boxes"]
        assert told["dice"]["fits"] is is_honest
        page = Elements((await client.get("/audits")).text)
        fits = "no die was changed after the first throw of the match" in page.text
        assert fits is is_honest

    ask(journal(tmp_path / "bar.db", box.recorded), talk)


def test_an_endless_evening_is_cut_and_that_is_told(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MOST_EVENTS", 10)

    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/audits")).text)
        assert "There were more events than are counted here" in page.text

    ask(stored, talk)


@pytest.fixture
def league(tmp_path: Path) -> tuple[Path, list[Path]]:
    anchor, lion = Box(EVENING - 300 * DAY), Box(EVENING)
    anchor.plays(left(1), left(8), names=("Cid", "Ann"), rules=[("rounds", 1)])
    anchor.after(300 * DAY)
    anchor.plays(left(3), left(9), names=("Ann", "Bo"), rules=[("rounds", 1)])
    lion.plays(left(9), left(8), names=("Cid", "Ann"), rules=[("rounds", 1)])
    path = collected(tmp_path / "c.db", {"anchor": anchor.recorded, "lion": lion.recorded})
    table = tmp_path / "rr.toml"
    table.write_text(
        'kind = "round_robin"\nname = "<Winter>"\nplayers = ["Ann", "Bo", "Cid", "<b>"]\n'
        "since = 2026-01-01\n"
    )
    bracket = tmp_path / "ko.toml"
    bracket.write_text('kind = "knock_out"\nplayers = ["Ann", "Bo", "Cid"]\n')
    return path, [table, bracket]


def test_a_round_robin_is_a_table_with_what_is_to_be_played(
    league: tuple[Path, list[Path]],
) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        told = (await client.get("/league/1.json")).json()
        assert (told["table"][0]["player"], told["table"][0]["points"]) == ("Ann", 4)
        page = Elements((await client.get("/league/1")).text)
        assert page.heads == ["<Winter>"]
        assert "Ann by 6 points" in page.texts
        assert page.texts.count("Nobody called <b> has played yet.") == 1
        assert "/players/Ann" in page.links and "/match/anchor:2" in page.links
        assert not any("%3Cb%3E" in link for link in page.links)
        rows = [*csv.DictReader(io.StringIO((await client.get("/league/1.csv")).text))]
        assert [row["player"] for row in rows] == [row["player"] for row in told["table"]]

    ask(league[0], talk, leagues=league[1])


def test_a_knock_out_is_a_bracket(league: tuple[Path, list[Path]]) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/league/2")).text)
        assert "semi-final" in page.texts and "final" in page.texts
        assert page.texts.count("goes on without a match") == 1
        told = (await client.get("/league/2.json")).json()
        assert told["kind"] == "knock_out" and len(told["fixtures"]) == 3

    ask(league[0], talk, leagues=league[1])


def test_all_leagues_are_listed_and_no_other_is_there(league: tuple[Path, list[Path]]) -> None:
    path, files = league

    async def talk(client: httpx.AsyncClient) -> None:
        page = Elements((await client.get("/league")).text)
        assert {"/league/1", "/league/2"} <= {*page.links}
        assert "/league" in Elements((await client.get("/tonight")).text).links
        for place in ("0", "3", "x", "1.xml", "01", "1/2", "9" * 30, "-1"):
            answer = await client.get(f"/league/{place}")
            assert (place, answer.status_code) == (place, 404)
        files[1].write_text("kind = 7")
        answer = await client.get("/league/2")
        assert answer.status_code == 503
        assert "kind" in Elements(answer.text).text

    ask(path, talk, leagues=files)

    async def talk_of_none(client: httpx.AsyncClient) -> None:
        assert "/league" not in Elements((await client.get("/")).text).links
        assert "There is no league" in Elements((await client.get("/league")).text).text

    ask(path, talk_of_none)


def test_ratings_are_those_of_the_command(
    league: tuple[Path, list[Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")

    def said(*more: str) -> Any:
        assert main(["ratings", str(league[0]), "--json", *more]) == 0
        return json.loads(capsys.readouterr().out)

    ever, season = said(), said("--season", "2026-Q1")

    async def talk(client: httpx.AsyncClient) -> None:
        assert (await client.get("/ratings.json")).json() == ever
        assert (await client.get("/ratings.json?season=2026-Q1")).json() == season
        page = Elements((await client.get("/ratings?season=2026-Q1")).text)
        assert "Shut the Box, Classic" in page.texts
        assert "/ratings.csv?season=2026-Q1" in page.links

    ask(league[0], talk)
