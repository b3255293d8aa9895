"""The gallery of bots: what is shown while one is on turn.

`gallery` puts them among its examples.

Never: draws.
"""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.examples import COVERING, FRIENDS, READY, WITH_STAKES, player, scene
from stbpi.games.game import NO_TILES, Prompt, all_tiles, tiles
from stbpi.scene import Scene

WITH_A_BOT = (FRIENDS[0], replace(player(2, "Casual 10", 7, 7), bot="casual:10"), FRIENDS[2])
BOTS_READY = replace(READY, prompt=Prompt.WAIT, players=WITH_A_BOT)
BOTS_COVERING = replace(
    COVERING,
    prompt=Prompt.WAIT,
    players=WITH_A_BOT,
    standing=tiles(1, 2, 3, 4, 6, 7),
    roll=(3, 4),
)

BOTS: dict[str, Scene] = {
    "bot_throws": scene(BOTS_READY),
    "bot_throws_for_a_pot": scene(
        replace(
            BOTS_READY,
            dice_allowed=(2,),
            pot=6,
            players=tuple(
                replace(seat, bot=bot)
                for seat, bot in zip(WITH_STAKES, ("", "casual:10", ""), strict=True)
            ),
        )
    ),
    "bot_thinks": scene(BOTS_COVERING),
    "close": scene(replace(BOTS_COVERING, prompt=Prompt.CLOSE, named=tiles(1, 6))),
    "close_one_tile": scene(
        replace(
            BOTS_COVERING,
            prompt=Prompt.CLOSE,
            standing=tiles(2, 3, 4, 6, 7),
            named=tiles(6),
            left=6,
        )
    ),
    "close_many_tiles": scene(
        replace(
            BOTS_COVERING,
            prompt=Prompt.CLOSE,
            tiles=12,
            standing=all_tiles(12),
            committed=NO_TILES,
            roll=(6, 6, 6, 5),
            named=tiles(1, 2, 3, 4, 5, 8),
            left=23,
        )
    ),
    "complete_for_a_bot": scene(
        replace(
            BOTS_COVERING,
            standing=tiles(2, 3, 4, 7),
            left=0,
            dice_allowed=(1, 2),
        )
    ),
}
"""By the example's name."""
