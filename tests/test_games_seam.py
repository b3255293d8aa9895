"""Nobody but the registry and a game's own package asks which game is on.

What one game needs to have special lies in a module of its package (`registry.part`). Looked for
are comparisons with a game's name, written out or under another name, cases of a `match`, tables
by names, and imports of a game's package by whoever is not about that game alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from stbpi.games.registry import NAMES

STBPI = Path(__file__).parents[1] / "stbpi"

SCHEMA = "serial_log/schema.py"
"""It describes what every game tells."""

# Files that are about one game by their nature: they may import its package.
ABOUT = {
    "glueckshaus": ("commands/odds_of/glueckshaus/*", SCHEMA),
    "luk_fu": (SCHEMA,),
    "shut_the_box": (
        *("strategy/*", "thinking/*"),  # perfect play of it, its coach, its bots
        *("books/match.py", "books/records.py", "history/*"),  # luck, skill and records
        *("board/sheets.py", "board/chance.py", "board/ranking.py"),
        *("board/scores.py", "board/pages/score.py", "scorebook/*"),  # a plain wooden box
        *("commands/coach.py", "commands/duel*.py", "commands/turns.py", "commands/score.py"),
        "commands/odds_of/shut_the_box/*",
        *("display/coach_gallery.py", "display/page_gallery.py"),
        *("sim/chaos_oracle.py", "sim/demo.py"),
        SCHEMA,
    ),
}


REGISTRY = "games/registry.py"


def outside() -> list[tuple[str, str]]:
    """List the files outside of the games' packages, by their place, with their text."""
    found = ((path.relative_to(STBPI).as_posix(), path) for path in sorted(STBPI.rglob("*.py")))
    return [
        (name, path.read_text("utf-8"))
        for name, path in found
        if not fnmatch(name, "games/*/*") and name != REGISTRY
    ]


def is_name(node: ast.expr, called: frozenset[str]) -> bool:
    """Say whether an expression is the name of a game, or has one among its parts.

    Args:
        called: what names of games are called in the file, besides their own.
    """
    match node:
        case ast.Constant(value=str(text)):
            return text in NAMES
        case ast.Name(id=name):
            return name in called
        case ast.Attribute(attr="NAME" | "DEFAULT" as attr, value=ast.Name(id=base)):
            return f"{base}.{attr}" in called
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(is_name(part, called) for part in parts)
        case _:
            return False


def names_in(tree: ast.AST) -> frozenset[str]:
    """List what the names of games are called in a file: constants, and what is imported."""
    called: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=aliases):
                for it in aliases:
                    known = it.asname or it.name
                    if module.startswith("stbpi.games") and it.name in ("NAME", "DEFAULT"):
                        called.add(known)
                    if module.startswith("stbpi.games") and known.islower():  # a module
                        called |= {f"{known}.NAME", f"{known}.DEFAULT"}
            case ast.Assign(targets=targets, value=ast.Constant(value=str(text))) if text in NAMES:
                called |= {target.id for target in targets if isinstance(target, ast.Name)}
            case _:
                pass
    return frozenset(called)


def asks(text: str) -> list[int]:
    """List the lines of a file that ask which game is on."""
    tree = ast.parse(text)
    called = names_in(tree)
    found: list[int] = []
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                if any(is_name(part, called) for part in (left, *others)):
                    found.append(node.lineno)
            case ast.MatchValue(value=value) if is_name(value, called):
                found.append(node.lineno)
            case ast.Dict(keys=[_, *_] as keys) if all(k and is_name(k, called) for k in keys):
                found.append(node.lineno)
            case _:
                pass
    return sorted(found)


def packages(text: str) -> Iterator[str]:
    """List the games whose packages a file imports."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=aliases):
                modules = [it.name for it in aliases]
            case ast.ImportFrom(module=str(module), names=aliases):
                modules = [module, *(f"{module}.{it.name}" for it in aliases)]
            case _:
                continue
        for game in NAMES:
            package = f"stbpi.games.{game}"
            if any(it == package or it.startswith(f"{package}.") for it in modules):
                yield game


def test_what_all_games_share_is_looked_at() -> None:
    names = {name for name, _text in outside()}

    assert {"games/game.py", "games/record.py", "table.py"} <= names
    assert names.isdisjoint({REGISTRY, "games/luk_fu/decide.py"})


def test_nobody_asks_which_game_is_on() -> None:
    assert [f"{file}:{line}" for file, text in outside() for line in asks(text)] == []


def test_a_games_package_is_imported_only_by_what_is_about_that_game() -> None:
    wrong = [
        f"{file} imports {game}"
        for file, text in outside()
        for game in sorted({*packages(text)})
        if not any(fnmatch(file, pattern) for pattern in ABOUT[game])
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ('if view.game == "luk_fu": pass', True),
        ('x = 1 if game != "glueckshaus" else 2', True),
        ('if game in ("shut_the_box", "luk_fu"): pass', True),
        ('if "luk_fu" in names: pass', True),
        ('match game:\n    case "luk_fu":\n        pass', True),
        ('match game:\n    case "chess" | "luk_fu":\n        pass', True),
        ('DOES = {"luk_fu": 1}', True),
        ('GAME = "luk_fu"\nif view.game == GAME: pass', True),
        ("from stbpi.games.luk_fu.decide import NAME\nx = view.game == NAME", True),
        ("from stbpi.games.luk_fu.decide import NAME as LUK\nx = view.game == LUK", True),
        ("from stbpi.games.luk_fu import decide\nx = view.game == decide.NAME", True),
        ("from stbpi.games import registry\nx = registry.DEFAULT == game", True),
        ("from stbpi.games.registry import DEFAULT\nx = game == DEFAULT", True),
        ("from stbpi.config import DEFAULT\nx = source == DEFAULT", False),
        ('PRESETS = {"glueckshaus": 1, "clock": 2}', False),
        ("from stbpi.games.game import Prompt\nx = prompt is Prompt.NAME", False),
        ('game = "luk_fu"', False),
        ('start(game="luk_fu")', False),
        ("if game == other.game: pass", False),
        ('"""luk_fu"""', False),
    ],
)
def test_a_question_for_the_game_is_found(text: str, is_found: bool) -> None:
    assert bool(asks(text)) is is_found


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("import stbpi.games.luk_fu", ["luk_fu"]),
        ("from stbpi.games import luk_fu", ["luk_fu"]),
        ("def f():\n    from stbpi.games.glueckshaus.view import view", ["glueckshaus"]),
        ("from stbpi.games.registry import game_of", []),
    ],
)
def test_an_import_of_a_game_is_found(text: str, games: list[str]) -> None:
    assert list(packages(text)) == games
