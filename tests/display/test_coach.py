"""What the coach says on the display: where, and that everything else stays where it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from stbpi.display.coach import best_cover, best_dice, luck_and_errors, second_best, worst_choice
from stbpi.display.coach_gallery import COACHED
from stbpi.display.gallery import SCENES
from stbpi.display.screens import draw
from stbpi.display.screens_tall import draw_tall
from stbpi.games.game import Phase, Prompt
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.language import LANGUAGES, Message, message, speaking
from stbpi.scene import Held, Scene
from stbpi.thinking.advice import Advice, Coaching
from stbpi.thinking.coach import advice
from stbpi.thinking.question import Before, Occasion

LETTERS = 21  # of a line
USUAL = message("as ever")
BEFORE = [name for name, (_, said) in COACHED.items() if said.before is not None]
AFTER = [name for name, (_, said) in COACHED.items() if said.after is not None]


def coaching(scene: Scene) -> Coaching:
    assert scene.coaching is not None
    return scene.coaching


def silent(scene: Scene) -> Scene:
    return replace(scene, coaching=None)


def changed(one: Scene, other: Scene) -> tuple[int, int, int, int] | None:
    """Return the part of the picture in which two scenes differ."""
    return ImageChops.logical_xor(draw(one).picture, draw(other).picture).getbbox()


def dice_advice(*best: int, of: int) -> Advice:
    """Make advice of which these numbers of dice are the best."""
    before = coaching(SCENES["complete_with_advice"]).before
    assert before is not None
    options = tuple(
        replace(before.options[0], dice=n, is_best=n in best, cost=None if n in best else USUAL)
        for n in range(1, of + 1)
    )
    return Advice(said=Message("so many dice|so many"), options=options)


@pytest.mark.parametrize("name", COACHED)
def test_nothing_is_said_on_the_display_unless_the_landlord_lets_it(name: str) -> None:
    scene = SCENES[name]
    kept = replace(scene, coaching=replace(coaching(scene), on_display=False))

    assert draw(kept).picture.tobytes() == draw(silent(scene)).picture.tobytes()
    assert draw_tall(kept).picture.tobytes() == draw_tall(silent(scene)).picture.tobytes()


@pytest.mark.parametrize("name", COACHED)
def test_who_thinks_says_nothing(name: str) -> None:
    thinking = replace(SCENES[name], coaching=Coaching(is_thinking=True, on_display=True))

    assert changed(thinking, silent(thinking)) is None


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", BEFORE)
def test_advice_changes_the_strip_alone(name: str, code: str) -> None:
    scene = replace(SCENES[name], language=code)
    part = changed(scene, silent(scene))

    assert part is not None
    assert (part[1] >= 39, part[3] <= 50) == (True, True)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", AFTER)
def test_luck_and_errors_stand_where_the_tiles_were_and_change_nothing_else(
    name: str, code: str
) -> None:
    scene = replace(SCENES[name], language=code)
    part = changed(scene, silent(scene))

    assert part is not None
    assert part[1] >= 50
    assert draw(scene).picture.crop((0, 50, 128, 62)).getbbox() is not None
    assert draw(scene).picture.crop((0, 62, 128, 64)).getbbox() is None


@pytest.mark.parametrize("held", [Held.PRESS, Held.HOLD])
@pytest.mark.parametrize("name", BEFORE)
def test_a_message_has_the_strip(name: str, held: Held) -> None:
    scene = replace(SCENES[name], held=held)

    assert changed(scene, silent(scene)) is None


def test_why_a_press_was_refused_has_the_strip() -> None:
    scene = SCENES["ready_with_advice"]
    refused = replace(scene, view=replace(scene.view, prompt=Prompt.ONE_DIE))

    assert changed(refused, silent(refused)) is None


def test_at_the_end_of_a_match_nothing_is_said_of_the_last_turn() -> None:
    over = replace(SCENES["match_over"], coaching=coaching(SCENES["no_move_with_luck"]))

    assert changed(over, silent(over)) is None
    assert draw_tall(over).picture.tobytes() == draw_tall(silent(over)).picture.tobytes()


def test_the_usual_words_stand_where_nothing_of_the_advice_fits() -> None:
    scene = SCENES["covering_with_advice"]
    advice = replace(dice_advice(1, of=2), said=Message("a" * 22))
    talking = replace(scene, coaching=Coaching(before=advice, on_display=True))
    usual = ("a" * 22, "as ever")

    assert best_cover(talking, USUAL) == usual
    assert draw(talking).cut == ()


@pytest.mark.parametrize("dice", [(6, 6, 6), (5, 5, 5), (4, 5, 6)])
@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_coach_thinks_of_the_longest_covers_fits(code: str, dice: tuple[int, ...]) -> None:
    rules = PRESETS["three_dice"]
    occasion = Occasion(rules=rules, seats=1, seat=1, round=1, turns=())
    thought = advice(Before(occasion=occasion, standing=rules.start_tiles, dice=dice))
    scene = SCENES["covering"]
    coached = replace(scene, coaching=Coaching(before=thought, on_display=True))
    with speaking(code):
        fitting = [words for words in best_cover(coached, USUAL) if len(words) <= LETTERS]

    assert fitting[0] != "as ever"


@pytest.mark.parametrize(
    ("best", "allowed", "deed"),
    [
        ((2,), (1, 2), "press "),
        ((1,), (1, 2), "hold "),
        ((2,), (1, 2, 3), "hold "),
        ((1,), (1, 2, 3), ""),
        ((1, 2), (1, 2), ""),
        ((1,), (1,), "press "),
    ],
)
def test_the_best_dice_are_told_with_what_throws_them(
    best: tuple[int, ...], allowed: tuple[int, ...], deed: str
) -> None:
    scene = SCENES["complete"]
    advice = dice_advice(*best, of=len(allowed))
    advised = replace(
        scene,
        view=replace(scene.view, dice_allowed=allowed),
        coaching=Coaching(before=advice, on_display=True),
    )
    said = ("so many dice", "so many")
    with_deed = tuple(f"{deed}{words}" for words in said) if deed else ()

    assert best_dice(advised, USUAL) == (*with_deed, *said, "as ever")


def test_luck_is_told_without_errors_where_there_were_none() -> None:
    with_errors = coaching(SCENES["no_move_with_luck"]).after
    without = coaching(SCENES["shut_without_errors"]).after
    assert with_errors is not None
    assert without is not None

    assert "Luck +11.4 errors 7.4" in luck_and_errors(with_errors)
    assert "Luck +11.0, no errors" in luck_and_errors(without)


def test_there_is_room_for_the_second_best_and_the_worst_choice_on_a_tall_panel() -> None:
    covering, over = SCENES["covering_with_advice"], SCENES["no_move_with_luck"]

    assert second_best(covering)[0] == "2+7 costs 0.6 points"
    assert worst_choice(over)[0] == "4+5 instead of 9 cost 7.4 points"
    for scene in (covering, over):
        below = [draw_tall(it).picture.crop((0, 114, 128, 128)) for it in (scene, silent(scene))]
        assert below[0].tobytes() != below[1].tobytes()


def test_a_tall_panel_shows_the_tiles_below_where_the_luck_is_above_and_no_choice_was_worse() -> (
    None
):
    scene = SCENES["shut_without_errors"]
    below = draw_tall(scene).picture.crop((0, 114, 128, 128))

    assert below.tobytes() == draw(SCENES["shut"]).picture.crop((0, 50, 128, 64)).tobytes()


def test_while_a_page_stands_in_place_of_the_match_nothing_is_said() -> None:
    for name in COACHED:
        page = SCENES["figures"].page
        scene = replace(SCENES[name], page=page)
        drawn = (draw_tall(scene), draw_tall(silent(scene)))
        assert drawn[0].picture.tobytes() == drawn[1].picture.tobytes()
    assert SCENES["no_move_with_luck"].view.phase is Phase.TURN_OVER
