"""Which language is spoken, and how a text is said in it."""

from __future__ import annotations

import asyncio
import contextvars

import pytest

from stbpi import language
from stbpi.language import (
    LANGUAGES,
    chosen,
    counted,
    current,
    message,
    plural,
    speaking,
)


@pytest.mark.parametrize(
    ("wanted", "environ", "code"),
    [
        ("lv", {"LANG": "da_DK.UTF-8"}, "lv"),
        ("auto", {"LANG": "da_DK.UTF-8"}, "da"),
        ("auto", {"LANG": "en_US.UTF-8", "LC_ALL": "nn_NO"}, "nb"),
        ("auto", {"LANGUAGE": "fr:lv:da", "LANG": "da_DK"}, "lv"),
        ("auto", {"LANG": "no_NO@euro"}, "nb"),
        ("auto", {"LANG": "C.UTF-8"}, "en"),
        ("auto", {}, "en"),
    ],
)
def test_the_system_says_which_language_is_meant(
    wanted: str, environ: dict[str, str], code: str
) -> None:
    assert chosen(wanted, environ) == code


def test_every_language_has_its_catalogue() -> None:
    for code in LANGUAGES:
        with speaking(code):
            assert language._("") == ""
            assert str(message("{a}", a=1)) == "1"


def test_a_language_that_is_spoken_for_a_while_is_spoken_there_only() -> None:
    other = contextvars.copy_context()
    with speaking("da"):
        assert current() == "da"
        assert other.run(current) == "en"
    assert current() == "en"


def test_a_message_has_the_wordings_of_those_in_it_the_longest_first() -> None:
    deed = message("roll {n} dice|{n} dice", n=2)
    said = message("Let go: {deed}|{deed}", deed=deed)

    assert said.wordings == ("Let go: roll 2 dice", "Let go: 2 dice", "roll 2 dice", "2 dice")
    assert str(deed) == "roll 2 dice"


def test_of_several_messages_in_one_the_longest_wordings_stand_together() -> None:
    said = message(
        "{tiles}, {lasts}, {name}|{name}",
        tiles=message("nine tiles|9 tiles|9"),
        lasts=message("no round limit|no limit"),
        name="Golf",
    )

    assert said.wordings == (
        "nine tiles, no round limit, Golf",
        "9 tiles, no limit, Golf",
        "9, no limit, Golf",
        "Golf",
    )


def test_a_text_may_depend_on_a_number() -> None:
    assert [plural("{n} tile", "{n} tiles", n) for n in (1, 2)] == ["1 tile", "2 tiles"]
    assert counted("{n} tile of {who}", "{n} tiles of {who}", 3, who="Ann").wordings == (
        "3 tiles of Ann",
    )


def test_braces_in_a_text_without_values_are_left_alone() -> None:
    assert message("{").wordings == ("{",)


def test_a_program_speaks_one_language_in_all_its_tasks() -> None:
    async def task() -> str:
        return current()

    language.use("nb")
    try:
        assert asyncio.run(task()) == "nb"
    finally:
        language.use("en")
