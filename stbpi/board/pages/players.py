"""Who has played, and how one of them plays.

What a turn has left standing is drawn as bars; the same stands below them as a table.

Never: reads what is stored, counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stbpi.board.html import Markup, element, table
from stbpi.board.pages import naming
from stbpi.board.pages.bars import drawn
from stbpi.board.pages.frame import Visit, files, page, same_as_files
from stbpi.board.portrait import Known, Part, Played, Portrait
from stbpi.board.ranking import what
from stbpi.history import luck_words
from stbpi.history.game_stats_words import cell
from stbpi.history.report import bars
from stbpi.history.skill import Measure, Skill
from stbpi.history.stats import Row
from stbpi.language import _, number, plural
from stbpi.league.outcomes import Player
from stbpi.league.ratings_words import called


def players(visit: Visit, known: Sequence[Known]) -> Markup:
    """Write the list of all players."""
    if not known:
        return page(visit, _("Players"), element("p", _("Nobody has played yet.")))
    head = (
        _("player"),
        _("matches"),
        _("ended"),
        _("won"),
        "%",
        _("turns"),
        _("boxes shut"),
        _("last"),
    )
    rows = [
        (
            naming.player(visit, Player(one.name, one.is_bot)),
            number(one.matches),
            number(one.ended),
            number(one.won),
            _share(one.won, one.ended),
            number(one.turns),
            number(one.shut),
            naming.day(one.last),
        )
        for one in known
    ]
    return page(visit, _("Players"), table(head, rows), same_as_files(visit))


def player(visit: Visit, one: Portrait) -> Markup:
    """Write the page of a player."""
    path, _asked = naming.address(one.name)
    evenings = plural("{n} evening", "{n} evenings", len(one.evenings))
    matches = plural("{n} match played", "{n} matches played", one.matches)
    title = called(Player(one.name, one.is_bot))
    return page(
        visit,
        title,
        element("p", f"{matches} · {evenings}", class_="quiet"),
        *_form(visit, one.form),
        element("div", *(_part(part) for part in one.parts), class_="boards"),
        files(visit, ("CSV", f"{path}.csv"), ("JSON", f"{path}.json")),
    )


def _form(visit: Visit, form: Sequence[Played]) -> Iterator[Markup]:
    """Write how the last matches went: a row of marks, the newest last, and a table."""
    if not form:
        return
    yield element("h2", _("Form"))
    marks = [_mark(visit, one) for one in reversed(form)]
    yield element(
        "ol", *marks, class_="form", aria_label=_("The last matches, the newest at the end")
    )
    # TRANSLATORS: heads of columns: gained by luck in a match, and lost by errors
    head = (_("match"), _("place"), _("total"), _("luck"), _("lost"), _("rules"), _("when"))
    rows = []
    for one in form:
        luck, lost = _sums(one.skill)
        rows.append(
            (
                naming.match(visit, one.match.box, one.match.number),
                _place(one),
                "–" if one.total is None else number(one.total),
                luck,
                lost,
                naming.played(what(one.match)),
                naming.moment(one.match.wall),
            )
        )
    yield table(head, rows)
    yield element(
        "p", _("Luck decides most matches; over many of them it comes to nothing."), class_="quiet"
    )


def _mark(visit: Visit, one: Played) -> Markup:
    said = _("won") if one.has_won else _place(one)
    # TRANSLATORS: one letter for a match that was won, and one for a match that was not
    letter = _("W") if one.has_won else _("L")
    label = f"{naming.day(one.match.wall)}: {said}"
    mark = naming.match(visit, one.match.box, one.match.number, letter, label=label)
    return element("li", mark, class_="won" if one.has_won else "lost", title=label)


def _place(one: Played) -> str:
    if one.place is None:
        return "–"
    return f"{one.place}/{len(one.match.played.names)}"


def _part(part: Part) -> Markup:
    """Write what a player has come to in one thing that is played."""
    line, row = part.line, part.line.row
    facts: list[tuple[str, str]] = [
        (_("matches won"), f"{number(line.won)}/{number(line.matches)}"),
        (_("longest winning streak"), number(line.streak)),
    ]
    if row is not None:
        facts += [
            (_("turns"), number(row.turns)),
            (_("boxes shut"), f"{number(row.shut)} ({_share(row.shut, row.turns)})"),
            (_("boxes shut in a row"), number(row.longest_run)),
            (_("left standing, on average"), _mean(row)),
        ]
    if line.turn is not None:
        facts.append((_("best turn"), number(line.turn)))
    if line.total is not None:
        facts.append((_("best total"), number(line.total)))
    if line.own is not None:
        facts += [(str(figure.head), cell(line.own, figure)) for figure in part.figures]
    return element(
        "section",
        element("h2", naming.played(part.what)),
        element(
            "dl",
            *(element("div", element("dt", k), element("dd", v)) for k, v in facts),
            class_="facts",
        ),
        *(_chart(row) if row is not None and row.turns else ()),
        *_luck(part),
        class_="board",
    )


def _luck(part: Part) -> Iterator[Markup]:
    """Write luck and skill, beside how often he has won."""
    won = f"{number(part.line.won)}/{number(part.line.matches)}"
    for title, (head, *rows) in luck_words.tables("", [(won, part.skill)]):
        yield element("h3", title.rstrip(":"))
        yield table([_("matches won"), *head[1:]], rows)
        yield element("p", luck_words.legend(), class_="quiet")


def _chart(row: Row) -> Iterator[Markup]:
    """Draw how turns are spread by what they left standing."""
    spread = bars(row.left.counts)
    names = [*_ranges([*spread])]
    counts = dict(zip(names, spread.values(), strict=True))
    # TRANSLATORS: the sum of the tiles that stood at the end of a turn
    title = _("Turns by the points that they left standing")
    yield element("h3", title)
    yield drawn(title, counts, marked=names[0])
    total = sum(counts.values())
    rows = [
        [_("turns"), *map(number, counts.values())],
        [_("share"), *(_share(n, total) for n in counts.values())],
    ]
    as_table = table([_("points"), *counts], rows)
    yield element("details", element("summary", _("As a table")), as_table)


def _ranges(least: Sequence[int]) -> Iterator[str]:
    """Name the bars: 0, 1–4, … 40+."""
    for low, next_ in zip(least, [*least[1:], 0], strict=True):
        yield f"{low}+" if not next_ else str(low) if next_ == low + 1 else f"{low}–{next_ - 1}"


def _sums(skill: Mapping[Measure, Skill]) -> tuple[str, str]:
    """Write what was gained by luck in a match and lost by errors; by the first measure of it."""
    one = next(iter(skill.values()), None)
    if one is None:
        return "–", "–"
    luck, lost = round(one.luck, 1) + 0.0, round(one.cover_errors + one.dice_errors, 1) + 0.0
    return ("+" if luck > 0 else "") + number(luck, 1), number(lost, 1)


def _mean(row: Row) -> str:
    mean = row.left.mean
    return "–" if mean is None else number(mean, 1)


def _share(part: int, of: int) -> str:
    return f"{number(100 * part / of)} %" if of else "–"
