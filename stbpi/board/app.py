"""The board as a web application: which address has which page, and what is refused.

Never: changes anything; `guard` stands before it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from stbpi.board.answers import as_json, elsewhere, html, visit
from stbpi.board.guard import Guard, plain
from stbpi.board.hub import Hub
from stbpi.board.pages.frame import problem
from stbpi.board.pages.live import live
from stbpi.board.pages.overview import overview
from stbpi.board.scores import Scores
from stbpi.board.slides import slides
from stbpi.board.stored import Shelf
from stbpi.board.stored_pages import Readers, StoredPages
from stbpi.board.stream import EventStream
from stbpi.errors import StbError
from stbpi.language import _, current

MOST_WATCHERS = 500
FIRST_LOOK_S = 2.0
"""So long the first page waits for what is stored to be looked at."""

_STATIC = {
    "board.css": "text/css",
    "score.css": "text/css",
    **dict.fromkeys(("card.js", "evening.js", "live.js", "replay.js"), "text/javascript"),
    **dict.fromkeys(("score.js", "score_sheet.js", "score_ahead.js"), "text/javascript"),
    **dict.fromkeys(("score_kept.js", "score_rules.js", "score_made.js"), "text/javascript"),
    "icon.svg": "image/svg+xml",
}

logger = logging.getLogger(__name__)


class Board:
    """The pages.

    Args:
        hub: what happens on the boxes.
        shelf: where matches are stored.
        scores: the score sheets that are kept by hand.
        leagues: the files of the leagues.
    """

    def __init__(
        self, hub: Hub, shelf: Shelf, scores: Scores, leagues: Sequence[Path] = ()
    ) -> None:
        self._hub = hub
        self._shelf = shelf
        self._scores = scores
        self._has_leagues = bool(leagues)
        self._readers = Readers()
        self._stored = StoredPages(shelf, self._readers, leagues)

    def app(self, names: Collection[str] = ()) -> ASGIApp:
        """Return the application; it follows what is stored for as long as it runs.

        Args:
            names: by which it is also reached.
        """
        answers = Starlette(
            routes=[
                Route("/", self._overview),
                Route("/tv", self._live),
                Route("/box", self._live),
                Route("/events", self._events),
                Route("/tonight/slides.json", self._slides),
                *self._stored.routes(),
                *self._scores.routes,
                Route("/static/{name}", _static),
            ],
            exception_handlers={
                HTTPException: _refused,
                StbError: _unreadable,
                Exception: _broken,
            },
            lifespan=self._following,
        )
        answers.state.has_leagues = self._has_leagues
        return Guard(answers, names)

    @asynccontextmanager
    async def _following(self, _app: Starlette) -> AsyncIterator[None]:
        following = asyncio.create_task(self._hub.follow())
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(FIRST_LOOK_S):
                    await self._hub.has_looked.wait()
            yield
        finally:
            self._hub.end()
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _overview(self, request: Request) -> Response:
        found = await self._readers.quick(self._shelf.tonight)
        seen = [self._hub.seen[box] for box in sorted(self._hub.seen)]
        return html(overview(visit(request), seen, found))

    async def _live(self, request: Request) -> Response:
        return html(live(visit(request), is_far=request.url.path == "/tv"))

    async def _events(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type=EventStream.media_type)
        if self._hub.watchers >= MOST_WATCHERS:
            raise HTTPException(503, _("Too many are watching; try again later."))
        known = request.headers.get("last-event-id", "")
        return EventStream(self._hub.watch(current(), known))

    async def _slides(self, _request: Request) -> Response:
        found = await self._readers.quick(lambda: slides(self._shelf.tonight()[::-1]))
        return as_json([asdict(slide) for slide in found])


async def _static(request: Request) -> Response:
    kind = _STATIC.get(request.path_params["name"])
    if kind is None:
        raise HTTPException(404, _("There is no such page."))
    file = files("stbpi.board") / "static" / request.path_params["name"]
    return Response(file.read_bytes(), media_type=kind)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    what = _("There is no such page.") if error.detail == "Not Found" else error.detail
    return html(problem(elsewhere(request), what), error.status_code)


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, StbError)
    return html(problem(elsewhere(request), error.what, error.do), 503)


async def _broken(_request: Request, error: Exception) -> Response:
    logger.error("a page failed", exc_info=error)
    return plain(_("This page can't be made; what is wrong stands in the log."), 500)
