"""The table of totals: everybody as long as it can be read, else the one it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.display.draw import Box, Canvas
from stbpi.display.examples import player
from stbpi.display.table import draw_table, short_names
from stbpi.games.game import PlayerView


def drawn(players: tuple[PlayerView, ...], *, rows: int, about: int) -> bytes:
    canvas = Canvas()
    draw_table(canvas, Box(0, 0, 128, rows * 12), players, about=[about])
    assert canvas.cut == []
    return canvas.picture.tobytes()


def is_shown(players: tuple[PlayerView, ...], seat: int, *, rows: int, about: int) -> bool:
    """Say whether a player is in the table: another total would be seen."""
    others = tuple(replace(p, total=p.total + 1) if p.seat == seat else p for p in players)
    return drawn(players, rows=rows, about=about) != drawn(others, rows=rows, about=about)


@pytest.mark.parametrize("seats", range(1, 13))
@pytest.mark.parametrize("total", [7, 84, 140, 2469135782022240])
def test_the_player_it_is_about_is_always_shown(seats: int, total: int) -> None:
    players = tuple(player(n, f"P{n}", total) for n in range(1, seats + 1))

    assert all(is_shown(players, n, rows=2, about=n) for n in range(1, seats + 1))


@pytest.mark.parametrize("total", [7, 84, 140])
def test_four_rows_show_twelve_players(total: int) -> None:
    players = tuple(player(n, f"Wilhelmina{n}", total) for n in range(1, 13))

    assert all(is_shown(players, n, rows=4, about=1) for n in range(1, 13))


def test_units_stand_beside_the_points_as_long_as_a_name_fits() -> None:
    poor, rich = (
        tuple(replace(player(n, "Ann", total), balance=n) for n in (1, 2))
        for total in (7, 2469135782022240)
    )

    for players, is_seen in ((poor, True), (rich, False)):
        others = tuple(replace(p, balance=9) for p in players)
        seen = drawn(players, rows=2, about=1) != drawn(others, rows=2, about=1)
        assert seen is is_seen


def test_rounds_won_stand_in_the_place_of_the_total_where_they_decide() -> None:
    def by_rounds(total: int, seats: int) -> bytes:
        players = (replace(player(n, "Ann", total), rounds_won=3) for n in range(1, seats + 1))
        return drawn(tuple(players), rows=1, about=1)

    def by_total(total: int, seats: int) -> bytes:
        return drawn(tuple(player(n, "Ann", total) for n in range(1, seats + 1)), rows=1, about=1)

    assert by_rounds(99, 3) == by_rounds(7, 3) == by_total(3, 3)
    assert by_rounds(99, 1) == by_rounds(7, 1) != by_total(3, 1)


def test_names_that_look_the_same_when_cut_end_in_their_seat() -> None:
    players = (player(1, "Alexandra", 0), player(2, "Alexander", 0), player(3, "Bo", 0))

    assert short_names(players, 4) == {1: "Ale1", 2: "Ale2", 3: "Bo"}
