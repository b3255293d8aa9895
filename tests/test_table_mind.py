"""The table and the mind: it is shown the state; what it says is shown, its moves are made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stbpi.games.events import Event, Rolled
from stbpi.games.game import Command, Move, Press, StopTurn, Undo
from stbpi.games.shut_the_box import State
from stbpi.thinking.advice import Coaching
from stbpi.thinking.mind import Mind
from tests.host import THROW, Host, at_table

LATER_MS = 1200


class Scripted:
    """A mind that says what it is told to, of the state that it was shown last.

    Attributes:
        seen: what it was shown.
    """

    def __init__(self, *moves: Move) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.is_watched = False
        self.coaching: Coaching | None = None
        self.move: Move | None = None
        self.seen: list[object | None] = []
        self.is_closed = False
        self._moves = [*moves]

    def look(self, state: object | None, game: str) -> None:
        if not self.seen or state != self.seen[-1]:
            self.move = None
            self.seen.append(state)

    def think_of_a_move(self) -> None:
        self.move = self._moves.pop(0)
        self.on_change()

    def close(self) -> None:
        self.is_closed = True


_fits: type[Mind] = Scripted


def throws(host: Host) -> list[Event]:
    return [event for event in host.disk.events if isinstance(event, Rolled)]


def test_it_is_shown_every_state_and_that_there_is_none() -> None:
    mind = Scripted()

    async def story(host: Host) -> None:
        assert mind.seen == [None]
        await host.start("Ann")
        await host.press()

    at_table(story, numbers=(6, 5), mind=mind)

    last = mind.seen[-1]
    assert isinstance(last, State)
    assert last.dice == (6, 5)
    assert mind.is_closed


def test_what_it_says_is_part_of_the_scene_as_soon_as_it_says_so() -> None:
    mind = Scripted()

    async def story(host: Host) -> None:
        await host.start("Ann")
        assert host.scenes[-1].coaching is None
        mind.coaching = Coaching(is_thinking=True)
        mind.on_change()
        await host.until_quiet()
        assert host.scenes[-1].coaching == Coaching(is_thinking=True)

    at_table(story, mind=mind)


def test_a_move_is_made_after_its_time_with_dice_thrown_for_it() -> None:
    mind = Scripted(Move(Press(), LATER_MS))

    async def story(host: Host) -> None:
        await host.start("Ann")
        mind.think_of_a_move()
        await host.wait(LATER_MS / 1000 - 0.01)
        assert throws(host) == []
        await host.wait(0.02)
        assert throws(host) == [THROW]
        await host.wait(60)
        assert throws(host) == [THROW]

    at_table(story, numbers=(6, 5, 1, 1), mind=mind)


def test_a_move_is_not_made_when_the_state_has_changed_meanwhile() -> None:
    mind = Scripted(Move(Press(), LATER_MS))

    async def story(host: Host) -> None:
        await host.start("Ann")
        mind.think_of_a_move()
        await host.wait(1)
        await host.lower(4)
        await host.lift(4)
        await host.wait(60)
        assert throws(host) == []

    at_table(story, numbers=(6, 5), mind=mind)


def test_a_move_waits_while_a_page_is_open_and_takes_its_whole_time_afterwards() -> None:
    mind = Scripted(Move(Press(), 5000))

    async def story(host: Host) -> None:
        await host.start("Ann")
        mind.think_of_a_move()
        await host.wait(1)
        await host.open_menu()
        await host.wait(10)
        assert throws(host) == []
        await host.wait(5)  # the menu is left after 15 seconds
        assert host.scenes[-1].page is None
        await host.wait(4.9)
        assert throws(host) == []
        await host.wait(0.2)
        assert throws(host) == [THROW]

    at_table(story, numbers=(6, 5), mind=mind)


@pytest.mark.parametrize("command", [StopTurn(), Undo()])
def test_a_move_that_is_not_allowed_changes_nothing(command: Command) -> None:
    mind = Scripted(Move(command, 0))

    async def story(host: Host) -> None:
        await host.start("Ann")
        host.news()
        mind.think_of_a_move()
        await host.wait(60)
        assert host.news() == ()
        await host.press()
        assert throws(host) == [THROW]

    at_table(story, numbers=(6, 5), mind=mind)
