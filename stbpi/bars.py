"""Numbers as bars of letters, since people look rather than read.

Never: prints.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

LONGEST = 40
"""Letters of the longest bar."""

PARTS = " ▏▎▍▌▋▊▉█"
"""Eighths of a letter."""

HEIGHTS, PLAIN_HEIGHTS = "▁▂▃▄▅▆▇█", "0123456789"
"""Letters that stand for a share of the highest number, none to all of it."""


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


def bar(length: float, *, is_fine: bool | None = None) -> str:
    """Draw a bar; what is not nothing is seen.

    Args:
        length: in letters.
        is_fine: the terminal has blocks; by default that is asked of it.

    >>> bar(2.5, is_fine=True), bar(2.5, is_fine=False), bar(0.01, is_fine=False)
    ('██▌', '##', '#')
    """
    if not (_has_blocks() if is_fine is None else is_fine):
        return "#" * max(round(length), length > 0)
    eighths = max(round(length * 8), length > 0)
    return PARTS[-1] * (eighths // 8) + PARTS[eighths % 8].strip()


def curves(
    title: str,
    values: Mapping[str, Sequence[int]],
    *,
    longest: int = LONGEST,
    is_fine: bool | None = None,
) -> list[str]:
    """Draw how numbers have changed, a line each, with its name before it and its last behind.

    Args:
        title: what they are about.
        values: one number after the other, at least one, by their names.
        longest: letters of the longest line; of more numbers than that some are left out.
        is_fine: the terminal has blocks; by default that is asked of it.

    >>> curves("chips", {"Ann": [0, 4, 8], "Bo": [8, 4, 0]}, is_fine=True)
    ['chips:', '  Ann ▁▅█ 8', '   Bo █▅▁ 0']
    """
    most = max((max(numbers) for numbers in values.values()), default=0)
    fine = _has_blocks() if is_fine is None else is_fine
    letters = HEIGHTS if fine else PLAIN_HEIGHTS
    width = max(map(len, values), default=0)
    lines = [f"{title}:"]
    for name, numbers in values.items():
        heights = ((len(letters) - 1) * number / max(most, 1) for number in _some(numbers, longest))
        drawn = "".join(letters[int(height + 0.5)] for height in heights)
        lines.append(f"  {name.rjust(width)} {drawn} {numbers[-1]}")
    return lines


def _some(numbers: Sequence[int], most: int) -> Sequence[int]:
    """Return the numbers, or so many of them, evenly spread from the first to the last."""
    last = len(numbers) - 1
    if last < most:
        return numbers
    return [numbers[round(i * last / (most - 1))] for i in range(most)]


def _has_blocks() -> bool:
    """Say whether the terminal can show blocks."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        (PARTS + HEIGHTS).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
