"""What the coach says on the display, where the landlord lets it.

Before a choice it says which is best, in place of what the strip says anyhow; after a turn, how
much of it was luck and how much was lost by choices, in place of the tiles.

Never: draws; says anything that the landlord keeps from the players. Keep: every text ends with
wordings that fit whatever the coach says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stbpi.display import texts
from stbpi.games.game import Phase
from stbpi.language import Message
from stbpi.scene import Scene

if TYPE_CHECKING:
    from stbpi.thinking.advice import Advice, Aftermath


def advice_of(scene: Scene) -> Advice | None:
    """Return what the display may say of the choice that is to be made."""
    coaching = scene.coaching
    return coaching.before if coaching is not None and coaching.on_display else None


def aftermath_of(scene: Scene) -> Aftermath | None:
    """Return what the display may say of a turn, while it says how the turn has ended."""
    coaching = scene.coaching
    is_over = scene.page is None and scene.view.phase is Phase.TURN_OVER
    return coaching.after if coaching is not None and coaching.on_display and is_over else None


def best_cover(scene: Scene, otherwise: Message) -> tuple[str, ...]:
    """Say which cover is best; something else where nothing of it may be said, or fits."""
    advice = advice_of(scene)
    wordings = advice.said.wordings if advice is not None else ()
    return (*wordings, *otherwise.wordings)


def best_dice(scene: Scene, otherwise: Message) -> tuple[str, ...]:
    """Say how many dice are best, with what the button does for it where that has room."""
    advice = advice_of(scene)
    if advice is None:
        return otherwise.wordings
    deed = _deed(advice, scene.view.dice_allowed)
    done = deed(advice.said).wordings if deed is not None else ()
    return (*done, *advice.said.wordings, *otherwise.wordings)


def luck_and_errors(after: Aftermath) -> tuple[str, ...]:
    """Say how much of a turn was luck, and what was lost by choices."""
    return (*after.said.wordings, "")


def second_best(scene: Scene) -> tuple[str, ...]:
    """Say what the best choice but one costs; nothing if there is none that is worse."""
    advice = advice_of(scene) if scene.page is None else None
    worse = [option for option in advice.options if option.cost] if advice is not None else []
    return (*texts.costs(worse[0]).wordings, "") if worse else ()


def worst_choice(scene: Scene) -> tuple[str, ...]:
    """Say which choice of a turn that is over cost most; nothing if every choice was best."""
    after = aftermath_of(scene)
    return (*after.worst.wordings, "") if after is not None and after.worst is not None else ()


def _deed(advice: Advice, allowed: tuple[int, ...]) -> Callable[[Message], Message] | None:
    """Return what says how the best number of dice is thrown; nothing if several are as good."""
    best = [option.dice for option in advice.options if option.is_best]
    if best == [*allowed[-1:]]:
        return texts.press_for
    return texts.hold_for if best == [*allowed[-2:-1]] else None
