"""Deciding: which events a command causes in a match of Luk Fu.

Rules: RULES.md 3. What the button may not do is a `Refused` event; a choice that is not legal
(`Choose`) raises.

Never: changes a state, knows time or chance. Keep: everything that is chosen goes through
`_chosen`, whoever has chosen it, and is looked up in `seen.choices`; what a press causes says
nothing of the hand.
"""

from __future__ import annotations

from stbpi.errors import NotAllowedError
from stbpi.games.events import (
    Browsed,
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Dealt,
    Event,
    MatchEnded,
    MatchStarted,
    Paid,
    PlayerSeated,
    Refused,
    Rule,
    RulesChanged,
)
from stbpi.games.game import (
    Choose,
    Command,
    Deal,
    EndMatch,
    EnterTurn,
    Hold,
    NoMove,
    Press,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    Undo,
)
from stbpi.games.luk_fu import deal, rules
from stbpi.games.luk_fu.cards import written
from stbpi.games.luk_fu.match import State, evolve, evolved, laid_down, seen
from stbpi.games.luk_fu.offers import shown
from stbpi.games.luk_fu.outcome import MatchWhy, last_winner, payments
from stbpi.games.luk_fu.public import SEATS, Stage
from stbpi.games.luk_fu.seen import Choice, Lay, Say, choices, said
from stbpi.language import _

NAME = "luk_fu"


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return the events that a command causes; none if it changes nothing.

    Raises:
        RulesError: rules that can't be played.
        NotAllowedError: a choice that is not legal, or what this game doesn't have.
    """
    match command:
        case StartMatch():
            return _start(command)
        case Deal():
            return _deal(state, command.secret)
        case Choose():
            return _choose(state, command)
        case Press():
            return _press(state)
        case Hold():
            return _hold(state)
        case SetRule():
            return _set_rule(state, command)
        case EndMatch():
            stopped = MatchEnded(winners=(), why=MatchWhy.STOPPED)
            return _over(state, stopped) if state.ended is None else ()
        case Undo():
            raise NotAllowedError("nothing", _("cards that were seen can't be taken back"))
        case StopTurn():
            raise NotAllowedError("may_stop", _("the turn can't be stopped now"))
        case NoMove():
            raise NotAllowedError("no_move", _("no move can be declared now"))
        case EnterTurn():
            raise NotAllowedError("wait", _("no turn can be entered now"))
        case _:
            return ()


def reveal(state: State) -> tuple[Event, ...]:
    """Tell everything that was hidden in a deal that is over, or will not be gone on with."""
    if not state.secret:
        return ()
    return (
        DealRevealed(deal=state.deals, bytes=state.secret.hex()),
        *(
            Dealt(
                player=seat,
                cards=written(state.dealt[seat - 1]),
                face_down=written(laid_down(state, seat)),
            )
            for seat in range(1, SEATS + 1)
        ),
    )


def _start(command: StartMatch) -> tuple[Event, ...]:
    rules.refuse_seats(len(command.names))
    now = rules.make(command.preset, command.house_rules)
    changed = rules.differences(now, rules.preset(command.preset))
    player = command.names[0]
    numbers = (number for number in range(1, SEATS + 1) if player != f"Bot{number}")
    names = (player, *(f"Bot{number}" for number, _seat in zip(numbers, (2, 3), strict=False)))
    return (
        MatchStarted(game=NAME, preset=command.preset, seats=SEATS),
        *(
            PlayerSeated(seat=seat, player=name, bot=now.bots.value if seat > 1 else None)
            for seat, name in enumerate(names, start=1)
        ),
        *(Rule(field=field, value=value) for field, value in changed),
    )


def _deal(state: State, secret: bytes) -> tuple[Event, ...]:
    if not state.wants_deal:
        return ()
    master = state.public.master or deal.dealt(secret).master
    sha = deal.commitment(secret)
    return (DealCommitted(deal=state.deals + 1, master=master, sha=sha),)


def _choose(state: State, command: Choose) -> tuple[Event, ...]:
    is_known = state.ended is None and bool(state.hands)
    able = choices(seen(state, command.seat)) if is_known else ()
    wanted = ",".join(sorted(command.what.split(",")))
    choice = next((one for one in able if _sorted(one) == wanted), None)
    is_lead = isinstance(choice, Lay) and state.public.stage is Stage.LEADING
    if choice is None or command.plays_on != (is_lead and Say.CLAIM in able):
        raise NotAllowedError("not_legal", _("this can't be chosen now"))
    return _chosen(state, choice)


def _sorted(choice: Choice) -> str:
    return ",".join(sorted(said(choice).split(",")))


def _press(state: State) -> tuple[Event, ...]:
    """Go on to the next choice; where there is no other one, the others are told the same."""
    if not state.persons_turn:
        return (_refused(Prompt.WAIT),)
    return (Browsed(player=state.public.turn),)


def _hold(state: State) -> tuple[Event, ...]:
    if not state.persons_turn:
        return (_refused(Prompt.WAIT),)
    choice = shown(state)
    if choice is None or choice is Say.ON:
        return (_refused(Prompt.CHOOSE),)
    return _chosen(state, choice)


def _refused(code: Prompt) -> Refused:
    return Refused(code=code, tiles=())


def _set_rule(state: State, command: SetRule) -> tuple[Event, ...]:
    """Change how well the bots play, at once."""
    changed = rules.with_rule(command.field, command.value)
    if changed == state.rules:
        return ()
    return (RulesChanged(field=command.field, value=changed.bots.value),)


def _chosen(state: State, choice: Choice) -> tuple[Event, ...]:
    """Return what comes of a legal choice of the seat on turn."""
    seat = state.public.turn
    match choice:
        case Lay(cards=cards, face_up=True):
            event: Event = CardsPlayed(player=seat, cards=written(cards), face_up=True)
        case Lay(cards=cards):
            number = deal.sealed(state.secret, len(state.public.laid), cards)
            event = CardsPlayed(player=seat, cards="", face_up=False, sealed=number)
        case Say.CLAIM:
            fu = seen(state, seat).fu_to_claim
            event = Claimed(player=seat, fu=fu)
            return (event, *_won(state, seat, fu, MatchWhy.CLAIM))
        case _:
            event = Called(player=seat, what=choice.value)
    after = evolve(state, event)
    if after.public.stage is not Stage.OVER:
        return (event,)
    if not after.public.tricks:
        return (event, *reveal(after))
    winner = last_winner(after.public)
    if not winner:
        return (event, *_over(after, MatchEnded(winners=(), why=MatchWhy.HANDS_EMPTY)))
    return (event, *_won(after, winner, after.public.fu[winner - 1], MatchWhy.HANDS_EMPTY))


def _won(state: State, winner: int, fu: int, why: MatchWhy) -> tuple[Event, ...]:
    got = payments(winner, fu, state.public.caller)
    paid = tuple(
        Paid(player=seat, units=units, balance=state.totals[seat - 1] + units)
        for seat, units in enumerate(got, start=1)
        if units
    )
    return (*paid, *_over(evolved(state, paid), MatchEnded(winners=(winner,), why=why)))


def _over(state: State, ended: MatchEnded) -> tuple[Event, ...]:
    return (ended, *reveal(state))
