"""Rows of cells as lines of text.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows as lines: the first column at its left end, the others at their right.

    >>> aligned([["player", "won"], ["Bo", "12"]])
    ['player  won', 'Bo       12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
        ).rstrip()
        for row in rows
    ]
