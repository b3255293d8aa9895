"""Matches of all games in one journal: lists, sheets, statistics and tables of each of them."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stbpi.cli import main
from stbpi.games.events import (
    CardsPlayed,
    ChipPaid,
    ChipTaken,
    DealCommitted,
    DealRevealed,
    MatchEnded,
    MatchStarted,
    PlayerSeated,
    Rolled,
)
from stbpi.games.record import telling
from stbpi.history.archive import Archive
from stbpi.history.matches import StoredMatch, Trouble, stored
from stbpi.journal.reader import to_row
from tests.history.mixed import Evening, evening
from tests.history.stores import collected, journal_of_rows

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mixed") / "anchor.db"


@pytest.fixture(scope="module")
def played(path: Path) -> Evening:
    return evening(path)


@pytest.fixture(autouse=True)
def _is_played(played: Evening) -> None:
    """Let the journal be there."""


def said(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


def told(capsys: Capture, *arguments: object) -> dict[str, Any]:
    found = json.loads(said(capsys, *arguments))
    assert isinstance(found, dict)
    return found


def wholes(path: Path) -> Iterator[StoredMatch]:
    with closing(Archive(path)) as archive:
        for key in archive.matches():
            yield stored(key.box, key.match, archive.rows_of(key), is_whole=True)


def of_match(played: Evening, number: int) -> list[object]:
    return [one.event for one in played.recorded if one.match == number]


def test_every_match_is_listed_with_who_has_won_and_what_everybody_has(
    path: Path, played: Evening, capsys: Capture
) -> None:
    listed = told(capsys, "games", path, "--json")["matches"]

    assert [match["game"] for match in listed] == [
        one.event.game for one in played.recorded if isinstance(one.event, MatchStarted)
    ]
    for match in listed:
        assert match["troubles"] == []
        events = of_match(played, match["match"])
        ended = [event for event in events if isinstance(event, MatchEnded)]
        seated = [event for event in events if isinstance(event, PlayerSeated)]
        assert [one["player"] for one in match["players"]] == [one.player for one in seated]
        assert [one["bot"] for one in match["players"]] == [bool(one.bot) for one in seated]
        won = tuple(one["seat"] for one in match["players"] if one["won"])
        assert won == (ended[-1].winners if ended else ())
        assert match["stands"] == ("ended" if ended else "set_aside")
        for event in events:
            if isinstance(event, ChipPaid | ChipTaken):
                last = [
                    e
                    for e in events
                    if isinstance(e, ChipPaid | ChipTaken) and e.player == event.player
                ][-1]
                assert match["players"][event.player - 1]["total"] == last.has


def test_people_read_the_end_and_the_bots_in_the_list(path: Path, capsys: Capture) -> None:
    text = said(capsys, "games", path).splitlines()

    assert "Cid (bot)" in text[2] and ("one left" in text[2])
    assert "Bot1 (bot)" in text[3] and ("claimed" in text[3] or "played out" in text[3])
    assert "set aside" in text[5]
    assert "two kings" in text[9] or "one left" in text[9]


@pytest.mark.parametrize("number", range(1, 10))
def test_every_match_can_be_shown(number: int, path: Path, capsys: Capture) -> None:
    sheet = said(capsys, "games", path, "--show", number)
    match = told(capsys, "games", path, "--show", number, "--json")["matches"][0]

    for player in match["players"]:
        assert player["player"] in sheet
    own = telling(match["game"])
    if own is not None:
        names = {column.name for column in own.TURNS}
        assert match["turns"]
        assert all(set(turn) == names for turn in match["turns"])


def test_statistics_have_a_table_for_each_game(path: Path, capsys: Capture) -> None:
    text = said(capsys, "stats", path)
    assert [
        line for line in text.splitlines() if line in ("Shut the Box:", "Glückshaus:", "Luk Fu:")
    ] == ["Shut the Box:", "Glückshaus:", "Luk Fu:"]
    alone = said(capsys, "stats", path, "--game", "shut_the_box")
    assert alone.startswith("player  matches  won  turns  left: mean")
    assert alone in text
    for game, column in (("glueckshaus", "weddings"), ("luk_fu", "mean fu")):
        one = said(capsys, "stats", path, "--game", game)
        assert one.startswith("player ") and column in one.splitlines()[0]
        assert one in text


def test_statistics_count_what_was_played(path: Path, played: Evening, capsys: Capture) -> None:
    by_game = {one["game"]: one for one in told(capsys, "stats", path, "--json")["games"]}
    house, cards = by_game["glueckshaus"], by_game["luk_fu"]
    rolled = [one.event for one in played.recorded if isinstance(one.event, Rolled)]

    assert [one["unread"] for one in by_game.values()] == [0, 0]
    assert house["all"]["matches"] == 4
    assert house["all"]["throws"] == sum(len(event.dice or ()) == 2 for event in rolled)
    assert sum(row["throws"] for row in house["rows"]) == house["all"]["throws"]
    assert house["all"]["best"] == max(row["best"] for row in house["rows"])
    assert house["all"]["luck"] == pytest.approx(sum(r["luck"] for r in house["rows"]), abs=0.01)
    assert (cards["all"]["matches"], cards["all"]["ended"]) == (3, 2)
    assert cards["all"]["points"] == 0
    assert sum(row["against_strong"] for row in cards["rows"]) == 1
    assert {row["player"] for row in cards["rows"]} == {"Ann", "Bo", "Bot1", "Bot2"}


def test_statistics_are_of_the_matches_that_are_asked_for(path: Path, capsys: Capture) -> None:
    def rows(*options: str) -> list[tuple[str, list[dict[str, Any]]]]:
        games = told(capsys, "stats", path, "--json", *options)["games"]
        return [(one["game"], [*one["rows"]]) for one in games]

    [(house, of_ann), (cards, _)] = rows("--player", "Ann")
    assert (house, cards) == ("glueckshaus", "luk_fu")
    assert [row["player"] for row in of_ann] == ["Ann"]
    assert rows("--since", "2026-01-06") == []
    [(_, of_kings)] = rows("--preset", "two_kings")
    assert {row["player"] for row in of_kings} == {"Dee", "Ann"}
    [(_, by_rules)] = rows("--game", "luk_fu", "--by", "ruleset")
    assert [row["rules"] for row in by_rules if row["matches"]]
    [(_, nights)] = rows("--game", "glueckshaus", "--by", "evening")
    assert [row["evening"] for row in nights] == ["2026-01-04"]


def test_options_that_another_game_has_not_are_refused(path: Path, capsys: Capture) -> None:
    for options in (["--win"], ["--png", "x.png"]):
        assert main(["stats", str(path), "--game", "luk_fu", *options]) == 2
        assert "luk_fu has no such statistics" in capsys.readouterr().err
    assert main(["export", str(path), "--format", "csv", "--game", "luk_fu"]) == 2
    assert "only the turns" in capsys.readouterr().err
    assert main(["games", str(path), "--preset", "full_room"]) == 2
    assert "full_rooms" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["glueckshaus", "luk_fu"])
@pytest.mark.parametrize("form", ["csv", "json", "ndjson"])
def test_turns_of_a_game_are_a_table_of_its_own(
    game: str, form: str, path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    arguments = ["export", str(path), "--what", "turns", "--game", game, "--format", form]
    assert main(arguments) == 0
    text = capfdbinary.readouterr().out.decode()
    rows: list[dict[str, object]]
    match form:
        case "csv":
            rows = [dict(row) for row in csv.DictReader(io.StringIO(text))]
        case "json":
            rows = json.loads(text)
        case _:
            rows = [json.loads(line) for line in text.splitlines()]
    of_game = [match for match in wholes(path) if match.played.game == game]
    own = telling(game)
    assert own is not None

    assert {str(row["match"]) for row in rows} == {str(match.number) for match in of_game}
    assert len(rows) == sum(len([*m.record.turns()]) for m in of_game if m.record is not None)
    assert [*rows[0]] == [
        *("box", "match", "preset", "rules", "evening", "time"),
        *(column.name for column in own.TURNS),
    ]


def test_turns_of_a_game_can_be_written_as_parquet(path: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for game in ("glueckshaus", "luk_fu"):
        out = tmp_path / f"{game}.parquet"
        arguments = ["export", str(path), "--what", "turns", "--game", game]
        assert main([*arguments, "--format", "parquet", "-o", str(out)]) == 0
        assert parquet.read_table(out).num_rows > 10


def test_all_new_events_can_be_exported_and_read_again(
    path: Path, played: Evening, tmp_path: Path
) -> None:
    out = tmp_path / "all.db"
    assert main(["export", str(path), "--format", "sqlite", "-o", str(out)]) == 0
    with closing(sqlite3.connect(out)) as connection:
        rows = connection.execute("SELECT n, e, body FROM events ORDER BY n").fetchall()

    assert rows == [(row[0], row[5], row[6]) for row in map(to_row, played.recorded)]
    assert [m.record is not None for m in wholes(out)] == [
        m.record is not None for m in wholes(path)
    ]


def test_a_running_deal_gives_nothing_away(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "running.db"
    box = Evening(path, seed=5)
    box.luk_fu("Ann", until=30)
    box.close()
    revealed = max(i for i, one in enumerate(box.recorded) if isinstance(one.event, DealRevealed))
    secret = box.recorded[revealed].event
    assert isinstance(secret, DealRevealed)
    cut = journal_of_rows(tmp_path / "cut.db", map(to_row, box.recorded[:revealed]))
    last_deal = max(i for i, one in enumerate(box.recorded) if isinstance(one.event, DealCommitted))
    open_cards = {
        card
        for one in box.recorded[last_deal:revealed]
        if isinstance(one.event, CardsPlayed)
        for card in one.event.cards.split(",")
    }

    for what in (["events"], ["turns", "--game", "luk_fu"], ["matches"]):
        assert main(["export", str(cut), "--format", "json", "--what", *what]) == 0
        text = capfdbinary.readouterr().out.decode()
        assert secret.bytes not in text
    [match] = wholes(cut)
    assert match.record is not None and match.troubles == ()
    shown = [str(row["cards"]) for row in match.record.turns() if row["cards"]]
    assert {card for text in shown for card in text.split(",")} <= open_cards | {""}


def test_a_collection_tells_the_same_as_the_journals(
    path: Path, played: Evening, tmp_path: Path, capsys: Capture
) -> None:
    both = collected(tmp_path / "c.db", {"anchor": played.recorded})

    for arguments in (["games"], ["stats"], ["games", "--show", "2"], ["games", "--show", "6"]):
        name, *options = arguments
        assert said(capsys, name, path, *options) == said(capsys, name, both, *options)


def test_chips_that_do_not_add_up_are_damage_and_no_error(
    played: Evening, tmp_path: Path, capsys: Capture
) -> None:
    rows = [[*to_row(one)] for one in played.recorded if one.match in (2, 3)]
    next(row for row in rows if row[5] == "chip_paid")[6] = (
        '{"player":1,"room":9,"chips":1,"has":77}'
    )
    next(row for row in rows if row[5] == "played")[6] = '{"player":9,"cards":"c1","face_up":true}'
    path = journal_of_rows(tmp_path / "d.db", map(tuple, rows))

    found = [*wholes(path)]
    assert [(match.record, match.troubles) for match in found] == 2 * [(None, (Trouble.DAMAGED,))]
    games = told(capsys, "stats", path, "--json")["games"]
    assert [(one["game"], one["unread"], one["rows"]) for one in games] == [
        ("glueckshaus", 1, []),
        ("luk_fu", 1, []),
    ]
    assert "1 match can't be read and is not counted." in said(capsys, "stats", path)
    assert "can't be read, or makes no sense" in said(capsys, "games", path, "--show", "2")
