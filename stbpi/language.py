"""The language that people are spoken to in: English, Danish, Norwegian (Bokmål) or Latvian.

Texts stand in the code in English and are marked where they stand; `locale/` has the
translations (gettext, extracted and compiled by Babel: `make messages`).

    _("There is no match")                       said now
    plural("{n} tile", "{n} tiles", n)           said now, by number
    message("Roll|Throw"), counted(...)          said later, in the language of whoever shows it

A message may have several wordings, parted by `|`, the longest first: where there is little
room the first one that fits is shown. A translation may have more of them, or fewer.

The language belongs to the context (`speaking`), so that a picture depends on its scene alone;
a program that speaks one language for as long as it runs says so once (`use`).

Never: formats anything but by name (`{tile}`), so that a translation may put words in any order.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "da": "Dansk",
    "nb": "Norsk",
    "lv": "Latviešu",
}
"""The languages by their codes, each with its own name for itself."""

AUTO = "auto"
"""Stands for the language of the system."""

SOURCE = "en"
"""The language of the texts in the code."""

DOMAIN = "stbpi"
FOLDER = Path(__file__).parent / "locale"

_OTHER_NAMES = {"no": "nb", "nn": "nb"}
_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_process = [SOURCE]
_context: ContextVar[str] = ContextVar("language")


def current() -> str:
    """Return the code of the language that is spoken here and now."""
    return _context.get(_process[0])


def use(code: str) -> None:
    """Speak a language in this program from now on, wherever no other is asked for.

    Args:
        code: a key of `LANGUAGES`.
    """
    _process[0] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while.

    Args:
        code: a key of `LANGUAGES`.
    """
    token = _context.set(code)
    try:
        yield
    finally:
        _context.reset(token)


def chosen(wanted: str, environ: Mapping[str, str]) -> str:
    """Return the code of the language that a setting means.

    Args:
        wanted: a key of `LANGUAGES`, or `AUTO` for that of the system; English if that has
            none of them.
        environ: the environment, for `AUTO`.

    >>> chosen("auto", {"LANG": "da_DK.UTF-8"})
    'da'
    """
    if wanted != AUTO:
        return wanted
    told = next((environ[name] for name in _ENVIRONMENT if environ.get(name)), "")
    for name in told.split(":"):
        code = name.split(".")[0].split("_")[0].split("@")[0].lower()
        code = _OTHER_NAMES.get(code, code)
        if code in LANGUAGES:
            return code
    return SOURCE


def _(text: str) -> str:
    """Say a text in the current language."""
    return _catalogue(current()).gettext(text) if text else ""


def plural(one: str, many: str, n: int) -> str:
    """Say a text that depends on a number in the current language, with `{n}` put in."""
    return _catalogue(current()).ngettext(one, many, n).format(n=n)


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is said later; `str()` says it in the language that is current then.

    Attributes:
        text: in English.
        values: what stands for the names in braces; may be messages, whose shortest wording is
            put in.
        many: the text for numbers other than one; empty if it does not depend on a number.
        n: that number; also put in for `{n}`.
    """

    text: str
    values: tuple[tuple[str, object], ...] = ()
    many: str = ""
    n: int = 0

    def __str__(self) -> str:
        """Say the longest wording."""
        return self.wordings[0]

    @property
    def wordings(self) -> tuple[str, ...]:
        """All wordings in the current language, the longest first."""
        catalogue = _catalogue(current())
        if self.many:
            said = catalogue.ngettext(self.text, self.many, self.n)
        else:
            said = catalogue.gettext(self.text) if self.text else ""
        values = {name: _short(value) for name, value in self.values}
        if self.many:
            values["n"] = self.n
        return tuple(wording.format(**values) if values else wording for wording in said.split("|"))


def message(text: str, **values: object) -> Message:
    """Make a text that is said later."""
    return Message(text, tuple(values.items()))


def counted(one: str, many: str, n: int, **values: object) -> Message:
    """Make a text that depends on a number and is said later."""
    return Message(one, tuple(values.items()), many, n)


def _short(value: object) -> object:
    return value.wordings[-1] if isinstance(value, Message) else value


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == SOURCE:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, languages=[code])
