"""The gallery: named example scenes, one of every screen and those in which the most must fit.

Games whose package has a module `gallery` bring those of their own screens (`EXAMPLES`).
`stbpi screens` writes a picture of each, the tests hold each to a golden picture. A name is the
screen's own (`Screen.name`), or says what is special about the example.

Never: draws. Keep: an example for every screen name; a test finds a missing one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stbpi.display.bots_gallery import BOTS
from stbpi.display.coach_gallery import COACHED
from stbpi.display.examples import (
    ATTRACT,
    BY_ROUNDS,
    COVERING,
    FRIENDS,
    MATCH_OVER,
    MENU,
    READY,
    SETUP,
    TURN_OVER,
    TWELVE,
    WITH_STAKES,
    WRONG,
    player,
    scene,
)
from stbpi.display.hardware_gallery import VIEWS
from stbpi.display.page_gallery import OPEN_MENU, PAGES, POSTERS
from stbpi.display.real_dice_gallery import REAL_DICE
from stbpi.games import registry
from stbpi.games.game import NO_TILES, Change, Phase, Prompt, all_tiles, tiles
from stbpi.scene import Held, Scene

USUAL: dict[str, Scene] = {
    "setup": scene(SETUP),
    "setup_with_a_bot": scene(
        replace(SETUP, players=(FRIENDS[0], replace(player(2, "Casual 10", 0), bot="casual:10")))
    ),
    "setup_with_bots": scene(
        replace(
            SETUP,
            players=tuple(replace(p, bot="random" if p.seat > 9 else "") for p in TWELVE),
        )
    ),
    "closed": scene(replace(SETUP, prompt=Prompt.CLOSED)),
    "ready": scene(READY),
    "ready_twelve_players": scene(replace(READY, players=TWELVE, player=8)),
    "ready_sealed": replace(scene(replace(READY, round=1)), sealed="7f83b165"),
    "ready_sealed_without_choice": replace(
        scene(replace(READY, dice_allowed=(3,), players=WITH_STAKES, pot=6)), sealed="0ccd8e44"
    ),
    "ready_scored_anew": scene(replace(READY, rescored=True, change=Change.AT_ONCE)),
    "ready_other_rules_from_next_turn": scene(replace(READY, change=Change.NEXT_TURN)),
    "raise_tiles": scene(
        replace(
            READY,
            phase=Phase.RAISE_TILES,
            prompt=Prompt.RAISE,
            standing=tiles(1, 2, 4, 6, 9),
            named=tiles(3, 5, 7, 8),
        )
    ),
    "raise_all_twelve_tiles": scene(
        replace(
            READY,
            phase=Phase.RAISE_TILES,
            prompt=Prompt.RAISE,
            tiles=12,
            standing=NO_TILES,
            named=all_tiles(12),
        )
    ),
    "lower_tiles": scene(
        replace(READY, phase=Phase.RAISE_TILES, prompt=Prompt.LOWER, named=tiles(1, 2, 3))
    ),
    "covering": scene(COVERING),
    "covering_four_dice": scene(
        replace(
            COVERING,
            tiles=12,
            standing=tiles(1, 2, 4, 6, 10, 11, 12),
            committed=tiles(5, 8, 9),
            roll=(6, 5, 4, 6),
            left=21,
        )
    ),
    "covering_three_dice": scene(replace(COVERING, roll=(1, 2, 3), left=6)),
    "covering_one_die": scene(replace(COVERING, roll=(3,), left=3)),
    "complete": scene(
        replace(
            COVERING,
            prompt=Prompt.ROLL,
            standing=tiles(1, 3),
            committed=tiles(4, 5, 6, 8, 9),
            left=0,
            dice_allowed=(1, 2),
        )
    ),
    **BOTS,
    "wrong": scene(replace(WRONG, roll=(4, 3), left=7)),
    "close_again": scene(
        replace(
            WRONG,
            phase=Phase.COVERING,
            prompt=Prompt.CLOSE_AGAIN,
            standing=tiles(1, 3, 4, 5, 7),
            named=tiles(5),
        )
    ),
    "no_move": scene(TURN_OVER),
    "no_move_digits": scene(
        replace(
            TURN_OVER,
            roll=(6, 6, 5),
            players=(
                player(1, "Alexandra", 987654321012345, 12),
                player(2, "Alexander", 1234567891011120, 123456789101112),
            ),
        )
    ),
    "shut": scene(
        replace(
            TURN_OVER,
            prompt=Prompt.SHUT,
            why="shut",
            standing=NO_TILES,
            committed=all_tiles(9),
            roll=(4, 5),
            players=(FRIENDS[0], replace(FRIENDS[1], score=0), FRIENDS[2]),
        )
    ),
    "out": scene(
        replace(
            TURN_OVER,
            prompt=Prompt.OUT,
            players=(FRIENDS[0], replace(FRIENDS[1], out=True, total=47, score=12), FRIENDS[2]),
        )
    ),
    "stopped": scene(replace(TURN_OVER, prompt=Prompt.STOPPED, why="stopped", roll=(2, 6))),
    "unlucky": scene(replace(TURN_OVER, prompt=Prompt.UNLUCKY, why="unlucky", roll=(3, 4))),
    "first_roll": scene(
        replace(
            TURN_OVER,
            prompt=Prompt.FIRST_ROLL,
            why="first_roll",
            standing=all_tiles(9),
            committed=NO_TILES,
            roll=(1, 3),
        )
    ),
    "match_over": scene(MATCH_OVER),
    "match_over_twelve_players": scene(
        replace(MATCH_OVER, players=(replace(TWELVE[0], winner=True), *TWELVE[1:]))
    ),
    "match_over_digits": scene(
        replace(
            MATCH_OVER,
            players=(
                player(1, "Alexandra", 1234567891011120),
                replace(player(2, "Alexander", 257), winner=True),
            ),
        )
    ),
    "held_press": scene(READY, held=Held.PRESS),
    "held_hold": scene(READY, held=Held.HOLD),
    "held_press_while_covering": scene(COVERING, held=Held.PRESS),
    "menu_still_held": scene(MENU, page=OPEN_MENU, held=Held.NOTHING),
    "one_die": scene(replace(READY, prompt=Prompt.ONE_DIE, dice_allowed=(2,))),
    **REAL_DICE,
    "ready_without_choice": scene(replace(READY, dice_allowed=(2,))),
    "complete_without_choice": scene(
        replace(COVERING, prompt=Prompt.ROLL, standing=tiles(1, 3), left=0, dice_allowed=(2,))
    ),
    "complete_three_dice": scene(
        replace(COVERING, prompt=Prompt.ROLL, roll=(1, 5, 6), left=0, dice_allowed=(2, 3))
    ),
    "held_press_when_complete": scene(
        replace(COVERING, prompt=Prompt.ROLL, left=0, dice_allowed=(2,)), held=Held.PRESS
    ),
    "held_press_before_a_turn": scene(
        replace(
            READY, phase=Phase.RAISE_TILES, prompt=Prompt.RAISE, named=tiles(3), dice_allowed=()
        ),
        held=Held.PRESS,
    ),
    "wrong_two_tiles": scene(replace(WRONG, named=tiles(6, 9))),
    "wrong_four_dice": scene(replace(WRONG, roll=(3, 3, 1, 2))),
    "switch_fault": scene(replace(COVERING, prompt=Prompt.SWITCH_FAULT, named=tiles(4))),
    "switch_fault_of_three": scene(
        replace(COVERING, prompt=Prompt.SWITCH_FAULT, named=tiles(4, 6, 7))
    ),
    "switch_fault_without_board": scene(
        replace(READY, prompt=Prompt.SWITCH_FAULT), faults=("tile_board",)
    ),
    "switch_fault_of_all": scene(replace(READY, prompt=Prompt.SWITCH_FAULT), faults=("cable",)),
    "faults": scene(READY, faults=("serial",)),
    "faults_before_a_turn": scene(
        replace(READY, phase=Phase.RAISE_TILES, prompt=Prompt.RAISE, named=tiles(3)),
        faults=("disk", "tile_4"),
    ),
    "saving": replace(scene(READY), is_waiting=True),
    "not_saving": scene(COVERING, faults=("disk", "serial")),
    "ready_rescored": scene(replace(READY, rescored=True)),
    "match_over_rescored": scene(replace(MATCH_OVER, rescored=True)),
    "ready_by_rounds": scene(replace(READY, players=BY_ROUNDS)),
    "no_move_by_rounds": scene(replace(TURN_OVER, players=BY_ROUNDS)),
    "match_over_by_rounds": scene(
        replace(
            MATCH_OVER, players=(BY_ROUNDS[0], replace(BY_ROUNDS[1], winner=True), BY_ROUNDS[2])
        )
    ),
    "ready_for_a_pot": scene(replace(READY, players=WITH_STAKES, pot=6)),
    "raise_tiles_for_a_pot": scene(
        replace(
            READY,
            phase=Phase.RAISE_TILES,
            prompt=Prompt.RAISE,
            players=WITH_STAKES,
            pot=6,
            standing=tiles(1, 2, 4, 6, 9),
            named=tiles(3, 5),
        )
    ),
    "no_move_with_stakes": scene(replace(TURN_OVER, players=WITH_STAKES, pot=6)),
    "match_over_with_stakes": scene(
        replace(
            MATCH_OVER,
            players=(WITH_STAKES[0], replace(WITH_STAKES[1], winner=True), WITH_STAKES[2]),
        )
    ),
    "held_press_in_set_up": scene(SETUP, held=Held.PRESS),
    "held_hold_in_set_up": scene(SETUP, held=Held.HOLD),
    "held_press_in_the_menu": scene(MENU, page=OPEN_MENU, held=Held.PRESS),
    "held_hold_in_the_menu": scene(MENU, page=OPEN_MENU, held=Held.HOLD),
    "held_press_after_a_match": scene(MATCH_OVER, held=Held.PRESS),
    "held_hold_after_a_match": scene(MATCH_OVER, held=Held.HOLD),
    "held_press_at_letters": scene(MENU, page=PAGES["letters"], held=Held.PRESS),
    "held_hold_at_a_question": scene(MENU, page=PAGES["go_on"], held=Held.HOLD),
    "match_over_closed": scene(replace(MATCH_OVER, prompt=Prompt.CLOSED)),
    "menu_not_saving": scene(MENU, page=PAGES["menu_of_house_rules"], faults=("disk",)),
    **{name: scene(MENU, page=page) for name, page in PAGES.items()},
    **{name: replace(scene(ATTRACT), posters=(poster,)) for name, poster in POSTERS.items()},
}
USUAL |= {name: replace(USUAL[at], coaching=said) for name, (at, said) in COACHED.items()}
"""What every game can show, by the example's name."""

OWN: dict[str, Mapping[str, Scene]] = {
    game: gallery.EXAMPLES
    for game in registry.NAMES
    if (gallery := registry.part(game, "gallery")) is not None
}
"""What only one game shows, by the game."""

SCENES: dict[str, Scene] = USUAL | {
    name: it for examples in OWN.values() for name, it in examples.items()
}
"""What is shown while nobody tests the hardware, by the example's name."""

EXAMPLES: dict[str, Scene] = SCENES | {
    f"test_{name}": replace(SCENES["covering"], test=view) for name, view in VIEWS.items()
}
"""Everything that can be shown, the hardware test included, by the example's name."""
