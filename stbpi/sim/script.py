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

from stbpi.errors import ScriptError
from stbpi.games.game import Tile, Tiles, tiles
from stbpi.games.registry import GAMES
from stbpi.sim.steps import (
    Action,
    Bounce,
    Button,
    Clock,
    DiceNumbers,
    Disk,
    Down,
    Expect,
    ExpectError,
    ExpectEvent,
    Game,
    Noise,
    Oled,
    Players,
    PowerCut,
    Rules,
    SetRule,
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
                "expect error: no line above it can be refused", path=path, line=step.line
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
        do = f"Did you mean {near[0]}?" if near else "Known are: " + ", ".join(VERBS)
        return Unreadable(ScriptError(f"unknown verb {verb!r}", do, path=path, line=line))
    try:
        return reader(rest)
    except _Bad as exc:
        return Unreadable(ScriptError(f"{verb}: {exc}", path=path, line=line))


def _game(words: Sequence[str]) -> Game:
    if len(words) != 1 or words[0] not in GAMES:
        raise _Bad("expected the name of a game: " + ", ".join(GAMES))
    return Game(words[0])


def _rules(words: Sequence[str]) -> Rules:
    pairs = _pairs(words)
    preset = ""
    if pairs and pairs[0][0] == "preset":
        preset = pairs.pop(0)[1]
    if any(key == "preset" for key, _ in pairs):
        raise _Bad("preset=NAME comes first")
    return Rules(preset, tuple(pairs))


def _players(words: Sequence[str]) -> Players:
    if not 1 <= len(words) <= MAX_PLAYERS:
        raise _Bad(f"expected 1 to {MAX_PLAYERS} names")
    for name in words:
        # Above \uffff a character takes 12 bytes in the serial log: 12 of them don't fit a line.
        if len(name) > MAX_NAME or not name.isprintable() or max(name) > "\uffff":
            raise _Bad(f"{name!r} is no name: expected at most {MAX_NAME} characters, no emoji")
        if words.count(name) > 1:
            raise _Bad(f"{name} stands twice")
    return Players(tuple(words))


def _dice(words: Sequence[str]) -> DiceNumbers:
    numbers = _numbers(words, 6, "dice show 1 to 6")
    return DiceNumbers(tuple(numbers))


def _press(words: Sequence[str]) -> Button:
    _nothing_behind(words)
    return Button(0.1)


def _set(words: Sequence[str]) -> SetRule:
    if len(words) != 1:
        raise _Bad("expected one KEY=VALUE")
    [(field, value)] = _pairs(words)
    return SetRule(field, value)


def _undo(words: Sequence[str]) -> Undo:
    _nothing_behind(words)
    return Undo()


def _stop(words: Sequence[str]) -> StopTurn:
    _nothing_behind(words)
    return StopTurn()


def _nothing_behind(words: Sequence[str]) -> None:
    if words:
        raise _Bad("expected nothing behind it")


def _hold(words: Sequence[str]) -> Button:
    return Button(_seconds(words) if words else 1.0)


def _power(words: Sequence[str]) -> PowerCut:
    match list(words):
        case ["cut"]:
            return PowerCut()
        case ["cut", ms]:
            return PowerCut(_number([ms], "a number of milliseconds"))
        case _:
            raise _Bad("expected `power cut`, or `power cut MS`")


def _contact_and_number(words: Sequence[str], unit: str) -> tuple[Tile | None, float]:
    if len(words) != 2:
        raise _Bad(f"expected a tile or roll, and {unit}")
    return _contact(words[:1]), _number(words[1:], f"a number of {unit}")


def _bounce(words: Sequence[str]) -> Bounce:
    return Bounce(*_contact_and_number(words, "milliseconds"))


def _noise(words: Sequence[str]) -> Noise:
    tile, hz = _contact_and_number(words, "hertz")
    if hz > MAX_HZ:
        raise _Bad(f"expected at most {MAX_HZ} hertz")
    return Noise(tile, hz)


def _contact(words: Sequence[str]) -> Tile | None:
    if len(words) != 1:
        raise _Bad("expected a tile or roll")
    if words[0] == "roll":
        return None
    return Tile(_numbers(words, MAX_TILE, f"expected a tile, 1 to {MAX_TILE}, or roll")[0])


def _oled(words: Sequence[str]) -> Oled:
    return Oled(_is_first(words, "on", "off"))


def _disk(words: Sequence[str]) -> Disk:
    return Disk(_is_first(words, "full", "ok"))


def _is_first(words: Sequence[str], first: str, second: str) -> bool:
    if list(words) not in ([first], [second]):
        raise _Bad(f"expected {first} or {second}")
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
            raise _Bad("expected KEY=VALUE, event NAME or error CLASS")


def _tile_set(words: Sequence[str]) -> Tiles:
    return tiles(*_numbers(words, MAX_TILE, f"tiles are 1 to {MAX_TILE}"))


def _numbers(words: Sequence[str], highest: int, expected: str) -> list[int]:
    if not words:
        raise _Bad(f"expected numbers: {expected}")
    for word in words:
        if not (re.fullmatch(r"\d{1,3}", word, re.ASCII) and 1 <= int(word) <= highest):
            raise _Bad(f"{word!r}: {expected}")
    return [int(word) for word in words]


def _seconds(words: Sequence[str]) -> float:
    return _number(words, "a number of seconds")


def _number(words: Sequence[str], expected: str) -> float:
    if len(words) != 1 or not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", words[0], re.ASCII):
        raise _Bad(f"expected {expected}")
    return float(words[0])


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    pairs = []
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise _Bad(f"{word!r}: expected KEY=VALUE")
        pairs.append((key, value))
    return pairs


VERBS: Mapping[str, Callable[[Sequence[str]], Action]] = {
    "game": _game,
    "rules": _rules,
    "players": _players,
    "dice": _dice,
    "press": _press,
    "hold": _hold,
    "down": lambda words: Down(_tile_set(words)),
    "up": lambda words: Up(_tile_set(words)),
    "wait": lambda words: Wait(_seconds(words)),
    "bounce": _bounce,
    "noise": _noise,
    "stick": lambda words: Stick(_contact(words), is_stuck=True),
    "unstick": lambda words: Stick(_contact(words), is_stuck=False),
    "oled": _oled,
    "disk": _disk,
    "power": _power,
    "clock": _clock,
    "set": _set,
    "undo": _undo,
    "stop": _stop,
    "expect": _expect,
}
