"""Deals follow from their secret, as it is written down, and tell nothing before they are over."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from stbpi.games.events import DealCommitted, encode
from stbpi.games.game import Deal
from stbpi.games.luk_fu.cards import PACK, Cards, read, written
from stbpi.games.luk_fu.deal import commitment, dealt, laid_by_hand, opened, sealed
from stbpi.games.luk_fu.seen import choices
from tests.games.luk_fu.table import GAME, Table, all_of

KNOWN = bytes(range(32))
EXPECTED_MASTER = 1
EXPECTED = [
    "c2,c7,s2,s3,m4,m5,m6,m7,m9,t2,t3,t6",
    "c4,c5,c8,s7,s8,s9,m1,m2,t1,t4,t7,t8",
    "c1,c3,c6,c9,s1,s4,s5,s6,m3,m8,t5,t9",
]


def stream(secret: bytes) -> list[int]:
    blocks = [
        hmac.new(secret, f"stbpi luk fu 1|deal|{i}".encode(), "sha256").digest() for i in range(4)
    ]
    return list(b"".join(blocks))


def test_a_deal_follows_from_its_secret_as_the_page_says() -> None:
    """The same once more, written from the words alone."""
    left = stream(KNOWN)

    def below(n: int) -> int:
        while True:
            byte = left.pop(0)
            if byte < 256 // n * n:
                return byte % n

    pack = list(range(36))
    for n in range(36, 1, -1):
        place = below(n)
        pack[n - 1], pack[place] = pack[place], pack[n - 1]
    hands = [sum(1 << card for card in pack[i : i + 12]) for i in (0, 12, 24)]
    known = dealt(KNOWN)

    assert list(known.hands) == hands
    assert known.master == below(3) + 1
    assert commitment(KNOWN) == hashlib.sha256(KNOWN).hexdigest()


def test_this_deal_never_changes() -> None:
    known = dealt(KNOWN)

    assert known.master == EXPECTED_MASTER
    assert [written(hand) for hand in known.hands] == EXPECTED


def test_every_card_goes_anywhere_about_as_often() -> None:
    count = 3000
    where: Counter[tuple[int, int]] = Counter()
    masters: Counter[int] = Counter()
    for number in range(count):
        known = dealt(number.to_bytes(32, "big"))
        masters[known.master] += 1
        assert all_of(known.hands) == PACK
        where.update(
            (seat, card) for seat in range(3) for card in range(36) if known.hands[seat] >> card & 1
        )

    expected = count / 3
    off = sum((where[seat, card] - expected) ** 2 for seat in range(3) for card in range(36))
    assert off / expected < 72 + 5 * (2 * 72) ** 0.5  # chi-square, 72 degrees of freedom
    assert all(abs(masters[seat] - expected) < 5 * expected**0.5 for seat in (1, 2, 3))


def test_a_deal_laid_by_hand_gives_what_was_laid_and_deals_the_rest() -> None:
    laid = {1: read("c1,t9"), 3: read("s1,s2,s3,s4,s5,s6,s7,s8,s9,m1,m2,m3")}
    known = dealt(laid_by_hand(KNOWN, laid, master=2))

    assert known.master == 2
    assert laid[1] & ~known.hands[0] == 0
    assert known.hands[2] == laid[3]
    assert all_of(known.hands) == PACK
    assert all(hand.bit_count() == 12 for hand in known.hands)


@pytest.mark.parametrize("cards", ["c1", "c1,t9", "t9", written(PACK)])
def test_what_is_sealed_can_be_opened_by_who_knows_the_secret_alone(cards: str) -> None:
    hidden = read(cards)
    numbers = [sealed(KNOWN, play, hidden) for play in range(36)]

    assert [opened(KNOWN, play, number) for play, number in enumerate(numbers)] == [hidden] * 36
    assert len(set(numbers)) == 36
    assert opened(bytes(32), 0, numbers[0]) != hidden


def test_nothing_that_is_told_before_the_end_depends_on_hidden_cards() -> None:
    table = Table(seed=5)
    [committed] = table.told(DealCommitted)
    told = [str(encode(event)) for event in table.events]

    assert committed.sha == hashlib.sha256(table.secret).hexdigest()
    assert not any(table.secret.hex() in line for line in told)
    assert table.secret.hex() not in repr(table.state)
    assert str(table.state.hands[0]) not in repr(table.state)


def test_a_deal_whose_secret_is_lost_is_dealt_anew_with_the_same_master() -> None:
    table = Table({1: "c9"}, master=3)
    table.say("call")
    table.choose(choices(table.seen)[-1])
    lost = GAME.with_secret(GAME.evolve(table.state, table.told(DealCommitted)[0]), bytes(32))
    assert lost.wants_deal

    [committed] = GAME.decide(lost, Deal(secret=KNOWN))

    assert committed == DealCommitted(deal=2, master=3, sha=commitment(KNOWN))
    again = GAME.with_secret(GAME.evolve(lost, committed), KNOWN)
    assert again.hands == dealt(KNOWN).hands
    assert again.public.trick == ()
    assert again.public.face_up == Cards(0)


def test_no_cards_are_dealt_while_a_deal_is_played() -> None:
    table = Table()

    assert table.do(Deal(secret=KNOWN)) == ()
