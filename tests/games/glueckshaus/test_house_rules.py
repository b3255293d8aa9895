"""House rules of Glückshaus: fields read or refused, presets, choices, words (RULES.md 2.2)."""

from __future__ import annotations

from dataclasses import fields

import pytest

from stbpi.errors import RulesError
from stbpi.games.game import Game
from stbpi.games.glueckshaus import Glueckshaus, State, words
from stbpi.games.glueckshaus.house_rules import differences, make, values
from stbpi.games.glueckshaus.presets import PRESETS
from stbpi.games.glueckshaus.ruleset import Ruleset

GAME: Game[State] = Glueckshaus()

ALLOWED: dict[str, list[int | str]] = {
    "chips": list(range(1, 100)),
    "four": ["nothing", "pay", "again", "room"],
    "rooms": ["one", "own_number"],
    "out": ["at_zero", "cannot_pay"],
    "ending": ["last", "two_kings", "clock"],
    "minutes": list(range(1, 1000)),
    "first": ["roll_off", "seat"],
    "tiles": [6, 7, 8, 9, 10, 11, 12],
}

REFUSED: dict[str, list[object]] = {
    "chips": [0, 100, -1, "ten", "", 1.0, None, True],
    "four": ["", "NOTHING", "rooms", 4, None],
    "rooms": ["", "two", 1, None],
    "out": ["", "zero", 0, None],
    "ending": ["", "king", "two kings", 2, None],
    "minutes": [0, 1000, "20.0", None, False],
    "first": ["", "roll", 1, None],
    "tiles": [5, 13, "", None, True],
}

NONE = [(field, value) for field, refused in REFUSED.items() for value in refused]


def test_every_field_is_here_with_its_default_first() -> None:
    assert [*ALLOWED] == [field.name for field in fields(Ruleset)]
    assert values(Ruleset()) == {
        "chips": 10, "four": "nothing", "rooms": "one", "out": "at_zero", "ending": "last",
        "minutes": 20, "first": "roll_off", "tiles": 12,
    }  # fmt: skip


@pytest.mark.parametrize(("field", "allowed"), ALLOWED.items())
def test_an_allowed_value_is_read_as_it_is_and_as_a_text(
    field: str, allowed: list[int | str]
) -> None:
    for value in allowed:
        assert values(make("glueckshaus", [(field, value)]))[field] == value
        assert values(make("glueckshaus", [(field, str(value))]))[field] == value


@pytest.mark.parametrize(("field", "value"), NONE)
def test_any_other_is_refused_with_its_field(field: str, value: object) -> None:
    with pytest.raises(RulesError) as refused:
        make("glueckshaus", [(field, value)])

    assert (refused.value.field, refused.value.found) == (field, value)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(RulesError) as field:
        make("glueckshaus", [("chip", 3)])
    with pytest.raises(RulesError) as name:
        make("two_king", [])

    assert (field.value.field, field.value.nearest) == ("chip", "chips")
    assert (name.value.field, name.value.nearest) == ("preset", "two_kings")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_differs_from_the_defaults(name: str) -> None:
    rules = PRESETS[name]
    written = differences(rules, Ruleset())

    assert make("glueckshaus", written) == rules
    assert GAME.check_rules(name, values(rules).items()) == ()


def test_the_first_preset_has_the_defaults() -> None:
    assert GAME.presets() == tuple(PRESETS)
    assert PRESETS[GAME.presets()[0]] == Ruleset()


def test_the_set_up_is_told_of_tiles_and_seats() -> None:
    summary = GAME.summary("glueckshaus", (("tiles", 9),))

    assert (summary.tiles, summary.rounds, summary.takes_bots) == (9, 0, True)
    assert (summary.least_seats, summary.most_seats) == (2, 8)


# Choosing on the box


@pytest.mark.parametrize("preset", PRESETS)
def test_choosing_goes_round_and_can_always_be_played(preset: str) -> None:
    for choice in GAME.choices(preset, (), most_tiles=12):
        now = values(PRESETS[preset])[choice.field]
        seen = [choice.next]
        while seen[-1] != now and len(seen) < 50:
            rules = GAME.check_rules(preset, [(choice.field, seen[-1])])
            [again] = [
                c for c in GAME.choices(preset, rules, most_tiles=12) if c.field == choice.field
            ]
            seen.append(again.next)
        assert seen[-1] == now
        assert len(set(seen)) == len(seen) > 1


def test_minutes_are_asked_for_where_a_clock_runs() -> None:
    def asked(preset: str) -> list[str]:
        return [choice.field for choice in GAME.choices(preset, (), most_tiles=12)]

    assert "minutes" not in asked("glueckshaus")
    assert [*ALLOWED] == asked("clock")


def test_a_value_of_its_own_is_followed_by_the_first_that_is_offered() -> None:
    [chips] = [
        c
        for c in GAME.choices("glueckshaus", (("chips", 11),), most_tiles=12)
        if c.field == "chips"
    ]

    assert (str(chips.value), chips.next) == ("11", 10)


def test_a_box_offers_no_more_tiles_than_it_has() -> None:
    [offered] = [
        c for c in GAME.choices("glueckshaus", (("tiles", 9),), most_tiles=9) if c.field == "tiles"
    ]

    assert offered.next == 9


def test_in_a_match_nothing_can_be_chosen() -> None:
    assert GAME.choices("glueckshaus", (), most_tiles=0) == ()


# In words


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_explained_in_sentences(name: str) -> None:
    first, *lines = words.explain(name)

    assert first.endswith(".")
    assert all(line[-1:] in ("", ".", ":") for line in lines)
    assert ("Unlike the default rules:" in lines) == (name != "glueckshaus")


@pytest.mark.parametrize(("field", "allowed"), ALLOWED.items())
def test_every_value_has_its_sentence(field: str, allowed: list[int | str]) -> None:
    for value in allowed:
        sentence = words.sentence(make("glueckshaus", [(field, value)]), field)

        assert sentence.endswith(".")
        assert "{" not in sentence


@pytest.mark.parametrize(
    ("field", "enumerated"), [(f, a) for f, a in ALLOWED.items() if len(a) < 5]
)
def test_no_two_words_have_the_same_sentence(field: str, enumerated: list[int | str]) -> None:
    said = {words.sentence(make("glueckshaus", [(field, value)]), field) for value in enumerated}

    assert len(said) == len(enumerated)


def test_the_minutes_are_told_where_a_clock_runs() -> None:
    one = make("clock", [("minutes", 1)])

    assert words.sentence(make("glueckshaus", []), "minutes") == "No clock ends the game."
    assert words.sentence(one, "minutes") == "The game lasts 1 minute at most."
    assert words.sentence(one, "ending").startswith("After 1 minute the most chips win")
