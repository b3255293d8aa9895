"""Who may import whom, and what may be imported only where it is used.

DESIGN.md section 2 in two tables. A room is a package or a module right under `stbpi`; its own
modules may always import each other. Every import counts, wherever in a file it stands.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EVERYTHING = ("",)
SHARED_GAMES = ("games.game", "games.events", "games.registry")

# Room: what it may import besides itself. Drivers (of switches, panel and buzzer) are named
# nowhere: only who may import everything can put them together with the rest.
ARROWS: dict[str, tuple[str, ...]] = {
    "language": (),
    "hours_of_day": (),
    "foreign": ("language",),
    "errors": ("language",),
    "clock": (),
    "memory": (),
    "notify": (),
    "bars": (),
    "new_file": ("errors", "foreign", "language"),
    "forgotten": ("errors", "foreign", "language", "new_file", "dice.hashing", "games.events"),
    "plotting": ("errors", "language", "new_file"),
    "dice": ("errors", "language", "games.events", "games.hidden"),
    "scene": ("desk.page", "games.game", "service.page", "thinking.advice"),
    "config": (
        *("errors", "foreign", "language"),
        *("config_checks", "config_reading", "config_sections"),
    ),
    "config_reading": ("errors", "language", "config_checks", "config_sections", "games.registry"),
    "config_sections": (
        *("box.wiring", "config_checks", "games.registry", "hours_of_day", "language"),
    ),
    "config_checks": ("language", "hours_of_day", "games.bot_kinds"),
    "games": ("errors", "language"),
    "thinking": ("alarm", "errors", "language", "worker", "games", "strategy"),
    "strategy": (*("errors", "language", "games.bot_kinds", "games.game", "games.shut_the_box"),),
    "box": ("errors", "foreign", "language", "games.game"),
    "journal": ("errors", "foreign", "language", "clock", "forgotten", *SHARED_GAMES),
    "serial_log": (
        *("errors", "foreign", "language", "tasks", "worker", "journal.recorded"),
        *SHARED_GAMES,
    ),
    "collector": (
        *("errors", "foreign", "language", "tasks", "worker", "display.names", *SHARED_GAMES),
        *("serial_log.lines", "serial_log.port", "serial_log.port_errors", "terminal", "forgotten"),
    ),
    "terminal": (),
    "display": (
        *("errors", "language", "scene", "worker", "desk.page", "games.game", "service.page"),
        *("thinking.advice", "games.registry"),
    ),
    "sound": (
        *("errors", "language", "alarm", "config_sections", "scene", "desk.page", "service.page"),
        *("box.port", "games.game", "games.registry", "hours_of_day"),
    ),
    "adjustments": (
        *("errors", "language", "clock", "config", "config_checks", "config_sections"),
        *("desk.settings", "games", "journal"),
    ),
    "books": (
        *("errors", "language", "clock", "desk.page", "desk.books", "dice.fairness"),
        *("display.names", "games"),
        *("journal.recorded", "journal.folds"),
    ),
    "desk": (
        *(
            "errors",
            "language",
            "optional",
            "hours_of_day",
            "dice.drawn",
            "games.bot_kinds",
            "thinking.advice",
            "thinking.allowed",
        ),
        *SHARED_GAMES,
    ),
    "alarm": (),
    "lamps": ("box.port", "games.game", "scene"),
    "tasks": (),
    "worker": (),
    "optional": (),
    "faults": SHARED_GAMES,
    "hands": ("scene", "desk", "play", "steward", "games.game"),
    "steward": ("errors", "desk", "play", "box.port", "service.interlude", *SHARED_GAMES),
    "showing": (
        *("scene", "dice.lot", "desk", "box.port", "faults", "play", "hands", "steward"),
        *("service.interlude", "thinking.mind", *SHARED_GAMES),
    ),
    "table": (
        *("errors", "clock", "scene", "dice.source", "desk", "box.port"),
        *("language", "alarm", "play", "hands", "steward", "showing", "service.interlude"),
        *("journal.resume", "journal.writer", "playing_time", "thinking.mind"),
        *SHARED_GAMES,
    ),
    "playing_time": (),
    "play": (
        *("box.port", "dice.cup", "dice.drawn", "dice.source", "faults"),
        *("journal.resume", "journal.secrets", "journal.writer"),
        *SHARED_GAMES,
    ),
    "daemon": EVERYTHING,
    "build": EVERYTHING,
    "history": (
        *("errors", "foreign", "language", "display.names", "games", "strategy"),
        *("bars", "plotting", "forgotten"),
        *("books.match", "books.counts", "collector.database"),
        *("journal.database", "journal.recorded", "dice.report", "dice.verify"),
    ),
    "league": (
        *("errors", "foreign", "language", "config_checks", "display.names", "games"),
        *("history.archive", "history.columns", "history.days", "history.luck_words"),
        *("history.matches", "history.places", "history.report", "history.skill", "history.stats"),
    ),
    "board": (
        *("errors", "foreign", "language", "worker", "display.names", "display.texts", "games"),
        *("collector.database", "collector.followed", "collector.played", "history"),
        *("collector.words", "journal.recorded", "notify", "config_checks", "scorebook"),
        *("books", "dice.report", "league", "forgotten", "strategy"),
    ),
    "scorebook": (
        *("errors", "foreign", "language", "clock", "config_checks", "display.names", "games"),
        *("collector.database", "forgotten", "journal.reader", "journal.recorded", "score"),
    ),
    "recording": (
        *("errors", "foreign", "language", "clock", "config", "dice.lot", "dice.source", "build"),
        *("box.gpio_contacts", "box.gpio_driver", "box.port", "box.settle", "journal"),
        *("forgotten", "thinking.thinker", *SHARED_GAMES),
    ),
    "sim": EVERYTHING,
    "cli": ("errors", "foreign", "language"),
    "__main__": ("cli",),
    "commands": EVERYTHING,
    "installation": ("errors", "foreign", "language", "new_file"),
    "first_setup": (
        *("errors", "foreign", "language", "config", "config_checks", "config_sections"),
        *("games", "new_file", "service", "commands.options", "installation.installer"),
    ),
    "score": ("errors", "language", "clock", "games", "journal", "forgotten"),
    "service": (
        *("errors", "foreign", "language", "alarm", "config"),
        *("box.gpio_chip", "box.gpio_driver", "box.port", "box.health", "box.wiring"),
        *("box.gpio_contacts", "box.tile_board", "display.libraries"),
        *("games.game", "journal.database", "serial_log.port_errors"),
    ),
}

# Files that may import more than their room.
MORE: dict[str, tuple[str, ...]] = {
    "collector/followed.py": ("games.registry",),
    "box/tile_board*.py": ("serial_log.port", "serial_log.port_errors", "tasks", "worker"),
    "games/*/screens.py": (
        *("scene", "display.draw", "display.fonts", "display.headline", "display.own_screens"),
        *("display.play", "display.table", "display.texts"),
    ),
    "games/*/felt.py": ("sim.felt",),
    "games/*/gallery.py": ("scene", "display.examples"),
    "games/*/sound*.py": ("sound.cues", "sound.shared_facts"),
    "games/luk_fu/deal.py": ("dice.hashing",),
    "display/coach_gallery.py": ("games", "thinking"),
    "display/page_gallery.py": ("desk", "dice", "books", "games"),
    "serial_log/schema.py": ("games",),
    "service/session.py": EVERYTHING,
    "first_setup/trial.py": EVERYTHING,
}

# Hardware and drawing libraries, and the files that may import them at the top.
LIBRARIES = {
    *("gpiod", "gpiozero", "lgpio", "RPi", "luma", "PIL", "smbus2", "serial", "textual"),
    "paho",
}
LIBRARIES |= {"matplotlib", "pyarrow", "openskill", "segno"}
AT_THE_TOP = ("display/draw*", "display/fonts*", "display/screens*", "sim/app*", "collector/live*")

# Not in the memory of a program that only imports what it may need later.
HEAVY = {"gpiod", "gpiozero", "lgpio", "RPi", "luma", "PIL", "serial", "textual", "paho"}
HEAVY |= {"segno"}

# Loaded when it is asked for: another driver, the hardware test, coach and bots, pages of a menu.
SELDOM = {
    *("stbpi.box.gpio", "stbpi.box.gpio_tones", "stbpi.box.tile_board", "stbpi.lamps"),
    *("stbpi.service.on_box", "stbpi.service.page", "stbpi.sound.facts_of_test"),
    *("stbpi.thinking.advice", "stbpi.thinking.question", "stbpi.strategy"),
    *("stbpi.desk.dice", "stbpi.games.shut_the_box.choices", "stbpi.display.hardware_test"),
    "stbpi.forgotten.names",
    "stbpi.display.code",
}


def sources() -> list[Path]:
    return sorted((ROOT / "stbpi").rglob("*.py"))


def inside(path: Path) -> str:
    """Return a file's place in the package: `box/port.py`."""
    return path.relative_to(ROOT / "stbpi").as_posix()


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def imports(statement: ast.AST, package: str) -> Iterator[str]:
    """List the full names of what one statement imports; modules as far as they are known.

    Args:
        package: the full name of the package that the file lies in, for relative imports.
    """
    match statement:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            above = package.rsplit(".", level - 1)[0] if level else ""
            base = ".".join(part for part in (above, module) if part)
            for alias in names:
                full = f"{base}.{alias.name}"
                yield full if is_module(full) else base
        case _:
            pass


def wrong_arrows(file: str, text: str) -> list[str]:
    """List what a file imports of the program although its room may not."""
    room = file.split("/")[0].removesuffix(".py")
    package = ".".join(["stbpi", *file.split("/")[:-1]])
    allowed = (room, *ARROWS.get(room, ()))
    for pattern, more in MORE.items():
        if fnmatch(file, pattern):
            allowed += more
    names = {n for statement in ast.walk(ast.parse(text)) for n in imports(statement, package)}
    return [
        f"{file} imports {name}"
        for name in sorted(names)
        if name.startswith("stbpi.")
        and not any(is_part_of(name.removeprefix("stbpi."), prefix) for prefix in allowed)
    ]


def is_part_of(name: str, prefix: str) -> bool:
    return not prefix or name == prefix or name.startswith(f"{prefix}.")


def run_at_import(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """List the statements that run when a file is imported: outside of functions."""
    for statement in statements:
        yield statement
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                continue
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=other):
                yield from run_at_import(other)
            case _:
                for block in ("body", "orelse", "finalbody", "handlers"):
                    for part in getattr(statement, block, []):
                        inner = part.body if isinstance(part, ast.ExceptHandler) else [part]
                        yield from run_at_import(inner)


def libraries_at_the_top(file: str, text: str) -> list[str]:
    """List the hardware libraries that importing this file would import."""
    if any(fnmatch(file, pattern) for pattern in AT_THE_TOP):
        return []
    return [
        f"{file} imports {name} at the top"
        for statement in run_at_import(ast.parse(text).body)
        for name in imports(statement, "")
        if name.split(".")[0] in LIBRARIES
    ]


def test_every_room_imports_only_what_it_may() -> None:
    wrong = [w for path in sources() for w in wrong_arrows(inside(path), path.read_text("utf-8"))]

    assert wrong == []


def test_every_room_has_its_arrows() -> None:
    rooms = {inside(path).split("/")[0].removesuffix(".py") for path in sources()}

    assert rooms - {"__init__"} <= set(ARROWS)


def test_hardware_libraries_are_imported_where_they_are_used() -> None:
    wrong = [
        w for path in sources() for w in libraries_at_the_top(inside(path), path.read_text("utf-8"))
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("file", "text", "wrong"),
    [
        ("journal/store.py", "from stbpi.games.events import Event", ""),
        ("journal/store.py", "import stbpi.games.shut_the_box", "stbpi.games.shut_the_box"),
        ("journal/store.py", "from stbpi import scene", "stbpi.scene"),
        ("journal/store.py", "from .. import scene", "stbpi.scene"),
        ("journal/store.py", "from . import recorded", ""),
        ("journal/store.py", "def f():\n    from stbpi.config import load", "stbpi.config"),
        ("games/luk_fu/screens.py", "from stbpi.display.draw import line", ""),
        ("games/luk_fu/deal.py", "from stbpi.display.draw import line", "stbpi.display.draw"),
        ("games/luk_fu/sounds.py", "from stbpi.sound.cues import Cue", ""),
        ("games/luk_fu/sounds.py", "from stbpi.sound.speech import line", "stbpi.sound.speech"),
        ("table.py", "from stbpi.box import port", ""),
        ("table.py", "from stbpi.box import gpio", "stbpi.box"),
        ("errors.py", "from stbpi import clock", "stbpi.clock"),
        ("daemon.py", "import stbpi.box.gpio, stbpi.table", ""),
        ("sound/buzzer.py", "import json", ""),
    ],
)
def test_a_wrong_arrow_is_found(file: str, text: str, wrong: str) -> None:
    found = wrong_arrows(file, text)

    assert [f.split(" imports ")[1].startswith(wrong) for f in found] == [True] * bool(wrong)


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("box/gpio.py", "import gpiozero", 1),
        ("box/gpio.py", "from RPi import GPIO", 1),
        ("box/gpio.py", "try:\n    import lgpio\nexcept ImportError:\n    import serial", 2),
        ("box/gpio.py", "class A:\n    import luma.core", 1),
        ("box/gpio.py", "def f():\n    import gpiozero", 0),
        ("box/gpio.py", "class A:\n    def f(self):\n        import gpiozero", 0),
        ("box/gpio.py", "if TYPE_CHECKING:\n    import gpiozero\nelse:\n    import serial", 1),
        ("display/draw.py", "from PIL import Image", 0),
    ],
)
def test_a_library_at_the_top_is_found(file: str, text: str, found: int) -> None:
    assert len(libraries_at_the_top(file, text)) == found


@pytest.mark.field("A13")
def test_importing_the_daemon_imports_no_hardware_library() -> None:
    program = f"import stbpi.daemon, sys; print(*sorted({HEAVY} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")


def test_the_daemon_does_not_import_what_a_box_seldom_needs() -> None:
    program = f"import stbpi.daemon, sys; print(*sorted({SELDOM} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert {name for name in SELDOM if not is_module(name)} == set()
    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")


def test_whoever_draws_does_not_import_the_gallery_nor_the_books() -> None:
    drawing = "stbpi.display.display, stbpi.display.screens, stbpi.display.screens_tall"
    unneeded = "('stbpi.display.gallery', 'stbpi.display.page_gallery', 'stbpi.books')"
    program = f"import {drawing}, sys; print(*[m for m in sys.modules if m.startswith({unneeded})])"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")


@pytest.mark.field("B4")
def test_no_library_debounces() -> None:
    """Every library does it in another way, and some lose edges; `settle` does it for all."""
    theirs = ("bounce_time", "bouncetime", "debounce_period", "set_debounce")

    assert [p for p in sources() if any(word in p.read_text() for word in theirs)] == []


@pytest.mark.field("F6")
def test_nothing_waits_for_a_fixed_time_at_the_start() -> None:
    unit = (ROOT / "systemd" / "stbpi.service").read_text()
    only_if_busy = ROOT / "stbpi" / "journal" / "lock.py"
    not_at_the_start = ROOT / "stbpi" / "service" / "machine.py"
    only_while_a_tone_sounds = ROOT / "stbpi" / "box" / "square_wave.py"

    assert "sleep" not in unit
    assert {p for p in sources() if "time.sleep" in p.read_text()} <= {
        only_if_busy,
        not_at_the_start,
        only_while_a_tone_sounds,
    }
