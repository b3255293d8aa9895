"""How the last turn of a match has gone: what was gained by luck, and lost by errors.

Never: holds up what is followed; whoever asks has a thread for it. Keep: nothing is said of a
turn that can't be judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stbpi.board.stored import Shelf
from stbpi.history.luck import Judges
from stbpi.history.skill import Judged
from stbpi.language import _, number


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A turn that is over.

    Attributes:
        player: whose it was.
        judged: by its score.
    """

    player: str
    judged: Judged

    def said(self) -> str:
        """Say it in the current language."""
        luck, lost = round(self.judged.luck, 1) + 0.0, round(self.judged.errors, 1) + 0.0
        sign = "+" if luck > 0 else ""
        return _("{player}: luck {luck}, lost {lost}").format(
            player=self.player, luck=sign + number(luck, 1), lost=number(lost, 1)
        )


Ask = Callable[[str, int], Aftermath | None]
"""Tells of the last turn of a match, by its box and number."""


def last_turn(shelf: Shelf) -> Ask:
    """Return what tells of last turns, from what is stored."""

    def ask(box: str, match: int) -> Aftermath | None:
        found = shelf.match(box, match)
        if found is None or not found.played.turns:
            return None
        seat = found.played.turns[-1].seat
        *_before, judged = Judges(in_match=False).judge(found, {seat})
        return Aftermath(found.name(seat), judged[0]) if judged else None

    return ask
