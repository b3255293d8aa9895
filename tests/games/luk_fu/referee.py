"""The referee of Luk Fu, written from RULES.md 3 alone: what must happen in a match.

He is told what everybody has chosen and what was dealt, checks each choice by the slow oracle, and
says what comes of it.

Never: imports anything of the game but what follows from the secret bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

from stbpi.games.events import (
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Dealt,
    Event,
    MatchEnded,
    Paid,
)
from stbpi.games.luk_fu import deal
from stbpi.games.luk_fu.cards import written
from tests.games.luk_fu.oracle import PACK, Names, Position, beats, may_claim, may_lead, old, spelt

SEATS = (1, 2, 3)


def referee(told: Sequence[Event]) -> Iterator[Event]:
    """Yield what must happen in a match; `told` is what has happened, beginning with a deal."""
    rest = list(told)
    number, master = 0, 0
    while rest and isinstance(rest[0], DealCommitted):
        number += 1
        end = next((at for at, one in enumerate(rest) if isinstance(one, DealRevealed)), len(rest))
        assert end < len(rest), "a deal is over and not revealed"
        this, rest = rest[: end + 1 + len(SEATS)], rest[end + 1 + len(SEATS) :]
        game = _Deal(number, this, master)
        master = game.master
        yield from game.play()


class _Deal:
    """One deal, whose secret is known.

    Args:
        number: in the match.
        told: what has happened in it.
        master: of the deal before it; 0 without one.
    """

    def __init__(self, number: int, told: list[Event], master: int) -> None:
        [committed] = [one for one in told if isinstance(one, DealCommitted)]
        [revealed] = [one for one in told if isinstance(one, DealRevealed)]
        self.number, self.told = number, told
        self.secret = bytes.fromhex(revealed.bytes)
        self.sha = hashlib.sha256(self.secret).hexdigest()
        assert committed.sha == self.sha
        dealt = deal.dealt(self.secret)
        self.master = master or dealt.master
        self.dealt = {seat: names(written(dealt.hands[seat - 1])) for seat in SEATS}
        assert sorted(card for hand in self.dealt.values() for card in hand) == sorted(PACK)
        assert {len(hand) for hand in self.dealt.values()} == {12}
        self.hands = dict(self.dealt)
        self.face_down: dict[int, Names] = dict.fromkeys(SEATS, frozenset())
        self.face_up: Names = frozenset()
        self.fu = dict.fromkeys(SEATS, 0)
        self.caller = 0
        self.is_bound = False
        self.plays = 0

    def play(self) -> Iterator[Event]:
        yield DealCommitted(deal=self.number, master=self.master, sha=self.sha)
        seats = [(self.master + step - 1) % 3 + 1 for step in range(3)]
        said = [one for one in self.told if isinstance(one, Called)]
        for seat, one in zip(seats, said, strict=False):
            assert one.what in ("call", "pass")
            yield Called(player=seat, what=one.what)
            self.is_bound |= seat == self.master and one.what == "pass"
            if one.what == "call":
                self.caller = seat
                break
        if self.caller:
            yield from self._tricks()
        elif len(said) < len(SEATS):
            yield from self._stop()
        yield from self._reveal()

    def _tricks(self) -> Iterator[Event]:
        todo = [one for one in self.told if isinstance(one, CardsPlayed | Claimed)]
        leader = self.master
        while any(self.hands.values()):
            led: Names = frozenset()
            best, winner = led, leader
            for step in range(3):
                seat = (leader + step - 1) % 3 + 1
                if not todo:
                    yield from self._stop()
                    return
                one = todo.pop(0)
                here = self._position(seat, led, best)
                if isinstance(one, Claimed):
                    assert may_claim(here)
                    fu = here.fu + len(old(here))
                    yield Claimed(player=seat, fu=fu)
                    yield from self._won(seat, fu, "claim")
                    return
                cards, event = self._laid(one, seat)
                assert cards <= here.hand
                if not led:
                    assert one.face_up and may_lead(cards, here), f"{cards} may not be led"
                    led = cards
                elif not one.face_up:
                    ways = map(frozenset, combinations(sorted(here.hand), len(best)))
                    assert len(cards) == len(best) and not any(beats(way, here) for way in ways)
                else:
                    assert beats(cards, here), f"{cards} do not beat {best}"
                if one.face_up:
                    best, winner = cards, seat
                yield event
            self.fu[winner] += len(best)
            leader = winner
        others = [seat for seat in SEATS if seat != leader]
        six = [seat for seat in (leader, *others) if self.fu[seat] >= 6]
        if six:
            yield from self._won(six[0], self.fu[six[0]], "hands_empty")
        else:
            yield MatchEnded(winners=(), why="hands_empty")

    def _position(self, seat: int, led: Names, best: Names) -> Position:
        return Position(
            hand=self.hands[seat],
            face_up=self.face_up,
            fu=self.fu[seat],
            is_caller=seat == self.caller,
            is_passed_master=seat == self.master and self.is_bound,
            led=led,
            best=best,
        )

    def _laid(self, one: CardsPlayed, seat: int) -> tuple[Names, Event]:
        """Take cards out of a hand; return them, and what is told of it."""
        if one.face_up:
            cards = names(one.cards)
            event = CardsPlayed(player=seat, cards=spelt(cards), face_up=True)
            self.face_up |= cards
        else:
            opened = deal.opened(self.secret, self.plays, one.sealed or 0)
            cards = names(written(opened))
            sealed = deal.sealed(self.secret, self.plays, opened)
            event = CardsPlayed(player=seat, cards="", face_up=False, sealed=sealed)
            self.face_down[seat] |= cards
        self.hands[seat] -= cards
        self.plays += 1
        return cards, event

    def _won(self, winner: int, fu: int, why: str) -> Iterator[Event]:
        got = dict.fromkeys(SEATS, 0)
        points = fu - 5
        for loser in (seat for seat in SEATS if seat != winner):
            payer = self.caller if self.caller != winner else loser
            got[payer] -= points
            got[winner] += points
        for seat, units in got.items():
            if units:
                yield Paid(player=seat, units=units, balance=units)
        yield MatchEnded(winners=(winner,), why=why)

    def _stop(self) -> Iterator[Event]:
        yield MatchEnded(winners=(), why="stopped")

    def _reveal(self) -> Iterator[Event]:
        yield DealRevealed(deal=self.number, bytes=self.secret.hex())
        for seat in SEATS:
            yield Dealt(
                player=seat,
                cards=spelt(self.dealt[seat]),
                face_down=spelt(self.face_down[seat]),
            )


def names(cards: str) -> Names:
    return frozenset(cards.split(",")) if cards else frozenset()
