"""The gallery of pages and posters: one of every kind, and those with the most to fit.

`gallery` puts them among its examples.

Never: draws.
"""

from __future__ import annotations

from stbpi.desk.page import (
    Act,
    Figure,
    Figures,
    Letters,
    Menu,
    MenuLine,
    Page,
    Poster,
    Question,
)
from stbpi.display import names, texts
from stbpi.games.game import Tile
from stbpi.language import Message

OPEN_MENU = Menu(lines=(MenuLine(Act.CONTINUE), MenuLine(Act.END)), at=1)
SWITCHES = Menu(
    lines=(
        MenuLine(Act.BREAK, Tile(4)),
        MenuLine(Act.MEND, Tile(7)),
        *(MenuLine(Act.BREAK, Tile(number)) for number in (1, 2, 3, 5, 6, 8, 9)),
        MenuLine(Act.BACK),
    ),
    at=5,
)


def said(text: str, **values: object) -> Message:
    """Make an example of a message, which nobody translates."""
    return Message(text, tuple(values.items()))


def setting(name: Message, value: Message) -> MenuLine:
    return MenuLine(Act.SET, name=name, value=value)


def number(value: int) -> Message:
    return said("{n}", n=value)


PAGES: dict[str, Page] = {
    "menu": OPEN_MENU,
    "menu_of_switches": SWITCHES,
    "menu_of_settings": Menu(
        title=Message("Settings"),
        lines=(
            setting(Message("Sound"), number(5)),
            setting(Message("Language"), Message("Latviešu")),
            setting(Message("House rules|Rules"), names.preset("unlucky_seven")),
            setting(Message("Rounds"), number(20)),
            MenuLine(Act.BACK),
        ),
        at=1,
    ),
    "figures": Figures(
        title=Message("Records"),
        figures=(
            Figure(Message("Lowest total"), said("{letters} {n}", letters="LĪG", n=3)),
            Figure(Message("Shut boxes"), number(128)),
            Figure(Message("Longest match"), number(20)),
            Figure(Message("Matches"), number(98765)),
        ),
        at=2,
        of=12,
    ),
    "figures_as_bars": Figures(
        title=Message("Hours"),
        bars=(0, 1, 4, 9, 16, 7, 3, 0, 0, 2, 12, 30, 41, 28, 9, 1),
        first="10:00",
        last="1:00",
        at=1,
        of=12,
    ),
    "letters": Letters(title=said("{name}: a record!", name="Bjørn"), taken="ÅĢ", letter="Ķ"),
    "letters_first": Letters(title=said("{name}: a record!", name="Alexandra")),
    "go_on": Question(
        kind="go_on",
        title=Message("Go on playing?"),
        lines=(
            said("{names}", names="Anna, Bjørn, Līga"),
            said("Round {count}|R {count}|{count}", count="2/4"),
        ),
        press=Message("go on playing|go on"),
        hold=Message("start anew|anew"),
    ),
    "key": Question(
        kind="key",
        title=Message("Landlord"),
        lines=(Message("Close the tiles of"), Message("your key, then press")),
        press=Message("open"),
        hold=Message("back"),
    ),
    "question": Question(title=Message("Clear all records?"), press=None, hold=Message("clear")),
}
"""Pages by the example's name."""

POSTERS: dict[str, Poster] = {
    "attract_title": Poster(
        kind="title",
        title=names.game("shut_the_box"),
        lines=(names.preset("luk_kassen"), said("press: {deed}", deed=texts.START)),
    ),
    "attract_records": Poster(
        kind="records",
        title=Message("Records"),
        lines=tuple(
            said("{place}. {letters} {points}", place=place, letters=letters, points=points)
            for place, letters, points in ((1, "ĀBC", 3), (2, "ØST", 12), (3, "ANN", 118))
        ),
    ),
    "attract_how_to": Poster(
        kind="how_to",
        title=Message("How to play"),
        lines=(
            Message("Throw the dice.|Throw"),
            Message("Close tiles that add up to the throw.|Close tiles for it"),
            Message("Shut the whole box!|Shut the box!"),
        ),
    ),
    "attract_last_match": Poster(
        kind="last_match",
        title=said("{names} wins!", names="Bjørn"),
        lines=(said("Anna {points}", points=23), said("Līga {points}", points=31)),
    ),
    "attract_greeting": Poster(
        kind="greeting", title=Message("Willkommen"), lines=(Message("at the Red Lion"),)
    ),
    "attract_faults": Poster(
        kind="faults", title=Message("not saving|unsaved"), lines=(Message("tile 4 bad|tile 4"),)
    ),
}
"""Posters by the example's name, which is that of their screen."""
