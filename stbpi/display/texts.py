"""Every text of the display that is no name; wordings are parted by `|`, the longest first.

The display takes the first wording that fits; a line of its small letters has 21. No other
module of `display` holds a word, but `names` and `hardware_words`.

Never: draws. Keep: whole sentences as they are shown, so that they can be translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stbpi.display.names import plain
from stbpi.games.game import Change, Prompt, members, tile_of
from stbpi.language import Message, counted, message

if TYPE_CHECKING:
    from stbpi.thinking.advice import Option

Text = Message | str | tuple[str, ...]
"""What can be shown: a message, a number or a name, or wordings that have been said already."""

PROMPTS: Mapping[Prompt, Message] = {
    Prompt.RAISE: message("Raise the tiles"),
    Prompt.LOWER: message("Close the tiles"),
    Prompt.CLOSE: message("Close the tiles"),
    Prompt.OPEN: message("Open the tiles"),
    Prompt.CHOOSE: message("Choose first"),
    Prompt.CLOSE_AGAIN: message("Close them again"),
    Prompt.COVER: message("to cover|left"),
    Prompt.TOTAL: message("No such throw"),
    Prompt.ONE_DIE: message("No single die"),
    Prompt.WAIT: message("Wait a moment"),
    Prompt.NO_MOVE: message("no move"),
    Prompt.SHUT: message("shut!"),
    Prompt.STOPPED: message("stopped"),
    Prompt.UNLUCKY: message("unlucky"),
    Prompt.FIRST_ROLL: message("first roll missed|missed"),
    Prompt.OUT: message("out!"),
    Prompt.MENU: message("Menu"),
    Prompt.CLOSED: message("The box is closed|Closed"),
    Prompt.SWITCH_FAULT: message("Switch fault"),
}
"""What a prompt says where no numbers stand with it."""

RAISE = message("Raise")
CLOSE = message("Close")
OPEN = message("Open")
CLOSE_AGAIN = message("Close again|Close")
"""What is to be done with tiles that are named beside it."""

FAULTS: Mapping[str, Message] = {
    "disk": message("not saving|unsaved"),
    "cable": message("cable off|cable"),
    "tile_board": message("no board|board"),
    "roll": message("button bad|button"),
    "serial": message("no serial log|serial"),
}
"""What is wrong when a part has failed."""

PARTS: Mapping[str, Message] = {
    "button": message("roll button"),
    "cable": message("cable"),
    "disk": message("disk"),
    "display": message("display"),
    "roll": message("roll button"),
    "serial": message("serial log"),
    "tile_board": message("tile board"),
}
"""Parts of the box, as far as they have names; see `name_of_part`."""

CHANGES: Mapping[Change, Message] = {
    Change.AT_ONCE: message("Scored anew"),
    Change.NEXT_TURN: message("From next turn"),
}
"""When a change of a house rule counts."""

SCORED_ANEW = message("scored anew|*")
TITLE_OF_SETUP = message("Set-up")
TILE = message("tile")
PRESS = message("press")
HOLD = message("hold")
START = message("start")
OTHER_RULES = message("other rules|rules")
PLAY_AGAIN = message("play again|again")
SET_UP = message("set-up")
AGAIN_OR_NEW = message("press again, hold new|press: again")
NEXT_LINE = message("next line|next")
CHOOSE = message("choose")
NEXT_PAGE = message("next page|next")
BACK = message("back")
SEALED = message("Dice sealed|Sealed|Dice")
NEXT_LETTER = message("next letter|next")
TAKE_LETTER = message("take it|take")
LETTERS_HINT = message("press next, hold take|hold: take it")
MENU = PROMPTS[Prompt.MENU]
ROUNDS_WON = message("rounds won|rounds|won")
MENU_HINT = message("hold: choose|hold: ok")
NOT_YET = message("not yet")
SAVING = message("Saving …")
LET_GO = message("Let go")
ROLL = message("Roll")
COVERED = message("OK")
BOT_THROWS = message("rolls")
BOT_THINKS = message("thinks …")
MENU_HELPS = message("hold 3 s: menu")
PLUG_IT_IN = message("Plug the board in.|plug it in")
CLOSE_AND_PRESS = message("close tiles, press|close, press")
CLOSE_OR_TELL = message("Close tiles, or tell no move in the menu|Close tiles, or menu")
CLOSED_SO_FAR = message("closed so far|closed")
NO_MOVE_HELPS = message("no move: hold 3 s|no move: menu")
TILES_CLOSED = message("my tiles are closed|tiles closed|closed")
TO_BEGIN = message("to begin the turn|to begin")


def said(text: Text) -> Sequence[str]:
    """Return the wordings of a text in the current language, the longest first."""
    match text:
        case Message():
            return text.wordings
        case str():
            return (text,)
        case _:
            return text


def let_go(deed: Message) -> Message:
    """Say what letting go of the button does."""
    return message("Let go: {deed}", deed=deed)


def tiles(count: int) -> Message:
    return counted("{n} tile", "{n} tiles", count)


def players(count: int) -> Message:
    return counted("{n} player", "{n} players", count)


def some_bots(count: int) -> Message:
    return counted("{n} bot", "{n} bots", count)


def players_and_bots(players: int, bots: Sequence[str]) -> Message:
    """Say how many people play, and which bots."""
    match bots:
        case []:
            return counted("{n} player", "{n} players", players)
        case [bot]:
            return message("{people} + {bot}", people=players, bot=bot)
        case _:
            return message("{people} + {bots}", people=players, bots=some_bots(len(bots)))


def throw(dice: int) -> Message:
    return counted("roll {n} die|{n} die", "roll {n} dice|{n} dice", dice)


def throw_real(allowed: Sequence[int]) -> Message:
    """Ask for a throw of real dice, of as many as are allowed."""
    if len(allowed) > 1:
        some = "/".join(map(str, allowed))
        return message("Throw {some} dice|{some} dice", some=some)
    return counted("Throw {n} die|{n} die", "Throw {n} dice|{n} dice", *allowed)


def no_throw(total: int) -> Message:
    """Say that the tiles that are closed add up to no throw."""
    return message("No throw makes {total}|No throw: {total}", total=total)


def first_cover(tile: int) -> Message:
    """Say which tile the first cover of a turn must contain."""
    return message("The {tile} must be in it|{tile} must be in it", tile=tile)


def round_of(number: int, rounds: int) -> Message:
    """Say which round it is; `rounds` = 0 stands for no limit."""
    count = f"{number}/{rounds}" if rounds else str(number)
    return message("Round {count}|R {count}|{count}", count=count)


def marked(text: Message) -> tuple[str, ...]:
    """Mark a match that was scored anew."""
    return tuple(f"{wording}*" for wording in text.wordings)


def raise_tiles(numbers: Sequence[int], *, everything: bool) -> Message:
    if everything:
        return message("Raise all tiles")
    return message("Raise {tiles}|Raise the tiles", tiles=_list(numbers))


def lower_tiles(numbers: Sequence[int]) -> Message:
    return message("Close {tiles}|Close the tiles", tiles=_list(numbers))


def close_for(numbers: Sequence[int], player: str) -> Message:
    """Say which tiles a bot wants closed."""
    return message("Close {tiles} for {player}", tiles=_list(numbers), player=player)


def close_again(numbers: Sequence[int]) -> Message:
    return message("Close {tiles} again|Close them again", tiles=_list(numbers))


def those(numbers: Sequence[int]) -> Message:
    """Name tiles where a verb stands before them."""
    return counted(
        "{tiles}|{n} tile|tile", "{tiles}|{n} tiles|tiles", len(numbers), tiles=_list(numbers)
    )


def tiles_named(numbers: Sequence[int]) -> Message:
    """Name tiles; no number stands for all of them."""
    if not numbers:
        return message("The tiles")
    return counted(
        "Tile {tiles}|{n} tile", "Tiles {tiles}|{n} tiles", len(numbers), tiles=_list(numbers)
    )


def do_not_answer(tiles: int) -> Message:
    if tiles == 1:
        return message("does not answer")
    return message("do not answer")


def press(deed: Message) -> Message:
    """Say what a press does."""
    return message("press: {deed}", deed=deed)


def hold(deed: Message) -> Message:
    """Say what a hold does."""
    return message("hold: {deed}", deed=deed)


def press_or_hold(more: int, fewer: int) -> Message:
    """Say how many dice a press throws, and how many a hold."""
    return message(
        "press {more} dice, hold {fewer}|press {more}, hold {fewer}", more=more, fewer=fewer
    )


def fault(part: str) -> Message:
    """Say what is wrong when a part has failed."""
    if part in FAULTS:
        return FAULTS[part]
    tile = tile_of(part)
    if tile is not None:
        return message("tile {tile} bad|tile {tile}", tile=tile)
    return message("{part} bad|{part}", part=plain(part))


def name_of_part(code: str) -> Message:
    """Name a part of the box."""
    tile = tile_of(code)
    if tile is not None:
        return message("tile {tile}", tile=tile)
    return PARTS.get(code) or message("{part}", part=plain(code))


def why(code: str) -> Message:
    """Say why a turn ended."""
    known = {prompt.value: words for prompt, words in PROMPTS.items()}
    return known.get(code) or message("{why}", why=plain(code))


def ended(why: Message, worth: str) -> Message:
    """Say why a turn has ended and what its player has now."""
    return message("{why} · total {worth}|{why} · {worth}|{why}", why=why, worth=worth)


def ended_by_rounds(why: Message, rounds: int) -> Message:
    """Say why a turn has ended and how many rounds its player has won."""
    return counted(
        "{why} · {n} round won|{why} · {n} won|{why}",
        "{why} · {n} rounds won|{why} · {n} won|{why}",
        rounds,
        why=why,
    )


def press_for(advised: Message) -> Message:
    """Say that a press does what is advised."""
    # TRANSLATORS: "press 2 dice: 10 %"
    return message("press {advised}", advised=advised)


def hold_for(advised: Message) -> Message:
    """Say that a hold does what is advised."""
    # TRANSLATORS: "hold 1 die: 22 %"
    return message("hold {advised}", advised=advised)


def choice(option: Option) -> Message | str:
    """Name a cover, or a number of dice."""
    if option.dice:
        return counted("{n} die", "{n} dice", option.dice)
    return "+".join(map(str, members(option.tiles)))


def costs(option: Option) -> Message:
    """Say what a choice costs against the best."""
    if option.dice:
        return counted(
            "{n} die costs {cost}", "{n} dice cost {cost}", option.dice, cost=option.cost
        )
    return message("{cover} costs {cost}", cover=choice(option), cost=option.cost)


def pot(units: int) -> Message:
    """Say what lies in the pot."""
    return message("pot {units}|{units}", units=units)


def begin_for(units: int) -> Message:
    """Say what tiles are to be moved for, and what lies in the pot."""
    return message("to begin · pot {units}|pot {units}", units=units)


def won(rounds: int) -> Message:
    """Say how many rounds a player has won, in a table."""
    return counted("{n} won", "{n} won", rounds)


def winners(names: Sequence[str]) -> Message:
    """Say who has won; a lone player who was knocked out leaves no winner."""
    if not names:
        return message("No winner")
    listed = ", ".join(names)
    return counted("{names} wins!|{names}", "{names} win!|{n} winners", len(names), names=listed)


def _list(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
