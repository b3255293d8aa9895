"""Every moment of a match can be looked at again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from stbpi.display.gallery import SCENES
from stbpi.display.screens import draw
from stbpi.games.events import (
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Rolled,
    TileDown,
    TileUp,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, Phase, Undo, all_tiles, tiles, without
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.scene import Held, Scene
from stbpi.sim.past import Past
from stbpi.sim.simulation import Simulation
from tests.sim.playing import SHORT, Player, on_box

NOW = SCENES["menu"]
BEGUN = (
    TileDown(tile=2),
    MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),
    PlayerSeated(seat=1, player="Ann"),
    TurnStarted(player=1, round=1),
    TileUp(tile=2),
    Fault(part="disk", what="full"),
    Rolled(player=1, dice=(5, 4), total=9, k=1),
    TileDown(tile=9),
    FaultCleared(part="disk", what=""),
)


def past(*events: Event) -> Past:
    made = Past(complain_ms=1500)
    made.take(
        Recorded(n=n, boot=1, match=1, t=0, wall=None, event=event)
        for n, event in enumerate(events, 1)
    )
    return made


def test_before_the_first_turn_there_is_nothing_to_look_at() -> None:
    assert len(past(*BEGUN[:3])) == 0


def test_a_moment_shows_what_its_event_has_brought() -> None:
    made = past(*BEGUN)
    scenes = [made.scene(at, now=NOW) for at in range(len(made))]

    assert [made[at].down for at in range(6)] == [tiles(2), *[NO_TILES] * 3, *[tiles(9)] * 2]
    assert [scene.view.phase for scene in scenes[:2]] == [Phase.RAISE_TILES, Phase.READY]
    assert [scene.view.left for scene in scenes] == [None, None, None, 9, 0, 0]
    assert [scene.faults for scene in scenes] == [(), (), *[("disk",)] * 3, ()]
    assert {(scene.page, scene.held) for scene in scenes} == {(None, Held.NOT)}


def test_turns_and_events_are_found() -> None:
    made = past(*BEGUN, TurnStarted(player=1, round=2), TileDown(tile=1))

    assert made.turns == (0, 6)
    assert [made.turn_before(at) for at in (0, 3, 6, 7)] == [0, 0, 0, 6]
    assert [made.turn_behind(at) for at in (0, 5, 6, 7)] == [6, 6, 7, 7]
    assert [made.find(n) for n in (1, 4, 9, 11, 99)] == [0, 0, 5, 7, 7]


def test_a_new_match_begins_its_own_past() -> None:
    made = past(*BEGUN, MatchSetAside(), *BEGUN[1:5])

    assert len(made) == 2
    assert made[0].down == tiles(9)
    assert made.scene(1, now=NOW).view.standing == without(all_tiles(9), tiles(9))


def test_a_match_that_was_set_aside_goes_on() -> None:
    made = past(*BEGUN, MatchSetAside(), MatchContinued(), TileUp(tile=9))

    assert made.scene(len(made) - 1, now=NOW).view.left == 9


def test_every_moment_of_a_match_can_be_drawn_and_the_last_one_is_now(tmp_path: Path) -> None:
    """Also that of a match of which a turn was taken back, read from the disk."""
    journal = tmp_path / "journal.db"
    told: list[Recorded] = []
    now: list[Scene] = []

    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        player = Player(box)
        for move in range(40):
            if move in (12, 30):
                await box.operate(Undo())
            await player.move()
        await player.play()
        now.append(box.scene)

    on_box(story, journal, told=told)
    heard, read = Past(complain_ms=1500), Past(complain_ms=1500)
    heard.take(told)
    with closing(open_read_only(journal)) as reader:
        last = reader.last_match()
    assert last is not None
    read.begin(last)

    assert len(heard) == len(read) > 40
    for at in range(len(heard)):
        scene = heard.scene(at, now=now[0])
        assert scene == read.scene(at, now=now[0])
        assert draw(scene).name
    assert heard.scene(len(heard) - 1, now=now[0]) == now[0]
