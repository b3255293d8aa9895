"""Pages of the books: the statistics to page through, and the posters that call for players.

A page's figure has 21 small letters for name and value; a poster's title 14 large ones, its lines
18 small ones. Longer wordings are for whoever has the room.

Never: draws; reads a journal. Keep: what was counted since a clearing stands before what was
counted for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from textwrap import wrap

from stbpi.books.boards import Board, Entry, Span
from stbpi.books.counts import LEFT, Audits, Counts
from stbpi.books.match import PlayedMatch, Result
from stbpi.desk.page import CODE, SCAN, Figure, Figures, Poster
from stbpi.display import names
from stbpi.games.game import View
from stbpi.language import Message, counted, message

FIGURES = 4
"""On a page."""

ROWS = 3
"""On a poster."""

LINE = 18
"""Small letters of a poster's line."""

MANY = 10_000
"""Numbers from here on are told in thousands."""


def statistics(audits: Audits) -> tuple[Figures, ...]:
    """Return the main audits, four a page, and the histograms."""
    figures = _main(audits)
    title = _title(is_cleared=audits.is_cleared)
    pages = [
        Figures(title=title, figures=figures[i : i + FIGURES], at=0, of=0)
        for i in range(0, len(figures), FIGURES)
    ]
    pages += [*_lists(audits.recent), *_histograms(audits.recent)]
    return tuple(replace(page, at=at, of=len(pages)) for at, page in enumerate(pages, start=1))


def posters(
    view: View,
    *,
    box: str,
    board: Board,
    last: PlayedMatch | None,
    greeting: str = "",
    address: str = "",
    faults: Sequence[Message] = (),
) -> tuple[Poster, ...]:
    """Return what is shown in turn while nobody plays.

    Args:
        view: of the set-up, or of the match that is over: has the rules in force.
        box: the name of the box.
        board: the records of these rules.
        last: the last match; `None` before the first.
        greeting: what the landlord says.
        address: of the board's pages.
        faults: what should be looked at, the gravest first.
    """
    wanted = (
        _title_poster(view, box),
        _records_poster(board),
        _how_to(),
        _last_match(last) if last is not None else None,
        _greeting(greeting, box) if greeting else None,
        _code(address) if address else None,
        _faults(faults) if faults else None,
    )
    return tuple(poster for poster in wanted if poster is not None)


# Statistics


def _title(*, is_cleared: bool) -> Message:
    if is_cleared:
        return message("Recent / ever")
    return message("Statistics")


def _main(audits: Audits) -> tuple[Figure, ...]:
    def figure(name: Message, read: Callable[[Counts], Message]) -> Figure:
        recent, ever = read(audits.recent), read(audits.ever)
        if not audits.is_cleared:
            return Figure(name, ever)
        return Figure(name, message("{recent}/{ever}", recent=recent, ever=ever))

    faults = message(
        "{open} open, {ever} ever|{open}/{ever}",
        open=len(audits.faults),
        ever=_whole(audits.ever.faults),
    )
    favourite = audits.recent.matches_of[:1] or audits.ever.matches_of[:1]
    preset = _preset_of(favourite[0][0]) if favourite else _NONE
    return (
        figure(message("Matches"), lambda counts: _whole(counts.started)),
        figure(message("Turns"), lambda counts: _whole(counts.turns)),
        figure(message("Shut boxes|Shut"), lambda counts: _whole(counts.shut)),
        figure(message("Shut, %|Shut %"), lambda counts: _decimal(counts.shut_percent)),
        figure(message("Left standing|Left"), lambda counts: _decimal(counts.average_left)),
        figure(message("Best turn|Best"), lambda counts: _whole_or_none(counts.best)),
        figure(message("Match minutes|Minutes"), lambda counts: _decimal(counts.match_minutes)),
        figure(message("Players"), lambda counts: _decimal(counts.players)),
        figure(message("Set aside|Aside"), lambda counts: _whole(counts.set_aside)),
        figure(message("Hours on|On, h"), lambda counts: _whole(int(counts.hours_on))),
        figure(message("Hours played|Played, h"), lambda counts: _whole(int(counts.hours_played))),
        Figure(message("Most played|Most"), preset),
        figure(message("Wrong covers, %|Wrong, %"), lambda counts: _decimal(counts.wrong_per_100)),
        figure(message("Switched on|Starts"), lambda counts: _whole(counts.starts)),
        Figure(message("Faults"), faults),
    )


def _lists(counts: Counts) -> list[Figures]:
    dice = counts.dice
    pages = [
        Figures(
            title=message("Dice"),
            figures=(
                Figure(message("Throws"), _whole(counts.throws)),
                Figure(message("Faces"), dice.fairness_of_faces.words),
                Figure(message("Two dice"), dice.fairness_of_totals.words),
            ),
            at=0,
            of=0,
        )
    ]
    if counts.matches_of:
        most = tuple(
            Figure(_preset_of(name), _whole(count)) for name, count in counts.matches_of[:FIGURES]
        )
        pages.append(Figures(title=message("Most played"), figures=most, at=0, of=0))
    return pages


def _histograms(counts: Counts) -> list[Figures]:
    def bars(title: Message, heights: Sequence[int], first: str, last: str) -> Figures:
        return Figures(title=title, bars=tuple(heights), first=first, last=last, at=0, of=0)

    pages = [
        bars(message("Matches by hour|By hour"), counts.by_hour, "0", "23"),
        bars(message("Matches Mon-Sun|Mon-Sun"), counts.by_weekday, "", ""),
        bars(message("Left by a turn|Left"), counts.by_left, str(LEFT[0]), f"{LEFT[-1]}+"),
        bars(message("Seconds of a turn|Seconds"), counts.by_seconds, "<10", ">120"),
        bars(message("Tile closes|Closes"), counts.closes, "1", "12"),
        bars(message("Longest bounce, ms|Bounce, ms"), counts.bounces, "1", "12"),
    ]
    return [page for page in pages if any(page.bars)]


# Posters


def _title_poster(view: View, box: str) -> Poster:
    if view.rounds:
        lasts = counted("{n} round", "{n} rounds", view.rounds)
    else:
        lasts = message("no round limit|no limit")
    tiles = counted("{n} tile", "{n} tiles", view.tiles)
    lines = (
        message("{name}", name=box),
        _preset(view.preset),
        message("{tiles}, {lasts}", tiles=tiles, lasts=lasts),
    )
    return Poster(kind="title", title=message("Shut the Box"), lines=lines)


def _records_poster(board: Board) -> Poster | None:
    """Return tonight's best, or those of ever before anybody has played."""
    for span, title in (
        (Span.TONIGHT, message("Tonight's best|Tonight")),
        (Span.EVER, message("Best ever")),
    ):
        entries = board.table(span).matches[:ROWS]
        if entries:
            lines = tuple(_row(place, entry) for place, entry in enumerate(entries, start=1))
            return Poster(kind="records", title=title, lines=lines)
    return None


def _row(place: int, entry: Entry) -> Message:
    if entry.is_shut:
        return message("{place} {name}: shut|{name}: shut|{name}", place=place, name=entry.name)
    return message(
        "{place} {name}: {score}|{name}: {score}|{name}",
        place=place,
        name=entry.name,
        score=entry.score,
    )


def _how_to() -> Poster:
    return Poster(
        kind="how_to",
        title=message("How to play"),
        lines=(
            message("Close tile 3 for three players|Tile 3: 3 players"),
            message("Press the button to start|Press: start"),
            message("Hold it for other rules|Hold: other rules"),
        ),
    )


def _last_match(last: PlayedMatch) -> Poster | None:
    """Return who has won the last match, and what the players have."""
    result = last.result
    if result is None or not last.names:
        return None
    seats = sorted(range(1, len(last.names) + 1), key=lambda seat: seat not in result.winners)
    lines = tuple(_standing(last, result, seat) for seat in seats[:ROWS])
    return Poster(kind="last_match", title=message("Last match"), lines=lines)


def _standing(last: PlayedMatch, result: Result, seat: int) -> Message:
    name = last.names[seat - 1]
    if not result.totals:
        has_won = seat in result.winners
        return message("{name} wins|{name}", name=name) if has_won else message("{name}", name=name)
    return message("{name}: {total}|{name}", name=name, total=result.totals[seat - 1])


def _code(address: str) -> Poster:
    return Poster(kind=CODE, title=SCAN, lines=(message("{line}", line=address),))


def _greeting(greeting: str, box: str) -> Poster:
    lines = tuple(message("{line}", line=line) for line in wrap(greeting, LINE)[:ROWS])
    return Poster(kind="greeting", title=message("{name}", name=box), lines=lines)


def _faults(lines: Sequence[Message]) -> Poster:
    return Poster(kind="faults", title=message("Look at this|Look here"), lines=tuple(lines[:ROWS]))


# Words and numbers

_NONE = message("none")


def _preset_of(name: str) -> Message:
    return _preset(name.rpartition("/")[2])


def _preset(code: str) -> Message:
    named = names.preset(code)
    return named if isinstance(named, Message) else message("{name}", name=named)


def _whole(count: int) -> Message:
    if count < MANY:
        return message("{n}", n=count)
    # TRANSLATORS: thousands, as short as can be: 12k
    return message("{n}k", n=count // 1000)


def _whole_or_none(count: int | None) -> Message:
    return _NONE if count is None else _whole(count)


def _decimal(value: float) -> Message:
    if value >= 100:
        return _whole(round(value))
    whole, tenths = divmod(round(value * 10), 10)
    # TRANSLATORS: a number with one digit behind the point: 2.5
    return message("{whole}.{tenths}", whole=whole, tenths=tenths)
