"""Pages of the books: what they say, and that it fits a display of 128 pixels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.books.audits import AuditFold, audits
from stbpi.books.counts import Audits
from stbpi.books.diagnosis import diagnosis
from stbpi.books.pages import posters, statistics
from stbpi.books.records import RecordFold, records
from stbpi.desk.page import Figures, Poster
from stbpi.desk.setup import Setup, view
from stbpi.games.events import Bounced, Cleared, Fault, RecordNamed, Rolled, TileDown
from stbpi.games.game import NO_TILES, View
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.language import LANGUAGES, Message, speaking
from tests.books.journals import MONDAY, STOPPED, Box, folded, left, utc

GAME = ShutTheBox()
FIGURE = 21
TITLE = 14
LINE = 18


def audits_of(box: Box) -> Audits:
    return audits(folded(AuditFold(utc), box.recorded))


def box_of_a_night() -> Box:
    box = Box()
    for number in range(3):
        box.plays(left(9), left(*range(1, number + 1)), names=("Ann", "P2"))
    box.plays(*[left(9)] * 4, preset="luk_kassen", seconds=40)
    box.tell(*[Rolled(player=1, dice=(3, 4), total=7, k=1)] * 50, TileDown(tile=1))
    return box


def figures(pages: tuple[Figures, ...]) -> dict[str, str]:
    return {str(figure.name): str(figure.value) for page in pages for figure in page.figures}


def bars(pages: tuple[Figures, ...]) -> dict[str, tuple[int, ...]]:
    return {str(page.title): page.bars for page in pages if page.bars}


def test_a_box_that_was_never_played_shows_nothing_but_noughts() -> None:
    pages = statistics(audits(AuditFold().start()))

    assert figures(pages)["Matches"] == "0"
    assert figures(pages)["Best turn"] == "none"
    assert figures(pages)["Most played"] == "none"
    assert bars(pages) == {}


def test_the_main_audits_are_told_as_they_are_counted() -> None:
    told = figures(statistics(audits_of(box_of_a_night())))

    assert {
        "Matches": "4",
        "Turns": "10",
        "Shut boxes": "1",
        "Shut, %": "10.0",
        "Left standing": "6.7",
        "Best turn": "0",
        "Match minutes": "0.9",
        "Players": "1.8",
        "Set aside": "0",
        "Hours on": "0",
        "Most played": "Classic",
        "Switched on": "1",
        "Faults": "0 open, 0 ever",
        "Throws": "50",
        "Faces": "unusual: 1 in 1000000+",
        "Two dice": "too few throws",
    }.items() <= told.items()


def test_once_the_audits_were_cleared_the_recent_stands_before_the_ever() -> None:
    box = box_of_a_night()
    box.tell(Cleared(what="audits"))
    box.plays(left(3, 4))
    pages = statistics(audits_of(box))

    assert str(pages[0].title) == "Recent / ever"
    told = figures(pages)
    assert (told["Matches"], told["Best turn"]) == ("1/5", "7/0")


def test_histograms_have_their_bars_and_empty_ones_are_left_out() -> None:
    told = bars(statistics(audits_of(box_of_a_night())))

    assert told["Matches by hour"] == (4, *[0] * 23)
    assert told["Matches Mon-Sun"] == (4, 0, 0, 0, 0, 0, 0)
    assert told["Left by a turn"] == (1, 2, 7, 0, 0, 0, 0, 0, 0, 0)
    assert told["Tile closes"][0] == 1

    box = Box(None)
    box.plays(left(9))
    assert "Matches by hour" not in bars(statistics(audits_of(box)))


def test_the_longest_bounces_since_the_clearing_stand_behind_the_closes() -> None:
    box = box_of_a_night()
    box.tell(Bounced(part="tile_2", ms=30), Cleared(what="audits"), Bounced(part="tile_4", ms=7))
    box.tell(TileDown(tile=4))
    told = bars(statistics(audits_of(box)))

    assert [*told][-2:] == ["Tile closes", "Longest bounce, ms"]
    assert told["Longest bounce, ms"] == (0, 0, 0, 7, *[0] * 8)


def test_pages_are_counted_and_have_at_most_four_figures() -> None:
    pages = statistics(audits_of(box_of_a_night()))

    assert [(page.at, page.of) for page in pages] == [
        (at, len(pages)) for at in range(1, len(pages) + 1)
    ]
    assert all(len(page.figures) <= 4 and bool(page.figures) != bool(page.bars) for page in pages)


def old_box() -> Audits:
    """A box with as long numbers as one can have after ten years."""
    box = box_of_a_night()
    box.tell(Cleared(what="audits"), Fault(part="tile_1", what="x"))
    told = audits_of(box)
    many = replace(
        told.ever,
        started=987_654,
        turns=9_876_543,
        throws=98_765_432,
        shut=987_654,
        left=9_876_543 * 45,
        match_ms=987_654 * 999_900,
        ended=987_654,
        best=45,
        seats=987_654 * 12,
        on_ms=99_999 * 3_600_000,
        played_ms=99_999 * 3_600_000,
        starts=9_999,
        faults=99_999,
        wrong_covers=98_765_432,
        bounces=(99,) * 12,
        matches_of=tuple((f"shut_the_box/{preset}", 987_654) for preset in PRESETS),
    )
    return replace(told, recent=many, ever=many)


def pages_of_many_presets() -> list[Figures]:
    told = old_box()
    turned = [told.recent.matches_of[at:] for at in range(len(PRESETS))]
    return [
        page
        for most in turned
        for page in statistics(replace(told, recent=replace(told.recent, matches_of=most)))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_fits_a_line_with_its_name(language: str) -> None:
    with speaking(language):
        lines = {
            f"{figure.name.wordings[-1]} {figure.value.wordings[-1]}"
            for page in pages_of_many_presets()
            for figure in page.figures
        }

    assert [line for line in lines if len(line) > FIGURE] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_of_a_page_fits(language: str) -> None:
    with speaking(language):
        titles = {page.title.wordings[-1] for page in statistics(old_box())}

    assert [title for title in titles if len(title) > LINE] == []


def test_long_numbers_are_told_in_thousands() -> None:
    told = figures(statistics(old_box()))

    assert (told["Turns"], told["Shut boxes"]) == ("9876k/9876k", "987k/987k")


def setup_view(preset: str) -> View:
    offers = tuple((name, GAME.summary(name, ())) for name in GAME.presets())
    setup = Setup(
        game=GAME.name,
        roster=(),
        seats=1,
        offers=offers,
        preset=preset,
        home=preset,
        house_rules=(),
    )
    return view(setup, down=NO_TILES)


def shown(box: Box, preset: str = "classic", greeting: str = "") -> dict[str, Poster]:
    hall = folded(RecordFold(utc), box.recorded)
    told = audits_of(box)
    seen = setup_view(preset)
    board = records(RecordFold(utc), hall, now=MONDAY + 60).board(
        seen.game, seen.preset, seen.tiles
    )
    made = posters(
        seen,
        box="The Anchor",
        board=board,
        last=told.match,
        greeting=greeting,
        faults=diagnosis(told),
    )
    return {poster.kind: poster for poster in made}


def texts(poster: Poster) -> list[str]:
    return [str(line) for line in (poster.title, *poster.lines)]


def test_a_new_box_shows_its_title_and_how_to_play() -> None:
    made = shown(Box())

    assert list(made) == ["title", "how_to"]
    assert texts(made["title"]) == ["Shut the Box", "The Anchor", "Classic", "9 tiles, 1 round"]
    assert texts(made["how_to"])[0] == "How to play"


def test_the_title_says_what_is_played() -> None:
    assert texts(shown(Box(), "up_to_45")["title"])[-1] == "9 tiles, no round limit"
    assert texts(shown(Box(), "three_dice")["title"])[-2:] == ["Three dice", "12 tiles, 4 rounds"]


def test_the_best_three_of_the_night_are_shown() -> None:
    box = Box()
    for name, standing in (("Ann", (9,)), ("Bo", (8,)), ("Cy", ()), ("Di", (7,))):
        box.plays(left(*standing), names=(name,))

    assert texts(shown(box)["records"]) == ["Tonight's best", "1 Cy: shut", "2 Di: 7", "3 Bo: 8"]


def test_before_anybody_has_played_tonight_the_best_ever_are_shown() -> None:
    box = Box(MONDAY - 48 * 3600)
    box.plays(left(9))
    assert texts(shown(box)["records"]) == ["Best ever", "1 Ann: 9"]
    assert "records" not in shown(box, "luk_kassen")


def test_the_last_match_is_shown_with_its_winners_first() -> None:
    box = Box()
    box.plays(left(9), left(8), left(7), left(6), names=("Ann", "P2", "Cy", "Di"))
    box.tell(RecordNamed(player=2, name="BEA"))

    assert texts(shown(box)["last_match"]) == ["Last match", "Di: 6", "Ann: 9", "BEA: 8"]

    box.plays(left(9), names=("Ann", "Bo"))
    assert "last_match" not in shown(box)
    box.plays(STOPPED, names=("Ann", "Bo"))
    assert texts(shown(box)["last_match"]) == ["Last match", "Ann: 0", "Bo: 0"]


def test_the_landlord_greets_in_lines_that_fit() -> None:
    made = shown(Box(), greeting="Happy hour from five to seven, league on Tuesday nights")

    assert texts(made["greeting"]) == [
        "The Anchor",
        "Happy hour from",
        "five to seven,",
        "league on Tuesday",
    ]


def test_what_should_be_looked_at_is_shown() -> None:
    box = Box()
    box.tell(Fault(part="roll", what="stuck"))

    made = shown(box)["faults"]
    assert str(made.title) == "Look at this"
    assert made.lines[0].wordings[-1] == "Roll button bad"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_poster_fits(language: str) -> None:
    def too_long(text: Message, most: int) -> bool:
        return len(text.wordings[-1]) > most

    box = Box()
    box.plays(left(9), left(8, 9), left(), names=("ABCDEFGHIJKL", "BCDEFGHIJKLM", "CDEFGHIJKLMN"))
    box.tell(Fault(part="tile_12", what="x"))
    with speaking(language):
        for preset in PRESETS:
            for poster in shown(box, preset, greeting="Hello").values():
                assert not too_long(poster.title, TITLE)
                assert [line for line in poster.lines if too_long(line, LINE)] == []
