"""The screens of Luk Fu: what they show of random deals, and that they show nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce

import pytest

from stbpi.display.draw import Canvas
from stbpi.display.examples import scene
from stbpi.display.screens import draw
from stbpi.display.screens_tall import draw_tall
from stbpi.display.texts import said as words_of
from stbpi.games.events import Refused
from stbpi.games.game import Hold, Phase, Press, Prompt, Tiles, View
from stbpi.games.game import members as members_of
from stbpi.games.luk_fu import State, screens
from stbpi.games.luk_fu.cards import (
    NO_CARDS,
    PACK,
    Cards,
    members,
    rank_of,
    ranks_of,
    suit_of,
    written,
)
from stbpi.games.luk_fu.gallery import EXAMPLES
from stbpi.games.luk_fu.public import Public
from stbpi.games.luk_fu.seen import Lay, Say, choices
from stbpi.games.luk_fu.view import Hand
from stbpi.language import LANGUAGES
from stbpi.scene import Held
from tests.games.luk_fu.table import GAME, AtRandom, Table

ANNA_LEADS = {1: "c4,s4,m4,t4,c5,c6,s2,m2,t2,s7,m8,t3", 2: "s9,m9,c9", 3: "t9,c1,t1"}
SIX_OLD = {1: "c1,t1,c9,s9,m9,t9,t3,m5,s4,c4,c3,c5"}
DEALS = 24


@cache
def positions() -> tuple[State, ...]:
    """Play deals at random, with tiles moved at random before every choice and after it."""
    return tuple(state for seed in range(DEALS) for state in _deal(seed))


def _deal(seed: int) -> Iterator[State]:
    chance, choose = random.Random(seed), AtRandom(seed)
    table = Table(seed=seed)
    yield replace(table.state, secret=b"", hands=(), dealt=())
    while table.state.ended is None:
        if table.state.wants_deal:
            yield table.state
            table.deal()
            continue
        some = chance.choice(choices(table.seen))
        ranks = members_of(Tiles(ranks_of(some.cards))) if isinstance(some, Lay) else ()
        table.move(*ranks[chance.choice((0, 0, 0, 1)) :])
        for _ in range(chance.randrange(3)):
            table.press()
        yield table.state
        table.choose(choose(table.state.public.turn, table.seen))
    yield table.state


def own(view: View) -> Hand:
    assert isinstance(view.own, Hand)
    return view.own


def said(view: View) -> tuple[str, str]:
    """Return what the headline says, in the longest wordings."""
    left, right = screens.headline(view) or ("", "")
    return words_of(left)[0], words_of(right)[0]


def pixels(view: View, *, held: Held = Held.NOT, language: str = "en") -> bytes:
    return draw(replace(scene(view, held=held), language=language)).picture.tobytes()


def shown(view: View) -> tuple[Cards, Cards, Cards]:
    """Read off the picture which cards are held, which of them are old, and which chosen."""
    picture = draw(scene(view)).picture
    held = old = chosen = 0
    for card in members(PACK):
        x, y = 6 * rank_of(card), 14 + 12 * suit_of(card)
        ink = sum(picture.crop((x, y, x + 5, y + 12)).histogram()[1:])
        is_chosen = bool(picture.getpixel((x, y)))
        held |= (ink > 1) << card
        old |= (is_chosen != bool(picture.getpixel((x + 2, y + 10)))) << card
        chosen |= is_chosen << card
    return Cards(held), Cards(old), Cards(chosen)


def test_the_grid_shows_the_hand_its_old_cards_and_those_that_are_chosen() -> None:
    chosen_in_all = 0
    for state in positions():
        view = GAME.view(state, time_is_up=False)
        if view.phase is Phase.MATCH_OVER:
            continue
        choice = own(view).choice
        chosen = choice.cards if isinstance(choice, Lay) else NO_CARDS
        chosen_in_all += chosen.bit_count()

        assert [written(cards) for cards in shown(view)] == [
            written(cards) for cards in (own(view).cards, own(view).old, chosen)
        ]

    assert chosen_in_all > 100


def test_nothing_that_is_hidden_is_shown() -> None:
    """Whatever the others hold, and have laid face down, the picture is the same."""
    chance = random.Random(1)
    looked_at = 0
    for state in positions():
        if not state.hands or state.ended is not None:
            continue
        looked_at += 1
        hidden = list(members(Cards(state.hands[1] | state.hands[2])))
        chance.shuffle(hidden)
        count = state.hands[1].bit_count()
        others = (hidden[:count], hidden[count:])
        hands = (state.hands[0], *(Cards(sum(1 << card for card in some)) for some in others))
        sealed = tuple(
            replace(laid, sealed=laid.sealed and chance.getrandbits(36) | 1)
            for laid in state.public.trick
        )
        other = replace(state, hands=hands, public=replace(state.public, trick=sealed))
        view, as_well = (GAME.view(it, time_is_up=False) for it in (state, other))

        assert pixels(view) == pixels(as_well)
        assert draw_tall(scene(view)).picture.tobytes() == (
            draw_tall(scene(as_well)).picture.tobytes()
        )

    assert looked_at > 200


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_ever_cut_off(code: str) -> None:
    names = ("Wilhelmina12", "Wilhelmina13", "Wilhelmina14")
    for number, state in enumerate(positions()):
        view = GAME.view(state, time_is_up=False)
        if number % 2:
            named = zip(view.players, names, strict=True)
            view = replace(view, players=tuple(replace(it, name=name) for it, name in named))
        drawn = replace(
            scene(view, held=tuple(Held)[number % 4], faults=("disk",) * (number % 3)),
            language=code,
        )

        assert (draw(drawn).cut, draw_tall(drawn).cut) == ((), ())


def test_what_the_button_is_said_to_do_it_does() -> None:
    for state in positions():
        view = GAME.view(state, time_is_up=False)
        if view.phase is Phase.MATCH_OVER:
            continue
        pressed, held = (GAME.decide(state, deed) for deed in (Press(), Hold()))
        does = screens.deeds(view)
        after = GAME.view(reduce(GAME.evolve, pressed, state), time_is_up=False)
        assert isinstance(view.own, Hand)
        assert isinstance(after.own, Hand)

        assert (Held.PRESS in does) == (after.own.choice != view.own.choice)
        assert (Held.HOLD in does) != any(isinstance(event, Refused) for event in held)


def test_the_last_column_and_the_last_two_rows_stay_empty() -> None:
    for name, it in EXAMPLES.items():
        body = screens.body(it.view)
        if body is None or it.view.prompt is Prompt.CLOSED:
            continue
        canvas = Canvas()
        body[1](canvas, it)
        box = canvas.picture.getbbox()

        assert box is not None
        assert (name, box[1] >= 14, box[2] <= 127, box[3] <= 62) == (name, True, True, True)


def test_the_headline_is_what_can_be_chosen_or_is_to_be_done() -> None:
    table = Table(ANNA_LEADS, master=1)
    assert said(table.view) == ("Call", "1/2")
    table.press()
    assert said(table.view) == ("Pass", "2/2")
    table.press()
    table.hold()
    assert said(table.view) == ("Lead", "2 3 4 5 6 7 8")
    table.press()
    assert said(table.view) == ("Choose ranks", "2 3 4 5 6 7 8")
    table.move(4)
    assert said(table.view) == ("c4", "1/9")
    table.move(4, 5)
    assert said(table.view) == ("Lead", "6")
    table.press()
    assert said(table.view) == ("No play of these", "6")
    table.move(4, 5, 6)
    assert said(table.view) == ("c4 c5 c6", "")
    table.hold()
    assert said(table.view) == ("Bot1", "thinks …")


def test_the_headline_says_what_is_to_be_beaten_and_what_is_laid_down() -> None:
    table = Table({1: "s5,s7,s8", 2: "c1", 3: "s4,s9"}, master=3)
    table.say("call", "s4")
    assert said(table.view) == ("Beat s4", "5 6 7 8")

    table = Table({1: "s5,s7,s8", 2: "s4", 3: "s9"}, master=2)
    table.say("call", "s4", "s9")
    assert said(table.view)[0] == "Lay 1 down"
    table.move(*members_of(table.view.closable)[-1:])
    assert said(table.view)[0].endswith(" down")


def test_who_could_claim_is_asked_for_tiles_where_he_plays_on() -> None:
    table = Table(SIX_OLD, master=1)
    table.say("call")
    assert said(table.view) == ("Claim 6 fu", "1/2")

    table.press()
    assert own(table.view).choice is Say.ON
    assert set(screens.deeds(table.view)) == {Held.PRESS}
    table.hold()

    assert table.view.prompt is Prompt.CHOOSE
    assert said(table.view) == ("Lower tiles", "1 3 4 5 9")


def test_a_refused_press_and_every_choice_change_the_picture() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    seen = [pixels(table.view)]
    table.press()
    seen.append(pixels(table.view))
    table.move(4)
    for _ in range(own(table.view).choices):
        seen.append(pixels(table.view))
        table.press()
    table.move(2, 9)
    seen.append(pixels(table.view))
    table.press()
    seen.append(pixels(table.view))

    assert len(set(seen)) == len(seen) == 13


def test_a_screen_is_called_after_the_phase_or_after_who_is_waited_for() -> None:
    def name(state: State) -> str:
        return draw(scene(GAME.view(state, time_is_up=False))).name

    table = Table(ANNA_LEADS, master=1)
    names = [name(table.state)]
    table.say("call")
    names.append(name(table.state))
    table.press()
    names.append(name(table.state))
    table.say("s2")
    names.append(name(table.state))
    names.append(name(replace(table.state, secret=b"", hands=(), dealt=(), public=Public())))

    assert names == ["calling", "leading", "choose", "bot_thinks", "dealing"]


def test_the_hands_are_shown_when_the_deal_is_over_and_not_before() -> None:
    table = Table(SIX_OLD, master=1)
    table.say("call")
    assert own(table.view).dealt == ()
    table.say("claim")
    view = table.view
    hidden = replace(view, own=replace(own(view), dealt=()))

    assert own(view).dealt == table.state.dealt
    assert draw(scene(view)).name == draw(scene(hidden)).name == "match_over"
    assert pixels(view) != pixels(hidden)
    assert said(view) == ("Anna wins!", "by a claim")


def test_nobody_has_won_a_drawn_deal() -> None:
    assert said(EXAMPLES["match_over_drawn"].view) == ("Drawn", "hands empty")
    assert said(EXAMPLES["match_over_stopped"].view) == ("No winner", "stopped")


def test_other_phases_are_left_to_every_game() -> None:
    view = replace(EXAMPLES["leading"].view, phase=Phase.READY)

    assert screens.body(view) is None
    assert screens.body(replace(view, own=None)) is None
    assert screens.headline(replace(view, own=None)) is None
    assert screens.deeds(replace(view, own=None)) == {}
    assert screens.feet(replace(view, own=None)) == ""
