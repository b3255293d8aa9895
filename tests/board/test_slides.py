"""What is to be read on a television between matches."""

from __future__ import annotations

from pathlib import Path

from stbpi.board.slides import MOST_ROWS, Slide, slides
from stbpi.board.stored import Shelf
from stbpi.language import speaking
from tests.board.live import EVENING
from tests.books.journals import Box, left
from tests.history.stores import collected

CLASSIC = "Shut the Box · Classic · 9 tiles"


def of(box: Box, folder: Path) -> list[Slide]:
    path = collected(folder / "c.db", {"bar": box.recorded})
    return slides(Shelf(path, "", lambda: EVENING).tonight()[::-1])


def test_the_boards_and_the_records_of_the_evening_are_told(tmp_path: Path) -> None:
    box = Box(EVENING)
    box.plays(left(3), left(1), names=("Ann", "Bo"))
    box.plays(left(3), left(), names=("Ann", "Bo"))
    box.plays(left(2), left(4), names=("Cid", "Bo"))

    assert of(box, tmp_path) == [
        Slide(
            title="Tonight",
            about=CLASSIC,
            head=("player", "won", "matches"),
            rows=(("Bo", "2", "3"), ("Cid", "1", "1"), ("Ann", "0", "2")),
        ),
        Slide(
            title="Records of tonight",
            about=CLASSIC,
            head=(),
            rows=(
                ("Best turn", "Bo", "shut"),
                ("Best total", "Bo", "0"),
                ("Shut boxes", "Bo", "1"),
                ("Wins in a row", "Bo", "2"),
            ),
        ),
    ]


def test_what_nobody_has_done_is_not_told(tmp_path: Path) -> None:
    box = Box(EVENING)
    box.plays(left(3), left(5), names=("Ann", "Bo"))

    _ranks, records = of(box, tmp_path)

    assert [what for what, *_ in records.rows] == ["Best turn", "Best total"]


def test_a_slide_has_no_more_than_fits(tmp_path: Path) -> None:
    box = Box(EVENING)
    for number in range(8):
        box.plays(left(3), left(5), names=(f"A{number}", f"B{number}"))

    assert len(of(box, tmp_path)[0].rows) == MOST_ROWS


def test_an_evening_without_a_match_has_none() -> None:
    with speaking("da"):
        assert slides([]) == []
