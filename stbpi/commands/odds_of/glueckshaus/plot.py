"""The odds of a match of Glückshaus as a picture: how long it lasts, and who wins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.odds_of.glueckshaus.match import MatchOdds
from stbpi.language import _, number
from stbpi.plotting import DARK, FELT, WOOD, from_zero, mark_mean, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (12.0, 6.0)
MOST_BARS = 40


def draw(match: MatchOdds, path: Path, *, kind: str) -> None:
    """Draw the lengths, and everybody's chance to win, to a file.

    Args:
        match: the match that they are of.
        path: the file; what is there is replaced.
        kind: `png` or `svg`.

    Raises:
        StbError: matplotlib is missing, or the file can't be written.
    """
    with picture(path, kind=kind, title=match.title, size=SIZE) as figure:
        places: dict[str, Axes] = figure.subplot_mosaic([["lengths", "wins"]], width_ratios=[2, 1])
        _draw_lengths(places["lengths"], match)
        _draw_wins(places["wins"], match)


def _draw_lengths(axes: Axes, match: MatchOdds) -> None:
    """Draw a bar for each length, or for some that follow each other, and the mean."""
    lengths = match.forecast.lengths
    width = -(-(lengths[-1] - lengths[0] + 1) // MOST_BARS)
    edges = [*range(lengths[0], lengths[-1] + width + 1, width)]
    weights = [100 / len(lengths)] * len(lengths)
    axes.hist(lengths, bins=edges, weights=weights, color=WOOD, rwidth=0.9)
    axes.set_title(_("Throws until the match is over"))
    axes.set_xlabel(_("throws"))
    axes.set_ylabel(_("% of the matches"))
    from_zero(axes)
    mean = match.forecast.mean
    mark_mean(axes, mean, _("mean {mean}").format(mean=number(mean, 1)))


def _draw_wins(axes: Axes, match: MatchOdds) -> None:
    """Draw how many matches each player wins, with where the share lies; who throws is green."""
    seats = range(1, len(match.winning) + 1)
    shares = [100 * wins.share for wins in match.winning]
    low = [100 * (wins.share - wins.low) for wins in match.winning]
    high = [100 * (wins.high - wins.share) for wins in match.winning]
    colors = [FELT if seat == match.position.seat else WOOD for seat in seats]
    axes.bar(list(seats), shares, width=0.8, color=colors, yerr=[low, high], ecolor=DARK, capsize=4)
    axes.set_title(_("Who wins"))
    axes.set_xlabel(_("player"))
    axes.set_ylabel(_("% of the matches"))
    axes.set_xticks(list(seats))
    from_zero(axes)
