"""What a scenario says of Luk Fu: hands that are laid by hand, and what players choose.

Never: deals or plays anything; knows whether a choice is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stbpi.errors import ScriptError
from stbpi.games.luk_fu.cards import Card, Cards, members, name_of, named, only, read, written
from stbpi.games.luk_fu.deal import SECRET_BYTES, dealt, laid_by_hand
from stbpi.games.luk_fu.public import IN_HAND
from stbpi.games.luk_fu.seen import Say
from stbpi.language import _


def hand(words: Sequence[str], others: Iterable[Cards]) -> Cards:
    """Return the cards that a player is dealt.

    Args:
        words: their names.
        others: what other players are dealt.

    Raises:
        ScriptError: one is no card, or stands twice, or they are too many.
    """
    cards, taken = 0, 0
    for other in others:
        taken |= other
    for word in words:
        one = only(_named(word))
        if one & (cards | taken):
            raise ScriptError(_("{card} is dealt twice").format(card=word))
        cards |= one
    if len(words) > IN_HAND:
        text = _("expected at most {most} cards, found {count}")
        raise ScriptError(text.format(most=IN_HAND, count=len(words)))
    return Cards(cards)


def choice(text: str) -> str:
    """Return what a player chooses, as the game names it.

    Raises:
        ScriptError: it is neither a word of the game nor cards.
    """
    if text in list(Say):
        return text
    for word in text.split(","):
        _named(word, or_said=True)
    try:
        return written(read(text))
    except ValueError as exc:
        raise ScriptError(_("{card} stands twice").format(card=exc)) from exc


def secret(number: int, hands: Mapping[int, Cards], master: int) -> bytes:
    """Return what a deal follows from.

    Args:
        number: of the deal in the scenario; who gets the cards that are in no hand follows from it.
        hands: what players are dealt, by seat.
        master: a seat; 0 for one that follows from the number.
    """
    return laid_by_hand(number.to_bytes(SECRET_BYTES, "big"), hands, master=master)


def lines(secret: bytes, names: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a scenario that lay a deal.

    Args:
        secret: what it follows from.
        names: the players, by seat.
    """
    what = dealt(secret)
    hands = zip(names, what.hands, strict=True)
    return (
        *(f"deal {name} {' '.join(map(name_of, members(hand)))}" for name, hand in hands),
        f"master {names[what.master - 1]}",
    )


def _named(word: str, *, or_said: bool = False) -> Card:
    try:
        return named(word)
    except ValueError as exc:
        text = _("{card} is no card: expected {first} to {last}")
        said = text.format(card=repr(word), first="c1", last="t9")
        words = ", ".join(Say)
        do = _("Or one of these: {words}").format(words=words) if or_said else ""
        raise ScriptError(said, do) from exc
