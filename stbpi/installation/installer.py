"""Installs the service, and takes it away again.

Everything may be done twice: what is as it should be is left alone. The journal, the
configuration and the user are never taken away.

Never: starts the service: its configuration comes first. Keep: below another root nothing of the
system that runs here is touched.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stbpi.errors import StbError
from stbpi.foreign import reason
from stbpi.installation.files_of import BOARD, UNIT, ServiceFile, service_files
from stbpi.language import _
from stbpi.new_file import new_file

THIS_SYSTEM = Path("/")
HIDDEN = ("/home", "/root", "/run/user")
"""What the service can't see (ProtectHome)."""

PACKAGED = ("/lib/systemd/system", "/usr/lib/systemd/system")

Run = Callable[..., None]
"""Runs a command; raises `StbError` if it is missing or fails."""


def run(*command: str) -> None:
    """Run a command.

    Raises:
        StbError: it is missing, or fails.
    """
    line = " ".join(command)
    if shutil.which(command[0]) is None:
        do = _("This needs a Linux with systemd: {command}")
        raise StbError(
            _("{program} is missing").format(program=command[0]),
            do.format(command="sudo apt install systemd udev"),
        )
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        what = _("{command} has failed with status {status}")
        raise StbError(what.format(command=line, status=done.returncode), " ".join(said[-1:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Installer:
    """Installs the service of one program below one root.

    Attributes:
        program: what the service is to run, as it is called below the root.
        root: `/`, or the folder of another system.
        is_booted: systemd runs the system of the root: what changes is to be told to it.
        is_dry: nothing is done, only told.
        run: runs a command.
    """

    program: Path
    root: Path = THIS_SYSTEM
    is_booted: bool = True
    is_dry: bool = False
    run: Run = run

    def check(self) -> None:
        """Find out whether the service can run the program.

        Raises:
            StbError: it can't, or a package has brought it already.
        """
        for folder in PACKAGED:
            if self._below(Path(folder) / UNIT).exists():
                raise StbError(
                    _("the service is there already: it came with a package"),
                    _("To have this one in its place: {command}").format(
                        command="sudo apt remove stbpi"
                    ),
                )
        if not re.fullmatch(r"[\w./+@-]+", str(self.program)):
            what = _("the path {path} can't stand in a unit: a blank or a sign is in it")
            raise StbError(what.format(path=self.program), _("Install the program elsewhere."))
        for path in self._what_is_run():
            if any(path.is_relative_to(hidden) for hidden in HIDDEN):
                what = _("the service can't use {path}: the home of a user is hidden from it")
                do = _("Install it for everybody, with the system's Python: {command}")
                command = "sudo PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/usr/local/bin pipx install stbpi"
                raise StbError(what.format(path=path), do.format(command=command))

    def install(self) -> Iterator[str]:
        """Write the files and tell the system; yield what is done, line by line.

        Raises:
            StbError: a file can't be written, or a command fails.
        """
        for file in service_files(self.program):
            yield self._put(file)
        at_root = self._at_root()
        yield self._do("systemd-sysusers", *at_root)
        yield self._do("systemd-tmpfiles", *at_root, "--create", "stbpi.conf")
        if self.is_booted:
            yield from self._tell()
        yield self._do("systemctl", *at_root, "enable", UNIT)

    def uninstall(self) -> Iterator[str]:
        """Stop the service and take its files away; yield what is done, line by line.

        Raises:
            StbError: a file can't be taken away, or a command fails.
        """
        files = [one for one in service_files(self.program) if self._below(one.path).exists()]
        units = Path("/etc/systemd/system")
        if found := [unit for unit in (UNIT, BOARD) if self._below(units / unit).exists()]:
            now = ("--now",) if self.is_booted else ()
            yield self._do("systemctl", *self._at_root(), "disable", *now, *found)
        for file in files:
            yield self._take(file)
        if files and self.is_booted:
            yield from self._tell()
        if not files:
            yield _("The service is not installed.")

    def _what_is_run(self) -> Iterator[Path]:
        """List the program, what it is a link to, and what its first line runs."""
        yield self.program
        file = self._below(self.program)
        if self.root != THIS_SYSTEM or not file.is_file():
            return
        yield file.resolve()
        with file.open("rb") as opened:
            first = opened.readline(512)
        if first.startswith(b"#!/"):
            yield Path(first[2:].split()[0].decode(errors="replace")).resolve()

    def _put(self, file: ServiceFile) -> str:
        path = self._below(file.path)
        if path.exists() and (file.is_filled_in or _text(path) == file.text):
            return _("as it is: {path}").format(path=path)
        if self.is_dry:
            return _("would be written: {path}").format(path=path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as exc:
            raise _unwritten(path, exc) from exc
        with new_file(path, force=True) as part:
            part.write_text(file.text, "utf-8")
            part.chmod(0o644)
        return _("written: {path}").format(path=path)

    def _take(self, file: ServiceFile) -> str:
        path = self._below(file.path)
        if file.is_filled_in and _text(path) != file.text:
            return _("left, as it was filled in: {path}").format(path=path)
        if self.is_dry:
            return _("would be removed: {path}").format(path=path)
        try:
            path.unlink()
        except OSError as exc:
            raise _unwritten(path, exc) from exc
        return _("removed: {path}").format(path=path)

    def _tell(self) -> Iterator[str]:
        """Let the system that runs here read its files anew."""
        yield self._do("udevadm", "control", "--reload")
        yield self._do("udevadm", "trigger", "--action=change")
        yield self._do("systemctl", "daemon-reload")

    def _do(self, *command: str) -> str:
        line = " ".join(command)
        if self.is_dry:
            return _("would be done: {command}").format(command=line)
        self.run(*command)
        return _("done: {command}").format(command=line)

    def _at_root(self) -> tuple[str, ...]:
        return () if self.root == THIS_SYSTEM else (f"--root={self.root}",)

    def _below(self, path: Path) -> Path:
        return self.root / path.relative_to("/")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _unwritten(path: Path, error: OSError) -> StbError:
    what = _("{path}: can't be written: {reason}")
    return StbError(what.format(path=path, reason=reason(error)))
