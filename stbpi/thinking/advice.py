"""What the coach has to say, in words; what shows it needs to know nothing of how it was found.

Keep: lists are best first.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.games.game import Tiles
from stbpi.language import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that may be done now: a cover, or a number of dice to throw.

    Attributes:
        tiles: the cover; none for a number of dice.
        dice: how many; 0 for a cover.
        is_best: nothing is better.
        worth: what it leads to ("6.3 points", "24 % to win").
        cost: what it costs against the best ("7.2 points"); `None` for the best.
        shut: the chance to shut the box after it ("9 %").
    """

    tiles: Tiles
    dice: int
    is_best: bool
    worth: Message
    cost: Message | None
    shut: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What can be done now.

    Attributes:
        said: what is best, and what it leads to, in one line; the last wording fits the display.
        options: all of it, best first.
    """

    said: Message
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    """How much of a turn that is over was luck, and how much the player.

    Attributes:
        seat: whose turn it was.
        luck: gained by the dice, with its sign ("+10.5 points"); negative: bad luck.
        errors: lost by choices ("1.5 points"); nothing was lost by an errorless turn.
        adjusted: what the turn would have come to with neither good nor bad luck.
        worst: the choice that cost most, and what was better; `None` if every choice was best.
    """

    seat: int
    luck: Message
    errors: Message
    adjusted: Message
    worst: Message | None

    @property
    def said(self) -> Message:
        """Luck and errors in one line; the last wording fits the display."""
        if self.worst is None:
            return message("Luck {luck}, no errors|Luck {luck}|{luck}", luck=self.luck)
        return message(
            "Luck {luck}, errors {errors}|Luck {luck} errors {errors}"
            "|{luck}, errors {errors}|{luck}",
            luck=self.luck,
            errors=self.errors,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Coaching:
    """What the coach says at a moment.

    Attributes:
        before: of the choice that is to be made; `None` while there is none, or while it is
            still thought about.
        after: of the turn that has just ended.
        is_thinking: an answer is on its way.
        on_display: the landlord lets the display of the box say all of this; the simulator's
            overlay shows it all the same.
    """

    before: Advice | None = None
    after: Aftermath | None = None
    is_thinking: bool = False
    on_display: bool = False
