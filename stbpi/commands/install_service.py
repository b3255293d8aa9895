"""`stbpi install-service`: let systemd run the program, where no package has done that."""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.errors import StbError
from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction

RUNNING = Path("/run/systemd/system")


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    service = commands.add_parser(
        "install-service",
        help=_("let systemd start the box with the machine (after pip or pipx)"),
        description=_(
            "Writes the service, its user, its folders and the names of the USB lines below "
            "/etc, for this installation of the program, and switches it on. Done again, it only "
            "changes what is not as it should be. A Debian package has done all of this already."
        ),
    )
    service.add_argument("--dry-run", action="store_true", help=_("only say what would be done"))
    service.add_argument(
        "--uninstall",
        action="store_true",
        help=_("stop the service and take it away; journal and configuration stay"),
    )
    service.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help=_("below this folder, where another system lies, in place of /"),
    )
    service.set_defaults(command=_install)


def _install(arguments: argparse.Namespace) -> int:
    from stbpi.installation.installer import THIS_SYSTEM, Installer

    root = arguments.root.resolve()
    if not root.is_dir():
        raise StbError(_("there is no folder {path}").format(path=root))
    is_here = root == THIS_SYSTEM
    program = program_of(sys.argv[0])
    if is_here and os.geteuid() != 0 and not arguments.dry_run:
        what = _("only root can install the service")
        command = f"sudo {program} {' '.join(sys.argv[1:])}"
        raise StbError(what, _("As root: {command}").format(command=command))
    if program.is_relative_to(root) and not is_here:
        program = Path("/") / program.relative_to(root)
    installer = Installer(
        program=program,
        root=root,
        is_booted=is_here and RUNNING.is_dir(),
        is_dry=arguments.dry_run,
    )
    if arguments.uninstall:
        _say(*installer.uninstall())
        _say(_("What stays: {paths}, and the users {users}.").format(**_STAYS))
        return 0
    installer.check()
    for line in installer.install():
        _say(line)
    if not arguments.dry_run:
        _say("", _("What is next:"))
        _say(f"  sudo {program} setup", "  sudo systemctl restart stbpi")
    return 0


_STAYS = {
    "paths": "/etc/stbpi, /var/lib/stbpi, /var/lib/stbpi-board",
    "users": "stbpi, stbpi-board",
}


def program_of(called: str) -> Path:
    """Return the path of the program that runs now.

    Args:
        called: how it was called.

    Raises:
        StbError: it was not installed.
    """
    for path in (Path(called), Path(sysconfig.get_path("scripts")) / "stbpi"):
        if path.name == "stbpi" and path.is_file() and os.access(path, os.X_OK):
            return path.absolute()
    raise StbError(
        _("the program {name} is not installed beside {python}").format(
            name="stbpi", python=sys.executable
        ),
        _("Install it first (pip or pipx), then call it by its name."),
    )


def _say(*lines: str) -> None:
    for line in lines:
        print(line)
