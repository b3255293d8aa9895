"""The file of a league, in TOML; `stbpi league plan` makes one, the landlord may change it.

What can stand there is in README.md.

Never: overlooks anything: what stands there and is not understood is refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import Any

from stbpi.config_checks import Check, Problem, one_of, whole, written
from stbpi.errors import ConfigError
from stbpi.foreign import reason, toml_reason
from stbpi.games.registry import NAMES, game_of
from stbpi.language import _
from stbpi.league.plan import Kind, Met, Plan

MOST_PLAYERS = 64
MOST_ROUNDS = 20
MOST_POINTS = 1000
LONGEST = 40
"""Characters of the longest name."""


def read(path: Path) -> Plan:
    """Read the file of a league.

    Raises:
        ConfigError: it can't be read, or something in it makes no sense.
    """
    return plan(_tables(path), source=str(path))


def plan(tables: Mapping[str, Any], *, source: str) -> Plan:
    """Make a league of what stands in its file.

    Args:
        tables: as TOML delivers them.
        source: where that stands, for people.

    Raises:
        ConfigError: something in it makes no sense.
    """
    reading = _Reading(source)
    values = reading.checked(tables, _CHECKS, needed=("kind", "players"))
    results = values.pop("results", [])
    frozen = {key: _frozen(value) for key, value in values.items()}
    made = Plan(**{**frozen, "kind": Kind(values["kind"])})
    reading.refuse_contradictions(made)
    met = (reading.result(one, place, made) for place, one in enumerate(results, start=1))
    return replace(made, results=tuple(met))


def text(made: Plan) -> str:
    """Write a league as its file; what is as usual is left out."""
    usual = Plan(kind=made.kind, players=())
    lines = [
        f"{key} = {value.isoformat() if isinstance(value, date) else written(value)}"
        for key, value in _values(made).items()
        if key not in ("results", "kind") and value != getattr(usual, key)
    ]
    lines = [f"kind = {written(made.kind.value)}", *lines]
    for met in made.results:
        lines += ["", "[[results]]", f"players = {written(met.players)}"]
        lines += [f"winner = {written(met.winner)}"] if met.winner else []
        lines += [f"by = {met.by}"] if met.by else []
    return "\n".join(lines) + "\n"


def _tables(path: Path) -> dict[str, Any]:
    def refused(found: str) -> ConfigError:
        return ConfigError("", found=found, expected=_("a TOML file"), source=str(path))

    try:
        told = path.read_bytes().decode()
        return tomllib.loads(told)
    except OSError as exc:
        raise refused(_("can't be read: {reason}").format(reason=reason(exc))) from exc
    except UnicodeDecodeError as exc:
        line = exc.object.count(b"\n", 0, exc.start) + 1
        raise refused(_("line {line} is not UTF-8 text").format(line=line)) from exc
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        said = toml_reason(exc, len(told.splitlines())) if isinstance(exc, ValueError) else str(exc)
        raise refused(said) from exc


class _Reading:
    """Refuses what makes no sense."""

    def __init__(self, source: str) -> None:
        self._source = source

    def checked(
        self, table: object, checks: Mapping[str, Check], *, needed: Sequence[str], under: str = ""
    ) -> dict[str, Any]:
        """Return a table in which every value passes its check."""
        if not isinstance(table, dict):
            raise self._refusal(
                under.rstrip("."), Problem(found=written(table), expected=_("a table"))
            )
        for key, value in table.items():
            if key not in checks:
                problem = Problem(found=_("unknown key"), expected=", ".join(checks))
                raise self._refusal(under + key, problem, of=[*checks])
            for problem in checks[key](value):
                raise self._refusal(under + key, problem)
        for key in needed:
            if key not in table:
                raise self._refusal(under + key, Problem(found=_("nothing"), expected=_("a value")))
        return dict(table)

    def refuse_contradictions(self, made: Plan) -> None:
        """Refuse values that make no sense together."""
        for name in made.left:
            self._refuse_stranger("left", name, made)
        if made.kind is Kind.KNOCK_OUT and made.rounds != 1:
            raise self._refusal("rounds", Problem(found=written(made.rounds), expected="1"))
        games = [made.game] if made.game else [*NAMES]
        presets = [preset for game in games for preset in game_of(game).presets()]
        if made.preset and made.preset not in presets:
            problem = Problem(found=written(made.preset), expected=_("the name of a preset"))
            raise self._refusal("preset", problem, of=presets)

    def result(self, table: object, place: int, made: Plan) -> Met:
        """Return a result that was written by hand."""
        under = f"results.{place}."
        values = self.checked(table, _RESULT, needed=("players",), under=under)
        first, second = values["players"]
        winner = values.get("winner", "")
        for name in (first, second):
            self._refuse_stranger(f"{under}players", name, made)
        if winner not in ("", first, second):
            expected = _("one of the two players")
            raise self._refusal(f"{under}winner", Problem(found=written(winner), expected=expected))
        by = values.get("by", 0)
        if by and not winner:
            expected = _("no points of difference without a winner")
            raise self._refusal(f"{under}by", Problem(found=written(by), expected=expected))
        return Met(players=(first, second), winner=winner, by=by)

    def _refuse_stranger(self, key: str, name: str, made: Plan) -> None:
        if name not in made.players:
            problem = Problem(found=written(name), expected=_("a player of this league"))
            raise self._refusal(key, problem, of=made.players)

    def _refusal(self, key: str, problem: Problem, of: Sequence[str] = ()) -> ConfigError:
        from difflib import get_close_matches  # for mistakes only

        meant = key.rpartition(".")[2] if problem.found == _("unknown key") else problem.found
        near = get_close_matches(meant.strip('"'), of, n=1)
        return ConfigError(
            key,
            found=problem.found,
            expected=problem.expected,
            nearest=problem.nearest or "".join(near),
            source=self._source,
        )


def _names(least: int, most: int) -> Check:
    def check(value: object) -> Iterator[Problem]:
        names = value if isinstance(value, list) else [value]
        if not isinstance(value, list) or not least <= len(names) <= most:
            expected = _("a list of {least} to {most} names").format(least=least, most=most)
            yield Problem(found=written(value), expected=expected)
        for place, name in enumerate(names):
            yield from _name(name)
            if name in names[:place]:
                found = _("{name} twice").format(name=written(name))
                yield Problem(found=found, expected=_("every name once"))

    return check


def _name(value: object) -> Iterator[Problem]:
    fits = isinstance(value, str) and 1 <= len(value) <= LONGEST and value == value.strip()
    if not fits or not str(value).isprintable():
        expected = _("1 to {length} printable characters, no blank at an end")
        yield Problem(found=written(value), expected=expected.format(length=LONGEST))


def _title(value: object) -> Iterator[Problem]:
    if value != "":
        yield from _name(value)


def _day(value: object) -> Iterator[Problem]:
    if not isinstance(value, date) or not _FIRST_YEAR < value.year < _LAST_YEAR:
        expected = _("a day or a moment: {examples}")
        examples = "2026-11-30, 2026-11-30T19:30:00"
        yield Problem(found=written(value), expected=expected.format(examples=examples))


_FIRST_YEAR, _LAST_YEAR = 1970, 2500


def _places(value: object) -> Iterator[Problem]:
    if not isinstance(value, list) or not all(map(_is_place, value)):
        expected = _("a list of matches: {example}").format(example='["anchor:12"]')
        yield Problem(found=written(value), expected=expected)


def _is_place(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r".+:\d+", value) is not None


def _list(value: object) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem(found=written(value), expected=_("a list of tables"))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _values(made: Plan) -> dict[str, Any]:
    return {field.name: getattr(made, field.name) for field in fields(made)}


_CHECKS: Mapping[str, Check] = {
    "kind": one_of(*(kind.value for kind in Kind)),
    "players": _names(2, MOST_PLAYERS),
    "name": _title,
    "since": _day,
    "until": _day,
    "game": one_of(*NAMES),
    "preset": _title,
    "rounds": whole(1, MOST_ROUNDS),
    "win": whole(0, MOST_POINTS),
    "draw": whole(0, MOST_POINTS),
    "left": _names(0, MOST_PLAYERS),
    "skipped": _places,
    "results": _list,
}

_RESULT: Mapping[str, Check] = {
    "players": _names(2, 2),
    "winner": _name,
    "by": whole(0, MOST_POINTS),
}
