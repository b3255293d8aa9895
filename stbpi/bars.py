"""Numbers as bars of letters, since people look rather than read.

Never: prints.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

LONGEST = 40
"""Letters of the longest bar."""

PARTS = " ▏▎▍▌▋▊▉█"
"""Eighths of a letter."""


def bars(
    title: str,
    counts: Mapping[str, float],
    *,
    say: Callable[[float], str] = str,
    is_fine: bool | None = None,
) -> list[str]:
    """Write a bar for each number, with its name before it.

    Args:
        title: what they are about.
        counts: the numbers by their names.
        say: writes a number.
        is_fine: the terminal has blocks; by default that is asked of it.
    """
    most = max(counts.values(), default=0)
    if not most:
        return []
    fine = _has_blocks() if is_fine is None else is_fine
    width = max(map(len, counts))
    lines = [f"{title}:"]
    for name, number in counts.items():
        drawn = bar(LONGEST * number / most, is_fine=fine)
        lines.append("  " + " ".join(filter(None, (name.rjust(width), drawn, say(number)))))
    return lines


def bar(length: float, *, is_fine: bool) -> str:
    """Draw a bar; what is not nothing is seen.

    >>> bar(2.5, is_fine=True), bar(2.5, is_fine=False), bar(0.01, is_fine=False)
    ('██▌', '##', '#')
    """
    if not is_fine:
        return "#" * max(round(length), length > 0)
    eighths = max(round(length * 8), length > 0)
    return PARTS[-1] * (eighths // 8) + PARTS[eighths % 8].strip()


def _has_blocks() -> bool:
    """Say whether the terminal can show blocks."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        PARTS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
