"""The score sheet: entries, refusals, undo, changed rules, a sheet that is opened again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from stbpi.clock import SystemClock
from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.game import EndMatch, EnterTurn, SetRule, StartMatch, Undo, tiles
from stbpi.journal.store import Journal
from stbpi.score import Sheet, Terminal, keep, prompt, read_standing, table


@contextmanager
def sheet_on(path: Path) -> Iterator[Sheet]:
    with closing(Journal(path)) as journal:
        yield Sheet(journal, SystemClock())


@pytest.fixture
def sheet(tmp_path: Path) -> Iterator[Sheet]:
    with sheet_on(tmp_path / "score.db") as opened:
        opened.start(start("Ann", "Bob"))
        yield opened


def start(*names: str, preset: str = "luk_kassen", **rules: object) -> StartMatch:
    checked = tuple((key, value) for key, value in rules.items() if isinstance(value, int | str))
    return StartMatch(names=names, preset=preset, house_rules=checked)


def shown(sheet: Sheet) -> list[str]:
    assert sheet.state is not None
    return table(sheet.state).splitlines()


def typed(sheet: Sheet, *lines: str) -> tuple[list[str], list[str], int]:
    """Type lines; return what was told, what was refused, and how many were."""
    left = list(lines)
    told: list[str] = []
    refused: list[str] = []
    terminal = Terminal(
        ask=lambda _: left.pop(0) if left else None, tell=told.append, refuse=refused.append
    )
    count = keep(sheet, terminal)
    return told, refused, count


def test_a_turn_is_entered_as_the_tiles_that_stand(sheet: Sheet) -> None:
    sheet.do(EnterTurn(standing=tiles(2, 5, 7)))

    assert shown(sheet) == ["       Ann  Bob", "    1   14", "total   14    0"]
    assert prompt(sheet.state) == "Bob, round 1, still standing: "


def test_a_shut_box_is_a_dash_and_wins(sheet: Sheet) -> None:
    told, refused, _ = typed(sheet, "2 5 7", "-")

    assert refused == []
    assert told[-1].splitlines()[-1] == "Bob wins."
    assert prompt(sheet.state) == "new, undo, set KEY=VALUE or quit: "


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
    sheet.do(EnterTurn(standing=tiles(2, 5, 7)))
    before = shown(sheet)

    _, refused, count = typed(sheet, entry)

    assert count == 1
    assert reason in refused[0]
    assert shown(sheet) == before


def test_undo_takes_turns_back_to_the_start(sheet: Sheet) -> None:
    empty = shown(sheet)
    sheet.do(EnterTurn(standing=tiles(9)))
    sheet.do(EnterTurn(standing=tiles(8)))

    sheet.do(Undo())
    assert shown(sheet) == ["       Ann  Bob", "    1    9", "total    9    0"]
    sheet.do(Undo())
    assert shown(sheet) == empty
    with pytest.raises(NotAllowedError):
        sheet.do(Undo())


def test_a_changed_rule_scores_the_sheet_anew_and_says_when_it_counts(sheet: Sheet) -> None:
    told, _, _ = typed(sheet, "2 5 7", "set scoring=digits", "set dice=3")

    assert "257" in told[2]
    assert "(at once)" in told[2]
    assert "scored anew after a change of the house rules" in told[2]
    assert "(from the next turn on)" in told[3]


def test_the_number_of_tiles_may_be_put_right_while_no_entered_tile_is_lost(sheet: Sheet) -> None:
    sheet.do(EnterTurn(standing=tiles(2, 5)))

    sheet.do(SetRule(field="tiles", value="12", on_sheet=True))
    sheet.do(EnterTurn(standing=tiles(12)))
    with pytest.raises(RulesError, match="at least 12"):
        sheet.do(SetRule(field="tiles", value="10", on_sheet=True))

    assert shown(sheet)[-2] == "total    7   12"


def test_the_sheet_survives_being_closed(tmp_path: Path) -> None:
    path = tmp_path / "score.db"
    with sheet_on(path) as sheet:
        sheet.start(start("Ann", "Bob", knock_out=20, shut="zero"))
        sheet.do(EnterTurn(standing=tiles(9, 8, 7)))
        before = shown(sheet)
    with sheet_on(path) as sheet:
        assert shown(sheet) == before
        assert "Bob wins." in before[-1]
        sheet.do(Undo())
        assert prompt(sheet.state).startswith("Ann, round 1")


def test_a_new_sheet_sets_the_open_one_aside(sheet: Sheet) -> None:
    sheet.do(EnterTurn(standing=tiles(1)))

    sheet.start(start("Cid"))

    assert shown(sheet) == ["       Cid", "total    0"]


def test_the_same_players_again_move_on_by_one_seat(sheet: Sheet) -> None:
    sheet.do(EndMatch())

    sheet.again()

    assert shown(sheet)[0].split() == ["Bob", "Ann"]


def test_a_match_that_is_over_takes_no_turn(sheet: Sheet) -> None:
    sheet.do(EndMatch())

    with pytest.raises(NotAllowedError):
        sheet.do(EnterTurn(standing=tiles(1)))


def test_units_and_the_pot_stand_on_the_sheet(tmp_path: Path) -> None:
    with sheet_on(tmp_path / "score.db") as sheet:
        sheet.start(start("Ann", "Bob", preset="pub_pool"))
        assert shown(sheet)[-2:] == ["units   -1   -1", "pot: 2"]
        sheet.do(EnterTurn(standing=tiles(1)))
        sheet.do(EnterTurn(standing=tiles(2)))

        assert "units    0   -2" in shown(sheet)


def test_a_turn_that_does_not_count_stands_in_brackets(sheet: Sheet) -> None:
    for mask in (tiles(9), tiles(1), tiles(9), tiles(1), tiles(9)):
        sheet.do(EnterTurn(standing=mask))

    sheet.do(SetRule(field="knock_out", value=15))

    assert shown(sheet)[3].split() == ["3", "(9)"]
    assert "out" in shown(sheet)[-3]


def test_quit_leaves_and_help_explains(sheet: Sheet) -> None:
    told, _, _ = typed(sheet, "help", "rules", "quit", "9")

    assert "undo" in told[1]
    assert "The box has 9 tiles." in told[2]
    assert shown(sheet) == ["       Ann  Bob", "total    0    0"]


def test_tiles_are_read_in_any_order() -> None:
    assert read_standing(["7", "2"]) == tiles(2, 7)
