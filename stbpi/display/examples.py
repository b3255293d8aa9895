"""Examples: what the galleries are made of, an evening of three friends, view by view.

Never: draws. Keep: plain views; what is special about an example is said where it is made of them.
"""

from __future__ import annotations

from dataclasses import replace

from stbpi.desk.page import Page
from stbpi.games.game import NO_TILES, Change, Phase, PlayerView, Prompt, View, all_tiles, tiles
from stbpi.scene import Held, Scene


def player(seat: int, name: str, total: int, score: int | None = None) -> PlayerView:
    return PlayerView(
        seat=seat,
        name=name,
        score=score,
        total=total,
        rounds_won=None,
        balance=None,
        out=False,
        winner=False,
    )


FRIENDS = (player(1, "Anna", 23, 12), player(2, "Bjørn", 7, 7), player(3, "Līga", 31, 0))

READY = View(
    game="shut_the_box",
    preset="luk_kassen",
    phase=Phase.READY,
    prompt=Prompt.ROLL,
    tiles=9,
    standing=all_tiles(9),
    committed=NO_TILES,
    named=NO_TILES,
    players=FRIENDS,
    player=2,
    round=2,
    rounds=4,
    roll=(),
    left=None,
    dice_allowed=(1, 2),
    pot=None,
    may_undo=False,
    may_stop=False,
    rescored=False,
    change=Change.NONE,
    why="",
)


def scene(
    view: View, *, held: Held = Held.NOT, page: Page | None = None, faults: tuple[str, ...] = ()
) -> Scene:
    return Scene(view=view, held=held, page=page, faults=faults)


COVERING = replace(
    READY,
    phase=Phase.COVERING,
    prompt=Prompt.COVER,
    standing=tiles(1, 3, 4, 6, 7),
    committed=tiles(5, 8, 9),
    roll=(5, 4),
    left=7,
    dice_allowed=(),
)
WRONG = replace(
    COVERING,
    phase=Phase.WRONG,
    prompt=Prompt.RAISE,
    standing=tiles(1, 3, 4, 7),
    named=tiles(6),
    left=9,
)
TURN_OVER = replace(
    READY,
    phase=Phase.TURN_OVER,
    prompt=Prompt.NO_MOVE,
    why="no_move",
    standing=tiles(1, 6),
    committed=tiles(2, 3, 4, 5, 7, 8, 9),
    roll=(6, 5),
    dice_allowed=(),
)
SETUP = replace(READY, phase=Phase.SETUP, prompt=Prompt.SETUP, player=None, round=None)
MATCH_OVER = replace(
    READY,
    phase=Phase.MATCH_OVER,
    prompt=Prompt.MATCH_OVER,
    players=(FRIENDS[0], replace(FRIENDS[1], winner=True), replace(FRIENDS[2], out=True)),
    player=None,
    round=None,
    why="rounds",
    dice_allowed=(),
)
MENU = replace(READY, phase=Phase.MENU, prompt=Prompt.MENU)
ATTRACT = replace(SETUP, phase=Phase.ATTRACT)
BY_ROUNDS = tuple(
    replace(friend, rounds_won=won) for friend, won in zip(FRIENDS, (0, 1, 2), strict=True)
)
WITH_STAKES = tuple(
    replace(friend, balance=units) for friend, units in zip(FRIENDS, (-3, 12, -9), strict=True)
)
TWELVE = tuple(player(n, f"P{n}", 7 * n, n) for n in range(1, 13))
