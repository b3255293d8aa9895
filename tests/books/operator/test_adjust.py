"""The settings as a landlord lists, changes and carries them to another box."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stbpi import cli
from stbpi.config import Config
from stbpi.desk.settings import SETTINGS, settings_of
from stbpi.games.events import SettingChanged
from tests.books.operator.landlord import (
    Capture,
    configure,
    events_of,
    journal_of,
    main,
    settings,
    told,
)


def test_every_setting_is_listed_with_its_value_and_source(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, SettingChanged(key="sound.audio", value=True))
    configure(tmp_path, "[sound]\nlevel = 3\n[rules]\nrounds = 2\n")
    source = f"{tmp_path / 'stbpi.toml'} ($STBPI_CONFIG)"

    listed = settings(capsys)

    assert set(listed) == {
        *(setting.key for setting in SETTINGS),
        *("rules.preset", "rules.rounds", "rules.glueckshaus.preset", "rules.luk_fu.preset"),
    }
    assert listed["sound.level"] == (3, source)
    assert listed["sound.audio"] == (True, "chosen")
    assert listed["box.idle_minutes"] == (Config().box.idle_minutes, "default")
    assert listed["rules.preset"] == ("luk_kassen", "default")
    assert listed["rules.rounds"] == (2, source)
    assert listed["rules.game"] == ("shut_the_box", "default")
    assert listed["rules.luk_fu.preset"] == ("tsoi", "default")


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
        ("rules.game", "luk_fu", "luk_fu"),
        ("rules.glueckshaus.preset", "clock", "clock"),
        ("rules.glueckshaus.four", "pay", "pay"),
        ("rules.glueckshaus.chips", "10", 10),
        ("rules.luk_fu.bots", "strong", "strong"),
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
        (("rules.game", "glukshaus"), "Did you mean glueckshaus?"),
        (("rules.glueckshaus.preset", "clok"), "Did you mean clock?"),
        (("rules.glueckshaus.four", "two"), "rule four = two: expected one of nothing, pay"),
        (("rules.glueckshaus.for", "pay"), "Did you mean four?"),
        (("rules.glukshaus.four",), "Did you mean rules.glueckshaus.four?"),
        (("rules.luk_fu.four",), "rules.luk_fu.four: can't be chosen; expected one of rules.game"),
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


def test_rooms_without_a_tile_are_shown_but_no_more_tiles_are_chosen_than_there_are(
    tmp_path: Path, capsys: Capture
) -> None:
    configure(tmp_path, "[gpio]\ntiles = [5, 6, 12, 13, 16, 19, 20, 21, 22]\n")
    path = journal_of(tmp_path)

    assert main("adjust", "rules.glueckshaus.four", "pay") == 0
    assert events_of(path)[-1] == SettingChanged(key="rules.glueckshaus.four", value="pay")
    assert main("adjust", "rules.glueckshaus.tiles") == 0
    assert "rules.glueckshaus.tiles = 9" in capsys.readouterr().out
    assert main("adjust", "rules.glueckshaus.tiles", "10") == 2
    assert "rule tiles = 10: expected at most 9" in capsys.readouterr().err


def test_every_game_keeps_its_own_choices(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)
    configure(tmp_path, '[rules.glueckshaus]\npreset = "clock"\nminutes = 30\n')
    for key, value in (
        ("rules.rounds", "2"),
        ("rules.glueckshaus.minutes", "45"),
        ("rules.preset", "canoga"),
        ("rules.shut_the_box.dice", "3"),
    ):
        assert main("adjust", key, value) == 0
    capsys.readouterr()

    listed = {key: it for key, it in settings(capsys).items() if key.startswith("rules.")}
    assert listed == {
        "rules.game": ("shut_the_box", "default"),
        "rules.preset": ("canoga", "chosen"),
        "rules.dice": (3, "chosen"),
        "rules.glueckshaus.preset": ("clock", f"{tmp_path / 'stbpi.toml'} ($STBPI_CONFIG)"),
        "rules.glueckshaus.minutes": (45, "chosen"),
        "rules.luk_fu.preset": ("tsoi", "default"),
    }


def test_the_rules_of_the_configured_game_are_listed_as_its_own(
    tmp_path: Path, capsys: Capture
) -> None:
    journal_of(tmp_path)
    configure(tmp_path, '[rules]\ngame = "glueckshaus"\nfour = "pay"\n')
    source = f"{tmp_path / 'stbpi.toml'} ($STBPI_CONFIG)"

    listed = settings(capsys)

    assert listed["rules.game"] == ("glueckshaus", source)
    assert listed["rules.glueckshaus.four"] == ("pay", source)
    assert listed["rules.glueckshaus.preset"] == ("glueckshaus", "default")
    assert listed["rules.preset"] == ("luk_kassen", "default")


def test_another_preset_forgets_the_rules_chosen_before(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)
    for key, value in (("rules.rounds", "2"), ("rules.preset", "canoga"), ("rules.dice", "3")):
        assert main("adjust", key, value) == 0
    capsys.readouterr()

    chosen = {key: value for key, (value, source) in settings(capsys).items() if source == "chosen"}
    assert chosen == {"rules.preset": "canoga", "rules.dice": 3}


def test_chosen_rules_that_cannot_be_played_any_more_are_passed_over(
    tmp_path: Path, capsys: Capture
) -> None:
    journal_of(tmp_path, SettingChanged(key="rules.rounds", value=999))

    assert settings(capsys)["rules.preset"] == ("luk_kassen", "default")


def test_settings_can_be_listed_before_the_first_start(capsys: Capture) -> None:
    assert settings(capsys)["sound.level"] == (5, "default")


# To another box


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


OF_GAMES = (
    SettingChanged(key="rules.preset", value="three_down"),
    SettingChanged(key="rules.glueckshaus.preset", value="clock"),
    SettingChanged(key="rules.glueckshaus.minutes", value=45),
    SettingChanged(key="rules.luk_fu.bots", value="strong"),
)


@pytest.mark.parametrize(
    ("game", "tables"),
    [
        (
            None,
            {
                "preset": "three_down",
                "glueckshaus": {"preset": "clock", "minutes": 45},
                "luk_fu": {"bots": "strong"},
            },
        ),
        (
            "glueckshaus",
            {
                "game": "glueckshaus",
                "preset": "clock",
                "minutes": 45,
                "shut_the_box": {"preset": "three_down"},
                "luk_fu": {"bots": "strong"},
            },
        ),
    ],
)
def test_the_rules_of_every_game_are_carried_as_a_configuration_has_them(
    game: str | None, tables: dict[str, object], tmp_path: Path, capsys: Capture
) -> None:
    chosen = [*OF_GAMES, *([SettingChanged(key="rules.game", value=game)] if game else [])]
    journal_of(tmp_path, *chosen)
    file = tmp_path / "chosen.toml"
    assert main("export", file) == 0
    assert tomllib.loads(file.read_text("utf-8")) == {"rules": tables}
    assert cli.main(["config", "check", str(file)]) == 0

    (tmp_path / "there").mkdir()
    there = journal_of(tmp_path / "there")
    assert main("import", file, "--journal", there) == 0
    assert dict(settings_of(events_of(there)).chosen) == {it.key: it.value for it in chosen}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[rules.glueckshaus]\nfour = 9\n", "rule four = 9"),
        ("[rules.glukshaus]\nfour = 9\n", "Did you mean rules.glueckshaus?"),
        (
            '[rules]\ngame = "luk_fu"\nbots = "simple"\n[rules.luk_fu]\nbots = "strong"\n',
            "rules.luk_fu.bots: said in [rules], too",
        ),
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
