"""Ratings in words: a table for each game and preset.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stbpi.display import names
from stbpi.history import luck_words
from stbpi.history.columns import aligned
from stbpi.language import _, number, plural
from stbpi.league.outcomes import Player
from stbpi.league.ratings import POINTS, PROVISIONAL, Ladder, Rating
from stbpi.league.seasons import Season

MARK = "?"
"""Stands behind a rating that says little yet."""

AVERAGE = 25 * POINTS


def lines(told: Iterable[tuple[Season, list[Ladder]]]) -> Iterator[str]:
    """Write the ladders of some seasons, and what their numbers mean."""
    is_provisional = False
    for season, ladders in told:
        for ladder in ladders:
            yield from (_title(season, ladder), "", *_table(ladder), *_luck(ladder), "")
            is_provisional |= any(rating.is_provisional for rating in ladder.ratings)
    yield meaning()
    if is_provisional:
        yield f"{MARK} {provisional()}"


def meaning() -> str:
    """Say what a rating is."""
    text = _(
        "A rating is the strength that a player has all but certainly. An average player has "
        "{average} points, less what is not known yet; a newcomer begins at {new}."
    )
    return text.format(new=number(0), average=number(AVERAGE))


def provisional() -> str:
    """Say what the mark behind a rating means."""
    return plural(
        "Provisional: fewer than {n} match.", "Provisional: fewer than {n} matches.", PROVISIONAL
    )


def called(player: Player) -> str:
    """Name a player; a bot is marked."""
    return _("{player} (bot)").format(player=player.name) if player.is_bot else player.name


def about(game: str, preset: str) -> str:
    """Name what is played."""
    both = (names.game(game), names.preset(preset))
    return ", ".join(dict.fromkeys(map(str, both)))


def _title(season: Season, ladder: Ladder) -> str:
    counted = plural("{n} match", "{n} matches", ladder.matches)
    parts = (season.name, about(ladder.game, ladder.preset), counted)
    return " · ".join(part for part in parts if part)


def _table(ladder: Ladder) -> list[str]:
    # TRANSLATORS: heads of columns; the change of a rating by the last match of a player
    heads = ["", _("player"), _("rating"), "", _("change"), _("matches"), _("won")]
    return aligned([heads, *map(_cells, ladder.ratings)], left=2)


def _luck(ladder: Ladder) -> list[str]:
    """Write what is known of luck and skill; nothing if nothing is."""
    return luck_words.means(_("player"), [(called(r.player), r.skill) for r in ladder.ratings])


def _cells(rating: Rating) -> list[str]:
    return [
        f"{rating.place}.",
        called(rating.player),
        number(rating.points),
        MARK if rating.is_provisional else "",
        f"+{number(rating.change)}" if rating.change > 0 else number(rating.change),
        number(rating.matches),
        number(rating.won),
    ]
