"""The display task: shows the latest scene, whatever the panel does.

Scenes are drawn and sent in a thread of their own, so that neither a slow bus nor one that
hangs holds up the game. The newest scene wins; those in between are never drawn. Without a
panel scenes are drawn all the same (`screen` stays true), and the panel is tried again every
`retry_s`. An open panel is asked every `check_s` whether it is there and lit: that is how a
panel is missed that went away while nothing changed, and how one comes back that lost its power
in between. Every `renew_s` it is initialised again, whatever it says. After an error it is
always initialised and gets a whole picture.

What keeps the panel from burning in (`care`) is looked up whenever something is sent, and when
it is due to change. In the dark nothing is sent; a touch (`wake`) or the next scene lights the
panel again. A scene of attract mode does not: it neither lights a dark panel nor keeps it from
going dark.

Between two scenes something may move (`animation`): its frames are drawn and sent one by one,
and none is any more once a newer scene has come, unless only the coach has something to say.

Never: lets an exception of the drawing or of the panel out; blocks the loop. Keep: everything
but the jobs for the thread runs on the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from stbpi.display.care import Care, Light, care, is_attract, moved, place, wandered
from stbpi.display.panel import Panel
from stbpi.errors import PanelError
from stbpi.scene import Scene
from stbpi.worker import Worker

if TYPE_CHECKING:
    from PIL.Image import Image

    from stbpi.display.animation import Frame
    from stbpi.display.screens import Screen, Small

logger = logging.getLogger(__name__)

LONGEST_FAULT = 60  # characters: what the event `fault` holds
SOON_S = 0.05  # a change that floats put a hair too late is not looked for without a rest
T = TypeVar("T")


def what_moves(before: Scene, after: Scene, picture: Image) -> Iterator[Frame]:
    """Yield what moves between two scenes; nothing is loaded or drawn before it is asked for."""
    from stbpi.display.animation import frames

    yield from frames(before, after, picture)


class Display:
    """Shows scenes on a panel.

    Args:
        panel: where to.
        draw: makes the picture of a scene (`screens.draw`); called in the display's thread.
        on_fault: told on the loop what is wrong (at most 60 ASCII characters) when the display
            fails, and `None` when it is back; once a change.
        retry_s: seconds between two attempts to reach a panel that is away.
        check_s: seconds between two checks of a panel that is there.
        renew_s: seconds between two initialisations of a panel that is there.
        hang_s: seconds after which a bus that has not answered is told to hang.
        care: says how the picture is to be shown (`care.care`).
        animate: says what moves between two scenes (`animation.frames`); its frames are asked
            for in the display's thread, one by one.
    """

    def __init__(
        self,
        panel: Panel,
        draw: Callable[[Scene], Screen],
        *,
        on_fault: Callable[[str | None], None],
        retry_s: float = 10,
        check_s: float = 20,
        renew_s: float = 1800,
        hang_s: float = 10,
        care: Callable[..., Care] = care,
        animate: Callable[[Scene, Scene, Image], Iterator[Frame]] = what_moves,
    ) -> None:
        self._panel = panel
        self._draw = draw
        self._on_fault = on_fault
        self._retry_s = retry_s
        self._check_s = check_s
        self._renew_s = renew_s
        self._hang_s = hang_s
        self._care = care
        self._animate = animate
        self._worker = Worker("display")
        self._news = asyncio.Event()
        self._scene: Scene | None = None
        self._done: Scene | None = None
        self._screen: Screen | None = None
        self._film: Iterator[Frame] | None = None
        self._frame: Frame | None = None
        self._is_quiet = self._is_still = True
        self._cut_at = 0.0
        self._place = (0, 0)
        self._is_open = False
        self._is_stopped = False
        self._started = 0.0
        self._woken = 0.0
        self._attract_since: float | None = None
        self._due = 0.0
        self._renew = 0.0
        self._next = 0.0
        self._faults: dict[str, str] = {}
        self._told: str | None = None

    @property
    def quiet(self) -> bool:
        """Whether the last scene has been drawn, and sent if there is a panel.

        It may still be moving (`is_still`).
        """
        return self._is_quiet

    @property
    def is_still(self) -> bool:
        """Whether nothing is moving: what is shown is the picture of the scene."""
        return self._is_still

    @property
    def screen(self) -> str:
        """The name of the screen that is shown, or would be; empty before the first one."""
        screen = self._screen
        if screen is None:
            return ""
        steps = self._how(asyncio.get_running_loop().time()).steps
        return screen.name if steps is None or not screen.rest else _in_turn(screen, steps).name

    @property
    def is_dark(self) -> bool:
        """Whether the panel is dark because nobody plays; a touch lights it."""
        return self._is_open and self._how(asyncio.get_running_loop().time()).light is Light.DARK

    def show(self, scene: Scene) -> None:
        """Show a scene as soon as may be; to be called on the loop, returns at once."""
        self._scene = scene
        if not is_attract(scene):
            self._attract_since = None
            self.wake()
            return
        if self._attract_since is None:
            self._attract_since = asyncio.get_running_loop().time()
        self._look_again()

    def wake(self) -> None:
        """Light the panel, as somebody touches the box; to be called on the loop."""
        self._woken = asyncio.get_running_loop().time()
        self._look_again()

    def _look_again(self) -> None:
        self._is_quiet = False
        self._news.set()

    async def run(self) -> None:
        """Show scenes until `stop` is called."""
        self._started = asyncio.get_running_loop().time()
        self._woken = max(self._woken, self._started)
        while not self._is_stopped:
            self._news.clear()
            scene = self._scene
            if scene is not None and scene is not self._done:
                await self._picture(scene)
            await self._turn_the_film()
            await self._send()
            self._is_still = self._frame is None
            self._done = scene
            self._is_quiet = not self._news.is_set()
            await self._rest()

    async def stop(self, *, within_s: float = 1) -> None:
        """End `run`, clear the panel and let go of it.

        Args:
            within_s: seconds after which a bus that hangs is left alone.
        """
        if self._is_stopped:
            return
        self._is_stopped = True
        self._news.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.job(self._panel.close), within_s)
        self._worker.shutdown()

    async def _picture(self, scene: Scene) -> None:
        before = self._done
        goes_on = before is not None and replace(before, coaching=scene.coaching) == scene
        if not goes_on:
            self._film = self._frame = None
        try:
            screen = self._screen = await self.job(lambda: self._draw(scene))
            if before is not None and self._is_open and not goes_on:
                self._film = self._animate(before, scene, screen.picture)
                self._cut_at = asyncio.get_running_loop().time()
        except Exception as exc:  # a bug of a screen is a fault, the game goes on
            self._fault("drawing", exc)
        else:
            self._fault("drawing", None)

    async def _turn_the_film(self) -> None:
        """Go on to the frame that is due, or back to the scene's own picture after the last."""
        now = asyncio.get_running_loop().time()
        while self._film is not None and self._cut_at <= now:
            try:
                self._frame = await self.job(partial(next, self._film, None))
            except Exception as exc:  # so is a bug of what moves
                self._frame = None
                self._fault("drawing", exc)
            if self._frame is None:
                self._film = None
            else:
                self._cut_at += self._frame.ms / 1000

    async def _send(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        is_due = now >= self._due
        if self._is_stopped or not (is_due or self._is_open):
            return
        how = self._how(now)
        renew = not self._is_open or (now >= self._renew and how.light is not Light.DARK)
        ready = self._panel.open if renew else self._panel.check if is_due else None
        screen, frame = self._screen, self._frame
        self._place = place(self._place, how, is_new=screen is not None and screen.is_new)
        try:
            await self._patiently(self.job(lambda: self._update(screen, frame, how, ready)))
        except Exception as exc:  # so is whatever a library lets out
            self._is_open = False
            self._film = self._frame = None
            self._due = self._next = loop.time() + self._retry_s
            self._fault("panel", exc)
            return
        self._is_open = True
        if is_due:
            self._due = loop.time() + self._check_s
        if renew:
            self._renew = loop.time() + self._renew_s
        self._next = min(self._due, now + max(how.change_s, SOON_S))
        self._fault("panel", None)

    def _how(self, now: float) -> Care:
        return self._care(
            idle_s=now - self._woken,
            running_s=now - self._started,
            attract_s=None if self._attract_since is None else now - self._attract_since,
        )

    def _update(
        self,
        screen: Screen | None,
        frame: Frame | None,
        how: Care,
        ready: Callable[[], None] | None,
    ) -> None:
        """Make the panel ready, light it and send the picture; runs in the thread."""
        if ready is not None:
            ready()
        self._panel.light(how.light)
        if screen is None or how.light is Light.DARK:
            return
        if how.steps is not None and screen.rest:
            small = _in_turn(screen, how.steps).picture
            self._panel.show(wandered(small, how.steps, screen.picture.size))
        else:
            picture = screen.picture if frame is None else frame.picture
            self._panel.show(moved(picture, *self._place))

    async def _rest(self) -> None:
        """Wait for a new scene, or until the panel or the picture is due."""
        due = self._next if self._frame is None else min(self._next, self._cut_at)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(due):
                await self._news.wait()

    async def _patiently(self, job: asyncio.Future[None]) -> None:
        """Wait for the end of a job, and tell if it does not come."""
        await asyncio.wait({job}, timeout=self._hang_s)
        if not job.done():
            self._fault("bus", PanelError("the I2C bus of the display hangs", "Check its wires."))
            await asyncio.wait({job})
            self._fault("bus", None)
        job.result()

    def job(self, job: Callable[[], T]) -> asyncio.Future[T]:
        """Do a job in the thread of the display, after those that it has."""
        return asyncio.get_running_loop().run_in_executor(self._worker, job)

    def _fault(self, cause: str, exc: Exception | None) -> None:
        """Tell what is wrong if that has changed; a cause keeps the text it came with."""
        if exc is None:
            self._faults.pop(cause, None)
        else:
            self._faults.setdefault(cause, _short(exc))
        fault = next(iter(self._faults.values()), None)
        if fault == self._told:
            return
        self._told = fault
        if fault is None:
            logger.info("the display works again")
        else:
            hint = exc.do if isinstance(exc, PanelError) else ""
            bug = None if isinstance(exc, PanelError) else exc
            logger.warning("the game goes on without display: %s. %s", fault, hint, exc_info=bug)
        self._on_fault(fault)


def _in_turn(screen: Screen, steps: int) -> Small:
    """Return the small picture that is shown after so many steps."""
    return screen.rest[steps % len(screen.rest)]


def _short(exc: Exception) -> str:
    text = exc.what if isinstance(exc, PanelError) else f"{type(exc).__name__}: {exc}"
    return text.encode("ascii", "replace").decode()[:LONGEST_FAULT]
