"""The keys of the terminal app: one table for what they do, and for the page that says so.

Never: does anything; the app has an action for each.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding

from stbpi.language import Message, message
from stbpi.sim.steps import HOLD_S, MENU_S

TILE_KEYS = (
    *("1", "2", "3", "4", "5", "6", "7", "8", "9"),
    *("0,f10", "minus,f11", "equals_sign,f12"),
)
"""The keys of tiles 1 to 12."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key, or several that do the same.

    Attributes:
        shown: how it is written on the page.
        does: what it does.
        bound: its names and what each does: (keys, action).
    """

    shown: str
    does: Message
    bound: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    title: Message
    keys: tuple[Key, ...]


GROUPS = (
    Group(
        message("The box"),
        (
            Key("space", message("press the roll button"), (("space", "press"),)),
            Key(
                "h  m",
                message("hold it for a second; until the menu opens"),
                (("h", f"press({HOLD_S})"), ("m", f"press({MENU_S})")),
            ),
            Key(
                "1…9 0 - =",
                message("flip tile 1 to 12 (also F10 to F12)"),
                tuple((keys, f"flip({n})") for n, keys in enumerate(TILE_KEYS, 1)),
            ),
            Key("a", message("raise all tiles"), (("a", "raise_all"),)),
        ),
    ),
    Group(
        message("The match"),
        (
            Key("u", message("take the turn back"), (("u", "undo"),)),
            Key("e", message("change a house rule"), (("e", "ask_rule"),)),
            Key(
                "c  i",
                message("the coach; move tiles for bots yourself"),
                (("c", "toggle_coach"), ("i", "toggle_help")),
            ),
        ),
    ),
    Group(
        message("The time"),
        (
            Key(
                "< >",
                message("let time on the box run slower, faster"),
                (("less_than_sign,comma", "pace(-1)"), ("greater_than_sign,full_stop", "pace(1)")),
            ),
            Key(
                "[ ]  ← →",
                message("look back: an event back, forth"),
                (
                    ("left_square_bracket,left", "step(-1)"),
                    ("right_square_bracket,right", "step(1)"),
                ),
            ),
            Key(
                "{ }  PgUp PgDn",
                message("look back: a turn back, forth"),
                (
                    ("left_curly_bracket,pageup", "step_turn(-1)"),
                    ("right_curly_bracket,pagedown", "step_turn(1)"),
                ),
            ),
            Key("t", message("look back: at the event with a number"), (("t", "ask_number"),)),
            Key("End, Esc", message("look at what is now"), (("end,escape", "look_now"),)),
        ),
    ),
    Group(
        message("More"),
        (
            Key("f", message("let something go wrong, or be right again"), (("f", "ask_fault"),)),
            Key("r", message("record the match as a scenario; stop it"), (("r", "record"),)),
            Key(
                "b  d",
                message("let the bell ring, or not; the display"),
                (("b", "toggle_bell"), ("d", "toggle_display")),
            ),
            Key("s", message("take a picture of this and of the display"), (("s", "picture"),)),
            Key("?", message("this page"), (("question_mark,f1", "help"),)),
            Key("q", message("quit"), (("q", "quit"),)),
        ),
    ),
)

MOUSE = message("The mouse works tiles, roll button and line of events, too.")


def bindings() -> list[Binding]:
    """Return the bindings of all keys."""
    return [
        *(
            Binding(keys, action, show=False)
            for group in GROUPS
            for key in group.keys
            for keys, action in key.bound
        ),
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
    ]
