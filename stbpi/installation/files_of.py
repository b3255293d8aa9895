"""The files that make the program a service, and where they go.

They lie in `files/`; the folder systemd/ of a checkout, which packages are built from, has them
by links. Only the path of the program differs from one installation to another.

Never: writes anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

PROGRAM = "/opt/stbpi/bin/stbpi"
"""Where the unit says that the program lies, until it is told better."""

UNIT = "stbpi.service"
BOARD = "stbpi-board.service"
"""What the box runs as, and the bar's screen, which its owner switches on."""

_PLACES = {
    UNIT: "/etc/systemd/system/stbpi.service",
    BOARD: "/etc/systemd/system/stbpi-board.service",
    "stbpi.sysusers": "/etc/sysusers.d/stbpi.conf",
    "stbpi.tmpfiles": "/etc/tmpfiles.d/stbpi.conf",
    "60-stbpi.rules": "/etc/udev/rules.d/60-stbpi.rules",
    "61-stbpi-log.rules": "/etc/udev/rules.d/61-stbpi-log.rules",
}

_FILLED_IN = ("61-stbpi-log.rules",)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceFile:
    """A file of the service.

    Attributes:
        path: where it goes.
        text: what stands in it.
        is_filled_in: its owner writes something into it; what is there is never replaced.
    """

    path: Path
    text: str
    is_filled_in: bool


def service_files(program: Path) -> tuple[ServiceFile, ...]:
    """Return the files of the service.

    Args:
        program: what the services run.
    """
    found = []
    for name, place in _PLACES.items():
        text = (files("stbpi.installation") / "files" / name).read_text("utf-8")
        if name in (UNIT, BOARD):
            text = text.replace(f"ExecStart={PROGRAM} ", f"ExecStart={program} ")
        found.append(ServiceFile(path=Path(place), text=text, is_filled_in=name in _FILLED_IN))
    return tuple(found)
