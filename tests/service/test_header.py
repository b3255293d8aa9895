"""The pins of the header are where the wiring notes and gpiozero have them."""

from __future__ import annotations

from stbpi.service.header import header_pin
from tests.test_pins import header, wired


def test_every_line_of_the_header_is_known() -> None:
    on_board = {name: number for number, name in header().items() if name.startswith("GPIO")}

    assert {f"GPIO{bcm}": header_pin(bcm) for bcm in range(28)} == on_board
    assert header_pin(28) == 0


def test_the_wiring_notes_agree() -> None:
    for what, pin in wired().items():
        assert header_pin(pin["bcm"]) == pin["header"], what
