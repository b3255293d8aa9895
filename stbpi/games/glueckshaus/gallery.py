"""The gallery of Glückshaus: an example of each of its screens, and those that must hold the most.

Never: draws. Keep: plain views, as a match could have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stbpi.display.examples import READY, SETUP, player, scene
from stbpi.games.game import (
    Phase,
    PlayerView,
    Prompt,
    Tiles,
    View,
    all_tiles,
    tiles,
    without,
)
from stbpi.games.glueckshaus.house import House, Room, Throw
from stbpi.games.glueckshaus.match import MatchWhy
from stbpi.games.glueckshaus.ruleset import WEDDING, Does, Ending
from stbpi.scene import Held, Scene

ORDINARY = (3, 5, 6, 8, 9, 10, 11)
"""The rooms of most boards in which chips lie."""

NAMES = ("Anna", "Bjørn", "Līga", "Alexandra", "Alexander", "Jørgen", "Casual 10", "Ūdensroze")
BOTS = {7: "casual:10"}
"""Eight players, and which of them are bots, by seat."""


def throw(seat: int, dice: tuple[int, ...], does: Does | None, gained: int) -> Throw:
    """Return a throw; one that pays or takes does so in the room of its total."""
    room = sum(dice) if does in (Does.PAYS, Does.TAKES) else 0
    return Throw(k=20, seat=seat, dice=dice, does=does, room=room, gained=gained)


def rooms(chips: Mapping[int, int], *, are_full: bool = True) -> tuple[Room, ...]:
    """Return rooms with these chips, by number.

    Args:
        are_full: one chip fills a room; else so many as its number says.
    """
    return tuple(
        Room(number=n, chips=chips.get(n, 0), holds=1 if are_full else n) for n in ORDINARY
    )


HOUSE = House(
    chips=(7, 12, 11),
    rooms=rooms({5: 1, 8: 1, 9: 1}),
    wedding=3,
    stake=12,
    throw=throw(1, (6, 3), Does.PAYS, -1),
    roll_off=(),
    contenders=(2,),
    ending=Ending.LAST,
    kings=0,
    minutes=20,
)
FOR_THE_START = replace(
    HOUSE,
    chips=(10, 10, 10),
    rooms=rooms({}),
    wedding=0,
    stake=10,
    throw=throw(1, (4,), None, 0),
    roll_off=(4, 0, 0),
    contenders=(1, 2, 3),
)
BEFORE = replace(FOR_THE_START, throw=None, roll_off=())
CROWD = replace(HOUSE, chips=(7, 12, 11, 9, 0, 14, 23, 10), wedding=12)
MANY = replace(
    CROWD,
    chips=(7, 12, 101, 9, 0, 14, 23, 10),
    rooms=rooms({3: 2, 5: 4, 6: 6, 8: 7, 9: 3, 10: 10, 11: 11}, are_full=False),
    wedding=104,
    throw=throw(4, (4, 4), Does.PAYS, -1),
)


def lowered(house: House) -> Tiles:
    """Return the tiles of the rooms in which chips lie."""
    filled = [room.number for room in house.rooms if room.chips]
    return tiles(*filled, *([WEDDING] if house.wedding else []))


def people(house: House) -> tuple[PlayerView, ...]:
    """Return as many players as have chips in a house; who has none is out."""
    seated = zip(NAMES, house.chips, strict=False)
    return tuple(
        replace(player(seat, name, has), bot=BOTS.get(seat, ""), out=not has)
        for seat, (name, has) in enumerate(seated, start=1)
    )


def between(house: House) -> View:
    """Return the view between two throws: the tiles are as the house wants them."""
    return replace(
        READY,
        game="glueckshaus",
        preset="glueckshaus",
        tiles=12,
        standing=without(all_tiles(12), lowered(house)),
        committed=lowered(house),
        players=people(house),
        round=5,
        rounds=0,
        roll=house.throw.dice if house.throw is not None else (),
        dice_allowed=(2,),
        own=house,
    )


def asking(house: House, prompt: Prompt, *numbers: int) -> View:
    """Return the view after a throw of the first player: these tiles are to be moved."""
    named = tiles(*numbers)
    rest = between(house)
    return replace(
        rest,
        phase=Phase.WRONG if prompt is Prompt.RAISE else Phase.COVERING,
        prompt=prompt,
        standing=Tiles(rest.standing ^ named),
        committed=without(rest.committed, named),
        named=named,
        player=1,
        dice_allowed=(),
    )


def before_a_throw(prompt: Prompt, *numbers: int) -> View:
    """Return the view before a throw: these tiles are to be moved first."""
    rest = asking(HOUSE, prompt, *numbers)
    return replace(rest, phase=Phase.RAISE_TILES, player=2)


def over(house: House, why: MatchWhy, *winners: int) -> View:
    rest = between(house)
    return replace(
        rest,
        phase=Phase.MATCH_OVER,
        prompt=Prompt.MATCH_OVER,
        players=tuple(replace(p, winner=p.seat in winners) for p in rest.players),
        player=None,
        round=None,
        roll=(),
        dice_allowed=(),
        why=why.value,
    )


def after(throw: Throw, house: House = HOUSE) -> House:
    return replace(house, throw=throw)


START = replace(between(FOR_THE_START), round=1, dice_allowed=(1,))
TIED = replace(FOR_THE_START, throw=throw(3, (5,), None, 0), roll_off=(3, 0, 0), contenders=(2, 3))
TIED_CROWD = replace(
    FOR_THE_START,
    chips=(10,) * 8,
    throw=throw(8, (6,), None, 0),
    roll_off=(1, 2, 6, 4, 5, 3, 0, 0),
    contenders=(3, 7, 8),
)
PIG = after(throw(1, (1, 1), Does.PIG, 3))
KING = after(throw(1, (6, 6), Does.KING, 6))
OUT = replace(HOUSE, chips=(0, 12, 18))
TAKEN = after(throw(1, (5, 5), Does.TAKES, 1))
BY_CLOCK = replace(HOUSE, ending=Ending.CLOCK)

EXAMPLES: Mapping[str, Scene] = {
    "house_in_the_setup": scene(
        replace(SETUP, game="glueckshaus", preset="glueckshaus", tiles=12, players=people(CROWD))
    ),
    "roll_off": scene(START),
    "roll_off_sealed": replace(
        scene(replace(START, player=1, own=replace(BEFORE, roll_off=(0, 0, 0)))), sealed="7f83b165"
    ),
    "roll_off_tied": scene(replace(START, own=TIED, player=2)),
    "roll_off_of_eight": scene(
        replace(between(TIED_CROWD), round=1, player=7, prompt=Prompt.WAIT, dice_allowed=(1,))
    ),
    "roll_off_held": scene(START, held=Held.PRESS),
    "house_first_throw": scene(
        replace(START, dice_allowed=(2,), own=replace(FOR_THE_START, roll_off=(4, 6, 1)))
    ),
    "house_sealed": replace(scene(replace(between(BEFORE), round=1)), sealed="7f83b165"),
    "house_room_paid": scene(between(HOUSE)),
    "house_room_taken": scene(between(TAKEN)),
    "house_wedding": scene(between(after(throw(1, (3, 4), Does.PAYS, -1)))),
    "house_nothing": scene(between(after(throw(1, (1, 3), Does.NOTHING, 0)))),
    "house_again": scene(replace(between(after(throw(1, (1, 3), Does.AGAIN, 0))), player=1)),
    "house_pig": scene(between(replace(PIG, rooms=rooms({})))),
    "house_pig_finds_nothing": scene(
        between(replace(PIG, rooms=rooms({}), throw=throw(1, (1, 1), Does.PIG, 0)))
    ),
    "house_two_kings": scene(between(replace(KING, ending=Ending.TWO_KINGS, kings=1))),
    "house_by_the_clock": scene(between(BY_CLOCK)),
    "house_out": scene(between(OUT)),
    "house_cannot_pay": scene(between(replace(OUT, throw=throw(1, (3, 4), Does.PAYS, 0)))),
    "house_of_two": scene(between(replace(HOUSE, chips=(7, 11)))),
    "house_of_four": scene(replace(between(replace(HOUSE, chips=(7, 12, 11, 10))), player=4)),
    "house_of_eight": scene(between(CROWD)),
    "house_of_eight_at_the_start": scene(
        replace(between(replace(BEFORE, chips=(10,) * 8)), round=1, player=1)
    ),
    "house_of_a_bot": scene(replace(between(CROWD), player=7, prompt=Prompt.WAIT)),
    "house_held": scene(between(HOUSE), held=Held.PRESS),
    "house_held_of_eight": scene(between(CROWD), held=Held.PRESS),
    "house_full_rooms": scene(between(replace(MANY, chips=(7, 12, 11, 9), wedding=14))),
    "house_full_rooms_of_eight": scene(replace(between(MANY), player=6)),
    "house_of_nine_tiles": scene(
        replace(between(replace(HOUSE, rooms=rooms({5: 1, 10: 1}))), tiles=9)
    ),
    "house_fault": scene(between(HOUSE), faults=("disk", "serial")),
    "house_close": scene(asking(HOUSE, Prompt.CLOSE, 9)),
    "house_close_the_eleven": scene(
        asking(
            after(throw(1, (6, 5), Does.PAYS, -1), replace(HOUSE, rooms=rooms({11: 1}))),
            Prompt.CLOSE,
            11,
        )
    ),
    "house_open": scene(asking(TAKEN, Prompt.OPEN, 10)),
    "house_open_for_the_pig": scene(
        asking(replace(PIG, rooms=rooms({}), wedding=3), Prompt.OPEN, 3, 5, 6, 8, 9, 10, 11)
    ),
    "house_open_for_the_king": scene(
        asking(replace(KING, rooms=rooms({}), wedding=0), Prompt.OPEN, 3, 7)
    ),
    "house_close_while_held": scene(asking(HOUSE, Prompt.CLOSE, 9), held=Held.PRESS),
    "house_close_again": scene(asking(HOUSE, Prompt.CLOSE_AGAIN, 5)),
    "house_wrong": scene(asking(HOUSE, Prompt.RAISE, 10, 11)),
    "house_close_in_a_full_house": scene(
        asking(replace(MANY, throw=throw(1, (5, 1), Does.PAYS, -1)), Prompt.CLOSE, 6)
    ),
    "house_before_a_throw": scene(before_a_throw(Prompt.RAISE, 4, 10)),
    "house_before_a_throw_of_nine_tiles": scene(
        replace(before_a_throw(Prompt.LOWER, 5, 8, 9), tiles=9), faults=("disk", "serial")
    ),
    "house_over": scene(over(replace(OUT, chips=(0, 0, 36)), MatchWhy.LAST_LEFT, 3)),
    "house_over_by_kings": scene(over(replace(HOUSE, chips=(7, 11, 11)), MatchWhy.KINGS, 2, 3)),
    "house_over_of_eight": scene(over(CROWD, MatchWhy.CLOCK, 7)),
    "house_over_stopped": scene(over(HOUSE, MatchWhy.STOPPED)),
}
"""By the example's name."""
