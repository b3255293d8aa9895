"""Who is best at what is played: tonight, in a season, and of all time.

Never: reads what is stored, counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from stbpi.board import sheets
from stbpi.board.html import Content, Markup, element, joined, table
from stbpi.board.pages import naming
from stbpi.board.pages.frame import Visit, files, page, same_as_files
from stbpi.board.pages.seasons import seasons
from stbpi.board.ranking import Best, Board, Line
from stbpi.history.game_stats_words import cell
from stbpi.history.matches import StoredMatch
from stbpi.language import _, number, plural
from stbpi.league.outcomes import Player
from stbpi.league.seasons import Season

MOST_LINES = 50
"""Players of a board."""

MOST_NAMES = 3
"""Players who share a record and are named."""

Counting = Callable[[Line], int]


def tonight(visit: Visit, matches: Sequence[StoredMatch], found: Sequence[Board]) -> Markup:
    """Write the page of this evening.

    Args:
        visit: what is asked for.
        matches: that were begun in it, the newest first.
        found: its boards.
    """
    return page(
        visit,
        _("Tonight"),
        *([_boards(visit, found)] if found else []),
        element("h2", _("Matches")),
        listed(visit, matches),
        files(
            visit,
            (_("Matches as CSV"), "/tonight.csv"),
            (_("Boards as CSV"), "/tonight/boards.csv"),
            ("JSON", "/tonight.json"),
        ),
    )


def season(
    visit: Visit, shown: Season, evenings: Iterable[date | None], found: Sequence[Board]
) -> Markup:
    """Write the page of a season.

    Args:
        visit: what is asked for.
        shown: the season.
        evenings: on which anything was played at all.
        found: the boards of the season.
    """
    title = _("Season {season}").format(season=shown.name)
    return page(
        visit,
        title,
        seasons(visit, shown, evenings),
        _boards(visit, found),
        same_as_files(visit),
    )


def ever(visit: Visit, found: Sequence[Board]) -> Markup:
    """Write the page of all that was ever played."""
    return page(
        visit,
        _("All time"),
        _boards(visit, found),
        same_as_files(visit),
    )


def listed(visit: Visit, found: Sequence[StoredMatch]) -> Markup:
    """Write a line for each match of this evening."""
    if not found:
        return element("p", _("No match has begun this evening."))
    return sheets.listed(found, visit.link)


def _boards(visit: Visit, found: Sequence[Board]) -> Markup:
    boards = [
        element(
            "section",
            element("h2", naming.played(board.what)),
            element("p", *_about(board), class_="quiet"),
            *_bests(visit, board),
            *_tables(visit, board),
            class_="board",
        )
        for board in found
    ]
    return (
        element("div", *boards, class_="boards")
        if boards
        else element("p", _("Nothing was played."))
    )


def _about(board: Board) -> Iterator[Content]:
    yield plural("{n} match played", "{n} matches played", board.matches)
    if board.strangers:
        yield " · " + _("whoever has no name is not listed")
    if board.totals or board.turn is not None:
        rules = naming.changes(board.house_rules) or _("as they are")
        # TRANSLATORS: house rules that differ from the preset, or "as they are"
        yield " · " + _("records by these rules: {rules}").format(rules=rules)


def _tables(visit: Visit, board: Board) -> Iterator[Markup]:
    if board.lines:
        yield _lines(visit, board)
    if len(board.totals) > 1:
        head = (_("total"), _("player"), _("match"), _("when"))
        rows = [
            (
                _value(one),
                naming.player(visit, Player(one.player)),
                naming.match(visit, one.box, one.match),
                naming.day(one.wall),
            )
            for one in board.totals
        ]
        yield element("div", element("h3", _("Best totals")), table(head, rows))


def _lines(visit: Visit, board: Board) -> Markup:
    """Write what the players have come to."""
    shown = board.lines[:MOST_LINES]
    head: list[Content] = [_("player"), _("won"), _("matches"), _("streak")]
    columns = [
        [naming.player(visit, line.player) for line in shown],
        [number(line.won) for line in shown],
        [number(line.matches) for line in shown],
        [number(line.streak) for line in shown],
    ]
    if board.what.tiles:
        head += [_("boxes shut"), _("turns")]
        columns += [
            [number(_shut(line)) for line in shown],
            [number(_turns(line)) for line in shown],
        ]
    if board.totals or board.turn is not None:
        head += [_("best turn"), _("best total")]
        columns += [
            [_or_dash(line.turn) for line in shown],
            [_or_dash(line.total) for line in shown],
        ]
    for figure in board.figures:
        head.append(str(figure.head))
        columns.append([cell(line.own, figure) if line.own else "–" for line in shown])
    rows: list[list[Content]] = [[*row] for row in zip(*columns, strict=True)]
    return element("div", element("h3", _("Players")), table(head, rows))


def _bests(visit: Visit, board: Board) -> Iterator[Markup]:
    """Write the records in large figures."""
    cards = [*_cards(visit, board)]
    if cards:
        yield element("ul", *cards, class_="bests")


def _cards(visit: Visit, board: Board) -> Iterator[Markup]:
    if board.totals:
        yield _record(visit, _("Best total"), board.totals[0])
    if board.turn is not None:
        yield _record(visit, _("Best turn"), board.turn)
    yield from _most(visit, _("Most matches won"), board.lines, lambda line: line.won, 1)
    yield from _most(visit, _("Most boxes shut"), board.lines, _shut, 1)
    yield from _most(visit, _("Longest winning streak"), board.lines, lambda line: line.streak, 2)


def _record(visit: Visit, label: str, best: Best) -> Markup:
    when = naming.match(visit, best.box, best.match, naming.day(best.wall))
    name = naming.player(visit, Player(best.player))
    more = joined(_("box shut"), " · ", when) if best.is_shut else when
    return _card(label, number(best.value), (name,), more)


def _most(
    visit: Visit, label: str, lines: Sequence[Line], of: Counting, least: int
) -> Iterator[Markup]:
    """Write who has the most of something, bots left out; nothing where that is not much."""
    people = [line for line in lines if not line.player.is_bot]
    most = max(map(of, people), default=0)
    if most >= least:
        names = [naming.player(visit, line.player) for line in people if of(line) == most]
        yield _card(label, number(most), names[:MOST_NAMES], "…" if len(names) > MOST_NAMES else "")


def _card(label: str, value: str, names: Sequence[Markup], more: Content) -> Markup:
    said: list[Content] = []
    for name in names:
        said += [", "] if said else []
        said.append(name)
    return element(
        "li",
        element("span", label, class_="label"),
        element("strong", value),
        element("span", *said, class_="who"),
        element("span", more, class_="quiet"),
    )


def _value(best: Best) -> str:
    # TRANSLATORS: a total of points with which the box was shut
    return (
        _("{points}, box shut").format(points=number(best.value))
        if best.is_shut
        else number(best.value)
    )


def _or_dash(value: int | None) -> str:
    return "–" if value is None else number(value)


def _shut(line: Line) -> int:
    return line.row.shut if line.row is not None else 0


def _turns(line: Line) -> int:
    return line.row.turns if line.row is not None else 0
