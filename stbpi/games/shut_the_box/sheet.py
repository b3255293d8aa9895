"""The score sheet of Shut the Box: players enter which tiles still stand after each turn.

Every house rule but the dice's own can be changed at any time.

Never: throws, asks for a tile to be moved. Keep: what is here fits `games.sheet.ScoreSheet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from stbpi.errors import RulesError
from stbpi.games.events import Event
from stbpi.games.game import (
    NO_TILES,
    Command,
    EndMatch,
    EnterTurn,
    HouseRules,
    SetRule,
    StartMatch,
    Tiles,
    Undo,
    members,
    next_seat_first,
    tiles,
)
from stbpi.games.sheet import Entered, aligned, no_match, won
from stbpi.games.shut_the_box import ShutTheBox, State
from stbpi.games.shut_the_box.house_rules import AT_ONCE, values
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Turn
from stbpi.games.shut_the_box.words import different_fields, sentence
from stbpi.language import Message, _, message

PRESET = "luk_kassen"

ENTRIES: Mapping[str, Message] = {
    "2 5 7": message("the tiles that still stand after the turn"),
    "-": message("none: the box is shut"),
    "undo": message("take back the last turn"),
    "set KEY=VALUE": message("change a house rule; the match is scored anew"),
    "rules": message("what is played by"),
    "end": message("end the match now"),
    "new": message("the same players again, the next one starts"),
    "quit": message("leave; the sheet is kept"),
}

_GAME = ShutTheBox()


def check_rules(preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
    return _GAME.check_rules(preset, house_rules)


def new() -> State:
    return _GAME.new(NO_TILES, complain_ms=0)


def start(command: StartMatch) -> tuple[Event, ...]:
    return _GAME.decide(new(), command)


def evolve(state: State, event: Event) -> State:
    return _GAME.evolve(state, event)


def again(state: State) -> StartMatch:
    """Return the command that starts a match of the same; the first seat moves on by one."""
    return next_seat_first(_GAME.same_again(state))


def is_over(state: State) -> bool:
    return state.result is not None


def enter(state: State | None, words: Sequence[str]) -> Entered:
    match words:
        case ["undo"]:
            return Entered(_decided(state, Undo()))
        case ["end"]:
            return Entered(_decided(state, EndMatch()))
        case ["set", change] if "=" in change:
            field, value = change.split("=", 1)
            events = _decided(state, SetRule(field=field, value=value, on_sheet=True))
            when = (
                _("{rule} (at once)") if field in AT_ONCE else _("{rule} (from the next turn on)")
            )
            rules = reduce(evolve, events, state or new()).rules
            return Entered(events, when.format(rule=sentence(rules, field)))
        case _:
            return Entered(_decided(state, EnterTurn(standing=read_standing(words))))


def prompt(state: State | None) -> str:
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
    rounds = sorted({round_ for round_, _ in cells})
    cells_of = [["", *state.names]]
    cells_of += [[str(r), *(cells.get((r, s), "") for s in seats)] for r in rounds]
    cells_of.append([_("total"), *(str(total) for total in tally.totals)])
    view = _GAME.view(state, time_is_up=True)
    if any(player.rounds_won is not None for player in view.players):
        cells_of.append([_("won"), *map(str, tally.rounds_won)])
    if any(player.balance is not None for player in view.players):
        units = [f"{balance:+d}" if balance else "0" for balance in tally.balances]
        cells_of.append([_("units"), *units])
    if any(player.out for player in view.players):
        cells_of.append(["", *(_("out") if player.out else "" for player in view.players)])
    return cells_of


def notes(state: State) -> list[str]:
    """Return what stands below the cells: the pot, a change of the rules, who has won."""
    view = _GAME.view(state, time_is_up=True)
    lines = []
    if view.pot:
        lines.append(_("pot: {units}").format(units=view.pot))
    if view.rescored:
        lines.append(_("scored anew after a change of the house rules"))
    if state.result is not None:
        lines.append(won([player.name for player in view.winners]))
    return lines


def rules_told(state: State) -> list[str]:
    return rules_in_words(state.rules)


def rules_in_words(rules: Ruleset) -> list[str]:
    """Say what is played by: what everybody wants to know, and what is unusual."""
    told = [sentence(rules, field) for field in different_fields(rules)]
    basic = [
        sentence(rules, field)
        for field in values(rules)
        if field in ("tiles", "rounds", "scoring", "shut")
    ]
    return [*dict.fromkeys([*basic, *told])]


def read_standing(words: Sequence[str]) -> Tiles:
    """Read the tiles that stand: their numbers, or `-` for none.

    Raises:
        RulesError: a word is no tile, or a tile stands twice.
    """
    if [*words] == ["-"]:
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


def _decided(state: State | None, command: Command) -> tuple[Event, ...]:
    if state is None:
        raise no_match()
    return _GAME.decide(state, command)
