"""Statistics as a picture: how scores are spread, which tiles stay, how often boxes are shut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.history.stats import Stats
from stbpi.history.stats_words import ALWAYS_TOLD
from stbpi.language import _, number, plural
from stbpi.plotting import DARK, FELT, PALE, WOOD, from_zero, mark_mean, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (12.0, 7.5)
MOST_LABELS = 8


def draw(counted: Stats, path: Path, *, kind: str, player: str = "") -> None:
    """Draw statistics to a file.

    Args:
        counted: the statistics.
        path: the file; what is there is replaced.
        kind: `png` or `svg`.
        player: whose they are, if they are one player's.

    Raises:
        StbError: matplotlib is missing, or the file can't be written.
    """
    with picture(path, kind=kind, title=_title(counted, player), size=SIZE) as figure:
        places: dict[str, Axes] = figure.subplot_mosaic(
            [["left", "tiles"], ["evenings", "evenings"]]
        )
        _draw_left(places["left"], counted)
        _draw_tiles(places["tiles"], counted)
        _draw_evenings(places["evenings"], counted)


def _title(counted: Stats, player: str) -> str:
    turns = plural("{n} turn", "{n} turns", counted.all.turns)
    matches = plural("{n} match", "{n} matches", counted.all.matches)
    title = _("{turns} in {matches}").format(turns=turns, matches=matches)
    return f"{player}: {title}" if player else title


def _draw_left(axes: Axes, counted: Stats) -> None:
    """Draw how many turns left how much standing."""
    spread = counted.all.left
    most = max(spread.counts, default=0)
    values = range(most + 1)
    colors = [FELT if value == 0 else WOOD for value in values]
    axes.bar(list(values), [spread.counts[value] for value in values], width=0.9, color=colors)
    axes.set_title(_("Points left standing by a turn"))
    axes.set_xlabel(_("points (0: the box is shut)"))
    axes.set_ylabel(_("turns"))
    _whole_numbers(axes)
    if most == 0:
        axes.set_xticks([0])
    from_zero(axes)
    if spread.mean is not None:
        mark_mean(axes, spread.mean, _("mean {mean}").format(mean=number(spread.mean, 1)))


def _draw_tiles(axes: Axes, counted: Stats) -> None:
    """Draw in which share of the turns each tile was left standing."""
    row = counted.all
    standing = row.standing
    tiles = range(1, max([ALWAYS_TOLD, *standing]) + 1)
    shares = [100 * standing[tile] / max(row.turns, 1) for tile in tiles]
    bars = axes.bar(list(tiles), shares, width=0.8, color=WOOD, edgecolor=DARK)
    axes.bar_label(bars, [f"{share:.0f}" for share in shares], padding=2, color=DARK)
    axes.set_title(_("Tiles left standing"))
    axes.set_xlabel(_("tile"))
    axes.set_ylabel(_("% of the turns"))
    axes.set_xticks(list(tiles))
    axes.margins(y=0.12)
    from_zero(axes)


def _draw_evenings(axes: Axes, counted: Stats) -> None:
    """Draw the boxes that were shut, evening by evening."""
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, DayLocator, date2num

    days = [date2num(day) for day, _row in counted.evenings]
    shut = [row.shut for _day, row in counted.evenings]
    axes.set_title(_("Boxes shut, by evening"))
    axes.set_ylabel(_("boxes shut"))
    if not days:
        text = _("no evening is known")
        axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", color=DARK)
        axes.set_xticks([])
        return
    axes.vlines(days, 0, shut, color=PALE, linewidth=4)
    colors = [FELT if boxes else PALE for boxes in shut]
    axes.scatter(days, shut, s=50, c=colors, edgecolors=FELT, clip_on=False, zorder=3)
    is_short = days[-1] - days[0] < MOST_LABELS - 2  # no hours between the evenings
    locator = DayLocator() if is_short else AutoDateLocator(maxticks=MOST_LABELS)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
    axes.set_xlim(days[0] - 1, days[-1] + 1)
    axes.set_ylim(0, max(1.1 * max(shut), 1))
    _whole_numbers(axes)


def _whole_numbers(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
