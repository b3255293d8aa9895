"""The menus: which lines each has, and their order.

The first one opens when the button is held for 3 s (DESIGN.md, "Menus in a match"). A tile whose
switch is declared broken is closed and opened here. What guests may change is the landlord's
choice; his drawers are the four that public game machines have: audits, adjustments, tests,
utilities.

Never: does what a line says.
"""

from __future__ import annotations

from stbpi.desk.facts import Facts
from stbpi.desk.page import Act, Menu, MenuLine
from stbpi.desk.settings import (
    AUDIO,
    BOARD,
    BOTS,
    GAME,
    GUESTS,
    LANGUAGE,
    SETTINGS,
    VOLUME,
    Guests,
    Setting,
)
from stbpi.games.game import Phase, Tiles, all_tiles, members, tiles, without
from stbpi.games.registry import TITLES
from stbpi.language import message

AUDITS, ADJUSTMENTS, TESTS, UTILITIES = "audits", "adjustments", "tests", "utilities"
CLEAR_AUDITS, CLEAR_RECORDS, FACTORY, NEW_KEY = "audits", "records", "settings", "key"


_OPPONENT = next(it for it in SETTINGS if it.key == BOTS)


def main_menu(facts: Facts) -> Menu:
    """Return the menu that opens; outside a match the landlord's drawers are in it.

    A throw of real dice without a cover is told in its first line.
    """
    view = facts.view
    guests = facts.values.get(GUESTS, Guests.EVERYTHING)
    flips = (
        MenuLine(Act.OPEN if facts.down & tiles(tile) else Act.CLOSE, tile)
        for tile in members(facts.broken)
    )
    may_rule = guests == Guests.EVERYTHING
    is_set_up = view.phase is Phase.SETUP and not facts.is_in_match
    lines = (
        (MenuLine(Act.UNDO), view.may_undo),
        (MenuLine(Act.STOP), view.may_stop),
        (MenuLine(Act.GAME), may_rule and is_set_up and len(facts.games()) > 1),
        (MenuLine(Act.RULES), may_rule),
        (_setting(_OPPONENT, facts), may_rule and is_set_up and facts.takes_bots),
        (MenuLine(Act.SOUND), guests != Guests.NOTHING),
        (MenuLine(Act.LANGUAGE), guests != Guests.NOTHING),
        (MenuLine(Act.STATISTICS), True),
        (MenuLine(Act.DICE), bool(facts.dice.sha)),
        (MenuLine(Act.LAST_TURN), facts.last_turn is not None),
        (MenuLine(Act.CODE), bool(facts.values.get(BOARD))),
        (MenuLine(Act.END), facts.is_in_match),
        (MenuLine(Act.SWITCHES), True),
        (MenuLine(Act.LANDLORD), not facts.is_in_match),
    )
    told = (MenuLine(Act.NO_MOVE),) if view.may_tell_no_move else ()
    leave = MenuLine(Act.CONTINUE) if facts.is_in_match else MenuLine(Act.BACK)
    others = tuple(line for line, is_there in lines if is_there)
    return Menu(lines=(*told, leave, *flips, *others))


def switches(facts: Facts) -> Menu:
    """Return the menu in which tiles are declared broken, or working again."""
    return switch_menu(facts.failed, broken=facts.broken, count=facts.view.tiles)


def switch_menu(suspects: Tiles, *, broken: Tiles, count: int) -> Menu:
    """Return the same, for tiles 1 to `count`; suspects come first."""
    first = Tiles(suspects | broken)
    others = without(all_tiles(count), first)
    return Menu(
        title=message("Broken switches"),
        lines=(
            *(
                MenuLine(Act.MEND if broken & tiles(n) else Act.BREAK, n)
                for n in (*members(first), *members(others))
            ),
            MenuLine(Act.BACK),
        ),
    )


def rule_menu(facts: Facts) -> Menu:
    """Return the house rules with their values; choosing one puts it to its next value."""
    lines = (
        MenuLine(Act.SET, name=rule.label, value=rule.value, key=f"rules.{rule.field}")
        for rule in facts.rules()
    )
    return Menu(title=message("House rules"), lines=(MenuLine(Act.BACK), *lines))


def sound_menu(facts: Facts) -> Menu:
    """Return what guests may choose of the sound."""
    lines = (_setting(it, facts) for it in SETTINGS if it.key in (VOLUME, AUDIO))
    return Menu(title=message("Sound"), lines=(MenuLine(Act.BACK), *lines))


def language_menu(facts: Facts) -> Menu:
    """Return the languages, each by its own name."""
    setting = next(it for it in SETTINGS if it.key == LANGUAGE)
    now = facts.values.get(LANGUAGE)
    return Menu(
        title=message("Language"),
        lines=(
            *(
                MenuLine(
                    Act.SET,
                    name=name,
                    value=message("now") if value == now else None,
                    key=f"{LANGUAGE}={value}",
                )
                for value, name in setting.choices
            ),
            MenuLine(Act.BACK),
        ),
    )


def game_menu(facts: Facts) -> Menu:
    """Return the games that can be played on this box."""
    return Menu(
        title=message("Game"),
        lines=(
            *(
                MenuLine(
                    Act.SET,
                    name=TITLES[game],
                    value=message("now") if game == facts.values.get(GAME) else None,
                    key=f"{GAME}={game}",
                )
                for game in facts.games()
            ),
            MenuLine(Act.BACK),
        ),
    )


def drawers(facts: Facts) -> Menu:
    """Return the landlord's four drawers."""
    return Menu(
        title=message("Landlord"),
        lines=(
            MenuLine(Act.GO, name=message("Audits"), key=AUDITS),
            MenuLine(Act.GO, name=message("Adjustments"), key=ADJUSTMENTS),
            MenuLine(Act.GO, name=message("Tests"), key=TESTS),
            MenuLine(Act.GO, name=message("Utilities"), key=UTILITIES),
            *((MenuLine(Act.CODE),) if facts.values.get(BOARD) else ()),
            MenuLine(Act.BACK),
        ),
    )


def adjustments(facts: Facts) -> Menu:
    """Return every setting with its value, and the way to the house rules."""
    return Menu(
        title=message("Adjustments"),
        lines=(
            *(
                MenuLine(Act.GAME) if it.key == GAME else _setting(it, facts)
                for it in SETTINGS
                if it.key in facts.values
            ),
            MenuLine(Act.RULES),
            MenuLine(Act.BACK),
        ),
    )


def utilities(facts: Facts) -> Menu:
    """Return what is done once: to begin anew with something, or to lock the drawers."""
    return Menu(
        title=message("Utilities"),
        lines=(
            MenuLine(Act.DO, name=message("Clear audits"), key=CLEAR_AUDITS),
            MenuLine(Act.DO, name=message("Clear records"), key=CLEAR_RECORDS),
            MenuLine(Act.DO, name=message("Factory settings"), key=FACTORY),
            MenuLine(Act.DO, name=message("New key"), key=NEW_KEY),
            MenuLine(Act.BACK),
        ),
    )


def _setting(setting: Setting, facts: Facts) -> MenuLine:
    value = facts.values.get(setting.key)
    said = message("?") if value is None else setting.name(value)
    return MenuLine(Act.SET, name=setting.label, value=said, key=setting.key)
