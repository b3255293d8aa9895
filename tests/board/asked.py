"""Ways to ask a board for pages, and to read them.

Never: asserts anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path

import httpx

from tests.board.live import EVENING, asking


class Elements(HTMLParser):
    """Reads a page: its elements, and what stands in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self._path: list[str] = []
        self.heads: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self._path.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._path and self._path.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "h1" in self._path:
            self.heads.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    @property
    def links(self) -> list[str]:
        return [value or "" for key, value in self.attributes if key == "href"]


def ask(
    path: Path,
    talk: Callable[[httpx.AsyncClient], Awaitable[None]],
    *,
    wall: int = EVENING,
    leagues: Sequence[Path] = (),
) -> None:
    """Let somebody talk to a board."""

    async def talking() -> None:
        async with asking(path, wall=wall, leagues=leagues) as client:
            await talk(client)

    asyncio.run(talking())
