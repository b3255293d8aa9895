"""Bots by their names: which kinds there are, how they are written, what they are called at a seat.

How they play is `strategy.bots`; this is what the rest of the program needs to know of them.

Keep: the names are public (commands, configuration, events); nothing heavy is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from stbpi.errors import BotError
from stbpi.language import Message, _, message

STRENGTHS = range(1, 11)
USUAL_STRENGTH = 5


EXAMPLES = ("perfect", "points", "careful", "casual:1 … casual:10", "random")
"""What can be written."""


class Kind(StrEnum):
    """The kinds of bots; the values are public."""

    PERFECT = "perfect"
    POINTS = "points"
    CAREFUL = "careful"
    CASUAL = "casual"
    RANDOM = "random"


def parted(name: str) -> tuple[Kind, int]:
    """Return the kind and the strength (0, but for casual ones) of a bot's name.

    Raises:
        BotError: there is none of this name.

    >>> parted("casual:3"), parted("casual"), parted("perfect")
    ((<Kind.CASUAL: 'casual'>, 3), (<Kind.CASUAL: 'casual'>, 5), (<Kind.PERFECT: 'perfect'>, 0))
    """
    kind, colon, strength = name.partition(":")
    if kind not in set(Kind):
        near = nearest(name)
        raise BotError(
            _("{name}: no bot has this name").format(name=name),
            _("Did you mean {nearest}?").format(nearest=near)
            if near
            else _("Known are: {known}").format(known=", ".join(Kind)),
        )
    if kind != Kind.CASUAL:
        if colon:
            what = _("{bot} has no strength; {casual} has").format(bot=kind, casual=Kind.CASUAL)
            raise BotError(what)
        return Kind(kind), 0
    if not colon:
        return Kind.CASUAL, USUAL_STRENGTH
    if strength not in set(map(str, STRENGTHS)):
        what = _("{name}: expected a strength from {low} to {high}").format(
            name=name, low=STRENGTHS[0], high=STRENGTHS[-1]
        )
        raise BotError(what)
    return Kind.CASUAL, int(strength)


def written(kind: Kind, strength: int) -> str:
    """Write a bot as `parted` reads it."""
    return f"{kind}:{strength}" if strength else kind.value


def is_known(name: str) -> bool:
    """Say whether a bot has this name."""
    try:
        parted(name)
    except BotError:
        return False
    return True


def nearest(name: str) -> str:
    """Return the kind that was meant by an unknown one; empty if none is like it."""
    from difflib import get_close_matches  # for mistakes only

    kind = name.partition(":")[0]
    return "" if kind in set(Kind) else next(iter(get_close_matches(kind, list(Kind), n=1)), "")


def called(bot: str) -> Message:
    """Say what a bot is called where one is chosen."""
    kind, strength = parted(bot)
    match kind:
        case Kind.PERFECT:
            return message("perfect")
        case Kind.POINTS:
            return message("points only|points")
        case Kind.CAREFUL:
            return message("careful")
        case Kind.CASUAL:
            return message("casual {strength}", strength=strength)
        case Kind.RANDOM:
            return message("random")


def seat_names(bots: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
    """Name bots as players: each otherwise than the others, in at most 12 characters.

    Args:
        bots: as `parted` reads them.
        taken: the names of people.

    >>> seat_names(["perfect", "casual:3", "perfect"], ["Anna"])
    ('Perfect', 'Casual 3', 'Perfect-2')
    """
    names: list[str] = []
    for bot in bots:
        name = base = _plain_name(bot)
        number = 1
        while name in (*taken, *names):
            number += 1
            name = f"{base}-{number}"
        names.append(name)
    return tuple(names)


def _plain_name(bot: str) -> str:
    kind, strength = parted(bot)
    return f"{kind.capitalize()} {strength}" if strength else kind.capitalize()
