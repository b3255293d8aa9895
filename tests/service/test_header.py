"""The pins of the header are where gpiozero has them."""

from __future__ import annotations

from hardware.make.headers import PI
from stbpi.service.header import header_pin


def test_every_line_of_the_header_is_known() -> None:
    on_board = {name: number for number, name in enumerate(PI, 1) if name.startswith("GPIO")}

    assert {f"GPIO{bcm}": header_pin(bcm) for bcm in range(28)} == on_board
    assert header_pin(28) == 0
