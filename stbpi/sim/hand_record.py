"""The record of a hand: what is done on a simulated box, written as a scenario while it is done.

The scenario plays the match again from its start, with the same dice and at the same pace: a
line that takes time in a scenario is followed by as much less of waiting, so that script and
hand never drift apart. What is moved while the button is down stands before the press, which
counts when the button is let go. Where cards are dealt, all hands stand at its head; what bots
have chosen there they choose again.

Never: reads a clock or writes a file; it is told when things happen, and returns lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stbpi.games.events import Event, MatchStarted, PlayerSeated, Rule
from stbpi.games.game import NO_TILES, Tiles, members, without
from stbpi.games.registry import game_of
from stbpi.scene import numbers, word
from stbpi.sim.dealing import card_script

TITLE = "# Recorded in the simulator."

SETTLING_S = 0.045
"""A line of a scenario that moves something takes so long until it has settled …"""

PRESS_S = 0.14
"""… and `press` holds the button down for so long."""

HOLD_S = 0.8
"""A button that is down for so long is held."""

SHORTEST_S = 0.02
"""Less than this is not waited for."""


class HandRecord:
    """What is done from the start of a match on.

    Args:
        count: how many tiles the box has.
        down: those that are down when the match starts.
        at: when it starts; all times are in seconds on the box.
    """

    def __init__(self, count: int, down: Tiles, *, at: float) -> None:
        self._box = f"box tiles={count}" + (f" down={numbers(members(down))}" if down else "")
        self._started: MatchStarted | None = None
        self._is_seated = False
        self._seated: list[PlayerSeated] = []
        self._rules: list[Rule] = []
        self._deals: list[bytes] = []
        self._lines: list[str] = []
        self._now = at
        self._pushed_at: float | None = None
        self._last_press = 0

    @property
    def line(self) -> int:
        """The number of the line that was written last."""
        return len(self._head()) + len(self._lines)

    def took_place(self, event: Event) -> None:
        """Take one of the events that the first match starts with; all others are passed over."""
        match event:
            case MatchStarted():
                self._is_seated = self._started is not None
                self._started = self._started or event
            case PlayerSeated() if not self._is_seated:
                self._seated.append(event)
            case Rule() if not self._is_seated:
                self._rules.append(event)
            case _:
                pass

    def moved(self, before: Tiles, after: Tiles, *, at: float) -> None:
        """Take a move of tiles."""
        for verb, tiles in (("up", without(before, after)), ("down", without(after, before))):
            if tiles != NO_TILES:
                self._line(f"{verb} {' '.join(map(str, members(tiles)))}", at, SETTLING_S)

    def pushed(self, *, at: float) -> None:
        """The button goes down."""
        self._pushed_at = at

    def let_go(self, *, at: float) -> None:
        """The button comes up."""
        if self._pushed_at is None:
            return
        held_s, self._pushed_at = at - self._pushed_at, None
        if held_s < HOLD_S:
            self._line("press", at - PRESS_S, PRESS_S + SETTLING_S)
        else:
            self._line(f"hold {_number(held_s)}", at - held_s, held_s + SETTLING_S)
        self._last_press = len(self._lines) - 1

    def thrown(self, dice: Iterable[int]) -> None:
        """Dice have been thrown, by the last press."""
        self._lines.insert(self._last_press, f"dice {' '.join(map(str, dice))}")
        self._last_press += 1

    def dealt(self, secret: bytes) -> None:
        """Cards have been dealt that follow from these bytes."""
        self._deals.append(secret)

    def done(self, line: str, *, at: float) -> None:
        """Take something that is written as it is: a fault, or what the operator did."""
        self._line(line, at, 0)

    def text(self, *, at: float) -> str:
        """Return the scenario up to now."""
        self._wait(at)
        return "\n".join((*self._head(), *self._lines, ""))

    def _head(self) -> tuple[str, ...]:
        assert self._started is not None
        started = self._started
        rules = [f"{rule.field}={_value(rule.value)}" for rule in self._rules]
        takes_bots = game_of(started.game).summary(started.preset, ()).takes_bots
        seated = [one for one in self._seated if takes_bots or not one.bot]
        return (
            TITLE,
            f"game {started.game}",
            " ".join((f"rules preset={started.preset}", *rules)),
            self._box,
            " ".join(("players", *map(_player, seated))),
            *self._laid(started.game),
        )

    def _laid(self, game: str) -> Iterator[str]:
        names = [word(one.player) for one in self._seated]
        for secret in self._deals:
            yield from card_script(game, "deal").lines(secret, names)

    def _line(self, line: str, at: float, seconds: float) -> None:
        self._wait(at)
        self._lines.append(line)
        self._now = max(self._now, at) + seconds

    def _wait(self, at: float) -> None:
        if at - self._now >= SHORTEST_S:
            self._lines.append(f"wait {_number(at - self._now)}")
            self._now = at


def _number(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _player(seated: PlayerSeated) -> str:
    name = word(seated.player)
    return f"{name}={seated.bot}" if seated.bot else name


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return numbers(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
