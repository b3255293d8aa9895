from __future__ import annotations

import pytest

from stbpi.box.gpio import GpioSwitches, mock_factory
from stbpi.box.gpio_contacts import Contacts
from stbpi.games.game import NO_TILES

PINS, ROLL, MENU, REFERENCE = (5, 6, 12), 17, 27, 26


@pytest.mark.parametrize("reference_pin", [0, REFERENCE])
def test_the_menu_button_is_pressed_when_its_own_contact_is_closed(reference_pin: int) -> None:
    contacts = Contacts(PINS, ROLL, closed_is="up", reference_pin=reference_pin, menu_pin=MENU)
    lines = {pin: 1 << bit for bit, pin in enumerate(contacts.pins)}

    assert contacts.levels(lines[MENU]).menu
    assert not contacts.levels(sum(lines.values()) - lines[MENU]).menu


def test_without_a_menu_pin_there_is_no_menu_button() -> None:
    contacts = Contacts(PINS, ROLL, closed_is="down", reference_pin=REFERENCE, menu_pin=0)

    assert contacts.pins == (*PINS, ROLL, REFERENCE)
    assert not contacts.levels((1 << len(contacts.pins)) - 1).menu


def test_a_menu_button_on_a_pin_is_read() -> None:
    factory = mock_factory()
    switches = GpioSwitches(Contacts(PINS, ROLL, menu_pin=MENU), factory)
    assert not switches.levels().menu
    factory.pin(MENU).drive_low()

    levels = switches.levels()
    assert (levels.menu, levels.roll, levels.down) == (True, False, NO_TILES)
    switches.close()
    factory.close()
