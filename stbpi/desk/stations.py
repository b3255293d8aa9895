"""Stations: the pages that the button works, and what a press, a hold or a tile does at each.

A station is a frozen value. What it makes of a press, a hold or a key is a `Step`: the stations
that take its place, and what the table is to do.

    menu ─▶ house rules · sound · language · statistics · switches · landlord ─▶ drawers ─▶ …

Never: changes anything itself. Keep: whatever is deserted is left by itself after `idle_s`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from stbpi.desk import letters as spelling
from stbpi.desk import menu as menus
from stbpi.desk.deeds import (
    ChangeRule,
    Choose,
    Clear,
    Declare,
    Deed,
    Flip,
    GoOn,
    NameRecord,
    Seat,
    SetKey,
    Test,
    TryKey,
)
from stbpi.desk.facts import Facts
from stbpi.desk.page import CODE, LETTERS, SCAN, Act, Letters, Menu, MenuLine, Page, Question
from stbpi.desk.settings import BOARD, RULES, SETTINGS, is_of_rules
from stbpi.desk.station import IDLE_S, LOOK_S, Station, Step
from stbpi.games.game import EndMatch, NoMove, Prompt, StopTurn, Tile, Undo
from stbpi.language import Message, message

if TYPE_CHECKING:
    from stbpi.thinking.advice import Aftermath


@dataclass(frozen=True, slots=True)
class Lines:
    """A menu: a press goes on to the next line, a hold chooses it.

    Attributes:
        make: makes it of what is so.
        at: the line that a hold would choose.
    """

    make: Callable[[Facts], Menu]
    at: int = 0
    idle_s: float = IDLE_S
    prompt: ClassVar[Prompt] = Prompt.MENU

    def page(self, facts: Facts) -> Menu:
        menu = self.make(facts)
        return replace(menu, at=min(self.at, len(menu.lines) - 1))

    def press(self, facts: Facts) -> Step:
        return Step((replace(self, at=self.page(facts).next().at),))

    def hold(self, facts: Facts) -> Step:
        return _chosen(self, self.page(facts).chosen, facts)

    def key(self, tile: Tile, facts: Facts) -> Step:
        return Step((self,))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Pages of numbers: a press goes on to the next one, a hold goes back."""

    at: int = 0
    idle_s: float = LOOK_S
    prompt: ClassVar[Prompt] = Prompt.MENU

    def page(self, facts: Facts) -> Page:
        pages = facts.statistics()
        return pages[self.at % len(pages)] if pages else _NOTHING_YET

    def press(self, facts: Facts) -> Step:
        return Step((replace(self, at=self.at + 1),))

    def hold(self, facts: Facts) -> Step:
        return Step()

    def key(self, tile: Tile, facts: Facts) -> Step:
        return Step((self,))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: a press and a hold answer it, and a tile where that is said."""

    question: Question
    on_press: Step
    on_hold: Step
    on_key: Step | None = None
    idle_s: float = IDLE_S
    prompt: Prompt = Prompt.MENU

    def page(self, facts: Facts) -> Question:
        return self.question

    def press(self, facts: Facts) -> Step:
        return self.on_press

    def hold(self, facts: Facts) -> Step:
        return self.on_hold

    def key(self, tile: Tile, facts: Facts) -> Step:
        return self.on_key or Step((self,))


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays, seat by seat, where names are known; tile n is line n.

    Attributes:
        roster: the known names.
        count: how many play.
        names: those who have a seat.
        at: the line that a hold would choose.
    """

    roster: tuple[str, ...]
    count: int
    names: tuple[str, ...] = ()
    at: int = 0
    idle_s: ClassVar[float] = 60.0
    prompt: ClassVar[Prompt] = Prompt.NAME

    def page(self, facts: Facts) -> Menu:
        seat = len(self.names) + 1
        lines = (
            MenuLine(Act.SEAT, name=message("{name}", name=name), key=name)
            for name in self._offered()
        )
        return Menu(title=message("Player {seat}", seat=seat), lines=tuple(lines), at=self.at)

    def press(self, facts: Facts) -> Step:
        return Step((replace(self, at=(self.at + 1) % len(self._offered())),))

    def hold(self, facts: Facts) -> Step:
        return self._take(self._offered()[self.at])

    def key(self, tile: Tile, facts: Facts) -> Step:
        offered = self._offered()
        return self._take(offered[tile - 1]) if tile <= len(offered) else Step((self,))

    def _offered(self) -> tuple[str, ...]:
        known = tuple(name for name in self.roster if name not in self.names)
        return (*known, f"P{len(self.names) + 1}")

    def _take(self, name: str) -> Step:
        names = (*self.names, name)
        if len(names) == self.count:
            return Step(deed=Seat(names), leaves_all=True)
        return Step((replace(self, names=names, at=0),))


@dataclass(frozen=True, slots=True)
class Spelling:
    """Three letters for each of these seats, one after the other."""

    names: tuple[tuple[int, str], ...]
    letters: Letters
    idle_s: ClassVar[float] = 20.0
    prompt: ClassVar[Prompt] = Prompt.NAME

    def page(self, facts: Facts) -> Letters:
        return self.letters

    def press(self, facts: Facts) -> Step:
        return self._with(spelling.next_letter(self.letters))

    def hold(self, facts: Facts) -> Step:
        after = spelling.taken(self.letters)
        if len(after.taken) < LETTERS:
            return self._with(after)
        (seat, _), *others = self.names
        return Step(spell(tuple(others)), NameRecord(seat, after.taken))

    def key(self, tile: Tile, facts: Facts) -> Step:
        return self._with(spelling.on_key(self.letters, tile))

    def _with(self, letters: Letters) -> Step:
        return Step((replace(self, letters=letters),))


def spell(names: tuple[tuple[int, str], ...]) -> tuple[Station, ...]:
    """Ask the players of these seats for their letters; nothing without any."""
    if not names:
        return ()
    title = message("A record, {name}!|{name}: record!", name=names[0][1])
    return (Spelling(names, Letters(title=title)),)


def go_on(names: tuple[str, ...]) -> Asked:
    """Ask whether a deserted match goes on."""
    return Asked(
        Question(
            kind="go_on",
            title=message("Go on?"),
            lines=(message("{names}", names=", ".join(names)),),
            press=message("go on"),
            hold=message("new match|new"),
        ),
        on_press=Step(deed=GoOn(), leaves_all=True),
        on_hold=Step(leaves_all=True),
        idle_s=60.0,
        prompt=Prompt.GO_ON,
    )


_NOTHING_YET = Question(
    title=message("Statistics"),
    lines=(message("Nothing was played yet|Nothing played yet"),),
    press=None,
    hold=message("back"),
)
_LANDLORD_S = 60.0


def _asked_twice(title: Message, line: Message, deed: Deed) -> Asked:
    return Asked(
        Question(title=title, lines=(line,), press=message("no"), hold=message("yes")),
        on_press=Step(),
        on_hold=Step(deed=deed),
    )


def _key_of_the_drawers() -> Asked:
    question = Question(
        kind="key",
        title=message("Landlord"),
        lines=(
            message("Close the tiles of|Close tiles of"),
            message("your key, then press|the key, press"),
        ),
        press=message("open"),
        hold=message("back"),
    )
    return Asked(question, on_press=Step(deed=TryKey()), on_hold=Step(), idle_s=_LANDLORD_S)


def wrong_key(*, pauses: bool) -> Asked:
    """Say that a key was wrong, and whether none is tried for a while."""
    line = message("Wait a minute") if pauses else message("Try once more")
    question = Question(
        kind="wrong_key",
        title=message("Wrong key"),
        lines=(line,),
        press=message("back"),
        hold=message("back"),
    )
    return Asked(question, on_press=Step(), on_hold=Step())


def last_turn(after: Aftermath) -> Asked:
    """Say how the last turn went, and which choice cost most."""
    without_luck = message("Without luck {score}|Luck aside {score}|{score}", score=after.adjusted)
    question = Question(
        kind="last_turn",
        title=message("The last turn|Last turn"),
        lines=(after.said, after.worst or without_luck),
        press=message("back"),
        hold=message("back"),
    )
    return Asked(question, on_press=Step(), on_hold=Step(), idle_s=LOOK_S)


def code(address: str) -> Asked:
    """Show where the pages of the board are found, until anything is touched."""
    question = Question(
        kind=CODE,
        title=SCAN,
        lines=(message("{line}", line=address),),
        press=message("back"),
        hold=message("back"),
    )
    leave = Step(leaves_all=True)
    return Asked(question, on_press=leave, on_hold=leave, on_key=leave, idle_s=_LANDLORD_S)


def _new_key() -> Asked:
    question = Question(
        kind="key",
        title=message("New key"),
        lines=(
            message("The tiles that are|The closed tiles"),
            message("closed; none: no lock|none: no lock"),
        ),
        press=message("no"),
        hold=message("lock"),
    )
    return Asked(question, on_press=Step(), on_hold=Step(deed=SetKey()), idle_s=_LANDLORD_S)


def drawers() -> Lines:
    """Open the landlord's drawers."""
    return Lines(menus.drawers, idle_s=_LANDLORD_S)


_GOES: Mapping[str, Callable[[], Station]] = {
    menus.AUDITS: lambda: Numbers(idle_s=_LANDLORD_S),
    menus.ADJUSTMENTS: lambda: Lines(menus.adjustments, idle_s=_LANDLORD_S),
    menus.TESTS: lambda: _asked_twice(
        message("Hardware test"), message("The box is tested now|Test the box?"), Test()
    ),
    menus.UTILITIES: lambda: Lines(menus.utilities, idle_s=_LANDLORD_S),
}

_DOES: Mapping[str, Callable[[], Station]] = {
    menus.CLEAR_AUDITS: lambda: _asked_twice(
        message("Clear audits?"), message("They count anew"), Clear(menus.CLEAR_AUDITS)
    ),
    menus.CLEAR_RECORDS: lambda: _asked_twice(
        message("Clear records?"),
        message("The table is empty|Empty the table"),
        Clear(menus.CLEAR_RECORDS),
    ),
    menus.FACTORY: lambda: _asked_twice(
        message("Factory?"), message("As the file says it|As in the file"), Clear(menus.FACTORY)
    ),
    menus.NEW_KEY: _new_key,
}

_OPENS: Mapping[Act, Callable[[Facts], Menu]] = {
    Act.RULES: menus.rule_menu,
    Act.SOUND: menus.sound_menu,
    Act.LANGUAGE: menus.language_menu,
    Act.GAME: menus.game_menu,
    Act.SWITCHES: menus.switches,
}


def _chosen(station: Lines, line: MenuLine, facts: Facts) -> Step:
    """Say what follows from choosing a line."""
    match line.act:
        case Act.RULES | Act.SOUND | Act.LANGUAGE | Act.GAME | Act.SWITCHES:
            return Step((station, Lines(_OPENS[line.act], idle_s=station.idle_s)))
        case Act.STATISTICS:
            return Step((station, Numbers()))
        case Act.DICE:
            from stbpi.desk.dice import Dice

            return Step((station, Dice()))
        case Act.LAST_TURN if facts.last_turn is not None:
            return Step((station, last_turn(facts.last_turn)))
        case Act.LAST_TURN:
            return Step((station,))
        case Act.CODE:
            return Step((station, code(str(facts.values[BOARD]))))
        case Act.LANDLORD:
            return Step((station, _key_of_the_drawers() if facts.has_key else drawers()))
        case Act.GO:
            return Step((station, _GOES[line.key]()))
        case Act.DO:
            return Step((station, _DOES[line.key]()))
        case Act.SET:
            return _set(station, line.key, facts)
        case Act.BACK:
            return Step()
        case _:
            return Step(deed=_deed(line), leaves_all=True)


def _set(station: Lines, key: str, facts: Facts) -> Step:
    """Put a setting or a house rule to its next value, or to the one that the line names."""
    key, is_named, named = key.partition("=")
    if is_named:
        return Step(deed=Choose(key, named))
    if is_of_rules(key):
        field = key.removeprefix(RULES)
        rule = next(rule for rule in facts.rules() if rule.field == field)
        return Step((station,), ChangeRule(field, rule.next))
    setting = next(it for it in SETTINGS if it.key == key)
    return Step((station,), Choose(key, setting.after(facts.values.get(key, ""))))


def _deed(line: MenuLine) -> Deed | None:
    match line.act, line.tile:
        case Act.UNDO, _:
            return Undo()
        case Act.NO_MOVE, _:
            return NoMove()
        case Act.STOP, _:
            return StopTurn()
        case Act.END, _:
            return EndMatch()
        case ((Act.CLOSE | Act.OPEN), int() as tile):
            return Flip(Tile(tile))
        case ((Act.BREAK | Act.MEND), int() as tile):
            return Declare(Tile(tile), broken=line.act is Act.BREAK)
        case _:
            return None
