"""Every text of the display, in English; a text is a tuple of wordings, the longest first.

The display takes the first wording that fits. No other module of `display` holds a word.

Never: draws. Keep: whole sentences as they are shown, so that they can be translated.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.games.game import Change, Prompt
from stbpi.menu import MenuLine

Wordings = tuple[str, ...]

PROMPTS: dict[Prompt, Wordings] = {
    Prompt.RAISE: ("Raise the tiles",),
    Prompt.LOWER: ("Close the tiles",),
    Prompt.CLOSE_AGAIN: ("Close them again",),
    Prompt.COVER: ("to cover", "left"),
    Prompt.ONE_DIE: ("No single die",),
    Prompt.WAIT: ("Wait a moment",),
    Prompt.NO_MOVE: ("no move",),
    Prompt.SHUT: ("shut!",),
    Prompt.STOPPED: ("stopped",),
    Prompt.UNLUCKY: ("unlucky",),
    Prompt.FIRST_ROLL: ("first roll", "missed"),
    Prompt.OUT: ("out!",),
    Prompt.MENU: ("Menu",),
}
"""What a prompt says where no numbers stand with it."""

GAMES = {"shut_the_box": "Shut the Box"}

MENU_LINES: dict[MenuLine, Wordings] = {
    MenuLine.CONTINUE: ("Go on playing",),
    MenuLine.UNDO: ("Undo the turn",),
    MenuLine.STOP: ("Stop the turn",),
    MenuLine.END: ("End the match",),
}

CHANGES: dict[Change, Wordings] = {
    Change.AT_ONCE: ("Scored anew",),
    Change.NEXT_TURN: ("From next turn",),
}
"""When a change of a house rule counts."""

SCORED_ANEW: Wordings = ("scored anew", "*")
TITLE_OF_SETUP: Wordings = ("Set-up",)
TILE: Wordings = ("tile",)
PRESS: Wordings = ("press",)
HOLD: Wordings = ("hold",)
START: Wordings = ("start",)
OTHER_RULES: Wordings = ("other rules",)
PLAY_AGAIN: Wordings = ("play again",)
SET_UP: Wordings = ("set-up",)
AGAIN_OR_NEW: Wordings = ("press again, hold new",)
NEXT_LINE: Wordings = ("next line",)
CHOOSE: Wordings = ("choose",)
MENU_HINT: Wordings = ("hold: choose",)
NOT_YET: Wordings = ("not yet",)
LET_GO: Wordings = ("Let go",)
TO_BEGIN: Wordings = ("to begin the turn",)
NOT_SAVED: Wordings = ("not saving", "unsaved")


def let_go(deed: Wordings) -> Wordings:
    """Say what letting go of the button does."""
    return (f"Let go: {deed[-1]}",)


def game(name: str) -> Wordings:
    return (GAMES.get(name, _plain(name)),)


def preset(name: str) -> Wordings:
    return (_plain(name),)


def menu_line(line: MenuLine) -> Wordings:
    return MENU_LINES[line]


def tiles(count: int) -> Wordings:
    return (f"{count} tiles",)


def players(count: int) -> Wordings:
    return ("1 player",) if count == 1 else (f"{count} players",)


def throw(dice: int) -> Wordings:
    amount = "1 die" if dice == 1 else f"{dice} dice"
    return (f"roll {amount}", amount)


def total(points: int) -> Wordings:
    return (f"= {points}",)


def round_of(number: int, rounds: int) -> Wordings:
    """Say which round it is; `rounds` = 0 stands for no limit."""
    count = f"{number}/{rounds}" if rounds else str(number)
    return (f"Round {count}", f"R {count}", count)


def marked(wordings: Wordings) -> Wordings:
    """Mark a match that was scored anew."""
    return tuple(f"{wording}*" for wording in wordings)


def raise_tiles(numbers: Sequence[int], *, everything: bool) -> Wordings:
    if everything:
        return ("Raise all tiles",)
    return (f"Raise {_list(numbers)}", *PROMPTS[Prompt.RAISE])


def lower_tiles(numbers: Sequence[int]) -> Wordings:
    return (f"Close {_list(numbers)}", *PROMPTS[Prompt.LOWER])


def close_again(numbers: Sequence[int]) -> Wordings:
    return (f"Close {_list(numbers)} again", *PROMPTS[Prompt.CLOSE_AGAIN])


def why(code: str) -> Wordings:
    """Say why a turn ended."""
    known = {prompt.value: wordings for prompt, wordings in PROMPTS.items()}
    return known.get(code, (_plain(code),))


def score(points: int) -> Wordings:
    return (f"+{points}",)


def winners(names: Sequence[str]) -> Wordings:
    """Say who has won; a lone player who was knocked out leaves no winner."""
    match names:
        case []:
            return ("No winner",)
        case [name]:
            return (f"{name} wins!",)
        case _:
            return (f"{', '.join(names)} win!", f"{len(names)} winners")


def _list(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _plain(code: str) -> str:
    return code.replace("_", " ")
