"""What a watcher is told, as server-sent events over HTTP.

Never: keeps anything for a watcher; what can't be written waits at `hub`, which bounds it. Who
takes nothing at all is cut off by `connection`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from starlette.responses import Response
from starlette.types import Receive, Scope, Send


class EventStream(Response):
    """A response that goes on until the watcher has gone.

    Args:
        said: what he is told.
    """

    media_type = "text/event-stream"

    def __init__(self, said: AsyncGenerator[bytes, None]) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._said = said

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell everything, in the order in which it comes."""
        telling = asyncio.create_task(self._tell(send))
        leaving = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            telling.cancel()
            leaving.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)
            await self._said.aclose()

    async def _tell(self, send: Send) -> None:
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        async for chunk in self._said:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
