"""People who do not see, and play Glückshaus and Luk Fu by what is said alone.

They have hands, which move the tiles and press the button, and feel which tiles are down; they
know the rules.

Never: look at a scene, a view or an event.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from enum import Enum, auto

from stbpi.games.game import NO_TILES, Tiles, tiles, without
from stbpi.games.luk_fu.cards import NO_CARDS, Cards, members, rank_of, read


class Act(Enum):
    """What a hand does."""

    PRESS = auto()
    HOLD = auto()
    MOVE = auto()


@dataclass
class OfGlueckshaus:
    """Plays by what is said alone; has hands that feel which tiles are down.

    Attributes:
        chips: what everybody has, as far as it was said.
        out: who is out.
        winners: who has won.
        is_asked: he is to throw.
        down: how the tiles are to be, as far as it was said.
    """

    chips: dict[str, int] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    is_asked: bool = False
    down: Tiles = NO_TILES

    def hear(self, said: str) -> None:
        for name, has in re.findall(r"(\w+) (?:takes \w+ chips?, and )?has (\d+)\.", said):
            self.chips[name] = int(has)
        self.out += re.findall(r"(\w+) is out\.", said)
        self.winners += re.findall(r"(\w+)(?=[\w, ]* wins?!)", said)
        self.is_asked = "Press to throw." in said
        for does, which in re.findall(r"(Close|Open|[Rr]aise) tiles? ([\d, ]+)", said):
            named = tiles(*map(int, re.findall(r"\d+", which)))
            self.down = Tiles(self.down | named) if does == "Close" else without(self.down, named)
        if "Raise all tiles." in said:
            self.down = NO_TILES


SUITS = {"coins": "c", "strings": "s", "myriads": "m", "tens": "t"}
_SUIT = "|".join(SUITS)
_PLAYED = re.compile(rf"((?:\d, )*\d) of ((?:{_SUIT})(?:, (?:{_SUIT}))*)")
_HELD = re.compile(rf"({_SUIT}) ((?:\d, )*\d)")
_ASKED = re.compile(
    "Call, or pass|Claim, or play on|You lead|You can beat it|"
    r"You can't beat it: lay (?:a|\d+) cards? face down"
)
_CHOICE = re.compile(
    r"(?:^|[.:!] )([^.:!]+); (?:choice (\d+) of (\d+)|no other with these tiles)\."
)


def cards_in(said: str) -> Cards:
    """Read cards as they are said when they are played."""
    names = [
        SUITS[suit] + rank
        for ranks, suits in _PLAYED.findall(said)
        for suit in suits.split(", ")
        for rank in ranks.split(", ")
    ]
    return read(",".join(names))


def hand_in(said: str) -> Cards:
    """Read cards as they are said when they are held."""
    held = _HELD.findall(said)
    return read(",".join(SUITS[suit] + rank for suit, ranks in held for rank in ranks.split(", ")))


@dataclass
class OfLukFu:
    """Plays by what is said alone.

    Attributes:
        chance: how he chooses among what he knows.
        hand: what he holds, as far as it was said.
        seen: what was played face up.
        fu: what was said of everybody.
        asked: what he is asked for; empty when it is not his turn.
        choice: the choice that is shown; empty if there is none.
        has_more: there are choices behind it.
        turns: how often he has chosen.
        is_over: the end was heard.
        winner: who has won; empty if nobody has.
    """

    chance: random.Random
    hand: Cards = NO_CARDS
    seen: Cards = NO_CARDS
    fu: dict[str, int] = field(default_factory=dict)
    asked: str = ""
    choice: str = ""
    has_more: bool = False
    turns: int = 0
    is_over: bool = False
    winner: str = ""
    _wants_to_say: bool = False
    _ways: list[list[int]] = field(default_factory=list)
    _lowered: list[int] = field(default_factory=list)

    def hear(self, said: str) -> None:
        if "The cards are dealt." in said:
            self.seen, self.fu = NO_CARDS, {}
        for held in re.findall(r"Your hand: ([^.]+)\.", said):
            self.hand = hand_in(held)
        for played in re.findall(r"\w+ (?:leads|beats it by) ([^.]+)\.", said):
            self.seen = Cards(self.seen | cards_in(played))
        for name, fu in re.findall(r"(\w+) wins the trick, \d+ fu, and has (\d+)\.", said):
            self.fu[name] = int(fu)
        for asked in _ASKED.findall(said):
            self.asked, self.choice, self._ways = asked, "", []
            self._wants_to_say = self.chance.random() < 0.4
        if "No choice of" in said or "No tile is down." in said:
            self.choice = ""
        for choice, at, count in _CHOICE.findall(said):
            self.choice, self.has_more = choice, at != count
        self.winner += "".join(re.findall(r"(\w+) wins!", said))
        self.is_over = self.is_over or bool(self.winner) or "Nobody has six fu" in said

    def acts(self) -> tuple[Act, list[int]]:
        """Do the next thing: with which tiles down, if they are to be moved."""
        if self._is_wanted():
            self.turns += 1
            self.asked = ""
            self.hand = Cards(self.hand & ~cards_in(self.choice))
            return Act.HOLD, []
        if self.choice and (self.has_more or "Call" in self.asked):
            return Act.PRESS, []
        return Act.MOVE, self._other_ranks()

    def _is_wanted(self) -> bool:
        if cards_in(self.choice):
            return True
        wanted = ("Call", "Claim") if self._wants_to_say else ("Pass",)
        return self.choice.startswith(wanted)

    def _other_ranks(self) -> list[int]:
        """Return ranks that may be worth lowering, now that these are not."""
        if not self._ways:
            self._ways = self._worth_trying()
        self._lowered = next(way for way in self._ways if way != self._lowered)
        self._ways.remove(self._lowered)
        return self._lowered

    def _worth_trying(self) -> list[list[int]]:
        if size := re.search(r"lay (a|\d+) card", self.asked):
            held = [rank_of(one) for one in members(self.hand)]
            count = 1 if size[1] == "a" else int(size[1])
            return [[], sorted(set(self.chance.sample(held, count)))]
        ways = [list(range(a, b)) for a in range(1, 10) for b in range(a + 1, 11)]
        self.chance.shuffle(ways)
        return [[], *ways]
