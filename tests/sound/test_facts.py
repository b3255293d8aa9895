"""Facts: which changes of a scene are worth a sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.desk.page import Act, Figure, Figures, Letters, Menu, MenuLine, Question
from stbpi.display.examples import COVERING, READY, WRONG, scene
from stbpi.display.gallery import EXAMPLES
from stbpi.games.game import NO_TILES, Phase, Prompt, all_tiles, tiles, without
from stbpi.language import message
from stbpi.scene import Held, Scene
from stbpi.service.page import HardwareView
from stbpi.service.page import Page as Leaf
from stbpi.sound.cues import Cue, Fact, OwnCue
from stbpi.sound.facts import facts, is_touched
from stbpi.sound.phrase import Spelling, phrase
from stbpi.sound.speech import line

NINE = all_tiles(9)

THROWN = replace(COVERING, standing=NINE, committed=NO_TILES, named=NO_TILES, roll=(6, 5), left=11)
PART = replace(THROWN, standing=without(NINE, tiles(9)), left=2)
COMPLETE = replace(
    THROWN, standing=without(NINE, tiles(9, 2)), left=0, prompt=Prompt.ROLL, dice_allowed=(2,)
)
WRONG_TILE = replace(
    THROWN,
    phase=Phase.WRONG,
    prompt=Prompt.RAISE,
    standing=without(NINE, tiles(9, 8)),
    named=tiles(8),
    left=11,
)
BEFORE = replace(
    READY,
    standing=NINE,
    committed=NO_TILES,
    named=NO_TILES,
    roll=(),
    left=None,
    dice_allowed=(2,),
)
TO_RAISE = replace(
    BEFORE,
    phase=Phase.RAISE_TILES,
    prompt=Prompt.RAISE,
    standing=without(NINE, tiles(3, 9)),
    named=tiles(3, 9),
    dice_allowed=(),
)
FIRST = replace(BEFORE.players[0], seat=1, name="Ann", score=9, total=23, out=False, winner=False)
DEAD = replace(
    THROWN,
    phase=Phase.TURN_OVER,
    prompt=Prompt.NO_MOVE,
    why="no_move",
    left=None,
    player=1,
    players=(FIRST, *THROWN.players[1:]),
)
OVER = replace(
    DEAD,
    phase=Phase.MATCH_OVER,
    prompt=Prompt.MATCH_OVER,
    player=None,
    roll=(),
    players=(replace(FIRST, winner=True), *THROWN.players[1:]),
)


def told(before: Scene | None, after: Scene) -> list[Cue | OwnCue]:
    return [fact.cue for fact in facts(before, after)]


def by_ear(shown: Scene) -> Scene:
    return replace(shown, is_audio=True)


@pytest.mark.parametrize(
    ("before", "after", "fact"),
    [
        (BEFORE, THROWN, Fact(Cue.ROLL, (6, 5))),
        (COMPLETE, replace(THROWN, committed=tiles(2, 9)), Fact(Cue.ROLL, (6, 5))),
        (THROWN, PART, Fact(Cue.PARTIAL, (2,))),
        (PART, COMPLETE, Fact(Cue.COMPLETE)),
        (WRONG_TILE, COMPLETE, Fact(Cue.COMPLETE)),
        (THROWN, WRONG_TILE, Fact(Cue.WRONG, (8,))),
        (
            COMPLETE,
            replace(COMPLETE, prompt=Prompt.CLOSE_AGAIN, named=tiles(4)),
            Fact(Cue.CLOSE_AGAIN, (4,)),
        ),
        (
            PART,
            replace(DEAD, why="shut", prompt=Prompt.SHUT),
            Fact(Cue.SHUT, (9, 23), ("Ann",), "shut"),
        ),
        (
            PART,
            replace(DEAD, why="stopped", prompt=Prompt.STOPPED),
            Fact(Cue.STOPPED, (9, 23), ("Ann",), "stopped"),
        ),
        (DEAD, OVER, Fact(Cue.WON, (1,), ("Ann",))),
        (DEAD, replace(OVER, players=THROWN.players[1:]), Fact(Cue.ENDED)),
    ],
)
@pytest.mark.field("C3")
def test_these_changes_are_heard(before: object, after: object, fact: Fact) -> None:
    views = (before, after)
    first, then = (scene(view) for view in views)  # type: ignore[arg-type]  # rows of two kinds

    assert facts(first, then) == (fact,)
    assert facts(then, then) == ()


def test_a_dead_throw_is_a_throw_and_its_end() -> None:
    assert told(scene(COMPLETE), scene(DEAD)) == [Cue.ROLL, Cue.NO_MOVE]
    knocked_out = replace(DEAD, prompt=Prompt.OUT)
    assert told(scene(COMPLETE), scene(knocked_out)) == [Cue.ROLL, Cue.NO_MOVE, Cue.OUT]


def coached(name: str) -> tuple[Scene, Scene]:
    """Return the scene of an example of the coach, without and with what he says."""
    saying = replace(EXAMPLES[name], is_audio=True)
    return replace(saying, coaching=None), saying


def test_advice_is_told_by_ear_when_it_comes_and_not_again_for_every_tile() -> None:
    silent, saying = coached("covering_with_advice")
    moved = replace(saying, view=replace(saying.view, standing=tiles(1, 3, 4, 7), left=1))

    [fact] = facts(silent, saying)
    assert (fact.cue, fact.numbers) == (Cue.ADVICE, (3, 6))
    assert line([fact], language="en", verbosity=2).startswith("Best: 3+6, then 19 % to shut")
    assert Cue.ADVICE not in [it.cue for it in facts(saying, moved)]


def test_advice_on_dice_is_told_by_their_number() -> None:
    [fact] = facts(*coached("complete_with_advice"))

    assert (fact.cue, fact.numbers) == (Cue.ADVICE, (1,))


def test_a_press_that_can_do_nothing_tells_the_advice_once_more() -> None:
    _, saying = coached("covering_with_advice")
    pressed = replace(saying, held=Held.PRESS)

    assert [it.cue for it in facts(pressed, saying)] == [
        *(Cue.REFUSED, Cue.ROLL, Cue.LEFT, Cue.ADVICE)
    ]


def test_luck_and_errors_are_told_by_ear_once_behind_the_result() -> None:
    silent, saying = coached("no_move_with_luck")
    covering = replace(EXAMPLES["covering"], is_audio=True)
    told = facts(covering, saying)

    assert [it.cue for it in told][-2:] == [Cue.NO_MOVE, Cue.LUCK]
    assert line(told[-1:], language="en", verbosity=2) == "Luck +11.4 points, errors 7.4 points."
    assert [it.cue for it in facts(silent, saying)] == [Cue.LUCK]
    assert facts(saying, saying) == ()


def test_luck_without_errors_is_told_as_such() -> None:
    [fact] = facts(*coached("shut_without_errors"))

    assert line([fact], language="en", verbosity=1) == "Luck +11.0, no errors."


@pytest.mark.parametrize("name", ["covering_with_advice", "no_move_with_luck"])
def test_what_the_display_may_not_say_is_not_told_either(name: str) -> None:
    silent, saying = coached(name)
    assert saying.coaching is not None
    kept = replace(saying, coaching=replace(saying.coaching, on_display=False))

    assert facts(silent, kept) == ()
    assert facts(replace(silent, is_audio=False), replace(saying, is_audio=False)) == ()


def test_the_coach_is_quiet_while_the_hardware_is_tested() -> None:
    silent, saying = coached("covering_with_advice")
    testing = EXAMPLES["test_walk"].test
    during = (replace(silent, test=testing), replace(saying, test=testing))

    assert facts(*during) == ()
    assert facts(during[1], saying)[-1].cue is Cue.ADVICE


def test_a_turn_begins_with_its_player_and_what_he_shall_raise() -> None:
    other = replace(TO_RAISE, player=2)
    name = TO_RAISE.players[1].name

    assert facts(scene(replace(DEAD, player=1)), scene(other)) == (
        Fact(Cue.PLAYER, (2,), (name,)),
        Fact(Cue.RAISE_ALL),
    )
    up = replace(BEFORE, player=2)
    assert told(scene(other), scene(up)) == []
    assert told(by_ear(scene(other)), by_ear(scene(up))) == [Cue.READY]


def test_only_some_of_the_tiles_that_are_down_are_told_by_number() -> None:
    evens = replace(TO_RAISE, standing=without(NINE, tiles(1, 3, 9)), named=tiles(3, 9))
    assert facts(scene(replace(DEAD)), scene(evens))[-1] == Fact(Cue.RAISE, (3, 9))

    lower = replace(evens, prompt=Prompt.LOWER, named=tiles(4))
    assert facts(scene(evens), scene(lower)) == (Fact(Cue.LOWER, (4,)),)


def test_raising_one_of_several_tiles_is_not_answered_by_all_of_them_again() -> None:
    fewer = replace(TO_RAISE, standing=without(NINE, tiles(9)), named=tiles(9))
    assert told(by_ear(scene(TO_RAISE)), by_ear(scene(fewer))) == []
    assert told(by_ear(scene(fewer)), by_ear(scene(TO_RAISE))) == [Cue.RAISE_ALL]


def test_a_tile_that_is_raised_again_is_heard_in_audio_mode() -> None:
    assert told(scene(PART), scene(THROWN)) == []
    assert facts(by_ear(scene(PART)), by_ear(scene(THROWN))) == (Fact(Cue.TAKEN_BACK, (11,)),)


def test_a_tile_that_may_be_wrong_is_silent_until_it_is_complained_about() -> None:
    maybe = replace(WRONG_TILE, phase=Phase.COVERING, prompt=Prompt.COVER, named=NO_TILES)
    assert told(by_ear(scene(PART)), by_ear(scene(maybe))) == []
    assert told(by_ear(scene(maybe)), by_ear(scene(WRONG_TILE))) == [Cue.WRONG]
    assert told(by_ear(scene(WRONG_TILE)), by_ear(scene(PART))) == [Cue.TAKEN_BACK]


def test_a_closed_tile_that_is_put_back_is_answered_by_what_is_left() -> None:
    lifted = replace(PART, prompt=Prompt.CLOSE_AGAIN, named=tiles(4))
    assert facts(by_ear(scene(lifted)), by_ear(scene(PART))) == (Fact(Cue.LEFT, (2,)),)


def test_fewer_dice_are_offered_by_ear() -> None:
    some = replace(COMPLETE, dice_allowed=(1, 2))
    assert told(scene(PART), scene(some)) == [Cue.COMPLETE]
    assert facts(by_ear(scene(PART)), by_ear(scene(some))) == (
        Fact(Cue.COMPLETE),
        Fact(Cue.CHOICE, (1, 2)),
    )


@pytest.mark.parametrize(
    ("view", "answer"),
    [
        (PART, [Cue.ROLL, Cue.LEFT]),
        (TO_RAISE, [Cue.PLAYER, Cue.RAISE_ALL]),
        (WRONG_TILE, [Cue.WRONG]),
        (replace(PART, prompt=Prompt.CLOSE_AGAIN, named=tiles(4)), [Cue.CLOSE_AGAIN]),
        (DEAD, [Cue.NO_MOVE]),
        (COMPLETE, [Cue.ROLL, Cue.COMPLETE]),
    ],
)
@pytest.mark.parametrize("held", [Held.PRESS, Held.HOLD])
def test_a_press_that_can_do_nothing_is_refused_and_tells_by_ear_how_things_stand(
    view: object, answer: list[Cue], held: Held
) -> None:
    shown = scene(view)  # type: ignore[arg-type]  # rows of two kinds
    pressed = replace(shown, held=held)

    assert told(pressed, shown) == [Cue.REFUSED]
    assert told(by_ear(pressed), by_ear(shown)) == [Cue.REFUSED, *answer]
    assert told(shown, pressed) == []


def test_a_single_die_that_is_not_allowed_is_refused_and_its_notice_goes_in_silence() -> None:
    refused = replace(COMPLETE, prompt=Prompt.ONE_DIE)
    assert told(replace(scene(COMPLETE), held=Held.HOLD), scene(refused)) == [Cue.REFUSED]
    assert told(by_ear(scene(refused)), by_ear(scene(COMPLETE))) == []


@pytest.mark.parametrize("held", [Held.PRESS, Held.HOLD])
def test_a_press_that_throws_is_no_refusal(held: Held) -> None:
    pressed = replace(scene(BEFORE), held=held)
    assert told(pressed, scene(THROWN)) == [Cue.ROLL]
    assert told(replace(scene(OVER), held=held), scene(OVER)) == []
    assert told(replace(scene(PART), held=Held.NOTHING), scene(PART)) == []


def test_audio_mode_announces_itself_and_tells_how_things_stand() -> None:
    shown = scene(PART)
    assert told(None, shown) == []
    assert told(None, by_ear(shown)) == [Cue.AUDIO, Cue.ROLL, Cue.LEFT]
    assert told(shown, by_ear(shown)) == [Cue.AUDIO, Cue.ROLL, Cue.LEFT]
    assert told(by_ear(shown), shown) == []


@pytest.mark.parametrize(("part", "numbers"), [("tile_4", (4,)), ("disk", ()), ("tile_board", ())])
def test_a_fault_is_heard_when_it_comes_and_when_it_goes(
    part: str, numbers: tuple[int, ...]
) -> None:
    well, failed = scene(COMPLETE), replace(scene(COMPLETE), faults=("serial", part))
    old = replace(well, faults=("serial",))

    assert facts(old, failed) == (Fact(Cue.FAULT, numbers),)
    assert facts(failed, old) == (Fact(Cue.FAULT_CLEARED, numbers),)
    assert facts(None, failed) == ()


LINES = Menu(lines=(MenuLine(Act.CONTINUE), MenuLine(Act.SOUND, value=message("off"))))
LETTERS = Letters(title=message("A record!"))


@pytest.mark.parametrize(
    ("before", "after", "cues"),
    [
        (None, LINES, [Cue.CHOOSE]),
        (LINES, LINES.next(), [Cue.STEP]),
        (LINES, replace(LINES, title=message("Sound")), [Cue.CHOOSE]),
        (None, LETTERS, [Cue.RECORD, Cue.CHOOSE]),
        (LETTERS, replace(LETTERS, letter="B"), [Cue.STEP]),
        (LETTERS, replace(LETTERS, taken="A"), [Cue.CHOOSE]),
        (LINES, None, [Cue.CHOOSE]),
        (None, Question(title=message("Go on?"), press=None, hold=None), [Cue.CHOOSE]),
        (LINES, LINES, []),
    ],
)
def test_a_page_is_heard(before: object, after: object, cues: list[Cue]) -> None:
    pages = (replace(scene(OVER), page=page) for page in (before, after))  # type: ignore[arg-type]
    first, then = pages

    assert told(first, then) == cues


def test_what_stands_on_a_page_can_be_read_aloud() -> None:
    nothing = scene(OVER)
    (step,) = facts(replace(nothing, page=LINES), replace(nothing, page=LINES.next()))
    assert (step.numbers, [str(word) for word in step.words]) == ((2,), ["Sound", "off"])

    figures = Figures(
        title=message("Box"), figures=(Figure(message("turns"), message("12")),), at=1, of=1
    )
    (page,) = facts(nothing, replace(nothing, page=figures))
    assert [str(word) for word in page.words] == ["Box", "turns", "12"]

    question = Question(title=message("Go on?"), press=message("yes"), hold=message("no"))
    (page,) = facts(nothing, replace(nothing, page=question))
    assert [str(word) for word in page.words] == ["Go on?", "Press: yes", "Hold: no"]


def test_a_letter_is_told_by_its_place_in_the_alphabet() -> None:
    def of(letter: str) -> Fact:
        page = replace(LETTERS, letter=letter)
        (fact,) = facts(replace(scene(OVER), page=LETTERS), replace(scene(OVER), page=page))
        return fact

    assert of("C") == Fact(Cue.STEP, (3,), ("C",))
    assert of("Å") == Fact(Cue.STEP, (), ("Å",))


def test_leaving_a_page_tells_by_ear_what_is_asked_for() -> None:
    under = replace(PART, phase=Phase.MENU, prompt=Prompt.MENU)
    in_menu = replace(scene(under), page=LINES)

    assert told(in_menu, scene(PART)) == [Cue.CHOOSE]
    assert told(by_ear(in_menu), by_ear(scene(PART))) == [Cue.CHOOSE, Cue.ROLL, Cue.LEFT]


def test_the_number_of_players_and_the_rules_are_heard_in_the_set_up() -> None:
    two = replace(OVER, phase=Phase.SETUP, prompt=Prompt.SETUP, players=OVER.players[:2])
    one = replace(two, players=OVER.players[:1])

    assert facts(scene(one), scene(two)) == (Fact(Cue.SEATS, (2,), (two.preset,)),)
    assert told(scene(OVER), scene(one)) == [Cue.SEATS]
    assert told(scene(one), scene(replace(one, preset="canoga"))) == [Cue.CHOOSE]
    assert told(scene(one), scene(replace(one, standing=tiles(1)))) == []


def on(page: Leaf, *, part: str = "") -> Scene:
    return replace(scene(PART), test=HardwareView(page=page, part=part))


@pytest.mark.parametrize(
    ("before", "after", "cues"),
    [
        (scene(PART), on(Leaf.HOLD_ON), [Cue.HOLD_ON]),
        (None, on(Leaf.HOLD_ON), [Cue.HOLD_ON]),
        (on(Leaf.HOLD_ON), on(Leaf.LET_GO), [Cue.TEST_BEGINS]),
        (on(Leaf.DISPLAY), on(Leaf.BUZZER), [Cue.BUZZER_TEST]),
        (on(Leaf.BUZZER), on(Leaf.BUZZER, part="roll"), []),
        (on(Leaf.LET_GO), on(Leaf.SWITCHES), []),
        (on(Leaf.LAMPS), scene(PART), []),
    ],
)
def test_a_page_of_the_hardware_test_is_heard_when_it_comes_up(
    before: Scene | None, after: Scene, cues: list[Cue]
) -> None:
    assert told(before, after) == cues


def test_after_the_hardware_test_it_is_told_by_ear_how_things_stand() -> None:
    assert told(by_ear(on(Leaf.LAMPS)), by_ear(scene(PART))) == [*(Cue.AUDIO, Cue.ROLL, Cue.LEFT)]


def test_a_press_and_a_moved_tile_touch_the_box_and_letting_go_does_not() -> None:
    shown = scene(THROWN)
    pressed = replace(shown, held=Held.PRESS)

    assert is_touched(shown, pressed)
    assert is_touched(shown, scene(PART))
    assert not is_touched(pressed, shown)
    assert not is_touched(None, shown)
    assert not is_touched(scene(WRONG), scene(WRONG))


@pytest.mark.parametrize("first", [None, *EXAMPLES])
def test_whatever_scene_follows_another_one_can_be_told(first: str | None) -> None:
    """An error in here would stop the game."""
    before = EXAMPLES[first] if first is not None else None
    shown = [scene for after in EXAMPLES.values() for scene in (after, by_ear(after))]
    for fact in {fact for after in shown for fact in facts(before, after)}:
        for spelling in (None, *Spelling):
            assert phrase(fact, spelling=spelling).tones
        assert isinstance(line((fact,), language="en", verbosity=3), str)
