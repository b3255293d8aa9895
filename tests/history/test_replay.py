"""A stored match is shown once more: in lines, and in the terminal."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.errors import StbError
from stbpi.games.events import (
    MatchStarted,
    PlayerSeated,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, Phase, Undo, tiles
from stbpi.history.archive import Archive
from stbpi.journal.reader import to_row
from stbpi.sim.app_past import PastApp
from stbpi.sim.app_score import ScoreWidget
from stbpi.sim.app_slider import SliderWidget
from stbpi.sim.app_tiles import TileWidget
from stbpi.sim.retell import LONGEST_PAUSE_S, Story, retell
from stbpi.sim.simulation import Simulation
from tests.books.journals import Box, left
from tests.history.stores import BAR, collected, journal, journal_of_rows
from tests.sim.playing import SHORT, Player, on_box

Capture = pytest.CaptureFixture[str]


def story_of(path: Path, number: int = 1) -> Story:
    with closing(Archive(path, box=BAR)) as archive:
        [key] = [key for key in archive.matches() if key.match == number]
        return Story(archive.rows_of(key), number)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that was really played on a box, with a turn taken back."""
    path = tmp_path_factory.mktemp("played") / "journal.db"

    async def play(box: Simulation) -> None:
        await box.start_match(SHORT)
        player = Player(box)
        for _move in range(12):
            await player.move()
        await box.operate(Undo())
        await player.play()

    on_box(play, path)
    return path


def test_a_match_is_told_from_its_first_turn_to_its_end(played: Path) -> None:
    lines: list[str] = []
    story = story_of(played)
    retell(story, tell=lines.append, speed=1000)

    assert lines[0] == "It is the turn of Ann."
    assert any("throws" in line for line in lines)
    assert any("is taken back" in line for line in lines)
    assert any("win" in line for line in lines[-3:])
    assert story.scene(len(story.past) - 1).view.phase is Phase.MATCH_OVER
    assert story.skipped == 0


def test_a_journal_and_a_collection_tell_the_same(played: Path, tmp_path: Path) -> None:
    from stbpi.journal.reader import open_read_only

    with closing(open_read_only(played)) as reader:
        recorded = list(reader.events())
    both = [story_of(played), story_of(collected(tmp_path / "c.db", {BAR: recorded}))]

    told: list[list[str]] = [[], []]
    for story, lines in zip(both, told, strict=True):
        retell(story, tell=lines.append, speed=1000)
    assert told[0] == told[1]


def test_the_command_tells_it_in_lines_where_there_is_no_terminal(
    played: Path, capsys: Capture
) -> None:
    assert main(["games", str(played), "--replay", "1", "--speed", "1000"]) == 0
    assert capsys.readouterr().out.startswith("It is the turn of Ann.\n")


def test_pauses_are_those_of_the_play_but_none_is_long(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), seconds=2)
    box.after(1000)
    box.starts_again()
    box.tell(TileDown(tile=1))
    box.plays(left(9))

    pauses = story_of(journal(tmp_path / "j.db", box.recorded)).pauses()

    assert set(pauses) <= {0.0, 2.0, LONGEST_PAUSE_S}
    assert sum(pauses) >= 4
    assert pauses[-1] == 0


def test_tiles_that_are_raised_first_lay_down_before(tmp_path: Path) -> None:
    box = Box()
    box.tell(
        MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),
        PlayerSeated(seat=1, player="Ann"),
        TurnStarted(player=1, round=1),
        TileUp(tile=2),
        Rolled(player=1, dice=(1, 1), total=2, k=1),
        TileDown(tile=2),
    )
    story = story_of(journal(tmp_path / "j.db", box.recorded))

    assert [moment.down for moment in (story.past[0], story.past[1], story.past[3])] == [
        tiles(2),
        NO_TILES,
        tiles(2),
    ]


def test_what_can_not_be_read_is_left_out_and_said(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"))
    rows = [list(to_row(one)) for one in box.recorded]
    extra = [[len(rows) + 1, 1, 1, 0, None, "tile_flew", "{}"]]
    path = journal_of_rows(tmp_path / "j.db", [tuple(row) for row in rows + extra])

    assert story_of(path).skipped == 1
    assert main(["games", str(path), "--replay", "1", "--plain", "--speed", "1000"]) == 0
    assert "1 event of this match" in capsys.readouterr().err


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    begun = (
        MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),
        PlayerSeated(seat=1, player="Ann"),
    )
    wrong = TurnEnded(player=1, standing=(1,), score=0, why="magic", total=0)
    for at, events in enumerate(((*begun, TurnStarted(player=1, round=1), wrong), begun)):
        box = Box()
        box.tell(*events)
        path = journal(tmp_path / f"{at}.db", box.recorded)
        with pytest.raises(StbError):
            story_of(path)


def test_the_terminal_shows_moment_after_moment(played: Path) -> None:
    story = story_of(played)
    last = len(story.past) - 1

    async def look() -> None:
        app = PastApp(story, speed=0.001)
        async with app.run_test(size=(100, 34)) as pilot:
            await pilot.press("space", "right_square_bracket", "right_square_bracket")
            assert app.at == 2
            down = {tile.number for tile in app.query(TileWidget) if tile.is_down}
            assert down == {n for n in range(1, 10) if story.past[2].down & tiles(n)}
            await pilot.press("right_curly_bracket")
            assert app.at == story.past.turns[1]
            await pilot.press("left_curly_bracket", "left_square_bracket")
            assert app.at == 0
            assert app.query_one(SliderWidget).size.height == 1
            await pilot.press("greater_than_sign")
            assert app.speed == 0.002
            await pilot.press("less_than_sign")
            assert app.speed == 0.001
            app.speed = 1000
            await pilot.press("space")
            while app.at < last:
                await pilot.pause()
            text = "\n".join(
                "".join(part.text for part in app.query_one(ScoreWidget).render_line(y))
                for y in range(4)
            )
            assert "★" in text

    asyncio.run(look())
