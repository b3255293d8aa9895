"""How the leagues stand: a table, or a bracket, what was played and what is still to be played.

Never: reads what is stored, counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from stbpi.board.html import Content, Markup, element, table
from stbpi.board.pages import naming
from stbpi.board.pages.frame import LEAGUE, Visit, files, page
from stbpi.language import _, all_of, number
from stbpi.league import league_words as words
from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.outcomes import Player
from stbpi.league.plan import Kind, Plan
from stbpi.league.standing import Standing


def leagues(visit: Visit, plans: Sequence[Plan]) -> Markup:
    """Write where the leagues are, by their numbers from 1."""
    ways = [
        element("li", element("a", words.title(plan), href=visit.link(f"{LEAGUE}/{number_}")))
        for number_, plan in enumerate(plans, start=1)
    ]
    text = _("There is no league; {option} of {command} names one.")
    none = element("p", text.format(option="--league", command="stbpi board"))
    return page(visit, _("Leagues"), element("ul", *ways) if ways else none)


def league(visit: Visit, number_: int, told: Standing, known: Collection[str]) -> Markup:
    """Write how a league stands.

    Args:
        visit: what is asked for.
        number_: of the league, from 1.
        told: how it stands.
        known: who has ever played anywhere.
    """
    plan, path = told.plan, f"{LEAGUE}/{number_}"
    return page(
        visit,
        plan.name or _("League"),
        element("p", words.title(replace(plan, name="")), class_="quiet"),
        *_won(told),
        *(
            _bracket(visit, told, known)
            if plan.kind is Kind.KNOCK_OUT
            else _round_robin(visit, told, known)
        ),
        *(element("p", text, class_="bad") for text in words.unseen(plan, sorted(known)) if text),
        files(visit, ("CSV", f"{path}.csv"), ("JSON", f"{path}.json")),
    )


def _won(told: Standing) -> Iterator[Markup]:
    if told.winners:
        said = _("The league is won by {players}.").format(players=all_of(told.winners))
        yield element("p", said, class_="winner")


def _round_robin(visit: Visit, told: Standing, known: Collection[str]) -> Iterator[Markup]:
    # TRANSLATORS: heads of columns; the points by which matches were won, less those by which
    # they were lost; points of the league
    last = [_("difference"), _("points")]
    head = ["", _("player"), _("played"), _("won"), _("drawn"), _("lost"), *last]
    rows = [
        [
            f"{row.place}.",
            _who(visit, row.player, known),
            *map(number, (row.played, row.won, row.drawn, row.lost)),
            ("+" if row.difference > 0 else "") + number(row.difference),
            number(row.points),
        ]
        for row in told.table
    ]
    yield table(head, rows)
    yield element("p", words.ties(), class_="quiet")
    done = [one for one in told.fixtures if one.stands is not Stands.OPEN]
    open_ = [one for one in told.fixtures if one.stands is Stands.OPEN]
    if open_:
        yield element("h2", _("Still to be played"))
        yield _fixtures(visit, open_, told)
        yield element("p", _("Who stands first begins."), class_="quiet")
    if done:
        yield element("h2", _("Played"))
        yield _fixtures(visit, done[::-1], told)


def _fixtures(visit: Visit, fixtures: Sequence[Fixture], told: Standing) -> Markup:
    is_open = all(one.stands is Stands.OPEN for one in fixtures)
    head = [_("round"), _("players"), *([] if is_open else [_("result"), _("match")])]
    rows = [
        [
            number(one.round),
            words.players(one),
            *([] if is_open else [words.decided(one, told.plan), _match(visit, one)]),
        ]
        for one in fixtures
    ]
    return table(head, rows)


def _match(visit: Visit, one: Fixture) -> Content:
    place = one.met.match if one.met is not None else ""
    box, _colon, number_ = place.rpartition(":")
    if number_.isascii() and number_.isdecimal():
        return naming.match(visit, box, int(number_))
    return _("written by hand") if one.met is not None else "–"


def _bracket(visit: Visit, told: Standing, known: Collection[str]) -> Iterator[Markup]:
    """Write the rounds of a knock-out side by side."""
    last = max((one.round for one in told.fixtures), default=0)
    rounds = [
        element(
            "li",
            element("h2", words.round_of(round_, last, is_bracket=True)),
            element("ol", *(_pair(visit, one, told, known) for one in fixtures)),
        )
        for round_, fixtures in groupby(told.fixtures, key=attrgetter("round"))
    ]
    yield element(
        "div",
        element("ol", *rounds, class_="bracket"),
        class_="wide",
        tabindex="0",
        role="region",
        aria_label=_("Bracket"),
    )


def _pair(visit: Visit, one: Fixture, told: Standing, known: Collection[str]) -> Markup:
    sides = [one.home] if one.stands is Stands.BYE else [one.home, one.away]
    said: list[Content] = []
    for name in sides:
        has_won = bool(name) and name == one.winner
        who = _who(visit, name, known) if name else words.UNKNOWN
        kind = "won" if has_won else "lost" if one.winner else "side"
        said.append(element("div", who, *([" ★"] if has_won else []), class_=kind))
    more: Content = words.decided(one, told.plan)
    if one.stands is Stands.PLAYED:
        more = _match(visit, one)
    return element("li", *said, element("small", more))


def _who(visit: Visit, name: str, known: Collection[str]) -> Content:
    """Name a player, as a link to his page if he has ever played."""
    return naming.player(visit, Player(name)) if name in known else name
