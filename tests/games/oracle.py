"""Slow oracles, written from RULES.md alone: covers, one die, the score sheet, the referee.

Never: imports anything of the game but its types and the values of its house rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, count

from stbpi.games.events import (
    Covered,
    Event,
    MatchEnded,
    Paid,
    PlayerOut,
    Pot,
    Rolled,
    RoundEnded,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import Tiles, members, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Turn, TurnWhy

EVER = 10**6
"""A round after all others."""

FITS: dict[str, Callable[[frozenset[int], Sequence[int]], bool]] = {
    "any": lambda cover, dice: sum(cover) == sum(dice),
    "max_two": lambda cover, dice: sum(cover) == sum(dice) and len(cover) <= 2,
    "max_three": lambda cover, dice: sum(cover) == sum(dice) and len(cover) <= 3,
    "one_tile": lambda cover, dice: len(cover) == 1 and cover <= {sum(dice), *dice},
    "sum_or_dice": lambda cover, dice: (
        (len(cover) == 1 and cover <= {sum(dice), *dice}) or cover == set(dice)
    ),
    "exact": lambda cover, dice: cover == {sum(dice)} or sorted(cover) == sorted(dice),
}


def all_covers(
    standing: Sequence[int], dice: Sequence[int], rule: str = "any"
) -> Iterator[frozenset[int]]:
    """Try every set of standing tiles."""
    for size in range(1, len(standing) + 1):
        for chosen in combinations(standing, size):
            if FITS[rule](frozenset(chosen), dice):
                yield frozenset(chosen)


ONE_DIE_NEEDS: dict[str, Callable[[tuple[int, ...], int], bool]] = {
    "total_6": lambda up, box: sum(up) <= 6,
    "never": lambda up, box: False,
    "high_down": lambda up, box: all(tile <= 6 for tile in up),
    "last_tile": lambda up, box: len(up) == 1,
    "always": lambda up, box: True,
    "literal_789": lambda up, box: not {7, 8, 9} & set(up),
    "top_three_down": lambda up, box: not {box, box - 1, box - 2} & set(up),
    "total_below_6": lambda up, box: sum(up) <= 5,
    "only_tile_1": lambda up, box: up == (1,),
}


@cache
def score(scoring: str, start: Tiles, standing: Tiles) -> int:
    up = members(standing)
    match scoring:
        case "sum":
            return sum(up)
        case "digits":
            return int("0" + "".join(str(n) for n in sorted(up)))
        case "count":
            return len(up)
        case _:
            return sum(n for n in members(start) if n not in up)


class ScoreSheet:
    """A sheet of paper as a careful person keeps it: a cell for each round and player.

    What follows from the cells is read off the whole sheet again whenever it is asked for.

    Attributes:
        turns: those that were written down, in order.
        counted: those that count under the rules, by round and seat.
    """

    def __init__(self, rules: Ruleset, seats: int, turns: Sequence[Turn] = ()) -> None:
        self.rules = rules
        self.everybody = range(1, seats + 1)
        self.turns = list(turns)
        self.counted: list[Turn] = []
        self._count()

    def change(self, rules: Ruleset) -> None:
        """Read the same turns under other rules."""
        self.rules, self.counted = rules, []
        self._count()

    def enter(self, box: Tiles, *, why: str = "") -> None:
        """Write the next turn down; it started as the rules say now."""
        round_, seat = self.next_cell()
        why = why or ("no_move" if box else "shut")
        start = tiles(*self.start)
        self.turns.append(
            Turn(seat=seat, round=round_, start=start, standing=box, why=TurnWhy(why))
        )
        self._count()

    def _count(self) -> None:
        in_order = sorted(self.turns, key=lambda turn: (turn.round, turn.seat))
        if self.counted == in_order[:-1]:  # only one is new
            in_order = in_order[-1:]
        else:
            self.counted = []
        for turn in in_order:
            if self.decided() is None and turn.seat in self.due(turn.round):
                self.counted.append(turn)

    # Scores

    @property
    def start(self) -> tuple[int, ...]:
        return self.rules.start or tuple(range(1, self.rules.tiles + 1))

    def of(self, turn: Turn) -> int:
        return score(self.rules.scoring, turn.start, turn.standing)

    def scores(self, seat: int) -> list[int]:
        return [self.of(turn) for turn in self.counted if turn.seat == seat]

    def played(self, round_: int) -> dict[int, int]:
        """Return the scores of a round, by seat."""
        return {turn.seat: self.of(turn) for turn in self.counted if turn.round == round_}

    def total_until(self, round_: int, seat: int) -> int:
        return sum(self.of(t) for t in self.counted if t.seat == seat and t.round <= round_)

    def total(self, seat: int) -> int:
        """Add up the scores, without those of a play-off."""
        return self.total_until(self.last_round() or EVER, seat)

    def best(self, results: dict[int, int]) -> tuple[int, ...]:
        pick = max if self.rules.scoring == "covered" else min
        best = pick(results.values())
        return tuple(seat for seat, result in sorted(results.items()) if result == best)

    # Who plays

    def in_at_start_of(self, round_: int) -> list[int]:
        limit, last = self.rules.knock_out, self.last_round() or EVER
        return [
            seat
            for seat in self.everybody
            if not limit
            or not meets(
                self.total_until(min(round_ - 1, last), seat), limit, self.rules.knock_out_at
            )
        ]

    @property
    def left(self) -> list[int]:
        return self.in_at_start_of(EVER)

    def last_round(self) -> int | None:
        """Return the round that ends the match, play-offs apart, as far as it is known."""
        rules = self.rules
        known = [rules.rounds] if rules.rounds else []
        if rules.ceiling:
            known += [
                round_
                for round_ in {turn.round for turn in self.counted}
                for seat in self.everybody
                if meets(self.total_until(round_, seat), rules.ceiling, rules.ceiling_at)
            ]
        return min(known, default=None)

    def is_complete(self, round_: int) -> bool:
        return set(self.played(round_)) == set(self.in_at_start_of(round_))

    def regular_rounds(self) -> int | None:
        """Return how many rounds the match has had, once all of them are over."""
        last = self.last_round()
        if last is None or not all(self.is_complete(r) for r in range(1, last + 1)):
            return None
        return last

    def leaders(self, *, before: int) -> tuple[int, ...]:
        """Return who leads after all rounds, and after the play-offs before a round."""
        regular, left = self.regular_rounds(), self.left
        assert regular is not None
        if self.rules.match_by == "rounds_won":
            won = {seat: self.rounds_won(seat) for seat in left}
            leaders = tuple(seat for seat in left if won[seat] == max(won.values()))
        else:
            leaders = self.best({seat: self.total(seat) for seat in left})
        for round_ in sorted({turn.round for turn in self.counted}):
            played = self.played(round_)
            if regular < round_ < before and set(played) == set(leaders):
                leaders = self.best(played)
        return leaders

    def due(self, round_: int) -> tuple[int, ...]:
        """Return who has a turn in a round."""
        last = self.last_round()
        if last is None or round_ <= last:
            return tuple(self.left)
        return () if self.regular_rounds() is None else self.leaders(before=round_)

    def next_cell(self) -> tuple[int, int]:
        return next(
            (round_, seat)
            for round_ in count(1)
            for seat in self.due(round_)
            if seat not in self.played(round_)
        )

    # What is decided

    def shutter(self) -> Turn | None:
        """Return the turn that won the match at once."""
        wins = self.rules.shut == "wins"
        return next((turn for turn in self.counted if wins and not turn.standing), None)

    def is_nobody_to_play_with(self) -> bool:
        return not self.left or (len(self.left) == 1 and len(self.everybody) > 1)

    @property
    def end(self) -> tuple[tuple[int, ...], str] | None:
        """The winners and why, after the last entry; `None` while it goes on."""
        return None if self.is_one_lacking() else self.decided()

    def is_one_lacking(self) -> bool:
        """Say whether a turn has still to be played that comes before one that counts."""
        return self._lacks(self.due)

    def _lacks(self, due: Callable[[int], Sequence[int]]) -> bool:
        if not self.counted:
            return False
        last = self.counted[-1]
        return any(
            (round_, seat) < (last.round, last.seat) and seat not in self.played(round_)
            for round_ in range(1, last.round + 1)
            for seat in due(round_)
        )

    def decided(self) -> tuple[tuple[int, ...], str] | None:
        """The winners and why, whether a turn before the last one is lacking or not."""
        shutter = self.shutter()
        if shutter is not None:
            return (shutter.seat,), "shut"
        if self.is_nobody_to_play_with():
            return tuple(self.left), "last_left"
        regular = self.regular_rounds()
        if regular is None:
            return None
        leaders = self.leaders(before=EVER)
        if len(leaders) > 1 and self.rules.tie == "playoff":
            return None
        return leaders, "rounds" if regular == self.rules.rounds else "ceiling"

    def regular_ended(self) -> dict[int, tuple[int, ...]]:
        """Return the bests of the rounds that are over, play-offs apart."""
        shutter, last = self.shutter(), self.last_round() or EVER
        is_cut = shutter is not None or self.is_nobody_to_play_with()
        is_waiting = is_cut and self._lacks(lambda round_: self.left if round_ <= last else ())
        found: dict[int, tuple[int, ...]] = {}
        for round_ in sorted({turn.round for turn in self.counted}):
            if round_ > last or (is_waiting and round_ == self.counted[-1].round):
                continue
            if shutter is not None and shutter.round == round_:
                found[round_] = (shutter.seat,)
            elif self.is_complete(round_):
                found[round_] = self.best(self.played(round_))
            elif round_ == self.counted[-1].round and self.is_nobody_to_play_with():
                found[round_] = ()
        return found

    def ended(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return the rounds that are over, with their bests."""
        found, regular, shutter = self.regular_ended(), self.regular_rounds(), self.shutter()
        for round_ in sorted({turn.round for turn in self.counted}):
            played = self.played(round_)
            if regular is None or round_ <= regular:
                continue
            if shutter is not None and shutter.round == round_:
                if not self.is_one_lacking():
                    found[round_] = (shutter.seat,)
            elif set(played) == set(self.leaders(before=round_)):
                found[round_] = self.best(played)
        return tuple(found.items())

    def rounds_won(self, seat: int) -> int:
        return sum(bests == (seat,) for bests in self.regular_ended().values())

    # Units

    def units(self, *, begun: int, stopped: bool = False) -> tuple[tuple[int, ...], int]:
        """Return the balances and the pot.

        Args:
            begun: the last round that has begun.
            stopped: the players have ended the match.
        """
        rules, ended = self.rules, self.regular_ended()
        purses = dict.fromkeys(self.everybody, 0)
        pot = 0

        def take(seat: int, units: int) -> int:
            purses[seat] -= units
            return units

        def share(units: int, among: Sequence[int]) -> None:
            for seat in among:
                purses[seat] += units // len(among)
            purses[among[0]] += units % len(among)

        for round_ in self._rounds_begun(begun):
            players, bests = self.in_at_start_of(round_), ended.get(round_, ())
            others = [seat for seat in players if seat not in bests]
            is_shut = any(
                not turn.standing
                for turn in self.counted
                if turn.round == round_ and turn.seat in bests
            )
            if rules.stakes == "pool":
                pot += sum(take(seat, rules.stake) for seat in players)
                if is_shut:
                    pot += sum(take(seat, rules.stake) for seat in others)
                if len(bests) == 1 or (bests and rules.tie_pot == "share"):
                    share(pot, bests)
                    pot = 0
            elif rules.stakes == "difference" and bests:
                played, start = self.played(round_), tiles(*self.start)
                untouched = score(rules.scoring, start, start)
                for seat in others:
                    points = abs(played.get(seat, untouched) - played[bests[0]])
                    share(take(seat, points * rules.stake * (2 if is_shut else 1)), bests)
        heirs = self.end[0] if self.end is not None else self.left if stopped else ()
        if heirs:
            share(pot, heirs)
            pot = 0
        return tuple(purses.values()), pot

    def _rounds_begun(self, begun: int) -> Iterator[int]:
        """List the rounds that have begun and were not after the end, play-offs apart.

        While somebody lacks a turn of an earlier round, no round begins that has no turn yet.
        """
        written = max((turn.round for turn in self.turns), default=0)
        counted = max((turn.round for turn in self.counted), default=0)
        last = min(self.last_round() or EVER, begun, EVER if self.end is None else counted)
        for round_ in range(1, last + 1):
            is_due = all(self.is_complete(earlier) for earlier in range(1, round_))
            if is_due or round_ <= written:
                yield round_


def meets(total: int, limit: int, how: str) -> bool:
    return total >= limit if how == "reach" else total > limit


Choice = TurnStarted | Rolled | Covered | TurnEnded | MatchEnded
"""What hands and dice decide: when a turn starts, what is thrown and covered, who stops."""


def referee(rules: Ruleset, seats: int, choices: Sequence[Choice]) -> Iterator[Event]:
    """Say what must happen in a match, from the dice, the covers and who stops when.

    A throw, a cover or a stop that is not allowed is an AssertionError.
    """
    sheet = ScoreSheet(rules, seats)
    chosen, throws = iter(choices), count(1)
    known: tuple[tuple[int, ...], int] = ((0,) * seats, 0)
    begun = 0

    def payments(*, stopped: bool = False) -> Iterator[Event]:
        nonlocal known
        (before, pot), known = known, sheet.units(begun=begun, stopped=stopped)
        for seat, then, now in zip(sheet.everybody, before, known[0], strict=True):
            if now != then:
                yield Paid(player=seat, units=now - then, balance=now)
        if known[1] != pot:
            yield Pot(units=known[1])

    def stop() -> Iterator[Event]:
        yield from payments(stopped=True)
        yield MatchEnded(winners=(), why="stopped")

    while sheet.end is None:
        choice = next(chosen, None)
        if choice is None:
            return
        if isinstance(choice, MatchEnded):
            yield from stop()
            return
        assert isinstance(choice, TurnStarted)
        round_, seat = sheet.next_cell()
        begun = round_
        yield TurnStarted(player=seat, round=round_)
        yield from payments()
        happens, standing, why = _turn(rules, seat, sheet.start, chosen, throws)
        yield from happens
        if why == "match stopped":
            yield from stop()
        if why in ("match stopped", "unfinished"):
            return
        over = len(sheet.ended())
        sheet.enter(tiles(*standing), why=why)
        yield TurnEnded(
            player=seat,
            standing=standing,
            score=sheet.scores(seat)[-1],
            why=why,
            total=sheet.total(seat),
        )
        if seat not in sheet.left:
            yield PlayerOut(player=seat, total=sheet.total(seat))
        for number, winners in sheet.ended()[over:]:
            yield RoundEnded(round=number, winners=winners)
        yield from payments()
    winners, reason = sheet.end
    yield MatchEnded(winners=winners, why=reason)


def _turn(
    rules: Ruleset,
    seat: int,
    standing: tuple[int, ...],
    chosen: Iterator[Choice],
    throws: Iterator[int],
) -> tuple[list[Event], tuple[int, ...], str]:
    """Return what happens in a turn, what stands at its end, and why it ended.

    Of real dice nothing is seen: what is chosen tells their sum, or that there was no cover.
    """
    is_real = rules.roll == "real"
    happens: list[Event] = []
    covers: set[frozenset[int]] | None = None
    while standing:
        choice = next(chosen, None)
        match choice:
            case None:
                return happens, standing, "unfinished"
            case MatchEnded():
                return happens, standing, "match stopped"
            case Rolled(dice=dice, total=total):
                assert covers is None
                assert (dice is None) == is_real
                if dice is None:
                    dice_or_sum: tuple[int, ...] = (total,)
                    _check_total(rules, standing, total)
                else:
                    dice_or_sum, total = dice, sum(dice)
                    _check_number_of_dice(rules, standing, dice)
                needed = rules.first_roll_tile if not happens else 0
                happens.append(Rolled(player=seat, dice=dice, total=total, k=next(throws)))
                covers = set(all_covers(standing, dice_or_sum, rules.cover))
                if needed:
                    covers = {cover for cover in covers if needed in cover}
                assert covers or not is_real
                if rules.unlucky and total == rules.unlucky:
                    return happens, standing, "unlucky"
                if not covers:
                    return happens, standing, "first_roll" if needed else "no_move"
            case Covered(tiles=closed):
                assert covers is not None
                assert frozenset(closed) in covers
                standing = tuple(tile for tile in standing if tile not in closed)
                happens.append(Covered(player=seat, tiles=tuple(sorted(closed)), standing=standing))
                covers = None
            case TurnEnded(why="stopped"):
                assert rules.may_stop
                assert happens or is_real
                return happens, standing, "stopped"
            case TurnEnded():
                assert is_real
                missed = rules.first_roll_tile and not happens
                return happens, standing, "first_roll" if missed else "no_move"
            case TurnStarted():
                raise AssertionError("a turn starts in a turn")
    return happens, standing, "shut"


def _check_total(rules: Ruleset, standing: tuple[int, ...], total: int) -> None:
    assert total != rules.unlucky
    assert any(count <= total <= 6 * count for count in _allowed(rules, standing))


def _check_number_of_dice(rules: Ruleset, standing: tuple[int, ...], dice: tuple[int, ...]) -> None:
    assert len(dice) in _allowed(rules, standing)
    assert all(1 <= die <= 6 for die in dice)


def _allowed(rules: Ruleset, standing: tuple[int, ...]) -> set[int]:
    """Return how many dice may be thrown."""
    fewer_are_allowed = ONE_DIE_NEEDS[rules.one_die](standing, rules.tiles)
    allowed = {rules.dice}
    if fewer_are_allowed:
        allowed |= {1} if rules.fewer_dice == "one" else set(range(1, rules.dice))
    if fewer_are_allowed and rules.one_die_forced:
        allowed = {1}
    return allowed
