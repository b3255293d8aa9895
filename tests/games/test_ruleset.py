"""House rules: every field read and refused, presets, contradictions (RULES.md 1.2 and 1.3)."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.errors import RulesError
from stbpi.games.game import NO_TILES, StartMatch, Tiles, all_tiles, members, tiles
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.house_rules import differences, make, preset, with_rule
from stbpi.games.shut_the_box.house_rules import values as written
from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from stbpi.games.shut_the_box.ruleset import FewerDice, OneDie, Ruleset, Scoring, Stakes
from tests.games.oracle import ONE_DIE_NEEDS
from tests.strategies import box_sizes, json_values, rulesets, sets_of

Written = int | str | tuple[int, ...]

ALLOWED: dict[str, list[Written]] = {
    "tiles": [6, 7, 8, 9, 10, 11, 12],
    "rounds": list(range(21)),
    "scoring": ["sum", "digits", "count", "covered"],
    "one_die": [
        "total_6",
        "never",
        "high_down",
        "last_tile",
        "always",
        "literal_789",
        "top_three_down",
        "total_below_6",
        "only_tile_1",
    ],
    "shut": ["wins", "zero"],
    "knock_out": list(range(0, 201, 5)),
    "one_die_forced": [False, True],
    "dice": [2, 3, 1, 4],
    "fewer_dice": ["one", "any"],
    "cover": ["any", "max_two", "max_three", "one_tile", "sum_or_dice", "exact"],
    "start": ["all", (7,), (1, 2), (4, 5, 6, 7, 8, 9), tuple(range(1, 13))],
    "first_roll_tile": list(range(13)),
    "unlucky": [0, *range(2, 19)],
    "may_stop": [False, True],
    "knock_out_at": ["reach", "exceed"],
    "ceiling": list(range(1000)),
    "ceiling_at": ["exceed", "reach"],
    "match_by": ["totals", "rounds_won"],
    "tie": ["shared", "playoff"],
    "stakes": ["none", "pool", "difference"],
    "stake": list(range(1, 1001)),
    "tie_pot": ["share", "carry"],
    "roll": ["box", "real"],
}
"""The values of RULES.md 1.2, as they are written; of `start` examples."""

REFUSED: dict[str, list[object]] = {
    "tiles": [5, 13, -9, "", "nine", "9.0", 9.0, None, True, [9]],
    "rounds": [-1, 21, "-1", "four", "1 ", "٤", None, False],
    "scoring": ["", "SUM", "digit", 1, None, ["sum"]],
    "one_die": ["", "total 6", "sometimes", 6, True, None],
    "shut": ["", "win", "0", 0, None],
    "knock_out": [-5, 1, 44, 205, "45.0", "", None, True],
    "one_die_forced": ["", "True", "yes", "1", 0, 1, None],
    "dice": [0, 5, "9" * 5000, "two", None, True],
    "fewer_dice": ["", "two", 1, None, True],
    "cover": ["", "max_four", 2, None, ["any"]],
    "start": [(), [], "", "none", (0,), (13,), (1, 1), (1, "2"), (True,), "1;2", "1,,2", 7, None],
    "first_roll_tile": [-1, 13, "two", "", 2.0, None, True],
    "unlucky": [1, 19, -7, "seven", 7.0, None, True],
    "may_stop": ["", "True", "yes", "1", 0, 1, None],
    "knock_out_at": ["", "reaches", ">=", 45, None],
    "ceiling": [-1, 1000, "", "45.0", None, True],
    "ceiling_at": ["", "exceeds", ">", 45, None],
    "match_by": ["", "total", "rounds", 1, None],
    "tie": ["", "share", "play-off", 1, None, True],
    "stakes": ["", "pools", "yes", 0, None, True],
    "stake": [0, -1, 1001, "", "1.0", None, True],
    "tie_pot": ["", "shared", "carried", 1, None],
    "roll": ["", "players", "committed", 1, None, True],
}

GOES_WITH: dict[str, list[tuple[str, object]]] = {
    "start": [("tiles", 12)],
    "first_roll_tile": [("tiles", 12)],
    "unlucky": [("dice", 3)],
}
"""Other rules without which some of the allowed values would contradict the defaults."""

each_allowed = pytest.mark.parametrize(
    ("field", "value"),
    [
        (field, value)
        for field, values in ALLOWED.items()
        for value in (values if len(values) < 50 else [*values[:3], values[45], *values[-2:]])
    ],
)
each_refused = pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in REFUSED.items() for value in values],
    ids=lambda value: str(value)[:20],
)


def test_these_tables_know_every_field() -> None:
    names = [field.name for field in fields(Ruleset)]

    assert list(ALLOWED) == names
    assert list(REFUSED) == names


def as_text(value: Written) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


@each_allowed
def test_a_rule_is_read_from_its_value(field: str, value: Written) -> None:
    with_others = [*GOES_WITH.get(field, []), (field, value)]
    if field == "unlucky" and value == 2:
        with_others[0] = ("dice", 2)

    assert written(make("luk_kassen", with_others))[field] == value


@each_allowed
def test_a_rule_is_read_from_text(field: str, value: Written) -> None:
    found = written(with_rule(Ruleset(), field, as_text(value)))[field]

    assert found == value
    assert isinstance(found, type(value))


@each_allowed
def test_a_rule_changes_nothing_but_its_field(field: str, value: Written) -> None:
    base = preset("luk_kassen")
    changed = differences(with_rule(base, field, value), base)

    assert changed == (() if written(base)[field] == value else ((field, value),))


def test_tiles_that_stand_at_the_start_may_be_listed_in_any_order() -> None:
    for listed in ([9, 1, 3], (3, 9, 1), "9,3,1"):
        assert with_rule(Ruleset(), "start", listed).start == (1, 3, 9)


@each_refused
def test_what_a_rule_can_not_be_is_refused_with_its_name(field: str, value: object) -> None:
    with pytest.raises(RulesError) as refused:
        make("luk_kassen", [(field, value)])

    assert (refused.value.field, refused.value.found) == (field, value)
    assert str(refused.value).startswith(f"rule {field} = ")


@given(
    st.sampled_from(list(ALLOWED)),
    json_values()
    | st.sampled_from(sorted({str(v) for values in ALLOWED.values() for v in values})),
)
def test_any_value_is_taken_or_refused_with_its_name(field: str, value: object) -> None:
    try:
        rules = with_rule(Ruleset(), field, value)
    except RulesError as exc:
        assert exc.field == field
    else:
        found = written(rules)[field]
        if isinstance(found, tuple):
            assert list(found) == sorted(set(found) & set(range(1, 13)))
        else:
            assert found in ALLOWED[field]


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ("tile", "Did you mean tiles?"),
        ("knockout", "Did you mean knock_out?"),
        ("colour", "Known are: tiles, rounds,"),
    ],
)
def test_an_unknown_rule_is_refused_with_the_nearest_one(field: str, hint: str) -> None:
    with pytest.raises(RulesError) as refused:
        make("luk_kassen", [(field, 9)])

    assert refused.value.field == field
    assert hint in refused.value.do


def test_the_last_of_two_values_counts() -> None:
    assert make("luk_kassen", [("tiles", 10), ("tiles", "12")]).tiles == 12


# Presets


def test_the_defaults_are_those_of_luk_kassen() -> None:
    assert preset("luk_kassen") == Ruleset()
    assert written(Ruleset()) == {
        "tiles": 9,
        "rounds": 4,
        "scoring": "sum",
        "one_die": "total_6",
        "shut": "wins",
        "knock_out": 0,
        "one_die_forced": False,
        "dice": 2,
        "fewer_dice": "one",
        "cover": "any",
        "start": "all",
        "first_roll_tile": 0,
        "unlucky": 0,
        "may_stop": False,
        "knock_out_at": "reach",
        "ceiling": 0,
        "ceiling_at": "exceed",
        "match_by": "totals",
        "tie": "shared",
        "stakes": "none",
        "stake": 1,
        "tie_pot": "share",
        "roll": "box",
    }


def test_classic_has_one_round_and_one_die_when_the_high_tiles_are_down() -> None:
    classic = differences(preset("classic"), preset("luk_kassen"))

    assert classic == (("rounds", 1), ("one_die", "high_down"))
    assert preset("classic").shut == "wins"
    assert preset("classic").tiles == 9


CLASSIC = (("rounds", 1), ("one_die", "high_down"))
DIFFERS: dict[str, tuple[tuple[str, object], ...]] = {
    "classic": CLASSIC,
    "golf": CLASSIC,
    "missionary": (*CLASSIC, ("scoring", "count")),
    "canoga_stakes": (("one_die", "high_down"), ("stakes", "difference")),
    "pub_pool": (("one_die", "high_down"), ("stakes", "pool")),
    "up_to_45": (("rounds", 0), ("one_die", "high_down"), ("ceiling", 45)),
    "children": (*CLASSIC, ("cover", "sum_or_dice")),
    "solo": CLASSIC,
    "luk_kassen": (),
    "canoga": (("tiles", 10), ("one_die", "high_down")),
    "digits": (("scoring", "digits"),),
    "three_dice": (("tiles", 12), ("dice", 3)),
    "knock_out": (("rounds", 0), ("shut", "zero"), ("knock_out", 45), ("knock_out_at", "exceed")),
    "best_of_one": (("rounds", 1),),
    "tournament": (("rounds", 0), ("ceiling", 100), ("ceiling_at", "reach")),
    "two_to_go": (("first_roll_tile", 2),),
    "three_to_go": (("first_roll_tile", 3),),
    "three_down": (("start", (4, 5, 6, 7, 8, 9)),),
    "odds": (("start", (1, 3, 5, 7, 9)),),
    "evens": (("start", (2, 4, 6, 8)),),
    "full_house": (("tiles", 12),),
    "lucky_seven": (("rounds", 0), ("start", (7,))),
    "unlucky_seven": (("unlucky", 7),),
    "thai": (("cover", "one_tile"), ("one_die", "never")),
    "exact": (("cover", "exact"),),
    "two_tiles": (("cover", "max_two"),),
}
"""What each preset differs from the defaults by, from RULES.md 1.3, in its order."""


def test_the_presets_are_those_of_the_rules_page_in_its_order() -> None:
    assert list(PRESETS) == list(DIFFERS)
    assert {"solo"} == FOR_ONE_PLAYER


@pytest.mark.parametrize("name", DIFFERS)
def test_a_preset_differs_from_the_defaults_as_the_rules_page_says(name: str) -> None:
    assert set(differences(preset(name), Ruleset())) == set(DIFFERS[name])


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played(name: str) -> None:
    assert make(name, ()) == preset(name)
    assert differences(make(name, ()), preset(name)) == ()


@pytest.mark.parametrize(
    ("name", "hint"), [("clasic", "Did you mean classic?"), ("", "Known are: classic, golf,")]
)
def test_an_unknown_preset_is_refused_with_the_nearest_one(name: str, hint: str) -> None:
    with pytest.raises(RulesError) as refused:
        make(name, ())

    assert refused.value.field == "preset"
    assert hint in refused.value.do


# Contradictions


def test_a_match_that_nothing_ends_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        make("luk_kassen", [("rounds", 0), ("shut", "zero")])

    assert refused.value.field == "rounds"
    assert "knock_out" in refused.value.do


@pytest.mark.parametrize("end", [("shut", "wins"), ("knock_out", 45), ("ceiling", 45)])
def test_a_match_without_rounds_that_something_else_ends_can_be_played(
    end: tuple[str, int | str],
) -> None:
    make("luk_kassen", [("shut", "zero"), ("rounds", 0), end])


@pytest.mark.parametrize("cover", ["any", "max_two", "max_three"])
def test_real_dice_go_with_covers_by_the_total(cover: str) -> None:
    assert make("luk_kassen", [("roll", "real"), ("cover", cover)]).has_real_dice


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("thai", [("roll", "real")]),
        ("luk_kassen", [("roll", "real"), ("cover", "sum_or_dice")]),
        ("luk_kassen", [("cover", "exact"), ("roll", "real")]),
    ],
)
def test_real_dice_are_refused_where_a_cover_looks_at_single_dice(
    name: str, rules: list[tuple[str, str]]
) -> None:
    with pytest.raises(RulesError) as refused:
        make(name, rules)

    assert refused.value.field == "cover"
    assert "any, max_two, max_three" in refused.value.expected
    assert "roll = box" in refused.value.do


def test_a_knock_out_where_high_totals_are_good_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        make("luk_kassen", [("knock_out", 45), ("scoring", "covered")])

    assert (refused.value.field, refused.value.found) == ("knock_out", 45)


@pytest.mark.parametrize(
    ("field", "rules"),
    [
        ("start", {"start": (4, 10)}),
        ("start", {"start": "7,9", "tiles": 8}),
        ("first_roll_tile", {"first_roll_tile": 10}),
        ("first_roll_tile", {"first_roll_tile": 2, "start": (1, 3)}),
        ("unlucky", {"unlucky": 13}),
        ("unlucky", {"unlucky": 2, "dice": 3}),
        ("unlucky", {"unlucky": 7, "dice": 1}),
    ],
)
def test_what_can_never_happen_is_refused(field: str, rules: dict[str, object]) -> None:
    with pytest.raises(RulesError) as refused:
        make("luk_kassen", rules.items())

    assert refused.value.field == field


@pytest.mark.parametrize("stakes", ["pool", "difference"])
def test_nobody_plays_for_stakes_alone(stakes: str) -> None:
    game = ShutTheBox()
    alone = StartMatch(
        game="shut_the_box", names=("Ann",), preset="classic", house_rules=(("stakes", stakes),)
    )

    with pytest.raises(RulesError) as refused:
        game.decide(game.new(NO_TILES, complain_ms=1500), alone)

    assert (refused.value.field, refused.value.found) == ("stakes", stakes)
    assert game.summary("classic", alone.house_rules).least_seats == 2


def test_nobody_plays_solo_with_others() -> None:
    game = ShutTheBox()
    together = StartMatch(game="shut_the_box", names=("Ann", "Bob"), preset="solo", house_rules=())

    with pytest.raises(RulesError) as refused:
        game.decide(game.new(NO_TILES, complain_ms=1500), together)

    assert (refused.value.field, refused.value.found) == ("preset", "solo")
    assert game.summary("solo", ()).most_seats == 1


@pytest.mark.parametrize("first", ["rounds", "shut", "knock_out"])
def test_contradictions_are_looked_for_when_all_rules_are_known(first: str) -> None:
    """The order of the fields in a file says nothing."""
    rules: dict[str, int | str] = {"rounds": 0, "shut": "zero", "knock_out": 45}
    ordered = [(first, rules.pop(first)), *rules.items()]

    assert make("luk_kassen", ordered).knock_out == 45


@given(rulesets(), st.sampled_from(list(PRESETS)))
def test_what_differs_from_a_preset_makes_the_same_rules_again(rules: Ruleset, name: str) -> None:
    assert make(name, differences(rules, preset(name))) == rules


@given(rulesets(), st.sampled_from(list(PRESETS)))
def test_what_differs_from_a_preset_can_be_written_as_text(rules: Ruleset, name: str) -> None:
    texts = [(field, as_text(value)) for field, value in differences(rules, preset(name))]

    assert make(name, texts) == rules


@given(rulesets())
def test_checked_rules_are_checked_to_the_same(rules: Ruleset) -> None:
    game = ShutTheBox()
    once = game.check_rules("classic", differences(rules, preset("classic")))

    assert game.check_rules("classic", once) == once
    assert game.summary("classic", once).tiles == rules.tiles
    assert game.summary("classic", once).rounds == rules.rounds
    assert game.summary("classic", once).least_seats == (1 if rules.stakes is Stakes.NONE else 2)
    assert game.summary("classic", once).most_seats == 12


# One die and scores


@pytest.mark.parametrize("count", [9, 10, 12])
@pytest.mark.parametrize("one_die", OneDie)
def test_one_die_is_allowed_exactly_when_the_rules_page_says(one_die: OneDie, count: int) -> None:
    rules = Ruleset(tiles=count, one_die=one_die)
    standing = [Tiles(mask) for mask in range(1, 1 << count)]

    assert [rules.one_die_allowed(up) for up in standing] == [
        ONE_DIE_NEEDS[one_die](members(up), count) for up in standing
    ]


@pytest.mark.parametrize(
    ("one_die", "count", "standing", "allowed"),
    [
        (OneDie.TOTAL_6, 9, tiles(1, 5), True),
        (OneDie.TOTAL_6, 9, tiles(7), False),
        (OneDie.HIGH_DOWN, 12, tiles(4, 5, 6), True),
        (OneDie.HIGH_DOWN, 12, tiles(1, 10), False),
        (OneDie.LITERAL_789, 12, tiles(1, 10), True),
        (OneDie.TOP_THREE_DOWN, 10, tiles(1, 7), True),
        (OneDie.TOP_THREE_DOWN, 10, tiles(8), False),
        (OneDie.LAST_TILE, 9, tiles(9), True),
        (OneDie.TOTAL_BELOW_6, 9, tiles(1, 5), False),
    ],
)
def test_examples_of_when_one_die_is_allowed(
    one_die: OneDie, count: int, standing: Tiles, allowed: bool
) -> None:
    assert Ruleset(tiles=count, one_die=one_die).one_die_allowed(standing) is allowed


@pytest.mark.parametrize("dice", [2, 3, 4])
@pytest.mark.parametrize(("forced", "small"), [(False, "both"), (True, "one")])
def test_how_many_dice_may_be_thrown(dice: int, forced: bool, small: str) -> None:
    rules = Ruleset(dice=dice, one_die_forced=forced)

    assert rules.dice_allowed(tiles(7)) == (dice,)
    assert rules.dice_allowed(tiles(6)) == ((1, dice) if small == "both" else (1,))


@pytest.mark.parametrize("dice", [2, 3, 4])
@pytest.mark.parametrize("forced", [False, True])
def test_where_any_number_is_allowed_it_may_be_every_smaller_one(dice: int, forced: bool) -> None:
    rules = Ruleset(dice=dice, fewer_dice=FewerDice.ANY, one_die_forced=forced)

    assert rules.dice_allowed(tiles(7)) == (dice,)
    assert rules.dice_allowed(tiles(6)) == ((1,) if forced else tuple(range(1, dice + 1)))


@pytest.mark.parametrize("fewer", FewerDice)
@pytest.mark.parametrize("forced", [False, True])
def test_with_a_single_die_there_is_no_choice(fewer: FewerDice, forced: bool) -> None:
    rules = Ruleset(dice=1, fewer_dice=fewer, one_die_forced=forced)

    assert rules.dice_allowed(tiles(9)) == rules.dice_allowed(tiles(1)) == (1,)


@pytest.mark.parametrize(
    ("scoring", "standing", "score"),
    [
        (Scoring.SUM, tiles(2, 5, 7), 14),
        (Scoring.DIGITS, tiles(2, 5, 7), 257),
        (Scoring.DIGITS, all_tiles(12), 123456789101112),
        (Scoring.DIGITS, NO_TILES, 0),
        (Scoring.COUNT, tiles(2, 5, 7), 3),
        (Scoring.COVERED, tiles(2, 5, 7), 64),
        (Scoring.COVERED, NO_TILES, 78),
    ],
)
def test_examples_of_scores(scoring: Scoring, standing: Tiles, score: int) -> None:
    assert Ruleset(tiles=12, scoring=scoring).score(standing, start=all_tiles(12)) == score


def test_only_tiles_that_stood_at_the_start_can_be_covered() -> None:
    rules = Ruleset(scoring=Scoring.COVERED, start=(1, 3, 5))

    assert rules.score(tiles(3), start=rules.start_tiles) == 6


@given(box_sizes().flatmap(sets_of))
def test_digits_are_read_in_ascending_order(standing: Tiles) -> None:
    digits = Ruleset(tiles=12, scoring=Scoring.DIGITS).score(standing, start=all_tiles(12))

    assert str(digits) == ("".join(str(n) for n in members(standing)) or "0")
