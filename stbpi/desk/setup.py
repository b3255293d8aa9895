"""The set-up: how many players, which rules, before a match starts.

A frozen value and what the keys do to it: lowering tile n chooses n players, a hold chooses the
next preset, a press starts (DESIGN.md, "Set-up").

Never: starts anything, knows a rule of a game beyond the preset's name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stbpi.games.game import (
    NO_TILES,
    Change,
    HouseRules,
    Phase,
    PlayerView,
    Prompt,
    StartMatch,
    Summary,
    Tiles,
    View,
    all_tiles,
    without,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What has been chosen so far.

    Attributes:
        roster: known names, in seat order; further players are called P1, P2 …
        seats: how many were chosen to play.
        offers: the presets that are offered, in order, and what they play with; each fits the
            box.
        preset: the chosen one.
        home: the preset that the landlord's own house rules belong to.
        house_rules: the landlord's house rules, checked.
        common_rules: those that every preset is played with here.
    """

    roster: tuple[str, ...]
    seats: int
    offers: tuple[tuple[str, Summary], ...]
    preset: str
    home: str
    house_rules: HouseRules
    common_rules: HouseRules = ()

    @property
    def summary(self) -> Summary:
        """What the chosen rules play with."""
        return dict(self.offers)[self.preset]

    @property
    def names(self) -> tuple[str, ...]:
        """The players: as many as were chosen, but no more or fewer than the rules take."""
        count = min(max(self.seats, self.summary.least_seats), self.summary.most_seats)
        return tuple(self.roster[i] if i < len(self.roster) else f"P{i + 1}" for i in range(count))

    @property
    def rules(self) -> HouseRules:
        """What differs from the chosen preset."""
        return self.house_rules if self.preset == self.home else self.common_rules

    def with_seats(self, seats: int) -> Setup:
        return replace(self, seats=seats)

    def with_next_preset(self) -> Setup:
        presets = [name for name, _ in self.offers]
        following = presets.index(self.preset) + 1
        return replace(self, preset=presets[following % len(presets)])

    def after(self, match: StartMatch) -> Setup:
        """Return the set-up after a match: as many players and the same preset, if it fits."""
        preset = match.preset if match.preset in dict(self.offers) else self.preset
        return replace(self, seats=len(match.names), preset=preset)

    def start(self) -> StartMatch:
        """Return the command that starts the match as chosen."""
        return StartMatch(names=self.names, preset=self.preset, house_rules=self.rules)


def next_seat_first(match: StartMatch) -> StartMatch:
    """Return the match played once more, with the first seat moved on by one."""
    return replace(match, names=(*match.names[1:], match.names[0]))


def view(setup: Setup, *, game: str, down: Tiles) -> View:
    """Say what a person should see of the set-up, on a box where these tiles are down."""
    summary = setup.summary
    return View(
        game=game,
        preset=setup.preset,
        phase=Phase.SETUP,
        prompt=Prompt.SETUP,
        tiles=summary.tiles,
        standing=without(all_tiles(summary.tiles), down),
        committed=NO_TILES,
        named=NO_TILES,
        players=tuple(
            PlayerView(
                seat=seat,
                name=name,
                score=None,
                total=0,
                rounds_won=None,
                balance=None,
                out=False,
                winner=False,
            )
            for seat, name in enumerate(setup.names, start=1)
        ),
        player=None,
        round=None,
        rounds=summary.rounds,
        roll=(),
        left=None,
        dice_allowed=(),
        pot=None,
        may_undo=False,
        may_stop=False,
        rescored=False,
        change=Change.NONE,
        why="",
    )
