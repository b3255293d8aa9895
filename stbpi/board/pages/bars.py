"""Numbers as a picture of bars; whoever can't see it is told them.

Never: counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.board.html import Content, Markup, element
from stbpi.language import number

BAR, GAP, HEIGHT, LINE = 36, 9, 140, 22
"""Of the bars and the lines of text, in units of the picture."""


def drawn(title: str, counts: Mapping[str, int], *, marked: str = "") -> Markup:
    """Draw numbers.

    Args:
        title: what they are about.
        counts: by their names.
        marked: the name of the one that is to be seen first.
    """
    most = max(counts.values(), default=0) or 1
    shapes: list[Content] = []
    for at, (name, count) in enumerate(counts.items()):
        left, height = at * (BAR + GAP), round(HEIGHT * count / most, 1)
        top, middle = LINE + HEIGHT - height, str(left + BAR // 2)
        shapes += [
            element(
                "rect",
                x=str(left),
                y=str(top),
                width=str(BAR),
                height=str(height),
                class_="marked" if name == marked else "bar",
            ),
            element("text", number(count), x=middle, y=str(top - 6)),
            element("text", name, x=middle, y=str(2 * LINE + HEIGHT - 4), class_="under"),
        ]
    said = ", ".join(f"{name}: {number(count)}" for name, count in counts.items())
    picture = element(
        "svg",
        *shapes,
        viewBox=f"0 0 {len(counts) * (BAR + GAP) - GAP} {2 * LINE + HEIGHT}",
        role="img",
        aria_label=f"{title}: {said}",
        class_="chart",
    )
    return element("figure", picture)
