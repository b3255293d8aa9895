"""How good players are: a table for each game and preset, in a season or of all time.

Never: reads what is stored, counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from stbpi.board.html import Markup, element, table
from stbpi.board.pages import naming
from stbpi.board.pages.frame import Visit, page, same_as_files
from stbpi.board.pages.seasons import seasons
from stbpi.language import _, number, plural
from stbpi.league import ratings_words as words
from stbpi.league.ratings import Ladder, Rating
from stbpi.league.seasons import Season


def ratings(
    visit: Visit, shown: Season, evenings: Iterable[date | None], ladders: Sequence[Ladder]
) -> Markup:
    """Write the page of the ratings.

    Args:
        visit: what is asked for.
        shown: the season; the one without a name is of all time.
        evenings: on which anything was played at all.
        ladders: of the season.
    """
    nothing = element("p", _("There are no matches that could be rated."))
    is_provisional = any(r.is_provisional for ladder in ladders for r in ladder.ratings)
    meaning = [words.meaning()]
    meaning += [f"{words.MARK} {words.provisional()}"] if is_provisional else []
    return page(
        visit,
        _("Ratings"),
        seasons(visit, shown, evenings, has_ever=True),
        element("div", *(_ladder(visit, one) for one in ladders), class_="boards"),
        *([element("p", text, class_="quiet") for text in meaning] if ladders else [nothing]),
        same_as_files(visit),
    )


def _ladder(visit: Visit, ladder: Ladder) -> Markup:
    # TRANSLATORS: heads of columns; the change of a rating by the last match of a player
    head = ("", _("player"), _("rating"), "", _("change"), _("matches"), _("won"), _("last"))
    rows = [
        (
            f"{one.place}.",
            naming.player(visit, one.player),
            number(one.points),
            words.MARK if one.is_provisional else "",
            _change(one),
            number(one.matches),
            number(one.won),
            naming.day(one.wall),
        )
        for one in ladder.ratings
    ]
    played = plural("{n} match played", "{n} matches played", ladder.matches)
    return element(
        "section",
        element("h2", words.about(ladder.game, ladder.preset)),
        element("p", played, class_="quiet"),
        table(head, rows),
        class_="board",
    )


def _change(one: Rating) -> str:
    return f"+{number(one.change)}" if one.change > 0 else number(one.change)
