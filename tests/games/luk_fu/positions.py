"""Random positions, and whether engine and oracle list the same choices in them.

    python -m tests.games.luk_fu.positions --count 100000

says in how many positions they do, and stops at the first in which they don't.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from itertools import combinations

from stbpi.games.luk_fu.cards import Cards, read
from stbpi.games.luk_fu.public import Laid, Public, Stage, after
from stbpi.games.luk_fu.seen import Seen, choices
from tests.games.luk_fu import oracle
from tests.games.luk_fu.oracle import PACK, Names, Position
from tests.games.luk_fu.table import words

_SEAT = 2


def random_position(chance: random.Random) -> Position:
    """Make a position; packs of few suits or ranks have many sets and runs."""
    hand_size = chance.randint(1, 12)
    pack = _pack(chance, at_least=hand_size + 8)
    chance.shuffle(pack)
    hand, rest = frozenset(pack[:hand_size]), pack[hand_size:]
    face_up = frozenset(rest[: chance.randint(0, len(rest) // 2)])
    base = Position(
        hand=hand,
        face_up=face_up,
        fu=chance.randint(0, 8),
        is_caller=chance.random() < 0.4,
        is_passed_master=False,
    )
    if not base.is_caller and chance.random() < 0.4:
        base = _with(base, is_passed_master=True)
    return base if chance.random() < 0.5 else _to_follow(base, chance)


def _pack(chance: random.Random, *, at_least: int) -> list[str]:
    suits = chance.sample(oracle.SUITS, chance.choice([2, 3, 4, 4]))
    ranks = chance.sample("123456789", chance.choice([5, 6, 7, 8, 9, 9, 9]))
    some = sorted(card for card in PACK if card[0] in suits and card[1] in ranks)
    others = sorted(PACK - set(some))
    return some + chance.sample(others, max(0, at_least - len(some)))


def _to_follow(base: Position, chance: random.Random) -> Position:
    """Let another player lead, or beat what was led, out of the cards that nobody has seen.

    Often it is as many cards as the hand could play together, so that it can be beaten.
    """
    elsewhere = PACK - base.hand - base.face_up
    leads = _plays(elsewhere, len(base.hand))
    sizes = sorted({len(play) for play in leads})
    longer = [len(play) for play in _plays(base.hand, 12) if len(play) > 1 and len(play) in sizes]
    size = chance.choice(longer if longer and chance.random() < 0.7 else sizes)
    led = chance.choice([play for play in leads if len(play) == size])
    first = _with(base, led=led, best=led, face_up=base.face_up | led)
    better = [play for play in _plays(elsewhere - led, size) if oracle.beats(play, first)]
    if not better or chance.random() < 0.6:
        return first
    best = chance.choice(better)
    return _with(first, best=best, face_up=first.face_up | best)


def _plays(cards: Names, most: int) -> list[Names]:
    """List the combinations of some cards, of at most so many cards."""
    plays = [frozenset({card}) for card in sorted(cards)]
    for rank in "123456789":
        same = sorted(card for card in cards if card[1] == rank)
        plays += [frozenset(some) for size in (3, 4) for some in combinations(same, size)]
    for suit in oracle.SUITS:
        for low in range(1, 8):
            for high in range(low + 2, 10):
                run = frozenset(f"{suit}{rank}" for rank in range(low, high + 1))
                plays += [run] if run <= cards else []
    return [play for play in plays if len(play) <= most]


def _with(position: Position, **changed: object) -> Position:
    values = {name: getattr(position, name) for name in Position.__slots__}
    return Position(**{**values, **changed})


def as_seen(position: Position) -> Seen:
    """Write a position as the engine knows it."""
    before = after(_SEAT, 2)
    trick: tuple[Laid, ...] = ()
    if position.led:
        size = len(position.led)
        led = Laid(seat=before, size=size, cards=_cards(position.led))
        trick = (led,)
        if position.best != position.led:
            best = Laid(seat=before, size=size, cards=_cards(position.best))
            trick = (Laid(seat=after(before, 2), size=size, cards=led.cards), best)
    master = _SEAT if position.is_passed_master else before
    calls = (False, True) if position.is_passed_master else (True,)
    if position.is_caller:
        master, calls = _SEAT, (True,)
    public = Public(
        stage=Stage.FOLLOWING if trick else Stage.LEADING,
        master=master,
        calls=calls,
        turn=_SEAT,
        trick=trick,
        fu=(0, position.fu, 0),
        counts=(len(position.hand),) * 3,
        face_up=_cards(position.face_up),
    )
    return Seen(seat=_SEAT, hand=_cards(position.hand), laid_down=(), public=public)


def _cards(names: Names) -> Cards:
    return read(",".join(names))


def difference(position: Position) -> set[str]:
    """Return the choices that only one of engine and oracle lists."""
    listed = [words(choice) for choice in choices(as_seen(position))]
    assert len(listed) == len(set(listed)), "a choice is listed twice"
    return set(listed) ^ oracle.choices(position)


def kind(position: Position) -> str:
    """Say what a position is about."""
    if not position.led:
        return "lead"
    shape = "single" if len(position.led) == 1 else "set" if oracle.is_set(position.led) else "run"
    can_beat = not any(way.startswith("down") for way in oracle.choices(position))
    return f"{shape} {'beaten' if can_beat else 'not beaten'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    kinds: Counter[str] = Counter()
    began = time.monotonic()
    for number in range(asked.count):
        position = random_position(chance)
        differs = difference(position)
        if differs:
            print(f"position {number}: {position}\nonly one lists: {sorted(differs)}")
            return 1
        kinds[kind(position)] += 1
    print(f"{asked.count} positions, no difference, {time.monotonic() - began:.0f} s")
    print(", ".join(f"{name}: {count}" for name, count in kinds.most_common()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
