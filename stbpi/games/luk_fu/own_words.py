"""What the public texts of a deal are called on the bar's screen.

Never: knows a match.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.luk_fu.cards import read
from stbpi.games.luk_fu.texts import cards_in_words
from stbpi.language import Message, message

_CALLED: Mapping[str, Message] = {
    "cards": message("Cards of {of}"),
    "master": message("Master"),
    "caller": message("Called by"),
    "best": message("To be beaten"),
    "best_by": message("Played by"),
}
_NOBODY = "-"


def said(key: str, value: str) -> tuple[str, str] | None:
    """Say what a text of `Hand.public` is, in the current language.

    Returns:
        what it is called, and its value; `None` as long as there is none.
    """
    if value == _NOBODY:
        return None
    kind, _dot, of = key.partition(".")
    told = str(cards_in_words(read(value))) if kind == "best" else value
    return str(_CALLED[kind]).format(of=of), told
