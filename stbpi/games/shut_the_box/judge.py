"""Judging real tiles: what the tiles that went down since the throw amount to.

With real dice any set is complete that some throw would have allowed.

Order never matters: one sweep over three tiles and three single flips give the same answer.
Only where several ways of putting it right are equally short does the order say which tiles
are named (the ones moved last).

Never: commits anything, knows time. Rule: RULES.md 1.1; DESIGN.md, "Judging the real tiles".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from stbpi.games.game import NO_TILES, Tile, Tiles, subsets, tiles, without
from stbpi.games.shut_the_box.covers import legal_covers, real_covers
from stbpi.games.shut_the_box.ruleset import Ruleset


class Verdict(StrEnum):
    """What the moved tiles are to the throw."""

    OPEN = "open"
    COMPLETE = "complete"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What stands on the box, judged.

    Attributes:
        verdict: of the moved tiles.
        moved: the tiles in play that went down since the throw.
        lifted: tiles closed before the throw that are up again; they go before everything.
    """

    verdict: Verdict
    moved: Tiles
    lifted: Tiles


def covers_now(
    standing: Tiles, dice: Sequence[int], rules: Ruleset, *, is_first: bool
) -> tuple[Tiles, ...]:
    """List the legal covers of a throw in its turn, by ascending mask.

    Args:
        standing: the tiles that may be closed.
        dice: the throw; real dice are not known.
        rules: the house rules of the turn.
        is_first: it is the turn's first throw, whose cover must contain `first_roll_tile`.
    """
    if rules.has_real_dice:
        legal = real_covers(standing, rules)
    else:
        legal = legal_covers(standing, dice, rules)
    if not is_first or not rules.first_roll_tile:
        return legal
    needed = tiles(rules.first_roll_tile)
    return tuple(cover for cover in legal if cover & needed)


def judge(down: Tiles, committed: Tiles, *, legal: Sequence[Tiles], rules: Ruleset) -> Judgement:
    """Say what the tiles that went down since the throw amount to.

    Args:
        down: all tiles that are down now, settled; those out of play are not looked at.
        committed: the tiles that were closed before this throw.
        legal: the covers that may be closed.
        rules: the house rules of the turn.

    >>> from stbpi.games.game import tiles
    >>> judge(tiles(9, 2), tiles(9), legal=(tiles(2, 5), tiles(7)), rules=Ruleset()).verdict
    <Verdict.OPEN: 'open'>
    """
    moved = without(Tiles(down & rules.all_tiles), committed)
    if moved in legal:
        verdict = Verdict.COMPLETE
    elif _is_open(moved, legal):
        verdict = Verdict.OPEN
    else:
        verdict = Verdict.WRONG
    return Judgement(verdict=verdict, moved=moved, lifted=without(committed, down))


def to_raise(moved: Tiles, order: Sequence[Tile], legal: Sequence[Tiles]) -> Tiles:
    """Return the fewest moved tiles whose raising makes the rest open or complete.

    Args:
        moved: the moved tiles; they are wrong.
        order: the same tiles in the order in which they went down; among equally few tiles
            those moved last are named, then the highest.
        legal: the legal covers of the throw.
    """
    recency = {tile: i for i, tile in enumerate(order)}

    def rank(raised: Tiles) -> tuple[int, list[int]]:
        latest = sorted((recency[t] for t in recency if raised >> (t - 1) & 1), reverse=True)
        return -raised.bit_count(), latest

    good = {part for cover in legal for part in subsets(Tiles(cover & moved))} | {NO_TILES}
    cures = [part for part in subsets(moved) if without(moved, part) in good]
    return max(cures, key=rank, default=NO_TILES)


def _is_open(moved: Tiles, legal: Sequence[Tiles]) -> bool:
    return not moved or any(not moved & ~cover for cover in legal)
