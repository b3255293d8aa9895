"""`/score`: score sheets of wooden boxes, the only pages of the board that change anything.

    GET  /score                the form of a new sheet            POST: makes one
    GET  /score/rules.json     what a form offers, for a preset and house rules
    GET  /score/SECRET         the page of a sheet                POST: an entry
    GET  /score/SECRET.json    how it stands (`?match=N`: an earlier match on it)
    GET  /score/SECRET.csv     its turns, in the same way

What is sent comes from our own pages, or from no page at all: a page of another place can't send
JSON without being asked where it is from.

Never: decides what follows from an entry (`scorebook`). Keep: what was refused is told in a way
that a page can show, with how the sheet stands then.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar
from urllib.parse import urlsplit
from zlib import crc32

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from stbpi import __version__
from stbpi.board.answers import csv, visit
from stbpi.board.pages import score
from stbpi.board.pages.frame import Visit
from stbpi.errors import ConfigError, NotAllowedError, RulesError, StbError
from stbpi.games.shut_the_box.house_rules import make
from stbpi.language import _, current
from stbpi.scorebook.book import Book, NoMore, NoSheet, Seen
from stbpi.scorebook.entries import NoEntry, read_entry, read_new, read_rules
from stbpi.scorebook.rules import fields
from stbpi.scorebook.told import TURNS, told, turns

LONGEST_BODY = 16 * 1024
"""Bytes of what is sent; our pages send a few hundred."""

_PLACE = re.compile(r"(?P<token>[A-Za-z0-9_-]{22})(?P<form>|\.json|\.csv)")
_MATCH = re.compile(r"[0-9]{1,6}", re.ASCII)

T = TypeVar("T")


class NotTaken(StbError):
    """What was sent is not even looked at.

    Attributes:
        status: of the answer.
    """

    def __init__(self, status: int, what: str) -> None:
        self.status = status
        super().__init__(what)


class Scores:
    """The pages of the score book.

    Args:
        book: the sheets.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._asking = asyncio.Lock()  # the book answers one after the other; no thread waits
        self.routes = [
            Route("/score", self._form, methods=["GET"]),
            Route("/score", self._make, methods=["POST"]),
            Route("/score/rules.json", _rules, methods=["GET"]),
            Route("/score/{place}", self._sheet, methods=["GET"]),
            Route("/score/{place}", self._enter, methods=["POST"]),
        ]

    async def _form(self, request: Request) -> Response:
        trouble: StbError | None = None
        try:
            await self._ask(self._book.check)
        except StbError as exc:
            trouble = exc
        return HTMLResponse(str(score.form(_visit(request), trouble)))

    async def _make(self, request: Request) -> Response:
        try:
            wanted = read_new(await _body(request))
            token = await self._ask(lambda: self._book.make(wanted))
        except StbError as exc:
            return await _refused(exc)
        return JSONResponse({"sheet": token}, 201)

    async def _sheet(self, request: Request) -> Response:
        form = ""
        try:
            token, form = _place(request)
            match = _match(request)
            seen = await self._ask(lambda: self._book.look(token, match))
        except StbError as exc:
            if form:
                return await _refused(exc)
            if isinstance(exc, NoSheet):
                raise HTTPException(404, exc.what) from exc
            raise
        if form == ".csv":
            return csv(f"sheet-{seen.match}", TURNS, turns(seen))
        if form:
            return await _told(request, seen)
        return HTMLResponse(str(score.sheet(_visit(request), token, match)))

    async def _enter(self, request: Request) -> Response:
        try:
            token, form = _place(request)
            if form:
                raise NotTaken(405, _("Nothing can be changed here."))
            sent = read_entry(await _body(request))
            seen = await self._ask(lambda: self._book.enter(token, sent))
        except (NotAllowedError, RulesError) as exc:
            now = await self._ask(lambda: self._book.look(token))
            return await _refused(exc, now)
        except StbError as exc:
            return await _refused(exc)
        return JSONResponse(await run_in_threadpool(told, seen))

    async def _ask(self, job: Callable[[], T]) -> T:
        async with self._asking:
            return await run_in_threadpool(job)


async def _rules(request: Request) -> Response:
    try:
        preset, house_rules = read_rules(request.query_params)
    except StbError as exc:
        return await _refused(exc)
    return JSONResponse(
        {
            "about": score.about_preset(preset),
            "rules": fields(make(preset, house_rules), at_start=True),
        }
    )


async def _body(request: Request) -> bytes:
    """Read what was sent.

    Raises:
        NotTaken: it is not from a page of ours, is no JSON, or too long to be read.
    """
    if not _is_from_here(request):
        raise NotTaken(403, _("This was sent by a page of another place."))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotTaken(415, _("Only JSON is taken here."))
    too_long = NotTaken(413, _("This is too long."))
    said = request.headers.get("content-length", "")
    if said.isascii() and said.isdigit() and int(said[:12]) > LONGEST_BODY:
        raise too_long
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise too_long
    except ClientDisconnect:
        raise NoEntry from None
    return body


def _is_from_here(request: Request) -> bool:
    """Say whether a browser sends this for a page of ours; what is no browser says nothing."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    origin = request.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower() != ""
    except ValueError:
        return False


def _place(request: Request) -> tuple[str, str]:
    """Return the secret of a sheet, and whether it is asked for as a page or for one."""
    found = _PLACE.fullmatch(request.path_params["place"])
    if found is None:
        raise NoSheet(_("There is no such score sheet."))
    return found["token"], found["form"]


def _match(request: Request) -> int:
    asked = request.query_params.get("match", "0")
    if not _MATCH.fullmatch(asked):
        raise NoSheet(_("There is no such match on this sheet."))
    return int(asked)


def _visit(request: Request) -> Visit:
    match = request.query_params.get("match", "")
    return replace(visit(request), asked={"match": match} if _MATCH.fullmatch(match) else {})


async def _told(request: Request, seen: Seen) -> Response:
    """Tell how a sheet stands, if that is not known already."""
    names = crc32(" ".join(seen.state.names).encode())  # one may be forgotten, or shown again
    tag = f'"{__version__}-{seen.match}-{seen.matches}-{seen.n}-{names}-{current()}"'
    headers = {"ETag": tag, "Vary": "Accept-Language"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return JSONResponse(await run_in_threadpool(told, seen), headers=headers)


async def _refused(error: StbError, now: Seen | None = None) -> Response:
    """Tell why something was not done, and how the sheet stands."""
    content: dict[str, object] = {"what": error.what, "do": error.do}
    headers = {}
    match error:
        case NotTaken(status=status):
            headers = {"Connection": "close"}  # what was sent is not read to its end
        case NoEntry() | ConfigError():
            status = 400
        case NoSheet():
            status = 404
        case NotAllowedError() | RulesError():
            status = 409
        case NoMore():
            status = 429
            headers = {"Retry-After": str(error.wait_s)} if error.wait_s else {}
        case _:
            status = 503
    if now is not None:
        content["now"] = await run_in_threadpool(told, now)
    return JSONResponse(content, status, headers)
