"""The score sheet of Luk Fu: three people play with real cards, and enter how each deal ended.

A match is all deals until the players end it, and a deal is a round of it. What is entered is all
that is known: nobody has told the sheet a card. The points add up (RULES.md 3.10).

Never: deals, judges a play. Keep: what is here fits `games.sheet.ScoreSheet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import (
    Called,
    Claimed,
    DealCommitted,
    Event,
    MatchEnded,
    MatchStarted,
    Paid,
    PlayerSeated,
    RoundEnded,
    Undone,
)
from stbpi.games.game import HouseRules, StartMatch
from stbpi.games.luk_fu import rules
from stbpi.games.luk_fu.decide import NAME
from stbpi.games.luk_fu.outcome import MatchWhy, payments
from stbpi.games.luk_fu.plays import NEEDED
from stbpi.games.luk_fu.public import IN_HAND, SEATS
from stbpi.games.luk_fu.seen import Say
from stbpi.games.rule_values import Whole, unknown
from stbpi.games.sheet import Entered, aligned, no_match, won
from stbpi.language import Message, _, message

PRESET = "tsoi"

ENTRIES: Mapping[str, Message] = {
    "won NAME FU caller NAME": message("who has won a deal, with how many fu, and who had called"),
    "drawn": message("nobody has won the deal"),
    "undo": message("take back the last deal, or the end of the match"),
    "rules": message("what is played by"),
    "end": message("the last deal is played: the most points win"),
    "new": message("the same players again, from zero"),
    "quit": message("leave; the sheet is kept"),
}

_FU = Whole(range(NEEDED, IN_HAND + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """How a deal has ended.

    Attributes:
        winner: his seat; 0 for a drawn deal.
        fu: what he had; 0 for a drawn deal.
        caller: his seat; 0 for a drawn deal, of which nobody asks it.
    """

    winner: int = 0
    fu: int = 0
    caller: int = 0

    @property
    def points(self) -> tuple[int, ...]:
        """What everybody has got, by seat."""
        return payments(self.winner, self.fu, self.caller) if self.winner else (0,) * SEATS


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match on the sheet.

    Attributes:
        preset: the preset's name; empty before the match has started.
        names: the players, by seat.
        deals: those that have ended and count.
        entered: what is told of the next one.
        is_ended: the players have ended it.
        is_of_box: its cards are those of a box, so that it can't go on here.
    """

    preset: str = ""
    names: tuple[str, ...] = ()
    deals: tuple[Deal, ...] = ()
    entered: Deal = Deal()
    is_ended: bool = False
    is_of_box: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """What everybody has won or lost, by seat."""
        return tuple(
            map(sum, zip((0,) * SEATS, *(deal.points for deal in self.deals), strict=True))
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points; none if nobody has any."""
        most = max(self.totals)
        return tuple(seat for seat, n in enumerate(self.totals, start=1) if n == most > 0)


def check_rules(preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
    """Read house rules; the only one is about bots, and none sits at a real table.

    Raises:
        RulesError: there are any, or the preset is unknown.
    """
    given = tuple(house_rules)
    rules.make(preset, given)
    for field, value in given:
        expected = _("no such rule on a score sheet: nobody plays but people")
        raise RulesError(field, found=value, expected=expected)
    return ()


def new() -> State:
    return State()


def start(command: StartMatch) -> tuple[Event, ...]:
    seats = len(command.names)
    if seats != SEATS:
        raise RulesError("players", found=seats, expected=_("three players"))
    return (
        MatchStarted(game=NAME, preset=command.preset, seats=seats),
        *(PlayerSeated(seat=n, player=name) for n, name in enumerate(command.names, start=1)),
    )


def evolve(state: State, event: Event) -> State:
    """Fold one event in; of a deal that a box has dealt only that it is one."""
    match event:
        case MatchStarted():
            return replace(state, preset=event.preset)
        case PlayerSeated():
            return replace(state, names=(*state.names, event.player))
        case Called(what=Say.CALL):
            return replace(state, entered=replace(state.entered, caller=event.player))
        case Claimed():
            return replace(state, entered=replace(state.entered, winner=event.player, fu=event.fu))
        case RoundEnded():
            return replace(state, deals=(*state.deals, state.entered), entered=Deal())
        case Undone(round=n):
            return replace(state, deals=state.deals[: n - 1], is_ended=False)
        case MatchEnded():
            return replace(state, is_ended=True)
        case DealCommitted():
            return replace(state, is_of_box=True)
        case _:
            return state


def again(state: State) -> StartMatch:
    return StartMatch(game=NAME, names=state.names, preset=state.preset, house_rules=())


def is_over(state: State) -> bool:
    return state.is_ended or state.is_of_box


def enter(state: State | None, words: Sequence[str]) -> Entered:
    if state is None:
        raise no_match()
    if state.is_of_box:
        raise NotAllowedError("wait", _("this match is played on a box"), _to_begin_anew())
    match words:
        case ["undo"]:
            return _undone(state)
        case ["end"]:
            ended = MatchEnded(winners=state.winners, why=MatchWhy.STOPPED)
            return Entered(() if state.is_ended else (ended,))
        case _ if state.is_ended:
            raise NotAllowedError("wait", _("the match is over"), _to_begin_anew())
        case _:
            return Entered(_ended(state, read_deal(state, words)))


def prompt(state: State | None) -> str:
    if state is None or is_over(state):
        return _("{commands} or {quit}: ").format(commands="new, undo", quit="quit")
    return _("Deal {n}, {won} or {drawn}: ").format(
        n=len(state.deals) + 1, won="won NAME FU caller NAME", drawn="drawn"
    )


def table(state: State) -> str:
    """Write the sheet: a row a deal, a column a player, then totals and who has won."""
    lines = aligned(rows(state))
    if state.is_ended:
        lines.append(won([state.names[seat - 1] for seat in state.winners]))
    return "\n".join(lines)


def rows(state: State) -> list[list[str]]:
    """Return the cells of the sheet: players, a row a deal, totals; the first cell is a heading."""
    head = [_("deal"), *state.names, _("fu"), _("caller")]
    deals = [
        [str(n), *map(_signed, deal.points), *_how(state, deal)]
        for n, deal in enumerate(state.deals, start=1)
    ]
    return [head, *deals, [_("total"), *map(_signed, state.totals), "", ""]]


def rules_told(state: State) -> list[str]:
    return [
        _("Six fu are a point, and every further one is another."),
        _("Each loser pays the winner so much; a caller who loses pays for both."),
    ]


def read_deal(state: State, words: Sequence[str]) -> Deal:
    """Read how a deal has ended.

    Raises:
        RulesError: it can't have ended so, or the words say something else.
    """
    match words:
        case ["drawn"]:
            return Deal()
        case ["won", winner, fu, "caller", caller]:
            seat, number = _seat(state, winner), _FU.read(fu)
            if number is None:
                raise RulesError("fu", found=fu, expected=_FU.allowed)
            return Deal(winner=seat, fu=number, caller=_seat(state, caller))
        case _:
            expected = _("`{won}`, `{drawn}` or {help}").format(
                won="won NAME FU caller NAME", drawn="drawn", help="help"
            )
            raise RulesError("deal", found=" ".join(words), expected=expected)


def _seat(state: State, name: str) -> int:
    """Return the seat of a player; small letters will do."""
    if name in state.names:
        return state.names.index(name) + 1
    alike = [n for n, known in enumerate(state.names, 1) if known.casefold() == name.casefold()]
    if len(alike) != 1:
        expected = _("the name of a player")
        raise unknown("player", found=name, expected=expected, name=name, of=state.names)
    return alike[0]


def _ended(state: State, deal: Deal) -> tuple[Event, ...]:
    """Return what is told of a deal that has ended."""
    n = len(state.deals) + 1
    if not deal.winner:
        return (RoundEnded(round=n, winners=()),)
    return (
        Called(player=deal.caller, what=Say.CALL),
        Claimed(player=deal.winner, fu=deal.fu),
        *_paid(state, deal.points),
        RoundEnded(round=n, winners=(deal.winner,)),
    )


def _undone(state: State) -> Entered:
    """Take back the end of the match, or else the last deal, whose points go back."""
    n = len(state.deals)
    if state.is_ended:
        return Entered((Undone(what="deal", round=n + 1),), _("The match goes on."))
    if not n:
        raise NotAllowedError("nothing", _("no deal can be taken back"))
    back = _paid(state, tuple(-points for points in state.deals[-1].points))
    text = _("Deal {n} is taken back.").format(n=n)
    return Entered((Undone(what="deal", round=n), *back), text)


def _to_begin_anew() -> str:
    return _("Begin another one with: {command}").format(command="new")


def _paid(state: State, got: Sequence[int]) -> tuple[Event, ...]:
    return tuple(
        Paid(player=seat, units=units, balance=state.totals[seat - 1] + units)
        for seat, units in enumerate(got, start=1)
        if units
    )


def _how(state: State, deal: Deal) -> tuple[str, str]:
    if not deal.winner:
        return "-", "-"
    return str(deal.fu), state.names[deal.caller - 1]


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
