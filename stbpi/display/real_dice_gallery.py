"""The gallery of real dice: what is shown where the players throw dice of their own.

`gallery` puts them among its examples.

Never: draws.
"""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.examples import COVERING, READY, TURN_OVER, WITH_STAKES, WRONG, scene
from stbpi.games.game import NO_TILES, Prompt, all_tiles, tiles, without
from stbpi.scene import Held, Scene

REAL_READY = replace(READY, real_dice=True)
REAL_COVERING = replace(COVERING, real_dice=True, roll=(), left=None)

REAL_DICE: dict[str, Scene] = {
    "throw": scene(REAL_READY),
    "throw_for_a_pot": scene(
        replace(REAL_READY, players=WITH_STAKES, pot=6, dice_allowed=(1, 2, 3, 4))
    ),
    "throw_again": scene(
        replace(
            REAL_COVERING,
            prompt=Prompt.ROLL,
            standing=tiles(1, 2, 3),
            committed=tiles(4, 5, 6, 7, 8, 9),
            dice_allowed=(1, 2),
        )
    ),
    "closing": scene(
        replace(REAL_COVERING, standing=tiles(2, 3, 4, 6, 7), committed=tiles(5, 8, 9))
    ),
    "closing_without_the_first_tile": scene(
        replace(
            REAL_COVERING,
            standing=without(all_tiles(9), tiles(5)),
            committed=NO_TILES,
            named=tiles(2),
        )
    ),
    "closed_tiles": scene(
        replace(
            REAL_COVERING,
            prompt=Prompt.ROLL,
            standing=tiles(1, 2, 6, 7),
            committed=tiles(5, 8, 9),
            left=0,
            dice_allowed=(2,),
        )
    ),
    "cover": scene(replace(REAL_READY, prompt=Prompt.COVER)),
    "total": scene(
        replace(
            REAL_COVERING,
            prompt=Prompt.TOTAL,
            standing=tiles(2, 3, 4, 6, 7),
            committed=tiles(5, 8, 9),
        )
    ),
    "held_press_at_closed_tiles": scene(
        replace(
            REAL_COVERING,
            prompt=Prompt.ROLL,
            standing=tiles(1, 2, 6, 7),
            committed=tiles(5, 8, 9),
            left=0,
            dice_allowed=(2,),
        ),
        held=Held.PRESS,
    ),
    "wrong_with_real_dice": scene(
        replace(WRONG, real_dice=True, roll=(), left=None, standing=tiles(1, 3, 4))
    ),
    "no_move_with_real_dice": scene(replace(TURN_OVER, real_dice=True, roll=())),
}
"""By the example's name."""
