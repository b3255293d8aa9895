"""`stbpi operator` as a landlord calls it."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stbpi import cli
from stbpi.books.report import NUMBERS
from stbpi.config import Config
from stbpi.desk.settings import SETTINGS, settings_of
from stbpi.games.events import Bounced, Cleared, Event, Fault, SettingChanged
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from tests.books.journals import Box, left

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("STBPI_CONFIG", str(tmp_path / "stbpi.toml"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    configure(tmp_path, "")


def configure(folder: Path, text: str) -> None:
    """Write the configuration."""
    (folder / "stbpi.toml").write_text(f'[journal]\npath = "{folder}/journal.db"\n{text}')


def journal_of(folder: Path, *events: Event, box: Box | None = None) -> Path:
    """Write the journal of a box on which this has happened."""
    played = [recorded.event for recorded in (box or a_night()).recorded]
    with closing(Journal(folder / "journal.db", synced=False)) as journal:
        journal.record([*played, *events], t=1, wall=None)
        journal.sync()
    return folder / "journal.db"


def a_night() -> Box:
    box = Box()
    box.plays(left(9), left(), names=("Ann", "P2"))
    box.plays(left(1, 2), names=("Ann",), preset="solo")
    return box


def events_of(path: Path) -> list[Event]:
    with closing(open_read_only(path)) as reader:
        return [recorded.event for recorded in reader.events()]


def main(*arguments: object) -> int:
    return cli.main(["operator", *map(str, arguments)])


def told(capsys: Capture, *arguments: object) -> Any:
    assert main(*arguments) == 0
    return json.loads(capsys.readouterr().out)


# Audits and records


def test_audits_are_told_as_a_table_with_histograms(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Fault(part="roll", what="stuck"))

    assert main("audits") == 0

    lines = capsys.readouterr().out.splitlines()
    assert "matches started                           2" in lines
    assert "boxes shut, % of the turns             33.3" in lines
    assert lines[-2] == "The roll button does not work: look at its switch"
    at = lines.index("matches by rules:")
    assert lines[at + 1] == "  shut_the_box/classic  ############################## 1"
    assert "longest bounce of each tile (ms):" not in lines


def test_the_longest_bounces_are_told_tile_by_tile(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Bounced(part="tile_4", ms=30), Bounced(part="tile_12", ms=4))

    assert main("audits") == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("longest bounce of each tile (ms):")
    assert lines[at + 3 : at + 5] == ["   3   0", "   4  ############################## 30"]
    assert lines[at + 12] == "  12  #### 4"


def test_cleared_audits_stand_beside_those_for_ever(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Cleared(what="audits"))
    assert main("audits") == 0

    lines = capsys.readouterr().out.splitlines()
    assert any(line.split() == ["recent", "in", "all"] for line in lines)
    assert any(line.split() == ["matches", "started", "0", "2"] for line in lines)


def test_audits_as_json_have_every_number_twice(tmp_path: Path, capsys: Capture) -> None:
    bounced = [Bounced(part="tile_9", ms=ms) for ms in (9, 2)]
    journal_of(tmp_path, bounced[0], Cleared(what="audits"), bounced[1])
    audits = told(capsys, "audits", "--json")

    assert audits["audits"] == 1
    assert set(NUMBERS) <= set(audits["recent"]) == set(audits["ever"])
    assert (audits["recent"]["turns"], audits["ever"]["turns"]) == (0, 3)
    assert audits["ever"]["matches_by_preset"] == {
        "shut_the_box/classic": 1,
        "shut_the_box/solo": 1,
    }
    assert audits["ever"]["turns_by_left"]["0"] == 1
    assert audits["ever"]["dice_faces_chance"] is None
    assert (audits["clock"], audits["faults"], audits["last_match"]) == ("unknown", [], None)
    assert audits["tiles"][8] == {
        "tile": 9,
        "last_moved": None,
        "idle_turns": 0,
        "bounce_ms": 9,
        "recent_bounce_ms": 2,
    }
    assert audits["diagnosis"] == ["The clock is not set: no hours are known"]


def test_audits_as_csv_have_a_row_a_number(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Bounced(part="tile_3", ms=8), Cleared(what="audits"))
    assert main("audits", "--csv") == 0

    head, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    table = {name: (recent, ever) for name, recent, ever in rows}
    assert head == ["name", "recent", "ever"]
    assert table["matches_started"] == ("0", "2")
    assert table["matches_by_preset.shut_the_box/solo"] == ("0", "1")
    assert table["tile_closes.12"] == ("0", "0")
    assert table["tile_bounces.3"] == ("0", "8")


def test_a_box_that_was_never_played_has_audits_too(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Cleared(what="settings"), box=Box())

    assert main("audits") == 0
    assert "left standing by the best turn            -" in capsys.readouterr().out.splitlines()


def test_audits_can_be_read_while_the_box_plays(tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path)
    with closing(Journal(path)) as playing:
        playing.record([Fault(part="roll", what="x")], t=1, wall=None)
        playing.sync()
        before = path.read_bytes()

        assert told(capsys, "audits", "--json")["ever"]["faults"] == 1
        assert path.read_bytes() == before


def test_records_are_told_board_by_board(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)

    assert main("records") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Classic, 9 tiles",
        "  ever",
        "    1 P2   0  shut",
        "    2 Ann  9",
        "    best turn: P2, 0",
        "    1 box shut",
        "",
        "Solo, 9 tiles",
        "  ever",
        "    1 Ann  3",
        "    best turn: Ann, 3",
    ]


def test_records_as_json(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)
    records = told(capsys, "records", "--json")

    assert records["records"] == 1
    (classic, solo) = records["boards"]
    assert (solo["preset"], solo["tiles"], classic["tonight"]["matches"]) == ("solo", 9, [])
    assert classic["ever"]["matches"][0] == {
        "name": "P2",
        "score": 0,
        "shut": True,
        "match": 1,
        "seat": 2,
        "wall": None,
    }


def test_no_records_are_told_as_such(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Cleared(what="records"))

    assert main("records") == 0
    assert capsys.readouterr().out == "There are no records yet.\n"


@pytest.mark.parametrize("verb", ["audits", "records", "tests"])
def test_without_a_journal_there_is_nothing_to_read(verb: str, capsys: Capture) -> None:
    assert main(verb) == 2
    assert "there is no journal at" in capsys.readouterr().err


def test_another_journal_can_be_named(tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path).rename(tmp_path / "other.db")

    assert told(capsys, "audits", "--json", "--journal", path)["ever"]["turns"] == 3


# Adjustments


def settings(capsys: Capture) -> dict[str, tuple[Any, str]]:
    listed = told(capsys, "adjust", "--json")
    assert listed["adjustments"] == 1
    return {it["key"]: (it["value"], it["source"]) for it in listed["settings"]}


def test_every_setting_is_listed_with_its_value_and_source(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, SettingChanged(key="sound.audio", value=True))
    configure(tmp_path, "[sound]\nlevel = 3\n[rules]\nrounds = 2\n")
    source = f"{tmp_path / 'stbpi.toml'} ($STBPI_CONFIG)"

    listed = settings(capsys)

    assert set(listed) == {*(setting.key for setting in SETTINGS), "rules.preset", "rules.rounds"}
    assert listed["sound.level"] == (3, source)
    assert listed["sound.audio"] == (True, "chosen")
    assert listed["box.idle_minutes"] == (Config().box.idle_minutes, "default")
    assert listed["rules.preset"] == ("luk_kassen", "default")
    assert listed["rules.rounds"] == (2, source)


def test_the_list_for_people_is_a_table(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, SettingChanged(key="sound.level", value=1))

    assert main("adjust") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(
        line.split() == ["sound.level", "1", "chosen", "on", "the", "box", "Volume"]
        for line in lines
    )


def test_one_setting_is_shown_with_what_the_box_offers(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)

    assert main("adjust", "box.guests") == 0
    assert capsys.readouterr().out.splitlines() == [
        'box.guests = "everything"  # default',
        'The box offers: "everything", "comfort", "nothing"',
    ]
    assert told(capsys, "adjust", "rules.scoring", "--json") == {
        "key": "rules.scoring",
        "label": "scoring",
        "value": "sum",
        "source": "default",
        "choices": [],
    }


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("sound.level", "2", 2),
        ("sound.audio", "true", True),
        ("language.language", "lv", "lv"),
        ("language.language", '"lv"', "lv"),
        ("box.idle_minutes", "7", 7),
        ("box.hours", "17:30-01:00", "17:30-01:00"),
        ("sound.night", "21:30-07:00", "21:30-07:00"),
        ("sound.night", "never", "never"),
        ("sound.night_level", "0", 0),
        ("rules.preset", "canoga", "canoga"),
        ("rules.rounds", "3", 3),
        ("rules.start", "4,5,6", (4, 5, 6)),
        ("rules.may_stop", "true", True),
    ],
)
def test_a_setting_that_is_changed_is_an_event_of_the_journal(
    key: str, text: str, value: object, tmp_path: Path, capsys: Capture
) -> None:
    path = journal_of(tmp_path)

    shown = told(capsys, "adjust", key, text, "--json")

    assert events_of(path)[-1] == SettingChanged(key=key, value=value)  # type: ignore[arg-type]
    assert (shown["source"], shown["value"]) == (
        "chosen",
        list(value) if isinstance(value, tuple) else value,
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sound.level", "9"), "sound.level: 9; expected a whole number from 0 to 5"),
        (("sound.level", "loud"), 'sound.level: "loud"; expected a whole number'),
        (("sound.level", "1\n2"), "sound.level: "),
        (("sound.night", "22-08"), 'sound.night: "22-08"; expected "never", or from when to when'),
        (("sound.night_level", "6"), "sound.night_level: 6; expected a whole number from 0 to 5"),
        (("sound.lvl", "1"), "Did you mean sound.level?"),
        (("sound.on", "true"), "sound.on: can't be chosen; expected one of"),
        (("sound.lvl",), "Did you mean sound.level?"),
        (("gpio.roll", "4"), "gpio.roll: can't be chosen"),
        (("box.key", "1"), "box.key: can't be chosen"),
        (("rules.rounds", "99"), "rule rounds = 99"),
        (("rules.round", "1"), "Did you mean rounds?"),
        (("rules.preset", "canogo"), "Did you mean canoga?"),
        (("rules.first_roll_tile", "12"), "rule first_roll_tile = 12"),
        (("language.language", "de"), "language.language"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_written(
    arguments: tuple[str, ...], says: str, tmp_path: Path, capsys: Capture
) -> None:
    path = journal_of(tmp_path)
    before = events_of(path)

    assert main("adjust", *arguments) == 2
    assert says in capsys.readouterr().err
    assert events_of(path) == before


def test_rules_that_need_more_tiles_than_are_wired_are_refused(
    tmp_path: Path, capsys: Capture
) -> None:
    configure(tmp_path, "[gpio]\ntiles = [5, 6, 12, 13, 16, 19, 20, 21, 22]\n")
    journal_of(tmp_path)

    assert main("adjust", "rules.preset", "full_house") == 2
    assert "at most 9: so many tiles are in gpio.tiles" in capsys.readouterr().err


def test_another_preset_forgets_the_rules_chosen_before(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)
    for key, value in (("rules.rounds", "2"), ("rules.preset", "canoga"), ("rules.dice", "3")):
        assert main("adjust", key, value) == 0
    capsys.readouterr()

    listed = settings(capsys)
    assert {key: it for key, it in listed.items() if key.startswith("rules.")} == {
        "rules.preset": ("canoga", "chosen"),
        "rules.dice": (3, "chosen"),
    }


def test_chosen_rules_that_cannot_be_played_any_more_are_passed_over(
    tmp_path: Path, capsys: Capture
) -> None:
    journal_of(tmp_path, SettingChanged(key="rules.rounds", value=999))

    assert settings(capsys)["rules.preset"] == ("luk_kassen", "default")


@pytest.mark.parametrize(
    "arguments",
    [("adjust", "sound.level", "1"), ("clear", "audits"), ("factory", "--yes")],
)
def test_nothing_is_changed_while_the_box_plays(
    arguments: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    path = journal_of(tmp_path)
    with closing(Journal(path)):
        assert main(*arguments) == 3
    assert "plays with the journal" in capsys.readouterr().err
    assert events_of(path)[-1].e not in ("cleared", "setting_changed")


@pytest.mark.parametrize(
    "arguments",
    [("adjust", "sound.level", "1"), ("clear", "records"), ("factory", "--yes")],
)
def test_no_journal_is_made(arguments: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    assert main(*arguments) == 2

    assert "there is no journal at" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["stbpi.toml"]


def test_settings_can_be_listed_before_the_first_start(capsys: Capture) -> None:
    assert settings(capsys)["sound.level"] == (5, "default")


# Tests and utilities


def test_tests_say_what_the_play_shows_and_what_to_run(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Fault(part="tile_3", what="stuck"))

    assert main("tests") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Tile 3 does not work: look at its switch"
    assert "stbpi doctor" in lines[-2]
    assert "stbpi service" in lines[-1]

    report = told(capsys, "tests", "--json")
    assert report["commands"] == ["stbpi doctor", "stbpi service"]
    assert report["diagnosis"][0] == "Tile 3 does not work: look at its switch"


@pytest.mark.parametrize("what", ["audits", "records"])
def test_clearing_is_an_event_and_nothing_goes(what: str, tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path)
    before = events_of(path)

    assert main("clear", what) == 0
    assert events_of(path) == [*before, Cleared(what=what)]
    assert capsys.readouterr().out.startswith("The ")


def test_factory_settings_have_to_be_confirmed(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Person(io.StringIO):
        def isatty(self) -> bool:
            return True

    path = journal_of(tmp_path, SettingChanged(key="sound.level", value=1))
    assert main("factory") == 2
    assert "Add --yes." in capsys.readouterr().err

    for answer in ("\n", "no\n", "of course\n", ""):
        monkeypatch.setattr("sys.stdin", Person(answer))
        assert main("factory") == 0
        assert capsys.readouterr().out.endswith("Nothing was changed.\n")
    assert settings(capsys)["sound.level"] == (1, "chosen")

    monkeypatch.setattr("sys.stdin", Person("Yes\n"))
    assert main("factory") == 0
    assert events_of(path)[-1] == Cleared(what="settings")
    capsys.readouterr()
    assert settings(capsys)["sound.level"] == (5, "default")


CHOSEN = (
    SettingChanged(key="sound.level", value=1),
    SettingChanged(key="rules.preset", value="three_down"),
    SettingChanged(key="rules.start", value=(5, 6, 7)),
    SettingChanged(key="sound.audio", value=True),
    SettingChanged(key="sound.night", value="22:00-08:00"),
    SettingChanged(key="sound.night_level", value=2),
    SettingChanged(key="box.key", value="salt:hash"),
)


def test_settings_are_carried_to_another_box(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, *CHOSEN)
    file = tmp_path / "chosen.toml"
    assert main("export", file) == 0
    assert capsys.readouterr().out == "6 settings were written.\n"
    assert tomllib.loads(file.read_text("utf-8")) == {
        "sound": {"level": 1, "audio": True, "night": "22:00-08:00", "night_level": 2},
        "rules": {"preset": "three_down", "start": [5, 6, 7]},
    }
    here = settings(capsys)

    (tmp_path / "there").mkdir()
    configure(tmp_path, "")
    there = journal_of(tmp_path / "there")
    assert main("import", file, "--journal", there) == 0
    assert capsys.readouterr().out == "6 settings were chosen.\n"

    chosen = settings_of(events_of(there))
    assert dict(chosen.chosen) == {it.key: it.value for it in CHOSEN if it.key != "box.key"}
    listed = told(capsys, "adjust", "--json", "--journal", there)["settings"]
    assert {it["key"]: (it["value"], it["source"]) for it in listed} == here


def test_an_exported_file_is_a_configuration(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, *CHOSEN)
    assert main("export", tmp_path / "chosen.toml") == 0

    assert cli.main(["config", "check", str(tmp_path / "chosen.toml")]) == 0
    assert "all well" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[sound]\nlevel = 1\n[gpio]\nroll = 4\n", "gpio.roll: can't be chosen"),
        ("[sound]\nlevel = 1\naudio = 7\n", "sound.audio: 7; expected true or false"),
        ("[sound]\nlevel = 1\n[rules]\nrounds = 99\n", "rule rounds = 99"),
        ("[sound]\nlevel = 1\n[box]\nidle = 1\n", "unknown key"),
        ("[sound]\nlevel = 1\n[nix]\n", "unknown section"),
        ("level = \n", "Invalid value"),
        (None, "No such file"),
    ],
)
def test_a_file_is_refused_whole_if_anything_in_it_does_not_fit(
    text: str | None, says: str, tmp_path: Path, capsys: Capture
) -> None:
    path = journal_of(tmp_path)
    before = events_of(path)
    file = tmp_path / "chosen.toml"
    if text is not None:
        file.write_text(text, "utf-8")

    assert main("import", file) == 2
    assert says in capsys.readouterr().err
    assert events_of(path) == before


def test_a_file_that_cannot_be_written_is_one_clear_message(
    tmp_path: Path, capsys: Capture
) -> None:
    journal_of(tmp_path)

    assert main("export", tmp_path) == 2
    assert capsys.readouterr().err == f"stbpi: {tmp_path} can't be written: Is a directory\n"


def test_an_empty_file_chooses_nothing(tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path)
    before = events_of(path)
    (tmp_path / "chosen.toml").write_text("")

    assert main("import", tmp_path / "chosen.toml") == 0
    assert capsys.readouterr().out == "0 settings were chosen.\n"
    assert events_of(path) == before
