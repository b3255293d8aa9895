"""What the public texts of the house are called on the bar's screen.

Never: knows a match.
"""

from __future__ import annotations

from stbpi.language import _

_EMPTY = "0"


def said(key: str, value: str) -> tuple[str, str] | None:
    """Say what a text of `House.public` is, in the current language.

    Returns:
        what it is called, and its value; `None` for an empty room, and for chips, which are the
        totals.
    """
    kind, _dot, of = key.partition(".")
    if kind != "room" or value == _EMPTY:
        return None
    return _("Room {of}").format(of=of), value
