"""What a line of a scenario finds where a player's name has a blank: a bot that the menu seats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.display.examples import MATCH_OVER, scene
from stbpi.games.events import Event, MatchEnded, PlayerOut, PlayerSeated, TurnStarted
from stbpi.journal.recorded import Recorded
from stbpi.scene import public
from stbpi.sim.disk import Disk
from stbpi.sim.expectations import Search, Unmet, of_state
from stbpi.sim.script import read
from stbpi.sim.steps import Expect, ExpectEvent

MATCH: tuple[Event, ...] = (
    PlayerSeated(seat=1, player="Ann"),
    PlayerSeated(seat=2, player="Casual 5", bot="casual:5"),
    TurnStarted(player=2, round=1),
    PlayerOut(player=2, total=45),
    MatchEnded(winners=(1, 2), why="rounds"),
)


def found(line: str) -> Unmet | None:
    """Look for what a line of a scenario expects; `None` if it is so."""
    [step] = read(f"expect {line}", path="play.stb")
    if isinstance(step.action, Expect):
        return of_state(ended(), step.action.wanted)
    assert isinstance(step.action, ExpectEvent)
    disk = Disk()
    disk.recorded = [
        Recorded(n=n, boot=1, match=1, t=n, wall=None, event=event)
        for n, event in enumerate(MATCH, start=1)
    ]
    return Search().event(disk, step.action)


def ended() -> dict[str, str]:
    """Return the state at the end of a match in which everybody has won, and is out."""
    players = tuple(
        replace(player, name=name, winner=True, out=True)
        for player, name in zip(MATCH_OVER.players, ("Ann", "Casual 5", "Casual 10"), strict=True)
    )
    return public(scene(replace(MATCH_OVER, players=players)))


@pytest.mark.parametrize(
    "line",
    [
        "event player_seated player=Casual_5 seat=2 bot=casual:5",
        "event turn_started player=Casual_5",
        "event player_out player=Casual_5 total=45",
        "event match_ended winners=Ann,Casual_5",
        "winner=Ann,Casual_5,Casual_10 out=Ann,Casual_5,Casual_10",
        "total.Casual_5=7",
    ],
)
def test_a_blank_in_a_name_is_written_so_that_a_line_can_name_the_player(line: str) -> None:
    assert found(line) is None


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (
            "event player_seated player=Casual_10",
            ("event player_seated player=Casual_10", "event seat=2 player=Casual_5 bot=casual:5"),
        ),
        (
            "event turn_started player=Casual_10",
            ("event turn_started player=Casual_10", "event player=2 round=1"),
        ),
        (
            "event match_ended winners=Casual_5",
            ("event match_ended winners=Casual_5", "event winners=1,2 why=rounds"),
        ),
        ("winner=Casual_5", ("winner=Casual_5", "winner=Ann,Casual_5,Casual_10")),
    ],
)
def test_what_was_found_instead_is_written_in_the_same_way(line: str, what: Unmet) -> None:
    assert found(line) == what
