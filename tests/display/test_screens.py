"""Every screen as a golden picture (`#` and `.`), and what must hold for all of them."""

from __future__ import annotations

from dataclasses import replace
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from stbpi.desk.page import (
    LABELS,
    Act,
    Figure,
    Figures,
    Letters,
    Menu,
    MenuLine,
    Page,
    Poster,
    Question,
)
from stbpi.display import faults, names, texts
from stbpi.display.examples import ATTRACT, MENU, READY, TURN_OVER, scene
from stbpi.display.gallery import SCENES
from stbpi.display.page_gallery import PAGES, POSTERS
from stbpi.display.screens import draw
from stbpi.games.game import Change, Phase, PlayerView, Prompt, Tile, Tiles, View, all_tiles
from stbpi.language import Message, current, speaking
from stbpi.scene import Held, Scene
from tests.display.golden import SCREENS, as_text, blessed

GOLDEN = SCREENS


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_was_blessed(name: str) -> None:
    text = as_text(draw(SCENES[name]).picture)

    assert text == blessed(GOLDEN, name, text)


def test_every_golden_picture_has_its_scene() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)


@pytest.mark.parametrize(
    ("scene_name", "screen_name"),
    [
        ("setup", "setup"),
        ("ready", "ready"),
        ("raise_tiles", "raise_tiles"),
        ("lower_tiles", "lower_tiles"),
        ("covering", "covering"),
        ("complete", "complete"),
        ("wrong", "wrong"),
        ("close_again", "close_again"),
        ("no_move", "no_move"),
        ("shut", "shut"),
        ("out", "out"),
        ("match_over", "match_over"),
        ("menu", "menu"),
        ("menu_still_held", "menu"),
        ("held_press", "held_press"),
        ("held_hold", "held_hold"),
        ("one_die", "one_die"),
        ("bot_throws", "bot_throws"),
        ("bot_thinks", "bot_thinks"),
        ("close", "close"),
        ("complete_for_a_bot", "complete"),
        ("faults", "ready"),
        ("held_press_when_complete", "held_press"),
        ("switch_fault", "switch_fault"),
        ("menu_of_switches", "menu"),
        ("figures", "figures"),
        ("letters", "letters"),
        ("go_on", "go_on"),
        ("attract_records", "attract_records"),
        ("throw", "throw"),
        ("throw_again", "throw"),
        ("closing", "closing"),
        ("closed_tiles", "closed_tiles"),
        ("cover", "cover"),
        ("total", "total"),
        ("wrong_with_real_dice", "wrong"),
    ],
)
def test_a_screen_has_a_stable_name(scene_name: str, screen_name: str) -> None:
    assert draw(SCENES[scene_name]).name == screen_name


def test_wrong_tiles_that_are_not_complained_about_yet_are_told_after_a_press() -> None:
    wrong = SCENES["wrong"]
    pressed = replace(wrong, view=replace(wrong.view, phase=Phase.COVERING))

    assert draw(pressed).name == "wrong"
    assert as_text(draw(pressed).picture) == as_text(draw(wrong).picture)


@pytest.mark.parametrize("name", ["ready", "complete"])
def test_without_a_throw_that_is_allowed_there_is_still_a_screen(name: str) -> None:
    blocked = replace(SCENES[name], view=replace(SCENES[name].view, dice_allowed=()))

    assert draw(blocked).name == name
    assert draw(blocked).cut == ()


def test_the_end_of_a_turn_is_named_after_its_reason() -> None:
    assert draw(scene(replace(TURN_OVER, why="unlucky"))).name == "unlucky"


def test_a_failed_display_is_no_mark_on_the_display() -> None:
    without, with_fault = draw(scene(READY)), draw(scene(READY, faults=("display",)))

    assert as_text(with_fault.picture) == as_text(without.picture)


@pytest.mark.parametrize("at", range(13))
def test_every_line_of_a_long_menu_can_be_seen_and_arrows_say_that_there_are_more(at: int) -> None:
    lines = tuple(MenuLine(Act.BREAK, Tile(number)) for number in range(1, 14))
    picture = draw(scene(MENU, page=Menu(lines=lines, at=at))).picture
    left_edge = [bool(picture.getpixel((0, 16 + 12 * row + 5))) for row in range(4)]
    chosen = min(at, 3)

    assert left_edge.index(True) == chosen
    more_above, more_below = picture.crop((119, 20, 126, 24)), picture.crop((119, 56, 126, 60))
    white, arrow = 28, 16
    assert ink(more_above) == (white if at == 0 else arrow if at > 3 else 0)
    assert ink(more_below) == (arrow if at < 3 else white - arrow if at < 12 else white)


def ink(picture: Image.Image) -> int:
    return sum(picture.histogram()[1:])


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (("disk",), ("not saving", "unsaved")),
        (("tile_4",), ("tile 4 bad", "tile 4")),
        (("disk", "serial", "tile_4"), ("not saving +2", "unsaved +2", "unsaved")),
        (("roll", "tile_11", "tile_2"), ("button bad +2", "button +2", "button")),
        (("cable", "roll"), ("cable off +1", "cable +1", "cable")),
        (("display", "serial"), ("no serial log", "serial")),
        (("display",), ()),
        ((), ()),
    ],
)
def test_the_gravest_fault_is_told_in_words(parts: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert faults.gravest(parts) == shown


def test_the_other_faults_are_told_before_a_turn() -> None:
    parts = ("disk", "roll", "serial", "tile_11", "tile_4")

    assert faults.others(parts)[0] == "button bad, tile 4 bad, tile 11 bad, no serial log"
    assert faults.others(parts)[-1] == "button …"
    assert faults.others(("disk",)) == faults.others(("disk", "display")) == ()


@pytest.mark.parametrize("name", ["ready", "covering", "complete", "wrong", "no_move"])
@pytest.mark.parametrize("held", [Held.PRESS, Held.HOLD])
def test_while_the_button_is_held_only_the_strip_changes(name: str, held: Held) -> None:
    """The totals may give way to it in part, and the arrows of the tiles."""
    before = draw(SCENES[name]).picture
    while_held = draw(replace(SCENES[name], held=held)).picture
    changed = ImageChops.logical_xor(before, while_held).getbbox()

    assert changed is not None
    assert changed[1] >= 39
    assert changed[3] <= (64 if name == "ready" else 52)


def test_every_act_of_the_menu_and_every_prompt_has_its_words() -> None:
    assert set(LABELS) | {Act.SET, Act.SEAT, Act.GO, Act.DO} == set(Act)
    assert MenuLine(Act.CLOSE, Tile(4)).label.wordings == ("Close tile 4",)
    assert set(Prompt) - set(texts.PROMPTS) == {
        *(Prompt.SETUP, Prompt.ROLL, Prompt.MATCH_OVER),
        *(Prompt.GO_ON, Prompt.NAME),
        *(Prompt.CALL, Prompt.CLAIM, Prompt.LEAD, Prompt.FOLLOW, Prompt.DISCARD),
    }


def test_only_in_attract_mode_small_pictures_wander() -> None:
    has_rest = {name for name, it in SCENES.items() if draw(it).rest}

    assert has_rest == set(POSTERS)


def test_posters_are_shown_under_their_own_names_in_their_order() -> None:
    several = replace(scene(ATTRACT), posters=tuple(POSTERS.values()))
    screen = draw(several)

    assert [small.name for small in screen.rest] == list(POSTERS)
    assert screen.name == "attract_title"
    for small, name in zip(screen.rest, POSTERS, strict=True):
        alone = draw(SCENES[name])
        assert small.picture.tobytes() == alone.rest[0].picture.tobytes()
        assert alone.picture.crop(alone.picture.getbbox()).tobytes() == small.picture.tobytes()


def test_attract_mode_without_posters_shows_the_name_of_the_game() -> None:
    assert [small.name for small in draw(scene(ATTRACT)).rest] == ["attract_title"]


def test_a_button_that_is_held_in_attract_mode_gets_an_answer() -> None:
    held = draw(replace(SCENES["attract_records"], held=Held.NOTHING))

    assert held.rest == ()
    assert held.name == "setup"


@pytest.mark.parametrize("held", [Held.PRESS, Held.HOLD])
@pytest.mark.parametrize("name", [name for name in PAGES if not name.startswith("code")])
def test_the_headline_of_a_page_says_what_letting_go_does(name: str, held: Held) -> None:
    before = draw(SCENES[name]).picture
    while_held = draw(replace(SCENES[name], held=held)).picture
    changed = ImageChops.logical_xor(before, while_held).getbbox()

    assert changed is not None
    assert changed[3] <= 13


def test_a_question_has_a_screen_of_its_own_name() -> None:
    question = PAGES["question"]
    assert isinstance(question, Question)

    assert draw(scene(MENU, page=replace(question, kind="clear_records"))).name == "clear_records"


@pytest.mark.parametrize(
    ("bars", "heights"),
    [((0, 1, 2), (1, 18, 35)), ((1, 1000), (2, 35)), ((0, 0), (1, 1)), ((7,) * 60, (35,) * 60)],
)
def test_bars_are_as_high_as_they_should_be_and_the_lowest_are_seen(
    bars: tuple[int, ...], heights: tuple[int, ...]
) -> None:
    figures = PAGES["figures_by_hour"]
    assert isinstance(figures, Figures)
    picture = draw(scene(MENU, page=replace(figures, bars=bars))).picture
    columns = [ink(picture.crop((x, 16, x + 1, 51))) for x in range(128)]
    seen = [height for x, height in enumerate(columns) if height and not columns[x - 1]]

    assert tuple(seen) == heights


def test_rounds_won_and_the_pot_are_told_before_a_turn() -> None:
    ready, by_rounds, for_a_pot = (
        draw(SCENES[name]).picture.crop((60, 27, 128, 40))
        for name in ("ready", "ready_by_rounds", "ready_for_a_pot")
    )

    assert len({ready.tobytes(), by_rounds.tobytes(), for_a_pot.tobytes()}) == 3


def test_a_picture_is_drawn_in_the_language_of_its_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str] = []
    name = names.preset

    def spy(code: str) -> Message:
        spoken.append(current())
        return name(code)

    monkeypatch.setattr(names, "preset", spy)
    with speaking("nb"):
        draw(replace(SCENES["setup"], language="lv"))
        assert current() == "nb"

    assert spoken == ["lv"]


LETTERS = st.sampled_from([it for it in map(chr, range(256)) if category(it) in ("Lu", "Ll", "Nd")])
NAMES = st.text(LETTERS, min_size=1, max_size=12) | st.text(LETTERS, min_size=12, max_size=12)
TOTALS = st.integers(0, 999) | st.just(20 * 123456789101112)
BALANCES = st.integers(-20_000, 220_000)
PARTS = ("cable", "disk", "display", "roll", "serial", "tile_4", "tile_12", "tile_board")
WHYS = ("no_move", "shut", "stopped", "unlucky", "first_roll")


def short(most: int) -> st.SearchStrategy[Message]:
    return st.text(LETTERS, min_size=1, max_size=most).map(Message)


def pages() -> st.SearchStrategy[Page]:
    """Pages with texts as long as there is room for."""
    figures = st.builds(Figure, short(10), short(10))
    deeds = st.none() | short(13)
    return (
        menus()
        | st.builds(
            Figures,
            title=short(14),
            figures=st.lists(figures, max_size=4).map(tuple),
            at=st.integers(1, 99),
            of=st.integers(1, 99),
        )
        | st.builds(
            Figures,
            title=short(14),
            bars=st.lists(st.integers(0, 10**6), min_size=1, max_size=60).map(tuple),
            first=st.just("0:00"),
            last=st.just("23:00"),
            at=st.integers(1, 99),
            of=st.integers(1, 99),
        )
        | st.builds(
            Letters,
            title=short(21),
            taken=st.text(LETTERS, max_size=2),
            letter=st.text(LETTERS, min_size=1, max_size=1),
        )
        | st.builds(
            Question,
            title=short(21),
            lines=st.lists(short(21), max_size=2).map(tuple),
            press=deeds,
            hold=deeds,
        )
    )


def posters() -> st.SearchStrategy[Poster]:
    lines = st.lists(short(21), max_size=3).map(tuple)
    return st.builds(Poster, kind=st.just("title"), title=short(20), lines=lines)


@st.composite
def menus(draw_from: st.DrawFn) -> Menu:
    lines = st.builds(MenuLine, st.sampled_from(list(LABELS)), st.integers(1, 12).map(Tile))
    some = tuple(draw_from(st.lists(lines, min_size=1, unique=True)))
    return Menu(lines=some, at=draw_from(st.integers(0, len(some) - 1)))


@st.composite
def scenes(draw_from: st.DrawFn) -> Scene:
    """Scenes of all phases, with as many and as long things as there can be."""
    count = draw_from(st.integers(6, 12))
    names = draw_from(st.lists(NAMES, min_size=1, max_size=12, unique=True))
    seats = len(names)
    sets = st.integers(0, all_tiles(count)).map(Tiles)
    phase = draw_from(st.sampled_from(Phase))
    by_rounds, has_stakes = draw_from(st.booleans()), draw_from(st.booleans())
    players = tuple(
        PlayerView(
            seat=seat,
            name=name,
            score=draw_from(st.none() | TOTALS | st.just(123456789101112)),
            total=draw_from(TOTALS),
            rounds_won=draw_from(st.integers(0, 20)) if by_rounds else None,
            balance=draw_from(BALANCES) if has_stakes else None,
            out=draw_from(st.booleans()),
            winner=phase is Phase.MATCH_OVER and draw_from(st.booleans()),
        )
        for seat, name in enumerate(names, 1)
    )
    is_playing = phase not in (Phase.SETUP, Phase.MATCH_OVER, Phase.ATTRACT)
    roll = draw_from(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    view = View(
        game="shut_the_box",
        preset=draw_from(st.sampled_from(("unlucky_seven", "canoga_stakes", "golf"))),
        phase=phase,
        prompt=draw_from(st.sampled_from(Prompt)),
        tiles=count,
        standing=draw_from(sets),
        committed=draw_from(sets),
        named=draw_from(sets | st.just(all_tiles(count))),
        players=players,
        player=draw_from(st.integers(1, seats)) if is_playing else None,
        round=draw_from(st.integers(1, 20) | st.just(999)) if is_playing else None,
        rounds=draw_from(st.sampled_from((0, 1, 4, 20))),
        roll=tuple(roll),
        left=draw_from(st.none() | st.integers(0, 24)),
        dice_allowed=draw_from(st.sampled_from(((), (1,), (2,), (4,), (1, 2), (1, 2, 3, 4)))),
        pot=draw_from(st.none() | st.integers(0, 24_000)),
        may_undo=draw_from(st.booleans()),
        may_stop=draw_from(st.booleans()),
        rescored=draw_from(st.booleans()),
        change=draw_from(st.sampled_from(Change)),
        why=draw_from(st.sampled_from(WHYS)),
    )
    page = draw_from(pages()) if phase is Phase.MENU else None
    shown = draw_from(st.lists(posters(), max_size=3)) if phase is Phase.ATTRACT else []
    failed = draw_from(st.lists(st.sampled_from(PARTS), max_size=5, unique=True).map(sorted))
    drawn = scene(view, held=draw_from(st.sampled_from(Held)), page=page, faults=tuple(failed))
    return replace(drawn, posters=tuple(shown))


@settings(deadline=None)  # the machine may be busy
@given(scenes())
def test_no_text_is_ever_cut_off(drawn: Scene) -> None:
    screen = draw(drawn)

    assert screen.cut == ()
    assert screen.picture.size == (128, 64)
    assert screen.picture.mode == "1"
