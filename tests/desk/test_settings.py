"""Settings: what was chosen on the box survives, and what is in force follows from it."""

from __future__ import annotations

import time

import pytest

from stbpi.config_sections import SECTIONS, keys
from stbpi.desk.house import House
from stbpi.desk.key import fits, locked
from stbpi.desk.letters import ALPHABET, next_letter, on_key, taken
from stbpi.desk.page import Letters
from stbpi.desk.settings import (
    AUDIO,
    HOURS,
    IDLE_MINUTES,
    LANGUAGE,
    NIGHT,
    NIGHT_LEVEL,
    SETTINGS,
    VOLUME,
    Settings,
    Value,
    settings_of,
)
from stbpi.games.events import Cleared, Event, SettingChanged
from stbpi.games.game import NO_TILES, HouseRules, Tile, tiles
from stbpi.hours_of_day import ALWAYS, NEVER
from stbpi.language import message
from tests.host import SETUP

NOON = 1_800_014_400  # epoch seconds, in UTC


def chosen(key: str, value: Value) -> SettingChanged:
    return SettingChanged(key=key, value=value)


def house(*events: Event, tile_count: int = 12) -> House:
    return House(lambda _: SETUP, SETUP.game, tile_count=tile_count, settings=settings_of(events))


# What was chosen


def test_the_latest_choice_counts_and_another_setting_is_left_alone() -> None:
    settings = settings_of([chosen(VOLUME, 2), chosen(LANGUAGE, "da"), chosen(VOLUME, 4)])

    assert (settings.get(VOLUME), settings.get(LANGUAGE), settings.get(AUDIO)) == (4, "da", None)


def test_another_preset_forgets_the_house_rules_that_were_chosen() -> None:
    told: list[Event] = [
        chosen("rules.scoring", "count"),
        chosen("rules.preset", "classic"),
        chosen(VOLUME, 1),
    ]

    assert settings_of(told).chosen == (("rules.preset", "classic"), (VOLUME, 1))
    kept = settings_of([*told, chosen("rules.rounds", 2), chosen("rules.preset", "classic")])
    assert kept.get("rules.rounds") == 2


def test_factory_settings_forget_everything_and_clearing_records_nothing() -> None:
    told: list[Event] = [chosen(VOLUME, 2), Cleared(what="records")]

    assert settings_of(told) == Settings(((VOLUME, 2),))
    assert settings_of([*told, Cleared(what="settings")]) == Settings()


def test_every_setting_comes_round_to_its_first_choice() -> None:
    for setting in SETTINGS:
        value = first = setting.choices[0][0]
        for _ in setting.choices:
            value = setting.after(value)
        assert value == first
        assert setting.after("what no choice is") == first


# What is in force


def test_what_was_not_chosen_is_as_the_configuration_says() -> None:
    here = House(
        lambda _: SETUP,
        SETUP.game,
        tile_count=9,
        values={VOLUME: 3},
        environ={"LANG": "lv_LV.UTF-8"},
    )

    assert (here.values[VOLUME], here.values[IDLE_MINUTES], here.language) == (3, 15, "lv")
    here.take(chosen(LANGUAGE, "nb"))
    here.take(chosen(VOLUME, 0))
    assert (here.values[VOLUME], here.language) == (0, "nb")


def test_house_rules_that_were_chosen_are_offered_for_their_preset_alone() -> None:
    setup = house(chosen("rules.scoring", "count"), chosen("rules.tiles", 10)).setup

    assert setup.house_rules == (("tiles", 10), ("scoring", "count"))
    assert setup.summary.tiles == 10
    assert setup.with_next_preset().rules == ()


def test_house_rules_that_can_not_be_played_here_are_passed_over() -> None:
    assert house(chosen("rules.tiles", 10), tile_count=9).setup == SETUP
    assert house(chosen("rules.scoring", "nonsense")).setup == SETUP
    assert house(chosen("rules.preset", "unknown")).setup == SETUP


@pytest.mark.parametrize(
    ("preset", "house_rules", "recorded"),
    [
        ("luk_kassen", (), (chosen("rules.rounds", 2),)),
        ("luk_kassen", (("shut", "zero"),), (chosen("rules.rounds", 2),)),
        (
            "classic",
            (("shut", "zero"), ("rounds", 3)),
            (
                chosen("rules.preset", "classic"),
                chosen("rules.shut", "zero"),
                chosen("rules.rounds", 2),
            ),
        ),
    ],
)
def test_a_rule_is_kept_with_the_preset_that_it_was_chosen_in(
    preset: str, house_rules: HouseRules, recorded: tuple[Event, ...]
) -> None:
    here = house()
    events = here.choosing("rounds", 2, game=SETUP.game, preset=preset, house_rules=house_rules)

    assert events == recorded
    for event in events:
        here.take(event)
    assert (here.setup.preset, dict(here.setup.rules)["rounds"]) == (preset, 2)


def test_a_choice_that_is_no_rule_leaves_the_set_up_as_it_stands() -> None:
    here = house()
    here.setup = here.setup.with_seats(3).with_next_preset()
    here.take(chosen(VOLUME, 1))

    assert (here.setup.seats, here.setup.preset) == (3, "classic")


@pytest.mark.parametrize(
    ("hours", "is_open"),
    [("10:00-22:00", True), ("16:00-02:00", False), (ALWAYS, True), ("sometimes", True)],
)
def test_a_box_is_open_when_its_hours_say_so(
    hours: str, is_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    here = house(chosen(HOURS, hours))

    assert here.is_open(NOON) is is_open
    assert here.is_open(None)


def test_every_setting_that_is_offered_may_stand_in_the_configuration() -> None:
    for setting in SETTINGS:
        section, _dot, name = setting.key.partition(".")
        check = keys(SECTIONS[section])[name].metadata["check"]
        assert [problem for value, _ in setting.choices for problem in check(value)] == []


def test_quiet_hours_and_their_volume_can_be_chosen() -> None:
    night, level = (next(it for it in SETTINGS if it.key == key) for key in (NIGHT, NIGHT_LEVEL))

    assert (night.after(NEVER), night.after("00:00-08:00")) == ("21:00-09:00", NEVER)
    assert str(night.name("17:30-18:00")) == "17:30-18:00"
    assert [level.after(value) for value in range(6)] == [1, 2, 3, 4, 5, 0]
    assert str(level.name(0)) == "off"


# Key and letters


def test_a_key_fits_its_own_lock_only() -> None:
    kept = locked(tiles(2, 5), "ab12")

    assert fits(tiles(2, 5), kept)
    assert not fits(tiles(2), kept)
    assert kept.split(":")[1] != locked(tiles(2, 5), "cd34").split(":")[1]
    assert fits(tiles(9), locked(NO_TILES, "ab12"))


def test_letters_are_found_by_the_button_and_by_the_tiles() -> None:
    page = Letters(title=message("Who?"))
    for _ in ALPHABET:
        page = next_letter(page)
    assert page.letter == "A"
    page = on_key(on_key(page, Tile(9)), Tile(9))
    assert page.letter == "X"
    assert on_key(page, Tile(12)) == page
    assert (taken(page).taken, taken(page).letter) == ("X", "A")
