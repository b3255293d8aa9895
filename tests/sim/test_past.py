"""Every moment of a match can be looked at again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from stbpi.display.gallery import SCENES
from stbpi.display.screens import draw
from stbpi.games.events import (
    Called,
    CardsPlayed,
    ChipPaid,
    ChipTaken,
    DealCommitted,
    DealRevealed,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Rolled,
    Rule,
    TileDown,
    TileUp,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, Phase, Undo, all_tiles, tiles, without
from stbpi.games.luk_fu.cards import read
from stbpi.games.luk_fu.deal import commitment, laid_by_hand
from stbpi.games.luk_fu.view import Hand
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.scene import Held, Scene
from stbpi.sim.overlooked import Secrets, revealed
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


def past(*events: Event, secrets: Secrets = {}) -> Past:  # noqa: B006 (nobody changes it)
    made = Past(complain_ms=1500, secrets=secrets)
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
    heard, read = Past(complain_ms=1500, secrets={}), Past(complain_ms=1500, secrets={})
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


def test_hands_are_seen_in_the_past_by_who_knows_what_was_dealt() -> None:
    secret = laid_by_hand(bytes(32), {1: read("c1,c2,c3")}, master=1)
    events: tuple[Event, ...] = (
        MatchStarted(game="luk_fu", preset="tsoi", seats=3),
        *(
            PlayerSeated(seat=seat, player=name, bot="middle" if seat > 1 else None)
            for seat, name in enumerate(("Ann", "Bot1", "Bot2"), start=1)
        ),
        DealCommitted(deal=1, master=1, sha=commitment(secret)),
        Called(player=1, what="call"),
        CardsPlayed(player=1, cards="c1,c2,c3", face_up=True),
    )
    known, unknown = past(*events, secrets={commitment(secret): secret}), past(*events)

    def hands(made: Past) -> list[int]:
        shown = (made.scene(at, now=NOW).view.own for at in range(len(made)))
        return [own.cards.bit_count() for own in shown if isinstance(own, Hand)]

    assert hands(known) == [12, 12, 9]
    assert hands(unknown) == [0, 0, 0]
    assert known.turns == (0, 1, 2)
    assert known.scene(2, now=NOW).view.phase is Phase.FOLLOWING
    told = [*events, DealRevealed(deal=1, bytes=secret.hex())]
    assert revealed(told) == {commitment(secret): secret}


def test_of_a_game_with_a_felt_it_is_told_what_everybody_had_from_turn_to_turn() -> None:
    made = past(
        MatchStarted(game="glueckshaus", preset="glueckshaus", seats=2),
        PlayerSeated(seat=1, player="Ann"),
        PlayerSeated(seat=2, player="Bob"),
        Rule(field="first", value="seat"),
        TurnStarted(player=1, round=1),
        Rolled(player=1, dice=(6, 3), total=9, k=1),
        ChipPaid(player=1, room=9, chips=1, has=9),
        TileDown(tile=9),
        TurnStarted(player=2, round=1),
        Rolled(player=2, dice=(5, 4), total=9, k=2),
        ChipTaken(player=2, room=9, chips=1, has=11),
    )

    assert made.course() == ((10, 10), (9, 10), (9, 11))
    assert made.course(2) == ((10, 10), (9, 10))
    assert made.course(0) == ((10, 10),)
    assert past(*BEGUN).course() == ()
