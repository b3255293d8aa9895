"""`stbpi verify`: what it says, for people and for programs, of logs and of databases."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stbpi.cli import main
from stbpi.games.events import Event, Rolled
from stbpi.journal.store import Journal
from stbpi.serial_log.lines import Hello, encode, encode_line
from tests.dice.logs import STARTED, Bench, recorded

CAPTURED, EXPORTED = "captured.log", "exported.ndjson"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def evening(*throws: int, word: str = "") -> list[Event]:
    bench = Bench()
    for times in throws:
        bench.play(times, word=word)
    return bench.events


def hello(box: str) -> bytes:
    return encode_line(Hello(box=box, protocol=1, version="1", tiles=9, boot=1, wall=None, last=0))


def captured(folder: Path, events: Iterable[Event], *, box: str = "Lion") -> Path:
    """Write what a receiver has kept of a serial log."""
    path = folder / CAPTURED
    path.write_bytes(hello(box) + b"".join(encode(it) for it in recorded(events)))
    return path


def exported(folder: Path, lines: Iterable[str]) -> Path:
    """Write events as lines without a check sum."""
    path = folder / EXPORTED
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def journal(folder: Path, events: Iterable[Event]) -> Path:
    path = folder / "journal.db"
    with closing(Journal(path, synced=False)) as it:
        it.record(events, t=1, wall=None)
        it.sync()
    return path


def loaded(events: list[Event], k: int, dice: tuple[int, ...]) -> list[Event]:
    """Return the same with another throw k."""
    return [
        Rolled(player=1, dice=dice, total=sum(dice), k=k)
        if isinstance(event, Rolled) and event.k == k
        else event
        for event in events
    ]


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    status = main(["verify", *map(str, arguments)])
    return status, capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(told(capsys, "--json", *arguments)[1])
    return answer


def test_what_fits_is_said_in_the_words_of_the_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = told(capsys, captured(tmp_path, evening(40, 60)))

    assert status == 0
    assert said.splitlines()[0] == (
        "2 matches (100 throws) fit: no die was changed after the first throw of the match."
    )
    assert "nobody could have chosen the dice" not in said


def test_with_a_word_more_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = told(capsys, captured(tmp_path, evening(40, word="BOXED")))

    assert status == 0
    assert "1 match (40 throws) fits: nobody could have chosen the dice." in said


def test_the_first_throw_that_does_not_fit_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = evening(40)
    thrown = next(e.dice for e in events if isinstance(e, Rolled) and e.k == 17)
    assert thrown is not None
    other = (thrown[0] % 6 + 1, thrown[1])
    status, said = told(capsys, captured(tmp_path, loaded(events, 17, other)))

    assert status == 1
    assert said.splitlines()[0] == (
        f"Box Lion, match 1: throw 17 shows {other[0]} {other[1]}, "
        f"and should show {thrown[0]} {thrown[1]}."
    )
    assert "first throw of the match" not in said
    assert "could" not in said


def test_programs_get_the_same_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = evening(30, 5)
    answer = as_json(capsys, captured(tmp_path, events))

    assert (answer["verify"], answer["fits"], answer["dice"]) == (1, True, 70)
    assert answer["boxes"] == [
        {
            "box": "Lion",
            "matches": [
                {"match": match, "throws": throws, "unchecked": {}, "word": "", "problem": None}
                for match, throws in ((1, 30), (2, 5))
            ],
        }
    ]
    assert [it["name"] for it in answer["fairness"]] == ["faces", "pairs", "runs"]
    assert 0 < answer["fairness"][0]["p"] <= 1

    wrong = as_json(capsys, captured(tmp_path, loaded(events, 2, (1, 1))))
    problem = wrong["boxes"][0]["matches"][0]["problem"]
    assert (wrong["fits"], problem["wrong"], problem["k"]) == (False, "dice", 2)
    assert problem["logged"] == "1 1"


def test_lines_without_a_check_sum_a_journal_and_a_log_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = evening(30, word="BOXED")
    lines = [it.line() for it in recorded(events)]
    database = journal(tmp_path, events)
    sources: list[tuple[object, ...]] = [
        (captured(tmp_path, events),),
        (exported(tmp_path, lines),),
        ("--db", database),
        (database,),
        (tmp_path / "export.ndjson",),
    ]
    export = ["export", str(database), "--format", "ndjson", "-o", str(sources[-1][0])]
    assert main(export) == 0

    answers = [as_json(capsys, *source)["boxes"][0]["matches"] for source in sources]
    assert answers == [answers[0]] * 5
    assert answers[0][0]["throws"] == 30


def test_exported_lines_may_name_their_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        json.dumps({"box": box, **json.loads(it.line())})
        for box, times in (("Lion", 3), ("Crown", 4))
        for it in recorded(evening(times))
    ]
    path = exported(tmp_path, lines)

    answer = as_json(capsys, path)
    throws = {it["box"]: it["matches"][0]["throws"] for it in answer["boxes"]}
    assert throws == {"Lion": 3, "Crown": 4}
    (only,) = as_json(capsys, path, "--box", "Crown")["boxes"]
    assert only["box"] == "Crown"


def test_a_log_with_noise_repeats_and_late_lines_accuses_nobody(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = [encode(it) for it in recorded(evening(20))]
    torn = [*lines[:10], b"\xff\x00noise\r\n", lines[11], lines[12][:40], b"\r\n"]
    path = tmp_path / CAPTURED
    path.write_bytes(hello("Lion") + b"".join([*torn, *lines[10:], *lines]))

    assert main(["verify", str(path)]) == 0
    out, err = capfd.readouterr()
    assert "1 match (20 throws) fits" in out
    assert err == "stbpi: 2 damaged lines are left out\n"


def test_only_one_match_can_be_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = captured(tmp_path, loaded(evening(10, 20), 15, (1, 1)))

    assert [told(capsys, path, "--match", match)[0] for match in (1, 2)] == [0, 1]
    answer = as_json(capsys, path, "--match", 2)
    assert [it["match"] for it in answer["boxes"][0]["matches"]] == [2]
    assert answer["dice"] == 40


def test_what_can_not_be_checked_is_counted_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    uncommitted: list[Event] = [STARTED, Rolled(player=1, dice=(6, 5), total=11, k=1)]
    status, said = told(capsys, captured(tmp_path, [*uncommitted, *evening(2)[:-1]]))

    assert status == 0
    assert "No match could be checked." in said
    assert "1 throw can't be checked: thrown without a commitment." in said
    assert "2 throws can't be checked: the bytes are not revealed yet." in said
    assert "So few dice show nothing." in said


def test_the_fairness_is_told_with_what_it_means(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(capsys, captured(tmp_path, evening(450)))[1]

    assert "Are the dice fair? 900 dice say:" in said
    assert "faces of the dice: p = " in said
    assert "no proof" in said
    assert "23 % too often" in said


def test_many_matches_that_do_not_fit_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = loaded(evening(*[3] * 40), 2, (1, 1))
    lines = told(capsys, captured(tmp_path, events))[1].splitlines()

    named = [line for line in lines if line.startswith("Box Lion, match")]
    assert len(named) == 20
    assert any(line.endswith("more matches don't fit.") for line in lines)


@pytest.mark.parametrize(
    ("content", "arguments", "says"),
    [
        (None, (), "No such file"),
        (b"", (), "there is no match in"),
        (b"once upon a time\n", (), "there is no match in"),
        (b"[1]\n7\nnull\n{}\n", (), "there is no match in"),
        (b"", ("--box", "Lion"), "there is no such match in"),
        (b"SQLite format 3\0" + bytes(5000), (), "can't be read"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(
    content: bytes | None,
    arguments: tuple[str, ...],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "log"
    if content is not None:
        path.write_bytes(content)

    assert main(["verify", str(path), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert "Traceback" not in captured.err


def test_a_match_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = captured(tmp_path, evening(3))

    assert main(["verify", str(path), "--match", "9"]) == 2
    assert "there is no such match" in capsys.readouterr().err


def test_any_json_that_looks_like_an_event_raises_nothing(tmp_path: Path) -> None:
    path = exported(
        tmp_path,
        [
            '{"n":1,"boot":1,"match":1,"t":0,"e":"match_started"}',
            '{"n":2,"boot":1,"match":1,"t":0,"e":"rolled","dice":{"a":1},"k":[],"total":1}',
            '{"n":3,"boot":1,"match":1,"t":0,"e":"rolled","dice":["x",9],"k":1,"total":1}',
            '{"n":4,"boot":1,"match":1,"t":0,"e":"rolled","dice":"ab","k":1,"total":1}',
            '{"n":5,"boot":1,"match":1,"t":0,"e":"rolled","dice":5,"k":1,"total":5}',
            "[" * 100_000,
        ],
    )

    assert main(["verify", str(path)]) == 1


def test_damaged_rows_of_a_journal_are_left_out_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = journal(tmp_path, evening(3, 2))
    with closing(sqlite3.connect(database)) as connection:
        first = "(SELECT min(n) FROM events WHERE e = 'rolled')"
        connection.execute(f"UPDATE events SET match = 'x' WHERE n = {first}")
        connection.commit()

    assert main(["verify", "--db", str(database)]) == 1
    said = capsys.readouterr()
    assert "Match 1: throw 2 stands where throw 1 should." in said.out
    assert said.err == "stbpi: 1 damaged line is left out\n"
