"""Real dice at the table: the first line of the menu, and which presets are offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.build import house_of, setup_of
from stbpi.config import Config, DiceSection, RulesSection
from stbpi.desk.page import Act
from stbpi.errors import RulesError
from stbpi.games.events import SettingChanged, TurnEnded
from stbpi.games.game import NO_TILES
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.journal.resume import Past
from tests.host import Host, at_table

GAME = ShutTheBox()
REAL = replace(Config(), dice=DiceSection(source="real"))
RULES = (("roll", "real"),)
NEW = Past(fresh=True, down=NO_TILES, match_down=NO_TILES, match=(), gap_ms=None)


def lines(host: Host) -> tuple[Act, ...]:
    menu = host.scenes[-1].menu
    assert menu is not None
    return tuple(line.act for line in menu.lines)


def test_the_first_line_of_the_menu_tells_a_throw_without_a_cover() -> None:
    async def play(host: Host) -> None:
        await host.start("Ann", rules=RULES)
        await host.lower(7)
        await host.press()
        await host.open_menu()
        assert lines(host)[:3] == (Act.NO_MOVE, Act.CONTINUE, Act.UNDO)
        host.news()
        await host.hold()

        ended = host.news()[0]
        assert isinstance(ended, TurnEnded)
        assert (ended.why, ended.standing) == ("no_move", (1, 2, 3, 4, 5, 6, 8, 9))

    at_table(play)


def test_it_is_not_there_with_dice_of_the_box_nor_after_the_turn() -> None:
    async def play(host: Host) -> None:
        await host.start("Ann")
        await host.open_menu()
        assert Act.NO_MOVE not in lines(host)

    at_table(play)


def test_every_preset_that_is_offered_is_played_with_real_dice() -> None:
    setup = setup_of(GAME.name, REAL)

    names = [name for name, _ in setup.offers]
    assert {"luk_kassen", "solo", "unlucky_seven", "two_tiles"} < set(names)
    assert not {"thai", "exact", "children"} & set(names)
    for _ in names:
        assert ("roll", "real") in setup.start().house_rules
        setup = setup.with_next_preset()


def test_the_preset_of_the_configuration_must_go_with_them() -> None:
    with pytest.raises(RulesError) as refused:
        setup_of(GAME.name, replace(REAL, rules=RulesSection(preset="thai")))

    assert (refused.value.field, refused.value.found) == ("cover", "one_tile")
    assert 'dice.source = "committed"' in refused.value.do


def test_a_wrong_rule_of_the_file_is_told_as_ever() -> None:
    rules = RulesSection(preset="luk_kassen", house_rules=(("cover", "exact"),))
    with pytest.raises(RulesError) as refused:
        setup_of(GAME.name, replace(REAL, rules=rules))

    assert "roll = box" in refused.value.do


def test_a_file_may_say_otherwise_for_its_own_preset() -> None:
    rules = RulesSection(preset="luk_kassen", house_rules=(("roll", "box"),))

    assert setup_of(GAME.name, replace(REAL, rules=rules)).start().house_rules == ()


def test_another_house_rule_that_is_chosen_on_the_box_leaves_the_dice_real() -> None:
    house = house_of(REAL, NEW)
    changed = house.choosing("rounds", 2, game=GAME.name, preset="canoga", house_rules=RULES)
    for event in changed:
        house.take(event)

    assert ("rules.roll", "real") not in [
        (it.key, it.value) for it in changed if isinstance(it, SettingChanged)
    ]
    assert house.setup.preset == "canoga"
    assert dict(house.setup.start().house_rules) == {"roll": "real", "rounds": 2}


def test_the_menu_of_house_rules_offers_only_what_goes_with_real_dice() -> None:
    offered = {it.field: it.next for it in GAME.choices("luk_kassen", RULES, most_tiles=9)}
    by_two = {it.field: it.next for it in GAME.choices("two_tiles", RULES, most_tiles=9)}
    thai = {it.field for it in GAME.choices("thai", (), most_tiles=9)}

    assert offered["roll"] == "box"
    assert (offered["cover"], by_two["cover"]) == ("max_two", "max_three")
    assert "roll" not in thai
