"""Answers as they go out: pages for people, tables and JSON for other programs.

Never: reads what is stored. Keep: a text that can't be written as UTF-8 is written all the same.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from stbpi.board.html import Markup
from stbpi.board.pages.frame import KEPT, Visit
from stbpi.games.record import Column
from stbpi.history.formats import write_csv
from stbpi.language import LANGUAGES

FORMS = ("", ".csv", ".json")
"""What stands behind the address of a page where the same is meant for other programs."""

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Leaf:
    """Something that is shown as a page, and can be had as CSV and JSON; made when it is asked for.

    Attributes:
        page: makes the page.
        data: makes what JSON holds.
        table: makes the columns and rows of a table.
    """

    page: Callable[[Visit], Markup]
    data: Callable[[], Mapping[str, Any]]
    table: Callable[[], tuple[Sequence[Column], Iterable[tuple[Any, ...]]]]

    def answer(self, visit: Visit, form: str, name: str) -> Response:
        """Answer in one of `FORMS`.

        Args:
            visit: what is asked for.
            form: in which.
            name: of the file.
        """
        match form:
            case ".csv":
                return csv(name, *self.table())
            case ".json":
                return as_json(self.data())
            case _:
                return html(self.page(visit))


def html(page: Markup, status: int = 200) -> Response:
    return Response(str(page).encode("utf-8", "replace"), status, media_type="text/html")


def as_json(told: object) -> Response:
    return Response(json.dumps(told), media_type="application/json")


def csv(name: str, columns: Sequence[Column], rows: Iterable[tuple[Any, ...]]) -> Response:
    """Answer with a table for a spreadsheet, which is kept as a file of this name."""
    out = io.BytesIO()
    write_csv(out, columns, rows)
    return Response(
        out.getvalue(),
        media_type="text/csv",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def visit(request: Request) -> Visit:
    """Return what is asked for; the application knows whether there are leagues."""
    params = request.query_params
    lang = params.get("lang", "")
    asked = {key: params[key][:LONGEST_NAME] for key in KEPT if params.get(key)}
    raw, _, _query = (request.scope.get("raw_path") or b"").partition(b"?")
    path = quote(raw or request.scope["path"], safe="/:%")
    return Visit(path, lang if lang in LANGUAGES else "", asked, has_leagues(request))


def elsewhere(request: Request) -> Visit:
    """Return what links of a page follow from that has no address of its own."""
    return Visit("/", visit(request).lang, {}, has_leagues(request))


def has_leagues(request: Request) -> bool:
    """Say whether there are leagues."""
    return bool(getattr(request.app.state, "has_leagues", False))
