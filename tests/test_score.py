"""The score sheet of Shut the Box: entries, refusals, undo, changed rules, a sheet opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stbpi.errors import NotAllowedError, StbError
from stbpi.games import registry
from stbpi.games.game import StartMatch, tiles
from stbpi.games.glueckshaus import match as glueckshaus_match
from stbpi.games.glueckshaus import sheet as glueckshaus
from stbpi.games.luk_fu import sheet as luk_fu
from stbpi.games.sheet import ScoreSheet, sheet_of
from stbpi.games.shut_the_box import match as shut_the_box_match
from stbpi.games.shut_the_box import sheet as shut_the_box
from stbpi.games.shut_the_box.sheet import read_standing
from stbpi.score import Sheet
from tests import score_sheets
from tests.score_sheets import entered, sheet_on, shown, typed


@pytest.fixture
def sheet(tmp_path: Path) -> Iterator[Sheet]:
    with sheet_on(tmp_path / "score.db") as opened:
        opened.start(start("Ann", "Bob"))
        yield opened


def start(*names: str, preset: str = "luk_kassen", **rules: object) -> StartMatch:
    return score_sheets.start("shut_the_box", *names, preset=preset, **rules)


def test_a_turn_is_entered_as_the_tiles_that_stand(sheet: Sheet) -> None:
    entered(sheet, "2 5 7")

    assert shown(sheet) == ["       Ann  Bob", "    1   14", "total   14    0"]
    assert sheet.prompt == "Bob, round 1, still standing: "


def test_a_shut_box_is_a_dash_and_wins(sheet: Sheet) -> None:
    told = entered(sheet, "2 5 7", "-")

    assert told[-1].splitlines()[-1] == "Bob wins."
    assert sheet.prompt == "new, undo, set KEY=VALUE or quit: "


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("2 2", "each tile once"),
        ("10", "tiles that stand at the start"),
        ("seven", "numbers of tiles"),
        ("13", "numbers of tiles"),
        ("set scoring=words", "rule scoring = words: expected one of sum, digits"),
        ("set colour=red", "expected a known rule"),
        ("set tiles=6", "at least 7: that tile stands in an entered turn"),
        ("new", "the match is not over"),
    ],
)
def test_a_bad_entry_is_refused_with_the_reason_and_nothing_is_lost(
    sheet: Sheet, entry: str, reason: str
) -> None:
    entered(sheet, "2 5 7")
    before = shown(sheet)

    _, refused, count = typed(sheet, entry)

    assert count == 1
    assert reason in refused[0]
    assert shown(sheet) == before


def test_undo_takes_turns_back_to_the_start(sheet: Sheet) -> None:
    empty = shown(sheet)
    entered(sheet, "9", "8")

    entered(sheet, "undo")
    assert shown(sheet) == ["       Ann  Bob", "    1    9", "total    9    0"]
    entered(sheet, "undo")
    assert shown(sheet) == empty
    with pytest.raises(NotAllowedError):
        sheet.enter(["undo"])


def test_a_changed_rule_scores_the_sheet_anew_and_says_when_it_counts(sheet: Sheet) -> None:
    told = entered(sheet, "2 5 7", "set scoring=digits", "set dice=3")

    assert "257" in told[1]
    assert "(at once)" in told[1]
    assert "scored anew after a change of the house rules" in told[1]
    assert "(from the next turn on)" in told[2]


def test_the_number_of_tiles_may_be_put_right_while_no_entered_tile_is_lost(sheet: Sheet) -> None:
    entered(sheet, "2 5", "set tiles=12", "12")

    _, refused, _ = typed(sheet, "set tiles=10")

    assert "at least 12" in refused[0]
    assert shown(sheet)[-2] == "total    7   12"


def test_the_sheet_survives_being_closed(tmp_path: Path) -> None:
    path = tmp_path / "score.db"
    with sheet_on(path) as sheet:
        sheet.start(start("Ann", "Bob", knock_out=20, shut="zero"))
        entered(sheet, "9 8 7")
        before = shown(sheet)
    with sheet_on(path) as sheet:
        assert shown(sheet) == before
        assert "Bob wins." in before[-1]
        entered(sheet, "undo")
        assert sheet.prompt.startswith("Ann, round 1")


def test_a_new_sheet_sets_the_open_one_aside(sheet: Sheet) -> None:
    entered(sheet, "1")

    sheet.start(start("Cid"))

    assert shown(sheet) == ["       Cid", "total    0"]


def test_the_same_players_again_move_on_by_one_seat(sheet: Sheet) -> None:
    entered(sheet, "end", "new")

    assert shown(sheet)[0].split() == ["Bob", "Ann"]


def test_a_match_that_is_over_takes_no_turn(sheet: Sheet) -> None:
    entered(sheet, "end")

    with pytest.raises(NotAllowedError):
        sheet.enter(["1"])


def test_units_and_the_pot_stand_on_the_sheet(tmp_path: Path) -> None:
    with sheet_on(tmp_path / "score.db") as sheet:
        sheet.start(start("Ann", "Bob", preset="pub_pool"))
        assert shown(sheet)[-2:] == ["units   -1   -1", "pot: 2"]
        entered(sheet, "1", "2")

        assert "units    0   -2" in shown(sheet)


def test_a_turn_that_does_not_count_stands_in_brackets(sheet: Sheet) -> None:
    entered(sheet, "9", "1", "9", "1", "9", "set knock_out=15")

    assert shown(sheet)[3].split() == ["3", "(9)"]
    assert "out" in shown(sheet)[-3]


def test_quit_leaves_and_help_explains(sheet: Sheet) -> None:
    told, _, _ = typed(sheet, "help", "rules", "quit", "9")

    assert "undo" in told[1]
    assert "The box has 9 tiles." in told[2]
    assert shown(sheet) == ["       Ann  Bob", "total    0    0"]


def test_tiles_are_read_in_any_order() -> None:
    assert read_standing(["7", "2"]) == tiles(2, 7)


def test_before_the_first_match_there_is_nothing_to_do(tmp_path: Path) -> None:
    with sheet_on(tmp_path / "score.db") as sheet:
        told, refused, count = typed(sheet, "rules", "2 5", "undo", "new")

        assert told == ["There is no match yet."]
        assert [text.splitlines()[0] for text in refused] == [
            "there is no match yet",
            "there is no match yet",
            "the match is not over",
        ]
        assert count == 3
        assert sheet.table == ""


def test_every_game_has_a_sheet_with_a_preset_of_its_own() -> None:
    tiles_up: ScoreSheet[shut_the_box_match.State] = shut_the_box
    chips: ScoreSheet[glueckshaus_match.State] = glueckshaus
    points: ScoreSheet[luk_fu.State] = luk_fu

    assert [sheet_of(game) for game in registry.NAMES] == [tiles_up, chips, points]
    for game in registry.NAMES:
        of_game = sheet_of(game)
        assert of_game is not None
        assert of_game.check_rules(of_game.PRESET, ()) == ()


def test_another_game_takes_the_place_of_the_open_match(tmp_path: Path) -> None:
    path = tmp_path / "score.db"
    with sheet_on(path) as sheet:
        sheet.start(start("Ann", "Bob"))
        sheet.start(score_sheets.start("luk_fu", "Ann", "Bob", "Cid", preset="tsoi"))
    with sheet_on(path) as sheet:
        assert sheet.game == "luk_fu"
        assert sheet.prompt.startswith("Deal 1")
        sheet.start(start("Ann", "Bob"))
        assert sheet.prompt == "Ann, round 1, still standing: "


def test_a_game_without_a_sheet_is_refused(sheet: Sheet) -> None:
    with pytest.raises(StbError, match="no score sheet for the game chess"):
        sheet.start(score_sheets.start("chess", "Ann", "Bob", preset="blitz"))

    assert sheet.game == "shut_the_box"
