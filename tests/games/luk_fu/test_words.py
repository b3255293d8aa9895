"""Luk Fu in words."""

from __future__ import annotations

import pytest

from stbpi.games.luk_fu.cards import read
from stbpi.games.luk_fu.rules import PRESETS, Strength
from stbpi.games.luk_fu.seen import Choice, Lay, Say
from stbpi.games.luk_fu.words import STRENGTHS, SUMMARIES, choice_in_words


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Say.CALL, "Call"),
        (Say.PASS, "Pass"),
        (Say.CLAIM, "Claim with 7 fu"),
        (Say.ON, "Play on"),
        (Lay(read("c1,c2,c3")), "c1,c2,c3"),
        (Lay(read("t4"), face_up=False), "t4 face down"),
    ],
)
def test_every_choice_has_its_words(choice: Choice, words: str) -> None:
    assert str(choice_in_words(choice, 7)) == words


def test_every_preset_and_strength_has_its_words() -> None:
    assert set(SUMMARIES) == set(PRESETS)
    assert set(STRENGTHS) == set(Strength)
