"""The list of names that are forgotten, beside a journal or a collection, and what is shown.

What is stored stays as it is, so that it can still be proved; whoever shows it, or passes it on,
asks here what a player is called. The list itself names nobody: it has a digest of each name.

    FILE-forgotten   {"stbpi": "forgotten", "version": 1, "salt": HEX, "given": NUMBER,
                      "names": {DIGEST: "N.N. 1", ...}}

Names are the same if they differ only in case or in how their letters are composed. What stands
for a name has a blank, as no name of a player has, and is given to nobody else again.

Never: changes what is stored. Keep: a list that can't be read is an error, never an empty list.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from stbpi.errors import JournalError
from stbpi.foreign import reason
from stbpi.forgotten import list_of
from stbpi.games import events
from stbpi.games.events import Event, PlayerSeated, RecordNamed
from stbpi.language import _

VERSION = 1

NOBODY = "N.N."
"""Stands for whoever is not named, in every language."""

NAMELESS = frozenset(events.BY_NAME.keys() - {PlayerSeated.e, RecordNamed.e})
"""The events that name nobody; one that is unknown may."""

_BOT = "bot"
"""The member that is no name, whatever stands there."""

_MOST_KNOWN = 10_000

Stamp = tuple[int, ...]
"""Tells a list from what it is later; empty while there is none."""

logger = logging.getLogger(__name__)


class Forgotten:
    """The names that are forgotten.

    Args:
        salt: what their digests are made with, in hex digits.
        given: the highest number that stands or stood for a name.
        stand_ins: what stands for each, by its digest.
        has_all: every name is forgotten.
    """

    def __init__(
        self,
        salt: str = "",
        given: int = 0,
        stand_ins: Mapping[str, str] | None = None,
        *,
        has_all: bool = False,
    ) -> None:
        self._salt = salt
        self._given = given
        self._stand_ins = dict(stand_ins or {})
        self._has_all = has_all
        self._known: dict[str, str] = {}

    def __bool__(self) -> bool:
        return self._has_all or bool(self._stand_ins)

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """What stands for names, in the order in which they were forgotten."""
        return tuple(self._stand_ins.values())

    def shown(self, name: str) -> str:
        """Return what is shown as the name of a player."""
        if not self._stand_ins:
            return NOBODY if self._has_all else name
        known = self._known.get(name)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[name] = self._stand_ins.get(self._digest(name), name)
        return known

    def has(self, name: str) -> bool:
        """Say whether a name is forgotten."""
        return self.shown(name) != name

    def called(self, shown: str, names: Iterable[str]) -> list[str]:
        """Return the names, of these, that are shown so."""
        return [name for name in names if self.shown(name) == shown]

    def body(self, e: object, body: object) -> Any:
        """Return the body of a stored event as it may be shown; that of another one as it is.

        What can't be read of an event that names somebody is left out.
        """
        if not self or e in NAMELESS:
            return body
        try:
            members = json.loads(body if isinstance(body, str) else "")
            shown = {
                key: value if key == _BOT else self._within(value) for key, value in members.items()
            }
        except (ValueError, AttributeError, RecursionError):
            return "{}"
        return body if shown == members else json.dumps(shown, separators=(",", ":"))

    def event(self, event: Event) -> Event:
        """Return an event as it may be shown."""
        match event:
            case PlayerSeated(player=name) if self.has(name):
                return replace(event, player=self.shown(name))
            case RecordNamed(name=name) if self.has(name):
                return replace(event, name=self.shown(name))
            case _:
                return event

    def with_name(self, name: str, *, taken: Collection[str]) -> Forgotten:
        """Return these and one more name.

        Args:
            name: one that is not forgotten yet.
            taken: what others are called.
        """
        salt, number = self._salt or os.urandom(16).hex(), self._given + 1
        while (stand_in := f"{NOBODY} {number}") in taken:
            number += 1
        more = Forgotten(salt, number)
        more._stand_ins = {**self._stand_ins, more._digest(name): stand_in}
        return more

    def without(self, name: str) -> Forgotten:
        """Return these without one of them."""
        digest = self._digest(name)
        kept = {key: told for key, told in self._stand_ins.items() if key != digest}
        return Forgotten(self._salt, self._given, kept)

    def text(self) -> str:
        """Return what stands in the file of the list."""
        listed = {
            "stbpi": "forgotten",
            "version": VERSION,
            "salt": self._salt,
            "given": self._given,
            "names": self._stand_ins,
        }
        return json.dumps(listed, indent=1) + "\n"

    def _within(self, value: Any) -> Any:
        """Return what is shown of a value, whatever it is."""
        match value:
            case str():
                return self.shown(value)
            case list():
                return [self._within(one) for one in value]
            case dict():
                return {key: self._within(one) for key, one in value.items()}
            case _:
                return value

    def _digest(self, name: str) -> str:
        from stbpi.dice.hashing import hmac_sha256

        text = _folded(name).encode("utf-8", "surrogatepass")
        return hmac_sha256(bytes.fromhex(self._salt), text).hex()


_EVERYBODY = Forgotten(has_all=True)


class Names:
    """How players are called beside a journal or collection; the list is read when it changes.

    Args:
        path: the journal or collection.

    """

    def __init__(self, path: Path) -> None:
        self._file = list_of(path)
        self._stamp: Stamp | None = None
        self._forgotten = Forgotten()
        self._problem = ""

    @property
    def stamp(self) -> Stamp:
        """Tells the list as it is from what it was."""
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return ()
        except OSError:
            return (0,)
        return (found.st_ino, found.st_size, found.st_mtime_ns)

    def now(self) -> Forgotten:
        """Return the list as it is.

        Raises:
            JournalError: it can't be read.
        """
        stamp = self.stamp
        if stamp != self._stamp:
            self._forgotten = _read(self._file) if stamp else Forgotten()
            self._stamp = stamp
        return self._forgotten

    def safely(self) -> Forgotten:
        """Return the list as it is; one with every name, as long as it can't be read."""
        try:
            names, problem = self.now(), ""
        except JournalError as exc:
            names, problem = _EVERYBODY, exc.what
        if problem not in ("", self._problem):
            logger.warning("%s; nobody is called by name", problem)
        self._problem = problem
        return names


def forgotten(path: Path) -> Forgotten:
    """Return the names that are forgotten in a journal or collection.

    Raises:
        JournalError: the list can't be read.
    """
    return Names(path).now()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep others from changing the list of a journal or collection; waits until they have."""
    try:
        folder = os.open(list_of(path).parent, os.O_RDONLY)
    except OSError:  # it is said, and why, by who reads the file there
        yield
        return
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def write(path: Path, names: Forgotten) -> None:
    """Write the list beside a journal or collection, for everybody to read.

    Raises:
        StbError: it can't be written.
    """
    from stbpi.new_file import new_file

    with new_file(list_of(path), force=True) as part:
        part.write_text(names.text(), "ascii")
        part.chmod(0o644)
        with part.open("rb") as written:
            os.fsync(written.fileno())


def _read(file: Path) -> Forgotten:
    try:
        match json.loads(file.read_bytes()):
            case {
                "stbpi": "forgotten",
                "version": int() as version,
                "salt": str() as salt,
                "given": int() as given,
                "names": dict() as names,
            } if all(isinstance(told, str) for told in names.values()):
                bytes.fromhex(salt)
                if version > VERSION:
                    raise _unread(file, _("a newer stbpi wrote it"), _("Update stbpi."))
                return Forgotten(salt, given, names)
            case _:
                pass
    except OSError as exc:
        raise _unread(file, reason(exc)) from exc
    except (ValueError, RecursionError):
        pass
    raise _unread(file, _("it is damaged"))


def _unread(file: Path, cause: str, do: str = "") -> JournalError:
    what = _("the forgotten names in {path} can't be read: {cause}").format(path=file, cause=cause)
    return JournalError(what, do or _("Nobody is shown until they can be."), path=file)


def _folded(name: str) -> str:
    from unicodedata import normalize

    return normalize("NFKC", normalize("NFKC", name).casefold()).strip()
