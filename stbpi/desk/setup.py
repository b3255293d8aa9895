"""The set-up: how many players, which rules, before a match starts.

A frozen value and what the keys do to it: lowering tile n chooses n players, a hold chooses the
next preset, a press starts (DESIGN.md, "Set-up").

Never: starts anything, knows a rule of a game beyond the preset's name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stbpi.games.bot_kinds import seat_names
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
        game: the game that is played.
        roster: known names, in seat order; further players are called P1, P2 …
        seats: how many people were chosen to play.
        offers: the presets that are offered, in order, and what they play with; each fits the
            box.
        preset: the chosen one.
        home: the preset that the landlord's own house rules belong to.
        house_rules: the landlord's house rules, checked.
        common_rules: those that every preset is played with here.
        bots: those that play, too, where the rules have seats for them.
    """

    game: str
    roster: tuple[str, ...]
    seats: int
    offers: tuple[tuple[str, Summary], ...]
    preset: str
    home: str
    house_rules: HouseRules
    common_rules: HouseRules = ()
    bots: tuple[str, ...] = ()

    @property
    def summary(self) -> Summary:
        """What the chosen rules play with."""
        return dict(self.offers)[self.preset]

    @property
    def opponents(self) -> tuple[str, ...]:
        """The bots that get a seat; a person always has one."""
        summary = self.summary
        return self.bots[: summary.most_seats - 1] if summary.takes_bots else ()

    @property
    def people(self) -> tuple[str, ...]:
        """The people: as many as were chosen, but no more or fewer than the rules take."""
        bots = len(self.opponents)
        least = max(self.summary.least_seats - bots, 1)
        count = min(max(self.seats, least), self.summary.most_seats - bots)
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
        is_offered = match.game == self.game and match.preset in dict(self.offers)
        preset = match.preset if is_offered else self.preset
        people = len(match.names) - sum(map(bool, match.bots))
        return replace(self, seats=max(people, 1), preset=preset)

    def start(self, people: tuple[str, ...] = ()) -> StartMatch:
        """Return the command that starts the match as chosen.

        Args:
            people: their names; by default `people`.
        """
        names, bots = seated(people or self.people, self.opponents)
        return StartMatch(
            game=self.game, names=names, preset=self.preset, house_rules=self.rules, bots=bots
        )


def seated(
    people: tuple[str, ...], bots: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Seat bots behind people; return the names by seat, and the bots (none, if people alone)."""
    names = (*people, *seat_names(bots, taken=people))
    return names, (*("" for _ in people), *bots) if bots else ()


def view(setup: Setup, *, down: Tiles) -> View:
    """Say what a person should see of the set-up, on a box where these tiles are down."""
    summary, command = setup.summary, setup.start()
    bots = command.bots or ("",) * len(command.names)
    return View(
        game=setup.game,
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
                bot=bot,
            )
            for seat, (name, bot) in enumerate(zip(command.names, bots, strict=True), start=1)
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
