"""Pictures of figures, through matplotlib, in the colours of the box.

Never: imports matplotlib before a picture is asked for; asks for a display. Keep: the same
figures make the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.errors import StbError
from stbpi.language import _
from stbpi.new_file import new_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WOOD, DARK, FELT, PALE = "#c98f4a", "#5b3a1c", "#1f6b47", "#e9e4d8"
DPI = 120

_SETTINGS = {
    "svg.hashsalt": "stbpi",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": DARK,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
}


@contextmanager
def picture(path: Path, *, kind: str, title: str, size: tuple[float, float]) -> Iterator[Figure]:
    """Lend a figure to draw on, which is a file at the end.

    Args:
        path: the file; what is there is replaced.
        kind: `png` or `svg`.
        title: what stands above it.
        size: in inches.

    Raises:
        StbError: matplotlib is missing, or the file can't be written.
    """
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as exc:
        if (exc.name or "").partition(".")[0] != "matplotlib":
            raise
        what = _("pictures need matplotlib: {command}")
        raise StbError(what.format(command="pip install 'stbpi[plots]'")) from exc
    with matplotlib.rc_context(_SETTINGS):
        figure = Figure(figsize=size, layout="constrained", facecolor="white")
        FigureCanvasAgg(figure)
        figure.suptitle(title, x=0.01, ha="left", fontsize=16, color=DARK)
        yield figure
        without_date: dict[str, Any] = {"Date": None} if kind == "svg" else {}
        with new_file(path, force=True) as part:
            figure.savefig(part, format=kind, dpi=DPI, metadata=without_date)


def from_zero(axes: Axes) -> None:
    """Let the axis begin at 0, also where nothing is shown."""
    axes.set_ylim(0, axes.get_ylim()[1] if axes.dataLim.y1 > 0 else 1)


def mark_mean(axes: Axes, mean: float, label: str) -> None:
    """Draw a line where the mean is."""
    axes.axvline(mean, color=DARK, linestyle="--", linewidth=1.5)
    top = axes.get_ylim()[1]
    axes.annotate(label, (mean, top), xytext=(4, -4), textcoords="offset points", va="top")
