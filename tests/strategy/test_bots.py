"""The names of bots, and what is said of those that are none."""

from __future__ import annotations

import pytest

from stbpi.errors import BotError
from stbpi.games.bot_kinds import Kind
from stbpi.strategy.bots import Bot

PERFECT = "Known are: perfect, points, careful, casual, random"


@pytest.mark.parametrize(
    "name", ["perfect", "points", "careful", "casual:1", "casual:10", "random"]
)
def test_a_bot_has_the_name_that_it_is_called_by(name: str) -> None:
    assert str(Bot.named(name)) == name


def test_a_casual_bot_of_no_named_strength_is_in_the_middle() -> None:
    assert Bot.named("casual") == Bot(Kind.CASUAL, 5)


@pytest.mark.parametrize(
    ("name", "what", "do"),
    [
        ("perfekt", "perfekt: no bot has this name", "Did you mean perfect?"),
        ("casul:3", "casul:3: no bot has this name", "Did you mean casual?"),
        ("x", "x: no bot has this name", PERFECT),
        ("", ": no bot has this name", PERFECT),
        ("casual:0", "casual:0: expected a strength from 1 to 10", ""),
        ("casual:11", "casual:11: expected a strength from 1 to 10", ""),
        ("casual:", "casual:: expected a strength from 1 to 10", ""),
        ("casual:+3", "casual:+3: expected a strength from 1 to 10", ""),
        ("random:3", "random has no strength; casual has", ""),
    ],
)
def test_a_name_that_is_none_is_refused(name: str, what: str, do: str) -> None:
    with pytest.raises(BotError) as refused:
        Bot.named(name)

    assert (refused.value.what, refused.value.do) == (what, do)
