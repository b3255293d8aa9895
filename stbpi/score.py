"""The score sheet: a match that is played without electronics, kept with the box's own engines.

People throw, close tiles, lay chips or deal cards by themselves, and enter what came of it. The
same events go to the same kind of journal, so the sheet survives being closed. What can be
entered, and what is shown, is the game's own (`games.sheet`).

Keep: `Sheet` prints nothing; `keep` is all of the terminal there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Protocol

from stbpi.clock import Clock
from stbpi.errors import NotAllowedError, StbError
from stbpi.forgotten.names import Names
from stbpi.games.events import Event, MatchSetAside, MatchStarted
from stbpi.games.game import StartMatch
from stbpi.games.registry import DEFAULT
from stbpi.games.sheet import ScoreSheet, sheet_of
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from stbpi.language import _


class Keeping(Protocol):
    """Where a sheet is kept: a journal, or what has the same events."""

    def record(self, events: Iterable[Event], *, t: int, wall: int | None) -> object: ...

    def sync(self) -> object: ...


class Sheet:
    """A score sheet.

    Args:
        journal: where its matches are kept.
        clock: tells the time of the entries.
        match: the events of the match that goes on, whatever game it is.
        called: returns what is shown as the name of a player.

    Attributes:
        game: what is played; `DEFAULT` before the first match.
        state: the match as its game has it; `None` before the first.
    """

    def __init__(
        self,
        journal: Keeping,
        clock: Clock,
        match: Sequence[Event] = (),
        *,
        called: Callable[[str], str] = str,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._called = called
        self.game = DEFAULT
        self._of_game = _sheet_of(DEFAULT)
        self.state: Any = None
        if match:
            self._begin(match)

    @property
    def has_match(self) -> bool:
        """Whether there is a match on the sheet."""
        return self.state is not None

    @property
    def is_open(self) -> bool:
        """Whether there is one that is not over."""
        return self.has_match and not self._of_game.is_over(self.state)

    @property
    def table(self) -> str:
        """What stands on the sheet; nothing before the first match."""
        return self._of_game.table(self.shown) if self.has_match else ""

    @property
    def prompt(self) -> str:
        """What is to be entered."""
        return self._of_game.prompt(self.shown)

    @property
    def help(self) -> str:
        """What can be entered, a line each."""
        entries = self._of_game.ENTRIES
        width = max(map(len, entries))
        return "\n".join(f"  {entry:{width}}  {what}" for entry, what in entries.items())

    @property
    def rules(self) -> str:
        """What is played by."""
        if not self.has_match:
            return _("There is no match yet.")
        return "\n".join(self._of_game.rules_told(self.state))

    def start(self, command: StartMatch) -> None:
        """Start a match; an open one is set aside.

        Raises:
            RulesError: its rules can't be played.
            StbError: the game has no score sheet.
            JournalError: it can't be saved.
        """
        events = _sheet_of(command.game).start(command)
        self._save((*((MatchSetAside(),) if self.is_open else ()), *events))
        self._begin(events)

    def again(self) -> None:
        """Start a match of the same players and rules.

        Raises:
            NotAllowedError: there is no match, or it is not over.
        """
        if not self.has_match or self.is_open:
            do = _("End it with: {command}").format(command="end")
            raise NotAllowedError("wait", _("the match is not over"), do)
        self.start(self._of_game.again(self.state))

    def enter(self, words: Sequence[str]) -> str:
        """Take an entry of the game, and save what follows.

        Returns:
            What is said of it, besides the sheet; may be empty.

        Raises:
            NotAllowedError: it can't be done now.
            RulesError: the entry or the rule is impossible.
            JournalError: it can't be saved; the sheet is as it was.
        """
        entered = self._of_game.enter(self.state, words)
        said = self._of_game.enter(self.shown, words).said if entered.said else ""
        self._save(entered.events)
        self._fold(entered.events)
        return said

    @property
    def shown(self) -> Any:
        """The match with the names that are shown."""
        names = () if self.state is None else tuple(map(self._called, self.state.names))
        is_true = self.state is None or names == self.state.names
        return self.state if is_true else replace(self.state, names=names)

    def _begin(self, events: Sequence[Event]) -> None:
        """Have the match on the sheet that these events, from its first on, are of."""
        first = events[0]
        assert isinstance(first, MatchStarted)
        self.game, self._of_game = first.game, _sheet_of(first.game)
        self.state = self._of_game.new()
        self._fold(events)

    def _fold(self, events: Iterable[Event]) -> None:
        self.state = reduce(self._of_game.evolve, events, self.state)

    def _save(self, events: Iterable[Event]) -> None:
        self._journal.record(events, t=self._clock.ms(), wall=self._clock.wall())
        self._journal.sync()


def kept_in(journal: Journal, clock: Clock) -> Sheet:
    """Open the sheet that a journal holds; its last match goes on."""
    before, names = past(journal, wall=clock.wall()), Names(journal.path)
    match = () if before.is_set_aside else before.match
    return Sheet(journal, clock, match, called=lambda name: names.safely().shown(name))


def _sheet_of(game: str) -> ScoreSheet[Any]:
    of_game = sheet_of(game)
    if of_game is None:
        what = _("there is no score sheet for the game {game}").format(game=game)
        raise StbError(what, _("Name another file: {option}").format(option="--journal"))
    return of_game


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """How the sheet talks to a person.

    Attributes:
        ask: shows a prompt and returns a line; `None` at the end of the input.
        tell: shows a text.
        refuse: shows why an entry was refused.
    """

    ask: Callable[[str], str | None]
    tell: Callable[[str], None]
    refuse: Callable[[str], None]


def keep(sheet: Sheet, terminal: Terminal) -> int:
    """Take entries until the input ends or the player quits.

    Returns:
        How many entries were refused.
    """
    refused = 0
    if sheet.has_match:
        terminal.tell(sheet.table)
    while (line := terminal.ask(sheet.prompt)) is not None:
        words = line.split()
        if words[:1] == ["quit"]:
            break
        try:
            terminal.tell(_entry(sheet, words))
        except StbError as exc:
            refused += 1
            terminal.refuse(str(exc))
    return refused


def _entry(sheet: Sheet, words: Sequence[str]) -> str:
    """Carry out one line and say what the sheet shows then."""
    match words:
        case [] | ["help"] | ["?"]:
            return sheet.help
        case ["rules"]:
            return sheet.rules
        case ["new"]:
            sheet.again()
            return sheet.table
        case _:
            said = sheet.enter(words)
            return f"{said}\n{sheet.table}" if said else sheet.table
