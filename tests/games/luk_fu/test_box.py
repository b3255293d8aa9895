"""Luk Fu on the box: tiles choose ranks, a press goes through the choices, a hold takes one."""

from __future__ import annotations

import random

import pytest

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import (
    Browsed,
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    MatchEnded,
    MatchStarted,
    PlayerSeated,
    Refused,
    RulesChanged,
)
from stbpi.games.game import (
    Choose,
    EndMatch,
    Game,
    Phase,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    Undo,
    members,
    tiles,
)
from stbpi.games.luk_fu import LukFu, State, bots
from stbpi.games.luk_fu.cards import read, written
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Lay, Say
from stbpi.games.luk_fu.view import Hand
from tests.games.luk_fu.table import GAME, NAMES, Table, replayed, words

SIX_OLD = "c1,t1,c9,s9,m9,t9"
ANNA_LEADS = {1: "c4,s4,m4,t4,c5,c6,s2,m2,t2,s7,m8,t3", 2: "s9,m9,c9", 3: "t9,c1,t1"}


def hand(table: Table) -> Hand:
    own = table.view.own
    assert isinstance(own, Hand)
    return own


def shown(table: Table) -> str:
    choice = hand(table).choice
    return words(choice) if choice is not None else "-"


def looked_through(table: Table) -> list[str]:
    """Press through all choices, back to the first."""
    seen = []
    for _ in range(hand(table).choices):
        seen.append(shown(table))
        table.press()
    return seen


def test_the_game_fits_the_seam() -> None:
    game: Game[State] = LukFu()

    assert game.name == "luk_fu"


# Setting up


def test_one_player_sits_down_against_two_bots() -> None:
    table = Table(rules=(("bots", "strong"),))

    assert table.told(MatchStarted) == [MatchStarted(game="luk_fu", preset="tsoi", seats=3)]
    assert table.told(PlayerSeated) == [
        PlayerSeated(seat=1, player="Anna"),
        PlayerSeated(seat=2, player="Bot1", bot="strong"),
        PlayerSeated(seat=3, player="Bot2", bot="strong"),
    ]
    assert GAME.same_again(table.state) == StartMatch(
        game="luk_fu", names=("Anna",), preset="tsoi", house_rules=(("bots", "strong"),)
    )


def test_no_bot_has_the_name_of_the_player() -> None:
    command = StartMatch(game="luk_fu", names=("Bot1",), preset="tsoi", house_rules=())
    events = GAME.decide(GAME.new(tiles(), complain_ms=0), command)

    names = [event.player for event in events if isinstance(event, PlayerSeated)]

    assert names == ["Bot1", "Bot2", "Bot3"]


def test_more_players_than_one_are_refused() -> None:
    command = StartMatch(game="luk_fu", names=("Anna", "Bo"), preset="tsoi", house_rules=())

    with pytest.raises(RulesError) as refused:
        GAME.decide(GAME.new(tiles(), complain_ms=0), command)

    assert refused.value.field == "players"


@pytest.mark.parametrize(
    ("preset", "rules", "field"),
    [("hakka", (), "preset"), ("tsoi", (("tiles", 9),), "tiles"),
     ("tsoi", (("bots", "clever"),), "bots")],
)  # fmt: skip
def test_rules_that_there_are_not_are_refused(
    preset: str, rules: tuple[tuple[str, object], ...], field: str
) -> None:
    with pytest.raises(RulesError) as refused:
        GAME.check_rules(preset, rules)

    assert refused.value.field == field


def test_the_strength_of_the_bots_is_chosen_in_turn() -> None:
    rules: tuple[tuple[str, int | str | tuple[int, ...]], ...] = ()
    values = []
    for _ in Strength:
        [choice] = GAME.choices("tsoi", rules, most_tiles=9)
        values.append(str(choice.value))
        rules = GAME.check_rules("tsoi", ((choice.field, choice.next),))

    assert values == ["middling", "strong", "simple"]
    assert rules == ()


def test_the_strength_changes_at_once_in_a_match() -> None:
    table = Table()

    table.do(SetRule(field="bots", value="simple"))

    assert table.told(RulesChanged) == [RulesChanged(field="bots", value="simple")]
    assert [player.bot for player in table.view.players] == ["", "simple", "simple"]
    assert table.do(SetRule(field="bots", value="simple")) == ()


# Calling


def test_the_call_is_chosen_without_tiles() -> None:
    table = Table(master=1)
    assert (table.view.phase, table.view.prompt) == (Phase.CALLING, Prompt.CALL)

    assert looked_through(table) == ["call", "pass"]
    table.press()
    table.hold()

    assert table.told(Called) == [Called(player=1, what="pass")]
    assert table.view.prompt is Prompt.WAIT


def test_while_a_bot_is_to_choose_the_button_is_refused() -> None:
    table = Table(master=2)

    assert table.press() == table.hold() == (Refused(code="wait", tiles=()),)
    assert shown(table) == "-"


# Leading


def test_the_lowered_ranks_are_those_of_the_plays_that_are_offered() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    assert (table.view.phase, table.view.prompt) == (Phase.LEADING, Prompt.LEAD)
    assert shown(table) == "-"

    table.move(4)
    assert looked_through(table) == [
        *("c4", "s4", "m4", "t4", "c4,s4,m4", "c4,s4,t4", "c4,m4,t4", "s4,m4,t4", "c4,s4,m4,t4"),
    ]
    table.move(4, 5, 6)
    assert looked_through(table) == ["c4,c5,c6"]
    table.move(4, 5)
    assert looked_through(table) == []


def test_a_hold_plays_what_is_shown() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    table.move(4)

    for _ in range(4):
        table.press()
    assert hand(table).number == 5
    table.hold()

    assert table.told(CardsPlayed) == [CardsPlayed(player=1, cards="c4,s4,m4", face_up=True)]
    assert len(table.told(Browsed)) == 4
    assert table.view.phase is Phase.FOLLOWING
    assert table.view.prompt is Prompt.WAIT


def test_moving_a_rank_shows_the_first_choice_again_and_another_tile_does_not() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    table.move(4)
    table.press()
    table.move(4, 10)
    assert hand(table).number == 2

    table.move(2)

    assert hand(table).number == 1
    assert shown(table) == "s2"


def test_with_nothing_to_choose_the_player_is_told_to_choose_ranks() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")

    assert table.hold() == (Refused(code="choose", tiles=()),)
    held = table.view
    assert table.press() == (Browsed(player=1),)
    pressed = table.view
    table.move(4)

    assert (held.prompt, held.is_refusal) == (Prompt.CHOOSE, True)
    assert pressed == held
    assert table.view.prompt is Prompt.LEAD


def test_a_press_shows_the_only_choice_again() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    table.move(4, 5, 6)
    before = table.view

    assert table.press() == (Browsed(player=1),)
    assert table.view == before


def test_a_press_that_an_older_journal_tells_as_refused_is_shown_as_it_was() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    table.press()
    refused = (*table.events[:-1], Refused(code="choose", tiles=()))

    older = replayed([*refused], table.secret)

    assert GAME.view(older, time_is_up=True) == table.view


def test_the_tiles_that_can_be_lowered_are_known() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    assert members(table.view.closable) == (2, 3, 4, 5, 6, 7, 8)

    table.move(5)

    assert members(table.view.closable) == (4, 6)


# Claiming


def test_a_claim_and_playing_on_are_offered_without_tiles() -> None:
    table = Table({1: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=1)
    table.say("call")
    assert table.view.prompt is Prompt.CLAIM
    assert hand(table).fu_to_claim == 6
    assert looked_through(table) == ["claim", "on"]

    table.press()
    assert table.hold() == (Refused(code="choose", tiles=()),)
    table.move(3)
    assert looked_through(table) == ["claim", "c3", "t3"]
    table.press()
    table.press()
    table.hold()

    assert table.told(CardsPlayed) == [CardsPlayed(player=1, cards="t3", face_up=True)]


def test_a_hold_claims() -> None:
    table = Table({1: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=1)
    table.say("call")

    table.hold()

    assert table.told(Claimed) == [Claimed(player=1, fu=6)]
    view = table.view
    assert (view.phase, view.prompt, view.why) == (Phase.MATCH_OVER, Prompt.MATCH_OVER, "claim")
    assert [player.winner for player in view.players] == [True, False, False]
    assert [player.total for player in view.players] == [2, -1, -1]
    assert hand(table).dealt == table.state.dealt


@pytest.mark.parametrize("down", [(), (2,), (4,), (6,), (9,), (4, 5, 6), (7, 8)])
def test_playing_on_tells_nobody_that_one_could_claim(down: tuple[int, ...]) -> None:
    could = Table({1: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=1)
    could_not = Table(ANNA_LEADS, master=1)
    told = []
    for table in (could, could_not):
        table.say("call")
        table.move(*down)
        table.press()
        if not down:
            table.hold()
        told.append([event for event in table.events if not isinstance(event, DealCommitted)])

    assert told[0] == told[1]


# Following


def test_a_play_that_must_be_beaten_is_beaten_by_the_lowered_ranks() -> None:
    table = Table({1: "s5,s7,s8", 2: "s4", 3: "s9"}, master=2)
    table.say("call", "s4", "s9")
    assert (table.view.phase, table.view.prompt) == (Phase.FOLLOWING, Prompt.DISCARD)

    table = Table({1: "s5,s7,s8", 2: "c1", 3: "s4,s9"}, master=3)
    table.say("call", "s4")
    assert table.view.prompt is Prompt.FOLLOW
    table.move(8)
    assert looked_through(table) == ["s8"]
    table.hold()
    assert table.told(CardsPlayed)[-1].cards == "s8"


def test_the_only_choice_is_offered_without_tiles() -> None:
    table = Table({1: "t9", 2: "s9", 3: "t8"}, master=3)
    table.say("call", "t8")

    assert shown(table) == "t9"
    table.hold()

    assert table.told(CardsPlayed)[-1].cards == "t9"


def test_cards_to_lay_face_down_are_of_exactly_the_lowered_ranks() -> None:
    own = "c2,s2,c3,m3,c5,c6,s5,s6,m5,m6,c7,s7"
    table = Table({1: own, 3: "t7,t8,t9,t4"}, master=3)
    table.say("call")
    table.choose(Lay(read("t7,t8,t9")))
    assert table.view.prompt is Prompt.DISCARD

    table.move(2, 3)
    assert looked_through(table) == [
        f"down {cards}" for cards in ("c2,c3,s2", "c2,c3,m3", "c2,s2,m3", "c3,s2,m3")
    ]
    table.move(2)
    assert looked_through(table) == []
    table.move(2, 3)
    table.press()
    table.hold()

    laid = table.told(CardsPlayed)[-1]
    assert (laid.cards, laid.face_up) == ("", False)
    assert written(GAME.seen(table.state, 1).laid_down[0]) == "c2,c3,m3"
    assert hand(table).lying[-1].size == 3


# What is seen


def test_the_view_shows_no_hand_but_the_players_own() -> None:
    table = Table(ANNA_LEADS, master=2)
    own = hand(table)

    assert written(own.cards) == written(read(ANNA_LEADS[1]))
    assert own.counts == (12, 12, 12)
    assert own.dealt == ()
    others = [table.state.hands[1], table.state.hands[2]]
    assert not any(str(cards) in repr(table.view) for cards in others)


def test_the_table_is_told_in_words() -> None:
    table = Table(ANNA_LEADS, master=1)
    table.say("call")
    table.move(4, 5, 6)
    table.hold()

    assert dict(hand(table).public(NAMES)) == {
        "master": "Anna",
        "caller": "Anna",
        "best": "c4,c5,c6",
        "best_by": "Anna",
        "cards.Anna": "9",
        "cards.Bot1": "12",
        "cards.Bot2": "12",
    }


def test_the_last_trick_lies_until_the_next_is_led() -> None:
    table = Table({1: "s5,s6", 2: "s4", 3: "s9,s8"}, master=2)
    table.say("call", "s4", "s9")
    table.move(5)
    table.choose(Lay(read("s5"), face_up=False))

    own = hand(table)

    assert [laid.seat for laid in own.lying] == [2, 3, 1]
    assert own.best == own.lying[1]
    assert [player.score for player in table.view.players] == [0, 0, 1]


def test_old_cards_are_marked() -> None:
    table = Table({1: "s9,s8,s6,c2,c3,c4,m2,m3,m4,t2,t3,t4"}, master=1)

    assert written(hand(table).old) == "s8,s9"


def test_a_view_can_be_had_at_any_moment() -> None:
    """Also of a record that is read without the secret."""
    chance = random.Random(2)
    table = Table(seed=8)
    table.play(lambda seat, seen: bots.choose(Strength.SIMPLE, seen, chance))
    state = GAME.new(tiles(), complain_ms=0)
    for event in table.events:
        state = GAME.evolve(state, event)
        view = GAME.view(state, time_is_up=False)
        assert view.own is not None
        if state.names == NAMES:
            assert view.own.public(NAMES)["cards.Anna"].isdigit()
        assert view.player in (None, 1, 2, 3)

    assert GAME.view(state, time_is_up=False).phase is Phase.MATCH_OVER


# What the operator may do


def test_nothing_is_taken_back() -> None:
    table = Table()

    for command, code in ((Undo(), "nothing"), (StopTurn(), "may_stop")):
        with pytest.raises(NotAllowedError) as refused:
            table.do(command)
        assert refused.value.code == code
    assert not table.view.may_undo


def test_a_match_that_is_ended_has_no_winner_and_shows_its_cards() -> None:
    table = Table(master=1)
    table.say("call")

    table.do(EndMatch())

    assert table.told(MatchEnded) == [MatchEnded(winners=(), why="stopped")]
    assert table.events[-4].e == "deal_revealed"
    assert table.view.phase is Phase.MATCH_OVER
    assert table.do(EndMatch()) == ()
    assert GAME.reveal(table.state) == ()


def test_a_deal_that_is_not_gone_on_with_can_be_revealed() -> None:
    table = Table(master=1)

    assert [event.e for event in GAME.reveal(table.state)] == ["deal_revealed", *["dealt"] * 3]


@pytest.mark.parametrize("seat", [2, 3])
def test_a_choice_out_of_turn_is_refused(seat: int) -> None:
    table = Table(master=1)

    with pytest.raises(NotAllowedError) as refused:
        table.do(Choose(seat=seat, what=Say.CALL))

    assert refused.value.code == "not_legal"
    assert table.told(Called) == []
