"""The gallery of pages and posters: what the desk and the books make of a made-up evening.

`gallery` puts them among its examples. Nobody who only draws imports this.

Never: draws, says a word of its own: but for names and a greeting every text is one that a box
can show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stbpi.books.boards import Board, Entry, Table
from stbpi.books.counts import Audits, Counts
from stbpi.books.diagnosis import diagnosis
from stbpi.books.dice import DiceAudit
from stbpi.books.match import PlayedMatch, Result
from stbpi.books.pages import posters, statistics
from stbpi.desk import dice
from stbpi.desk import menu as menus
from stbpi.desk.facts import Facts
from stbpi.desk.page import Act, Letters, Menu, Page, Poster
from stbpi.desk.settings import (
    ATTRACT_SOUND,
    AUDIO,
    COACH,
    GUESTS,
    HOURS,
    IDLE_MINUTES,
    LANGUAGE,
    NIGHT,
    NIGHT_LEVEL,
    VOLUME,
    Guests,
)
from stbpi.desk.setup import Setup, view
from stbpi.desk.stations import (
    Lines,
    Numbers,
    Seats,
    Spelling,
    code,
    go_on,
    last_turn,
    spell,
    wrong_key,
)
from stbpi.dice.drawn import Drawn
from stbpi.dice.lot import commitment
from stbpi.display.coach_gallery import IN_WINNING, WITH_AN_ERROR, WITHOUT_ERRORS
from stbpi.games.game import NO_TILES, tiles
from stbpi.games.registry import TITLES
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.tally import MatchWhy

GAME = ShutTheBox()
PRESET = "knock_out"
NAMES = ("Anna", "Bjørn", "Līga")
BOX = "The Red Lion"
GREETING = "Happy hour from five to seven"
ADDRESS = "http://192.168.178.23:8137/box"
LONGEST_ADDRESS = "http://scores.red-lion.example.org:8137/tv?box=anchor"

# What is counted

_MINUTE, _HOUR = 60_000, 3_600_000

RECENT = Counts(
    started=212,
    ended=198,
    set_aside=14,
    turns=2480,
    throws=8928,
    shut=97,
    left=27_032,
    best=0,
    seats=598,
    match_ms=198 * 14 * _MINUTE,
    turn_ms=2480 * 31_000,
    on_ms=412 * _HOUR,
    played_ms=53 * _HOUR,
    starts=9,
    faults=3,
    faults_cleared=1,
    wrong_covers=160,
    refused=75,
    operator_entered=4,
    operator_refused=2,
    by_hour=(9, 1, *[0] * 8, 1, 4, 9, 16, 7, 3, 0, 2, 12, 30, 41, 38, 28, 11),
    by_weekday=(8, 12, 15, 21, 56, 68, 32),
    by_left=(97, 180, 415, 560, 502, 371, 207, 96, 40, 12),
    by_seconds=(130, 598, 742, 511, 280, 131, 62, 26),
    matches_of=(
        ("shut_the_box/luk_kassen", 120),
        ("shut_the_box/classic", 51),
        ("shut_the_box/unlucky_seven", 30),
        ("shut_the_box/knock_out", 11),
    ),
    turns_of=(("shut_the_box/luk_kassen", 1440), ("shut_the_box/classic", 1040)),
    closes=(1610, 1702, 1655, 1587, 1544, 1490, 1366, 1201, 1010, 0, 0, 0),
    complaints=(9, 11, 14, 13, 12, 20, 31, 26, 24, 0, 0, 0),
    bounces=(3, 4, 9, 3, 17, 4, 2, 6, 3, 0, 0, 0),
    dice=DiceAudit(
        faces=(2911, 3002, 2954, 2978, 2935, 2996),
        totals=(231, 473, 702, 944, 1176, 1410, 1181, 949, 697, 468, 235),
    ),
)
EVER = replace(
    RECENT,
    started=1931,
    ended=1805,
    set_aside=126,
    turns=21_304,
    throws=78_120,
    shut=803,
    left=240_735,
    seats=5407,
    match_ms=1805 * 15 * _MINUTE,
    on_ms=8760 * _HOUR,
    played_ms=451 * _HOUR,
    starts=87,
    faults=31,
    wrong_covers=1172,
)
AUDITS = Audits(
    recent=RECENT,
    ever=EVER,
    is_cleared=True,
    first_boot=None,
    last_clear=None,
    last_match=None,
    last_fault=None,
    tiles=(),
    faults=(("tile_4", "stuck"), ("disk", "full")),
    clock_lost=True,
    clock_unknown=False,
    match=None,
)

# What is so

VIEW = view(
    Setup(
        game=GAME.name,
        roster=NAMES,
        seats=len(NAMES),
        offers=((PRESET, GAME.summary(PRESET, ())),),
        preset=PRESET,
        home=PRESET,
        house_rules=(),
    ),
    down=NO_TILES,
)
OUTSIDE = Facts(
    view=VIEW,
    is_in_match=False,
    down=NO_TILES,
    broken=NO_TILES,
    failed=NO_TILES,
    rules=lambda: GAME.choices(PRESET, (), most_tiles=12),
    games=lambda: tuple(TITLES),
    takes_bots=True,
    values={
        LANGUAGE: "da",
        VOLUME: 5,
        AUDIO: True,
        ATTRACT_SOUND: "rarely",
        NIGHT: "22:00-08:00",
        NIGHT_LEVEL: 1,
        IDLE_MINUTES: 15,
        HOURS: "16:00-02:00",
        COACH: "after",
        GUESTS: Guests.COMFORT.value,
    },
    statistics=lambda: statistics(AUDITS),
    has_key=True,
)
IN_MATCH = replace(OUTSIDE, is_in_match=True, values={GUESTS: Guests.EVERYTHING.value})
IN_TURN = replace(
    IN_MATCH,
    view=replace(VIEW, may_undo=True, may_stop=True),
    down=tiles(4),
    broken=tiles(4, 7),
    failed=tiles(9),
)


def at(menu: Menu, line: int) -> Menu:
    """Choose a line, from 0; -1 is the last one."""
    return replace(menu, at=line % len(menu.lines))


def behind(make: Callable[[Facts], Menu], act: Act, key: str = "") -> Page:
    """Return the page that opens when a line of a menu is chosen."""
    wanted = [(line.act, line.key) for line in make(OUTSIDE).lines].index((act, key))
    return Lines(make, at=wanted).hold(OUTSIDE).instead[-1].page(OUTSIDE)


def letters(name: str) -> Letters:
    (station,) = spell(((1, name),))
    assert isinstance(station, Spelling)
    return station.letters


OPEN_MENU = at(menus.main_menu(IN_MATCH), 1)

_STATISTICS = (
    *("figures", "figures_of_turns", "figures_of_hours", "figures_of_faults"),
    *("figures_of_dice", "figures_of_rules", "figures_by_hour", "figures_by_weekday"),
    *("figures_by_left", "figures_by_seconds", "figures_by_tile"),
    "figures_of_bounces",
)

SEED = bytes(range(32))
SEALED = Drawn(sha=commitment(SEED), is_new=True)
TOLD = Drawn(sha=SEALED.sha, bytes=SEED.hex(), word="ŠĀBØX")
SEALED_PAGES, TOLD_PAGES = dice.pages(SEALED), dice.pages(TOLD)

PAGES: dict[str, Page] = {
    "menu": OPEN_MENU,
    "menu_in_a_turn": at(menus.main_menu(IN_TURN), 4),
    "menu_outside_a_match": at(menus.main_menu(OUTSIDE), -1),
    "menu_of_switches": at(menus.switches(IN_TURN), 2),
    "menu_of_house_rules": at(menus.rule_menu(OUTSIDE), 2),
    "menu_of_the_last_house_rules": at(menus.rule_menu(OUTSIDE), -1),
    "menu_of_sound": at(menus.sound_menu(OUTSIDE), 1),
    "menu_of_languages": at(menus.language_menu(OUTSIDE), 2),
    "menu_of_landlord": at(menus.drawers(OUTSIDE), 1),
    "menu_of_adjustments": at(menus.adjustments(OUTSIDE), 5),
    "menu_of_the_last_adjustments": at(menus.adjustments(OUTSIDE), -2),
    "menu_of_utilities": at(menus.utilities(OUTSIDE), 2),
    "menu_of_players": Seats(roster=NAMES, count=3, names=NAMES[:1], at=1).page(OUTSIDE),
    **dict(zip(_STATISTICS, statistics(AUDITS), strict=True)),
    "letters": replace(letters(NAMES[1]), taken="ÅĢ", letter="Ķ"),
    "letters_first": letters("Alexandra"),
    "dice_sealed": SEALED_PAGES[0],
    "dice_word": SEALED_PAGES[1],
    "dice_word_again": dice.pages(replace(SEALED, word="BOXED"))[1],
    "dice_letters": replace(dice.NO_WORD, taken="ŠĀB", letter="Ø"),
    "dice_told": TOLD_PAGES[1],
    "dice_check": TOLD_PAGES[2],
    "last_turn": last_turn(WITH_AN_ERROR).question,
    "last_turn_in_winning": last_turn(IN_WINNING).question,
    "last_turn_without_errors": last_turn(WITHOUT_ERRORS).question,
    "go_on": go_on(NAMES).question,
    "code": code(ADDRESS).question,
    "code_of_a_long_address": code(LONGEST_ADDRESS).question,
    "key": behind(menus.main_menu, Act.LANDLORD),
    "key_that_is_new": behind(menus.utilities, Act.DO, menus.NEW_KEY),
    "wrong_key": wrong_key(pauses=True).question,
    "question": behind(menus.utilities, Act.DO, menus.CLEAR_RECORDS),
    "question_of_audits": behind(menus.utilities, Act.DO, menus.CLEAR_AUDITS),
    "question_of_settings": behind(menus.utilities, Act.DO, menus.FACTORY),
    "question_of_test": behind(menus.drawers, Act.GO, menus.TESTS),
    "question_before_the_first_match": Numbers().page(replace(OUTSIDE, statistics=tuple)),
}
"""Pages by the example's name."""

# What is shown while nobody plays


def _entry(name: str, score: int, *, is_shut: bool = False) -> Entry:
    return Entry(name=name, score=score, is_shut=is_shut, match=1, seat=1, wall=None)


BOARD = Board(
    game=GAME.name,
    preset=PRESET,
    tiles=VIEW.tiles,
    tonight=Table(
        matches=(_entry("ĀBC", 3, is_shut=True), _entry("ØST", 12), _entry("Anna", 118)),
    ),
)
LAST = PlayedMatch(
    number=212,
    game=GAME.name,
    preset=PRESET,
    names=NAMES,
    result=Result(
        why=MatchWhy.LAST_LEFT, totals=(47, 23, 61), winners=(2,), ms=9 * _MINUTE, wall=None
    ),
)

POSTERS: dict[str, Poster] = {
    f"attract_{poster.kind}": poster
    for poster in posters(
        VIEW,
        box=BOX,
        board=BOARD,
        last=LAST,
        greeting=GREETING,
        address=ADDRESS,
        faults=diagnosis(AUDITS),
    )
}
"""Posters by the example's name, which is that of their screen."""
