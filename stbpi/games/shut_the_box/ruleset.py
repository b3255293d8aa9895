"""House rules: the fields of a ruleset, and what follows from them.

Rule: RULES.md 1.2.

Never: knows a match, reads a text (`house_rules` does). Keep: names and values are public (TOML,
scenarios, the journal) and never change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from stbpi.games.game import Tiles, all_tiles, members, tiles, without
from stbpi.games.shut_the_box.tables import sums


class Scoring(StrEnum):
    """What still stands: added, read as one number, counted; or the closed tiles added."""

    SUM = "sum"
    DIGITS = "digits"
    COUNT = "count"
    COVERED = "covered"


class OneDie(StrEnum):
    """When a player may throw one die; the values say what the standing tiles must be."""

    TOTAL_6 = "total_6"
    NEVER = "never"
    HIGH_DOWN = "high_down"
    LAST_TILE = "last_tile"
    ALWAYS = "always"
    LITERAL_789 = "literal_789"
    TOP_THREE_DOWN = "top_three_down"
    TOTAL_BELOW_6 = "total_below_6"
    ONLY_TILE_1 = "only_tile_1"


class Shut(StrEnum):
    """What shutting the box does: it wins the match at once, or scores 0."""

    WINS = "wins"
    ZERO = "zero"


class FewerDice(StrEnum):
    """What the one-die rule offers with 3 or 4 dice."""

    ONE = "one"
    ANY = "any"


class CoverRule(StrEnum):
    """Which sets of tiles cover a throw."""

    ANY = "any"
    MAX_TWO = "max_two"
    MAX_THREE = "max_three"
    ONE_TILE = "one_tile"
    SUM_OR_DICE = "sum_or_dice"
    EXACT = "exact"


class Roll(StrEnum):
    """Who throws: the box, or the players, with dice of their own that it can't see."""

    BOX = "box"
    REAL = "real"


class Limit(StrEnum):
    """Whether a total must reach a limit or exceed it."""

    REACH = "reach"
    EXCEED = "exceed"

    def is_met(self, total: int, limit: int) -> bool:
        return total >= limit if self is Limit.REACH else total > limit


class MatchBy(StrEnum):
    """What decides the match: the sum over the rounds, or the rounds won."""

    TOTALS = "totals"
    ROUNDS_WON = "rounds_won"


class Tie(StrEnum):
    """What happens to those who are equal at the end."""

    SHARED = "shared"
    PLAYOFF = "playoff"


class Stakes(StrEnum):
    """Whether units are played for (RULES.md 1.5)."""

    NONE = "none"
    POOL = "pool"
    DIFFERENCE = "difference"


class TiePot(StrEnum):
    """What happens to a pool whose round has several bests."""

    SHARE = "share"
    CARRY = "carry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The house rules of a match; the defaults are those of RULES.md 1.2.

    Attributes:
        tiles: the tiles in play are 1 to this.
        rounds: turns for each player; 0 = no limit.
        knock_out: the total at which a player is out; 0 = nobody.
        one_die_forced: where one die is allowed it must be taken.
        dice: dice of a throw.
        start: the tiles that stand at the start of a turn; empty = all.
        first_roll_tile: the first cover of a turn must contain it; 0 = none.
        unlucky: a throw of this total ends the turn; 0 = none.
        may_stop: a player may end the turn although a cover exists.
        ceiling: the match ends with the round in which a total passes it; 0 = never.
        stake: units put in (pool), or paid a point (difference).
        roll: who throws the dice.
    """

    tiles: int = 9
    rounds: int = 4
    scoring: Scoring = Scoring.SUM
    one_die: OneDie = OneDie.TOTAL_6
    shut: Shut = Shut.WINS
    knock_out: int = 0
    one_die_forced: bool = False
    dice: int = 2
    fewer_dice: FewerDice = FewerDice.ONE
    cover: CoverRule = CoverRule.ANY
    start: tuple[int, ...] = ()
    first_roll_tile: int = 0
    unlucky: int = 0
    may_stop: bool = False
    knock_out_at: Limit = Limit.REACH
    ceiling: int = 0
    ceiling_at: Limit = Limit.EXCEED
    match_by: MatchBy = MatchBy.TOTALS
    tie: Tie = Tie.SHARED
    stakes: Stakes = Stakes.NONE
    stake: int = 1
    tie_pot: TiePot = TiePot.SHARE
    roll: Roll = Roll.BOX

    @property
    def has_real_dice(self) -> bool:
        """Whether the players throw dice of their own."""
        return self.roll is Roll.REAL

    @property
    def all_tiles(self) -> Tiles:
        """The tiles in play."""
        return all_tiles(self.tiles)

    @property
    def start_tiles(self) -> Tiles:
        """The tiles that stand at the start of a turn, as a set."""
        return tiles(*self.start) if self.start else self.all_tiles

    def one_die_allowed(self, standing: Tiles) -> bool:
        """Say whether a throw of one die may be taken while these tiles stand."""
        total = sums(self.tiles)[standing]
        match self.one_die:
            case OneDie.TOTAL_6:
                return total <= 6
            case OneDie.NEVER:
                return False
            case OneDie.HIGH_DOWN:
                return not standing & ~all_tiles(6)
            case OneDie.LAST_TILE:
                return standing.bit_count() == 1
            case OneDie.ALWAYS:
                return True
            case OneDie.LITERAL_789:
                return not standing & tiles(7, 8, 9)
            case OneDie.TOP_THREE_DOWN:
                return not standing & ~all_tiles(self.tiles - 3)
            case OneDie.TOTAL_BELOW_6:
                return total < 6
            case OneDie.ONLY_TILE_1:
                return standing == tiles(1)

    def dice_allowed(self, standing: Tiles) -> tuple[int, ...]:
        """Return how many dice the next throw may have, ascending."""
        if self.dice == 1 or not self.one_die_allowed(standing):
            return (self.dice,)
        if self.one_die_forced:
            return (1,)
        if self.fewer_dice is FewerDice.ANY:
            return tuple(range(1, self.dice + 1))
        return (1, self.dice)

    def totals_allowed(self, standing: Tiles) -> tuple[int, ...]:
        """Return the totals that the next throw may have and be covered, ascending."""
        counts = self.dice_allowed(standing)
        return tuple(
            total
            for total in range(1, 6 * self.dice + 1)
            if total != self.unlucky and any(n <= total <= 6 * n for n in counts)
        )

    def score(self, standing: Tiles, *, start: Tiles) -> int:
        """Return the score of a turn.

        Args:
            standing: what stood at its end.
            start: what stood at its start.
        """
        match self.scoring:
            case Scoring.SUM:
                return sums(self.tiles)[standing]
            case Scoring.DIGITS:
                return int("".join(map(str, members(standing))) or "0")
            case Scoring.COUNT:
                return standing.bit_count()
            case Scoring.COVERED:
                return sums(self.tiles)[without(start, standing)]

    def best(self, scores: Iterable[int]) -> int:
        """Return the winning one of these scores or totals."""
        return max(scores) if self.scoring is Scoring.COVERED else min(scores)

    def is_out(self, total: int) -> bool:
        """Say whether a player with this total is knocked out."""
        return bool(self.knock_out) and self.knock_out_at.is_met(total, self.knock_out)
