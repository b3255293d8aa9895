"""Pictures as lines of SVG: the few shapes that a pin-out needs."""

from __future__ import annotations

from xml.sax.saxutils import escape

FONT = "Arial, Helvetica, Liberation Sans, sans-serif"

COLOURS = {
    "black": "#1a1a1a",
    "brown": "#7b4a21",
    "red": "#d42020",
    "orange": "#f08a00",
    "yellow": "#f7d800",
    "green": "#1f9d3a",
    "blue": "#1d5fd0",
    "violet": "#8a3fc0",
    "grey": "#8c8c8c",
    "white": "#ffffff",
    "pink": "#f59ac0",
    "turquoise": "#22c4c4",
    "beige": "#e3cfa4",
}


def picture(width: int, height: int, title: str, shapes: list[str]) -> str:
    """Write a whole picture, on white."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{FONT}" font-size="14">',
            f"<title>{escape(title)}</title>",
            box(0, 0, width, height, fill="#ffffff", line="none"),
            *shapes,
            "</svg>",
            "",
        ]
    )


def box(
    x: float, y: float, width: float, height: float, *, fill: str, line: str = "#1a1a1a", r: int = 0
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{r}" '
        f'fill="{fill}" stroke="{line}"/>'
    )


def disc(x: float, y: float, r: float, *, fill: str, line: str = "#1a1a1a") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{line}"/>'


def stroke(x: float, y: float, to: float, *, colour: str) -> str:
    """A wire that runs level, with an edge so that white can be seen on white."""
    return (
        f'<path d="M{x:g} {y:g}H{to:g}" stroke="#1a1a1a" stroke-width="7"/>'
        f'<path d="M{x:g} {y:g}H{to:g}" stroke="{colour}" stroke-width="5"/>'
    )


def text(
    x: float,
    y: float,
    said: str,
    *,
    anchor: str = "start",
    size: int = 14,
    bold: bool = False,
    fill: str = "#1a1a1a",
) -> str:
    """A line of text; `y` is its baseline."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="{fill}"{weight}>{escape(said)}</text>'
    )
