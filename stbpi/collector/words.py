"""What has happened on a box, in a sentence.

Never: prints.
"""

from __future__ import annotations

from stbpi.collector.database import Row
from stbpi.collector.played import Played, event_of
from stbpi.collector.tell import plain
from stbpi.display import names
from stbpi.games.events import (
    BotChose,
    Called,
    CardsPlayed,
    ChipPaid,
    ChipTaken,
    Claimed,
    Covered,
    DealCommitted,
    Dealt,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerOut,
    Resumed,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
    Undone,
)
from stbpi.games.game import View
from stbpi.language import _, plural


def sentence(row: Row, match: Played) -> str:
    """Say an event; one that there are no words for as its fields."""
    event = event_of(row)
    match event:
        case MatchStarted():
            text = _("A match begins: {preset}.").format(preset=names.preset(event.preset))
        case TurnStarted():
            text = _("{player}'s turn.").format(player=match.name(event.player))
        case Rolled():
            text = _("{player} throws {dice}.").format(
                player=match.name(event.player), dice=_listed(event.dice or (event.total,))
            )
        case BotChose():
            text = _("{player} wants {tiles} closed.").format(
                player=match.name(event.player), tiles=_listed(event.tiles)
            )
        case Covered():
            text = _("{player} closes {tiles}.").format(
                player=match.name(event.player), tiles=_listed(event.tiles)
            )
        case ChipPaid() | ChipTaken() | DealCommitted() | Called() | CardsPlayed():
            text = _at_the_table(event, match)
        case Claimed():
            text = _("{player} claims with {fu} fu.").format(
                player=match.name(event.player), fu=event.fu
            )
        case Dealt():
            text = _("{player} was dealt {cards}.").format(
                player=match.name(event.player), cards=event.cards
            )
        case TurnEnded():
            text = _("{player}'s turn is over: {score}, in all {total}.").format(
                player=match.name(event.player), score=event.score, total=event.total
            )
        case PlayerOut():
            text = _("{player} is out.").format(player=match.name(event.player))
        case Undone(player=None):
            text = _("Deal {n} is taken back.").format(n=event.round)
        case Undone(player=int(player)):
            text = _("{player}'s turn is taken back.").format(player=match.name(player))
        case MatchEnded():
            text = _("The match is over: {winners}.").format(winners=winners(match, event.winners))
        case MatchSetAside():
            text = _("The match is set aside.")
        case TileDown():
            text = _("Tile {tile} is closed.").format(tile=event.tile)
        case TileUp():
            text = _("Tile {tile} is opened.").format(tile=event.tile)
        case Fault():
            text = _("Failed: {part}: {what}").format(part=event.part, what=event.what)
        case FaultCleared():
            text = _("In order again: {part}.").format(part=event.part)
        case Resumed():
            text = _("The box is on again.")
        case _:
            text = plain(row).split(" ", 2)[2]
    return text


def _at_the_table(
    event: ChipPaid | ChipTaken | DealCommitted | Called | CardsPlayed, match: Played
) -> str:
    """Say which chips have moved, what was said, which cards lie."""
    match event:
        case DealCommitted(master=master):
            return _("Cards are dealt; {player} is Master.").format(player=match.name(master))
        case ChipPaid(chips=chips, room=room):
            text = _("{player} lays {chips} into room {room}.")
        case ChipTaken(chips=chips, room=room):
            text = _("{player} takes {chips} out of room {room}.")
        case Called(what=what):
            text = _("{player} calls.") if what == "call" else _("{player} passes.")
            return text.format(player=match.name(event.player))
        case CardsPlayed(cards=cards):
            text = _("{player} plays {cards}.") if cards else _("{player} lays cards face down.")
            return text.format(player=match.name(event.player), cards=cards)
    told = plural("{n} chip", "{n} chips", chips)
    return text.format(player=match.name(event.player), chips=told, room=room)


def winners(match: Played, seats: tuple[int, ...]) -> str:
    """Say who has won."""
    if not seats:
        return _("nobody wins")
    called = ", ".join(match.name(seat) for seat in seats)
    return _("{players} wins").format(players=called) if len(seats) == 1 else called


def standing(match: Played, view: View | None = None) -> str:
    """Say how a match stands, in a line.

    Args:
        match: as far as its events say it plainly.
        view: as its game sees it, if that is known.
    """
    if not match.number:
        return _("no match yet")
    scores = ", ".join(_score(match, seat, view) for seat in sorted(match.names))
    rules = str(names.preset(match.preset)) if match.preset else ""
    if match.is_over:
        state = winners(match, match.winners)
    elif match.is_aside:
        state = _("set aside")
    else:
        state = _("round {round}").format(round=match.round) if match.round else ""
    return " · ".join(part for part in (rules, state, scores) if part)


def _score(match: Played, seat: int, view: View | None) -> str:
    is_on_turn = seat == (match.player or (view.player if view is not None else 0))
    mark = ">" if is_on_turn else ""
    out = " ({out})".format(out=_("out")) if seat in match.out else ""
    thrown = f" [{_listed(match.dice)}]" if seat == match.player and match.dice else ""
    return f"{mark}{match.name(seat)} {match.total(seat, view)}{thrown}{out}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
