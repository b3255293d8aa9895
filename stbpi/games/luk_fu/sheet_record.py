"""What is told of a stored match of Luk Fu that was kept on a score sheet: how its deals ended.

Never: knows a card; nobody has told the sheet any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stbpi.games.events import PlayerSeated, RoundEnded, Undone
from stbpi.games.game import HouseRules
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Say
from stbpi.games.luk_fu.sheet import State, evolve, new, rows, rules_told
from stbpi.games.record import Grid, Section, Told


def is_of_sheet(told: Iterable[Told]) -> bool:
    """Say whether a match was kept on a sheet: on a box two players are bots."""
    return not any(isinstance(event, PlayerSeated) and event.bot for _wall, event in told)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMatch:
    """A match that was stored, as `games.record.Record` asks for it.

    Attributes:
        state: as it stands in the end.
        walls: when each of its deals was entered, in epoch seconds; `None` if that is unknown.
    """

    state: State
    walls: tuple[int | None, ...]

    @property
    def house_rules(self) -> HouseRules:
        return ()

    @property
    def totals(self) -> tuple[int, ...]:
        return self.state.totals

    @property
    def out(self) -> tuple[int, ...]:
        return ()

    def course(self) -> Iterator[Section]:
        yield Grid(tuple(map(tuple, rows(self.state))), left=0)

    def rules_in_words(self) -> tuple[str, ...]:
        return tuple(rules_told(self.state))

    def turns(self) -> Iterator[Mapping[str, Any]]:
        """Tell of each deal that was won who called, and who has won it with how many fu."""
        nothing = dict.fromkeys(("master", "trick", "cards", "size", "won", "fu"))
        for n, (deal, wall) in enumerate(zip(self.state.deals, self.walls, strict=True), start=1):
            if not deal.winner:
                continue
            about = {**nothing, "deal": n, "caller": deal.caller, "wall": wall}
            yield {**about, **self._by(deal.caller), "what": Say.CALL.value}
            yield {**about, **self._by(deal.winner), "what": Say.CLAIM.value, "fu": deal.fu}

    def values(self, seat: int) -> Mapping[str, float]:
        """Return what is known; claims, and the fu of those who lost, are not."""
        called = [deal for deal in self.state.deals if deal.caller == seat]
        nothing = {
            name: 0
            for strength in Strength
            for name in (f"against_{strength.value}", f"won_against_{strength.value}")
        }
        return {
            **nothing,
            "deals": 0,
            "claimed": 0,
            "points": self.totals[seat - 1],
            "fu": 0,
            "called": len(called),
            "won_as_caller": sum(deal.winner == seat for deal in called),
        }

    def _by(self, seat: int) -> dict[str, Any]:
        return {"seat": seat, "player": self.state.names[seat - 1]}


def read(told: Iterable[Told]) -> SheetMatch:
    """Fold the events of a match."""
    state = new()
    walls: list[int | None] = []
    for wall, event in told:
        state = evolve(state, event)
        if isinstance(event, RoundEnded):
            walls.append(wall)
        elif isinstance(event, Undone):
            del walls[len(state.deals) :]
    return SheetMatch(state=state, walls=tuple(walls))
