"""A league in words: its table, what was played, what is still to be played.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time

from stbpi.display import names
from stbpi.history.columns import aligned
from stbpi.history.matches import called_most_like
from stbpi.language import Message, _, all_of, counted, date_time, message, number
from stbpi.language import date as date_said
from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.plan import Kind, Plan
from stbpi.league.round_robin import Row
from stbpi.league.standing import Standing

UNKNOWN = "…"
"""Stands for a player who is not known yet."""

NOON = time(12)

_KINDS: Mapping[Kind, Message] = {
    Kind.ROUND_ROBIN: message("round robin"),
    Kind.KNOCK_OUT: message("knock-out"),
}


def lines(told: Standing) -> Iterator[str]:
    """Write how a league stands."""
    yield title(told.plan)
    if told.table:
        yield from ("", *_table(told.table))
    done = [one for one in told.fixtures if one.stands is not Stands.OPEN and any(one.pair)]
    if done:
        yield from ("", _("Played:"), *_rows(done, told))
    open_ = [one for one in told.fixtures if one.stands is Stands.OPEN]
    if open_:
        yield from ("", _("Still to be played; who stands first begins:"), *_rows(open_, told))
    if told.winners:
        said = _("The league is won by {players}.").format(players=all_of(told.winners))
        yield from ("", said)
    if told.table:
        yield from ("", ties())


def title(plan: Plan) -> str:
    """Name a league, and say what counts for it."""
    parts = [plan.name, str(_KINDS[plan.kind])]
    parts += [str(names.game(plan.game))] if plan.game else []
    parts += [str(names.preset(plan.preset))] if plan.preset else []
    if plan.since is not None:
        parts.append(_("since {day}").format(day=_when(plan.since)))
    if plan.until is not None:
        parts.append(_("until {day}").format(day=_when(plan.until)))
    return " · ".join(part for part in parts if part)


def ties() -> str:
    """Say what decides between equal points."""
    return _(
        "Between equal points decides the difference, then the matches among those who are equal."
    )


def unseen(plan: Plan, known: Sequence[str]) -> list[str]:
    """Say which players have never played anywhere: their names may be written otherwise.

    Args:
        plan: the league.
        known: who has ever played.
    """
    said = []
    for name in plan.players:
        if name not in known:
            near = called_most_like(name, known)
            text = (
                _("Nobody called {player} has played yet. Did you mean {nearest}?")
                if near
                else _("Nobody called {player} has played yet.")
            )
            said.append(text.format(player=name, nearest=near))
    return ["", *said] if said else []


def _when(day: date) -> str:
    if isinstance(day, datetime):
        return date_time(day.timestamp())
    return date_said(datetime.combine(day, NOON).timestamp())


def _table(rows: Iterable[Row]) -> list[str]:
    # TRANSLATORS: heads of columns; the points by which matches were won, less those by which
    # they were lost; points of the league
    last = [_("difference"), _("points")]
    heads = ["", _("player"), _("played"), _("won"), _("drawn"), _("lost"), *last]
    return aligned([heads, *map(_cells, rows)], left=2)


def _cells(row: Row) -> list[str]:
    figures = (row.played, row.won, row.drawn, row.lost)
    sign = "+" if row.difference > 0 else ""
    last = (f"{sign}{number(row.difference)}", number(row.points))
    return [f"{row.place}.", row.player, *map(number, figures), *last]


def _rows(fixtures: Iterable[Fixture], told: Standing) -> list[str]:
    last = max(one.round for one in told.fixtures)
    is_bracket = told.plan.kind is Kind.KNOCK_OUT
    rows = [
        [
            f"  {round_of(one.round, last, is_bracket=is_bracket)}",
            players(one),
            _result(one, told.plan),
        ]
        for one in fixtures
    ]
    return aligned(rows, left=3)


def round_of(round_: int, last: int, *, is_bracket: bool) -> str:
    """Name a round."""
    if is_bracket and round_ == last:
        return _("final")
    if is_bracket and round_ == last - 1:
        return _("semi-final")
    return _("round {n}").format(n=round_)


def players(fixture: Fixture) -> str:
    """Name who meets whom."""
    if fixture.stands is Stands.BYE:
        return fixture.home or ""
    return f"{fixture.home or UNKNOWN} – {fixture.away or UNKNOWN}"


def _result(fixture: Fixture, plan: Plan) -> str:
    """Say how a fixture was decided, and where."""
    if fixture.stands is not Stands.PLAYED:
        return decided(fixture, plan)
    met = fixture.met
    where = met.match if met is not None and met.match else _("written by hand")
    return f"{decided(fixture, plan)} ({where})"


def decided(fixture: Fixture, plan: Plan) -> str:
    """Say how a fixture was decided."""
    match fixture.stands:
        case Stands.OPEN:
            return ""
        case Stands.BYE:
            return _("goes on without a match")
        case Stands.VOID:
            return _("does not count: {player} has left").format(player=_left(fixture, plan))
        case Stands.WALKOVER:
            text = _("{winner}: {player} has left")
            return text.format(winner=fixture.winner, player=_left(fixture, plan))
        case Stands.PLAYED:
            return _played(fixture)


def _left(fixture: Fixture, plan: Plan) -> str:
    return all_of([name for name in (fixture.home, fixture.away) if name and name in plan.left])


def _played(fixture: Fixture) -> str:
    met = fixture.met
    by = met.by if met is not None else 0
    if not fixture.winner:
        return _("draw")
    if not by:
        return fixture.winner
    # TRANSLATORS: who has won, and by how many points
    text = counted("{winner} by {n} point", "{winner} by {n} points", by, winner=fixture.winner)
    return str(text)
