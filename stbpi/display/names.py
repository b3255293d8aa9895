"""Names of games and presets as people read them.

Never: knows a rule. Keep: a game or preset without a name here is shown by its code, with
blanks for its underscores.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.language import Message, message

GAMES: Mapping[str, Message] = {
    "shut_the_box": message("Shut the Box"),
}

PRESETS: Mapping[str, Message] = {
    "classic": message("Classic"),
    "golf": message("Golf"),
    "missionary": message("Missionary"),
    "canoga_stakes": message("Canoga stakes"),
    "pub_pool": message("Pub pool"),
    "up_to_45": message("Up to 45"),
    "children": message("Children"),
    "solo": message("Solo"),
    "luk_kassen": message("Luk kassen"),
    "canoga": message("Canoga"),
    "digits": message("Digits"),
    "three_dice": message("Three dice"),
    "knock_out": message("Knock-out"),
    "best_of_one": message("Best of one"),
    "tournament": message("Tournament"),
    "two_to_go": message("Two to go"),
    "three_to_go": message("Three to go"),
    "three_down": message("Three down"),
    "odds": message("Odds"),
    "evens": message("Evens"),
    "full_house": message("Full house"),
    "lucky_seven": message("Lucky seven"),
    "unlucky_seven": message("Unlucky seven"),
    "thai": message("Thai"),
    "exact": message("Exact"),
    "two_tiles": message("Two tiles"),
}


def game(code: str) -> Message:
    """Name a game."""
    return GAMES.get(code) or message("{name}", name=plain(code))


def preset(code: str) -> Message:
    """Name a preset."""
    return PRESETS.get(code) or message("{name}", name=plain(code))


def plain(code: str) -> str:
    """Make a code readable that has no name."""
    return code.replace("_", " ")
