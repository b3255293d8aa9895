"""The live view of the collector in the terminal.

The collector runs in the app's loop. Ctrl-C, q and SIGTERM end both; what has come is stored.

Never: stores anything itself.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from stbpi.collector import live_lines
from stbpi.collector.collecting import Collecting, Companion
from stbpi.collector.live_lines import Numbers
from stbpi.collector.picture import Picture
from stbpi.collector.sources import Source
from stbpi.collector.store import Store
from stbpi.errors import StbError
from stbpi.language import _
from stbpi.terminal import watched

SHOW_S = 0.25


class LiveApp(App[None]):
    """The view.

    Args:
        store: the database.
        sources: where lines come from.
        wall: returns the time in epoch seconds.
        companions: they hear what is stored, and do something of their own meanwhile.
        now: returns the time in seconds, for the rate.

    Attributes:
        collecting: the collector.
        error: what it has ended with.
    """

    CSS: ClassVar[str] = """
    Screen { background: #1b1e25; color: #d8dee9; overflow: hidden; }
    #title { height: 1; padding: 0 1; background: #5b3a1c; color: #ffe9c9; }
    #lines { height: 1fr; padding: 0 1; }
    #keys { height: 1; padding: 0 1; background: #5b3a1c; color: #d9b98f; dock: bottom; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,ctrl+c", "quit", priority=True)]
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def __init__(
        self,
        store: Store,
        sources: Iterable[Source],
        *,
        wall: Callable[[], int],
        companions: Iterable[Companion] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._wall = wall
        self.picture = Picture(store, now)
        self.collecting = Collecting(
            store, sources, [self.picture], wall=wall, companions=companions
        )
        self.error: StbError | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Static(id="lines")
        yield Static(_("q ends; what has come is stored"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self._collect())
        self.set_interval(SHOW_S, self.show)
        self.show()

    def on_resize(self) -> None:
        self.show()

    async def action_quit(self) -> None:
        self.collecting.stop()

    def show(self) -> None:
        """Draw what there is now."""
        self.picture.look()
        numbers = Numbers(
            ports=len(self.collecting.ports), damaged=self.collecting.damaged, wall=self._wall()
        )
        boxes = self.collecting.boxes
        width, height = self.size.width - 2, self.size.height - 2
        said = live_lines.title(self.picture, boxes, numbers)
        shown = live_lines.lines(self.picture, boxes, numbers, width=width, height=height)
        self.query_one("#title", Static).update(Text(said))
        self.query_one("#lines", Static).update(Text("\n").join(shown))

    async def _collect(self) -> None:
        try:
            await self.collecting.run()
        except StbError as exc:
            self.error = exc
        self.exit()


def collect(
    store: Store,
    sources: Iterable[Source],
    *,
    wall: Callable[[], int],
    companions: Iterable[Companion] = (),
) -> Collecting:
    """Collect and show it, until nothing more can come or the user quits.

    Raises:
        StbError: a source or the database can't be used; the terminal is usable again.
    """

    async def main() -> LiveApp:
        app = LiveApp(store, sources, wall=wall, companions=companions)
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, app.collecting.stop)
        async with watched(app.collecting.stop):
            await app.run_async()
        return app

    app = asyncio.run(main())
    if app.error is not None:
        raise app.error
    return app.collecting
