"""Files that are there when they are whole, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stbpi.errors import StbError
from stbpi.foreign import reason
from stbpi.language import _


@contextmanager
def new_file(path: Path, *, force: bool) -> Iterator[Path]:
    """Lend the path of a file that becomes `path` at the end, if nothing goes wrong.

    Args:
        path: what it will be.
        force: what is there may be replaced.

    Raises:
        StbError: there is something, or it can't be written.
    """
    try:
        if path.exists() and not path.is_file():
            raise StbError(_("{path} is no file").format(path=path), _("Name another file."))
        if path.exists() and not force:
            do = _("Name another file, or add {option}.").format(option="--force")
            raise StbError(_("{path} is there already").format(path=path), do)
        part = path.with_name(f"{path.name}.part")
        try:
            part.unlink(missing_ok=True)
            yield part
            part.replace(path)
        finally:
            for leftover in (part, *(Path(f"{part}{end}") for end in ("-wal", "-shm"))):
                leftover.unlink(missing_ok=True)
    except OSError as exc:
        if isinstance(exc, BrokenPipeError):
            raise
        what = _("{path}: can't be written: {reason}").format(path=path, reason=reason(exc))
        raise StbError(what) from exc
