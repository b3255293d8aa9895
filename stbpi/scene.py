"""The scene: everything that can be seen of the box at one moment.

The table makes a new scene after every change and hands it to the display, the buzzer and the
simulator. `public` is the same as texts, for scenarios and other programs.

Never: decides anything. Keep: what is not in a scene can't be shown anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from stbpi.desk.page import Menu, Page, Poster
from stbpi.games.game import View, members

if TYPE_CHECKING:
    from stbpi.service.page import HardwareView
    from stbpi.thinking.advice import Coaching


class Held(StrEnum):
    """What letting go of the roll button would do now."""

    NOT = "not"
    PRESS = "press"
    HOLD = "hold"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is to be shown.

    Attributes:
        view: the game's (or the set-up's) view; in the menu its phase and prompt are `menu`.
        held: what letting go of the button would do.
        page: what is shown in place of the match (the menu, ...); `None` while nothing is.
        faults: parts that have failed, in alphabetical order.
        posters: what is shown in turn in attract mode; empty otherwise.
        language: the code of the language that people are spoken to in.
        volume: how loud, 0 (silent) to 5.
        is_waiting: what was done is not on the disk yet, and takes long.
        is_audio: everything is told by sound, for whoever does not see (audio mode).
        sealed: the first digits of the commitment to the dice, before the first throw; else empty.
        test: the hardware test, which is shown in place of all else; `None` while there is none.
        coaching: what the coach says; `None` while nobody asks it.
    """

    view: View
    held: Held
    page: Page | None
    faults: tuple[str, ...]
    posters: tuple[Poster, ...] = ()
    language: str = "en"
    volume: int = 5
    is_waiting: bool = False
    is_audio: bool = False
    test: HardwareView | None = None
    sealed: str = ""
    coaching: Coaching | None = None

    @property
    def menu(self) -> Menu | None:
        """The page, if it is a menu."""
        return self.page if isinstance(self.page, Menu) else None


def numbers(values: tuple[int, ...]) -> str:
    """Write numbers as scenarios do: `1,2,9`, an empty list as `-`."""
    return ",".join(str(v) for v in values) or "-"


def public(scene: Scene) -> dict[str, str]:
    """Return the public state as texts, by the keys of the scenario verb `expect`.

    Names are single words, as `word` makes them.
    """
    view = scene.view
    playing = view.player is not None
    names = {player.seat: word(player.name) for player in view.players}
    texts = {
        "phase": view.phase.value,
        "prompt": view.prompt.value,
        "player": names.get(view.player or 0, "-"),
        "round": str(view.round) if playing else "-",
        "standing": numbers(members(view.standing)),
        "roll": numbers(view.roll),
        "left": _number(view.left),
        "dice_allowed": numbers(view.dice_allowed),
        "out": ",".join(names[p.seat] for p in view.players if p.out) or "-",
        "winner": ",".join(names[p.seat] for p in view.winners) or "-",
        "faults": ",".join(scene.faults) or "-",
    }
    texts["pot"] = _number(view.pot)
    if view.own is not None:
        texts |= view.own.public(tuple(names.values()))
    for player in view.players:
        texts[f"balance.{names[player.seat]}"] = _number(player.balance)
        texts[f"rounds_won.{names[player.seat]}"] = _number(player.rounds_won)
        texts[f"score.{names[player.seat]}"] = _number(player.score)
        texts[f"total.{names[player.seat]}"] = str(player.total)
    return texts


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def word(name: str) -> str:
    """Write a name without blanks, which part the words of a scenario's line.

    >>> word("Casual 5")
    'Casual_5'
    """
    return "_".join(name.split())
