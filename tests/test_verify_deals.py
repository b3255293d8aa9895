"""`stbpi verify` of cards: what it says, for people and for programs, of logs and of databases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.games.events import DealCommitted, Dealt
from stbpi.serial_log.lines import encode
from tests.dice.logs import recorded
from tests.games.luk_fu.logs import half, played, stopped
from tests.test_verify import (
    CAPTURED,
    as_json,
    captured,
    evening,
    exported,
    hello,
    journal,
    told,
)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_deals_that_fit_are_said_in_the_words_of_their_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = told(capsys, captured(tmp_path, [*played(1, passes=2), *stopped(2)]))

    assert status == 0
    assert said == "2 matches (4 deals) fit: no card was changed after it was dealt.\n"


def test_dice_and_cards_of_one_box_are_told_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [*evening(20), *played(1), *half(2).events]
    status, said = told(capsys, captured(tmp_path, events))

    assert status == 0
    assert said.splitlines()[:4] == [
        "1 match (20 throws) fits: no die was changed after the first throw of the match.",
        "1 match (1 deal) fits: no card was changed after it was dealt.",
        "1 deal can't be checked: the bytes are not revealed yet.",
        "",
    ]
    assert (
        said.splitlines()[4:] == told(capsys, captured(tmp_path, evening(20)))[1].splitlines()[2:]
    )


def test_a_card_that_was_changed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = played(1)
    place = next(i for i, event in enumerate(events) if isinstance(event, Dealt))
    hand = events[place]
    assert isinstance(hand, Dealt)
    other = "c1" if not hand.cards.startswith("c1") else "c2"
    events[place] = replace(hand, cards=other)
    path = captured(tmp_path, [*events, *played(2)])

    status, said = told(capsys, path)
    assert status == 1
    assert said.splitlines() == [
        f"Box Lion, match 1: event {place + 1} says that {other} were dealt, "
        f"and should say {hand.cards}.",
        "1 match (1 deal) fits: no card was changed after it was dealt.",
    ]
    answer = as_json(capsys, path)
    assert answer["fits"] is False
    assert answer["boxes"][0]["matches"] == [
        {
            "match": 1,
            "throws": 0,
            "unchecked": {},
            "word": "",
            "deals": 0,
            "unchecked_deals": {},
            "problem": {
                "wrong": "hand",
                "n": place + 1,
                "deal": 1,
                "logged": other,
                "expected": hand.cards,
                "k": None,
                "words": said.splitlines()[0].partition(": ")[2].removesuffix("."),
            },
        },
        {
            "match": 2,
            "throws": 0,
            "unchecked": {},
            "word": "",
            "deals": 1,
            "unchecked_deals": {},
            "problem": None,
        },
    ]


def test_deals_say_the_same_in_every_kind_of_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [*played(3, passes=1), *stopped(4)]
    database = journal(tmp_path, events)
    export = tmp_path / "export.ndjson"
    assert main(["export", str(database), "--format", "ndjson", "-o", str(export)]) == 0
    sources = (captured(tmp_path, events), database, export)

    answers = [as_json(capsys, source)["boxes"][0]["matches"] for source in sources]
    assert answers == [answers[0]] * 3
    assert [it["deals"] for it in answers[0]] == [2, 1]


def test_only_the_deals_of_the_match_that_is_asked_for_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = captured(tmp_path, [*half(1).events, *played(2)])

    assert told(capsys, path, "--match", 2) == (
        0,
        "1 match (1 deal) fits: no card was changed after it was dealt.\n",
    )
    assert told(capsys, path, "--match", 1) == (
        0,
        "No match could be checked.\n1 deal can't be checked: the bytes were never revealed.\n",
    )


def test_a_log_with_repeats_and_noise_accuses_no_deal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = [encode(it) for it in recorded(played(3, passes=1))]
    path = tmp_path / CAPTURED
    path.write_bytes(hello("Lion") + b"".join([*lines[:9], lines[9][:30], b"\r\n", *lines]))

    assert main(["verify", str(path)]) == 0
    assert "1 match (2 deals) fits" in capfd.readouterr().out


def test_two_events_with_one_number_are_found_in_a_deal_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = played(1)
    place = next(i for i, event in enumerate(events) if isinstance(event, DealCommitted))
    lines = [it.line() for it in recorded(events)]
    other = lines[place].replace('"deal":1', '"deal":2')
    status, said = told(
        capsys, exported(tmp_path, [*lines[: place + 1], other, *lines[place + 1 :]])
    )

    assert status == 1
    assert said.startswith(f"Match 1: event {place + 1} stands there twice, and differs.\n")


def test_logs_without_cards_say_nothing_of_deals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = captured(tmp_path, evening(3))

    assert "deal" not in told(capsys, path)[1]
    (only,) = as_json(capsys, path)["boxes"][0]["matches"]
    assert set(only) == {"match", "throws", "unchecked", "word", "problem"}
