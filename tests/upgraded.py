"""A system after an upgrade: a library is there, and can't be imported any more."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

WHY = "libopenjp2.so.7: cannot open shared object file"


class _Refuses(MetaPathFinder):
    def __init__(self, library: str, error: Exception) -> None:
        self._library = library
        self._error = error

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] == self._library:
            raise self._error
        return None


@contextmanager
def without(library: str, error: Exception | None = None) -> Iterator[None]:
    """Let the import of a library fail, also where it has been imported before."""
    had = [name for name in sys.modules if name.partition(".")[0] == library]
    modules = {name: sys.modules.pop(name) for name in had}
    refuses = _Refuses(library, error or ImportError(WHY))
    sys.meta_path.insert(0, refuses)
    try:
        yield
    finally:
        sys.meta_path.remove(refuses)
        sys.modules.update(modules)
