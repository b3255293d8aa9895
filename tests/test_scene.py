"""The public state: what scenarios and other programs read of a scene."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from stbpi.display.examples import COVERING, MATCH_OVER, READY, SETUP, TURN_OVER, WRONG, scene
from stbpi.display.gallery import EXAMPLES
from stbpi.games.game import Phase, Prompt, tiles
from stbpi.scene import numbers, public


def test_a_turn_in_its_public_form() -> None:
    state = public(scene(COVERING, faults=("display", "serial")))

    assert state == {
        "phase": "covering",
        "prompt": "cover",
        "player": "Bjørn",
        "round": "2",
        "standing": "1,3,4,6,7",
        "roll": "5,4",
        "left": "7",
        "dice_allowed": "-",
        "out": "-",
        "winner": "-",
        "faults": "display,serial",
        "pot": "-",
        "score.Anna": "12",
        "score.Bjørn": "7",
        "score.Līga": "0",
        "total.Anna": "23",
        "total.Bjørn": "7",
        "total.Līga": "31",
        **{f"balance.{name}": "-" for name in ("Anna", "Bjørn", "Līga")},
        **{f"rounds_won.{name}": "-" for name in ("Anna", "Bjørn", "Līga")},
    }


def test_what_is_not_known_is_a_dash() -> None:
    state = public(scene(MATCH_OVER))

    assert {state[key] for key in ("player", "round", "roll", "left", "dice_allowed")} == {"-"}
    assert (state["out"], state["winner"]) == ("Līga", "Bjørn")


def test_players_who_are_out_stand_in_seat_order() -> None:
    out = tuple(replace(p, out=True) for p in READY.players)

    assert public(scene(replace(READY, players=out)))["out"] == "Anna,Bjørn,Līga"


def test_a_score_of_nought_is_a_score() -> None:
    players = tuple(replace(p, score=0) for p in READY.players)

    assert public(scene(replace(READY, players=players)))["score.Anna"] == "0"


def test_a_player_who_has_not_played_has_no_score() -> None:
    players = tuple(replace(p, score=None) for p in READY.players)

    assert public(scene(replace(READY, players=players)))["score.Anna"] == "-"


def test_a_complete_cover_has_nothing_left_and_says_so() -> None:
    assert public(scene(replace(COVERING, left=0)))["left"] == "0"


def test_a_shut_box_has_no_standing_tiles() -> None:
    assert public(scene(replace(TURN_OVER, standing=tiles())))["standing"] == "-"


def test_every_phase_and_prompt_has_the_same_keys() -> None:
    views = [READY, COVERING, WRONG, TURN_OVER, MATCH_OVER, SETUP]
    views += [replace(READY, phase=phase) for phase in Phase]
    views += [replace(READY, prompt=prompt) for prompt in Prompt]

    assert len({tuple(sorted(public(scene(view)))) for view in views}) == 1


@given(st.lists(st.integers(0, 99)))
def test_numbers_are_written_as_scenarios_read_them(values: list[int]) -> None:
    text = numbers(tuple(values))

    assert ([] if text == "-" else [int(word) for word in text.split(",")]) == values


def test_every_key_and_value_is_one_word_so_that_a_scenario_can_say_it() -> None:
    states = [public(one) for one in EXAMPLES.values()]

    assert any("total.Casual_10" in state for state in states)
    assert all(len(word.split()) == 1 for state in states for it in state.items() for word in it)
