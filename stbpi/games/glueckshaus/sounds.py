"""What is heard of a match of Glückshaus.

A throw is told with what it does; what sounds of the one before is cut off by it, since nobody
waits between throws.

Never: decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from stbpi.games.game import Phase, View, members, without
from stbpi.games.glueckshaus.house import House, Room, Throw
from stbpi.games.glueckshaus.match import MatchWhy
from stbpi.games.glueckshaus.ruleset import KINGS_THAT_END, WEDDING, Does, Ending
from stbpi.language import Message, counted, message
from stbpi.sound.cues import Cue, Fact, OwnCue, Tone
from stbpi.sound.shared_facts import (
    AT_THE_START,
    MOVES,
    newly_named,
    player_of,
    to_move,
    won,
)

CHIP_PAID = OwnCue(
    name=message("a chip is paid"),
    tones=(Tone(988, 30), Tone(0, 30), Tone(659, 60)),
)
CHIPS_TAKEN = OwnCue(
    name=message("chips are taken"),
    tones=(Tone(659, 30), Tone(0, 30), Tone(988, 30), Tone(0, 30), Tone(1319, 60)),
)
FOR_WEDDING = OwnCue(
    name=message("for the wedding"),
    tones=(Tone(784, 120), Tone(0, 40), Tone(784, 40), Tone(0, 40), Tone(988, 200)),
)
PIG = OwnCue(
    name=message("the pig"),
    tones=(Tone(392, 70), Tone(0, 50), Tone(311, 140), Tone(0, 50), Tone(392, 70)),
)
KING = OwnCue(
    name=message("the king"),
    tones=(*(Tone(1047, 90), Tone(0, 30)) * 2, Tone(1568, 90), Tone(2093, 240)),
)
NOTHING = OwnCue(
    name=message("nothing happens"),
    tones=(Tone(587, 40), Tone(0, 90), Tone(587, 40)),
)
AGAIN = OwnCue(
    name=message("once more"),
    tones=(Tone(1175, 40), Tone(0, 90), Tone(1175, 40), Tone(0, 90), Tone(1568, 80)),
    waits=True,
)
TIME_UP = OwnCue(
    name=message("time is up"),
    tones=(*(Tone(1760, 60), Tone(0, 60)) * 3, Tone(1760, 300)),
)
ROLL_OFF = OwnCue(
    name=message("for the start"),
    tones=(Tone(880, 20), Tone(0, 40), Tone(880, 20), Tone(0, 40), Tone(880, 20)),
    waits=True,
    by_ear=True,
)
CHIPS = OwnCue(
    name=message("everybody's chips"),
    tones=(Tone(1319, 30), Tone(0, 50), Tone(1319, 30)),
    waits=True,
    by_ear=True,
)
LYING = OwnCue(
    name=message("chips in the house"),
    tones=(Tone(988, 80), Tone(0, 50), Tone(1319, 30)),
    waits=True,
    by_ear=True,
)


def of_match(before: View, after: View) -> Iterator[Fact]:
    """Tell what has happened in a match."""
    now = after.own
    if not isinstance(now, House):
        return
    throw = now.throw
    if throw is not None and _is_new(throw, before):
        yield from _thrown(before, after, now, throw)
        yield from _follows(after, now, is_new=throw.does is not Does.AGAIN)
    elif after.phase in AT_THE_START:
        yield from _of_start(before, after, now)
    elif after.phase is Phase.MATCH_OVER and before.phase is not Phase.MATCH_OVER:
        yield from _over(after, now)
    elif after.phase in (Phase.COVERING, Phase.WRONG):
        yield from _of_tiles(before, after, now)


def asked_in_match(view: View) -> Iterator[Fact]:
    """Tell once more how a match stands and what is asked for."""
    house = view.own
    if not isinstance(house, House):
        return
    if view.phase in (Phase.COVERING, Phase.WRONG) and house.throw is not None:
        yield from _done(view, house, house.throw)
    elif view.phase in AT_THE_START:
        yield player_of(view)
        yield _chips(view, house)
        yield _lying(house)
    yield from _follows(view, house, is_new=False)


# A throw


def _is_new(throw: Throw, before: View) -> bool:
    """Say whether a throw of the match has come since."""
    then = before.own
    if not isinstance(then, House):
        return False
    return then.throw is None or throw.k > then.throw.k


def _thrown(before: View, after: View, house: House, throw: Throw) -> Iterator[Fact]:
    """Tell a throw, what it has done, and who is out by it."""
    yield from _done(after, house, throw)
    gone = {player.seat for player in before.players if player.out}
    for player in after.players:
        if player.out and player.seat not in gone:
            said = message("{player} is out.", player=player.name)
            yield Fact(Cue.OUT, (player.seat,), (player.name,), said=said)


def _done(view: View, house: House, throw: Throw) -> Iterator[Fact]:
    player = view.players[throw.seat - 1]
    yield Fact(Cue.ROLL, throw.dice, (player.name,))
    match throw.does:
        case Does.PAYS if throw.gained:
            yield _paid(player.name, house, throw)
        case Does.TAKES | Does.PIG | Does.KING:
            yield _taken(player.name, house, throw)
        case Does.NOTHING:
            yield Fact(NOTHING, said=message("Nothing happens."))
        case Does.AGAIN:
            said = message("{player} throws again.|Again.", player=player.name)
            yield Fact(AGAIN, said=said)
        case _:
            pass


def _paid(player: str, house: House, throw: Throw) -> Fact:
    """Tell a chip that was paid; at the end of a match the winner has taken what lay there."""
    has = house.chips[throw.seat - 1]
    if throw.room == WEDDING:
        paid = message("A chip for the wedding.|Wedding.")
        if house.wedding:
            paid = message(
                "A chip for the wedding, which has {lie} now.|Wedding {lie}.", lie=house.wedding
            )
    else:
        room = next(room for room in house.rooms if room.number == throw.room)
        paid = message("A chip for the {room}.|To the {room}.", room=room.number)
        if room.holds > 1 and room.chips:
            paid = message(
                "A chip for the {room}, which has {lie} now.|To the {room}: {lie}.",
                room=room.number,
                lie=room.chips,
            )
    said = message(
        "{paid} {player} has {has}.|{paid} {player} {has}.", paid=paid, player=player, has=has
    )
    return Fact(FOR_WEDDING if throw.room == WEDDING else CHIP_PAID, (has,), said=said)


def _taken(player: str, house: House, throw: Throw) -> Fact:
    has, gained = house.chips[throw.seat - 1], throw.gained
    took = counted(
        "{player} takes a chip, and has {has}.|{player} +{n}, {has}.",
        "{player} takes {n} chips, and has {has}.|{player} +{n}, {has}.",
        gained,
        player=player,
        has=has,
    )
    if throw.does is Does.TAKES:
        return Fact(CHIPS_TAKEN, (gained, has), said=took)
    if not gained:
        took = message("There is nothing to take.|Nothing.")
    is_king = throw.does is Does.KING
    who = _king(house) if is_king else message("The pig!")
    said = message("{who} {what}", who=who, what=took)
    return Fact(KING if is_king else PIG, (gained, has), said=said)


def _king(house: House) -> Message:
    if house.ending is Ending.TWO_KINGS and house.kings == KINGS_THAT_END:
        return message("The second king!")
    return message("The king!")


# What follows


def _follows(view: View, house: House, *, is_new: bool) -> Iterator[Fact]:
    """Tell what is to be done now."""
    if view.phase is Phase.MATCH_OVER:
        yield from _over(view, house)
        return
    if view.phase in AT_THE_START and is_new:
        yield player_of(view)
    if view.phase is Phase.WRONG:
        yield _wrong(view)
    elif view.prompt in MOVES:
        yield to_move(view)
    elif view.phase is Phase.READY and not view.is_bots_turn:
        if view.dice_allowed == (1,):
            yield _roll_off(house)
        yield Fact(Cue.READY)


def _roll_off(house: House) -> Fact:
    """Tell what is thrown for, and that equal ones throw again."""
    has_thrown = any(house.roll_off[seat - 1] for seat in house.contenders)
    if house.throw is not None and not has_thrown:
        return Fact(ROLL_OFF, said=message("A tie: throw again.|A tie."))
    return Fact(ROLL_OFF, said=message("One die each; the highest starts.|The highest starts."))


def _of_start(before: View, after: View, house: House) -> Iterator[Fact]:
    """Tell that the tiles are right, or what is wrong with them, before a throw."""
    if before.phase in (Phase.COVERING, Phase.WRONG):
        yield Fact(Cue.COMPLETE, said=message("Done."))
    is_begun = before.phase in (*AT_THE_START, Phase.MENU) and before.game == after.game
    if not is_begun or (before.player, before.round) != (after.player, after.round):
        yield from _follows(after, house, is_new=True)
    elif before.phase is not after.phase or newly_named(before, after):
        yield from _follows(after, house, is_new=False)


def _of_tiles(before: View, after: View, house: House) -> Iterator[Fact]:
    """Tell what was done with the tiles after a throw."""
    if newly_named(before, after) or before.phase is not after.phase:
        yield from _follows(after, house, is_new=False)
    elif without(before.named, after.named):
        left = members(after.named)
        said = counted(
            "One more: {tiles}.", "{n} more: {tiles}.", len(left), tiles=", ".join(map(str, left))
        )
        yield Fact(Cue.PARTIAL, (len(left),), said=said)


def _wrong(view: View) -> Fact:
    strays = members(view.named)
    said = counted(
        "No chip lies there: raise tile {tiles}.|Raise tile {tiles}.",
        "No chips lie there: raise tiles {tiles}.|Raise tiles {tiles}.",
        len(strays),
        tiles=", ".join(map(str, strays)),
    )
    return Fact(Cue.WRONG, strays, said=said)


def _over(view: View, house: House) -> Iterator[Fact]:
    if view.why == MatchWhy.CLOCK:
        yield Fact(TIME_UP, said=message("The time is up."))
    yield won(view)
    yield _chips(view, house)


# How things stand


def _chips(view: View, house: House) -> Fact:
    each = ", ".join(
        f"{player.name} {has}" for player, has in zip(view.players, house.chips, strict=True)
    )
    return Fact(CHIPS, house.chips, said=message("Chips: {chips}.|{chips}.", chips=each))


def _lying(house: House) -> Fact:
    """Tell where chips lie; the buzzer tells those of the wedding, since tiles can be felt."""
    filled = [room for room in house.rooms if room.chips]
    if filled:
        said = message(
            "Chips lie in {rooms}; {wedding} on the wedding.|In {rooms}; wedding {wedding}.",
            rooms=", ".join(map(_room, filled)),
            wedding=house.wedding,
        )
    else:
        said = message(
            "All rooms are empty; {wedding} on the wedding.|Wedding {wedding}.",
            wedding=house.wedding,
        )
    return Fact(LYING, (house.wedding,), said=said)


def _room(room: Room) -> str:
    return str(room.number) if room.holds == 1 else f"{room.number}: {room.chips}"
