"""Luk Fu in words: its presets, choices, how well bots play.

Never: knows a match.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.game import HouseRules, RuleChoice
from stbpi.games.luk_fu import rules
from stbpi.games.luk_fu.cards import written
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Choice, Lay, Say
from stbpi.language import Message, _, message

SUMMARIES: Mapping[str, Message] = {
    "tsoi": message("A card game of three, against two bots: six fu of your own win the deal."),
}
"""What each preset is, in a sentence."""

STRENGTHS: Mapping[Strength, Message] = {
    Strength.SIMPLE: message("simple"),
    Strength.MIDDLE: message("middling|middle"),
    Strength.STRONG: message("strong"),
}

_BOTS = message("Bots")
_SAID: Mapping[Say, Message] = {
    Say.CALL: message("Call"),
    Say.PASS: message("Pass"),
    Say.ON: message("Play on"),
}


_BOTS_PLAY: Mapping[Strength, Message] = {
    Strength.SIMPLE: message(
        "The two bots are simple: they count their old cards, and play at random."
    ),
    Strength.MIDDLE: message(
        "The two bots are middling: they weigh what a play may win against what it costs."
    ),
    Strength.STRONG: message(
        "The two bots are strong: they guess the hidden hands, and play each choice out."
    ),
}


def explain(name: str) -> tuple[str, ...]:
    """Explain a preset in lines: what it is, and how well bots play."""
    played = _BOTS_PLAY[rules.PRESETS[name].bots]
    return (str(SUMMARIES[name]), "", _("These are the default rules:"), f"- {played}")


def choice_in_words(choice: Choice, fu_to_claim: int) -> Message:
    """Say what a choice is.

    Args:
        choice: one that the player has.
        fu_to_claim: what he would have if he claimed now.
    """
    match choice:
        case Lay(cards=cards, face_up=True):
            return Message("{cards}", (("cards", written(cards)),))
        case Lay(cards=cards):
            return message("{cards} face down|{cards} down", cards=written(cards))
        case Say.CLAIM:
            return message("Claim with {fu} fu|Claim {fu}", fu=fu_to_claim)
        case _:
            return _SAID[choice]


def rule_choices(preset: str, house_rules: HouseRules) -> tuple[RuleChoice, ...]:
    """List the house rules that can be chosen on the box."""
    now = rules.make(preset, house_rules).bots
    order = tuple(Strength)
    following = order[(order.index(now) + 1) % len(order)]
    return (RuleChoice(field="bots", label=_BOTS, value=STRENGTHS[now], next=following.value),)
