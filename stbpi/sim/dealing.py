"""Deals of a scenario: the hands that it lays, and who is Master; the rest is always the same.

The first deal waits until the script has said what it wants: `is_awaited`.

Never: knows a card (a game's own module `script` does). Keep: what a deal follows from depends on
the lines of the scenario alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from stbpi.dice.lot import Lot
from stbpi.dice.source import Dice
from stbpi.errors import ScriptError
from stbpi.games.events import MatchStarted, PlayerSeated
from stbpi.games.registry import TITLES, part
from stbpi.language import _
from stbpi.sim.simulation import Simulation


class CardScript(Protocol):
    """What a game knows of scenarios in which cards are dealt: its module `script`."""

    def hand(self, words: Sequence[str], others: Iterable[Any]) -> Any:
        """Return the cards that a player is dealt; raises `ScriptError` without a place.

        Args:
            words: what the script says.
            others: what other players are dealt.
        """
        ...

    def choice(self, text: str) -> str:
        """Return what a player chooses (`Choose.what`); raises `ScriptError` without a place."""
        ...

    def secret(self, number: int, hands: Mapping[int, Any], master: int) -> bytes:
        """Return what a deal follows from.

        Args:
            number: of the deal in the scenario, from 1.
            hands: what `hand` has returned, by seat.
            master: a seat; 0 if the script names none.
        """
        ...

    def lines(self, secret: bytes, names: Sequence[str]) -> tuple[str, ...]:
        """Return the lines that lay a deal.

        Args:
            secret: what it follows from.
            names: the players, by seat.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The match that was started last: its game, and its seats by names."""

    game: str
    seats: Mapping[str, int]


def last_seats(box: Simulation | None) -> Seats | None:
    """Return the seats of the match that was started last; `None` if there was none."""
    seats: dict[str, int] = {}
    for one in reversed(box.disk.recorded if box is not None else ()):
        match one.event:
            case PlayerSeated(seat=seat, player=name):
                seats[name] = seat
            case MatchStarted(game=game):
                return Seats(game=game, seats=seats)
            case _:
                pass
    return None


def card_script(game: str, verb: str) -> CardScript:
    """Return what a game knows of scenarios; raises `ScriptError` if it has no cards."""
    script: CardScript | None = part(game, "script")
    if script is None:
        text = _("{verb}: no cards are dealt in {game}")
        raise ScriptError(text.format(verb=verb, game=TITLES[game]))
    return script


def refuse_stranger(name: str, seats: Mapping[str, int], *, line: int) -> None:
    """Refuse a player who has no seat.

    Raises:
        ScriptError: he has none; it knows the line, and not the file.
    """
    if name not in seats:
        known = ", ".join(sorted(seats, key=lambda one: seats[one]))
        what = _("{name} does not sit there").format(name=name)
        raise ScriptError(what, _("Known are: {known}").format(known=known), line=line)


@dataclass(slots=True)
class _Laid:
    """What the script lays of one deal: hands by names, the Master, and the lines that say so."""

    hands: dict[str, Any] = field(default_factory=dict)
    master: str = ""
    lines: dict[str, int] = field(default_factory=dict)


class Deals:
    """Dice that deal what a script lays.

    Args:
        dice: what is thrown.
        seats: says who sits where in the match that was started last.

    Attributes:
        is_awaited: nothing is dealt yet.
    """

    def __init__(self, dice: Dice, seats: Callable[[], Seats | None]) -> None:
        self.is_awaited = False
        self._dice = dice
        self._seats = seats
        self._laid: deque[_Laid] = deque()
        self._dealt = 0

    def lay(self, name: str, words: Sequence[str], *, script: CardScript, line: int) -> None:
        """Lay a hand; whoever has one already gets it in the deal after that."""
        laid = self._open(lambda laid: name not in laid.hands)
        laid.hands[name] = script.hand(words, tuple(laid.hands.values()))
        laid.lines[name] = line
        self._keep(laid)

    def name_master(self, name: str, *, line: int) -> None:
        """Say who is Master; where that is said already, of the deal after that."""
        laid = self._open(lambda laid: not laid.master)
        laid.master = name
        laid.lines.setdefault(name, line)
        self._keep(laid)

    def shuffle(self, number: int) -> None:
        """Say which number the next deal has; what is not laid follows from it."""
        self._dealt = number - 1

    def names(self) -> Iterator[tuple[str, int]]:
        """Yield whoever is named, each with the line."""
        for laid in self._laid:
            yield from laid.lines.items()

    def draw(self) -> bytes | None:
        return self._dice.draw()

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        return self._dice.throw(count, lot)

    def deal(self) -> bytes | None:
        """Deal; raises `ScriptError` (with its line) for a player who does not sit there."""
        match = self._seats()
        if self.is_awaited or match is None:
            return None
        script = card_script(match.game, "deal")
        laid = self._laid.popleft() if self._laid else _Laid()
        self._dealt += 1
        for name, line in laid.lines.items():
            refuse_stranger(name, match.seats, line=line)
        hands = {match.seats[name]: hand for name, hand in laid.hands.items()}
        master = match.seats.get(laid.master, 0)
        return script.secret(self._dealt, hands, master)

    def _open(self, has_room: Callable[[_Laid], bool]) -> _Laid:
        """Return the last deal that is laid, or (not kept yet) a new one."""
        return self._laid[-1] if self._laid and has_room(self._laid[-1]) else _Laid()

    def _keep(self, laid: _Laid) -> None:
        if not self._laid or self._laid[-1] is not laid:
            self._laid.append(laid)


if TYPE_CHECKING:
    _fits: type[Dice] = Deals
