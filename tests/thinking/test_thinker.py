"""The thinker: thought of in a thread, answered for the newest state alone, never in the way."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from stbpi.games.events import Event
from stbpi.games.game import BotRoll, Move, Phase, StartMatch
from stbpi.games.shut_the_box import State
from stbpi.language import message
from stbpi.thinking.advice import Advice, Aftermath, Coaching
from stbpi.thinking.allowed import Allowed
from stbpi.thinking.opponent import FIRST_ROLL_MS
from stbpi.thinking.question import After, Before
from stbpi.thinking.thinker import BotsTurn, Thinker
from tests.games.spec import Facts, ended, given, rolled, seated, turn
from tests.host import Host, at_table
from tests.thinking.turns import NUMBERS, play, thought

GAME = "shut_the_box"
ANN = (*seated("Ann"), turn(1, 1))
ROBI = (*seated("Robi=careful", "Ann"), turn(1, 1))


def state(*happened: Event | Facts) -> State:
    return given(*happened).state


def always(allowed: Allowed) -> Callable[[], str]:
    return lambda: allowed


def never_asked(*question: object) -> None:
    raise AssertionError(question)


def said(text: str) -> Advice:
    return Advice(said=message("{said}", said=text), options=())


class Gate:
    """A thought that waits until it is let go; for the first question only."""

    def __init__(self) -> None:
        self.asked: list[Before] = []
        self._opened = threading.Event()

    def open(self) -> None:
        self._opened.set()

    def think(self, question: Before) -> Advice:
        self.asked.append(question)
        self._opened.wait(30)
        return said(str(question.dice))


class Watch:
    """Waits until a thinker has something to tell."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._told = asyncio.Event()
        thinker.on_change = self._told.set

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not is_so():
                await self._told.wait()
                self._told.clear()


def coaching_of(thinker: Thinker) -> Coaching:
    coaching = thinker.coaching
    assert coaching is not None
    return coaching


# What is said at the table


def test_at_every_step_of_a_turn_it_is_said_what_is_best_and_then_how_much_was_luck() -> None:
    heard: list[str | None] = []

    def look(coaching: Coaching | None) -> None:
        assert coaching is not None
        assert not coaching.is_thinking
        assert coaching.on_display
        heard.append(coaching.before.said.wordings[1] if coaching.before else None)

    async def story(host: Host) -> Coaching | None:
        await host.start("Ann")
        await play(host, look)
        return await thought(host)

    coaching = at_table(story, numbers=NUMBERS, mind=Thinker(always(Allowed.BEFORE)))

    assert heard == [
        *("9: 14 %; 1+8 -6.0",) * 2,
        *("8: 19 %; 1+7 -4.3",) * 2,
        *("4+7: 21 %; 5+6 -0.2",) * 2,
        *("2+5: 18 %; 1+6 -0.5",) * 2,
        *("5: 22 %; 2+3 -1.0", "1 die: 22 %; 2 dice -1.0"),
        *("3: 17 %", "1 die: 17 %; 2 dice -0.3"),
        None,
    ]
    assert coaching is not None
    assert coaching.after is not None
    assert (str(coaching.after.luck), str(coaching.after.adjusted)) == (
        "+10.5 points",
        "12.5 points",
    )


def test_where_only_turns_may_be_told_of_nothing_is_said_before_choices() -> None:
    async def story(host: Host) -> list[Coaching]:
        await host.start("Ann")
        await play(host)
        await thought(host)
        return [scene.coaching for scene in host.scenes if scene.coaching is not None]

    heard = at_table(story, numbers=NUMBERS, mind=Thinker(always(Allowed.AFTER)))

    assert {coaching.before for coaching in heard} == {None}
    assert {coaching.on_display for coaching in heard} == {True}
    assert heard[-1].after is not None


def test_while_the_simulator_watches_everything_is_said_but_not_on_the_display() -> None:
    async def story(host: Host) -> tuple[Coaching | None, Coaching | None]:
        await host.start("Ann")
        await host.press()
        silent = await thought(host)
        host.table.mind.is_watched = True
        watched = await thought(host)
        host.table.mind.is_watched = False
        assert await thought(host) is None
        return silent, watched

    silent, watched = at_table(story, numbers=(5, 4), mind=Thinker(always(Allowed.OFF)))

    assert silent is None
    assert watched is not None
    assert (watched.before is not None, watched.on_display) == (True, False)


def test_a_choice_of_the_landlord_counts_at_once() -> None:
    allowed = [Allowed.OFF]

    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        assert await thought(host) is None
        allowed[0] = Allowed.BEFORE
        await host.lower(3)
        coaching = await thought(host)
        assert coaching is not None
        assert coaching.before is not None

    at_table(story, numbers=(5, 4), mind=Thinker(lambda: allowed[0]))


def test_while_nobody_asks_nothing_is_thought_and_no_thread_starts() -> None:
    def threads() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "thinking"}

    async def story(host: Host) -> None:
        before = threads()
        await host.start("Ann")
        await play(host)
        assert await thought(host) is None
        assert threads() <= before

    mind = Thinker(
        always(Allowed.OFF),
        think_of_move=never_asked,
        think_of_turn=never_asked,
        think_of_choice=never_asked,
    )
    at_table(story, numbers=NUMBERS, mind=mind)


# What is thought of in which order


def test_an_answer_is_dropped_when_something_else_is_asked_meanwhile() -> None:
    gate = Gate()

    async def story() -> None:
        thinker = Thinker(always(Allowed.BEFORE), think_of_choice=gate.think)
        watch = Watch(thinker)
        first, second, third = (state(*ANN, rolled(*dice)) for dice in ((5, 4), (6, 5), (1, 1)))
        thinker.look(first, GAME)
        while not gate.asked:
            await asyncio.sleep(0)
        thinker.look(second, GAME)
        thinker.look(third, GAME)
        assert coaching_of(thinker) == Coaching(is_thinking=True, on_display=True)
        gate.open()
        await watch.until(lambda: not coaching_of(thinker).is_thinking)

        assert coaching_of(thinker).before == said("(1, 1)")
        assert [question.dice for question in gate.asked] == [(5, 4), (1, 1)]
        thinker.close()

    asyncio.run(story())


def test_an_answer_goes_when_the_match_does() -> None:
    async def story() -> None:
        thinker = Thinker(always(Allowed.BEFORE))
        watch = Watch(thinker)
        thinker.look(state(*ANN, rolled(5, 4)), GAME)
        await watch.until(lambda: coaching_of(thinker).before is not None)
        thinker.look(None, GAME)
        assert thinker.coaching is None
        thinker.look("a match of another game", GAME)
        assert thinker.coaching is None
        thinker.close()

    asyncio.run(story())


def test_how_a_turn_has_gone_is_told_before_the_next_one_is_thought_about() -> None:
    order: list[str] = []

    def think_of_turn(question: After) -> Aftermath | None:
        order.append("turn")
        return None

    def think_of_choice(question: Before) -> Advice | None:
        order.append("choice")
        return None

    async def story() -> None:
        thinker = Thinker(
            always(Allowed.BEFORE), think_of_turn=think_of_turn, think_of_choice=think_of_choice
        )
        watch = Watch(thinker)
        over = (*seated("Ann"), turn(1, 1), rolled(6, 6), ended(1, score=1, total=1), turn(1, 2))
        thinker.look(state(*over), GAME)
        await watch.until(lambda: len(order) == 2)
        thinker.close()

    asyncio.run(story())

    assert order == ["turn", "choice"]


# What fails, or never ends


def test_a_thought_that_fails_is_logged_once_and_the_match_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(question: Before) -> Advice:
        raise RuntimeError("no idea")

    async def story(host: Host) -> None:
        await host.start("Ann")
        await play(host)
        coaching = await thought(host)
        assert host.phase() is Phase.TURN_OVER
        assert coaching is not None
        assert (coaching.before, coaching.is_thinking) == (None, False)
        assert coaching.after is not None

    mind = Thinker(always(Allowed.BEFORE), think_of_choice=fail)
    with caplog.at_level(logging.ERROR):
        at_table(story, numbers=NUMBERS, mind=mind)

    assert [record.message for record in caplog.records] == ["the game goes on without thinking"]


def test_what_can_not_even_be_asked_does_not_stop_a_match(
    caplog: pytest.LogCaptureFixture,
) -> None:
    thinker = Thinker(always(Allowed.BEFORE))
    thinker.look(replace(state(*ANN, rolled(5, 4)), seat=99), GAME)

    assert thinker.coaching is None
    assert [record.message for record in caplog.records] == ["the game goes on without thinking"]


def test_a_thought_that_never_ends_holds_nothing_up() -> None:
    """In real time, since virtual time stands still while a thread is at work."""
    gate = Gate()

    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.let_go(100)
        await host.lower(9)
        await host.let_go(100)
        assert host.view.roll == (6, 2)
        assert host.scenes[-1].coaching == Coaching(is_thinking=True, on_display=True)

    mind = Thinker(always(Allowed.BEFORE), think_of_choice=gate.think)
    at_table(story, numbers=NUMBERS, mind=mind, runs=asyncio.run)
    gate.open()

    assert len(gate.asked) == 1


# Bots


def test_a_bot_on_turn_moves_whether_the_coach_is_asked_or_not() -> None:
    async def story(host: Host) -> None:
        names, bots = ("Robi", "Ann"), ("careful", "")
        await host.table.start_match(
            StartMatch(
                game="shut_the_box", names=names, preset="luk_kassen", house_rules=(), bots=bots
            )
        )
        await thought(host)
        assert host.phase() is Phase.READY
        await host.wait(FIRST_ROLL_MS / 1000)
        await thought(host)
        assert host.view.roll == (5, 4)
        assert host.scenes[-1].coaching is None

    at_table(story, numbers=(5, 4), mind=Thinker(always(Allowed.OFF)))


@pytest.mark.parametrize("patience_s", [0.0, 30.0])
def test_a_bot_that_fails_or_can_not_make_up_its_mind_does_what_needs_no_thinking(
    patience_s: float, caplog: pytest.LogCaptureFixture
) -> None:
    stopped = threading.Event()

    def think(question: BotsTurn, may_go_on: Callable[[], bool]) -> Move | None:
        stopped.wait(30 if not patience_s else 0)
        raise RuntimeError("no idea")

    async def story() -> Move | None:
        thinker = Thinker(always(Allowed.OFF), think_of_move=think, patience_s=patience_s)
        watch = Watch(thinker)
        thinker.look(state(*ROBI), GAME)
        assert thinker.move is None
        await watch.until(lambda: thinker.move is not None)
        move = thinker.move
        thinker.close()
        return move

    move = asyncio.run(story())
    stopped.set()

    assert move == Move(BotRoll(count=2), FIRST_ROLL_MS)
