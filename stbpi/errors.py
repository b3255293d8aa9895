"""Every error a user can meet: what happened, and what to do about it.

    StbError                   what, do
    ├─ ConfigError             key, found, expected, nearest, source
    ├─ RulesError              field, found, expected, nearest
    ├─ BoxError                pin
    │  ├─ NoDriverError        pin
    │  ├─ NoPermissionError    pin
    │  ├─ PinBusyError         pin
    │  ├─ WrongBoardError      pin
    │  └─ BoardLostError       mark
    ├─ PanelError              -
    ├─ SoundError              -
    ├─ PortError               mark
    ├─ JournalError            path, mark
    │  └─ InUseError           path, pid, command
    ├─ LogError                -
    ├─ AddressError            -
    ├─ BrokerError             is_refusal
    ├─ CollectionError         path
    │  └─ CollectionStopped    path
    ├─ ScriptError             path, line
    ├─ ExpectationError        path, line, expected, found
    ├─ BotError                -
    ├─ DiceRanOut              wanted, left
    └─ NotAllowedError         code

`str(error)` is at most two lines of plain text. A foreign library's exceptions are turned into
these at one place a library (`raise … from exc`); `cli` catches `StbError` alone.

What it says, it says in the language that is current where it is made.

Never: prints, logs, exits. Keep: the drawing above is compared with the classes by a test.
"""

from __future__ import annotations

from pathlib import Path

from stbpi.language import _


class StbError(Exception):
    """The root of all errors that a user can meet.

    Args:
        what: one clear sentence that says what is wrong.
        do: what the reader can do about it; empty if `what` says it all.
    """

    def __init__(self, what: str, do: str = "") -> None:
        super().__init__(what, do)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}\n{self.do}" if self.do else self.what


class ConfigError(StbError):
    """A configuration that can't be used.

    Args:
        key: the full name of the key, `gpio.tiles`; empty if the whole file is meant.
        found: what stands there, as the user wrote it.
        expected: what could stand there, in words.
        nearest: the nearest known key, if the key itself is unknown.
        source: where it stands: a file, an environment variable, an option.
        do: what to do about it, where there is no nearest key.
    """

    def __init__(
        self,
        key: str,
        *,
        found: str,
        expected: str,
        nearest: str = "",
        source: str = "",
        do: str = "",
    ) -> None:
        self.key = key
        self.found = found
        self.expected = expected
        self.nearest = nearest
        self.source = source
        place = f"{source}: " if source else ""
        name = f"{key}: " if key else ""
        # TRANSLATORS: "unknown key; expected one of tiles, roll"
        wrong = _("{found}; expected {expected}").format(found=found, expected=expected)
        super().__init__(place + name + wrong, _meant(nearest) or do)


class RulesError(StbError, ValueError):
    """House rules that can't be played.

    Args:
        field: the field of the ruleset, as in RULES.md 1.2.
        found: its value.
        expected: what is allowed, in words.
        nearest: the nearest known name, if the field or preset itself is unknown.
    """

    def __init__(
        self, field: str, *, found: object, expected: str, do: str = "", nearest: str = ""
    ) -> None:
        self.field = field
        self.found = found
        self.expected = expected
        self.nearest = nearest
        # TRANSLATORS: "rule dice = 5: expected a whole number from 1 to 4"
        wrong = _("rule {field} = {found}: expected {expected}").format(
            field=field, found=found, expected=expected
        )
        super().__init__(wrong, _meant(nearest) or do)


class BoxError(StbError):
    """The switches can't be read.

    Args:
        pin: the BCM number it is about, if it is about one.
    """

    def __init__(self, what: str, do: str = "", *, pin: int | None = None) -> None:
        self.pin = pin
        super().__init__(what, do)


class NoDriverError(BoxError):
    """The library that reads the pins is missing, too old or can't be loaded."""


class NoPermissionError(BoxError):
    """The user may not use the pins."""


class PinBusyError(BoxError):
    """Somebody else holds a pin."""


class WrongBoardError(BoxError):
    """This machine, or its kernel, has not what was asked for."""


class BoardLostError(BoxError):
    """The tile board can't be heard for now; its driver goes on trying.

    Args:
        mark: the same in at most 60 ASCII characters, for the journal.
    """

    def __init__(self, what: str, do: str = "", *, mark: str) -> None:
        self.mark = mark
        super().__init__(what, do)


class PanelError(StbError):
    """The display can't be reached; the game goes on without it."""


class SoundError(StbError):
    """The buzzer can't be used; the game goes on without it."""


class PortError(StbError):
    """A serial port can't be used; the game goes on without it.

    Args:
        mark: the same in at most 60 ASCII characters, for the journal.
    """

    def __init__(self, what: str, do: str = "", *, mark: str = "") -> None:
        self.mark = mark or "the serial port fails"
        super().__init__(what, do)


class JournalError(StbError):
    """The journal can't be read or written.

    Args:
        path: the file it is about.
        mark: the same in at most 60 ASCII characters, for the mark that the box shows.
    """

    def __init__(
        self, what: str, do: str = "", *, path: Path | None = None, mark: str = ""
    ) -> None:
        self.path = path
        self.mark = mark or "the journal can't be written"
        super().__init__(what, do)


class InUseError(JournalError):
    """Another program holds the journal, and with it the box.

    Args:
        path: the journal.
        pid: the number of its process; `None` if that can't be told.
        command: its command line.
    """

    def __init__(self, path: Path, *, pid: int | None, command: str) -> None:
        self.pid = pid
        self.command = command
        if pid is None:
            what = _("another stbpi plays with the journal {path}")
        else:
            what = _("another stbpi (process {pid}) plays with the journal {path}: {command}")
        super().__init__(
            what.format(pid=pid, path=path, command=command),
            _("Stop that one, or name another file ({option}, or {key}).").format(
                option="--journal", key="[journal] path"
            ),
            path=path,
            mark="another program has the journal",
        )


class LogError(StbError):
    """A log of a box that can't be read, or in which there is nothing that was asked for."""


class AddressError(StbError):
    """What was named is nothing that the lines of a box can be read from."""


class BrokerError(StbError):
    """An MQTT broker can't be used.

    Args:
        is_refusal: it has refused us, or never will be one: waiting changes nothing.
    """

    def __init__(self, what: str, do: str = "", *, is_refusal: bool = False) -> None:
        self.is_refusal = is_refusal
        super().__init__(what, do)


class CollectionError(StbError):
    """The collector's database can't be used.

    Args:
        path: its file.
    """

    def __init__(self, what: str, do: str = "", *, path: Path | None = None) -> None:
        self.path = path
        super().__init__(what, do)


class CollectionStopped(CollectionError):
    """The collector's database could be used, but not now: the disk, or another program."""


class ScriptError(StbError):
    """A scenario that can't be read or carried out.

    Args:
        path: the scenario file.
        line: its line, from 1.
    """

    def __init__(self, what: str, do: str = "", *, path: str = "", line: int = 0) -> None:
        self.path = path
        self.line = line
        place = f"{path}:{line}: " if path else ""
        super().__init__(place + what, do)


class ExpectationError(StbError):
    """A scenario expected something that is not so.

    Args:
        path: the scenario file.
        line: its line, from 1.
        expected: as the scenario says it.
        found: what is so, in the same form.
    """

    def __init__(self, *, path: str, line: int, expected: str, found: str) -> None:
        self.path = path
        self.line = line
        self.expected = expected
        self.found = found
        wrong = _("expected {expected}, found {found}").format(expected=expected, found=found)
        super().__init__(f"{path}:{line}: {wrong}")


class BotError(StbError):
    """What was named is no bot, or there are too few or too many of them."""


class DiceRanOut(StbError):
    """A scripted dice source has too few numbers left for a throw.

    Args:
        wanted: how many dice are thrown.
        left: how many numbers are left.
    """

    def __init__(self, *, wanted: int, left: int) -> None:
        self.wanted = wanted
        self.left = left
        super().__init__(
            _("{wanted} dice are thrown and {left} numbers are left").format(
                wanted=wanted, left=left
            ),
            _("Add numbers with `{verb}`.").format(verb="dice"),
        )


class NotAllowedError(StbError):
    """Something that the operator or a script asked for, and that the game refuses now.

    Args:
        code: the code of the refusal, for scripts.
    """

    def __init__(self, code: str, what: str, do: str = "") -> None:
        self.code = code
        super().__init__(what, do)


def _meant(nearest: str) -> str:
    """Ask whether the nearest known name was meant; nothing if there is none."""
    return _("Did you mean {nearest}?").format(nearest=nearest) if nearest else ""
