"""Self-diagnosis: said when it should be said, and only then."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from stbpi.books import diagnosis as rules
from stbpi.books.audits import AuditFold, audits
from stbpi.books.diagnosis import diagnosis
from stbpi.games.events import (
    Bounced,
    Covered,
    Fault,
    Refused,
    Rolled,
    TileDown,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import members
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.language import LANGUAGES, speaking
from tests.books.journals import HOUR, MONDAY, Box, folded, left, utc
from tests.games.evening import Play
from tests.strategies import Asked

LINE = 18


def said(box: Box) -> list[str]:
    return [str(line) for line in diagnosis(audits(folded(AuditFold(utc), box.recorded)))]


def turns(box: Box, count: int, *, closed: Iterable[int], standing: tuple[int, ...]) -> None:
    for _ in range(count):
        box.tell(TurnStarted(player=1, round=1))
        for tile in closed:
            box.tell(TileDown(tile=tile))
        box.tell(
            Covered(player=1, tiles=tuple(closed), standing=standing),
            TurnEnded(player=1, standing=standing, score=0, why="no_move", total=0),
        )


def test_a_box_that_is_well_has_nothing_to_say() -> None:
    box = Box()
    box.plays(left(9))

    assert said(box) == []


@pytest.mark.parametrize(("tile", "after"), [(9, 60), (1, 60), (10, 90), (11, 150), (12, 300)])
def test_a_tile_that_is_not_closed_while_others_are_may_be_dead(tile: int, after: int) -> None:
    box = Box()
    turns(box, after - 1, closed=(2,), standing=(tile,))
    assert said(box) == []

    turns(box, 1, closed=(2,), standing=(tile,))
    assert said(box) == [f"Tile {tile} may be dead: not closed in {after} turns"]

    box.tell(TileDown(tile=tile))
    assert said(box) == []


def test_a_tile_that_is_not_in_play_is_not_dead() -> None:
    box = Box()
    turns(box, 200, closed=(1, 3), standing=(5, 7))
    turns(box, 1, closed=(5, 7), standing=(1, 3))

    assert said(box) == []


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_who_picks_covers_at_random_has_no_dead_tiles(preset: str) -> None:
    """The chance that one of these tests fails is one in thousands."""
    dice = random.Random(preset)
    ruleset = PRESETS[preset]
    names = ("Ann",) if preset == "solo" else ("Ann", "Bo")
    box = Box()
    while sum(isinstance(one.event, TurnEnded) for one in box.recorded) < 100:
        play = Play(ruleset, names, dice=dice.randrange(2**32))
        while play.state.result is None and len(play.state.turns) < 30:
            play.do(Asked(dice.randrange(1000)))
        box.tell(*play.events)

    assert [line for line in said(box) if "dead" in line] == []


def test_a_tile_known_to_have_failed_is_not_told_twice() -> None:
    box = Box()
    turns(box, 100, closed=(2,), standing=(9,))
    box.tell(Fault(part="tile_9", what="stuck"))

    assert said(box) == ["Tile 9 does not work: look at its switch"]


@pytest.mark.parametrize(
    ("part", "what", "line"),
    [
        ("tile_4", "noisy", "Tile 4 does not work: look at its switch"),
        ("tile_4", "broken", "Tile 4 is declared broken: it is closed in the menu"),
        ("roll", "stuck", "The roll button does not work: look at its switch"),
        ("cable", "unplugged", "The cable of the tiles is off"),
        ("display", "x", "The display does not answer"),
        ("disk", "full", "Nothing can be saved: look at the disk"),
        ("lamp", "x", "lamp has failed"),
    ],
)
def test_open_faults_are_said(part: str, what: str, line: str) -> None:
    box = Box()
    box.tell(Fault(part=part, what=what))

    assert said(box) == [line]


def complain(box: Box, tile: int, count: int) -> None:
    for i in range(count):
        face = i % 6 + 1
        thrown = Rolled(player=1, dice=(face,), total=face, k=1)
        box.tell(thrown, Refused(code="raise", tiles=(tile,)))


def test_a_tile_that_has_most_of_the_complaints_may_be_moved_by_another() -> None:
    box = Box()
    complain(box, 3, 19)
    assert said(box) == []

    complain(box, 3, 1)
    assert said(box) == ["Tile 3 was closed wrongly 20 times: does another one move its switch?"]

    for tile in (4, 5, 6):
        complain(box, tile, 7)
    assert said(box) == []


def test_a_contact_that_bounces_for_long_is_worn() -> None:
    box = Box()
    box.tell(Bounced(part="tile_4", ms=24))
    assert said(box) == []
    box.tell(Bounced(part="tile_4", ms=25))
    assert said(box) == ["The contact of tile 4 is worn: it bounces for 25 ms"]


def test_a_clock_that_lost_its_time_is_said() -> None:
    box = Box(MONDAY + HOUR)
    box.tell(TileDown(tile=1))
    box.wall = MONDAY
    box.starts_again()
    assert said(box) == ["The clock has lost its time"]

    box.wall = None
    box.starts_again()
    assert said(box) == ["The clock is not set: no hours are known"]


def test_long_turns_are_worth_a_word_of_advice() -> None:
    box = Box()
    for _ in range(4):
        box.plays(*[left(9)] * 4, preset="luk_kassen", seconds=95)
    assert said(box) == []

    box.plays(*[left(9)] * 4, preset="luk_kassen", seconds=95)
    assert said(box) == ["A turn takes 95 s on average: fewer rounds would fit better"]


def test_dice_that_fall_in_an_unusual_way_are_told() -> None:
    box = Box()
    box.tell(*[Rolled(player=1, dice=(6,), total=6, k=1)] * 60)

    assert said(box) == ["The dice fall in an unusual way"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_a_wording_for_the_title_screen(language: str) -> None:
    box = Box(MONDAY)
    box.tell(TileDown(tile=1))
    box.wall = MONDAY - HOUR
    box.starts_again()
    turns(box, rules.DEAD_TURNS_OF[12], closed=(2,), standing=(12,))
    for part in ("roll", "cable", "tile_board", "display", "disk", "serial", "tile_10"):
        box.tell(Fault(part=part, what="x"))
    box.tell(Fault(part="tile_11", what="broken"))
    complain(box, 10, 120)
    box.tell(*[Rolled(player=1, dice=(6,), total=6, k=1)] * 100)
    for _ in range(5):
        box.plays(*[left(9)] * 4, preset="luk_kassen", seconds=119)
    lines = diagnosis(audits(folded(AuditFold(utc), box.recorded)))

    assert len(lines) == 13
    with speaking(language):
        assert [line.wordings[-1] for line in lines if len(line.wordings[-1]) > LINE] == []


def test_the_share_of_random_covers_is_what_the_rule_rests_on() -> None:
    """The tile that is closed most seldom is closed in 22 turns of a hundred at least."""
    dice = random.Random(3)
    closed = counted = 0
    while counted < 400:
        play = Play(PRESETS["luk_kassen"], ("Ann",), dice=dice.randrange(2**32))
        while play.state.result is None:
            play.do(Asked(dice.randrange(1000)))
        counted += len(play.state.turns)
        closed += sum(9 not in members(turn.standing) for turn in play.state.turns)

    assert closed / counted > 0.22
