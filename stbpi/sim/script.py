"""Scenario files: one verb a line, read into steps.

A step is checked when it is read, as far as that is possible without playing: the verb, its
numbers, its form. What can only be known while playing (a rule's value, a tile that the box
lacks) is checked by `scenario`.

Never: plays anything. Rule: DESIGN.md section 6, the table of verbs.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

from stbpi.errors import BotError, ScriptError
from stbpi.games.bot_kinds import parted, written
from stbpi.games.game import NO_TILES, Tile, Tiles, tiles
from stbpi.games.registry import NAMES
from stbpi.language import _
from stbpi.sim.steps import (
    HOLD_S,
    PRESS_S,
    Action,
    Bounce,
    Box,
    Button,
    Cable,
    Clock,
    Deal,
    DiceNumbers,
    Disk,
    Down,
    Expect,
    ExpectError,
    ExpectEvent,
    Game,
    Master,
    Noise,
    NoMove,
    Oled,
    Players,
    Plays,
    PowerCut,
    Rules,
    Serial,
    SetRule,
    Shuffle,
    Step,
    Stick,
    StopTurn,
    Undo,
    Unreadable,
    Up,
    Wait,
)

MAX_PLAYERS = 12
MAX_NAME = 12
MAX_TILE = 12
MAX_HZ = 10_000


def read(text: str, *, path: str) -> tuple[Step, ...]:
    """Read a scenario.

    Args:
        text: the file.
        path: its name, for the errors.

    Raises:
        ScriptError: a line can't be read, and no `expect error` behind it wants that; or an
            `expect error` stands behind nothing.
    """
    steps: list[Step] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(^|\s)#.*", "", raw).split()
        if words:
            steps.append(Step(line=number, action=_action(words, path, number)))
    for step, above, below in zip(steps, [None, *steps], [*steps[1:], None], strict=False):
        if isinstance(step.action, Unreadable) and not _is_expect_error(below):
            raise step.action.error
        if _is_expect_error(step) and (above is None or _is_expect_error(above)):
            raise ScriptError(
                _("{verb}: no line above it can be refused").format(verb="expect error"),
                path=path,
                line=step.line,
            )
    return tuple(steps)


def _is_expect_error(step: Step | None) -> bool:
    return step is not None and isinstance(step.action, ExpectError)


class _Bad(Exception):
    """What is wrong with the words behind a verb."""


def _action(words: Sequence[str], path: str, line: int) -> Action:
    verb, *rest = words
    reader = VERBS.get(verb)
    if reader is None:
        near = difflib.get_close_matches(verb, VERBS, n=1)
        do = _("Did you mean {nearest}?") if near else _("Known are: {known}")
        do = do.format(nearest="".join(near), known=", ".join(VERBS))
        what = _("unknown verb {verb}").format(verb=repr(verb))
        return Unreadable(ScriptError(what, do, path=path, line=line))
    try:
        return reader(rest)
    except _Bad as exc:
        return Unreadable(ScriptError(f"{verb}: {exc}", path=path, line=line))


def _game(words: Sequence[str]) -> Game:
    if len(words) != 1 or words[0] not in NAMES:
        known = ", ".join(NAMES)
        raise _Bad(_("expected the name of a game: {known}").format(known=known))
    return Game(words[0])


def _rules(words: Sequence[str]) -> Rules:
    pairs = _pairs(words)
    preset = ""
    if pairs and pairs[0][0] == "preset":
        preset = pairs.pop(0)[1]
    if any(key == "preset" for key, _ in pairs):
        raise _Bad(_("{preset} comes first").format(preset="preset=NAME"))
    return Rules(preset, tuple(pairs))


def _box(words: Sequence[str]) -> Box:
    pairs = dict(_pairs(words))
    count, down = pairs.pop("tiles", ""), pairs.pop("down", "")
    closed_is, reference = pairs.pop("closed_is", "down"), pairs.pop("reference", "no")
    is_known = closed_is in ("down", "up") and reference in ("yes", "no")
    if pairs or not words or not is_known:
        text = _("expected at least one of {words}")
        known = "tiles=N down=N,N,… closed_is=up reference=yes"
        raise _Bad(text.format(words=known))
    number = _numbers([count], MAX_TILE, _("expected 1 to {most} tiles"))[0] if count else 0
    lowered = _tile_set(down.split(",")) if down else NO_TILES
    return Box(number, lowered, closed_is=closed_is, has_reference=reference == "yes")


def _players(words: Sequence[str]) -> Players:
    if not 1 <= len(words) <= MAX_PLAYERS:
        raise _Bad(_("expected 1 to {most} names").format(most=MAX_PLAYERS))
    parts = [word.partition("=") for word in words]
    names = tuple(name for name, _equals, _bot in parts)
    for name in names:
        # Above \uffff a character takes 12 bytes in the serial log: 12 of them don't fit a line.
        if not 1 <= len(name) <= MAX_NAME or not name.isprintable() or max(name) > "\uffff":
            text = _("{name} is no name: expected at most {most} characters, no emoji")
            raise _Bad(text.format(name=repr(name), most=MAX_NAME))
        if names.count(name) > 1:
            raise _Bad(_("{name} stands twice").format(name=name))
    bots = tuple(_bot(bot) if equals else "" for _name, equals, bot in parts)
    return Players(names, bots if any(bots) else ())


def _bot(name: str) -> str:
    try:
        return written(*parted(name))
    except BotError as exc:
        raise _Bad(" ".join(str(exc).split("\n"))) from exc


def _dice(words: Sequence[str]) -> DiceNumbers:
    numbers = _numbers(words, 6, _("dice show 1 to 6"))
    return DiceNumbers(tuple(numbers))


def _deal(words: Sequence[str]) -> Deal:
    if len(words) < 2:
        raise _Bad(_("expected a player and cards"))
    return Deal(words[0], _listed(words[1:]))


def _master(words: Sequence[str]) -> Master:
    if len(words) != 1:
        raise _Bad(_("expected a player"))
    return Master(words[0])


def _shuffle(words: Sequence[str]) -> Shuffle:
    number = _number(words, _("expected the number of a deal"))
    if not 1 <= number == int(number):
        raise _Bad(_("expected the number of a deal"))
    return Shuffle(int(number))


def _plays(words: Sequence[str]) -> Plays:
    if len(words) < 2:
        raise _Bad(_("expected a player and what he chooses"))
    return Plays(words[0], ",".join(_listed(words[1:])))


def _listed(words: Sequence[str]) -> tuple[str, ...]:
    """Return the members of a list; blanks part them as commas do."""
    return tuple(one for word in words for one in word.split(","))


def _press(words: Sequence[str]) -> Button:
    _nothing_behind(words)
    return Button(PRESS_S)


def _set(words: Sequence[str]) -> SetRule:
    if len(words) != 1:
        raise _Bad(_("expected one {pair}").format(pair="KEY=VALUE"))
    [(field, value)] = _pairs(words)
    return SetRule(field, value)


def _undo(words: Sequence[str]) -> Undo:
    _nothing_behind(words)
    return Undo()


def _stop(words: Sequence[str]) -> StopTurn:
    _nothing_behind(words)
    return StopTurn()


def _no_move(words: Sequence[str]) -> NoMove:
    _nothing_behind(words)
    return NoMove()


def _nothing_behind(words: Sequence[str]) -> None:
    if words:
        raise _Bad(_("expected nothing behind it"))


def _hold(words: Sequence[str]) -> Button:
    return Button(_seconds(words) if words else HOLD_S)


def _power(words: Sequence[str]) -> PowerCut:
    match list(words):
        case ["cut"]:
            return PowerCut()
        case ["cut", ms]:
            return PowerCut(_number([ms], _("expected a number of milliseconds")))
        case _:
            raise _Bad(_("expected `{cut}`, or `{cut} {ms}`").format(cut="power cut", ms="MS"))


def _bounce(words: Sequence[str]) -> Bounce:
    if len(words) != 2:
        raise _Bad(_("expected a tile or {roll}, and milliseconds").format(roll="roll"))
    ms = _number(words[1:], _("expected a number of milliseconds"))
    return Bounce(_contact(words[:1]), ms)


def _noise(words: Sequence[str]) -> Noise:
    if len(words) != 2:
        raise _Bad(_("expected a tile or {roll}, and hertz").format(roll="roll"))
    hz = _number(words[1:], _("expected a number of hertz"))
    if hz > MAX_HZ:
        raise _Bad(_("expected at most {most} hertz").format(most=MAX_HZ))
    return Noise(_contact(words[:1]), hz)


def _contact(words: Sequence[str]) -> Tile | None:
    if len(words) != 1:
        raise _Bad(_("expected a tile or {roll}").format(roll="roll"))
    if words[0] == "roll":
        return None
    expected = _("expected a tile, 1 to {most}, or {roll}")
    return Tile(_numbers(words, MAX_TILE, expected)[0])


def _oled(words: Sequence[str]) -> Oled:
    return Oled(_is_first(words, "on", "off"))


def _disk(words: Sequence[str]) -> Disk:
    return Disk(_is_first(words, "full", "ok"))


def _serial(words: Sequence[str]) -> Serial:
    return Serial(_is_first(words, "on", "off"))


def _is_first(words: Sequence[str], first: str, second: str) -> bool:
    if list(words) not in ([first], [second]):
        raise _Bad(_("expected {one} or {other}").format(one=first, other=second))
    return words[0] == first


def _clock(words: Sequence[str]) -> Clock:
    back = len(words) == 1 and words[0].startswith("-")
    seconds = _seconds([words[0][1:]] if back else words)
    return Clock(-seconds if back else seconds)


def _expect(words: Sequence[str]) -> Expect | ExpectEvent | ExpectError:
    match list(words):
        case ["event", name, *fields] if "=" not in name:
            return ExpectEvent(name, tuple(_pairs(fields)))
        case ["error", name, *fields] if "=" not in name:
            return ExpectError(name, tuple(_pairs(fields)))
        case [_, *_]:
            return Expect(tuple(_pairs(words)))
        case _:
            text = _("expected {pair}, {event} or {error}")
            raise _Bad(text.format(pair="KEY=VALUE", event="event NAME", error="error CLASS"))


def _tile_set(words: Sequence[str]) -> Tiles:
    return tiles(*_numbers(words, MAX_TILE, _("tiles are 1 to {most}")))


def _numbers(words: Sequence[str], highest: int, expected: str) -> list[int]:
    """Read whole numbers from 1 on.

    Args:
        words: one each.
        highest: of all that may be.
        expected: says what may be; may have places for `most` and `roll`.
    """
    expected = expected.format(most=highest, roll="roll")
    if not words:
        raise _Bad(_("expected numbers: {expected}").format(expected=expected))
    for word in words:
        if not (re.fullmatch(r"\d{1,3}", word, re.ASCII) and 1 <= int(word) <= highest):
            raise _Bad(f"{word!r}: {expected}")
    return [int(word) for word in words]


def _seconds(words: Sequence[str]) -> float:
    return _number(words, _("expected a number of seconds"))


def _number(words: Sequence[str], expected: str) -> float:
    if len(words) != 1 or not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", words[0], re.ASCII):
        raise _Bad(expected)
    return float(words[0])


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    pairs = []
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            text = _("{word}: expected {pair}")
            raise _Bad(text.format(word=repr(word), pair="KEY=VALUE"))
        pairs.append((key, value))
    return pairs


VERBS: Mapping[str, Callable[[Sequence[str]], Action]] = {
    "game": _game,
    "rules": _rules,
    "box": _box,
    "players": _players,
    "dice": _dice,
    "deal": _deal,
    "master": _master,
    "shuffle": _shuffle,
    "plays": _plays,
    "press": _press,
    "hold": _hold,
    "down": lambda words: Down(_tile_set(words)),
    "up": lambda words: Up(_tile_set(words)),
    "wait": lambda words: Wait(_seconds(words)),
    "bounce": _bounce,
    "noise": _noise,
    "stick": lambda words: Stick(_contact(words), is_stuck=True),
    "unstick": lambda words: Stick(_contact(words), is_stuck=False),
    "cable": lambda words: Cable(_is_first(words, "on", "off")),
    "oled": _oled,
    "disk": _disk,
    "serial": _serial,
    "power": _power,
    "clock": _clock,
    "set": _set,
    "undo": _undo,
    "stop": _stop,
    "no_move": _no_move,
    "expect": _expect,
}
