"""House rules of Glückshaus in words, for a person who has never seen the code.

Never: knows a match. Keep: one whole sentence a field and value, so that each can be translated.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.glueckshaus.presets import PRESETS
from stbpi.games.glueckshaus.ruleset import Ending, First, Four, Out, Rooms, Ruleset
from stbpi.language import Message, _, message, plural

SUMMARIES: Mapping[str, Message] = {
    "glueckshaus": message("The lucky house: play until one player is left, who has all chips."),
    "full_rooms": message("Fifteen chips each; a room is taken when it is full."),
    "two_kings": message("The second king ends the game; the most chips win."),
    "clock": message("After twenty minutes the most chips win."),
    "all_rooms": message("A board that has a room for the 4."),
}
"""What each preset is, in a sentence."""

MAIN_FIELDS = ("chips", "four", "rooms", "out", "ending")
"""What a person must know of any rules, whether it differs from the defaults or not."""


def explain(name: str) -> tuple[str, ...]:
    """Explain a preset in lines: what it is, what differs from the defaults, and the rest."""
    rules, default = PRESETS[name], Ruleset()
    changed = [f for f in Ruleset.__slots__ if getattr(rules, f) != getattr(default, f)]
    same = [sentence(rules, field) for field in MAIN_FIELDS if field not in changed]
    lines = [str(SUMMARIES[name])]
    if changed:
        lines += ["", _("Unlike the default rules:")]
        lines += [f"- {sentence(rules, field)}" for field in changed]
        lines += ["", _("As by default:")]
    else:
        lines += ["", _("These are the default rules:")]
    return (*lines, *(f"- {text}" for text in same))


def sentence(rules: Ruleset, field: str) -> str:
    """Say in one sentence what a field of these rules means."""
    match field:
        case "chips":
            return plural(
                "Everybody begins with {n} chip.", "Everybody begins with {n} chips.", rules.chips
            )
        case "four":
            return str(_FOUR[rules.four])
        case "rooms":
            return str(_ROOMS[rules.rooms])
        case "out":
            return str(_OUT[rules.out])
        case "ending" if rules.ending is Ending.CLOCK:
            return plural(
                "After {n} minute the most chips win; what lies in the house is nobody's.",
                "After {n} minutes the most chips win; what lies in the house is nobody's.",
                rules.minutes,
            )
        case "ending":
            return str(_ENDING[rules.ending])
        case "minutes":
            if rules.ending is not Ending.CLOCK:
                return _("No clock ends the game.")
            return plural(
                "The game lasts {n} minute at most.",
                "The game lasts {n} minutes at most.",
                rules.minutes,
            )
        case "first":
            return str(_FIRST[rules.first])
        case "tiles":
            return _("The rooms up to {tile} have a tile.").format(tile=rules.tiles)
        case _:
            raise AssertionError(f"{field} has no words")


_FOUR: Mapping[Four, Message] = {
    Four.NOTHING: message("Nothing happens on a 4."),
    Four.PAY: message("A 4 costs a chip, which goes to the wedding."),
    Four.AGAIN: message("Who throws a 4 throws again."),
    Four.ROOM: message("The 4 is a room like others."),
}
_ROOMS: Mapping[Rooms, Message] = {
    Rooms.ONE: message("A room in which a chip lies is taken; an empty one costs a chip."),
    Rooms.OWN_NUMBER: message(
        "A room is taken when as many chips lie in it as its number says; before that it costs one."
    ),
}
_OUT: Mapping[Out, Message] = {
    Out.AT_ZERO: message("Who pays the last chip is out at once."),
    Out.CANNOT_PAY: message("Who has to pay and has no chip is out."),
}
_ENDING: Mapping[Ending, Message] = {
    Ending.LAST: message("The last player left has won, and takes what lies in the house."),
    Ending.TWO_KINGS: message(
        "The second king ends the game: the most chips win; what lies in the house is nobody's."
    ),
}
_FIRST: Mapping[First, Message] = {
    First.ROLL_OFF: message("Everybody throws one die, and the highest starts."),
    First.SEAT: message("The first seat starts."),
}
