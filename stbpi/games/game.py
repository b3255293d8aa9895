"""What a game is, and the small types that all games share.

A game never mutates: `decide(state, command)` returns the events that happen, `evolve(state,
event)` folds one of them in, `view(state)` says what a person should see. What a player may
not do is a `Refused` event, never an exception.

Never: a clock, randomness, I/O. Dice are handed in with the command (`dice_wanted` says how
many); time comes as the command `TimeUp`, asked for by `timer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NewType, Protocol, TypeVar

from stbpi.games.events import Event, TileDown, TileUp
from stbpi.language import Message

Tile = NewType("Tile", int)
"""A tile's number, from 1."""

Tiles = NewType("Tiles", int)
"""A set of tiles as a bit mask: bit n-1 is tile n."""

NO_TILES = Tiles(0)

LARGEST = 64
"""No tile has a larger number; a wild one, shifted, would take all memory there is."""


def tiles(*numbers: int) -> Tiles:
    """Make a set of tiles from their numbers.

    >>> bin(tiles(1, 3))
    '0b101'

    Raises:
        ValueError: there can't be a tile of this number.
    """
    if numbers and max(numbers) > LARGEST:
        raise ValueError(f"no tile has the number {max(numbers)}")
    mask = 0
    for number in numbers:
        mask |= 1 << (number - 1)
    return Tiles(mask)


def all_tiles(count: int) -> Tiles:
    """Make the set of tiles 1 to `count`."""
    return Tiles((1 << count) - 1)


def members(mask: Tiles) -> tuple[Tile, ...]:
    """List the tiles of a set, ascending.

    >>> members(tiles(9, 2))
    (2, 9)
    """
    return tuple(Tile(n) for n in range(1, mask.bit_length() + 1) if mask >> (n - 1) & 1)


def subsets(mask: Tiles) -> Iterator[Tiles]:
    """Iterate over all subsets of a set, the empty one and the set itself included."""
    part = mask
    while True:
        yield Tiles(part)
        if not part:
            return
        part = Tiles((part - 1) & mask)


def without(mask: Tiles, other: Tiles) -> Tiles:
    """Return the tiles of `mask` that are not in `other`."""
    return Tiles(mask & ~other)


def tile_of(part: str) -> Tile | None:
    """Return the tile whose switch a part is called after; `None` for any other part.

    >>> tile_of("tile_12"), tile_of("tile_board")
    (12, None)
    """
    name, _, number = part.partition("_")
    return Tile(int(number)) if name == "tile" and number.isdecimal() else None


RuleValue = int | str | tuple[int, ...]
"""A value of a house rule, as it is written."""

HouseRules = tuple[tuple[str, RuleValue], ...]
"""What differs from a preset, as (field, value), checked; the fields are the game's own."""


def moves(before: Tiles, after: Tiles) -> tuple[Event, ...]:
    """Return the events between two settled readings of the box, raised tiles first.

    >>> moves(tiles(4), tiles(1, 2))
    (TileUp(tile=4), TileDown(tile=1), TileDown(tile=2))
    """
    return (
        *(TileUp(tile=tile) for tile in members(without(before, after))),
        *(TileDown(tile=tile) for tile in members(without(after, before))),
    )


class Phase(StrEnum):
    """Where the play stands; the values are public (scenarios, serial log)."""

    SETUP = "setup"
    RAISE_TILES = "raise_tiles"
    READY = "ready"
    COVERING = "covering"
    WRONG = "wrong"
    CALLING = "calling"
    LEADING = "leading"
    FOLLOWING = "following"
    TURN_OVER = "turn_over"
    MATCH_OVER = "match_over"
    MENU = "menu"
    ATTRACT = "attract"


class Prompt(StrEnum):
    """What the display asks for; also the codes of `Refused`. The values are public."""

    SETUP = "setup"
    RAISE = "raise"
    LOWER = "lower"
    ROLL = "roll"
    COVER = "cover"
    CLOSE = "close"
    OPEN = "open"
    CLOSE_AGAIN = "close_again"
    TOTAL = "total"
    ONE_DIE = "one_die"
    WAIT = "wait"
    NO_MOVE = "no_move"
    SHUT = "shut"
    STOPPED = "stopped"
    UNLUCKY = "unlucky"
    FIRST_ROLL = "first_roll"
    OUT = "out"
    MATCH_OVER = "match_over"
    MENU = "menu"
    GO_ON = "go_on"
    NAME = "name"
    CLOSED = "closed"
    SWITCH_FAULT = "switch_fault"
    CALL = "call"
    CLAIM = "claim"
    LEAD = "lead"
    FOLLOW = "follow"
    DISCARD = "discard"
    CHOOSE = "choose"


class Change(StrEnum):
    """When the last change of a house rule counts, while it is the latest news."""

    NONE = "none"
    AT_ONCE = "at_once"
    NEXT_TURN = "next_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch:
    """Start a match; the first command that a new state gets.

    Attributes:
        game: the name of the game (`registry`).
        names: the players in seat order, 1 to 12.
        preset: the preset's name.
        house_rules: what differs from it, as (field, value); checked by `Game.check_rules`.
        bots: by seat, which bot plays there (`bot_kinds`), empty for a person; people alone play
            if there are none.
    """

    game: str
    names: tuple[str, ...]
    preset: str
    house_rules: HouseRules
    bots: tuple[str, ...] = ()


def next_seat_first(match: StartMatch) -> StartMatch:
    """Return the command for the same match once more, with the first seat moved on by one."""
    return replace(
        match,
        names=(*match.names[1:], *match.names[:1]),
        bots=(*match.bots[1:], *match.bots[:1]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesMoved:
    """Tiles have moved, as the events `TileDown` and `TileUp` before it say: judge them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """The roll button was pressed for less than 0.8 s.

    Attributes:
        dice: the throw, if `dice_wanted` asked for one; else empty.
    """

    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """The roll button was held for 0.8 to 3 s.

    Attributes:
        fewer: how many dice fewer it asks for, from 1; it counts where any number is allowed.
        dice: the throw, if `dice_wanted` asked for one; else empty.
    """

    fewer: int = 1
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BotRoll:
    """The bot that is on turn throws so many dice; nothing happens if it may not now.

    Attributes:
        dice: the throw, if `dice_wanted` asked for one; else empty.
    """

    count: int
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BotCover:
    """The bot that is on turn wants this cover; nothing happens if it may not have it now."""

    tiles: Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Deal what is hidden; asked for by `Game.wants_deal`.

    Attributes:
        secret: the bytes that everything hidden follows from.
    """

    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """A seat has chosen without the box: a bot, or the next line of a scenario.

    Attributes:
        seat: whose turn it is.
        what: as scenarios write it, like `call`, `pass`, `claim`, or cards (`c1,c2`).
        plays_on: he plays although he could claim; without it he may not.
    """

    seat: int
    what: str
    plays_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp:
    """The time that `Game.timer` asked for has passed, and nothing has changed meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMatch:
    """The players end the match now; nobody has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTurn:
    """The player ends his turn although a cover exists, where the rules allow it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMove:
    """The player says that his throw of real dice can't be covered; it ends his turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Take back the turn in progress if it has a throw, otherwise the last finished one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRule:
    """Change a house rule in the middle of a match.

    Attributes:
        value: as a value or as a text.
        on_sheet: the match is played on a box without electronics, whose size may have been
            entered wrong.
    """

    field: str
    value: object
    on_sheet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTurn:
    """A turn was played on a box without electronics.

    Attributes:
        standing: what stood at its end.
    """

    standing: Tiles


Command = (
    StartMatch
    | TilesMoved
    | Press
    | Hold
    | BotRoll
    | BotCover
    | Deal
    | Choose
    | TimeUp
    | EndMatch
    | StopTurn
    | NoMove
    | Undo
    | SetRule
    | EnterTurn
)


@dataclass(frozen=True, slots=True)
class Move:
    """What a bot does next.

    Attributes:
        command: given to the match; dice that it throws are not in it.
        after_ms: how long it takes its time; nothing is done if the state changes meanwhile.
    """

    command: Command
    after_ms: int


def always() -> bool:
    """There is time left: for whoever is not hurried."""
    return True


class Opponent(Protocol):
    """How bots play a game: what its module `opponent` has (`registry.part`).

    A question is a value that holds all that a bot may know; as long as it is the same, so is the
    answer.
    """

    def question(self, state: Any) -> object | None:
        """Return what the bot on turn is asked; `None` if none is to do anything now."""
        ...

    def next_move(self, question: Any, may_go_on: Callable[[], bool]) -> Move | None:
        """Say what it does next; may take seconds, and raise what a fault in thinking raises.

        Args:
            question: what it is asked.
            may_go_on: says whether there is time left, to whoever plays better the longer he
                thinks.
        """
        ...

    def plain_move(self, question: Any) -> Move | None:
        """Say what it does without thinking."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A time after which a state that has not changed gets the command `TimeUp`.

    Attributes:
        key: what is waited for; the time starts anew when it changes.
        ms: how long.
        of_match: `ms` is the time for which the match has been played, all pauses between throws
            included, and not that for which the state has lasted.
    """

    key: tuple[object, ...]
    ms: int
    of_match: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """One line of the score table.

    Attributes:
        score: of the last finished turn; `None` before it.
        total: over the finished turns; 0 before the first.
        rounds_won: `None` where the match is not decided by them.
        balance: units; `None` where nothing is played for.
        winner: has won the match (alone or with others).
        bot: which bot plays there; empty for a person.
    """

    seat: int
    name: str
    score: int | None
    total: int
    rounds_won: int | None
    balance: int | None
    out: bool
    winner: bool
    bot: str = ""


class OwnView(Protocol):
    """What only one game's screens need to know, a frozen value; the others pass it on."""

    def public(self, names: tuple[str, ...]) -> Mapping[str, str]:
        """Return what it shows as texts, by the keys of the scenario verb `expect`.

        Args:
            names: the players, by seat.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a person should see of a game now; everything that shows something reads this.

    Attributes:
        tiles: the tiles in play are 1 to `tiles`.
        standing: tiles in play that are up on the box now.
        committed: tiles that are closed for good in this turn.
        named: the tiles that the prompt is about (to raise, to lower, to close, to open, to close
            again).
        player: seat of the player whose turn it is (or just ended); `None` without one.
        round: from 1; `None` outside a match.
        rounds: how many will be played; 0 = no limit.
        roll: the dice of the throw that is to be covered, or that ended the turn.
        left: what is still to be covered of the throw; `None` without one.
        dice_allowed: how many dice the next throw may have, ascending; empty if none may come.
        pot: units that lie now; `None` where there is no pot.
        may_undo: a turn can be taken back.
        may_stop: the player may end his turn now.
        rescored: house rules have changed since turns were finished.
        change: a house rule has just changed, and when that counts.
        why: in `turn_over`: why the turn ended; at `match_over`: why the match ended.
        real_dice: in this turn the players throw dice of their own; `roll` is empty.
        closable: the tiles that may be closed next, together with those that are moved.
        own: what only this game's screens show.
    """

    game: str
    preset: str
    phase: Phase
    prompt: Prompt
    tiles: int
    standing: Tiles
    committed: Tiles
    named: Tiles
    players: tuple[PlayerView, ...]
    player: int | None
    round: int | None
    rounds: int
    roll: tuple[int, ...]
    left: int | None
    dice_allowed: tuple[int, ...]
    pot: int | None
    may_undo: bool
    may_stop: bool
    rescored: bool
    change: Change
    why: str
    real_dice: bool = False
    closable: Tiles = NO_TILES
    own: OwnView | None = None

    @property
    def winners(self) -> tuple[PlayerView, ...]:
        return tuple(p for p in self.players if p.winner)

    @property
    def moved(self) -> Tiles:
        """The tiles in play that are closed, but not for good."""
        return without(all_tiles(self.tiles), Tiles(self.standing | self.committed))

    @property
    def is_bots_turn(self) -> bool:
        """Whether a bot plays this turn, or has just played it."""
        return any(p.bot for p in self.players if p.seat == self.player)

    @property
    def may_tell_no_move(self) -> bool:
        """Whether the player may say that his throw can't be covered."""
        return self.real_dice and self.phase in (Phase.READY, Phase.COVERING, Phase.WRONG)

    @property
    def is_refusal(self) -> bool:
        """Whether the prompt is the answer to a press that was refused."""
        is_told_to_close = self.real_dice and self.prompt is Prompt.COVER and not self.moved
        return self.prompt in (Prompt.ONE_DIE, Prompt.TOTAL, Prompt.CHOOSE) or is_told_to_close


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What the set-up shows of rules.

    Attributes:
        tiles: the tiles in play are 1 to this.
        rounds: 0 = no limit.
        least_seats: how many players there must be.
        most_seats: how many there may be.
        takes_bots: seats may be those of bots.
    """

    tiles: int
    rounds: int
    least_seats: int
    most_seats: int
    takes_bots: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChoice:
    """A house rule as it is chosen on the box.

    Attributes:
        field: of the ruleset.
        label: its name.
        value: what it is now, in words.
        next: the value that is chosen next; the one that it has, if there is no other.
    """

    field: str
    label: Message
    value: Message
    next: int | str | tuple[int, ...]


S = TypeVar("S")


class Game(Protocol[S]):
    """A game that the table can host; `S` is its state, a frozen value.

    Attributes:
        name: as in `registry`.
        has_dice: dice are thrown in it.
    """

    name: str
    has_dice: bool

    def presets(self) -> tuple[str, ...]:
        """List the presets in the order in which the set-up offers them."""
        ...

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        """Read house rules (values of TOML, or texts) and return those that differ from the preset.

        Raises:
            RulesError: the preset or a field is unknown, or a value can't be played.
        """
        ...

    def values(self, preset: str, house_rules: HouseRules) -> Mapping[str, RuleValue]:
        """Return all fields of these (checked) rules with their values, as they are written."""
        ...

    def fitted(self, preset: str, house_rules: HouseRules, *, tiles: int) -> HouseRules:
        """Return (checked) rules as a box with so many tiles plays them, where it can."""
        ...

    def summary(self, preset: str, house_rules: HouseRules) -> Summary:
        """Say what the set-up shows of these (checked) rules."""
        ...

    def choices(
        self, preset: str, house_rules: HouseRules, *, most_tiles: int
    ) -> tuple[RuleChoice, ...]:
        """List the house rules that can be chosen.

        Args:
            preset: the name of a preset.
            house_rules: what differs from it, checked.
            most_tiles: how many tiles the box has; 0 while a match is played with what it has.
        """
        ...

    def new(self, down: Tiles, *, complain_ms: int) -> S:
        """Make the state before a match, on a box where these tiles are down.

        Args:
            complain_ms: how long a wrong state may last before it is complained about.
        """
        ...

    def wants_deal(self, state: S) -> bool:
        """Say whether something hidden is to be dealt now, by the command `Deal`."""
        ...

    def with_secret(self, state: S, secret: bytes) -> S:
        """Put the bytes of the last `DealCommitted` into the state, behind that event."""
        ...

    def reveal(self, state: S) -> tuple[Event, ...]:
        """Tell what is hidden in a match that is not gone on with; nothing if nothing is."""
        ...

    def dice_wanted(self, state: S, command: Command) -> int:
        """Say how many dice `decide` needs with this command; 0 if it throws none."""
        ...

    def decide(self, state: S, command: Command) -> tuple[Event, ...]:
        """Return the events that a command causes; none if it changes nothing.

        What the button may not do is a `Refused` event; the operator's commands raise.

        Raises:
            RulesError: `StartMatch` or `SetRule` with rules that can't be played.
            NotAllowedError: `Undo`, `StopTurn`, `NoMove`, `EnterTurn` or `Choose` that can't be
                done now.
        """
        ...

    def evolve(self, state: S, event: Event) -> S: ...

    def timer(self, state: S) -> Timer | None:
        """Say what the state waits for; `None` if it can last for ever."""
        ...

    def same_again(self, state: S) -> StartMatch:
        """Return the command that starts a match of the same players under the same rules."""
        ...

    def view(self, state: S, *, time_is_up: bool) -> View:
        """Say what a person should see.

        Args:
            time_is_up: the time that `timer` asked for has passed already (the end of the
                match is shown after the result of its last turn, and no event tells it).
        """
        ...
