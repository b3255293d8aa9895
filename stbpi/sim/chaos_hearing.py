"""What the oracle of chaos is told of what the box has recorded, in the order in which it was.

What bots choose, what the clock ends and what is dealt nobody knows beforehand: it is heard of
afterwards. They may come before or behind a button that is let go meanwhile; it has counted where
what comes of it was recorded.

Never: believes what came of anything; the oracle works that out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from stbpi.dice.lot import Lot
from stbpi.dice.source import ScriptedDice
from stbpi.errors import NotAllowedError
from stbpi.games.events import DealCommitted, Event, TileDown, TileUp, TurnStarted
from stbpi.games.game import BotRoll, Hold, Press
from stbpi.journal.matches import moved
from stbpi.journal.recorded import Recorded
from stbpi.sim.chaos_oracle import Oracle


class ChanceDice(ScriptedDice):
    """Dice that are thrown when they are needed.

    Args:
        chance: what they show.

    Attributes:
        thrown: all numbers so far.
    """

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.thrown: list[int] = []
        self._chance = chance

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        numbers = tuple(self._chance.randint(1, 6) for _ in range(count))
        self.thrown += numbers
        return numbers


class Hearing:
    """Hears of what was recorded.

    Args:
        oracle: is told of it.
        dice: what is thrown.
    """

    def __init__(self, oracle: Oracle, dice: ChanceDice) -> None:
        self._oracle = oracle
        self._dice = dice
        self._heard = 0
        self._button: Press | Hold | None = None
        self._thrown_before = 0

    def press(self, button: Press | Hold) -> None:
        """The button will be used in a match; when it counts follows from what is recorded next."""
        self._button, self._thrown_before = button, len(self._dice.thrown)

    def restart(self, heard: int) -> None:
        """The program has started anew; so many events were on the disk."""
        self._heard = heard

    def follow(self, recorded: Sequence[Recorded], secrets: Mapping[str, bytes]) -> None:
        """Tell the oracle what was dealt, what bots and clock have done, and what the button did.

        Up to what they have done last, it is also told where the tiles were and whose turn it was.

        Args:
            recorded: all that was recorded; what was heard of already is passed over.
            secrets: what was dealt, by the commitments to it.
        """
        oracle, news = self._oracle, [one.event for one in recorded[self._heard :]]
        self._heard = len(recorded)
        oracle.dealt += [secrets[event.sha] for event in news if isinstance(event, DealCommitted)]
        oracle.deal()
        last = max((at for at, it in enumerate(news) if oracle.cause(it) is not None), default=-1)
        thrown = self._thrown_before
        for at, event in enumerate(news):
            button = self._with_dice(thrown)
            if button is not None and oracle.would(button)[:1] == (event,):
                self._let_go(thrown)
            elif at <= last:
                thrown += self._happened(event)
        self._let_go(thrown)

    def _happened(self, event: Event) -> int:
        """Tell the oracle what an event tells; return how many dice a bot has thrown."""
        oracle = self._oracle
        match event:
            case TileDown() | TileUp():
                oracle.tiles_are(moved(oracle.down, event))
            case TurnStarted() if oracle.is_turn_over:
                oracle.time_up()
            case TurnStarted():
                oracle.tiles_are(oracle.down)  # they were moved in a menu that was left
            case _ if (command := oracle.cause(event)) is not None:
                with suppress(NotAllowedError):  # what is shown will not be what is expected
                    oracle.happened(command)
                return len(command.dice) if isinstance(command, BotRoll) else 0
            case _:
                pass
        return 0

    def _with_dice(self, thrown: int) -> Press | Hold | None:
        """Return what the button does if it counts now, with what it throws; else `None`.

        Args:
            thrown: how many dice were thrown before it.
        """
        button = self._button
        if button is None or not self._oracle.is_playing or self._oracle.is_over_at_once:
            return None
        wanted = self._oracle.wanted(button)
        nothing = (1,) * wanted  # the power was cut before it
        return replace(button, dice=(*self._dice.thrown[thrown:], *nothing)[:wanted])

    def _let_go(self, thrown: int) -> None:
        """Let the button do what it does, if it does anything; the match may be over meanwhile."""
        button, does = self._button, self._with_dice(thrown)
        self._button = None
        if does is not None:
            self._oracle.button(does)
        elif button is not None and self._oracle.is_over_at_once:
            if isinstance(button, Press):
                self._oracle.again()
            else:
                self._oracle.in_setup = True
