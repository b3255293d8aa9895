"""What is heard of a match of Luk Fu: what everybody sees, and the player's own hand.

What bots do waits until what sounds has ended, so that of two plays none is missed. In audio
mode a press tells the next choice; behind the first one it tells the hand once more.

Never: tells another hand, or what lies face down.
"""

from __future__ import annotations

from collections.abc import Iterator

from stbpi.games.game import Phase, PlayerView, Prompt, View, all_tiles, without
from stbpi.games.luk_fu.offers import ranks_down
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.plays import beating
from stbpi.games.luk_fu.public import SEATS, Laid, Trick
from stbpi.games.luk_fu.public import after as following
from stbpi.games.luk_fu.seen import Choice, Lay
from stbpi.games.luk_fu.sound_cues import (
    ASKS,
    CALLED,
    CLAIMED,
    DEALT,
    FU,
    HAND,
    LAID_DOWN,
    NO_CHOICE,
    OLD,
    PAID,
    PASSED,
    PLAYED,
    TRICK,
    WHO_CALLED,
)
from stbpi.games.luk_fu.spoken import hand_in_words, in_numbers, in_words, listed, ranks_in_words
from stbpi.games.luk_fu.view import Hand
from stbpi.games.luk_fu.words import choice_in_words
from stbpi.language import Message, counted, message
from stbpi.sound.cues import Cue, Fact
from stbpi.sound.shared_facts import player_of, won

_NEXT = message("Press for the next choice, hold to take this one.")
_LOWER = message("Lower the tiles of the ranks that you want.")


def of_match(before: View, after: View) -> Iterator[Fact]:
    """Tell what has happened in a match."""
    then, now = before.own, after.own
    if not isinstance(now, Hand):
        return
    was = then if isinstance(then, Hand) else None
    if was is None or _moment(before, was) != _moment(after, now):
        yield from _happened(before, was, after, now)
        if after.phase is Phase.MATCH_OVER:
            yield from _over(after)
        else:
            yield from _turn(after, now)
    elif _is_persons_turn(after) and _is_offered_anew(before, was, after, now):
        yield from _offered(after, now)
        is_round = was.number == was.choices > 1 and now.number == 1
        if is_round and before.standing == after.standing:
            yield from _held(now)


def asked_in_match(view: View) -> Iterator[Fact]:
    """Tell once more how a match stands and what is asked for."""
    hand = view.own
    if not isinstance(hand, Hand):
        return
    if view.phase is Phase.MATCH_OVER:
        yield from _over(view)
        return
    if view.phase is Phase.FOLLOWING:
        yield from _laid(view, hand.lying, since=0)
    yield from _held(hand)
    yield _fu(view, hand)
    if hand.master:
        yield _caller(view, hand)
    yield from _turn(view, hand)


def _moment(view: View, hand: Hand) -> tuple[object, ...]:
    """Return what changes when anything happens on the table."""
    is_over = view.phase is Phase.MATCH_OVER
    return view.round, sum(hand.counts), hand.calls, hand.lying, view.player, is_over


# What has happened


def _happened(before: View, was: Hand | None, after: View, now: Hand) -> Iterator[Fact]:
    if was is not None and before.phase is after.phase is Phase.CALLING and not now.calls:
        yield from _third_pass(before, was)
    if _is_dealt(before, was, after, now):
        yield from _deal(after, now)
        yield from _calls(after, now, since=0)
    elif was is not None:
        yield from _calls(after, now, since=len(was.calls))
        yield from _tricks(after, now, was.lying)


def _is_dealt(before: View, was: Hand | None, after: View, now: Hand) -> bool:
    """Say whether there are cards that were not there."""
    if not sum(now.counts) or now.lying or after.phase is not Phase.CALLING:
        return False
    is_first = was is None or not sum(was.counts) or before.phase is Phase.MATCH_OVER
    return is_first or before.round != after.round


def _third_pass(before: View, was: Hand) -> Iterator[Fact]:
    """Tell the third pass, which no view shows: the deal is over by then."""
    last = SEATS - 1
    if len(was.calls) == last:
        yield _said(before, following(was.master, last), is_call=False)


def _deal(view: View, hand: Hand) -> Iterator[Fact]:
    said = message(
        "The cards are dealt. {player} is Master.|Master: {player}.",
        player=_name(view, hand.master),
    )
    yield Fact(DEALT, (hand.master,), said=said)
    yield from _held(hand)


def _calls(view: View, hand: Hand, *, since: int) -> Iterator[Fact]:
    for place, is_call in enumerate(hand.calls[since:], start=since):
        yield _said(view, following(hand.master, place), is_call=is_call)


def _said(view: View, seat: int, *, is_call: bool) -> Fact:
    player = _name(view, seat)
    if is_call:
        return Fact(CALLED, (seat,), said=message("{player} calls.", player=player))
    return Fact(PASSED, (seat,), said=message("{player} passes.", player=player))


def _tricks(view: View, hand: Hand, lay: Trick) -> Iterator[Fact]:
    """Tell what was laid on the table behind what lay there, and who has won the trick."""
    is_same = hand.lying[: len(lay)] == lay
    since = len(lay) if is_same else 0
    yield from _laid(view, hand.lying, since=since)
    if since < len(hand.lying) == SEATS and hand.best is not None:
        yield _trick(view.players[hand.best.seat - 1], hand.best.size)


def _trick(winner: PlayerView, size: int) -> Fact:
    fu = winner.score or 0
    said = counted(
        "{player} wins the trick, {n} fu, and has {fu}.|{player} wins {n}, has {fu}.",
        "{player} wins the trick, {n} fu, and has {fu}.|{player} wins {n}, has {fu}.",
        size,
        player=winner.name,
        fu=fu,
    )
    return Fact(TRICK, (winner.seat, fu), said=said)


def _laid(view: View, trick: Trick, *, since: int) -> Iterator[Fact]:
    for place, laid in enumerate(trick[since:], start=since):
        yield _of_laid(_name(view, laid.seat), laid, is_lead=place == 0)


def _of_laid(player: str, laid: Laid, *, is_lead: bool) -> Fact:
    if not laid.is_face_up:
        said = counted(
            "{player} lays a card face down.|{player}: {n} down.",
            "{player} lays {n} cards face down.|{player}: {n} down.",
            laid.size,
            player=player,
        )
        return Fact(LAID_DOWN, (laid.seat, laid.size), said=said)
    cards = in_words(laid.cards)
    if is_lead:
        said = message("{player} leads {cards}.|{player}: {cards}.", player=player, cards=cards)
    else:
        said = message(
            "{player} beats it by {cards}.|{player}: {cards}.", player=player, cards=cards
        )
    return Fact(PLAYED, (laid.seat, *in_numbers(laid.cards)), said=said)


def _over(view: View) -> Iterator[Fact]:
    winners = view.winners
    if view.why == MatchWhy.CLAIM and winners:
        fu = winners[0].score or 0
        said = message("{player} claims with {fu} fu.", player=winners[0].name, fu=fu)
        yield Fact(CLAIMED, (winners[0].seat, fu), said=said)
    if view.why == MatchWhy.HANDS_EMPTY and not winners:
        yield Fact(Cue.ENDED, said=message("Nobody has six fu, and nobody pays.|Drawn."))
        return
    yield won(view)
    yield from (_units(player) for player in view.players if player.total)


def _units(player: PlayerView) -> Fact:
    units = abs(player.total)
    if player.total > 0:
        said = message("{player} gets {units}.", player=player.name, units=units)
    else:
        said = message("{player} pays {units}.", player=player.name, units=units)
    return Fact(PAID, (player.seat, units), said=said)


# What is asked for


def _turn(view: View, hand: Hand) -> Iterator[Fact]:
    """Tell whose turn it is and, if it is the player's, what he can do."""
    if not sum(hand.counts) or not _is_persons_turn(view):
        return
    yield player_of(view)
    yield _asks(_wanted(view, hand), hand)
    if hand.choice is not None or _ranks(view):
        yield from _offered(view, hand)


def _wanted(view: View, hand: Hand) -> Prompt:
    """Return what the player is asked for, also while a refusal is shown in its place."""
    if view.prompt in ASKS:
        return view.prompt
    if view.phase is not Phase.FOLLOWING or hand.best is None:
        return Prompt.LEAD
    return Prompt.FOLLOW if beating(hand.cards, hand.best.cards) else Prompt.DISCARD


def _asks(prompt: Prompt, hand: Hand) -> Fact:
    cue = ASKS[prompt]
    match prompt:
        case Prompt.CALL:
            return Fact(cue, said=message("Call, or pass."))
        case Prompt.CLAIM:
            said = message("Claim, or play on.")
            return Fact(cue, (hand.fu_to_claim,), said=said, help=_LOWER)
        case Prompt.LEAD:
            return Fact(cue, said=message("You lead.|Lead."), help=_LOWER)
        case Prompt.FOLLOW:
            return Fact(cue, said=message("You can beat it.|Beat it."), help=_LOWER)
        case _:
            size = hand.best.size if hand.best is not None else 0
            said = counted(
                "You can't beat it: lay a card face down.|Lay {n} down.",
                "You can't beat it: lay {n} cards face down.|Lay {n} down.",
                size,
            )
            return Fact(cue, (size,), said=said, help=_LOWER)


def _is_offered_anew(before: View, was: Hand, after: View, now: Hand) -> bool:
    shown = (was.choice, was.number, was.choices), (now.choice, now.number, now.choices)
    return shown[0] != shown[1] or before.standing != after.standing


def _offered(view: View, hand: Hand) -> Iterator[Fact]:
    """Tell the choice that is shown, or that the lowered tiles allow none."""
    if hand.choice is not None:
        numbers = (hand.number, *_cards_of(hand.choice))
        help_ = _NEXT if hand.choices > 1 else message("Hold to take it.")
        yield Fact(Cue.STEP, numbers, said=_shown(hand, hand.choice), help=help_)
    elif ranks := _ranks(view):
        said = message("No choice of {ranks}.|Not {ranks}.", ranks=ranks_in_words(ranks))
        yield Fact(NO_CHOICE, said=said)
    else:
        yield Fact(NO_CHOICE, said=message("No tile is down.|None down."))


def _shown(hand: Hand, choice: Choice) -> Message:
    match choice:
        case Lay(cards=cards, face_up=True):
            what = in_words(cards)
        case Lay(cards=cards):
            what = message("{cards}, face down", cards=in_words(cards))
        case _:
            what = choice_in_words(choice, hand.fu_to_claim)
    if hand.choices == 1:
        return message("{choice}; no other with these tiles.|{choice}.", choice=what)
    return message(
        "{choice}; choice {number} of {count}.|{choice}.",
        choice=what,
        number=hand.number,
        count=hand.choices,
    )


def _cards_of(choice: Choice) -> tuple[int, ...]:
    return in_numbers(choice.cards) if isinstance(choice, Lay) else ()


def _ranks(view: View) -> int:
    return ranks_down(without(all_tiles(view.tiles), view.standing))


def _is_persons_turn(view: View) -> bool:
    return view.player is not None and not view.is_bots_turn


# How things stand


def _held(hand: Hand) -> Iterator[Fact]:
    """Tell what the player holds, and which of it is old."""
    if not hand.cards:
        return
    said = message("Your hand: {cards}.|{cards}.", cards=hand_in_words(hand.cards))
    yield Fact(HAND, in_numbers(hand.cards), said=said)
    if hand.old:
        said = message("Old: {cards}.", cards=hand_in_words(hand.old))
    else:
        said = message("None of them is old.|None old.")
    yield Fact(OLD, in_numbers(hand.old), said=said)


def _fu(view: View, hand: Hand) -> Fact:
    each = tuple(player.score or 0 for player in view.players)
    names = (f"{player.name} {fu}" for player, fu in zip(view.players, each, strict=True))
    said = message(
        "Fu: {each}; with your old cards you have {fu}.|Fu: {each}; with old {fu}.",
        each=", ".join(names),
        fu=hand.fu_to_claim,
    )
    return Fact(FU, (*each, hand.fu_to_claim), said=said)


def _caller(view: View, hand: Hand) -> Fact:
    master = message("{player} is Master.|Master: {player}.", player=_name(view, hand.master))
    if not hand.caller:
        return Fact(WHO_CALLED, (hand.master,), said=master)
    called = message("{player} has called.|Called: {player}.", player=_name(view, hand.caller))
    return Fact(WHO_CALLED, (hand.master, hand.caller), said=listed((master, called), by=" "))


def _name(view: View, seat: int) -> str:
    return view.players[seat - 1].name
