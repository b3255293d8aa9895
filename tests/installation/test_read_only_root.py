"""The program on a root that can't be written, with its journal on a partition of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest

from stbpi.config_checks import written
from stbpi.errors import JournalError
from stbpi.games.events import Fault
from tests.doubles import PATIENCE_S, ServiceManager
from tests.processes import ended, environ
from tests.sim.playing import facts

# In a namespace of its own nobody else's mounts are changed. The partition is a folder with a mount
# of its own, which is writable or not; everything else of the root's file system is read-only.
SCRIPT = """
set -e
mount --make-rprivate /
folder=$(stat -c %m "$1")
mount --bind "$1" "$1"
mount -o remount,bind,ro "$folder"
mount -o remount,bind,ro /
[ "$2" = rw ] || mount -o remount,bind,ro "$1"
if touch "$1/../probe" 2>/dev/null; then exit 9; fi
shift 2
exec "$@"
"""


@pytest.fixture(autouse=True)
def mounts() -> None:
    """Leave out what can't be done here."""
    if shutil.which("unshare") is None:
        pytest.skip("unshare is missing: sudo apt install util-linux")
    tried = subprocess.run(
        ["unshare", "--mount", "sh", "-c", "mount --make-rprivate / && mount -o remount,bind,ro /"],
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if tried.returncode:
        pytest.skip(f"this user may not mount anything: {tried.stderr.decode().strip()}")


@contextmanager
def box(folder: Path, partition: str) -> Iterator[subprocess.Popen[str]]:
    """Let a box play whose display is missing, on a partition that is `rw` or `ro`."""
    state = folder / "state"
    state.mkdir()
    config = folder / "stbpi.toml"
    config.write_text(
        f"[journal]\npath = {written(state / 'journal.db')}\n"
        '[display]\nbus = 31\n[gpio]\npin_factory = "mock"\n'
    )
    with closing(ServiceManager(f"@{uuid4()}")) as systemd:
        process = subprocess.Popen(
            [
                *("unshare", "--mount", "sh", "-c", SCRIPT, "sh", str(state), partition),
                *(sys.executable, "-m", "stbpi", "run", "--config", str(config)),
            ],
            env=environ(systemd.environ()),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert systemd.next() == "READY=1\nSTATUS=playing"
            yield process
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()


def has_begun(journal: Path) -> bool:
    """Say whether something stands in a journal that may just be made."""
    with suppress(JournalError):
        return bool(facts(journal))
    return False


def test_the_journal_is_kept_on_its_partition(tmp_path: Path) -> None:
    journal = tmp_path / "state" / "journal.db"
    with box(tmp_path, "rw") as process:
        latest = time.monotonic() + PATIENCE_S
        while not has_begun(journal) and time.monotonic() < latest:
            time.sleep(0.02)
        process.terminate()
        status, said = ended(process)

    assert status == 0
    assert "journal" not in said
    assert facts(journal) == [Fault(part="display", what="the I2C bus of the display is missing")]


def test_a_partition_that_can_not_be_written_costs_the_memory_not_the_game(tmp_path: Path) -> None:
    with box(tmp_path, "ro") as process:
        process.terminate()
        status, said = ended(process)

    assert status == 0
    assert "the journal" in said
