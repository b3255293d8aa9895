"""Every text of the display, in English; a text is a tuple of wordings, the longest first.

The display takes the first wording that fits. No other module of `display` holds a word.

Never: draws. Keep: whole sentences as they are shown, so that they can be translated.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.games.game import Change, Prompt

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
    Prompt.FIRST_ROLL: ("first roll missed", "missed"),
    Prompt.OUT: ("out!",),
    Prompt.MENU: ("Menu",),
    Prompt.SWITCH_FAULT: ("Switch fault",),
}
"""What a prompt says where no numbers stand with it."""

VERBS: dict[Prompt, Wordings] = {
    Prompt.RAISE: ("Raise",),
    Prompt.CLOSE_AGAIN: ("Close", "again"),
}
"""What is to be done with tiles that are named beside it, line by line."""

FAULTS: dict[str, Wordings] = {
    "disk": ("not saving", "unsaved"),
    "cable": ("cable off", "cable"),
    "tile_board": ("no board", "board"),
    "roll": ("button bad", "button"),
    "serial": ("no serial log", "serial"),
}
"""What is wrong when a part has failed."""

GAMES = {"shut_the_box": "Shut the Box"}

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
ROLL: Wordings = ("Roll",)
COVERED: Wordings = ("OK",)
MENU_HELPS: Wordings = ("hold 3 s: menu",)
TO_BEGIN: Wordings = ("to begin the turn",)


def let_go(deed: Wordings) -> Wordings:
    """Say what letting go of the button does."""
    return (f"Let go: {deed[-1]}",)


def game(name: str) -> Wordings:
    return (GAMES.get(name, _plain(name)),)


def preset(name: str) -> Wordings:
    return (_plain(name),)


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


def those(numbers: Sequence[int]) -> Wordings:
    """Name tiles where a verb stands before them."""
    return (_list(numbers), f"{len(numbers)} tiles", "tiles")


def tiles_named(numbers: Sequence[int]) -> Wordings:
    """Name tiles; no number stands for all of them."""
    noun = "Tile" if len(numbers) == 1 else "Tiles"
    return (f"{noun} {_list(numbers)}", f"{len(numbers)} tiles") if numbers else ("The tiles",)


def do_not_answer(tiles: int) -> Wordings:
    return ("does not answer",) if tiles == 1 else ("do not answer",)


def press(deed: Wordings) -> Wordings:
    """Say what a press does."""
    return (f"press: {deed[-1]}",)


def press_or_hold(more: int, fewer: int) -> Wordings:
    """Say how many dice a press throws, and how many a hold."""
    return (f"press {more} dice, hold {fewer}",)


def fault(part: str) -> Wordings:
    """Say what is wrong when a part has failed."""
    if part in FAULTS:
        return FAULTS[part]
    name = _plain(part)
    return (f"{name} bad", name)


def why(code: str) -> Wordings:
    """Say why a turn ended."""
    known = {prompt.value: wordings for prompt, wordings in PROMPTS.items()}
    return known.get(code, (_plain(code),))


def ended(why: Wordings, worth: str) -> Wordings:
    """Say why a turn has ended and what its player has now."""
    return (f"{why[0]} · total {worth}", f"{why[-1]} · {worth}", why[0])


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
