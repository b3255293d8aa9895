"""What the screens of Glückshaus say: what a throw has done, who throws, how the match ends.

Wordings are parted by `|`, the longest first; the display takes the longest that fits.

Never: draws.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.glueckshaus.house import House, Room, Throw
from stbpi.games.glueckshaus.match import MatchWhy
from stbpi.games.glueckshaus.ruleset import KINGS_THAT_END, WEDDING, Does, Ending
from stbpi.language import Message, message

HIGHEST_STARTS = message("The highest starts|highest starts|highest")
TIED = message("Tied: throw again|Tied: again|again")

WHYS: Mapping[str, Message] = {
    MatchWhy.KINGS: message("two kings|2 kings"),
    MatchWhy.CLOCK: message("time is up|time"),
}
"""Why the most chips have won."""


def throws(name: str) -> Message:
    """Say that a person is to throw."""
    return message("{name}: roll|{name}", name=name)


def bot_throws(name: str) -> Message:
    """Say that a bot throws."""
    return message("{name} rolls|{name}", name=name)


def starts(name: str) -> Message:
    """Say who has thrown the highest die."""
    return message("{name} starts|starts", name=name)


def done(throw: Throw, name: str, *, room: Room | None, is_out: bool) -> Message:
    """Say what a throw of two dice has done.

    Args:
        throw: the throw.
        name: who threw.
        room: into which he has paid; `None` if into none.
        is_out: he is out by it.
    """
    if is_out:
        return _out(throw, name)
    match throw.does:
        case Does.PAYS if throw.room == WEDDING:
            return message("{name} pays for the wedding|{name}: wedding|wedding", name=name)
        case Does.PAYS if room is not None and room.holds > 1:
            return message(
                "{name} into {room}: {n} of {of}|{name}: {room} has {n}/{of}|{room}: {n} of {of}",
                name=name,
                room=room.number,
                n=room.chips,
                of=room.holds,
            )
        case Does.PAYS:
            return message(
                "{name} pays 1 into {room}|{name}: 1 into {room}|pays 1 into {room}|1 into {room}",
                name=name,
                room=throw.room,
            )
        case Does.TAKES:
            return message(
                "{name} takes {n} from {room}|{name} takes {n}|takes {n}",
                name=name,
                n=throw.gained,
                room=throw.room,
            )
        case Does.PIG | Does.KING if not throw.gained:
            return _FINDS_NOTHING[throw.does]
        case Does.PIG:
            return message(
                "Pig: {name} takes {n}|Pig: takes {n}|pig {n}", name=name, n=throw.gained
            )
        case Does.KING:
            return message(
                "King: {name} takes {n}|King: takes {n}|king {n}", name=name, n=throw.gained
            )
        case Does.AGAIN:
            return message("{name} throws again|throws again|again", name=name)
        case _:
            return message("4: nothing happens|4: nothing|nothing")


_FINDS_NOTHING: Mapping[Does, Message] = {
    Does.PIG: message("The pig finds nothing|Pig: nothing"),
    Does.KING: message("The king finds nothing|King: nothing"),
}


def _out(throw: Throw, name: str) -> Message:
    if throw.gained:
        return message("{name} pays the last: out|{name} is out!|out!", name=name)
    return message("{name} can't pay: out|{name} is out!|out!", name=name)


def corner(house: House, round_now: Message) -> Message:
    """Say what ends the match, where something does; else which round it is."""
    match house.ending:
        case Ending.TWO_KINGS:
            return message("kings {n}/{of}|K {n}/{of}|{n}/{of}", n=house.kings, of=KINGS_THAT_END)
        case Ending.CLOCK:
            return message("by the clock: {n} min|{n} min", n=house.minutes)
        case Ending.LAST:
            return round_now


def would_take(house: House) -> Message:
    """Say what pig and king would take now."""
    return message(
        "Pig takes {pig}, king {king}|pig {pig} · king {king}|{pig} · {king}",
        pig=house.on_board - house.wedding,
        king=house.on_board,
    )


def left_over(chips: int) -> Message:
    """Say how many chips lie in the house at the end."""
    return message("In the house: {n}|house: {n}", n=chips)
