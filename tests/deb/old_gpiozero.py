"""A plugin of pytest for gpiozero 1.6, where pins and their reservations belong to the process.

From version 2 on each simulated board has its own. A test that leaves a box behind, as a power cut
does, would keep its pins from the next one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def pins_of_its_own() -> Iterator[None]:
    yield
    from gpiozero.pins.local import LocalPiFactory

    LocalPiFactory.pins.clear()
    LocalPiFactory._reservations.clear()
