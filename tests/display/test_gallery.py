"""The gallery has an example of everything, each under a name of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from stbpi.display.gallery import EXAMPLES, FRIENDS, OPEN_MENU, READY, SCENES, scene
from stbpi.display.hardware_gallery import ON_TEST, VIEWS
from stbpi.display.screens import draw
from stbpi.games.game import Phase, Prompt
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.scene import Held, Scene
from stbpi.service.page import Deed, Page, Pattern


def everything() -> Iterator[Scene]:
    """Scenes that differ in all that the name of a screen depends on."""
    for phase, prompt, left in product(Phase, Prompt, (0, 7)):
        yield scene(
            replace(READY, phase=phase, prompt=prompt, left=left, why="no_move"), page=OPEN_MENU
        )
    over = replace(READY, phase=Phase.TURN_OVER, prompt=Prompt.NO_MOVE)
    for why in TurnWhy:
        yield scene(replace(over, why=why.value))
    out = tuple(replace(friend, out=True) for friend in FRIENDS)
    yield scene(replace(over, why="no_move", players=out))
    for held in Held:
        yield scene(READY, held=held)
    for page, pattern, deed in product(Page, (None, *Pattern), Deed):
        view = replace(ON_TEST, page=page, pattern=pattern, deed=deed, part="tile_1")
        yield replace(scene(READY), test=view)


def test_every_screen_has_an_example() -> None:
    assert {draw(it).name for it in everything()} == {draw(it).name for it in EXAMPLES.values()}


def test_the_only_example_of_a_screen_has_its_name() -> None:
    names = {example: draw(it).name for example, it in EXAMPLES.items()}
    examples = Counter(names.values())

    assert {name for example, name in names.items() if example != name and examples[name] == 1} == (
        set()
    )


def test_an_example_that_has_the_name_of_a_screen_shows_that_screen() -> None:
    names = {example: draw(it).name for example, it in EXAMPLES.items()}

    assert {name for name in names if name in names.values() and names[name] != name} == set()


def test_no_two_examples_have_one_name_and_all_can_be_names_of_files() -> None:
    assert len(EXAMPLES) == len(SCENES) + len(VIEWS)
    assert [name for name in EXAMPLES if not re.fullmatch("[a-z]+(_[a-z]+)*", name)] == []


def test_nothing_is_cut_off_in_the_gallery() -> None:
    assert {name: cut for name, it in EXAMPLES.items() if (cut := draw(it).cut)} == {}
