"""The set-up: who plays by which rules, chosen with tiles and button."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.box.port import RollReleased, TilesSettled
from stbpi.desk.page import Act
from stbpi.desk.setup import Setup
from stbpi.games.bot_kinds import seat_names
from stbpi.games.events import (
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Rule,
    SettingChanged,
    TileDown,
    TurnStarted,
)
from stbpi.games.game import (
    NO_TILES,
    Phase,
    Prompt,
    StartMatch,
    Tiles,
    all_tiles,
    next_seat_first,
    tiles,
    without,
)
from tests.host import FRESH, SETUP, Host, at_table, offers

FIRST_TURN = TurnStarted(player=1, round=1)


def started(preset: str, *names: str) -> tuple[object, ...]:
    """Return what is recorded when these players start a match without house rules."""
    return (
        MatchStarted(game="shut_the_box", preset=preset, seats=len(names)),
        *(PlayerSeated(seat=i, player=name) for i, name in enumerate(names, start=1)),
        FIRST_TURN,
    )


# The value


def test_players_without_a_name_are_called_by_their_seat() -> None:
    setup = replace(SETUP, roster=("Ann", "Bob"))

    assert setup.with_seats(1).people == ("Ann",)
    assert setup.with_seats(4).people == ("Ann", "Bob", "P3", "P4")


def test_presets_come_round_in_their_order() -> None:
    setup = replace(SETUP, offers=offers("odds", "golf", "thai"), preset="golf")
    seen = [setup.preset]
    for _ in range(3):
        setup = setup.with_next_preset()
        seen.append(setup.preset)

    assert seen == ["golf", "thai", "odds", "golf"]


@pytest.mark.parametrize(
    ("preset", "chosen", "names"),
    [
        ("luk_kassen", 12, 12),
        ("solo", 3, 1),
        ("pub_pool", 1, 2),
        ("canoga_stakes", 1, 2),
        ("pub_pool", 5, 5),
    ],
)
def test_as_many_play_as_were_chosen_and_the_rules_take(
    preset: str, chosen: int, names: int
) -> None:
    setup = replace(SETUP, offers=offers("luk_kassen", preset), preset=preset)

    assert len(setup.with_seats(chosen).people) == names
    assert setup.with_seats(chosen).seats == chosen


def test_house_rules_belong_to_the_preset_of_the_house() -> None:
    setup = replace(SETUP, house_rules=(("rounds", 2),))

    assert setup.start().house_rules == (("rounds", 2),)
    assert setup.with_next_preset().start().house_rules == ()


@pytest.mark.parametrize(("played", "offered"), [("classic", "classic"), ("gone", "luk_kassen")])
def test_after_a_match_the_same_is_offered_as_far_as_it_fits(played: str, offered: str) -> None:
    match = StartMatch(game="shut_the_box", names=("A", "B", "C"), preset=played, house_rules=())

    after = SETUP.after(match)

    assert (after.seats, after.preset) == (3, offered)


def test_the_first_seat_moves_on_by_one() -> None:
    match = StartMatch(game="shut_the_box", names=("A", "B", "C"), preset="classic", house_rules=())

    assert next_seat_first(match) == replace(match, names=("B", "C", "A"))


# Bots


def test_bots_sit_behind_the_people_and_have_names_of_their_own() -> None:
    setup = replace(SETUP, roster=("Ann", "Perfect"), bots=("perfect", "casual:3", "perfect"))

    start = setup.with_seats(2).start()
    assert start.names == ("Ann", "Perfect", "Perfect-2", "Casual 3", "Perfect-3")
    assert start.bots == ("", "", "perfect", "casual:3", "perfect")
    assert setup.start(("Zoe",)).names == ("Zoe", "Perfect", "Casual 3", "Perfect-2")


def test_one_person_can_play_against_a_bot_where_the_rules_need_two() -> None:
    setup = replace(SETUP, offers=offers("pub_pool"), preset="pub_pool", bots=("careful",))

    assert setup.start().names == ("P1", "Careful")
    assert replace(setup, bots=()).start().names == ("P1", "P2")


def test_bots_take_no_seat_that_a_person_needs() -> None:
    alone = replace(SETUP, offers=offers("solo"), preset="solo", bots=("careful",))
    many = replace(SETUP, bots=("careful",) * 11).with_seats(4)
    real = offers("luk_kassen", house_rules=(("roll", "real"),))

    assert (alone.start().names, alone.start().bots) == (("P1",), ())
    assert len(many.start().names) == 12
    assert many.people == ("P1",)
    assert replace(many, offers=real).start().bots == ()


def test_bots_move_on_with_their_seats() -> None:
    setup = replace(SETUP, bots=("random",)).with_seats(2)
    again = next_seat_first(setup.start())

    assert (again.names, again.bots) == (("P2", "Random", "P1"), ("", "random", ""))
    assert setup.after(again).start() == setup.start()


def test_names_of_bots_are_different_and_fit() -> None:
    bots = tuple(f"casual:{strength}" for strength in (10, 10, 10, 1, 1)) + ("perfect",) * 6
    names = seat_names(bots, taken=("Casual 10", "Casual 10-2"))

    assert len(set(names) | {"Casual 10", "Casual 10-2"}) == 13
    assert max(map(len, names)) <= 12


# At the table


def test_the_opponent_is_chosen_in_the_menu_and_seen_in_the_set_up() -> None:
    async def story(host: Host) -> None:
        await choose_the_opponent(host)
        assert [p.name for p in host.view.players] == ["P1", "Perfect"]
        assert host.news() == (SettingChanged(key="players.bots", value="perfect"),)
        await host.press()
        assert host.news()[1:3] == (
            PlayerSeated(seat=1, player="P1"),
            PlayerSeated(seat=2, player="Perfect", bot="perfect"),
        )

    at_table(story)


async def choose_the_opponent(host: Host) -> None:
    """Put the line of the menu to its next value, and leave the menu."""
    await host.open_menu()
    while (menu := host.scenes[-1].menu) and menu.chosen.key != "players.bots":
        await host.press()
    await host.hold()
    await host.press(3500)


def test_the_landlord_may_keep_guests_from_choosing_an_opponent() -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        menu = host.scenes[-1].menu
        assert menu is not None
        assert "players.bots" not in [line.key for line in menu.lines]

    comfort = SettingChanged(key="box.guests", value="comfort")
    at_table(story, past=replace(FRESH, settings=(comfort,)))


def seats(host: Host) -> int:
    return len(host.view.players)


def test_the_first_time_one_plays_by_the_rules_of_the_house() -> None:
    async def story(host: Host) -> None:
        assert (host.phase(), host.prompt()) == (Phase.SETUP, Prompt.SETUP)
        assert (seats(host), host.view.preset) == (1, "luk_kassen")
        await host.press()
        assert host.news() == started("luk_kassen", "P1")
        assert host.phase() is Phase.READY

    at_table(story)


@pytest.mark.parametrize("tile", range(1, 13))
def test_lowering_a_tile_chooses_so_many_players(tile: int) -> None:
    async def story(host: Host) -> None:
        await host.lower(tile)

        assert seats(host) == tile
        assert host.news() == (TileDown(tile=tile),)

    at_table(story)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((4,), ()),
        ((), (4, 5)),
        ((4,), (5,)),
        ((1, 2), (1, 3)),
        ((4, 5), ()),
    ],
)
def test_any_other_movement_of_tiles_means_nothing(
    before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    async def story(host: Host) -> None:
        await host.box(tiles(*before))
        await host.box(tiles(*after))

        assert seats(host) == 3

    at_table(
        story,
        setup=SETUP.with_seats(3),
        past=replace(FRESH, down=tiles(*before)),
    )


def test_a_tile_that_is_found_down_at_the_start_is_no_key() -> None:
    async def story(host: Host) -> None:
        await host.lower(5)
        assert seats(host) == 1
        await host.lower(6)
        assert seats(host) == 6

    at_table(story, is_read=False)


def test_the_tiles_of_the_set_up_are_shown() -> None:
    async def story(host: Host) -> None:
        await host.lower(5)

        assert host.view.standing == without(all_tiles(9), tiles(5))

    at_table(story)


def test_a_hold_chooses_the_next_preset_and_a_press_starts_it() -> None:
    async def story(host: Host) -> None:
        seen = []
        for _ in range(3):
            await host.hold()
            seen.append(host.view.preset)
        assert seen == ["classic", "luk_kassen", "classic"]
        assert host.news() == ()
        await host.lower(2)
        await host.lift(2)
        host.news()
        await host.press()

        assert host.news() == started("classic", "P1", "P2")

    at_table(story)


def test_house_rules_are_played_and_shown() -> None:
    async def story(host: Host) -> None:
        assert (host.view.tiles, host.view.rounds) == (12, 2)
        await host.press()
        await host.hold()

        rules = (Rule(field="tiles", value=12), Rule(field="rounds", value=2))
        first, seated, turn = started("luk_kassen", "Zoe")
        assert host.news() == (first, seated, *rules, turn)

    house = (("tiles", 12), ("rounds", 2))
    offered = offers("luk_kassen", house_rules=house)
    at_table(story, setup=replace(SETUP, roster=("Zoe",), offers=offered, house_rules=house))


def test_tiles_that_are_down_when_a_match_starts_are_asked_for() -> None:
    async def story(host: Host) -> None:
        await host.lower(2)
        await host.press()
        assert (host.phase(), host.view.named) == (Phase.RAISE_TILES, tiles(2))
        await host.lift(2)
        assert host.phase() is Phase.READY

    at_table(story)


def test_three_seconds_on_the_button_open_the_menu_and_change_nothing() -> None:
    async def story(host: Host) -> None:
        await host.press(3500)

        assert (host.phase(), host.view.preset) == (Phase.MENU, "luk_kassen")
        assert host.news() == ()

    at_table(story)


# After a match


async def play_a_match(host: Host, *names: str) -> None:
    """Start a match and end it in the menu."""
    await host.start(*names, rules=(("rounds", 2),))
    await host.open_menu()
    while (menu := host.scenes[-1].menu) and menu.chosen.act is not Act.END:
        await host.press()
    await host.hold()
    assert host.news()[-1] == MatchEnded(winners=(), why="stopped")


def test_a_press_after_a_match_plays_again_and_the_second_seat_begins() -> None:
    async def story(host: Host) -> None:
        await play_a_match(host, "Ann", "Bob", "Cid")
        await host.press()

        first, *seated, turn = started("luk_kassen", "Bob", "Cid", "Ann")
        assert host.news() == (first, *seated, Rule(field="rounds", value=2), turn)

    at_table(story)


def test_a_hold_after_a_match_leads_to_the_set_up_with_as_many_players() -> None:
    async def story(host: Host) -> None:
        await play_a_match(host, "Ann", "Bob", "Cid")
        await host.hold()

        assert host.phase() is Phase.SETUP
        assert [p.name for p in host.view.players] == ["Ann", "Bob", "P3"]
        assert host.news() == ()
        await host.press()
        for _ in range(3):
            await host.hold()
        assert host.news() == started("luk_kassen", "Ann", "Bob", "P3")

    at_table(story, setup=replace(SETUP, roster=("Ann", "Bob")))


def test_a_match_that_is_over_is_not_set_aside_by_the_next() -> None:
    async def story(host: Host) -> None:
        await play_a_match(host, "Ann")
        await host.hold()
        await host.press()

        assert MatchSetAside() not in host.news()

    at_table(story)


def test_keys_work_again_after_a_match() -> None:
    async def story(host: Host) -> None:
        await play_a_match(host, "Ann")
        host.table.tell(RollReleased(held_ms=1000))
        host.table.tell(TilesSettled(down=tiles(7)))
        await host.until_quiet()

        assert seats(host) == 7

    at_table(story)


def test_the_next_match_knows_which_tiles_are_down() -> None:
    async def story(host: Host) -> None:
        await host.box(tiles(3))
        await play_a_match(host, "Ann")
        await host.hold()
        await host.box(Tiles(tiles(3, 4)))
        await host.press()

        assert host.view.named == tiles(3, 4)
        assert host.view.committed == NO_TILES

    at_table(story)


def test_a_set_up_is_a_value() -> None:
    assert SETUP.with_seats(2) == SETUP.with_seats(2)
    assert isinstance(SETUP.with_next_preset(), Setup)
