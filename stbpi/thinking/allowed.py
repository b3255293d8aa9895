"""What the coach is allowed to say on the display of the box."""

from __future__ import annotations

from enum import StrEnum


class Allowed(StrEnum):
    """What the landlord lets the display of the box say; the values are public."""

    OFF = "off"
    AFTER = "after"
    """How turns have gone."""
    BEFORE = "before"
    """That, and what is best before a choice."""
