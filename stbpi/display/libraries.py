"""The libraries that the display needs, and what is said of one that can't be had.

A library may be missing, or fail after an upgrade of the system (a shared library that is gone, a
module made for another Python): the box plays on without its display.

Never: imports one of them before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from stbpi.errors import PanelError


class Library(NamedTuple):
    """A library, and how it comes onto the machine.

    Attributes:
        name: how people call it.
        modules: what is used of it.
        apt: the command that installs it, and what it needs, from Debian.
        pip: the one that installs it where the program was installed by pip.
    """

    name: str
    modules: tuple[str, ...]
    apt: str
    pip: str


PILLOW = Library(
    name="Pillow",
    modules=("PIL.Image", "PIL.ImageDraw", "PIL.ImageFont", "PIL._imagingft"),
    apt="sudo apt install --reinstall python3-pil",
    pip="pip install --force-reinstall pillow",
)
LUMA = Library(
    name="luma.oled",
    modules=(
        *("luma.core.error", "luma.core.device", "luma.core.interface.serial"),
        "luma.oled.device",
    ),
    apt="sudo apt install --reinstall python3-luma.oled",
    pip="pip install --force-reinstall luma.oled",
)
SMBUS2 = Library(
    name="smbus2",
    modules=("smbus2",),
    apt="sudo apt install --reinstall python3-smbus2",
    pip="pip install --force-reinstall smbus2",
)


def load(library: Library) -> None:
    """Import a library.

    Raises:
        PanelError: it can't be imported.
    """
    try:
        for module in library.modules:
            import_module(module)
    except (ImportError, OSError) as exc:
        is_missing = isinstance(exc, ModuleNotFoundError)
        what = "is not installed" if is_missing else "can't be loaded"
        do = f"{exc}. Install it again: {library.apt}; in an environment of its own: {library.pip}"
        raise PanelError(f"{library.name} {what}", do) from exc
