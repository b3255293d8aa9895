"""The app without colours, as `NO_COLOR` asks for it: what is bright is shown in reverse.

Never: leaves a colour; what tiles, dice and buttons are is to be seen without any.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

BRIGHT = 0.35
"""A background that is brighter is shown in reverse."""


class Plain(LineFilter):
    """Takes all colours away."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else _plain(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _plain(style: Style) -> Style:
    behind = style.bgcolor
    is_bright = behind is not None and _brightness(behind) > BRIGHT
    return Style(
        bold=style.bold,
        underline=style.underline,
        strike=style.strike,
        reverse=is_bright != bool(style.reverse),
        meta=style.meta,
    )


def _brightness(color: RichColor) -> float:
    return 0.0 if color.is_default else Color.from_rich_color(color).brightness
