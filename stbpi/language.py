"""The language that people are spoken to in: English, Danish, Norwegian (Bokmål) or Latvian.

Texts stand in the code in English and are marked where they stand; `locale/` has the
translations (gettext, extracted and compiled by Babel: `make messages`).

    _("There is no match")                       said now
    plural("{n} tile", "{n} tiles", n)           said now, by number
    message("Roll|Throw"), counted(...)          said later, in the language of whoever shows it

    number(1234.5), date(...), date_time(...)    as one writes them there
    either(words), all_of(words)                 "2 or 5", "Ann and Bo"

A message may have several wordings, parted by `|`, the longest first: where there is little
room the first one that fits is shown. A translation may have more of them, or fewer.

The language belongs to the context (`speaking`), so that a picture depends on its scene alone;
a program that speaks one language for as long as it runs says so once (`use`).

Never: formats anything but by name (`{tile}`), so that a translation may put words in any order.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
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

_IN_BABEL = {"en": "en_GB"}  # days before months, and 24 hours
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
        values: what stands for the names in braces; may be messages, whose wordings are put in
            one after the other.
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
        """All wordings in the current language, the longest first.

        Of the messages in it the longest wordings are put in first, then the shorter ones, before
        a shorter wording of its own takes their place.
        """
        if self.many:
            said = _catalogue(current()).ngettext(self.text, self.many, self.n)
        else:
            said = _(self.text)
        own = said.split("|")
        if not self.values and not self.many:
            return tuple(own)
        return tuple(
            dict.fromkeys(wording.format(**values) for wording in own for values in self._values())
        )

    def _values(self) -> list[dict[str, object]]:
        """Say what is put in: the longest wordings of all values, then the next ones."""
        each = {
            name: value.wordings if isinstance(value, Message) else (value,)
            for name, value in self.values
        }
        if self.many:
            each["n"] = (self.n,)
        return [
            {name: wordings[min(at, len(wordings) - 1)] for name, wordings in each.items()}
            for at in range(max(map(len, each.values())))
        ]


def message(text: str, **values: object) -> Message:
    """Make a text that is said later."""
    return Message(text, tuple(values.items()))


def counted(one: str, many: str, n: int, **values: object) -> Message:
    """Make a text that depends on a number and is said later."""
    return Message(one, tuple(values.items()), many, n)


def number(value: float, digits: int = 0) -> str:
    """Write a number as one does in the current language.

    Args:
        value: the number.
        digits: how many digits stand behind the point.
    """
    from babel.numbers import format_decimal

    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(value, format=pattern, locale=_in_babel())


def date(epoch_s: float) -> str:
    """Write the day of a moment, here, as one does in the current language.

    Args:
        epoch_s: seconds since 1970.
    """
    from babel.dates import format_date

    return format_date(datetime.fromtimestamp(epoch_s), locale=_in_babel())


def date_time(epoch_s: float) -> str:
    """Write the day and the minute of a moment, here, as one does in the current language.

    Args:
        epoch_s: seconds since 1970.
    """
    from babel.dates import get_datetime_format

    together = str(get_datetime_format(locale=_in_babel())).replace("'", "")
    return together.format(time_of_day(epoch_s), date(epoch_s))


def time_of_day(epoch_s: float) -> str:
    """Write the minute of a moment, here, as one does in the current language.

    Args:
        epoch_s: seconds since 1970.
    """
    from babel.dates import format_time

    return format_time(datetime.fromtimestamp(epoch_s), "short", locale=_in_babel())


def either(words: Iterable[str]) -> str:
    """Say that it is one of some words, of which there is one at least.

    >>> either(["2", "5", "7"])
    '2 or 5 or 7'
    """
    return reduce(lambda one, other: _("{one} or {other}").format(one=one, other=other), words)


def all_of(words: Sequence[str]) -> str:
    """Say that it is all of some words; nothing if there are none.

    >>> all_of(["2", "5", "7"])
    '2, 5 and 7'
    """
    *before, last = words or [""]
    if not before:
        return last
    return _("{one} and {other}").format(one=", ".join(before), other=last)


def _in_babel() -> str:
    """Return the name that Babel has for the current language."""
    return _IN_BABEL.get(current(), current())


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == SOURCE:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, languages=[code])
