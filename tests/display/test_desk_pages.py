"""Every page that the desk can open, with every value that can be chosen, fits the display."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from stbpi.desk.facts import Facts
from stbpi.desk.menu import main_menu
from stbpi.desk.page import Page
from stbpi.desk.settings import SETTINGS
from stbpi.desk.station import Station
from stbpi.desk.stations import Lines, Numbers, Seats, Spelling, go_on, spell
from stbpi.display.examples import MENU, READY, scene
from stbpi.display.screens import draw
from stbpi.games.game import tiles
from stbpi.games.registry import TITLES
from stbpi.games.shut_the_box.choices import choices
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.language import LANGUAGES

NAMES = ("Wilhelmina12", "Wilhelmina34")
VIEW = replace(READY, may_undo=True, may_stop=True, tiles=12)


def facts() -> Iterator[Facts]:
    """What can be so: every preset's house rules, every value of every setting."""
    for number, (preset, most) in enumerate(product(PRESETS, (0, 12))):
        yield Facts(
            view=VIEW,
            is_in_match=number % 4 < 2,
            down=tiles(10),
            broken=tiles(10, 11, 12),
            failed=tiles(1, 2),
            rules=partial(choices, preset, (), most_tiles=most),
            games=lambda: tuple(TITLES),
            takes_bots=True,
            values={it.key: it.choices[number % len(it.choices)][0] for it in SETTINGS},
            statistics=tuple,
            has_key=number % 8 < 4,
        )


def pages(of: Facts) -> Iterator[Page]:
    """Walk through all stations by all that a press and a hold can do."""
    new: list[Station] = [
        Lines(main_menu),
        Seats(roster=NAMES, count=2),
        go_on(("P1", "P2", "P3", "P4")),
        *spell(((1, "P12"),)),
    ]
    seen: set[Station] = set()
    while new:
        station = new.pop()
        if station in seen:
            continue
        seen.add(station)
        yield station.page(of)
        if not isinstance(station, Numbers | Spelling):  # they have no end
            new += (*station.press(of).instead, *station.hold(of).instead)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_fits(code: str) -> None:
    found = {page for of in facts() for page in pages(of)}
    cut = {
        text for page in found for text in draw(replace(scene(MENU, page=page), language=code)).cut
    }

    assert len(found) > 100
    assert cut == set()
