"""Values of house rules as people write them: read, or refused with what is allowed.

Never: knows a rule of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from stbpi.errors import RulesError
from stbpi.language import _, either


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number out of a range, or 0 for "none" where the range does not begin there."""

    values: range
    or_none: bool = False

    @property
    def allowed(self) -> str:
        if self.values.step > 1:
            text = _("a whole number from {low} to {high} in steps of {step}")
        elif self.or_none:
            text = _("0 or a whole number from {low} to {high}")
        else:
            text = _("a whole number from {low} to {high}")
        return text.format(low=self.values[0], high=self.values[-1], step=self.values.step)

    def read(self, raw: object) -> int | None:
        if isinstance(raw, str) and re.fullmatch(r"\d{1,9}", raw, re.ASCII):
            raw = int(raw)
        if type(raw) is int and (raw in self.values or (self.or_none and raw == 0)):
            return raw
        return None


@dataclass(frozen=True, slots=True)
class OneOf:
    """A word out of an enumeration."""

    kind: type[StrEnum]

    @property
    def allowed(self) -> str:
        return _("one of {known}").format(known=", ".join(self.kind))

    def read(self, raw: object) -> StrEnum | None:
        return self.kind(raw) if isinstance(raw, str) and raw in set(self.kind) else None


@dataclass(frozen=True, slots=True)
class YesNo:
    """True or false."""

    @property
    def allowed(self) -> str:
        return either(["true", "false"])

    def read(self, raw: object) -> bool | None:
        if isinstance(raw, bool):
            return raw
        return {"true": True, "false": False}.get(raw) if isinstance(raw, str) else None


def unknown(
    field: str, *, found: object, expected: str, name: str, of: Iterable[str]
) -> RulesError:
    """Return the error of a name that is unknown, with the nearest known one or all of them."""
    from difflib import get_close_matches  # for mistakes only

    known = list(of)
    near = get_close_matches(name, known, n=1)
    return RulesError(
        field,
        found=found,
        expected=expected,
        do=_("Known are: {known}").format(known=", ".join(known)),
        nearest=near[0] if near else "",
    )
