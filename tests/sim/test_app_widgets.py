"""What the parts of the simulator's app draw and say, without an app."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.display.examples import COVERING, FRIENDS, SETUP, TWELVE, WRONG, player, scene
from stbpi.display.gallery import SCENES
from stbpi.games.events import (
    Event,
    MatchEnded,
    MatchStarted,
    PlayerSeated,
    RoundEnded,
    Rule,
    SettingChanged,
    TileDown,
    TileUp,
    TurnStarted,
)
from stbpi.games.game import PlayerView, tiles
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal
from stbpi.scene import Scene
from stbpi.sim.app_pixels import braille, figure, half_blocks
from stbpi.sim.app_resume import Left
from stbpi.sim.app_score import table
from stbpi.sim.app_tiles import Mark, mark_of
from stbpi.sim.app_words import event_line, fitting, keys, request, tile_keys, title, turn
from stbpi.sim.felt import Scores
from stbpi.sim.opening import left_in

CROWDED = scene(replace(SETUP, players=TWELVE, tiles=12))

PICTURE = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.booleans(), min_size=2 * width, max_size=2 * width), min_size=4, max_size=4
    )
)


def unblocked(lines: list[str]) -> list[list[bool]]:
    rows = []
    for line in lines:
        rows.append([character in "▀█" for character in line])
        rows.append([character in "▄█" for character in line])
    return rows


def undotted(line: str) -> list[list[bool]]:
    """Read dots by their numbers, 1 to 8, as Unicode names them."""
    numbers = ((1, 4), (2, 5), (3, 6), (7, 8))
    cells = [0 if character == " " else ord(character) - 0x2800 for character in line]
    return [[bool(cell >> n - 1 & 1) for cell in cells for n in row] for row in numbers]


@given(PICTURE)
def test_no_pixel_is_lost_in_half_blocks_or_in_braille(picture: list[list[bool]]) -> None:
    assert unblocked(half_blocks(picture)) == picture
    assert [undotted(line) for line in braille(picture)] == [picture]


def test_a_figure_is_as_large_as_the_room_allows() -> None:
    rooms = [(30, 9), (6, 5), (5, 5), (3, 3), (2, 3), (3, 2)]
    sizes = [(len(rows[0]), len(rows)) for rows in (figure(8, width=w, height=h) for w, h in rooms)]

    assert sizes == [(6, 5), (6, 5), (3, 3), (3, 3), (1, 1), (1, 1)]


@pytest.mark.parametrize(
    ("number", "width", "height"), [*product((1, 9, 12), (2, 4, 9), (1, 3, 7))]
)
def test_a_figure_never_leaves_its_room(number: int, width: int, height: int) -> None:
    rows = figure(number, width=width, height=height)

    assert len(rows) <= height
    assert {len(row) for row in rows} <= set(range(1, width + 1))


def test_a_number_of_two_figures_is_drawn_side_by_side() -> None:
    assert figure(12, width=9, height=3) == ["▄█  ▀▀█", " █  █▀▀", "▀▀▀ ▀▀▀"]


def test_tiles_are_marked_by_what_the_program_thinks_of_them() -> None:
    view = replace(WRONG, committed=tiles(5, 8), named=tiles(6), tiles=9)
    marks = {number: mark_of(number, view) for number in (1, 5, 6, 9, 10)}

    assert marks == {
        1: Mark.NONE,
        5: Mark.CLOSED,
        6: Mark.NAMED,
        9: Mark.NONE,
        10: Mark.IDLE,
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("setup", "3 players: lower tile n for n players, then press: start, hold: other rules"),
        ("ready", "press: roll 2 dice, hold: roll 1 die"),
        ("raise_tiles", "Raise 3 5 7 8 to begin the turn"),
        ("raise_all_twelve_tiles", "Raise all tiles to begin the turn"),
        ("lower_tiles", "Close 1 2 3 to begin the turn"),
        ("covering", "7 to cover"),
        ("complete", "press: roll 2 dice, hold: roll 1 die"),
        ("wrong", "Raise 6"),
        ("close_again", "Close 5 again"),
        ("no_move", "no move +7"),
        ("out", "out! +12"),
        ("match_over", "Bjørn wins! · press: play again, hold: set-up"),
        ("menu", "Menu: House rules · press: next line, hold: choose"),
        ("attract_title", "Nobody plays: press the button, or move a tile, to begin"),
        ("closed", "The box is closed"),
        ("match_over_closed", "Bjørn wins! · The box is closed"),
        ("figures", "Recent / ever · press: next page, hold: back"),
        ("question", "Clear records? · press: no, hold: yes"),
        ("letters", "A record, Bjørn! · press: next letter, hold: take it"),
        ("one_die", "No single die"),
        ("bot_throws", "rolls"),
        ("bot_thinks", "thinks …"),
        ("close", "Close 1 6 for Casual 10"),
        ("house_close", "Close 9"),
    ],
)
def test_the_request_is_said_in_words(name: str, words: str) -> None:
    assert request(SCENES[name]) == words


@pytest.mark.parametrize("scene", [*SCENES.values(), CROWDED], ids=[*SCENES, "crowded"])
def test_every_scene_fits_eighty_columns(scene: Scene) -> None:
    said = [words for words in (turn(scene), request(scene)) if words]
    with_undo = replace(scene, view=replace(scene.view, may_undo=True))
    pairs = [f"{key} {deed}" for key, deed in fitting(keys(with_undo, 12), 78)]

    assert len(" · ".join(said)) <= 78
    assert len("  ".join(pairs)) <= 78
    assert [key for key, _ in fitting(keys(with_undo, 12), 78)][-2:] == ["?", "q"]
    assert len(title(scene)) <= 78 - len("stbpi simulator  ")


def test_failed_parts_stand_in_the_title() -> None:
    assert title(SCENES["not_saving"]).endswith("failed: disk, serial")


def test_the_menu_key_is_offered_where_there_is_a_menu() -> None:
    names = ("setup", "ready", "wrong", "match_over", "menu")
    offered = {name: ("m", "menu") in keys(SCENES[name], 9) for name in names}

    assert offered == {
        "setup": False,
        "ready": True,
        "wrong": True,
        "match_over": False,
        "menu": False,
    }


def test_the_keys_of_the_tiles_are_named() -> None:
    assert [tile_keys(n) for n in (6, 9, 10, 12)] == ["1-6", "1-9", "1-9 0", "1-9 0 - ="]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (PlayerSeated(seat=2, player="Bob"), ("7", "player_seated", "seat=2 player=Bob")),
        (TurnStarted(player=2, round=3), ("7", "turn_started", "player=Bob round=3")),
        (RoundEnded(round=3, winners=(1, 2)), ("7", "round_ended", "round=3 winners=Ann,Bob")),
        (MatchEnded(winners=(), why="stopped"), ("7", "match_ended", "winners=- why=stopped")),
        (TurnStarted(player=9, round=1), ("7", "turn_started", "player=9 round=1")),
        (
            SettingChanged(key="box.key", value="5a17:c0ffee"),
            ("7", "setting_changed", "key=box.key value=hidden"),
        ),
    ],
)
def test_events_are_written_as_scenarios_write_them_with_names(
    event: Event, line: tuple[str, str, str]
) -> None:
    recorded = Recorded(n=7, boot=1, match=1, t=0, wall=None, event=event)

    assert event_line(recorded, {1: "Ann", 2: "Bob"}) == line


def test_the_score_table_tells_who_has_won_and_who_is_out() -> None:
    players = (FRIENDS[0], replace(FRIENDS[1], winner=True), replace(FRIENDS[2], out=True))

    assert table(players, 30) == [
        " name  last sum",
        " Anna    12  23",
        "★Bjørn    7   7",
        "×Līga     0  31",
    ]


def test_the_score_table_of_a_game_of_its_own_has_its_columns_and_the_course_of_the_match() -> None:
    players = SCENES["setup"].view.players[:1]
    seat = players[0].seat
    own = Scores(heads=("fu", "points"), values={seat: ("3", "+2")})
    course = tuple((number,) for number in range(40))

    assert table(players, 30, own)[0].split() == ["name", "fu", "points"]
    assert table(players, 30, own)[1].split() == [players[0].name, "3", "+2"]
    _head, line = table(players, 40, own, course)
    assert line.endswith("▇██") and "▁" in line and len(line) <= 40
    assert "▁" not in table(players, 20, own, course)[1]
    assert table(players, 40, own, course[:7])[1] == table(players, 40, own)[1]


def test_a_narrow_score_table_cuts_names_and_then_leaves_out_the_last_scores() -> None:
    players = (player(1, "Alexandra", 1234567, 123), player(2, "Alexander", 7))

    assert table(players, 20)[1:] == [" Alexa1  123 1234567", " Alexa2    –       7"]
    assert table(players, 15)[1:] == [" Alexa1 1234567", " Alexa2       7"]


@pytest.mark.parametrize("width", [15, 16, 40])
@pytest.mark.parametrize(
    "players",
    [
        TWELVE,
        SCENES["no_move_digits"].view.players,
        SCENES["match_over_digits"].view.players,
        COVERING.players,
    ],
)
def test_the_score_table_never_leaves_its_room(players: tuple[PlayerView, ...], width: int) -> None:
    lines = table(players, width)

    assert len(lines) == len(players) + 1
    assert max(map(len, lines)) <= width
    assert len(set(lines)) == len(lines)


def write(journal: Path, *events: Event) -> None:
    with closing(Journal(journal)) as opened:
        opened.record(events, t=0, wall=None)
        opened.sync()


BEGUN = (
    MatchStarted(game="shut_the_box", preset="luk_kassen", seats=2),
    PlayerSeated(seat=1, player="Ann"),
    PlayerSeated(seat=2, player="Bob"),
    Rule(field="tiles", value=12),
    TurnStarted(player=1, round=1),
    TileDown(tile=4),
    TileDown(tile=5),
    TileUp(tile=4),
)


def test_what_was_left_is_read_from_the_last_match(tmp_path: Path) -> None:
    write(tmp_path / "sim.db", TileDown(tile=9), *BEGUN)

    assert left_in(tmp_path / "sim.db") == Left(
        game="shut_the_box", is_open=True, names=("Ann", "Bob"), tile_count=12, down=tiles(5, 9)
    )


def test_a_match_that_is_over_is_not_open(tmp_path: Path) -> None:
    write(tmp_path / "sim.db", *BEGUN, MatchEnded(winners=(1,), why="rounds"))
    left = left_in(tmp_path / "sim.db")

    assert left is not None
    assert not left.is_open


def test_a_journal_without_a_match_leaves_nothing(tmp_path: Path) -> None:
    write(tmp_path / "sim.db", TileDown(tile=9))

    assert left_in(tmp_path / "sim.db") is None
    assert left_in(tmp_path / "missing.db") is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("throw", "Throw 1/2 dice, close tiles, press"),
        ("closing", "1 · closed so far"),
        ("closing_without_the_first_tile", "5 · The 2 must be in it"),
        ("closed_tiles", "7 · press: my tiles are closed"),
        ("cover", "Close tiles, or tell no move in the menu"),
        ("total", "No throw makes 1"),
    ],
)
def test_real_dice_are_asked_for_in_words(name: str, words: str) -> None:
    assert request(SCENES[name]) == words


def test_the_key_of_the_button_says_that_the_tiles_are_closed() -> None:
    assert dict(keys(SCENES["closed_tiles"], 9))["space"] == "closed"
    assert dict(keys(SCENES["throw"], 9))["space"] == "press"
