"""The stations that tell of the dice: the commitment, a word of one's own, the bytes.

Never: knows bytes that are not revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from stbpi.desk import letters as spelling
from stbpi.desk.deeds import PutIn
from stbpi.desk.facts import Facts
from stbpi.desk.page import Figure, Figures, Letters, Page, Question
from stbpi.desk.station import Step
from stbpi.dice.drawn import Drawn
from stbpi.games.game import Prompt, Tile
from stbpi.language import Message, message

WORD = 5
"""So many letters make a word that goes into the dice."""

NO_WORD = Letters(title=message("A word of yours"), room=WORD)

_COLUMN = 8
"""Digits that stand together; the first of them are shown at the start of a match, too."""


@dataclass(frozen=True, slots=True)
class Dice:
    """What is told of the dice: a press goes on to the next page, a hold goes back or writes."""

    at: int = 0
    idle_s: ClassVar[float] = 60.0
    prompt: ClassVar[Prompt] = Prompt.MENU

    def page(self, facts: Facts) -> Page:
        told = pages(facts.dice)
        return told[self.at % len(told)]

    def press(self, facts: Facts) -> Step:
        return Step((replace(self, at=self.at + 1),))

    def hold(self, facts: Facts) -> Step:
        asks = isinstance(self.page(facts), Question) and takes_word(facts.dice)
        return Step((self, Word())) if asks else Step()

    def key(self, tile: Tile, facts: Facts) -> Step:
        return Step((self,))


@dataclass(frozen=True, slots=True)
class Word:
    """Letters of a word that goes into the dice."""

    letters: Letters = NO_WORD
    idle_s: ClassVar[float] = 60.0
    prompt: ClassVar[Prompt] = Prompt.NAME

    def page(self, facts: Facts) -> Letters:
        return self.letters

    def press(self, facts: Facts) -> Step:
        return Step((Word(spelling.next_letter(self.letters)),))

    def hold(self, facts: Facts) -> Step:
        after = spelling.taken(self.letters)
        done = len(after.taken) == after.room
        return Step(deed=PutIn(after.taken)) if done else Step((Word(after),))

    def key(self, tile: Tile, facts: Facts) -> Step:
        return Step((Word(spelling.on_key(self.letters, tile)),))


def pages(dice: Drawn) -> tuple[Figures | Question, ...]:
    """Return what can be looked at; a hold on a question is an answer to it."""
    made = tuple(_pages(dice))
    return tuple(
        replace(page, at=at, of=len(made)) if isinstance(page, Figures) else page
        for at, page in enumerate(made, start=1)
    )


def takes_word(dice: Drawn) -> bool:
    """Say whether a word can go in now."""
    return dice.is_new and not dice.bytes


def _pages(dice: Drawn) -> Iterator[Figures | Question]:
    yield _digits(message("Dice sealed as|Sealed as"), dice.sha)
    if takes_word(dice):
        yield Question(
            title=message("A word of yours?|Your word?"),
            lines=(
                message("It goes into the dice|It is mixed in"),
                _word(dice) if dice.word else message("Nobody knows it yet|Nobody knows it"),
            ),
            press=message("next page|next"),
            hold=message("write it|write"),
        )
    if dice.bytes:
        yield _digits(message("What was sealed|Was sealed"), dice.bytes)
    if not takes_word(dice):
        yield Question(
            title=message("Check the dice|Check dice"),
            lines=(
                message("{command}", command="stbpi verify"),
                *([_word(dice)] if dice.word else []),
            ),
            press=message("next page|next"),
            hold=message("back"),
        )


def _word(dice: Drawn) -> Message:
    return message("Word: {word}", word=dice.word)


def _digits(title: Message, digits: str) -> Figures:
    parts = [digits[at : at + _COLUMN] for at in range(0, len(digits), _COLUMN)]
    said = [message("{digits}", digits=part) for part in parts]
    rows = zip(said[::2], said[1::2], strict=True)
    return Figures(title=title, figures=tuple(Figure(*row) for row in rows), at=1, of=1)
