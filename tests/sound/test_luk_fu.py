"""Luk Fu by ear: whoever hears the spoken lines alone plays a whole deal, and hears no secret."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import pairwise

import pytest

from stbpi.games.events import Called, CardsPlayed, Claimed, DealCommitted, Event, MatchEnded
from stbpi.games.game import Prompt, StartMatch, View, tiles
from stbpi.games.luk_fu import State
from stbpi.games.luk_fu.cards import Cards, members, read, together
from stbpi.games.luk_fu.sound_cues import (
    ASKS,
    CALLED,
    CLAIMED,
    DEALT,
    LAID_DOWN,
    NO_CHOICE,
    PASSED,
    PLAYED,
    TRICK,
)
from stbpi.games.luk_fu.spoken import hand_in_words, in_numbers, in_words
from stbpi.scene import Held
from stbpi.sound.cues import Cue, OwnCue
from stbpi.sound.facts import facts
from stbpi.sound.speech import BRIEF, FULL, HELPFUL, line
from tests.games.luk_fu.table import GAME, AtRandom, Table
from tests.sound.listeners import Act, OfLukFu, cards_in
from tests.sound.telling import Told, by_ear

BY_HAND = {1: "c1,c2,c3,c7,s5,s6,s7,m7,m8,t1,t2,t9", 2: "c4,c5,c6,c8,c9,s1,s2,s3,s4,s8,s9,m1"}


def undealt() -> View:
    """Return the view of a match whose cards have not been dealt yet."""
    state = GAME.new(tiles(), complain_ms=1500)
    start = StartMatch(game="luk_fu", names=("Anna",), preset="tsoi", house_rules=())
    return GAME.view(reduce(GAME.evolve, GAME.decide(state, start), state), time_is_up=True)


UNDEALT = undealt()


class Box:
    """A match, every view of which is told to somebody who does not see."""

    def __init__(self, table: Table, bots: AtRandom | None = None) -> None:
        self.table = table
        self.told = Told(table.view)
        self._bots = bots

    def shown(self, *, let_go: Held = Held.NOT) -> str:
        return self.told.view(self.table.view, let_go=let_go)

    def say(self, word: str) -> str:
        """Let the seat on turn choose."""
        self.table.say(word)
        return self.shown()

    def press(self) -> str:
        self.table.press()
        return self.shown(let_go=Held.PRESS)

    def hold(self) -> str:
        self.table.hold()
        return self.shown(let_go=Held.HOLD)

    def move(self, *down: int) -> str:
        self.table.move(*down)
        return self.shown()

    def does(self, act: Act, ranks: list[int]) -> str:
        """Do what a listener wants to."""
        match act:
            case Act.PRESS:
                return self.press()
            case Act.HOLD:
                return self.hold()
            case Act.MOVE:
                return self.move(*ranks)

    def others(self) -> Iterator[str]:
        """Let the others do what they do before it is the player's turn; tell each of it."""
        assert self._bots is not None
        while self.table.state.ended is None:
            if self.table.state.wants_deal:
                self.table.deal()
            elif (seat := self.table.state.public.turn) != 1:
                self.table.choose(self._bots(seat, self.table.seen))
            else:
                return
            yield self.shown()

    @property
    def cues(self) -> list[Cue | OwnCue]:
        """What was heard last."""
        return [fact.cue for fact in self.told.news]


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_is_played_by_the_spoken_lines_alone(seed: int) -> None:
    table = Table(seed=seed)
    box = Box(table, AtRandom(seed))
    listener = OfLukFu(random.Random(seed))
    listener.hear(line(facts(None, by_ear(table.view)), language="en", verbosity=FULL))
    while not listener.is_over:
        for said in box.others():
            listener.hear(said)
        if table.state.ended is None:
            assert listener.hand == table.state.hands[0]
            assert listener.seen == table.state.public.face_up
            while table.state.ended is None and table.state.public.turn == 1:
                listener.hear(box.does(*listener.acts()))

    known = dict(zip(table.state.names, table.state.public.fu, strict=True))
    assert listener.winner == "".join(player.name for player in table.view.winners)
    assert listener.fu == {name: fu for name, fu in known.items() if fu}
    assert listener.turns > 1


# What is told


def heard(box: Box, event: Event) -> bool:
    """Say whether what was told last tells an event, and nothing more of its kind."""
    match event:
        case DealCommitted():
            return box.cues[0] is DEALT or box.cues[:2] == [PASSED, DEALT]
        case Called(what=what):
            return box.cues[0] is (CALLED if what == "call" else PASSED)
        case CardsPlayed(face_up=face_up):
            return box.cues.count(PLAYED) == face_up and box.cues.count(LAID_DOWN) != face_up
        case Claimed():
            return box.cues[0] is CLAIMED
        case MatchEnded(winners=winners):
            return (Cue.WON if winners else Cue.ENDED) in box.cues
        case _:
            return True


@pytest.mark.parametrize("seed", range(20))
def test_everything_that_happens_is_heard_once(seed: int) -> None:
    table = Table(seed=seed)
    box, chooser = Box(table), AtRandom(seed)
    while table.state.ended is None:
        count, tricks = len(table.events), len(table.state.public.tricks)
        if table.state.wants_deal:
            table.deal()
        else:
            table.choose(chooser(table.state.public.turn, table.seen))
            if table.state.wants_deal:
                table.deal()  # as a host does at once
        box.shown()
        assert all(heard(box, event) for event in table.events[count:])
        assert box.cues.count(TRICK) == max(0, len(table.state.public.tricks) - tricks)
        is_his = table.state.ended is None and table.state.public.turn == 1
        assert (Cue.PLAYER in box.cues) == is_his


@pytest.mark.parametrize("seed", range(6))
def test_the_hands_of_the_others_make_no_difference(seed: int) -> None:
    """Whatever is hidden may be otherwise: what is told stays the same."""
    chance = random.Random(seed)
    table, chooser = Table(seed=seed), AtRandom(seed)
    views: list[tuple[View, View]] = []
    while table.state.ended is None:
        if table.state.wants_deal:
            table.deal()
        elif table.state.public.turn == 1 and chance.random() < 0.5:
            table.move(*chance.sample(range(1, 10), chance.randint(0, 3)))
            table.press()
        else:
            table.choose(chooser(table.state.public.turn, table.seen))
        other = shuffled(table.state, chance)
        views.append((table.view, GAME.view(other, time_is_up=True)))

    assert any(one.own != other.own for one, other in views[-1:]), "the end shows all hands"
    for (first, first_other), (then, then_other) in pairwise(views):
        pairs = (by_ear(first), by_ear(then)), (by_ear(first_other), by_ear(then_other))
        assert facts(*pairs[0]) == facts(*pairs[1])
        assert facts(None, pairs[0][1]) == facts(None, pairs[1][1])


def shuffled(state: State, chance: random.Random) -> State:
    """Return the state with the others' cards dealt otherwise."""
    if not state.hands:
        return state
    own, *others = state.hands
    cards = list(members(Cards(others[0] | others[1])))
    chance.shuffle(cards)
    count = others[0].bit_count()
    hands = (own, together(cards[:count]), together(cards[count:]))
    return replace(state, hands=hands, dealt=hands)


def test_a_deal_begins_with_the_master_and_the_hand() -> None:
    table = Table(BY_HAND, master=1)
    said = line(facts(by_ear(UNDEALT), by_ear(table.view)), language="en", verbosity=FULL)

    assert said == (
        "The cards are dealt. Anna is Master. "
        "Your hand: coins 1, 2, 3, 7; strings 5, 6, 7; myriads 7, 8; tens 1, 2, 9. "
        "Old: coins 1; tens 1, 9. It is the turn of Anna. Call, or pass. Call; choice 1 of 2."
    )


def test_a_press_tells_the_next_choice_and_once_round_the_hand() -> None:
    box = Box(Table(BY_HAND, master=1))

    assert box.press() == "Pass; choice 2 of 2."
    assert box.cues == [Cue.STEP]
    assert box.press().startswith("Call; choice 1 of 2. Your hand: coins 1, 2, 3, 7;")


def test_lowered_tiles_are_answered_by_what_can_be_chosen_of_them() -> None:
    box = Box(Table(BY_HAND, master=1))

    assert box.say("call") == "Anna calls. It is the turn of Anna. You lead."
    assert box.move(7) == "7 of coins; choice 1 of 4."
    assert box.press() == "7 of strings; choice 2 of 4."
    assert box.move(7, 8) == "No choice of 7, 8."
    assert box.cues == [NO_CHOICE]
    assert box.move() == "No tile is down."
    assert box.move(5, 6, 7) == "5, 6, 7 of strings; no other with these tiles."
    assert box.told.news[0].numbers == (1, 25, 26, 27)
    assert box.hold() == "Anna leads 5, 6, 7 of strings."
    assert box.told.news[0].numbers == (1, 25, 26, 27)


def test_a_press_without_a_choice_tells_everything_once_more() -> None:
    box = Box(Table(BY_HAND, master=2))
    for word in ("call", "c5"):
        box.say(word)
    box.say("m2" if "m2" in box.table.legal else box.table.legal[0])
    assert box.table.state.public.turn == 1

    box.move(4, 6)
    asked = box.press()
    assert asked.startswith("Not now. Bot1 leads 5 of coins.")
    assert "Your hand: coins 1, 2, 3, 7; strings 5, 6, 7; myriads 7, 8; tens 1, 2, 9." in asked
    assert "Fu: Anna 0, Bot1 0, Bot2 0; with your old cards you have 3." in asked
    assert "Bot1 is Master. Bot1 has called. It is the turn of Anna. You can beat it." in asked


def test_a_press_while_a_bot_thinks_tells_everything_but_no_choice() -> None:
    box = Box(Table(BY_HAND, master=2))

    assert box.press().endswith("Bot1 is Master.")
    assert box.cues[0] is Cue.REFUSED


def test_three_passes_are_told_and_the_next_hand() -> None:
    box = Box(Table(BY_HAND, master=2))
    assert box.say("pass") == "Bot1 passes."
    assert box.say("pass").startswith("Bot2 passes. It is the turn of Anna. Call, or pass.")
    box.table.say("pass")
    box.table.deal()

    assert box.shown().startswith("Anna passes. The cards are dealt. Bot1 is Master. Your hand: ")


def test_the_third_pass_is_told_where_the_deal_comes_later_too() -> None:
    box = Box(Table(BY_HAND, master=2))
    for _ in range(2):
        box.say("pass")
    assert box.say("pass") == "Anna passes."
    box.table.deal()

    assert box.shown().startswith("The cards are dealt.")


def test_what_a_bot_does_waits_until_what_sounds_has_ended() -> None:
    box = Box(Table(BY_HAND, master=2))
    box.say("call")
    assert box.told.news[0].waits
    box.say("c5")
    assert (box.told.news[0].cue, box.told.news[0].waits) == (PLAYED, True)


def test_a_claim_is_told_with_who_pays() -> None:
    table = Table({1: "c9,s9,m9,t9,c1,t1,c8,s8,c2,c3,c4,m2"}, master=1)
    box = Box(table)
    said = box.say("call")

    assert "Claim, or play on. Claim with 8 fu; choice 1 of 2." in said
    assert box.press() == "Play on; choice 2 of 2."
    box.press()
    assert box.hold() == (
        "Anna claims with 8 fu. Anna wins! Anna gets 6. Bot1 pays 3. Bot2 pays 3."
    )


def test_who_sees_the_box_hears_the_table_and_no_hand() -> None:
    table = Table(BY_HAND, master=1)
    before, dealt = (replace(by_ear(view), is_audio=False) for view in (UNDEALT, table.view))
    assert [fact.cue for fact in facts(before, dealt)] == [
        *(DEALT, Cue.PLAYER, ASKS[Prompt.CALL], Cue.STEP)
    ]

    table.press()
    browsed = replace(dealt, view=table.view)
    assert [fact.cue for fact in facts(dealt, browsed)] == [Cue.STEP]


def test_in_brief_and_with_help() -> None:
    box = Box(Table(BY_HAND, master=1))
    box.press()

    assert line(box.told.news, language="en", verbosity=BRIEF) == "Pass."
    assert line(box.told.news, language="en", verbosity=HELPFUL) == (
        "Pass; choice 2 of 2. Press for the next choice, hold to take this one."
    )


@pytest.mark.parametrize(
    ("cards", "said", "held"),
    [
        ("c3", "3 of coins", "coins 3"),
        ("m3,m4,m5", "3, 4, 5 of myriads", "myriads 3, 4, 5"),
        ("c7,s7,t7", "7 of coins, strings, tens", "coins 7; strings 7; tens 7"),
        ("c1,c2,t9", "1, 2 of coins, 9 of tens", "coins 1, 2; tens 9"),
    ],
)
def test_cards_are_spoken(cards: str, said: str, held: str) -> None:
    assert (str(in_words(read(cards))), str(hand_in_words(read(cards)))) == (said, held)
    assert cards_in(said) == read(cards)


def test_a_buzzer_tells_a_card_by_its_suit_and_its_rank() -> None:
    assert in_numbers(read("c3,s1,m9,t7")) == (13, 21, 39, 47)
