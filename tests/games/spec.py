"""Given events, when commands come, then exactly these events.

The state is folded from `given`, each command is decided on what the ones before it left, and
`then` compares whole tuples. On the way it is checked that the result can be folded and viewed,
that nothing was mutated, and that dice are asked for exactly when they are thrown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from stbpi.games import events
from stbpi.games.events import Covered, Event, Refused, Rolled, TurnEnded, TurnStarted
from stbpi.games.game import NO_TILES, BotRoll, Command, Hold, Press, Tiles, Timer, View
from stbpi.games.shut_the_box import ShutTheBox, State

GAME = ShutTheBox()
COMPLAIN_MS = 1500

Facts = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """What has happened so far, and what was decided since the last `then`."""

    state: State
    decided: Facts = ()

    def when(self, *happens: Command | Facts) -> Story:
        """Decide commands; events among them (tiles that move) just happen."""
        now = self
        for item in happens:
            now = now._after(item) if isinstance(item, tuple) else now._decide(item)
        return now

    def then(self, *wanted: Event | Facts) -> Story:
        """Compare everything that was decided, and go on from here."""
        expected = flat(*wanted)
        assert self.decided == expected, f"expected{_list(expected)}\nfound{_list(self.decided)}"
        return Story(self.state)

    @property
    def timer(self) -> Timer | None:
        return GAME.timer(self.state)

    def view(self, *, time_is_up: bool = False) -> View:
        return GAME.view(self.state, time_is_up=time_is_up)

    def _decide(self, command: Command) -> Story:
        before = repr(self.state)
        thrown = len(command.dice) if isinstance(command, Press | Hold | BotRoll) else 0
        wanted = GAME.dice_wanted(self.state, command)
        assert wanted == thrown, f"{thrown} dice were handed in, {wanted} are wanted"
        decided = GAME.decide(self.state, command)
        after = Story(self.state, self.decided + decided)._after(decided)
        after.view()
        assert repr(self.state) == before, "the state was mutated"
        return after

    def _after(self, happened: Facts) -> Story:
        return Story(reduce(GAME.evolve, happened, self.state), self.decided)


def given(*happened: Event | Facts, down: Tiles = NO_TILES) -> Story:
    """Fold what happened, on a box where these tiles were down before."""
    return Story(GAME.new(down, complain_ms=COMPLAIN_MS))._after(flat(*happened))


def flat(*items: Event | Facts) -> Facts:
    return tuple(e for item in items for e in (item if isinstance(item, tuple) else (item,)))


def _list(facts: Facts) -> str:
    return "".join(f"\n  {fact}" for fact in facts) or " nothing"


# The facts, in short


def seated(*names: str, preset: str = "luk_kassen", **rules: int | str | tuple[int, ...]) -> Facts:
    """A match of these players begins; a bot's name has the bot behind it: `Robi=perfect`."""
    parts = [name.partition("=") for name in names]
    return (
        events.MatchStarted(game="shut_the_box", preset=preset, seats=len(names)),
        *(
            events.PlayerSeated(seat=seat, player=name, bot=bot or None)
            for seat, (name, _, bot) in enumerate(parts, start=1)
        ),
        *(events.Rule(field=field, value=value) for field, value in rules.items()),
    )


def turn(player: int, round_: int) -> TurnStarted:
    return TurnStarted(player=player, round=round_)


def rolled(*dice: int, player: int = 1, k: int = 1) -> Rolled:
    return Rolled(player=player, dice=dice, total=sum(dice), k=k)


def down(*numbers: int) -> Facts:
    return tuple(events.TileDown(tile=n) for n in numbers)


def up(*numbers: int) -> Facts:
    return tuple(events.TileUp(tile=n) for n in numbers)


def covered(*closed: int, leaves: tuple[int, ...], player: int = 1) -> Covered:
    return Covered(player=player, tiles=closed, standing=leaves)


def chose(*wanted: int, player: int = 1) -> events.BotChose:
    return events.BotChose(player=player, tiles=wanted)


def refused(code: str, *tiles: int) -> Refused:
    return Refused(code=code, tiles=tiles)


def ended(
    *standing: int, score: int, total: int, player: int = 1, why: str = "no_move"
) -> TurnEnded:
    return TurnEnded(player=player, standing=standing, score=score, why=why, total=total)


def out(player: int, total: int) -> events.PlayerOut:
    return events.PlayerOut(player=player, total=total)


def round_ended(round_: int, *winners: int) -> events.RoundEnded:
    return events.RoundEnded(round=round_, winners=winners)


def paid(player: int, units: int, balance: int) -> events.Paid:
    return events.Paid(player=player, units=units, balance=balance)


def pot(units: int) -> events.Pot:
    return events.Pot(units=units)


def undone(player: int, round_: int) -> events.Undone:
    return events.Undone(what="turn", player=player, round=round_)


def changed(field: str, value: int | str | tuple[int, ...], *totals: int, out: int = 0) -> Facts:
    """A house rule changes; where it counts at once, these are the totals then."""
    return (
        events.RulesChanged(field=field, value=value),
        *(
            events.Rescored(player=seat, total=total, out=seat == out)
            for seat, total in enumerate(totals, start=1)
        ),
    )


def match_ended(*winners: int, why: str) -> events.MatchEnded:
    return events.MatchEnded(winners=winners, why=why)
