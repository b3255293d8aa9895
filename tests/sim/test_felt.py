"""The felt: what lies on it, what a click on it flips, and that it never leaves its room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.display.gallery import SCENES
from stbpi.games.game import (
    NO_TILES,
    Choose,
    Deal,
    Game,
    Phase,
    Press,
    Prompt,
    StartMatch,
    Tiles,
    TilesMoved,
    View,
    moves,
    tiles,
)
from stbpi.games.glueckshaus import Glueckshaus
from stbpi.games.glueckshaus import State as House
from stbpi.games.luk_fu import LukFu
from stbpi.games.luk_fu import State as Table
from stbpi.games.luk_fu.cards import PACK, Cards, name_of
from stbpi.games.luk_fu.cards import members as each
from stbpi.games.luk_fu.deal import dealt
from stbpi.games.luk_fu.seen import Lay, Say, choices, said
from stbpi.games.luk_fu.view import Hand
from stbpi.games.registry import NAMES, part
from stbpi.language import LANGUAGES, speaking
from stbpi.sim.felt import STRONG, Felt, felt_of, fitting

WITH_FELT = {name: scene for name, scene in SCENES.items() if felt_of(scene.view) is not None}
SECRET = bytes(32)
"""Ann is Master, and holds c2, c3, c6, s3, s6, s8, s9, m1, m6, m7, m9, t1."""

LUK_FU, GLUECKSHAUS = LukFu(), Glueckshaus()
CARD = re.compile(r"(?<![a-z])[csmt][1-9]")


def drawn(view: View, width: int = 64, height: int = 16) -> Felt:
    felt, own = Felt(width, height), felt_of(view)
    assert own is not None
    own.draw(felt, view)
    return felt


def words(view: View, width: int = 64, height: int = 16) -> str:
    return "\n".join(drawn(view, width, height).text())


def request(view: View) -> str:
    own = felt_of(view)
    assert own is not None
    return own.request(view)


def dealt_to_ann(secret: bytes = SECRET) -> Table:
    start = StartMatch(game="luk_fu", names=("Ann",), preset="tsoi", house_rules=())
    state = folded(LUK_FU, LUK_FU.new(NO_TILES, complain_ms=0), start)
    return LUK_FU.with_secret(folded(LUK_FU, state, Deal(secret=secret)), secret)


def folded(game: Game[Table], state: Table, command: Choose | StartMatch | Deal) -> Table:
    return reduce(game.evolve, game.decide(state, command), state)


def chosen(state: Table, what: str) -> Table:
    return folded(LUK_FU, state, Choose(seat=state.public.turn, what=what))


def with_down(state: Table, *down: int) -> Table:
    return reduce(LUK_FU.evolve, moves(state.down, tiles(*down)), state)


def seen(state: Table) -> View:
    return LUK_FU.view(state, time_is_up=False)


# Every game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_FELT)
def test_it_is_drawn_at_every_size_in_every_language(name: str, language: str) -> None:
    view = WITH_FELT[name].view
    with speaking(language):
        for width, height in ((64, 16), (62, 9), (30, 7), (132, 22), (132, 34), (1, 1), (0, 0)):
            rows = drawn(view, width, height).text()
            assert [len(row) for row in rows] == [width] * height
        assert len(request(view)) <= 60


def test_every_game_with_more_than_tiles_and_dice_has_one() -> None:
    assert [name for name in NAMES if part(name, "felt") is not None] == ["glueckshaus", "luk_fu"]
    assert {scene.view.game for scene in WITH_FELT.values()} == {"glueckshaus", "luk_fu"}


def test_nothing_lies_there_outside_a_match_or_in_a_game_without_one() -> None:
    assert felt_of(SCENES["covering"].view) is None
    view = next(iter(WITH_FELT.values())).view
    assert felt_of(replace(view, phase=Phase.ATTRACT)) is None


def test_a_felt_cuts_off_what_lies_outside() -> None:
    felt = Felt(4, 2)
    felt.write(2, 0, "abc", STRONG, tile=7)
    felt.write(-1, 1, "xyz")
    felt.write(0, 5, "nowhere")

    assert felt.text() == ["  ab", "yz  "]
    assert [felt.tile_at(x, 0) for x in range(-1, 5)] == [0, 0, 0, 7, 7, 0]
    assert felt.row(0)[1] == ("ab", STRONG)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=4), st.integers(0, 9))
def test_a_text_never_leaves_its_room(wordings: list[str], room: int) -> None:
    text = fitting(tuple(wordings), room)

    assert len(text) <= room
    if any(len(wording) <= room for wording in wordings):
        assert text in wordings


# Luk Fu


def test_the_table_shows_the_hand_the_others_backs_and_who_is_master() -> None:
    shown = words(seen(dealt_to_ann()))

    assert CARD.findall(shown) == [name_of(one) for one in each(dealt(SECRET).hands[0])]
    assert "▶ Ann · Master · 0 fu + 4 old ═" in shown
    assert "Bot1 · 0 fu" in shown
    assert shown.count("▒" * 24 + " 12") == 2
    assert "1/2: Call · press: next choice · hold: call" in shown


def test_the_cards_of_the_choice_lie_higher() -> None:
    state = with_down(chosen(dealt_to_ann(), "call"), 6)
    rows = drawn(seen(state)).text()

    *_, high = [y for y, row in enumerate(rows) if CARD.findall(row) == ["c6"]]
    assert CARD.findall(rows[high + 1])[:3] == ["c2", "c3", "s3"]
    assert "1/4: c6 · press: next choice · hold: play" in request(seen(state))


def test_a_click_on_a_card_is_for_the_tile_of_its_rank() -> None:
    felt = drawn(seen(dealt_to_ann()))
    rows = felt.text()
    y = next(y for y, row in enumerate(rows) if "c2" in row)

    clicks = {name: felt.tile_at(rows[y].index(name), y + 2) for name in ("c2", "s3", "m9", "t1")}
    assert clicks == {"c2": 2, "s3": 3, "m9": 9, "t1": 1}
    assert felt.tile_at(0, 0) == 0


def test_what_lies_on_the_table_is_told_with_the_best_and_what_is_face_down() -> None:
    state = chosen(chosen(dealt_to_ann(), "call"), "s9")
    state = chosen(state, next(said(one) for one in choices(LUK_FU.seen(state, 2))))
    shown = words(seen(state))

    assert "★ Ann: best" in shown
    assert "Bot1: face down" in shown
    assert "Bot2 thinks …" in shown
    assert seen(state).is_bots_turn


def test_what_was_said_in_the_call_stands_in_the_middle() -> None:
    shown = words(seen(chosen(dealt_to_ann(), "pass")))

    assert "Ann: passed" in shown
    assert "▶ Bot1" in shown


def test_after_the_deal_all_hands_are_shown_and_told() -> None:
    over = seen(next(state for state in played(7) if state.ended is not None))
    own = felt_of(over)
    assert own is not None

    assert sorted(CARD.findall(words(over))) == sorted(map(name_of, each(PACK)))
    assert sorted(CARD.findall(" ".join(own.told(over)))) == sorted(map(name_of, each(PACK)))
    assert own.request(over) == ""


def played(seed: int) -> Iterator[Table]:
    """Play a deal at random, without the player's claim; yield all its states."""
    random, state = Random(seed), dealt_to_ann(Random(seed).randbytes(32))
    state = chosen(state, "call")
    while state.ended is None:
        yield state
        able = choices(LUK_FU.seen(state, state.public.turn))
        choice = random.choice([one for one in able if one is not Say.CLAIM])
        command = Choose(seat=state.public.turn, what=said(choice), plays_on=Say.CLAIM in able)
        state = folded(LUK_FU, state, command)
    yield state


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_while_a_deal_runs_no_card_is_shown_that_the_player_can_not_see(seed: int) -> None:
    for state in played(seed):
        view = seen(state)
        own = view.own
        assert isinstance(own, Hand)
        if state.ended is None:
            visible = reduce(or_, (laid.cards for laid in own.lying), int(own.cards))
            names = set(map(name_of, each(Cards(visible))))
            told = f"{words(view, 132, 34)} {request(view)}"
            assert set(CARD.findall(told)) <= names
            assert set(map(name_of, each(own.cards))) <= set(CARD.findall(told))


def test_a_choice_of_all_ranks_is_told_as_long_as_there_is_room() -> None:
    state = chosen(dealt_to_ann(), "call")
    lay = Lay(dealt(SECRET).hands[0])
    view = seen(state)
    assert isinstance(view.own, Hand)
    many = replace(view, own=replace(view.own, choice=lay, number=11, choices=12))

    assert request(many).startswith("11/12: c2")


# Glückshaus


def begun(*names: str, preset: str = "glueckshaus", **house_rules: str) -> House:
    start = StartMatch(
        game="glueckshaus",
        names=names,
        preset=preset,
        house_rules=tuple(({"first": "seat"} | house_rules).items()),
    )
    state = GLUECKSHAUS.new(NO_TILES, complain_ms=0)
    return reduce(GLUECKSHAUS.evolve, GLUECKSHAUS.decide(state, start), state)


def thrown(state: House, *dice: int) -> House:
    return reduce(GLUECKSHAUS.evolve, GLUECKSHAUS.decide(state, Press(dice=dice)), state)


def put_right(state: House) -> House:
    """Move the tiles that are asked for."""
    named = at_home(state).named
    state = reduce(GLUECKSHAUS.evolve, moves(state.down, Tiles(state.down ^ named)), state)
    return reduce(GLUECKSHAUS.evolve, GLUECKSHAUS.decide(state, TilesMoved()), state)


def at_home(state: House) -> View:
    return GLUECKSHAUS.view(state, time_is_up=False)


def test_the_house_shows_chips_arrows_players_and_what_the_throw_did() -> None:
    view = at_home(thrown(begun("Ann", "Bo"), 6, 3))
    shown = words(view)

    assert re.search(r"9 +▼", shown)
    assert "6+3 = 9 · Ann pays 1 into 9" in shown
    assert "▶ Ann  9 ●●●●●●●●●" in shown
    assert "  Bo  10 ●●●●●●●●●●" in shown
    assert shown.count("takes 1 chip ") == 2


def test_what_is_to_be_opened_is_said() -> None:
    state = thrown(put_right(thrown(begun("Ann", "Bo"), 6, 3)), 5, 4)
    view = at_home(state)

    assert view.prompt is Prompt.OPEN
    assert request(view) == "Open tile 9"
    assert re.search(r"9 +▲", words(view))


def test_a_click_on_a_room_is_for_its_tile() -> None:
    felt = drawn(at_home(begun("Ann", "Bo")))
    flipped = {felt.tile_at(x, y) for x in range(64) for y in range(16)}

    assert flipped == {0, *range(2, 13)}


def test_a_room_that_holds_more_says_how_many_lie_there() -> None:
    state = put_right(thrown(begun("Ann", "Bo", preset="full_rooms"), 6, 3))

    assert "1/9" in words(at_home(state))


def test_who_is_out_and_who_has_won_is_marked() -> None:
    state = begun("Ann", "Bo", chips="1")
    over = at_home(thrown(state, 6, 3))

    assert over.phase is Phase.MATCH_OVER
    assert "× Ann 0 out" in words(over)
    assert "★ Bo  2 ●●" in words(over)


def test_for_the_start_everybodys_die_is_shown() -> None:
    state = begun("Ann", "Bo", first="roll_off")
    assert request(at_home(state)) == "The highest starts"

    one = thrown(state, 4)
    assert "die 4" in words(at_home(one))
    assert request(at_home(thrown(one, 4))) == "Tied: throw again"
    assert "Bo starts" in words(at_home(thrown(one, 5)))


def test_the_columns_of_the_score_table_are_the_games_own() -> None:
    house = at_home(thrown(begun("Ann", "Bo"), 6, 3))
    own: Callable[[View], object] = part("glueckshaus", "felt").worth
    assert part("glueckshaus", "felt").scores(house).values == {1: ("-1", "9"), 2: ("", "10")}
    assert own(house) == (9, 10)

    over = seen(next(state for state in played(7) if state.ended is not None))
    table = part("luk_fu", "felt").scores(over)
    assert table.heads == ("fu", "points")
    assert sum(int(points) for _, points in table.values.values()) == 0
