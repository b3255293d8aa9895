"""The coach's panel in the terminal app, and his lines in plain text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from stbpi.display.coach_gallery import COACHED
from stbpi.display.gallery import SCENES
from stbpi.games.game import Phase, tiles
from stbpi.language import LANGUAGES
from stbpi.scene import Scene
from stbpi.sim import coach_words
from stbpi.sim.app_coach import HEIGHT, WIDTH, CoachWidget, coach_text
from stbpi.sim.app_roll import RollButton
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.coach_words import BEST, lines, table
from stbpi.thinking.advice import Advice, Aftermath, Coaching, Option
from tests.sim.test_app import press, shown, tell, tile, until, view


def saying(name: str) -> Coaching:
    return COACHED[name][1]


def advice(name: str = "covering_with_advice") -> Advice:
    said = saying(name).before
    assert said is not None
    return said


def aftermath() -> Aftermath:
    after = saying("no_move_with_luck").after
    assert after is not None
    return after


def coached(**coaching: object) -> Scene:
    return replace(SCENES["covering"], coaching=Coaching(**coaching))  # type: ignore[arg-type]  # by name


def many(count: int) -> tuple[Option, ...]:
    best, other, *_ = advice().options
    return (best, *(replace(other, tiles=tiles(*range(1, 2 + n % 11))) for n in range(count - 1)))


def test_the_best_choice_is_marked_and_every_choice_has_its_figures() -> None:
    head, best, other, *_ = table(advice().options, 60)

    assert head.split() == ["choice", "leads", "to", "costs", "to", "shut"]
    assert best.startswith(BEST)
    assert best.split()[1:] == ["3+6", "4.6", "points", "–", "19", "%"]
    assert other.split() == ["2+7", "5.1", "points", "0.6", "points", "18", "%"]
    assert len({len(line) for line in (head, best, other)}) == 1


def test_a_narrow_table_says_less() -> None:
    narrow = table(advice().options, 37)

    assert "points" not in " ".join(narrow)
    assert max(map(len, narrow)) <= 37
    assert "0.6" in narrow[2]


def test_numbers_of_dice_are_choices_like_covers() -> None:
    _, best, other = table(advice("complete_with_advice").options, 60)

    assert best.startswith("★ 1 die")
    assert other.startswith("  2 dice")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("count", [2, 9, 10, 11, 40])
@pytest.mark.parametrize("after", [None, aftermath()], ids=["first turn", "later"])
def test_the_panel_keeps_to_its_size(code: str, count: int, after: Aftermath | None) -> None:
    before = replace(advice(), options=many(count))
    scene = replace(coached(before=before, after=after), language=code)
    rows = coach_text(scene).plain.splitlines()

    assert len(rows) <= HEIGHT
    assert max(map(len, rows)) <= WIDTH - 4
    told = sum(row.startswith(("★", "  1")) for row in rows)
    assert told == count or any(str(count - told) in row for row in rows)


def test_what_is_not_there_is_told_in_words() -> None:
    def said(scene: Scene) -> str:
        return coach_text(scene).plain.splitlines()[1]

    assert said(coached(is_thinking=True)) == "The coach is thinking …"
    assert said(coached()) == "There is nothing to choose now."
    assert said(SCENES["covering"]) == "The coach has nothing to say here."


def test_luck_and_errors_of_a_turn_are_told_with_the_choice_that_cost_most() -> None:
    rows = coach_text(coached(after=aftermath())).plain.splitlines()

    assert rows[3:] == [
        "Anna: luck +11.4 points, errors 7.4 points.",
        "Without luck the turn would have come to 18.4 points.",
        "4+5 instead of 9 cost 7.4 points.",
    ]


def test_in_plain_text_every_choice_is_a_sentence() -> None:
    before = replace(advice(), options=advice().options[:2])
    assert lines(coached(before=before, after=aftermath())) == (
        "3+6, then 19 % to shut; 2+7 costs 0.6 points.",
        "3+6 is best: 4.6 points; 19 % to shut.",
        "2+7: 5.1 points, which costs 0.6 points; 18 % to shut.",
        "Anna: luck +11.4 points, errors 7.4 points.",
        "Without luck the turn would have come to 18.4 points.",
        "4+5 instead of 9 cost 7.4 points.",
    )
    assert lines(coached(is_thinking=True)) == ("The coach is thinking …",)
    assert lines(coached()) == ("There is nothing to choose now.",)


def test_an_errorless_turn_is_told_as_such() -> None:
    after = replace(aftermath(), worst=None)

    assert coach_words.aftermath(after, coached()) == (
        "Anna: luck +11.4 points, no errors.",
        "Without luck the turn would have come to 18.4 points.",
    )


def panel(app: SimulatorApp) -> str:
    """Return what stands in the panel; nothing while it is hidden."""
    part = app.query_one(CoachWidget)
    return str(part.render()) if part.display else ""


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (132, 50), (200, 60)])
def test_c_opens_the_panel_beside_what_is_played_with_and_closes_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "c")
        await until(pilot, lambda: bool(panel(app)))
        part = app.query_one(CoachWidget)
        assert app.box.is_coached
        assert any("c closes this" in row for row in shown(app))
        assert app.screen.region.contains_region(part.region)
        for other in (tile(app, 1), tile(app, 9), app.query_one(RollButton)):
            assert not part.region.overlaps(other.region)

        await press(app, pilot, "c")
        assert not app.box.is_coached
        assert not any("c closes this" in row for row in shown(app))

    tell(story, tmp_path / "sim.db", "Ann", size=size)


def test_the_panel_follows_the_match_while_one_plays_on(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "c", "space")
        await until(pilot, lambda: view(app).left == 9)
        await until(pilot, lambda: "to shut" in panel(app))
        assert "★ 9" in panel(app)
        await press(app, pilot, "9")
        await until(pilot, lambda: view(app).left == 0)
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).roll == (6, 6) and "★" in panel(app))

        assert "★ 9" not in panel(app)
        assert app.box.hand.down == tiles(9)

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4, 6, 6))


def test_after_a_turn_the_panel_says_how_it_went(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "c", "space")
        await until(pilot, lambda: view(app).left == 12)
        await press(app, pilot, "1", "5", "6")
        await until(pilot, lambda: view(app).left == 0)
        await press(app, pilot, "space")
        await until(pilot, lambda: "Ann: luck" in panel(app))
        await until(pilot, lambda: view(app).player == 2)
        await press(app, pilot, "a")
        await until(pilot, lambda: view(app).phase is Phase.READY)
        assert "Ann: luck" in panel(app)
        await press(app, pilot, "space")
        await until(pilot, lambda: view(app).left == 9 and "★" in panel(app))

        assert "Ann: luck" not in panel(app)

    tell(
        story,
        tmp_path / "sim.db",
        *("Ann", "Bob"),
        numbers=(6, 6, 6, 4, 5, 4),
        rules=(("tiles", 6),),
    )


def test_of_what_was_the_coach_says_nothing(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "c", "space")
        await until(pilot, lambda: "★ 9" in panel(app))
        await press(app, pilot, "left_square_bracket")
        await until(pilot, lambda: app._looks_at is not None)
        await until(pilot, lambda: "★" not in panel(app))

        await press(app, pilot, "end")
        await until(pilot, lambda: "★ 9" in panel(app))

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4))


def test_after_a_cut_of_the_power_the_coach_goes_on(tmp_path: Path) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "c", "space")
        await until(pilot, lambda: "★ 9" in panel(app))
        await app.box.cut_power()
        await until(pilot, lambda: "★ 9" in panel(app) and view(app).left == 9)

        assert app.box.is_coached

    tell(story, tmp_path / "sim.db", "Ann", numbers=(5, 4))
