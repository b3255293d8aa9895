"""Stored matches as HTML: a sheet of one, a list of several.

Never: reads what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import quote

from stbpi.board.html import Content, Markup, element, joined, table
from stbpi.games.record import Grid, Plot, Section
from stbpi.games.shut_the_box import sheet as written
from stbpi.history import listing, luck_words
from stbpi.history.matches import StoredMatch
from stbpi.history.skill import Judged
from stbpi.language import _

WIDTH, HEIGHT = 600, 200
"""Of a picture of how values have changed, in units of its own."""


def sheet(match: StoredMatch, luck: Sequence[Sequence[Judged]]) -> Markup:
    """Write a match as a score sheet, with the luck of its turns."""
    about = " · ".join((listing.when(match), listing.rules(match), listing.took(match.ms)))
    parts: list[Markup] = [element("p", about)]
    if match.record is not None:
        parts += [_players(match), *_course(match.record.course())]
        rules: Iterable[str] = match.record.rules_in_words()
    elif match.state is not None:
        head, *rows = written.rows(match.state, with_tiles=True)
        parts.append(table(head, rows))
        parts += [element("p", note) for note in written.notes(match.state)]
        rules = written.rules_in_words(match.state.rules)
    else:
        parts.append(_players(match))
        rules = ()
    parts.append(element("p", listing.ended(match)))
    parts += [element("p", text, class_="bad") for text in listing.troubles(match)]
    if told := luck_words.turns(match, luck):
        head, *rows = told
        parts += [element("h2", _("Luck and skill of the turns")), table(head, rows)]
        parts.append(element("p", luck_words.legend()))
    said = [element("li", text) for text in rules]
    if said:
        parts += [element("h2", _("Rules")), element("ul", *said)]
    return joined(*parts)


def listed(matches: Sequence[StoredMatch], link: Callable[[str], str]) -> Markup:
    """Write a line for each match.

    Args:
        matches: they.
        link: makes a link of the address of a page.
    """
    head = (_("match"), _("players"), _("ended"), _("rules"), _("took"), _("when"))
    return table(
        head,
        (
            (
                element("a", listing.place(match), href=link(address(match))),
                _names(match),
                listing.ended(match),
                listing.rules(match),
                listing.took(match.ms),
                listing.when(match),
            )
            for match in matches
        ),
    )


def address(match: StoredMatch) -> str:
    """Return where the page of a match is."""
    return f"/match/{quote(listing.place(match), safe=':')}"


def _names(match: StoredMatch) -> str:
    return ", ".join(listing.player(match, seat + 1) for seat in range(len(match.played.names)))


def _players(match: StoredMatch) -> Markup:
    seats = range(1, len(match.played.names) + 1)
    return element("ul", *(element("li", listing.player(match, seat)) for seat in seats))


def _course(sections: Iterable[Section]) -> Iterator[Markup]:
    for section in sections:
        match section:
            case Grid(rows=(head, *rows)):
                yield table(head, rows)
            case Plot():
                yield _drawn(section)
            case str() if section:
                yield element("p", section)
            case _:
                pass


def _drawn(plot: Plot) -> Markup:
    """Draw how values have changed."""
    every = [value for values in plot.values.values() for value in values]
    low, high = min(every, default=0), max(every, default=0)
    lines: list[Content] = []
    legend: list[Content] = []
    for at, (name, values) in enumerate(plot.values.items()):
        last = max(len(values) - 1, 1)
        points = " ".join(
            f"{WIDTH * i / last:.1f},{HEIGHT * (high - value) / max(high - low, 1):.1f}"
            for i, value in enumerate(values)
        )
        lines.append(element("polyline", points=points, class_=f"line{at % 6}"))
        legend.append(
            element("li", f"{name} {values[-1] if values else ''}", class_=f"line{at % 6}")
        )
    drawing = element(
        "svg", *lines, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=plot.title
    )
    caption = element("figcaption", plot.title, element("ul", *legend))
    return element("figure", drawing, caption)
