"""The gallery has an example of everything, each under a name of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import product

import pytest

from stbpi.display.bots_gallery import WITH_A_BOT
from stbpi.display.examples import FRIENDS, MENU, READY, scene
from stbpi.display.gallery import EXAMPLES, OWN, USUAL
from stbpi.display.hardware_gallery import ON_TEST, VIEWS
from stbpi.display.own_screens import own_screens
from stbpi.display.page_gallery import OPEN_MENU, PAGES, POSTERS
from stbpi.display.screens import draw
from stbpi.games import registry
from stbpi.games.game import Phase, Prompt, tiles
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.language import LANGUAGES, Message
from stbpi.scene import Held, Scene
from stbpi.service.page import Deed, Page, Pattern
from tests.messages import template


def everything() -> Iterator[Scene]:
    """Scenes that differ in all that the name of a screen depends on."""
    for phase, prompt, left in product(Phase, Prompt, (0, 7)):
        page = OPEN_MENU if phase is Phase.MENU else None
        played = replace(READY, phase=phase, prompt=prompt, left=left, why="no_move")
        yield scene(played, page=page)
        for standing in (played.standing, tiles(3)):
            yield scene(replace(played, real_dice=True, standing=standing), page=page)
        yield scene(replace(played, players=WITH_A_BOT), page=page)
    yield from (scene(MENU, page=page) for page in PAGES.values())
    for poster in POSTERS.values():
        yield replace(scene(replace(READY, phase=Phase.ATTRACT)), posters=(poster,))
    over = replace(READY, phase=Phase.TURN_OVER, prompt=Prompt.NO_MOVE)
    for why in TurnWhy:
        yield scene(replace(over, why=why.value))
    out = tuple(replace(friend, out=True) for friend in FRIENDS)
    yield scene(replace(over, why="no_move", players=out))
    for held in Held:
        yield scene(READY, held=held)
    for of_test, pattern, deed in product(Page, (None, *Pattern), Deed):
        view = replace(ON_TEST, page=of_test, pattern=pattern, deed=deed, part="tile_1")
        yield replace(scene(READY), test=view)


def own_names() -> Iterator[str]:
    """Name the screens that the games choose for whatever phase and prompt."""
    for examples in OWN.values():
        for it, phase, prompt in product(examples.values(), Phase, Prompt):
            view = replace(it.view, phase=phase, prompt=prompt)
            own = own_screens(view)
            chosen = own.body(view) if own is not None else None
            if chosen is not None:
                yield chosen[0]


def test_every_screen_has_an_example() -> None:
    names = {draw(it).name for it in everything()} | set(own_names())

    assert names == {draw(it).name for it in EXAMPLES.values()}


def test_every_game_with_screens_of_its_own_has_examples_of_them() -> None:
    assert {game for game in registry.NAMES if registry.part(game, "screens")} == set(OWN)
    for game, examples in OWN.items():
        assert {it.view.game for it in examples.values()} == {game}


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
    assert len(EXAMPLES) == len(USUAL) + sum(map(len, OWN.values())) + len(VIEWS)
    assert [name for name in EXAMPLES if not re.fullmatch("[a-z]+(_[a-z]+)*", name)] == []


def messages(value: object) -> Iterator[Message]:
    """Find all messages in a page, also those in other ones."""
    if isinstance(value, Message):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from messages(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from messages(getattr(value, field.name))


def test_pages_and_posters_say_only_what_is_translated() -> None:
    said = {it.text for it in messages((*PAGES.values(), *POSTERS.values()))}
    ids = (text.id for text in template())
    known = {it if isinstance(it, str) else it[0] for it in ids if it}

    assert len(said) > 80
    assert said - known == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_cut_off_in_the_gallery(code: str) -> None:
    drawn = {name: draw(replace(it, language=code)) for name, it in EXAMPLES.items()}

    assert {name: screen.cut for name, screen in drawn.items() if screen.cut} == {}
    assert len({screen.name for screen in drawn.values()}) >= 20
