"""Rows of cells as lines of text.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Write rows as lines: the first columns at their left end, the others at their right.

    Args:
        rows: all of the same number of cells.
        left: how many columns are the first ones.

    >>> aligned([["player", "won"], ["Bo", "12"]])
    ['player  won', 'Bo       12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [
                *(cell.ljust(width) for cell, width in zip(row[:left], widths, strict=False)),
                *(cell.rjust(width) for cell, width in zip(row[left:], widths[left:], strict=True)),
            ]
        ).rstrip()
        for row in rows
    ]
