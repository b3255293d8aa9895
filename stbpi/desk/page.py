"""Pages: what stands on the display in place of the match while the button does other things.

A page is a frozen value: the table puts it into the scene, the display draws it by its kind,
and what the button or a tile does to it is said by its own methods or by `desk.pages`.

Never: draws; knows a rule of a game. Keep: every text is a `Message`, so that whoever shows it
says it in his own language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from stbpi.games.game import Tile
from stbpi.language import Message, message

LETTERS = 3
"""So many letters make a name in the record table."""


class Act(StrEnum):
    """What a line of a menu does."""

    NO_MOVE = "no_move"
    CONTINUE = "continue"
    CLOSE = "close"
    OPEN = "open"
    UNDO = "undo"
    STOP = "stop"
    RULES = "rules"
    SOUND = "sound"
    LANGUAGE = "language"
    GAME = "game"
    STATISTICS = "statistics"
    DICE = "dice"
    LAST_TURN = "last_turn"
    CODE = "code"
    LANDLORD = "landlord"
    END = "end"
    SWITCHES = "switches"
    BREAK = "break"
    MEND = "mend"
    SET = "set"
    """Put the setting `key` to its next value, or to the line's own."""
    SEAT = "seat"
    """Take the player of this line for the seat that is asked for."""
    GO = "go"
    """Go on to the page that `key` names."""
    DO = "do"
    """Do what `key` names."""
    BACK = "back"


LABELS: Mapping[Act, Message] = {
    Act.NO_MOVE: message("No move: turn is over|No move"),
    Act.CONTINUE: message("Go on playing"),
    Act.CLOSE: message("Close tile {tile}"),
    Act.OPEN: message("Open tile {tile}"),
    Act.UNDO: message("Undo the turn"),
    Act.STOP: message("Stop the turn"),
    Act.RULES: message("House rules"),
    Act.SOUND: message("Sound"),
    Act.LANGUAGE: message("Language"),
    Act.GAME: message("Game"),
    Act.STATISTICS: message("Statistics"),
    Act.DICE: message("Check the dice|Check dice"),
    Act.CODE: message("Scores by telephone|Scores by phone"),
    Act.LAST_TURN: message("The last turn|Last turn"),
    Act.LANDLORD: message("Landlord"),
    Act.END: message("End the match"),
    Act.SWITCHES: message("Broken switches"),
    Act.BREAK: message("Tile {tile} is broken|Tile {tile}: broken"),
    Act.MEND: message("Tile {tile} works again|Tile {tile}: works"),
    Act.BACK: message("Back"),
}
"""What lines say that have no name of their own."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu.

    Attributes:
        act: what choosing it does.
        tile: the tile that it is about, if it is about one.
        name: what it says, where `LABELS` has nothing.
        value: what stands at its right end: the value of a setting.
        key: which setting, page or deed is meant.
    """

    act: Act
    tile: Tile | None = None
    name: Message | None = None
    value: Message | None = None
    key: str = ""

    @property
    def label(self) -> Message:
        """What the line says."""
        if self.name is not None:
            return self.name
        label = LABELS[self.act]
        return label if self.tile is None else replace(label, values=(("tile", self.tile),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """Lines, one of which a hold chooses; a press goes on to the next one.

    Attributes:
        lines: from the top.
        at: the line that a hold would choose, from 0.
        title: `None` for the menu itself.
    """

    lines: tuple[MenuLine, ...]
    at: int = 0
    title: Message | None = None

    @property
    def chosen(self) -> MenuLine:
        return self.lines[self.at]

    def next(self) -> Menu:
        return replace(self, at=(self.at + 1) % len(self.lines))


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name."""

    name: Message
    value: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A page of numbers to look at; a press goes on to the next page, a hold goes back.

    Attributes:
        title: what they are about.
        figures: at most four.
        bars: a histogram instead of them: heights of any size, from the left.
        first, last: what stands under the first and the last bar.
        at, of: which page this is, from 1, and how many there are.
    """

    title: Message
    figures: tuple[Figure, ...] = ()
    bars: tuple[int, ...] = ()
    first: str = ""
    last: str = ""
    at: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """Letters that are chosen one after the other: for the record table, for a word.

    Attributes:
        title: whose, and what for.
        taken: the letters that are taken, fewer than `room`.
        letter: the one that a hold takes.
        room: how many there will be, 3 to 5.
    """

    title: Message
    taken: str = ""
    letter: str = "A"
    room: int = LETTERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that a press and a hold answer differently.

    Attributes:
        title: the question.
        lines: what is to be known for it, at most two.
        press, hold: what each of them does; `None`: nothing.
        kind: the name of its screen.
    """

    title: Message
    lines: tuple[Message, ...] = ()
    press: Message | None
    hold: Message | None
    kind: str = "question"


CODE = "code"
"""The kind of a question or poster whose only line is drawn as a QR code."""

SCAN = message("Scan me:|Scan:")

Page = Menu | Figures | Letters | Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """One of the small pictures that are shown in turn while nobody plays (attract mode).

    Attributes:
        kind: the name of its screen, behind `attract_`: `title`, `records`, `how_to`,
            `last_match`, `greeting`, `code`, `faults`.
        title: its first line, large.
        lines: at most three more, small.
    """

    kind: str
    title: Message
    lines: tuple[Message, ...] = ()
