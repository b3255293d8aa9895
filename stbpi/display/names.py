"""Names of games and presets as people read them.

Never: knows a rule. Keep: a game or preset without a name here is shown by its code, with
blanks for its underscores.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games import registry
from stbpi.language import Message, message

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
    "glueckshaus": message("Glückshaus"),
    "full_rooms": message("Full rooms"),
    "two_kings": message("Two kings"),
    "clock": message("By the clock"),
    "all_rooms": message("All rooms"),
    "tsoi": message("Miss Tsoi's rules|Miss Tsoi's|Tsoi"),
}


def game(code: str) -> Message:
    """Name a game."""
    return registry.TITLES.get(code) or message("{name}", name=plain(code))


def preset(code: str) -> Message:
    """Name a preset."""
    return PRESETS.get(code) or message("{name}", name=plain(code))


def plain(code: str) -> str:
    """Make a code readable that has no name."""
    return code.replace("_", " ")
