"""House rules in words: every field and value has a sentence of its own."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from stbpi.games.shut_the_box.house_rules import values
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.words import SUMMARIES, different_fields, explain, sentence


@pytest.mark.parametrize("field", list(values(Ruleset())))
def test_every_field_has_a_sentence(field: str) -> None:
    said = sentence(Ruleset(), field)

    assert said[0].isupper()
    assert said.endswith(".")


@pytest.mark.parametrize(
    "field", [f for f, v in values(Ruleset()).items() if isinstance(v, StrEnum)]
)
def test_every_word_of_a_field_has_a_sentence_of_its_own(field: str) -> None:
    kind: type[StrEnum] = type(getattr(Ruleset(), field))
    base = Ruleset(knock_out=45, ceiling=40)

    changed: list[dict[str, Any]] = [{field: value} for value in kind]
    said = {sentence(replace(base, **change), field) for change in changed}

    assert len(said) == len(list(kind))


def test_every_preset_is_summed_up() -> None:
    assert set(SUMMARIES) == set(PRESETS)


@pytest.mark.parametrize("name", list(PRESETS))
def test_an_explanation_names_everything_that_differs(name: str) -> None:
    lines = explain(name)

    assert lines[0] == str(SUMMARIES[name])
    for field in different_fields(PRESETS[name]):
        assert f"- {sentence(PRESETS[name], field)}" in lines


def test_thai_reads_well() -> None:
    assert explain("thai")[:5] == (
        "Each throw closes exactly one tile.",
        "",
        "Unlike the default rules:",
        "- All dice are thrown, always.",
        "- Exactly one tile is closed: that of one of the dice, or of their sum.",
    )
