"""What the screens of Luk Fu say; wordings are parted by `|`, the longest first.

The display takes the first wording that fits: 15 large or 21 small letters in the headline, 11
small ones beside the grid.

Never: draws. Keep: whole sentences as they are shown, so that they can be translated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stbpi.games.luk_fu.cards import (
    LETTERS,
    RANKS,
    Cards,
    Suit,
    in_suit,
    members,
    name_of,
    ranks_of,
)
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.seen import Choice, Lay, Say
from stbpi.language import Message, counted, message

MASTER_MARK, CALLER_MARK = "°", "!"
"""What stands beside the name of the Master, and of the caller."""

LEAD = message("Lead")
NO_PLAY = message("No play of these|No play")
CHOOSE_RANKS = message("Choose ranks|Choose")
LOWER_TO_PLAY = message("Lower tiles")
LOWER_TILES, MORE_TILES = message("lower tiles|lower"), message("add tiles|add")
RAISE_TILES = message("raise tiles|raise")
DEALING = message("Dealing …")
NEXT = message("next choice|next")
PRESS_NEXT = message("press: next|next")
CALL, PASS, PLAY_ON = message("Call"), message("Pass"), message("Play on")
PASSED = message("pass")
BOTS_CHANGED = message("new bots|bots!")
DRAWN = message("Drawn")
NO_WINNER = message("No winner|Nobody")

WHYS: Mapping[str, Message] = {
    MatchWhy.CLAIM: message("by a claim|claim"),
    MatchWhy.HANDS_EMPTY: message("hands empty|empty"),
    MatchWhy.STOPPED: message("stopped"),
}
"""Why a deal is over."""

_DEEDS: Mapping[Say, Message] = {
    Say.CALL: message("call"),
    Say.PASS: message("pass"),
    Say.CLAIM: message("claim"),
}


def choice(shown: Choice, fu_to_claim: int) -> Message:
    """Name the choice that is shown.

    Args:
        shown: it.
        fu_to_claim: what the player would have if he claimed now.
    """
    match shown:
        case Lay(cards=cards, face_up=True):
            return cards_in_words(cards)
        case Lay(cards=cards):
            size = cards.bit_count()
            named = cards_in_words(cards)
            return counted("{cards} down|{n} down", "{cards} down|{n} down", size, cards=named)
        case Say.CLAIM:
            return message("Claim {fu} fu|Claim", fu=fu_to_claim)
        case Say.CALL:
            return CALL
        case Say.PASS:
            return PASS
        case Say.ON:
            return PLAY_ON


def deed(shown: Choice) -> Message:
    """Say what taking a choice is, as short as that can be said."""
    match shown:
        case Lay(face_up=True):
            return message("play")
        case Lay():
            return message("lay down|lay")
        case _:
            return _DEEDS[shown]


def deed_in_full(shown: Choice) -> Message:
    """Say what taking a choice is, with its cards where they fit."""
    match shown:
        case Lay(cards=cards, face_up=True):
            return message("play {cards}|play", cards=cards_in_words(cards))
        case Lay(cards=cards):
            return message("lay {cards} down|lay down|lay", cards=cards_in_words(cards))
        case _:
            return _DEEDS[shown]


def hold_to(done: Message) -> Message:
    """Say what a hold does."""
    return message("hold: {deed}|{deed}", deed=done)


def beat(best: Cards) -> Message:
    """Say what is to be beaten."""
    return message("Beat {cards}|Beat it", cards=cards_in_words(best))


def lay_down(size: int) -> Message:
    """Say how many cards are to be laid face down."""
    return counted("Lay {n} down", "Lay {n} down", size)


def numbers(tiles: Sequence[int]) -> tuple[str, ...]:
    """Write the numbers of tiles, also without blanks."""
    return " ".join(map(str, tiles)), "".join(map(str, tiles))


def fu(won: int, old: int | None) -> Message:
    """Say what somebody has won, and how many old cards he holds where that is known."""
    if old is None:
        return message("{won} fu|{won}", won=won)
    return message("{won}+{old} fu|{won}+{old}", won=won, old=old)


def master(name: str) -> Message:
    return message("Master {name}|° {name}", name=name)


def caller(name: str) -> Message:
    return message("caller {name}|! {name}", name=name)


def role(*, is_master: bool, is_caller: bool) -> Message | str:
    """Say who somebody is; nothing if he is neither Master nor caller."""
    if is_master and is_caller:
        return message("Master, caller")
    if is_master:
        return message("Master")
    return message("caller") if is_caller else ""


def laid_in_full(cards: Cards, size: int) -> Message:
    """Name what was played, or say how many cards lie face down."""
    if cards:
        return cards_in_words(cards)
    return counted("{n} face down|{n} down", "{n} face down|{n} down", size)


def wins(name: str) -> Message:
    return message("{name} wins!|{name}", name=name)


def cards_in_words(cards: Cards) -> Message:
    """Name cards: one by one, then by suits, then as what they are together.

    >>> from stbpi.games.luk_fu.cards import read
    >>> cards_in_words(read("m3,m4,m5")).wordings
    ('m3 m4 m5', 'm345', 'm3-5')
    >>> cards_in_words(read("c7,s7,t7")).wordings
    ('c7 s7 t7', 'cst7')
    >>> cards_in_words(read("c1,c2,t7,t9")).wordings
    ('c1 c2 t7 t9', 'c12 t79', 'c12t79')
    """
    one_by_one = " ".join(map(name_of, members(cards)))
    suits = tuple(_by_suit(cards))
    wordings = (one_by_one, " ".join(suits), _short(cards) or "".join(suits))
    return Message("|".join(dict.fromkeys(wordings)))


def laid(cards: Cards) -> str:
    """Name what was played, in four letters at most.

    >>> from stbpi.games.luk_fu.cards import read
    >>> laid(read("m3,m4,m5")), laid(read("c7,s7,t7")), laid(read("c7,s7,m7,t7")), laid(read("t9"))
    ('m3-5', 'cst7', '7777', 't9')
    """
    ranks = ranks_of(cards)
    if ranks.bit_count() == 1 and cards.bit_count() == len(LETTERS):
        return str(ranks.bit_length()) * len(LETTERS)
    return _short(cards) or name_of(next(members(cards)))


def _short(cards: Cards) -> str:
    """Name a run or a set; nothing if it is none."""
    ranks = ranks_of(cards)
    suits = [suit for suit in Suit if in_suit(cards, suit)]
    low, high, size = (ranks & -ranks).bit_length(), ranks.bit_length(), cards.bit_count()
    if size > 1 and low == high:
        return "".join(suit.letter for suit in suits) + str(low)
    if size > 2 and len(suits) == 1 and high - low + 1 == size:
        return f"{suits[0].letter}{low}-{high}"
    return ""


def _by_suit(cards: Cards) -> Iterator[str]:
    for suit in Suit:
        ranks = in_suit(cards, suit)
        if ranks:
            yield suit.letter + "".join(str(r) for r in RANKS if ranks >> (r - 1) & 1)
