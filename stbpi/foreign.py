"""What the code of others says to our users, in our languages: argparse, SQLite and the system.

They speak English, word for word as it stands here; what is not here is passed on in English.

argparse asks gettext's own functions, which follow a text domain and $LANGUAGE: while the
arguments are read both are ours. That is the documented way, and it leaves nothing behind,
neither for the programs that we start nor for what is imported later.

Never: formats a text of argparse, which does that itself.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from stbpi.language import DOMAIN, FOLDER, Message, _, counted, current, message

ARGPARSE: tuple[Message, ...] = (
    message("usage: "),
    message("%(heading)s:"),
    message("positional arguments"),
    message("options"),
    message("show this help message and exit"),
    message("show program's version number and exit"),
    message("%(prog)s: error: %(message)s\n"),
    message("argument %(argument_name)s: %(message)s"),
    message("the following arguments are required: %s"),
    message("one of the arguments %s is required"),
    message("unrecognized arguments: %s"),
    message("not allowed with argument %s"),
    message("ignored explicit argument %r"),
    message("expected one argument"),
    message("expected at most one argument"),
    message("expected at least one argument"),
    counted("expected %s argument", "expected %s arguments", 2),
    message("ambiguous option: %(option)s could match %(matches)s"),
    message("invalid %(type)s value: %(value)r"),
    message("invalid choice: %(value)r (choose from %(choices)s)"),
    message("invalid choice: %(value)r, maybe you meant %(suggested)r? (choose from %(choices)s)"),
)
"""What a person can meet of it, in every version of Python that we run on."""

SYSTEM: tuple[Message, ...] = (
    message("No such file or directory"),
    message("Permission denied"),
    message("Operation not permitted"),
    message("Read-only file system"),
    message("No space left on device"),
    message("Disk quota exceeded"),
    message("Input/output error"),
    message("Remote I/O error"),
    message("Is a directory"),
    message("Not a directory"),
    message("File exists"),
    message("File name too long"),
    message("Device or resource busy"),
    message("No such device"),
    message("No such device or address"),
    message("Invalid argument"),
    message("Inappropriate ioctl for device"),
    message("Connection timed out"),
    message("Too many open files"),
    message("Connection refused"),
    message("Network is unreachable"),
    message("No route to host"),
)
"""Errors of files, devices and connections."""

SQLITE: tuple[Message, ...] = (
    message("database disk image is malformed"),
    message("file is not a database"),
    message("unable to open database file"),
    message("attempt to write a readonly database"),
    message("database is locked"),
    message("database or disk is full"),
    message("disk I/O error"),
)
"""Errors of a journal."""

TOML: tuple[Message, ...] = (
    message("Invalid statement"),
    message("Invalid value"),
    message("Invalid date or datetime"),
    message("Invalid initial character for a key part"),
    message("Expected '=' after a key in a key/value pair"),
    message("Expected ']' at the end of a table declaration"),
    message("Expected newline or end of document after a statement"),
    message("Cannot overwrite a value"),
    message("Unclosed array"),
    message("Unterminated string"),
    message(r"Unescaped '\' in a string"),
)
"""What is wrong with a file that people write."""


@contextmanager
def argparse_speaks() -> Iterator[None]:
    """Let argparse speak the current language for a while."""
    domain, told = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = current()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if told is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = told


def reason(error: Exception) -> str:
    """Return what the system or SQLite says of an error; nothing if it says nothing."""
    if isinstance(error, OSError):
        return _translated(error.strerror or "", SYSTEM)
    return _translated(str(error), SQLITE)


def toml_reason(error: ValueError, lines: int) -> str:
    """Return what is wrong with a TOML file, and where.

    Args:
        error: of `tomllib`.
        lines: how many lines the file has.
    """
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error))
    if found is None:
        return str(error)
    said, line, column = found.groups()
    said = _translated(said, TOML)
    if line is None:
        return _("{reason} (at line {line}, the last one)").format(reason=said, line=lines)
    return _("{reason} (at line {line}, column {column})").format(
        reason=said, line=line, column=column
    )


def _translated(said: str, known: tuple[Message, ...]) -> str:
    return next((str(text) for text in known if text.text == said), said)
