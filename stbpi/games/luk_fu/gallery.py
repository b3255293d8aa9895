"""The gallery of Luk Fu: an example of each of its screens, and those in which the most must fit.

`display.gallery` puts them among its examples.

Never: draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from stbpi.display.examples import READY, player, scene
from stbpi.games.game import Change, Phase, PlayerView, Prompt, all_tiles, tiles, without
from stbpi.games.luk_fu.cards import IN_SUIT, read
from stbpi.games.luk_fu.decide import NAME
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.plays import old_cards
from stbpi.games.luk_fu.public import Laid, Trick, winning
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Choice, Lay, Say
from stbpi.games.luk_fu.view import Hand
from stbpi.scene import Held, Scene

ANNA = ("Anna", "Bot1", "Bot2")
LONG = ("Wilhelmina12", "Wilhelmina13", "Wilhelmina14")

TWELVE = "c2,c3,c6,s3,s6,s8,s9,m1,m6,m7,m9,t1"
NO_TENS = "c2,c3,c6,s3,s6,s8,s9,m1,m4,m6,m7,m9"
EIGHT = "c2,c3,s3,m3,m4,m5,t3,t9"
SEVEN = "c1,s9,s8,m4,t9,t3,t4"
DEALT = (TWELVE, "c1,c4,c5,c7,s1,s2,s4,m2,t2,t3,t4,t5", "c8,c9,s5,s7,m3,m4,m5,m8,t6,t7,t8,t9")


def _up(seat: int, cards: str) -> Laid:
    mask = read(cards)
    return Laid(seat=seat, size=mask.bit_count(), cards=mask)


def _down(seat: int, size: int) -> Laid:
    return Laid(seat=seat, size=size, sealed=1)


def _face_down(cards: str) -> Lay:
    return Lay(read(cards), face_up=False)


def _face_up(cards: str) -> Lay:
    return Lay(read(cards))


def _hand(
    cards: str,
    choice: Choice | None = None,
    number: int = 1,
    choices: int = 1,
    *,
    lying: Trick = (),
    counts: tuple[int, ...] = (12, 12, 12),
    master: int = 2,
    caller: int = 3,
    calls: tuple[bool, ...] = (),
    fu: int = 0,
) -> Hand:
    held = read(cards)
    old = old_cards(held, read(""))
    return Hand(
        cards=held,
        old=old,
        fu_to_claim=fu + old.bit_count(),
        master=master,
        caller=caller,
        calls=calls,
        lying=lying,
        best=winning(lying) if lying else None,
        counts=counts,
        choice=choice,
        number=number if choice is not None else 0,
        choices=choices if choice is not None else 0,
        dealt=(),
    )


TO_CALL = partial(_hand, TWELVE, caller=0)
TO_LEAD = partial(
    _hand, EIGHT, lying=(_up(2, "s4"), _down(3, 1), _up(1, "s8")), counts=(8, 8, 8), fu=4
)
TO_CLAIM = partial(
    _hand,
    SEVEN,
    lying=(_up(1, "c6,c7,c8,c9"), _down(2, 4), _down(3, 4)),
    counts=(7, 7, 7),
    fu=4,
)
TO_BEAT = partial(_hand, EIGHT, lying=(_up(2, "c4,c5,c6"), _down(3, 3)), counts=(8, 5, 5), fu=4)


def _players(names: tuple[str, ...], fu: tuple[int, ...]) -> tuple[PlayerView, ...]:
    return tuple(
        replace(player(seat, name, 0, won), bot=Strength.MIDDLE.value if seat > 1 else "")
        for seat, (name, won) in enumerate(zip(names, fu, strict=True), start=1)
    )


def _at(
    phase: Phase,
    prompt: Prompt,
    hand: Hand,
    *,
    down: tuple[int, ...] = (),
    closable: tuple[int, ...] = (),
    names: tuple[str, ...] = ANNA,
    fu: tuple[int, ...] = (4, 1, 0),
    seat: int = 1,
    change: Change = Change.NONE,
    held: Held = Held.NOT,
    faults: tuple[str, ...] = (),
) -> Scene:
    view = replace(
        READY,
        game=NAME,
        preset="tsoi",
        phase=phase,
        prompt=prompt,
        tiles=IN_SUIT,
        standing=without(all_tiles(IN_SUIT), tiles(*down)),
        players=_players(names, fu),
        player=seat,
        round=1,
        rounds=1,
        dice_allowed=(),
        change=change,
        closable=tiles(*closable),
        own=hand,
    )
    return scene(view, held=held, faults=faults)


_calling = partial(_at, Phase.CALLING, Prompt.CALL, fu=(0, 0, 0))
_leading = partial(_at, Phase.LEADING, Prompt.LEAD)
_claiming = partial(_at, Phase.LEADING, Prompt.CLAIM)
_refused = partial(_at, Phase.LEADING, Prompt.CHOOSE)
_following = partial(_at, Phase.FOLLOWING, Prompt.FOLLOW)
_discarding = partial(_at, Phase.FOLLOWING, Prompt.DISCARD)
_waiting = partial(_at, prompt=Prompt.WAIT)


def _over(
    why: MatchWhy,
    *,
    names: tuple[str, ...] = ANNA,
    fu: tuple[int, ...] = (4, 1, 0),
    paid: tuple[int, ...] = (0, 0, 0),
    dealt: tuple[str, ...] = DEALT,
) -> Scene:
    hand = replace(TO_LEAD(), dealt=tuple(map(read, dealt)))
    shown = _at(Phase.MATCH_OVER, Prompt.MATCH_OVER, hand, names=names, fu=fu)
    players = tuple(
        replace(seat, total=units, winner=units > 0)
        for seat, units in zip(shown.view.players, paid, strict=True)
    )
    view = replace(shown.view, player=None, round=None, why=why.value, players=players)
    return replace(shown, view=view)


CALLING: Mapping[str, Scene] = {
    "calling": _calling(TO_CALL(Say.CALL, 1, 2)),
    "calling_after_two_passes": _calling(TO_CALL(Say.PASS, 2, 2, calls=(False, False))),
    "dealing": _at(
        *(Phase.CALLING, Prompt.WAIT, _hand("", master=3, caller=0, counts=(0, 0, 0))),
        fu=(0, 0, 0),
    ),
}
LEADING: Mapping[str, Scene] = {
    "leading": _leading(TO_LEAD(), closable=(2, 3, 4, 5)),
    "leading_first": _leading(
        _hand(TWELVE, master=1, caller=1), closable=(1, 2, 3, 6, 7, 8), fu=(0, 0, 0)
    ),
    "leading_a_card": _leading(TO_LEAD(_face_up("c2")), down=(2,)),
    "leading_three_of_four": _leading(TO_LEAD(_face_up("c3,m3,t3"), 6, 9), down=(3,)),
    "leading_a_set_of_four": _leading(
        _hand(
            *("c7,s7,m7,t7,c8,s8,m8,t8,c9,s9,m9,t9", _face_up("c7,s7,m7,t7"), 9, 9),
            master=1,
            caller=1,
        ),
        down=(7,),
        fu=(0, 0, 0),
    ),
    "leading_a_run_of_nine": _leading(
        _hand(
            "t1,t2,t3,t4,t5,t6,t7,t8,t9,c1,s1,m1",
            _face_up("t1,t2,t3,t4,t5,t6,t7,t8,t9"),
            caller=1,
        ),
        down=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        fu=(0, 0, 0),
    ),
    "leading_with_more_tiles": _leading(TO_LEAD(), down=(3, 5), closable=(4,)),
    "leading_with_wrong_tiles": _leading(TO_LEAD(), down=(2, 9)),
    "leading_against_other_bots": _leading(TO_LEAD(), closable=(2, 3, 4, 5), change=Change.AT_ONCE),
    "leading_or_claiming": _claiming(TO_CLAIM(Say.CLAIM, 1, 2), closable=(1, 3, 4, 8, 9)),
    "leading_instead_of_claiming": _claiming(TO_CLAIM(Say.ON, 2, 2), closable=(1, 3, 4, 8, 9)),
    "leading_not_saved": _leading(TO_LEAD(_face_up("c2")), down=(2,), faults=("disk", "serial")),
    "choose": _refused(TO_LEAD(), down=(2, 9)),
    "choose_first": _refused(TO_LEAD(), closable=(2, 3, 4, 5)),
    "choose_what_is_played": _refused(TO_CLAIM(Say.ON, 2, 2), closable=(1, 3, 4, 8, 9)),
}
FOLLOWING: Mapping[str, Scene] = {
    "following": _following(TO_BEAT(_face_up("m3,m4,m5")), down=(3, 4, 5)),
    "following_without_tiles": _following(TO_BEAT(), closable=(3, 4, 5)),
    "following_second": _following(
        _hand(EIGHT, _face_up("t3"), 1, 2, lying=(_up(3, "t2"),), counts=(8, 8, 7), fu=4),
        down=(3,),
    ),
    "following_face_down": _discarding(
        TO_BEAT(_face_down("c2,c3,s3"), 2, 6), down=(2, 3), closable=(4, 5, 9)
    ),
    "following_face_down_without_tiles": _discarding(
        _hand(
            TWELVE,
            lying=(_up(2, "t2,t3,t4,t5,t6,t7,t8,t9"), _down(3, 8)),
            counts=(12, 4, 4),
            caller=2,
        ),
        closable=(1, 2, 3, 6, 7, 8, 9),
        names=LONG,
        fu=(0, 0, 0),
    ),
    "following_by_nine_face_down": _discarding(
        _hand(
            *(NO_TENS, _face_down("c2,c3,c6,s8,s9,m1,m4,m7,m9"), 12, 16),
            lying=(_up(2, "t1,t2,t3,t4,t5,t6,t7,t8,t9"), _down(3, 9)),
            counts=(12, 3, 3),
            caller=2,
        ),
        down=(1, 2, 3, 4, 6, 7, 8, 9),
        names=LONG,
        fu=(0, 0, 0),
        faults=("disk",),
    ),
}
WAITING: Mapping[str, Scene] = {
    "bot_thinks_about_cards": _waiting(
        Phase.FOLLOWING,
        hand=_hand(
            "c2,c3,s3,t3,t9",
            lying=(_up(1, "m3,m4,m5"), _up(2, "t4,t5,t6")),
            counts=(5, 5, 8),
            fu=4,
        ),
        seat=3,
    ),
    "bot_thinks_about_a_call": _waiting(
        Phase.CALLING, hand=TO_CALL(master=1, calls=(False, False)), fu=(0, 0, 0), seat=3
    ),
    "bot_thinks_about_a_lead": _waiting(
        Phase.LEADING,
        hand=_hand(
            "c2",
            lying=(_up(1, "c7,s7,m7,t7"), _up(2, "c8,s8,m8,t8"), _down(3, 4)),
            counts=(1, 1, 1),
        ),
        names=LONG,
        fu=(0, 11, 0),
        seat=2,
    ),
}
HELD: Mapping[str, Scene] = {
    "held_press_at_a_card": _following(
        TO_BEAT(_face_up("m3,m4,m5"), 1, 2), down=(3, 4, 5), held=Held.PRESS
    ),
    "held_hold_at_a_run": _following(TO_BEAT(_face_up("m3,m4,m5")), down=(3, 4, 5), held=Held.HOLD),
    "held_hold_at_cards_face_down": _discarding(
        TO_BEAT(_face_down("c2,c3,s3"), 2, 6), down=(2, 3), held=Held.HOLD
    ),
    "held_hold_at_a_claim": _claiming(TO_CLAIM(Say.CLAIM, 1, 2), held=Held.HOLD),
    "held_hold_without_a_choice": _leading(TO_LEAD(), closable=(2, 3, 4, 5), held=Held.HOLD),
}
OVER: Mapping[str, Scene] = {
    "match_over_by_a_claim": _over(MatchWhy.CLAIM, fu=(7, 1, 0), paid=(4, 0, -4)),
    "match_over_with_empty_hands": _over(
        MatchWhy.HANDS_EMPTY, names=LONG, fu=(0, 12, 0), paid=(-7, 14, -7)
    ),
    "match_over_drawn": _over(MatchWhy.HANDS_EMPTY, fu=(4, 5, 3)),
    "match_over_stopped": _over(MatchWhy.STOPPED, dealt=()),
}

EXAMPLES: Mapping[str, Scene] = {
    **CALLING,
    **LEADING,
    **FOLLOWING,
    **WAITING,
    **HELD,
    **OVER,
}
"""By the example's name."""
