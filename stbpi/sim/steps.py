"""The steps of a scenario: what each verb asks for, once it is read.

Never: reads or plays anything. Rule: DESIGN.md section 6, the table of verbs.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.errors import ScriptError
from stbpi.games.game import Tile, Tiles

PRESS_S, HOLD_S, MENU_S = 0.1, 1.0, 3.2
"""How long the button is down: as a press, as a hold (from 0.8 s), until the menu opens (3 s)."""


@dataclass(frozen=True, slots=True)
class Game:
    name: str


@dataclass(frozen=True, slots=True)
class Rules:
    """`preset` is empty if none is named."""

    preset: str
    house_rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Box:
    """The box at the start; `count` is 0 if it has the tiles that the rules need.

    `closed_is` is what a closed contact of a tile means; `has_reference`, that a contact tells
    whether the tiles' cable is plugged in.
    """

    count: int
    down: Tiles
    closed_is: str = "down"
    has_reference: bool = False


@dataclass(frozen=True, slots=True)
class Players:
    """`bots` are by seat, empty for people; none at all, if people alone play."""

    names: tuple[str, ...]
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceNumbers:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """What a player is dealt next; which words are cards only the game knows."""

    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Master:
    """Who is Master of the next deal."""

    name: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The number of the next deal."""

    number: int


@dataclass(frozen=True, slots=True)
class Plays:
    """What a player chooses when it is his turn; which word is what only the game knows."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Button:
    """The roll button, down for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Down:
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Up:
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float


@dataclass(frozen=True, slots=True)
class PowerCut:
    """At once, or so many milliseconds after the next step has begun, whatever that is at."""

    after_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Bounce:
    """Every later change of a contact (`None`: the roll button's) chatters for so long."""

    tile: Tile | None
    ms: float


@dataclass(frozen=True, slots=True)
class Noise:
    """A contact (`None`: the roll button's) chatters so many times a second."""

    tile: Tile | None
    hz: float


@dataclass(frozen=True, slots=True)
class Stick:
    """A contact (`None`: the roll button's) keeps its level, or shows the hand again."""

    tile: Tile | None
    is_stuck: bool


@dataclass(frozen=True, slots=True)
class Cable:
    """The cable of the tiles is pulled off, or put back."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class Oled:
    is_on: bool


@dataclass(frozen=True, slots=True)
class Disk:
    is_full: bool


@dataclass(frozen=True, slots=True)
class Serial:
    """The cable of the serial log is pulled off, or plugged in again."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The wall clock jumps by so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class SetRule:
    """Change a house rule in the middle of the match."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Undo:
    pass


@dataclass(frozen=True, slots=True)
class StopTurn:
    pass


@dataclass(frozen=True, slots=True)
class NoMove:
    """A throw of real dice can't be covered."""


@dataclass(frozen=True, slots=True)
class Expect:
    """Keys of the public state and their values."""

    wanted: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ExpectEvent:
    name: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ExpectError:
    """The step before must be refused with this class and these fields."""

    kind: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is no step; an `ExpectError` behind it may want just that."""

    error: ScriptError


OnBox = Bounce | Noise | Stick | Cable | Oled | Disk | Serial
"""What goes wrong on the box, or is right again."""

Failing = OnBox | Clock
"""The same, and the clock that jumps: it belongs to whoever has made it."""

OfCards = Deal | Master | Plays
"""What is said of cards, before they are dealt or later."""

Action = (
    Game
    | Rules
    | Box
    | Players
    | DiceNumbers
    | Shuffle
    | OfCards
    | Button
    | Down
    | Up
    | Wait
    | PowerCut
    | Failing
    | SetRule
    | Undo
    | StopTurn
    | NoMove
    | Expect
    | ExpectEvent
    | ExpectError
    | Unreadable
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a scenario: its number in the file, from 1, and what to do."""

    line: int
    action: Action
