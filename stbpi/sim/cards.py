"""What a scenario says of cards: hands for the next deals, and what players choose.

Both may be said before or behind `players`; the first deal waits until the script goes on with
something else.

Never: knows a card or a rule.
"""

from __future__ import annotations

from collections.abc import Callable

from stbpi.dice.source import Dice
from stbpi.games.registry import part
from stbpi.sim.choosing import Choices, Refusal
from stbpi.sim.dealing import Deals, card_script, last_seats, refuse_stranger
from stbpi.sim.simulation import Simulation
from stbpi.sim.steps import Deal, Master, OfCards, Plays


class Cards:
    """The cards of a scenario.

    Args:
        dice: what is thrown.
        box: where it is played; `None` before it is built.

    Attributes:
        dice: the same, and they deal what the script lays.
    """

    def __init__(self, dice: Dice, box: Callable[[], Simulation | None]) -> None:
        self._box = box
        self.dice = Deals(dice, lambda: last_seats(box()))
        self._choices = Choices(box, may_choose=lambda: not self.dice.is_awaited)

    def take(self, action: OfCards, *, game: str, line: int) -> None:
        """Take a line.

        Raises:
            ScriptError: it names no cards of this game, or somebody who does not sit there; the
                file is not in it.
        """
        script = card_script(game, type(action).__name__.lower())
        match = last_seats(self._box())
        if match is not None:
            refuse_stranger(action.name, match.seats, line=line)
        match action:
            case Deal(name=name, cards=cards):
                self.dice.lay(name, cards, script=script, line=line)
            case Master(name=name):
                self.dice.name_master(name, line=line)
            case Plays(name=name, what=what):
                self._choices.add(name, script.choice(what), line=line)

    def wait(self, game: str) -> None:
        """Let the first deal of a game wait for what the script says, if cards are dealt in it."""
        self.dice.is_awaited = part(game, "script") is not None

    def refuse_strangers(self) -> None:
        """Refuse lines that name somebody who does not sit at the match that has started.

        Raises:
            ScriptError: there is one; the file is not in it.
        """
        match = last_seats(self._box())
        for name, line in (*self.dice.names(), *self._choices.names()):
            refuse_stranger(name, match.seats if match is not None else {}, line=line)

    async def deal(self) -> None:
        """Let the deal wait no longer."""
        box = self._box()
        if self.dice.is_awaited and box is not None:
            self.dice.is_awaited = False
            await box.deal()

    async def all_chosen(self) -> None:
        """Let time pass until every choice is taken, or one is refused."""
        await self.deal()
        await self._choices.all_taken()

    def refusal(self) -> Refusal | None:
        """Return the choice that was refused since this was asked last."""
        return self._choices.refusal()

    async def close(self) -> None:
        """Let nobody choose any more."""
        await self._choices.close()
