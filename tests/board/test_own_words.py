"""What only one game shows is told in words on the bar's screen."""

from __future__ import annotations

import pytest

from stbpi.games import registry

CARDS_AND_CHIPS = ("glueckshaus", "luk_fu")


def said(game: str, key: str, value: str) -> tuple[str, str] | None:
    told: tuple[str, str] | None = registry.part(game, "own_words").said(key, value)
    return told


@pytest.mark.parametrize("game", CARDS_AND_CHIPS)
def test_whatever_a_game_shows_has_words_or_goes_without_saying(game: str) -> None:
    names = tuple("ABCDEFGH")
    views = [scene.view for scene in registry.part(game, "gallery").EXAMPLES.values()]
    told = [
        said(game, *it)
        for view in views
        if view.own is not None
        for it in view.own.public(names[: len(view.players)]).items()
    ]

    assert None in told
    assert all(all(it) and "{" not in it[0] for it in told if it is not None)


@pytest.mark.parametrize(
    ("game", "key", "value", "expected"),
    [
        ("glueckshaus", "room.9", "3", ("Room 9", "3")),
        ("glueckshaus", "room.9", "0", None),
        ("glueckshaus", "chips.Ann", "10", None),
        ("luk_fu", "best", "c4,c5,c6", ("To be beaten", "c4 c5 c6")),
        ("luk_fu", "best", "-", None),
        ("luk_fu", "cards.A.B {of}", "9", ("Cards of A.B {of}", "9")),
    ],
)
def test_it_is_said_as_people_say_it(
    game: str, key: str, value: str, expected: tuple[str, str] | None
) -> None:
    assert said(game, key, value) == expected
