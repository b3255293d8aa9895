"""The thinker: answers what is asked about the match on the table, in a thread of its own.

    state ─▶ questions ─▶ thread ─▶ answers ─▶ coaching, move

There are three matters, the most urgent first: what a bot does next, how a turn has gone, what is
best now. One question is thought about at a time, and always the newest of its matter; an answer
to one that is asked no more is dropped. What the turn is played for is solved when it begins, so
that every throw of it is answered at once.

Never: holds up the loop; stops a game by failing (the log says so once). Keep: `strategy` is
loaded by the first question, in the thread; what questions are made of, when a match is coached or
has a bot.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from stbpi.alarm import Alarm
from stbpi.games.registry import part
from stbpi.games.shut_the_box.match import State
from stbpi.thinking.allowed import Allowed
from stbpi.worker import Worker

if TYPE_CHECKING:
    from stbpi.games.game import Move, Opponent
    from stbpi.thinking.advice import Advice, Aftermath, Coaching
    from stbpi.thinking.mind import Mind
    from stbpi.thinking.question import After, Before

logger = logging.getLogger(__name__)

SWITCH_S = 0.0005
"""How long the loop waits for its turn while something is thought about; by default Python lets it
wait ten times as long, and longer than the scanner does between two readings."""

THINKING_MS = 4000
"""A bot that plays better the longer it thinks is told to end after so long, on however slow a
computer."""

PATIENCE_S = 15.0

Q = TypeVar("Q")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class BotsTurn:
    """What a bot is asked.

    Attributes:
        game: the name of the game.
        question: of its `Opponent`.
    """

    game: str
    question: object


def _ms() -> int:
    return round(time.monotonic() * 1000)


def next_move(turn: BotsTurn, may_go_on: Callable[[], bool]) -> Move | None:
    """Think of what the bot on turn does next."""
    return _opponent(turn.game).next_move(turn.question, may_go_on)


def plain_move(turn: BotsTurn) -> Move | None:
    """Return what it does without thinking."""
    return _opponent(turn.game).plain_move(turn.question)


def _opponent(game: str) -> Opponent:
    """Return how bots play a game; at Shut the Box they need `strategy`, and play from here."""
    own: Opponent | None = part(game, "opponent")
    if own is not None:
        return own
    from stbpi.thinking import opponent

    return opponent


def aftermath(asked: After) -> Aftermath | None:
    """Think of how a turn has gone."""
    from stbpi.thinking.aftermath import aftermath

    return aftermath(asked)


def advice(asked: Before) -> Advice | None:
    """Think of what is best."""
    from stbpi.thinking.coach import advice

    return advice(asked)


class Matter(Generic[Q, A]):
    """Something that is thought about.

    Args:
        think: answers a question; called in the thread.

    Attributes:
        question: that is asked now; `None`: none is.
        answer: to it; `None` until it is known, or if there is none.
        is_known: the question needs no more thinking.
    """

    def __init__(self, think: Callable[[Q], A | None]) -> None:
        self.think = think
        self.question: Q | None = None
        self.answer: A | None = None
        self.is_known = True

    def ask(self, question: Q | None) -> None:
        """Ask something; if that is something else, its answer is not known yet."""
        if question != self.question:
            self.question, self.answer, self.is_known = question, None, question is None

    def settle(self, answer: A | None) -> None:
        """Take the answer to the question."""
        self.answer, self.is_known = answer, True


class Thinker:
    """Thinks about matches; the coach knows Shut the Box alone.

    Args:
        allowed: says what the landlord lets the display of the box say, a value of `Allowed`.
        ms: tells the time by which a bot is told to end.
        think_of_move, think_of_turn, think_of_choice: answer the three questions, in the thread.
        patience_s: a bot that has thought for so long does what needs no thinking.
    """

    def __init__(
        self,
        allowed: Callable[[], str],
        *,
        ms: Callable[[], int] = _ms,
        think_of_move: Callable[[BotsTurn, Callable[[], bool]], Move | None] = next_move,
        think_of_turn: Callable[[After], Aftermath | None] = aftermath,
        think_of_choice: Callable[[Before], Advice | None] = advice,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self._allowed = allowed
        self._is_watched = False
        self._is_asked = False
        self._ms = ms
        self._move: Matter[BotsTurn, Move] = Matter(lambda turn: think_of_move(turn, self._hurry()))
        self._turn = Matter(think_of_turn)
        self._choice = Matter(think_of_choice)
        self._worker = Worker("thinking")
        self._job: asyncio.Future[Any] | None = None
        self._patience_s = patience_s
        self._impatience = Alarm(self._do_without_thinking)
        self._has_complained = False
        self._is_closed = False

    @property
    def is_watched(self) -> bool:
        return self._is_watched

    @is_watched.setter
    def is_watched(self, wanted: bool) -> None:
        if wanted != self._is_watched:
            self._is_watched = wanted
            self.on_change()

    @property
    def coaching(self) -> Coaching | None:
        if not self._is_asked:
            return None
        from stbpi.thinking.advice import Coaching

        allowed = self._allowed()
        asked = self._choice.question
        is_choice = asked is not None and bool(asked.standing)
        return Coaching(
            before=self._choice.answer,
            after=self._turn.answer,
            is_thinking=not self._turn.is_known or (is_choice and not self._choice.is_known),
            on_display=allowed == Allowed.BEFORE or (allowed == Allowed.AFTER and not is_choice),
        )

    @property
    def move(self) -> Move | None:
        return self._move.answer

    def look(self, state: object | None, game: str) -> None:
        try:
            self._ask_coach(state if isinstance(state, State) and state.names else None)
            self._ask_bot(state, game)
        except Exception:  # what can't be asked is not answered; the game goes on
            self._complain()
            self._ask_nothing()
        self._go_on()

    def close(self) -> None:
        self._is_closed = True
        self._impatience.clear()
        self._worker.shutdown()
        if self._job is not None:
            self._job.cancel()

    def _hurry(self) -> Callable[[], bool]:
        """Return what tells a bot whether it may think on; called in the thread as it begins."""
        latest = self._ms() + THINKING_MS
        return lambda: self._ms() < latest

    def _ask_coach(self, state: State | None) -> None:
        """Ask what there is to be asked about a state."""
        allowed = Allowed.BEFORE if self._is_watched else self._allowed()
        self._is_asked = state is not None and allowed != Allowed.OFF
        if state is None or not self._is_asked:
            self._turn.ask(None)
            self._choice.ask(None)
            return
        from stbpi.thinking.question import after, before

        self._turn.ask(after(state))
        self._choice.ask(before(state, advises=allowed == Allowed.BEFORE))

    def _ask_bot(self, state: object | None, game: str) -> None:
        """Ask the bot on turn what it does next, if one is."""
        has_bots = any(getattr(state, "bots", ()))
        question = _opponent(game).question(state) if has_bots else None
        was_asked = self._move.question
        self._move.ask(None if question is None else BotsTurn(game, question))
        if self._move.is_known:
            self._impatience.clear()
        elif self._move.question is not was_asked:
            self._impatience.set(self._patience_s)

    def _ask_nothing(self) -> None:
        self._is_asked = False
        for matter in (self._move, self._turn, self._choice):
            matter.ask(None)
        self._impatience.clear()

    def _go_on(self) -> None:
        """Think about the most urgent question, unless something is thought about."""
        matters: tuple[Matter[Any, Any], ...] = (self._move, self._turn, self._choice)
        matter = next((matter for matter in matters if not matter.is_known), None)
        if matter is None or self._job is not None or self._is_closed:
            return
        question = matter.question
        sys.setswitchinterval(SWITCH_S)
        loop = asyncio.get_running_loop()
        self._job = loop.run_in_executor(self._worker, partial(matter.think, question))
        self._job.add_done_callback(partial(self._thought, matter, question))

    def _thought(
        self, matter: Matter[Any, Any], question: object, job: asyncio.Future[Any]
    ) -> None:
        self._job = None
        if job.cancelled() or self._is_closed:
            return
        failure = job.exception()
        if failure is not None:
            self._complain(failure)
        if matter.question is question and not matter.is_known:
            if failure is not None and matter is self._move:
                self._do_without_thinking()
            else:
                matter.settle(None if failure is not None else job.result())
                self.on_change()
        self._go_on()

    def _do_without_thinking(self) -> None:
        """Let the bot on turn do what needs no thinking."""
        turn = self._move.question
        if turn is None or self._move.is_known:
            return
        try:
            self._move.settle(plain_move(turn))
        except Exception:  # as above; the players can stop the turn
            self._complain()
            self._move.settle(None)
        self.on_change()

    def _complain(self, failure: BaseException | None = None) -> None:
        if not self._has_complained:
            self._has_complained = True
            logger.error("the game goes on without thinking", exc_info=failure or True)


if TYPE_CHECKING:
    _fits: type[Mind] = Thinker
