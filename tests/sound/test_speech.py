"""Speech: what is said of facts, in degrees."""

from __future__ import annotations

import re

import pytest

from stbpi.language import message
from stbpi.sound.cues import AT_ANY_VOLUME, Cue, Fact
from stbpi.sound.speech import BRIEF, FULL, HELPFUL, line

EXAMPLES = (
    Fact(Cue.ROLL, (6, 5)),
    Fact(Cue.PARTIAL, (2,)),
    Fact(Cue.LEFT, (11,)),
    Fact(Cue.TAKEN_BACK, (7,)),
    Fact(Cue.COMPLETE),
    Fact(Cue.CHOICE, (1, 2)),
    Fact(Cue.ADVICE, (9,), (message("9"),)),
    Fact(Cue.LUCK, (), (message("good"), message("few"))),
    Fact(Cue.WRONG, (8,)),
    Fact(Cue.CLOSE, (3, 4), ("Robi",)),
    Fact(Cue.CLOSE_AGAIN, (3, 4)),
    Fact(Cue.OPEN, (3, 4)),
    Fact(Cue.REFUSED),
    Fact(Cue.NO_MOVE, (9, 23), ("Ann",), "unlucky"),
    Fact(Cue.STOPPED, (9, 23), ("Ann",), "stopped"),
    Fact(Cue.SHUT, (0, 14), ("Ann",), "shut"),
    Fact(Cue.OUT, (1,), ("Ann",)),
    Fact(Cue.WON, (1, 3), ("Ann", "Cy")),
    Fact(Cue.ENDED),
    Fact(Cue.PLAYER, (2,), ("Bo",)),
    Fact(Cue.RAISE, (4,)),
    Fact(Cue.RAISE_ALL),
    Fact(Cue.LOWER, (1, 2)),
    Fact(Cue.READY),
    Fact(Cue.THROW),
    Fact(Cue.SUM, (8,)),
    Fact(Cue.COVERED, (11,)),
    Fact(Cue.REFUSED, (13,)),
    Fact(Cue.FAULT, (4,)),
    Fact(Cue.FAULT_CLEARED, (4,)),
    Fact(Cue.SEATS, (3,), ("canoga",)),
    Fact(Cue.STEP, (2,), (message("Sound"), message("off"))),
    Fact(Cue.CHOOSE, (1,), (message("Undo the turn"),)),
    Fact(Cue.RECORD, (), (message("A record!"),)),
    Fact(Cue.AUDIO),
)


def said(*facts: Fact, verbosity: int = FULL, language: str = "en") -> str:
    return line(facts, language=language, verbosity=verbosity)


@pytest.mark.parametrize("verbosity", [BRIEF, FULL, HELPFUL])
@pytest.mark.parametrize("fact", EXAMPLES, ids=lambda fact: fact.cue)
def test_every_number_and_every_name_is_said_in_each_degree(fact: Fact, verbosity: int) -> None:
    heard = said(fact, verbosity=verbosity)
    silent = {Cue.CHOICE, Cue.STEP, Cue.CHOOSE, Cue.FAULT_CLEARED, Cue.OUT, Cue.WON, Cue.PLAYER}
    numbers = [] if fact.cue in silent else [str(number) for number in fact.numbers]
    words = [] if fact.cue in {Cue.NO_MOVE, Cue.STOPPED, Cue.SHUT, Cue.SEATS} else fact.words

    assert re.findall(r"\d+", heard) == numbers
    assert all(str(word) in heard for word in words)
    assert heard


def test_there_is_an_example_of_everything_that_is_said() -> None:
    assert {fact.cue for fact in EXAMPLES} == set(Cue) - AT_ANY_VOLUME - {Cue.ATTRACT}
    assert all(said(Fact(cue)) == "" for cue in (*AT_ANY_VOLUME, Cue.ATTRACT))


def test_more_is_said_in_each_degree() -> None:
    lengths = [
        sum(len(said(fact, verbosity=degree)) for fact in EXAMPLES)
        for degree in (BRIEF, FULL, HELPFUL)
    ]
    assert lengths == sorted(set(lengths))


@pytest.mark.parametrize(
    ("facts", "heard"),
    [
        (
            (Fact(Cue.ROLL, (6, 6)), Fact(Cue.NO_MOVE, (9, 23), ("Ann",), "no_move")),
            "Thrown: 6, 6. No move. Score 9, total 23.",
        ),
        (
            (Fact(Cue.PLAYER, (2,), ("Bo",)), Fact(Cue.RAISE_ALL)),
            "It is the turn of Bo. Raise all tiles.",
        ),
        ((Fact(Cue.WON, (1,), ("Ann",)),), "Ann wins!"),
        ((Fact(Cue.WON, (1, 3), ("Ann", "Cy")),), "Ann, Cy win!"),
        ((Fact(Cue.OPEN, (9,)),), "Open tile 9."),
        ((Fact(Cue.FAULT),), "A part of the box has failed."),
        ((Fact(Cue.STEP, (2,), (message("Sound"), message("off"))),), "Sound: off"),
        ((Fact(Cue.CHOOSE, (), tuple(map(message, ("Box", "turns", "12")))),), "Box. turns. 12"),
        ((Fact(Cue.CHOOSE, (), ("Go on?", message("press: yes"))),), "Go on?. press: yes"),
        ((Fact(Cue.CHOOSE),), ""),
    ],
)
def test_what_happens_at_once_is_said_in_one_line(facts: tuple[Fact, ...], heard: str) -> None:
    assert said(*facts) == heard
