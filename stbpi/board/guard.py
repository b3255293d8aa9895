"""What stands before every page: what is refused, the headers, the language of who asks.

A page of another place, which a browser shows beside ours, must not read this one: it could give
its own name the address of the board (DNS rebinding). So the board answers to addresses, to names
that only hold within a house, and to those that it was told.

Never: knows a page. Keep: every answer has the headers that let a browser run nothing but our own
script, whatever a name may hold.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

HOUSE = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
"""Ends of names that nobody outside of a house can give to an address."""

_CHANGED = re.compile(r"/score(/[^/]+)?")

_HOST = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[\w.-]+))(?::[0-9]*)?", re.ASCII)


class Guard:
    """Refuses what nobody needs, adds the headers, and speaks the language of who asks.

    Args:
        app: answers all the rest.
        names: by which the board is also reached.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

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
            refusal = self._refusal(request)
            await (refusal or self._app)(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        """Return the answer to what is not even looked at."""
        scope = request.scope
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return plain(_("The address is too long."), 414)
        if not answers_to(request.headers.get("host", ""), self._names):
            said = _("The board is not reached by this name; {option} of {command} allows it.")
            return plain(said.format(option="--name", command="stbpi board"), 421)
        if request.method not in ("GET", "HEAD") and not _may_change(request):
            return plain(_("Nothing can be changed here."), 405, {"Allow": "GET, HEAD"})
        return None


def _may_change(request: Request) -> bool:
    """Say whether something may be changed: score sheets, and nothing else."""
    return request.method == "POST" and re.fullmatch(_CHANGED, request.url.path) is not None


def answers_to(host: str, names: Collection[str] = ()) -> bool:
    """Say whether a page that is asked for by this name may be given.

    >>> [answers_to(host) for host in ("192.168.1.7:8137", "[::1]", "bar", "bar.local:8137")]
    [True, True, True, True]
    >>> answers_to("evil.example:8137"), answers_to("evil.example", {"evil.example"})
    (False, True)
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return not host  # no browser is without
    name = (found["six"] or found["name"]).lower().removesuffix(".")
    return _is_address(name) or "." not in name or name.endswith(HOUSE) or name in names


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def plain(text: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a line of text."""
    return Response(f"{text}\n", status, headers, media_type="text/plain")


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
