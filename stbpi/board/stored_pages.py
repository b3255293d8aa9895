"""The pages of what is stored: what each of them is made of, and the same for other programs.

What is of one match or one evening is read anew for each page; what is of all matches is kept
(`almanac`), and made by one thread at a time, so that a page that takes long holds up no other.

Never: writes.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stbpi.board import portrait, ranking, report
from stbpi.board.almanac import Almanac, Chronicle
from stbpi.board.answers import FORMS, Leaf, as_json, csv, html, visit
from stbpi.board.pages import audits as audit_pages
from stbpi.board.pages import boards, leagues, players, ratings
from stbpi.board.pages.match import match as match_page
from stbpi.board.portrait import Portrait
from stbpi.board.ranking import Board
from stbpi.board.stored import Shelf, luck_of
from stbpi.errors import StbError
from stbpi.history import days
from stbpi.history import report as of_matches
from stbpi.history.matches import StoredMatch
from stbpi.language import _
from stbpi.league import plan_file
from stbpi.league import report as of_leagues
from stbpi.league.plan import Plan
from stbpi.league.ratings import Ladder, ladders
from stbpi.league.seasons import By, Season, season_of
from stbpi.league.seasons import read as read_season
from stbpi.league.standing import standing

READERS = 2
"""Pages that may read one match or one evening at the same time."""

SWITCH_S = 0.0005
"""So long the loop waits for its turn while a thread computes."""

MOST_EVENINGS = 8
"""Evenings that are offered for the audits."""

EVER = Season("", None, None)

_MATCH = re.compile(r"(?P<box>.{1,12}):(?P<number>[0-9]{1,9})(?P<form>|\.csv|\.json|/steps\.json)")

T = TypeVar("T")

Making = Callable[[Request], Leaf]
Reading = Callable[[Callable[[], Response]], Awaitable[Response]]


class Readers:
    """Lets threads read what is stored; what is quickly read waits for nothing that takes long."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_S)
        self._quick = asyncio.Semaphore(READERS)
        self._all = asyncio.Semaphore(1)
        self._audits = asyncio.Semaphore(1)

    async def quick(self, job: Callable[[], T]) -> T:
        """Read a match, or those of this evening."""
        async with self._quick:
            return await run_in_threadpool(job)

    async def all(self, job: Callable[[], T]) -> T:
        """Read what is made of all matches."""
        async with self._all:
            return await run_in_threadpool(job)

    async def audits(self, job: Callable[[], T]) -> T:
        """Read all events of an evening."""
        async with self._audits:
            return await run_in_threadpool(job)


class StoredPages:
    """The pages of what is stored.

    Args:
        shelf: where it is.
        readers: they read it.
        plans: the files of the leagues.
    """

    def __init__(self, shelf: Shelf, readers: Readers, plans: Sequence[Path] = ()) -> None:
        self._shelf = shelf
        self._readers = readers
        self._plans = tuple(plans)
        self._almanac = Almanac(shelf.path, shelf.box)

    def routes(self) -> list[Route]:
        return [
            *self._in_all_forms("/tonight", self._tonight, self._readers.quick),
            *self._in_all_forms("/season", self._season, self._readers.all),
            *self._in_all_forms("/ever", self._ever, self._readers.all),
            *self._in_all_forms("/players", self._players, self._readers.all),
            *self._in_all_forms("/ratings", self._ratings, self._readers.all),
            *self._in_all_forms("/audits", self._audits, self._readers.audits),
            Route("/tonight/boards.csv", self._boards_of_tonight),
            Route("/players/{name:path}", self._player),
            Route("/league", self._leagues),
            Route("/league/{place}", self._league),
            Route("/match/{place:path}", self._match),
        ]

    def _in_all_forms(self, path: str, make: Making, read: Reading) -> list[Route]:
        def route(form: str) -> Route:
            async def answer(request: Request) -> Response:
                return await read(lambda: self._answer(request, make(request), form, path[1:]))

            return Route(path + form, answer)

        return [route(form) for form in FORMS]

    def _answer(self, request: Request, leaf: Leaf, form: str, name: str) -> Response:
        return leaf.answer(visit(request), form, name)

    def _tonight(self, _request: Request) -> Leaf:
        found = self._shelf.tonight()
        return Leaf(
            page=lambda visit: boards.tonight(visit, found, _boards(found)),
            data=lambda: {
                **of_matches.games(found[::-1]),
                "boards": report.board_list(_boards(found)),
            },
            table=self._shelf.matches_of_tonight,
        )

    async def _boards_of_tonight(self, _request: Request) -> Response:
        def make() -> Response:
            found = _boards(self._shelf.tonight())
            return csv("boards", report.BOARDS, report.board_rows(None, found))

        return await self._readers.quick(make)

    def _season(self, request: Request) -> Leaf:
        chronicle = self._almanac.read()
        season = self._asked(request) or self._now()
        found = _boards_of(chronicle, season)
        return Leaf(
            page=lambda visit: boards.season(visit, season, _evenings(chronicle), found),
            data=lambda: report.boards(season, found),
            table=lambda: (report.BOARDS, report.board_rows(season, found)),
        )

    def _ever(self, _request: Request) -> Leaf:
        found = _boards_of(self._almanac.read(), EVER)
        return Leaf(
            page=lambda visit: boards.ever(visit, found),
            data=lambda: report.boards(None, found),
            table=lambda: (report.BOARDS, report.board_rows(None, found)),
        )

    def _ratings(self, request: Request) -> Leaf:
        chronicle = self._almanac.read()
        season = self._asked(request) or EVER
        found = _ladders(chronicle, season)
        told = [(season, found)]
        return Leaf(
            page=lambda visit: ratings.ratings(visit, season, _evenings(chronicle), found),
            data=lambda: of_leagues.ratings(told),
            table=lambda: (of_leagues.RATINGS, of_leagues.rating_rows(told)),
        )

    def _players(self, _request: Request) -> Leaf:
        chronicle = self._almanac.read()
        known = chronicle.made(lambda all_: portrait.everybody(all_.matches), "players")
        return Leaf(
            page=lambda visit: players.players(visit, known),
            data=lambda: report.players(known),
            table=lambda: (report.PLAYERS, report.player_list(known)),
        )

    async def _player(self, request: Request) -> Response:
        written = request.path_params["name"]
        form = next((form for form in FORMS[1:] if written.endswith(form)), "")
        name = written.removesuffix(form) or request.query_params.get("name", "")

        def make() -> Response:
            one = self._almanac.read().made(lambda all_: self._portrait(all_, name), "player", name)
            leaf = Leaf(
                page=lambda visit: players.player(visit, one),
                data=lambda: report.player(one),
                table=lambda: (report.PLAYER, report.player_rows(one)),
            )
            return self._answer(request, leaf, form, "player")

        return await self._readers.all(make)

    def _portrait(self, chronicle: Chronicle, name: str) -> Portrait:
        told = portrait.of_player(chronicle.told, name)
        if not told:
            raise HTTPException(404, _("Nobody is called so who has played here."))
        self._almanac.judged(told, name)
        return portrait.portrait(told, name)

    async def _leagues(self, request: Request) -> Response:
        if len(self._plans) == 1:
            return await self._readers.all(lambda: self._told_league(request, 1, ""))

        def make() -> Response:
            plans = [self._plan(path) for path in self._plans]
            return html(leagues.leagues(visit(request), plans))

        return await self._readers.quick(make)

    async def _league(self, request: Request) -> Response:
        asked = re.fullmatch(r"([1-9][0-9]{0,3})(|\.csv|\.json)", request.path_params["place"])
        if asked is None:
            raise HTTPException(404, _("There is no such league."))
        number, form = int(asked[1]), asked[2]
        return await self._readers.all(lambda: self._told_league(request, number, form))

    def _plan(self, file: Path) -> Plan:
        """Read a league, and let nobody in it be called by a name that is forgotten."""
        return plan_file.read(file).called(self._almanac.called)

    def _told_league(self, request: Request, number: int, form: str) -> Response:
        if number > len(self._plans):
            raise HTTPException(404, _("There is no such league."))
        plan = self._plan(self._plans[number - 1])
        chronicle = self._almanac.read()
        told = standing(plan, chronicle.outcomes)
        known = {name for match in chronicle.matches for name in match.played.names}
        leaf = Leaf(
            page=lambda visit: leagues.league(visit, number, told, known),
            data=lambda: of_leagues.league(told),
            table=lambda: of_leagues.league_rows(told),
        )
        return self._answer(request, leaf, form, "league")

    def _audits(self, request: Request) -> Leaf:
        evenings = self._shelf.evenings()
        asked = request.query_params.get("day")
        try:
            day = days.read(asked) if asked else self._evening()
        except StbError as exc:
            raise HTTPException(404, exc.what) from exc
        found = self._shelf.audits(day)
        offered = sorted({*evenings[-MOST_EVENINGS:], day}, reverse=True)
        return Leaf(
            page=lambda visit: audit_pages.audits(visit, day, offered, found),
            data=lambda: report.audits(day, found),
            table=lambda: (report.AUDITS, report.audit_rows(found)),
        )

    async def _match(self, request: Request) -> Response:
        asked = _MATCH.fullmatch(request.path_params["place"])
        if asked is None:
            raise HTTPException(404, _("There is no such match."))
        box, number, form = asked["box"], int(asked["number"]), asked["form"]

        def make() -> Response:
            if form == "/steps.json":
                return as_json(self._shelf.steps(box, number))
            one = self._shelf.match(box, number)
            if one is None:
                raise HTTPException(404, _("There is no such match."))
            leaf = Leaf(
                page=lambda visit: match_page(visit, one, luck_of(one)),
                data=lambda: of_matches.show(one, luck_of(one)),
                table=lambda: self._shelf.turns(one),
            )
            return self._answer(request, leaf, form, "match")

        return await self._readers.quick(make)

    def _asked(self, request: Request) -> Season | None:
        """Return the season that is asked for; `None` if none is."""
        asked = request.query_params.get("season")
        try:
            return read_season(asked) if asked else None
        except StbError as exc:
            raise HTTPException(404, exc.what) from exc

    def _now(self) -> Season:
        return season_of(self._evening(), By.YEAR)

    def _evening(self) -> date:
        """Return the evening that it is."""
        return days.evening(int(self._shelf.now())) or date.today()


def _boards(found: Sequence[StoredMatch]) -> list[Board]:
    """Return the boards of matches of which the newest is the first."""
    return ranking.boards(found[::-1])


def _boards_of(chronicle: Chronicle, season: Season) -> list[Board]:
    def make(all_: Chronicle) -> list[Board]:
        return ranking.boards(match for match in all_.matches if season.has(match.evening))

    return chronicle.made(make, "boards", season.name)


def _ladders(chronicle: Chronicle, season: Season) -> list[Ladder]:
    def make(all_: Chronicle) -> list[Ladder]:
        return ladders(one for one in all_.outcomes if season.has(one.evening))

    return chronicle.made(make, "ratings", season.name)


def _evenings(chronicle: Chronicle) -> frozenset[date | None]:
    """Return the evenings on which anything was played."""
    return chronicle.made(lambda all_: frozenset(m.evening for m in all_.matches), "evenings")
