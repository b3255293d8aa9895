"""What a landlord wants to know of an evening, box by box.

Never: reads what is stored, counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time

from stbpi.board import audit_words
from stbpi.board.audit import Audit, Happened
from stbpi.board.html import Content, Markup, element, table
from stbpi.board.pages import naming
from stbpi.board.pages.bars import drawn
from stbpi.board.pages.frame import Visit, choice, page, same_as_files
from stbpi.books.diagnosis import diagnosis
from stbpi.books.report import NUMBERS, histograms
from stbpi.dice.report import as_lines, fits
from stbpi.language import _, number, plural
from stbpi.language import date as date_said

COUNTED = (
    *("matches_started", "matches_ended", "matches_set_aside", "turns", "throws", "boxes_shut"),
    *("average_left", "match_minutes", "turn_seconds", "hours_on", "hours_played"),
    *("wrong_covers", "presses_in_vain", "faults", "operator_entered", "operator_refused"),
)
"""The numbers that are shown, by their names for programs."""

MOST_HAPPENED = 300
"""What has happened on a box that is listed; files have all of it."""

NOON = time(12)


def audits(visit: Visit, day: date, evenings: Sequence[date], found: Sequence[Audit]) -> Markup:
    """Write the page of an evening.

    Args:
        visit: what is asked for.
        day: the evening.
        evenings: those that can be chosen, the newest first.
        found: what has happened on the boxes.
    """
    ways = [
        (_day(one), visit.link(visit.path, day=one.isoformat()), one == day) for one in evenings
    ]
    nothing = element("p", _("Nothing has happened on this evening."))
    return page(
        visit,
        _("Audits of {day}").format(day=_day(day)),
        choice(_("Evenings"), [ways]),
        element("div", *(_box(visit, one) for one in found), class_="boards") if found else nothing,
        same_as_files(visit),
    )


def _box(visit: Visit, one: Audit) -> Markup:
    return element(
        "section",
        element("h2", one.box),
        *_look_at(one),
        _counts(one),
        *_complaints(one),
        element("h3", _("What happened besides the play")),
        *_happened(visit, one),
        element("h3", _("Dice and cards")),
        *_checked(one),
        class_="board",
    )


def _look_at(one: Audit) -> Iterator[Markup]:
    """Say what should be looked at."""
    said = [*map(str, diagnosis(one.audits))]
    if one.unread:
        said.append(plural("{n} event can't be read", "{n} events can't be read", one.unread))
    if one.is_cut:
        said.append(_("There were more events than are counted here"))
    if said:
        yield element("ul", *(element("li", text) for text in said), class_="bad")
    else:
        yield element("p", _("Nothing has to be looked at."), class_="good")


def _counts(one: Audit) -> Markup:
    counts = one.audits.ever
    facts: list[tuple[str, str]] = []
    for name in COUNTED:
        it = NUMBERS[name]
        value = getattr(counts, it.field)
        facts.append((str(it.label), number(value, it.digits)))
    facts.append((_("times switched on"), number(one.starts)))
    return element(
        "dl",
        *(element("div", element("dt", label), element("dd", value)) for label, value in facts),
        class_="facts",
    )


def _complaints(one: Audit) -> Iterator[Markup]:
    """Draw which tiles were closed wrongly, if any were."""
    told = histograms(one.audits.ever)["tile_complaints"]
    counts = dict(told.bars)
    if any(counts.values()):
        yield element("h3", str(told.title))
        yield drawn(str(told.title), counts)


def _happened(visit: Visit, one: Audit) -> Iterator[Markup]:
    if not one.happened:
        yield element("p", _("Nothing."))
        return
    shown = one.happened[:MOST_HAPPENED]
    head = (_("when"), _("match"), _("what"))
    rows = ([*_cells(visit, one.box, it)] for it in shown)
    yield element("div", table(head, rows), class_="wraps")
    more = len(one.happened) - len(shown)
    if more:
        text = plural("{n} more is in the files.", "{n} more are in the files.", more)
        yield element("p", text)


def _cells(visit: Visit, box: str, it: Happened) -> Iterator[Content]:
    yield naming.minute(it.wall)
    yield naming.match(visit, box, it.match, str(it.match)) if it.match > 0 else "–"
    kind = "bad" if audit_words.is_bad(it.event) else False
    yield element("span", audit_words.said(it), class_=kind)


def _checked(one: Audit) -> Iterator[Markup]:
    """Say whether dice and cards were those that the box had committed to."""
    kind = "bad"
    if fits([one.checked]):
        kind = "good" if any(match.throws for match in one.checked.matches) else "quiet"
    lines = [*map(str, as_lines([one.checked]))]
    of_dice = lines.index("") if "" in lines else len(lines)
    for line in lines[:of_dice]:
        yield element("p", line, class_=kind)
    if of_dice < len(lines):
        fair, *more = lines[of_dice + 1 :]
        said = (element("p", line, class_="quiet") for line in more)
        yield element("details", element("summary", fair), *said)


def _day(day: date) -> str:
    return date_said(datetime.combine(day, NOON).timestamp())
