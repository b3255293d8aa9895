"""The board as a web application: which address has which page, and what is refused.

Never: changes anything; it knows GET and HEAD alone. Keep: every answer has the headers that let
a browser run nothing but our own script, whatever a name may hold.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stbpi.board import pages
from stbpi.board.html import Markup
from stbpi.board.hub import Hub
from stbpi.board.pages import Visit
from stbpi.board.stored import Shelf, luck_of
from stbpi.board.stream import EventStream
from stbpi.errors import StbError
from stbpi.history import report
from stbpi.language import LANGUAGES, _, current, speaking

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

LONGEST_ADDRESS = 2000
MOST_WATCHERS = 500
FIRST_LOOK_S = 2.0
"""So long the first page waits for what is stored to be looked at."""

READERS = 2
"""Pages that may read what is stored at the same time."""

_STATIC = {
    "board.css": "text/css",
    **dict.fromkeys(("card.js", "evening.js", "live.js", "replay.js"), "text/javascript"),
    "icon.svg": "image/svg+xml",
}
_MATCH = re.compile(r"(?P<box>.{1,12}):(?P<number>[0-9]{1,9})(?P<form>|\.json|/steps\.json)")

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Board:
    """The pages.

    Args:
        hub: what happens on the boxes.
        shelf: where matches are stored.
    """

    def __init__(self, hub: Hub, shelf: Shelf) -> None:
        self._hub = hub
        self._shelf = shelf
        self._reading = asyncio.Semaphore(READERS)

    def app(self) -> Starlette:
        """Return the application; it follows what is stored for as long as it runs."""
        return Starlette(
            routes=[
                Route("/", self._overview),
                Route("/tv", self._live),
                Route("/box", self._live),
                Route("/events", self._events),
                Route("/tonight", self._tonight),
                Route("/tonight.json", self._tonight_json),
                Route("/tonight.csv", self._tonight_csv),
                Route("/match/{place:path}", self._match),
                Route("/static/{name}", _static),
            ],
            middleware=[Middleware(Guard)],
            exception_handlers={
                HTTPException: _refused,
                StbError: _unreadable,
                Exception: _broken,
            },
            lifespan=self._following,
        )

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
        found = await self._read(self._shelf.tonight)
        seen = [self._hub.seen[box] for box in sorted(self._hub.seen)]
        return _html(pages.overview(_visit(request), seen, found))

    async def _live(self, request: Request) -> Response:
        return _html(pages.live(_visit(request), is_far=request.url.path == "/tv"))

    async def _events(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type=EventStream.media_type)
        if self._hub.watchers >= MOST_WATCHERS:
            raise HTTPException(503, _("Too many are watching; try again later."))
        known = request.headers.get("last-event-id", "")
        return EventStream(self._hub.watch(current(), known))

    async def _tonight(self, request: Request) -> Response:
        return _html(pages.tonight(_visit(request), await self._read(self._shelf.tonight)))

    async def _tonight_json(self, _request: Request) -> Response:
        return JSONResponse(report.games((await self._read(self._shelf.tonight))[::-1]))

    async def _tonight_csv(self, _request: Request) -> Response:
        return Response(
            await self._read(self._shelf.csv),
            media_type="text/csv",
            headers={"Content-Disposition": 'attachment; filename="tonight.csv"'},
        )

    async def _match(self, request: Request) -> Response:
        asked = _MATCH.fullmatch(request.path_params["place"])
        one = None
        if asked is not None:
            box, number = asked["box"], int(asked["number"])
            one = await self._read(lambda: self._shelf.match(box, number))
        if asked is None or one is None:
            raise HTTPException(404, _("There is no such match."))
        match asked["form"]:
            case ".json":
                return JSONResponse(report.show(one, await self._read(lambda: luck_of(one))))
            case "/steps.json":
                return JSONResponse(await self._read(lambda: self._shelf.steps(box, number)))
        return _html(pages.match(_visit(request), one, await self._read(lambda: luck_of(one))))

    async def _read(self, job: Callable[[], T]) -> T:
        async with self._reading:
            return await run_in_threadpool(job)


class Guard:
    """Refuses what nobody needs, adds the headers, and speaks the language of who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                given = [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]
                sent["headers"] = [*sent.get("headers", ()), *given]
            await send(sent)

        request = Request(scope)
        with speaking(language_of(request)):
            refusal = _refusal(scope)
            await (refusal or self._app)(scope, receive, with_headers)


def _refusal(scope: Scope) -> Response | None:
    """Return the answer to what is not even looked at."""
    if scope["method"] not in ("GET", "HEAD"):
        said = _("Nothing can be changed here.")
        return _plain(said, 405, {"Allow": "GET, HEAD"})
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
        return _plain(_("The address is too long."), 414)
    return None


def language_of(request: Request) -> str:
    """Return the language that a page is asked for in, by the address or by the browser.

    The browser's languages are tried in the order of what it prefers; none of ours stands for
    that of this program.
    """
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for code in _preferred(request.headers.get("accept-language", "")):
        code = {"no": "nb", "nn": "nb"}.get(code, code)
        if code in LANGUAGES:
            return code
    return current()


def _preferred(accepted: str) -> list[str]:
    """Read `da, en-GB;q=0.8` as the codes of languages, the most preferred first."""
    weighed: list[tuple[float, str]] = []
    for part in accepted[:200].split(","):
        tag, _semicolon, parameters = part.partition(";")
        code = tag.strip().lower().split("-")[0]
        found = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", parameters)
        weight = float(found[1]) if found else 1.0
        if code and weight:
            weighed.append((-weight, code))
    return [code for _weight, code in sorted(weighed, key=lambda one: one[0])]


def _visit(request: Request) -> Visit:
    asked = request.query_params
    lang = asked.get("lang", "")
    box = asked.get("box", "")[:12]
    return Visit(request.url.path, box, lang if lang in LANGUAGES else "")


def _elsewhere(request: Request) -> Visit:
    """Return what links of a page follow from that has no address of its own."""
    return Visit("/", lang=_visit(request).lang)


async def _static(request: Request) -> Response:
    kind = _STATIC.get(request.path_params["name"])
    if kind is None:
        raise HTTPException(404, _("There is no such page."))
    file = files("stbpi.board") / "static" / request.path_params["name"]
    return Response(file.read_bytes(), media_type=kind)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    what = _("There is no such page.") if error.detail == "Not Found" else error.detail
    return _html(pages.problem(_elsewhere(request), what), error.status_code)


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, StbError)
    return _html(pages.problem(_elsewhere(request), error.what, error.do), 503)


async def _broken(_request: Request, error: Exception) -> Response:
    logger.error("a page failed", exc_info=error)
    return _plain(_("This page can't be made; what is wrong stands in the log."), 500)


def _html(page: Markup, status: int = 200) -> Response:
    return HTMLResponse(str(page), status)


def _plain(text: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return Response(f"{text}\n", status, headers, media_type="text/plain")
