"""Which game is played here: chosen in the menu, kept, and what goes with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.build import dice_of, house_of
from stbpi.config import Config, DiceSection, GpioSection, PlayersSection, RulesSection, from_tables
from stbpi.desk.house import House
from stbpi.desk.page import Act, Menu
from stbpi.dice.source import ScriptedDice
from stbpi.games.events import (
    Cleared,
    Event,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Resumed,
    Rolled,
    SettingChanged,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, HouseRules, Phase, RuleValue, tiles
from stbpi.games.registry import DEFAULT, NAMES, game_of
from stbpi.journal.resume import Past
from tests.host import FRESH, Host, at_table

GLUECKSHAUS, LUK_FU = "glueckshaus", "luk_fu"
NINE = GpioSection(tiles=GpioSection().tiles[:9])
SIX = GpioSection(tiles=GpioSection().tiles[:6])


def chosen(key: str, value: RuleValue) -> SettingChanged:
    return SettingChanged(key=key, value=value)


def house(*events: Event, config: Config | None = None) -> House:
    return house_of(config or Config(), replace(FRESH, settings=events))


def menu(host: Host) -> Menu:
    page = host.scenes[-1].page
    assert isinstance(page, Menu)
    return page


async def choose(host: Host, act: Act, key: str = "") -> None:
    """Press until a line does this, and take it."""
    for _ in menu(host).lines:
        line = menu(host).chosen
        if line.act is act and key in ("", line.key):
            await host.hold()
            return
        await host.press()
    raise AssertionError(f"no line does {act} {key}")


async def choose_game(host: Host, game: str) -> None:
    """Choose a game, and go back to the set-up."""
    await host.open_menu()
    await choose(host, Act.GAME)
    await choose(host, Act.SET, f"rules.game={game}")
    await host.press(3100)


# In the menu


def test_the_game_is_chosen_by_the_button_and_its_match_is_played_to_its_end() -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        await choose(host, Act.GAME)
        lines = [(str(line.label), str(line.value or "")) for line in menu(host).lines]
        assert lines == [("Shut the Box", "now"), ("Glückshaus", ""), ("Luk Fu", ""), ("Back", "")]
        await choose(host, Act.SET, "rules.game=glueckshaus")
        await host.press(3100)
        assert host.news() == (chosen("rules.game", GLUECKSHAUS),)
        assert (host.view.phase, host.view.game) == (Phase.SETUP, GLUECKSHAUS)
        assert [player.name for player in host.view.players] == ["P1", "P2"]

        await host.press()
        started, *_ = host.news()
        assert started == MatchStarted(game=GLUECKSHAUS, preset="glueckshaus", seats=2)
        await host.open_menu()
        assert Act.GAME not in [line.act for line in menu(host).lines]
        await choose(host, Act.END)
        assert MatchEnded(winners=(), why="stopped") in host.news()

        await host.hold()
        assert (host.view.phase, host.view.game) == (Phase.SETUP, GLUECKSHAUS)

    at_table(story, house=house())


def test_the_game_of_a_set_up_is_marked_and_the_preset_of_another_begins_anew() -> None:
    async def story(host: Host) -> None:
        await host.hold()
        assert host.view.preset != "luk_kassen"
        await choose_game(host, LUK_FU)
        assert (host.view.game, host.view.preset, host.view.tiles) == (LUK_FU, "tsoi", 9)
        await host.open_menu()
        await choose(host, Act.GAME)
        (now,) = (line for line in menu(host).lines if line.value is not None)
        assert now.key == "rules.game=luk_fu"
        await host.press(3100)
        await choose_game(host, DEFAULT)
        assert (host.view.game, host.view.preset) == (DEFAULT, "luk_kassen")

    at_table(story, house=house())


def test_a_game_that_was_chosen_survives_a_restart() -> None:
    async def choosing(host: Host) -> tuple[Event, ...]:
        await choose_game(host, GLUECKSHAUS)
        return host.news()

    async def again(host: Host) -> None:
        assert host.view.game == GLUECKSHAUS

    told = at_table(choosing, house=house())
    past = replace(FRESH, fresh=False, settings=told)
    at_table(again, past=past, house=house_of(Config(), past))


def test_a_match_goes_on_by_its_own_game_whatever_was_chosen_meanwhile() -> None:
    seats = (PlayerSeated(seat=1, player="Ann"), PlayerSeated(seat=2, player="Bob"))
    match = (
        MatchStarted(game=GLUECKSHAUS, preset="glueckshaus", seats=2),
        *seats,
        TurnStarted(player=1, round=1),
    )

    async def story(host: Host) -> None:
        assert (host.view.game, host.view.phase) == (GLUECKSHAUS, Phase.READY)
        await host.press()
        assert Rolled(player=1, dice=(3,), total=3, k=1) in host.news()

    past = replace(FRESH, fresh=False, match=match, settings=(chosen("rules.game", DEFAULT),))
    at_table(story, numbers=(3,), past=past, house=house_of(Config(), past))


@pytest.mark.parametrize(
    ("guests", "may"), [("everything", True), ("comfort", False), ("nothing", False)]
)
def test_guests_change_the_game_only_where_they_may_change_everything(
    guests: str, may: bool
) -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        assert (Act.GAME in [line.act for line in menu(host).lines]) is may
        await choose(host, Act.LANDLORD)
        await choose(host, Act.GO, "adjustments")
        await choose(host, Act.GAME)
        await choose(host, Act.SET, "rules.game=luk_fu")
        assert host.news() == (chosen("rules.game", LUK_FU),)

    at_table(story, house=house(chosen("box.guests", guests)))


# What is in force


def test_every_game_keeps_the_house_rules_that_were_chosen_for_it() -> None:
    here = house()
    here.take(chosen("rules.game", GLUECKSHAUS))
    for event in here.choosing(
        "four", "pay", game=GLUECKSHAUS, preset="glueckshaus", house_rules=()
    ):
        here.take(event)
    here.take(chosen("rules.game", DEFAULT))
    for event in here.choosing("rounds", 2, game=DEFAULT, preset="canoga", house_rules=()):
        here.take(event)
    of_games: dict[str, tuple[str, HouseRules]] = {}
    for game in (GLUECKSHAUS, LUK_FU, DEFAULT):
        here.take(chosen("rules.game", game))
        of_games[game] = (here.setup.preset, here.setup.rules)

    assert of_games == {
        GLUECKSHAUS: ("glueckshaus", (("four", "pay"),)),
        LUK_FU: ("tsoi", ()),
        DEFAULT: ("canoga", (("rounds", 2),)),
    }


def test_a_house_rule_of_another_game_is_chosen_in_its_menu() -> None:
    async def story(host: Host) -> None:
        await choose_game(host, LUK_FU)
        host.news()
        await host.open_menu()
        await choose(host, Act.RULES)
        await choose(host, Act.SET, "rules.bots")
        assert host.news() == (chosen("rules.luk_fu.bots", "strong"),)
        await host.press(3100)
        await host.press()
        players = [(it.player, it.bot) for it in host.news() if isinstance(it, PlayerSeated)]
        assert players == [("P1", None), ("Bot1", "strong"), ("Bot2", "strong")]

    at_table(story, house=house())


FILE = from_tables(
    {
        "rules": {
            "game": GLUECKSHAUS,
            "preset": "two_kings",
            "shut_the_box": {"preset": "classic", "rounds": 3},
            "luk_fu": {"bots": "simple"},
        }
    },
    source="x",
)


@pytest.mark.parametrize(
    ("game", "preset", "rules"),
    [
        (GLUECKSHAUS, "two_kings", ()),
        (DEFAULT, "classic", (("rounds", 3),)),
        (LUK_FU, "tsoi", (("bots", "simple"),)),
    ],
)
def test_a_file_has_rules_for_every_game(game: str, preset: str, rules: object) -> None:
    here = house(chosen("rules.game", game), config=FILE)

    assert (here.setup.game, here.setup.preset, here.setup.rules) == (game, preset, rules)


def test_factory_settings_bring_the_game_of_the_file_back() -> None:
    here = house(chosen("rules.game", LUK_FU), chosen("rules.luk_fu.bots", "strong"), config=FILE)
    assert here.setup.rules == (("bots", "strong"),)
    here.take(Cleared(what="settings"))

    assert (here.setup.game, here.setup.preset) == (GLUECKSHAUS, "two_kings")
    assert here.values["rules.game"] == GLUECKSHAUS


def test_a_box_of_six_tiles_has_the_games_that_go_with_it() -> None:
    here = house(
        config=replace(Config(), gpio=SIX, rules=RulesSection(house_rules=(("tiles", 6),)))
    )
    assert here.games == (DEFAULT, GLUECKSHAUS)

    here.take(chosen("rules.game", GLUECKSHAUS))
    assert ("tiles", 6) in here.setup.rules
    for _ in here.setup.offers:
        here.setup = here.setup.with_next_preset()
        assert here.setup.summary.tiles == 6
        assert dict(here.setup.rules)["tiles"] == 6, here.setup.preset
    here.take(chosen("rules.game", LUK_FU))
    assert here.setup.game == DEFAULT, "it can't be played here"
    assert house(config=replace(Config(), gpio=NINE)).games == tuple(NAMES)


def test_a_game_that_nobody_knows_is_passed_over() -> None:
    assert house(chosen("rules.game", "chess")).setup.game == DEFAULT


def test_bots_sit_down_where_a_game_takes_them() -> None:
    config = replace(Config(), players=PlayersSection(bots=("perfect",)))
    here = house(config=config)
    seated = {}
    for name in NAMES:
        here.take(chosen("rules.game", name))
        command = here.setup.start()
        game = game_of(name)
        events = game.decide(game.new(NO_TILES, complain_ms=0), command)
        seated[name] = [it.bot for it in events if isinstance(it, PlayerSeated)]

    assert seated == {
        DEFAULT: [None, "perfect"],
        GLUECKSHAUS: [None, "perfect"],
        LUK_FU: [None, "middle", "middle"],
    }


def test_where_players_have_dice_of_their_own_the_box_throws_for_glueckshaus() -> None:
    config = replace(Config(), dice=DiceSection(source="real"))
    here = house(config=config)
    assert (here.setup.rules, here.setup.summary.takes_bots) == ((("roll", "real"),), False)
    assert here.setup.start().house_rules == (("roll", "real"),)
    here.take(chosen("rules.game", GLUECKSHAUS))
    assert (here.setup.rules, here.setup.summary.takes_bots) == ((), True)
    assert len(dice_of(config).throw(2)) == 2

    async def story(host: Host) -> None:
        await host.press()
        assert not host.view.real_dice
        host.news()
        await host.press()
        assert Rolled(player=1, dice=(4,), total=4, k=1) in host.news()
        await host.open_menu()
        await choose(host, Act.END)
        await host.hold()
        await choose_game(host, DEFAULT)
        await host.press()
        assert host.view.real_dice
        host.news()
        await host.lower(7)
        await host.press()
        assert Rolled(player=1, dice=None, total=7, k=1) in host.news()

    dice = ScriptedDice()
    dice.add((4,))
    past = replace(FRESH, settings=(chosen("rules.game", GLUECKSHAUS),))
    at_table(story, dice=dice, past=past, house=house_of(config, past))


# What is found at the start


def test_a_match_of_a_game_that_nobody_knows_is_set_aside() -> None:
    match = (
        MatchStarted(game="chess", preset="blitz", seats=1),
        PlayerSeated(seat=1, player="Ann"),
    )
    past = Past(fresh=False, down=tiles(2), match_down=NO_TILES, match=match, gap_ms=5)

    async def story(host: Host) -> None:
        assert host.news() == (MatchSetAside(), Resumed(gap_ms=5))
        assert (host.view.phase, host.view.game) == (Phase.SETUP, DEFAULT)
        await host.press()
        assert host.view.phase is not Phase.SETUP

    at_table(story, past=past, house=house_of(Config(), past))
