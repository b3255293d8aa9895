"""Findings: what the doctor found, and how they are told to people and to programs.

FAIL is what keeps the box from playing, WARN what it plays without or what will hurt it one day;
either is something to fix. OK has been checked and is well. INFO is a fact, or something that
can't be found out here; it is never something to fix.

Never: prints, looks at the machine. Keep: the fields of the JSON, their names are used by scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from stbpi.language import Message, _, message


class Status(StrEnum):
    """How it stands with one thing."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    INFO = "info"


MARKS = {Status.OK: "✓", Status.WARN: "!", Status.FAIL: "✗", Status.INFO: "i"}
PLAIN_MARKS = {Status.OK: "+", Status.WARN: "!", Status.FAIL: "x", Status.INFO: "i"}

NAMES: Mapping[str, Message] = {
    "configuration": message("configuration"),
    "model": message("model"),
    "OS": message("OS"),
    "kernel": message("kernel"),
    "libraries": message("libraries"),
    "pin factory": message("pin factory"),
    "groups": message("groups"),
    "GPIO chip": message("GPIO chip"),
    "I2C devices": message("I2C devices"),
    "serial ports": message("serial ports"),
    "serial log": message("serial log"),
    "console": message("console"),
    "journal": message("journal"),
    "disk": message("disk"),
    "throttling": message("throttling"),
    "switches": message("switches"),
    "tile board": message("tile board"),
    "link": message("link"),
    "roll button": message("roll button"),
    **{f"tile {n}": message("tile {tile}", tile=n) for n in range(1, 13)},
}
"""How people call the things; those of proper names are called so in every language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        name: of the thing, "tile 3"; the same at every run and in every language.
        status: how it stands with it.
        text: what was found, in a sentence without its name.
        fix: what to do, a command where there is one; empty if there is nothing to say.
    """

    name: str
    status: Status
    text: str
    fix: str = ""


def ok(name: str, text: str) -> Finding:
    return Finding(name=name, status=Status.OK, text=text)


def info(name: str, text: str, fix: str = "") -> Finding:
    return Finding(name=name, status=Status.INFO, text=text, fix=fix)


def warn(name: str, text: str, fix: str) -> Finding:
    return Finding(name=name, status=Status.WARN, text=text, fix=fix)


def fail(name: str, text: str, fix: str) -> Finding:
    return Finding(name=name, status=Status.FAIL, text=text, fix=fix)


def overall(findings: Sequence[Finding]) -> Status:
    """Return the worst status: OK, WARN or FAIL."""
    found = {finding.status for finding in findings}
    return next((status for status in (Status.FAIL, Status.WARN) if status in found), Status.OK)


def fix_first(findings: Sequence[Finding]) -> Finding | None:
    """Return what to fix first: the first of the worst; `None` if all is well."""
    worst = overall(findings)
    if worst is Status.OK:
        return None
    return next(finding for finding in findings if finding.status is worst)


def said(name: str) -> str:
    """Say the name of a thing in the current language."""
    return str(NAMES.get(name, name))


def lines(findings: Sequence[Finding], encoding: str) -> Iterator[str]:
    """Write findings for people: a line each, what to do about it under it, what to do first.

    Args:
        encoding: of the output; what it doesn't have is written in ASCII.
    """
    rich = _can("".join(MARKS.values()) + "→", encoding)
    marks, arrow = (MARKS, "→") if rich else (PLAIN_MARKS, "->")
    for finding in findings:
        name = said(finding.name)
        yield _fitting(f"{marks[finding.status]} {name}: {finding.text}", encoding)
        if finding.fix:
            yield _fitting(f"  {arrow} {finding.fix}", encoding)
    first = fix_first(findings)
    if first is None:
        yield _fitting(_("All well."), encoding)
    else:
        text = _("Fix first: {name}. {fix}")
        fix = first.fix or first.text
        yield _fitting(text.format(name=said(first.name), fix=fix), encoding)


def as_json(findings: Sequence[Finding]) -> dict[str, object]:
    """Write findings for programs, as an object that `json` can write."""
    first = fix_first(findings)
    return {
        "overall": overall(findings).value,
        "fix_first": first.name if first else None,
        "findings": [asdict(finding) for finding in findings],
    }


def _can(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _fitting(text: str, encoding: str) -> str:
    return text.encode(encoding, "backslashreplace").decode(encoding)
