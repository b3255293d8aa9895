"""One thread that does jobs in the order in which they come.

Unlike those of `ThreadPoolExecutor` its thread never keeps the program alive: a job that hangs
(an I2C bus that is held down) ends with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Worker(Executor):
    """An executor with one daemon thread; the thread starts with the first job.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)

    def submit(self, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def do() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = job(*args, **kwargs)
            except BaseException as exc:
                future.set_exception(exc)
            else:
                future.set_result(result)

        self._jobs.put(do)
        if self._thread.ident is None:
            self._thread.start()
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = False) -> None:
        """End the thread after the jobs that it has; nothing waits for it."""
        self._jobs.put(None)

    def _work(self) -> None:
        while job := self._jobs.get():
            job()
