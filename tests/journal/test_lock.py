"""One program plays with a journal, and whoever comes second is told which that is."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from stbpi.errors import InUseError
from stbpi.journal.lock import PATIENCE_S, lock_file
from stbpi.journal.store import Journal
from tests.journal.places import STARTED, written
from tests.processes import ROOT

HOLDER = """
import sys
from pathlib import Path
from stbpi.journal.store import Journal
journal = Journal(Path(sys.argv[1]))
print("plays", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_program(path: Path) -> Iterator[int]:
    """Let another program play; tell its process number."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "plays\n"
        try:
            yield holder.pid
        finally:
            holder.kill()


@pytest.mark.field("A9")
def test_the_second_program_says_which_process_plays_and_can_when_that_has_ended(
    path: Path,
) -> None:
    with another_program(path) as pid:
        with pytest.raises(InUseError) as caught:
            Journal(path)
        assert caught.value.what.startswith(
            f"another stbpi (process {pid}) plays with the journal {path}: python"
        )
        assert (caught.value.pid, caught.value.path) == (pid, path)

    with closing(Journal(path)) as journal:
        assert journal.boot == 1


@pytest.mark.field("A9")
@pytest.mark.parametrize("content", ["", "99999999\n", "dear diary"])
def test_a_holder_that_cannot_be_named_is_one_all_the_same(path: Path, content: str) -> None:
    with closing(Journal(path)) as journal:
        lock_file(path).write_text(content)
        with pytest.raises(InUseError) as caught:
            Journal(path)
        assert caught.value.what == f"another stbpi plays with the journal {path}"
        assert caught.value.pid is None

        assert len(written(journal, STARTED)) == 1


@pytest.mark.field("A9")
def test_somebody_who_only_looks_does_not_keep_a_box_from_starting(path: Path) -> None:
    """As `stbpi doctor` does, at the very moment."""
    with closing(Journal(path)):
        pass
    looks = os.open(lock_file(path), os.O_RDONLY)
    fcntl.flock(looks, fcntl.LOCK_SH)
    threading.Timer(PATIENCE_S / 3, os.close, [looks]).start()

    with closing(Journal(path)) as journal:
        assert len(written(journal, STARTED)) == 1


def test_the_lock_is_free_when_a_journal_was_refused(path: Path) -> None:
    path.write_text("dear diary " * 500)
    with pytest.raises(Exception, match="not a database"):
        Journal(path)
    path.unlink()

    with closing(Journal(path)) as journal:
        assert len(written(journal, STARTED)) == 1


def test_a_lock_that_may_not_be_written_is_a_lock(path: Path) -> None:
    lock_file(path).touch(0o444)
    with closing(Journal(path)), pytest.raises(InUseError):
        Journal(path)
