"""The score sheet: a match on a wooden box without electronics, kept with the box's own engine.

Players enter which tiles still stand after each turn. The same events go to the same kind of
journal, so the sheet survives being closed, and every house rule but the dice's own can be
changed at any time.

Never: throws, asks for a tile to be moved. Keep: `Sheet` prints nothing; `keep` is all of the
terminal there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from stbpi.clock import Clock
from stbpi.errors import NotAllowedError, RulesError, StbError
from stbpi.games.events import Event, MatchSetAside
from stbpi.games.game import (
    NO_TILES,
    Command,
    EndMatch,
    EnterTurn,
    SetRule,
    StartMatch,
    Tiles,
    Undo,
    members,
    tiles,
)
from stbpi.games.shut_the_box import ShutTheBox, State
from stbpi.games.shut_the_box.house_rules import AT_ONCE, values
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Turn
from stbpi.games.shut_the_box.words import different_fields, sentence
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from stbpi.language import Message, _, all_of, counted, message

_HELP: Mapping[str, Message] = {
    "2 5 7": message("the tiles that still stand after the turn"),
    "-": message("none: the box is shut"),
    "undo": message("take back the last turn"),
    "set KEY=VALUE": message("change a house rule; the match is scored anew"),
    "rules": message("what is played by"),
    "end": message("end the match now"),
    "new": message("the same players again, the next one starts"),
    "quit": message("leave; the sheet is kept"),
}
"""What can be entered; the words are the same in every language."""


class Sheet:
    """A score sheet on a journal.

    Args:
        journal: where the match is kept; the last one in it goes on.
        clock: tells the time of the entries.
    """

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._game = ShutTheBox()
        self._journal = journal
        self._clock = clock
        before = past(journal, wall=clock.wall())
        is_there = before.match and not before.is_set_aside
        self._state = self._fold(self._new(), before.match) if is_there else None

    @property
    def state(self) -> State | None:
        """The match on the sheet; `None` before the first."""
        return self._state

    def start(self, command: StartMatch) -> None:
        """Start a match; an open one is set aside.

        Raises:
            RulesError: its rules can't be played.
            JournalError: it can't be saved.
        """
        events = self._game.decide(self._new(), command)
        is_open = self._state is not None and self._state.result is None
        self._save((*((MatchSetAside(),) if is_open else ()), *events))
        self._state = self._fold(self._new(), events)

    def again(self) -> None:
        """Start a match of the same players and rules; the first seat moves on by one.

        Raises:
            NotAllowedError: there is no match, or it is not over.
        """
        if self._state is None or self._state.result is None:
            do = _("End it with: {command}").format(command="end")
            raise NotAllowedError("wait", _("the match is not over"), do)
        command = self._game.same_again(self._state)
        names = (*command.names[1:], command.names[0])
        self.start(StartMatch(names=names, preset=command.preset, house_rules=command.house_rules))

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command and save what follows.

        Raises:
            NotAllowedError: it can't be done now.
            RulesError: the entry or the rule is impossible.
            JournalError: it can't be saved; the sheet is as it was.
        """
        if self._state is None:
            raise NotAllowedError("nothing", _("there is no match yet"))
        events = self._game.decide(self._state, command)
        self._save(events)
        self._state = self._fold(self._state, events)
        return events

    def _save(self, events: Iterable[Event]) -> None:
        self._journal.record(events, t=self._clock.ms(), wall=self._clock.wall())
        self._journal.sync()

    def _new(self) -> State:
        return self._game.new(NO_TILES, complain_ms=0)

    def _fold(self, state: State, events: Iterable[Event]) -> State:
        return reduce(self._game.evolve, events, state)


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
    if sheet.state is not None:
        terminal.tell(table(sheet.state))
    while (line := terminal.ask(prompt(sheet.state))) is not None:
        words = line.split()
        if words[:1] == ["quit"]:
            break
        try:
            terminal.tell(_entry(sheet, words))
        except StbError as exc:
            refused += 1
            terminal.refuse(str(exc))
    return refused


def prompt(state: State | None) -> str:
    """Say what is to be entered."""
    if state is None or state.result is not None:
        return _("{commands} or {quit}: ").format(commands="new, undo, set KEY=VALUE", quit="quit")
    return _("{player}, round {round}, still standing: ").format(
        player=state.names[state.seat - 1], round=state.round
    )


def table(state: State) -> str:
    """Write the sheet: a row a round, a column a player, then totals and who has won."""
    return "\n".join([*aligned(rows(state)), *notes(state)])


def rows(state: State, *, with_tiles: bool = False) -> list[list[str]]:
    """Return the cells of the sheet: players, a row a round, totals; the first cell is a heading.

    Args:
        state: the match.
        with_tiles: a turn is shown as the tiles that stood and what they score, `3 9 = 12`.
    """
    tally = state.tally

    def written(turn: Turn) -> str:
        score = str(state.rules.score(turn.standing, start=turn.start))
        if not with_tiles:
            return score
        standing = " ".join(map(str, members(turn.standing))) or _("shut")
        return f"{standing} = {score}"

    scored = {(turn.round, turn.seat): written(turn) for turn in state.turns}
    cells = {
        place: score if place in tally.counting else f"({score})" for place, score in scored.items()
    }
    seats = range(1, state.seats + 1)
    last = max((round_ for round_, _ in cells), default=0)
    cells_of = [["", *state.names]]
    cells_of += [[str(r), *(cells.get((r, s), "") for s in seats)] for r in range(1, last + 1)]
    cells_of.append([_("total"), *(str(total) for total in tally.totals)])
    view = ShutTheBox().view(state, time_is_up=True)
    if any(player.rounds_won is not None for player in view.players):
        cells_of.append([_("won"), *(str(won) for won in tally.rounds_won)])
    if any(player.balance is not None for player in view.players):
        units = [f"{balance:+d}" if balance else "0" for balance in tally.balances]
        cells_of.append([_("units"), *units])
    if any(player.out for player in view.players):
        cells_of.append(["", *(_("out") if player.out else "" for player in view.players)])
    return cells_of


def notes(state: State) -> list[str]:
    """Return what stands below the cells: the pot, a change of the rules, who has won."""
    view = ShutTheBox().view(state, time_is_up=True)
    lines = []
    if view.pot:
        lines.append(_("pot: {units}").format(units=view.pot))
    if view.rescored:
        lines.append(_("scored anew after a change of the house rules"))
    if state.result is not None:
        lines.append(_winners([player.name for player in view.winners]))
    return lines


def _winners(names: list[str]) -> str:
    if not names:
        return _("Nobody has won.")
    return str(counted("{names} wins.", "{names} win.", len(names), names=all_of(names)))


def _entry(sheet: Sheet, words: list[str]) -> str:
    """Carry out one line and say what the sheet shows then."""
    match words:
        case [] | ["help"] | ["?"]:
            width = max(map(len, _HELP))
            return "\n".join(f"  {entry:{width}}  {what}" for entry, what in _HELP.items())
        case ["undo"]:
            sheet.do(Undo())
        case ["end"]:
            sheet.do(EndMatch())
        case ["new"]:
            sheet.again()
        case ["rules"]:
            return _rules(sheet.state)
        case ["set", change] if "=" in change:
            field, value = change.split("=", 1)
            sheet.do(SetRule(field=field, value=value, on_sheet=True))
            when = (
                _("{rule} (at once)") if field in AT_ONCE else _("{rule} (from the next turn on)")
            )
            assert sheet.state is not None
            rule = when.format(rule=sentence(sheet.state.rules, field))
            return f"{rule}\n{table(sheet.state)}"
        case _:
            sheet.do(EnterTurn(standing=read_standing(words)))
    assert sheet.state is not None
    return table(sheet.state)


def _rules(state: State | None) -> str:
    if state is None:
        return _("There is no match yet.")
    return "\n".join(rules_in_words(state.rules))


def rules_in_words(rules: Ruleset) -> list[str]:
    """Say what is played by: what everybody wants to know, and what is unusual."""
    told = [sentence(rules, field) for field in different_fields(rules)]
    basic = [
        sentence(rules, field)
        for field in values(rules)
        if field in ("tiles", "rounds", "scoring", "shut")
    ]
    return [*dict.fromkeys([*basic, *told])]


def read_standing(words: list[str]) -> Tiles:
    """Read the tiles that stand: their numbers, or `-` for none.

    Raises:
        RulesError: a word is no tile, or a tile stands twice.
    """
    if words == ["-"]:
        return NO_TILES
    numbers: list[int] = []
    for word in words:
        if not (word.isascii() and word.isdigit() and 1 <= int(word) <= 12):
            expected = _("numbers of tiles, `{dash}` for none, or: {help}")
            raise RulesError(
                "standing", found=word, expected=expected.format(dash="-", help="help")
            )
        if int(word) in numbers:
            raise RulesError("standing", found=word, expected=_("each tile once"))
        numbers.append(int(word))
    return tiles(*numbers)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows of cells as lines, each cell at the right end of its column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
