"""The menu in a match: worked by the button alone.

Press = next line, hold = choose, 15 s without a touch = leave (DESIGN.md, "Menus in a match").
A tile whose switch is declared broken is closed and opened here; a second menu declares it.

Never: does what a line says.
"""

from __future__ import annotations

from stbpi.desk.page import Act, Menu, MenuLine
from stbpi.games.game import Tiles, View, all_tiles, members, tiles, without

IDLE_S = 15.0
"""After so many seconds without a touch the menu closes by itself."""


def main_menu(view: View, *, is_in_match: bool, broken: Tiles, down: Tiles) -> Menu:
    """Return the menu that opens.

    Args:
        view: of the game, from before it opened.
        is_in_match: there is a match that can be ended.
        broken: the tiles that are declared broken; they are closed and opened here.
        down: the tiles that are down.
    """
    flips = (
        MenuLine(Act.OPEN if down & tiles(tile) else Act.CLOSE, tile) for tile in members(broken)
    )
    return Menu(
        lines=(
            MenuLine(Act.CONTINUE),
            *flips,
            *((MenuLine(Act.UNDO),) if view.may_undo else ()),
            *((MenuLine(Act.STOP),) if view.may_stop else ()),
            *((MenuLine(Act.END),) if is_in_match else ()),
            MenuLine(Act.SWITCHES),
        )
    )


def switch_menu(suspects: Tiles, *, broken: Tiles, count: int) -> Menu:
    """Return the menu in which tiles are declared broken, or working again.

    Args:
        suspects: the tiles that come first.
        broken: the tiles that are declared broken.
        count: how many tiles there are.
    """
    first = suspects | broken
    in_order = (*members(Tiles(first)), *members(without(all_tiles(count), Tiles(first))))
    return Menu(
        lines=(
            *(MenuLine(Act.MEND if broken & tiles(n) else Act.BREAK, n) for n in in_order),
            MenuLine(Act.CONTINUE),
        )
    )
