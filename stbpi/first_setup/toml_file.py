"""The configuration as the first setup writes it: a file that explains itself.

Never: overwrites anything: what was there is kept beside it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from stbpi import config_checks as checks
from stbpi.config import Config, entries
from stbpi.config_sections import SECTIONS, keys
from stbpi.errors import StbError
from stbpi.foreign import reason
from stbpi.games.registry import NAMES
from stbpi.language import Message, _, message
from stbpi.new_file import new_file

WIDTH = 98

ABOUT: Mapping[str, Message] = {
    "box.inputs": message(
        "Where the switches are wired to: the Pi's own pins (gpio), or a tile board on USB."
    ),
    "gpio.tiles": message("The pins of the tiles (BCM numbers), tile 1 first."),
    "gpio.roll": message("The pin of the roll button."),
    "gpio.buzzer": message("The pin of the buzzer; 0 = none."),
    "gpio.closed_is": message("What a closed contact means: that its tile is down, or up."),
    "tile_board.port": message("The board's serial port; auto = it is looked for on USB."),
    "tile_board.tiles": message("The contacts of the tiles on the board, tile 1 first."),
    "tile_board.roll": message("The contact of the roll button."),
    "tile_board.closed_is": message("What a closed contact means: that its tile is down, or up."),
    "display.driver": message("The chip that drives the display; none = there is no display."),
    "display.address": message("Its I2C address (0x78 on the board is 0x3C, 0x7A is 0x3D)."),
    "display.rotate": message("180 if the display is mounted upside down."),
    "language.language": message("The language; auto = that of the system."),
    "rules.game": message(
        "The game that is offered first, one of {games}; [rules.GAME] has the rules of another "
        "one.",
        games=", ".join(NAMES),
    ),
    "rules.preset": message("The rules that are offered first; the others: stbpi rules"),
}
"""What is written above a key."""


def text_of(config: Config, wanted: Collection[str]) -> str:
    """Write a configuration as TOML, with what its keys mean.

    Args:
        config: the configuration.
        wanted: the full names of the keys that are written (`gpio.roll`), besides the rules of
            other games and house rules.
    """
    head = _(
        "Written by {program}. After a change: {check}, then {restart}. Everything that can be "
        "configured: {show}."
    ).format(
        program="stbpi setup",
        check="stbpi config check",
        restart="sudo systemctl restart stbpi",
        show="stbpi config show",
    )
    tables: dict[str, list[str]] = {}
    for entry in entries(config):
        full = f"{entry.table}.{entry.key}"
        if full in wanted or not _has_key(entry.table, entry.key):
            about = _comment(str(ABOUT[full])) if full in ABOUT else ()
            line = f"{checks.bare(entry.key)} = {entry.text}"
            tables.setdefault(entry.table, []).extend((*about, line))
    written = ("\n".join([f"[{name}]", *lines]) for name, lines in tables.items())
    return "\n\n".join(["\n".join(_comment(head)), *written]) + "\n"


def _has_key(table: str, key: str) -> bool:
    """Say whether a key is one of the program's; those of house rules are a game's."""
    return table in SECTIONS and key in keys(SECTIONS[table])


def _comment(text: str) -> Iterator[str]:
    return (f"# {line}" for line in textwrap.wrap(text, WIDTH))


def write(path: Path, text: str) -> Path | None:
    """Write a file; return where the one is kept that was there, `None` if none was.

    Raises:
        StbError: it can't be written.
    """
    kept = _free_name(path) if path.exists() else None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if kept is not None:
            with new_file(kept, force=False) as part:
                part.write_bytes(path.read_bytes())
    except OSError as exc:
        what = _("{path}: can't be written: {reason}")
        raise StbError(what.format(path=path, reason=reason(exc))) from exc
    with new_file(path, force=True) as part:
        part.write_text(text, "utf-8")
        part.chmod(0o644)  # the service's user reads it
    return kept


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_name(f"{path.name}.old-{number}")).exists():
        number += 1
    return name
